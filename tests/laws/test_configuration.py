"""q (+) u is a motion of the joints' groups: SO(3), SE(3), SE(2), and addition."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from support.compare import error_of_samples
from support.trees import SEEDS, derivative, trees, world_poses

import heft
from heft.dynamics.configuration import velocity_of_displacement
from heft.dynamics.tree import tree_of
from heft.robot.model import Robot

some = settings(max_examples=40, deadline=None)
curved = trees(kinds=["spherical", "floating", "planar", "cylindrical", "translation", "revolute"])
SAMPLES = 3
TIMES = st.floats(-3, 3)


def quaternions(robot: Robot, q: np.ndarray) -> list[np.ndarray]:
    """The quaternions in a configuration (..., nq)."""
    kinds = ("spherical", "floating")
    return [q[..., robot.q_index[j.name]][..., :4] for j in robot.joints if j.kind in kinds]


@some
@given(curved, SEEDS)
def test_no_displacement_moves_nothing(robot: Robot, seed: int):
    q, qd, _ = robot.random_state(seed, SAMPLES)
    assert error_of_samples(heft.integrate(robot, q, 0 * qd), q) < 1e-15


@some
@given(curved, SEEDS, st.floats(1e-12, 1e4))
def test_unit_quaternions_stay_so(robot: Robot, seed: int, size: float):
    q, qd, _ = robot.random_state(seed, SAMPLES)
    for quaternion in quaternions(robot, heft.integrate(robot, q, size * qd)):
        assert np.allclose(np.linalg.norm(quaternion, axis=-1), 1.0, rtol=0, atol=1e-15)


@some
@given(curved, SEEDS, TIMES, TIMES)
def test_displacements_along_one_velocity_add(robot: Robot, seed: int, s: float, t: float):
    q, qd, _ = robot.random_state(seed, SAMPLES)
    twice = heft.integrate(robot, heft.integrate(robot, q, s * qd), t * qd)
    once = heft.integrate(robot, q, (s + t) * qd)
    for a, b in zip(quaternions(robot, twice), quaternions(robot, once), strict=True):
        b *= np.sign(np.sum(a * b, axis=-1, keepdims=True))
    assert np.max(np.abs(twice - once)) < 1e-12 * (10 + np.max(np.abs(once)))


@some
@given(curved, SEEDS)
def test_a_displacement_is_undone_by_its_opposite(robot: Robot, seed: int):
    q, qd, _ = robot.random_state(seed, SAMPLES)
    assert error_of_samples(heft.integrate(robot, heft.integrate(robot, q, qd), -qd), q) < 1e-13


@some
@given(curved, SEEDS)
def test_small_and_large_angles_meet(robot: Robot, seed: int):
    """The series for small angles and the closed forms for others give the same where one takes over from the other."""
    q, qd, _ = robot.random_state(seed, SAMPLES)
    for size in (1e-3, 1e-4, 1e-5):
        step = size * qd
        halves = heft.integrate(robot, heft.integrate(robot, q, step / 2), step / 2)
        assert error_of_samples(heft.integrate(robot, q, step), halves) < 1e-14


@some
@given(curved, SEEDS)
def test_bodies_move_with_the_velocities_that_they_have(robot: Robot, seed: int):
    """The rate of a body's position along q (+) t qd is its momentum per unit of mass at its origin."""
    q, qd, _ = robot.random_state(seed)
    columns = heft.momentum_regressor(robot, q, qd)
    rates = derivative(lambda t: world_poses(robot, heft.integrate(robot, q, t * qd))[1])
    for i, rate in enumerate(rates):
        assert np.linalg.norm(rate - columns[3:, 10 * i]) < 1e-9 * (1 + np.linalg.norm(rate))


@some
@given(curved, SEEDS)
def test_the_displacement_of_a_moving_robot(robot: Robot, seed: int):
    """Along q0 (+) u(t) the body velocity is v where du/dt = velocity_of_displacement(u, v), up to u^4."""
    tree = tree_of(robot)
    q, direction, v = robot.random_state(seed)

    def error(size: float) -> float:
        """Compare q0 (+) (u + t du/dt) with (q0 (+) u) (+) t v, in their rates of t."""
        u = size * direction
        rate = velocity_of_displacement(tree, u, v)
        start = heft.integrate(robot, q, u)
        one = derivative(lambda t: heft.integrate(robot, q, u + t * rate))
        other = derivative(lambda t: heft.integrate(robot, start, t * v))
        return float(np.linalg.norm(one - other))

    scale = 1 + np.linalg.norm(v) * np.linalg.norm(direction) ** 4
    assert error(0.0) < 1e-9 * scale
    assert error(0.1) < 2e-6 * scale
    assert error(0.01) < 1e-9 * scale
