"""stand-in"""
from dataclasses import dataclass
import numpy as np
from heft.dynamics.border import torque_regressor

@dataclass(frozen=True, eq=False)
class BaseParameters:
    names: tuple
    columns: tuple
    values: np.ndarray
    combinations: tuple

def base_parameters(robot):
    q, qd, qdd = robot.random_state(0, 40 + 10*robot.n_bodies)
    Y = torque_regressor(robot, q, qd, qdd); Y = Y.reshape(-1, Y.shape[-1])
    s = np.linalg.norm(Y, axis=0); s[s == 0] = 1; Yn = Y / s
    cols, basis = [], np.zeros((len(Y), 0))
    for k in range(Y.shape[1]-1,-1,-1):
        v = Yn[:, k]
        r = v - basis @ (basis.T @ v); r -= basis @ (basis.T @ r)
        if np.linalg.norm(r) > 1e-9:
            basis = np.column_stack([basis, r/np.linalg.norm(r)]); cols.append(k)
    cols = sorted(cols)
    W = np.linalg.lstsq(Y[:, cols], Y, rcond=None)[0]
    names = tuple(robot.parameter_names[k] for k in cols)
    return BaseParameters(names, tuple(cols), W @ robot.parameter_vector, names)
