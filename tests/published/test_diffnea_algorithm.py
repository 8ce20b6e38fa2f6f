"""Algorithm 1 of the DiffNEA paper: corrected it is Pinocchio's ABA, and each printed formula put back alone is not.

In the paper's notation: twists [v, w] with the linear part first, Ad and ad of them, Ad* and ad* of wrenches.
"""

from __future__ import annotations

import numpy as np
import pytest
from support.compare import error_of_samples
from support.example_robots import PATHS

import heft
from heft import parameters
from heft.dynamics.tree import tree_of
from heft.robot.interop import PinocchioMap

pin = pytest.importorskip("pinocchio")

NAMES = ["panda_description/urdf/panda.urdf", "solo_description/robots/solo12.urdf"]
PRINTED = ["Pi", "lumped", "f_b", "ad*", "blocks", "steiner", "gravity"]
"""What the paper prints: Pi without Psi; f_b with the lumped inertia; qdd with - f_b; ad* with the other sign; M-bar
with J first; + m [p][p]; a base that does not accelerate."""


def skew(x):
    return np.array([[0, -x[2], x[1]], [x[2], 0, -x[0]], [-x[1], x[0], 0.0]])


def inverse_adjoint(R, p):
    """Ad of the inverse of T = (R, p) on twists [v, w]."""
    return np.block([[R.T, -R.T @ skew(p)], [np.zeros((3, 3)), R.T]])


def ad(v):
    return np.block([[skew(v[3:]), skew(v[:3])], [np.zeros((3, 3)), skew(v[3:])]])


def inertia(ten, printed):
    m, c, J_p = parameters.to_com(ten)
    J = J_p + (m if printed == "steiner" else -m) * skew(c) @ skew(c)
    M = np.block([[m * np.eye(3), -m * skew(c)], [m * skew(c), J]])
    order = [3, 4, 5, 0, 1, 2] if printed == "blocks" else range(6)
    return M[np.ix_(order, order)]


def algorithm_1(robot, q, qd, u, printed=""):
    """Return the accelerations of one sample."""
    tree, n = tree_of(robot), robot.n_bodies
    Ad, s, v, eta = [], [], [], []
    for i, body in enumerate(robot.bodies):
        joint, k = body.joint, robot.v_index[body.joint.name].start
        axis = np.array([float(x) for x in joint.axis])
        turns = joint.kind == "revolute"
        K = skew(axis)
        T_q = np.eye(3) + np.sin(q[k]) * K + (1 - np.cos(q[k])) * K @ K if turns else np.eye(3)
        Ad.append(inverse_adjoint(tree.R[i] @ T_q, tree.p[i] + (0 if turns else tree.R[i] @ axis * q[k])))
        s.append(np.concatenate([0 * axis, axis] if turns else [axis, 0 * axis]))
        v.append((Ad[i] @ v[tree.parent[i]] if tree.parent[i] >= 0 else 0) + s[i] * qd[k])
        eta.append(ad(v[i]) @ s[i] * qd[k])
    M_i = [inertia(ten, printed) for ten in robot.parameters]
    M, f_b, Psi = [x.copy() for x in M_i], [np.zeros(6) for _ in range(n)], np.zeros(n)
    at = [robot.v_index[body.joint.name].start for body in robot.bodies]
    for i in reversed(range(n)):
        ad_star = -ad(v[i]).T if printed == "ad*" else ad(v[i]).T
        f_b[i] = f_b[i] - ad_star @ (M if printed == "lumped" else M_i)[i] @ v[i]
        Psi[i] = 1 / (s[i] @ M[i] @ s[i])
        Pi = M[i] - M[i] @ np.outer(s[i], s[i]) @ M[i] * (1.0 if printed == "Pi" else Psi[i])
        beta = M[i] @ (eta[i] + s[i] * Psi[i] * (u[at[i]] - s[i] @ (M[i] @ eta[i] + f_b[i])))
        if (parent := tree.parent[i]) >= 0:
            M[parent] += Ad[i].T @ Pi @ Ad[i]
            f_b[parent] += Ad[i].T @ (f_b[i] + beta)
    up = np.concatenate([np.zeros(3) if printed == "gravity" else -tree.gravity, np.zeros(3)])
    a, qdd = [], np.zeros(robot.nv)
    for i in range(n):
        carried = Ad[i] @ (a[tree.parent[i]] if tree.parent[i] >= 0 else up) + eta[i]
        bias = -f_b[i] if printed == "f_b" else f_b[i]
        qdd[at[i]] = Psi[i] * (u[at[i]] - s[i] @ (M[i] @ carried + bias))
        a.append(carried + s[i] * qdd[at[i]])
    return qdd


def both(name: str, printed: str = ""):
    robot = heft.load(PATHS[name], mimic=False)
    q, qd, _ = robot.random_state(0, 5)
    u = np.random.default_rng(1).standard_normal(qd.shape)
    model = pin.buildModelFromUrdf(str(PATHS[name]))
    theirs, work = PinocchioMap(robot, model), model.createData()
    rows = zip(theirs.q(q), theirs.v(qd), theirs.tau(u), strict=True)
    expected = theirs.v_from(np.array([pin.aba(model, work, *row) for row in rows]))
    found = np.array([algorithm_1(robot, *row, printed) for row in zip(q, qd, u, strict=True)])
    return robot, (q, qd, u), found, expected


@pytest.mark.parametrize("name", NAMES)
def test_corrected_it_is_the_articulated_body_algorithm(name: str):
    robot, state, found, expected = both(name)
    assert error_of_samples(found, expected) < 1e-12
    assert error_of_samples(heft.forward_dynamics(robot, *state), expected) < 1e-12


@pytest.mark.parametrize("printed", PRINTED)
def test_each_printed_formula_is_wrong(printed: str):
    _, _, found, expected = both(NAMES[0], printed)
    assert np.median(np.linalg.norm(found - expected, axis=1) / np.linalg.norm(expected, axis=1)) > 0.05


def test_the_printed_transform_of_a_prismatic_joint_has_no_inverse():
    T = np.block([[np.zeros((3, 3)), np.array([[0.0], [0.0], [0.3]])], [np.zeros((1, 3)), np.ones((1, 1))]])
    assert np.linalg.matrix_rank(T) < 4
