"""Code for robots on a floating base computes what heft's own dynamics and Pinocchio compute."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.compare import error_of_mass_matrices, error_of_samples
from support.compiled import compiled, executed, needs_cc
from support.example_robots import PATHS

import heft
from heft.export.base_parameters import base_parameters
from heft.export.generate import generate_code
from heft.robot.interop import PinocchioMap
from heft.robot.model import Robot
from heft.robot.zoo.builders import random_tree

TOLERANCE = 1e-12
TASKS = ("inverse-dynamics", "mass-matrix", "gravity", "bias", "forward-dynamics", "friction")
SOLO = "solo_description/robots/solo12.urdf"


def tree(seed: int, n: int = 4) -> Robot:
    """A tree with rotors and mimics on a tilted floating base under tilted gravity."""
    robot = random_tree(seed, n, kinds=("revolute", "prismatic", "helical", "fixed"))
    floating = heft.load("zoo:cheetah3_torso_leg").bodies[0]
    moved = tuple(replace(body, parent=body.parent + 1) for body in robot.bodies)
    return replace(robot, bodies=(floating, *moved)).with_gravity((1.0, -2.0, -9.0))


def check(robot: Robot, call, n: int = 4) -> None:
    q, qd, qdd = robot.random_state(7, n)
    nv = robot.nv
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    assert error_of_samples(call("inverse-dynamics", (nv,), q, qd, qdd), tau) < TOLERANCE
    assert error_of_mass_matrices(call("mass-matrix", (nv, nv), q), heft.mass_matrix(robot, q)) < TOLERANCE
    assert error_of_samples(call("gravity", (nv,), q), heft.gravity_forces(robot, q)) < TOLERANCE
    bias = heft.inverse_dynamics(robot, q, qd, 0 * qdd)
    assert error_of_samples(call("bias", (nv,), q, qd), bias) < TOLERANCE
    solved = call("forward-dynamics", (nv,), q, qd, tau)
    np.testing.assert_allclose(solved, qdd, atol=1e-8 * np.abs(qdd).max())
    np.testing.assert_allclose(call("friction", (nv,), qd), heft.friction_torque(robot, qd), atol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_trees_on_a_floating_base(seed: int):
    robot = tree(seed)
    assert robot.nq == robot.nv + 1
    check(robot, executed(generate_code(robot, TASKS, "python")))


@needs_cc
def test_c_for_a_quadruped_as_pinocchio_computes_it(tmp_path: Path):
    if SOLO not in PATHS:
        pytest.skip("example-robot-data is not installed")
    pinocchio = pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    robot = heft.load(PATHS[SOLO], base="floating")
    call = compiled(generate_code(robot, ["inverse-dynamics"]), tmp_path)
    model = pinocchio.buildModelFromUrdf(str(PATHS[SOLO]), pinocchio.JointModelFreeFlyer())
    model.armature[:] = 0.0
    data, map = model.createData(), PinocchioMap(robot, model)
    q, qd, qdd = robot.random_state(5, 4)
    found = call("inverse-dynamics", (robot.nv,), q, qd, qdd)
    theirs = [
        map.tau_from(pinocchio.rnea(model, data, map.q(a), map.v(b), map.v(c)))
        for a, b, c in zip(q, qd, qdd, strict=True)
    ]
    assert error_of_samples(found, np.array(theirs)) < 1e-11


@needs_cc
def test_c_for_a_tree(tmp_path: Path):
    robot = tree(5, 2)
    check(robot, compiled(generate_code(robot, TASKS), tmp_path))


def test_the_regressor():
    robot = tree(1, 2)
    robot = replace(robot, bodies=tuple(replace(b, joint=replace(b.joint, armature=0.0)) for b in robot.bodies))
    base = base_parameters(robot)
    call = executed(generate_code(robot, ["regressor"], "python"))
    state = robot.random_state(3, 4)
    Y = call("regressor", (robot.nv, len(base.names)), *state)
    right = heft.torque_regressor(robot, *state)[..., list(base.columns)]
    assert error_of_samples(Y, right) < TOLERANCE


def test_the_file_says_how_the_base_moves():
    code = generate_code(tree(0), ["inverse-dynamics"])
    n = tree(0).nv
    assert "unit quaternion w x y z" in code.text
    assert f"const double q[{n + 1}], const double qd[{n}]" in code.header
    assert f"_POSITIONS {n + 1}" in code.header


def rates_of_mass(robot: Robot, q: np.ndarray, qd: np.ndarray, step: float = 2e-4) -> np.ndarray:
    """dM/dt along the motion, by differences of fourth order."""
    at = {k: heft.mass_matrix(robot, heft.integrate(robot, q, k * step * qd)) for k in (-2, -1, 1, 2)}
    return (8 * (at[1] - at[-1]) - (at[2] - at[-2])) / (12 * step)


@pytest.mark.parametrize("seed", range(3))
def test_the_coriolis_matrix(seed: int):
    robot = tree(seed, 3)
    n, (q, qd, _) = robot.nv, robot.random_state(seed, 4)
    C = executed(generate_code(robot, ["coriolis-matrix"], "python"))("coriolis-matrix", (n, n), q, qd)
    bias = heft.inverse_dynamics(robot, q, qd, 0 * qd) - heft.gravity_forces(robot, q)
    assert error_of_samples(np.einsum("nij,nj->ni", C, qd), bias) < TOLERANCE
    rate = rates_of_mass(robot, q, qd)
    np.testing.assert_allclose(C + np.swapaxes(C, 1, 2), rate, atol=1e-7 * np.abs(rate).max())


def test_the_coriolis_matrix_has_no_torsion():
    """C(x) y - C(y) x = M [x, y], so that two velocities of a rigid body alone differ by their cross product."""
    robot = tree(2, 2)
    n, (q, x, y) = robot.nv, robot.random_state(4, 3)
    call = executed(generate_code(robot, ["coriolis-matrix"], "python"))
    Cx, Cy = (call("coriolis-matrix", (n, n), q, each) for each in (x, y))
    turned = np.zeros_like(x)
    turned[:, :3] = np.cross(x[:, :3], y[:, :3])
    turned[:, 3:6] = np.cross(x[:, :3], y[:, 3:6]) + np.cross(x[:, 3:6], y[:, :3])
    difference = np.einsum("nij,nj->ni", Cx, y) - np.einsum("nij,nj->ni", Cy, x)
    assert error_of_samples(difference, np.einsum("nij,nj->ni", heft.mass_matrix(robot, q), turned)) < TOLERANCE


def test_the_regressor_of_slotine_and_li():
    robot = tree(1, 2)
    robot = replace(robot, bodies=tuple(replace(b, joint=replace(b.joint, armature=0.0)) for b in robot.bodies))
    base, n = base_parameters(robot), robot.nv
    call = executed(generate_code(robot, ["slotine-li-regressor", "coriolis-matrix"], "python"))
    (q, qd, qdd_r), (_, qd_r, _) = robot.random_state(3, 4), robot.random_state(4, 4)
    Y = call("slotine-li-regressor", (n, len(base.names)), q, qd, qd_r, qdd_r)
    C = call("coriolis-matrix", (n, n), q, qd)
    right = heft.inverse_dynamics(robot, q, 0 * qd, qdd_r) + np.einsum("nij,nj->ni", C, qd_r)
    assert error_of_samples(Y @ base.values, right) < TOLERANCE
    same = call("slotine-li-regressor", (n, len(base.names)), q, qd, qd, qdd_r)
    assert error_of_samples(same, heft.torque_regressor(robot, q, qd, qdd_r)[..., list(base.columns)]) < TOLERANCE


def test_the_coriolis_matrix_beside_that_of_pinocchio():
    """Both make dM/dt - 2 C skew-symmetric and have the same C qd; they may differ by a skew-symmetric matrix."""
    if SOLO not in PATHS:
        pytest.skip("example-robot-data is not installed")
    pinocchio = pytest.importorskip("pinocchio", reason="Pinocchio is not installed")
    robot = heft.load(PATHS[SOLO], base="floating")
    n, (q, qd, _) = robot.nv, robot.random_state(5, 2)
    C = executed(generate_code(robot, ["coriolis-matrix"], "python"))("coriolis-matrix", (n, n), q, qd)
    model = pinocchio.buildModelFromUrdf(str(PATHS[SOLO]), pinocchio.JointModelFreeFlyer())
    data, map = model.createData(), PinocchioMap(robot, model)
    theirs = np.empty_like(C)
    for k in range(len(q)):
        matrix = pinocchio.computeCoriolisMatrix(model, data, map.q(q[k]), map.v(qd[k]))
        theirs[k] = np.column_stack([map.tau_from(matrix @ map.v(unit)) for unit in np.eye(n)])
    ours, other = (np.einsum("nij,nj->ni", each, qd) for each in (C, theirs))
    assert error_of_samples(ours, other) < 1e-11
    free = C - theirs
    np.testing.assert_allclose(free + np.swapaxes(free, 1, 2), 0.0, atol=1e-11 * np.abs(C).max())
