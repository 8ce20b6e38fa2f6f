"""NEA: the inertial parameters by linear regression of torques on the regressor (Atkeson et al. 1986).

Two passes: the second weights each coordinate by the rms residual of the first. The parameters need not be physically
consistent; where the data do not excite a combination, the smallest parameters that fit are taken.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import torque_regressor
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError
from heft.learning.data import Samples
from heft.learning.model import WhiteBox
from heft.linalg import least_squares


def fit_linear(model: WhiteBox, data: Samples) -> Array:
    """Return x of a model with linear parameters, known kinematics and no actuators."""
    if model.parameterisation != "linear" or model.kinematics or any(model.actuators.chains.values()):
        raise ArgumentError(
            "Linear regression fits rigid bodies alone: linear parameters, known kinematics, no actuators.",
            remedy='Learn any other model with kind "white-box".',
        )
    robot = model.robot
    if not np.any(data.u):
        raise ArgumentError(
            "No joint has a torque, and linear regression needs one.",
            remedy="Log torques, or learn with another kind of model.",
        )
    Y = torque_regressor(robot, data.q, data.qd, data.qdd)
    tau = data.u - tree_of(robot).armature * data.qdd
    size = np.linalg.norm(Y.reshape(-1, Y.shape[2]), axis=0)
    size[size == 0] = 1.0
    weight, found = np.ones(robot.nv), np.zeros(Y.shape[2])
    for _ in range(2):
        A, b = Y * weight[:, None] / size, tau * weight
        A = A.reshape(-1, Y.shape[2])
        R = np.asarray(np.linalg.qr(np.column_stack([A, b.ravel()]), mode="r"))
        found = least_squares(R[:, :-1], R[:, -1]) / size
        error = np.sqrt(np.mean((Y @ found - tau) ** 2, axis=0))
        weight = 1 / np.maximum(error, 1e-9 * np.max(np.abs(tau)))
    bodies = [*found[: 10 * robot.n_bodies].reshape(-1, 10)]
    rotors, at = [], 10 * robot.n_bodies
    for _, rotor in robot.rotors:
        width = rotor.basis.shape[1]
        (rotors if rotor.symmetric else bodies).append(found[at : at + width])
        at += width
    theta = model.theta(np.zeros(model.size))
    return model.pack(theta | {"bodies": np.array(bodies), "rotors": np.array(rotors).reshape(-1, 4)})
