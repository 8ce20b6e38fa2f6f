"""The derivative of weighted regressors in the motion: against differences for every joint kind, and against JAX."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.trees import SEEDS, derivative, trees

import heft
from heft.dynamics import kernels
from heft.dynamics.kernels.layout import LANE
from heft.dynamics.tree import tree_of
from heft.robot.model import Robot
from heft.robot.zoo import random_tree


def close(found: np.ndarray, expected: np.ndarray, size: np.ndarray) -> None:
    """Differences of sixth order are good to about 1e-7 of the sum of the sizes of all terms."""
    assert np.all(np.abs(found - expected) < 1e-6 * (size + np.abs(expected)))


@settings(max_examples=30, deadline=None)
@given(trees(largest=6), SEEDS, st.sampled_from([1, LANE, LANE + 3]))
def test_it_is_the_slope_of_the_sum(robot: Robot, seed: int, n: int):
    rng = np.random.default_rng(seed)
    q, qd, qdd = robot.random_state(seed, n)
    Z = rng.standard_normal((n, robot.nv, len(robot.parameter_names)))
    gradient = kernels.weighted_gradient(robot, q, qd, qdd, Z)
    along = rng.standard_normal((3, n, robot.nv))

    def moved(part: int):
        def summed(step: float) -> np.ndarray:
            state = [
                heft.integrate(robot, q, step * along[0]) if part == 0 else q,
                qd + (step * along[1] if part == 1 else 0.0),
                qdd + (step * along[2] if part == 2 else 0.0),
            ]
            return np.sum(Z * heft.torque_regressor(robot, *state), axis=(1, 2))

        return summed

    size = np.sum(np.abs(Z * heft.torque_regressor(robot, q, qd, qdd)), axis=(1, 2))
    for part in range(3):
        terms = np.sum(gradient[part] * along[part], axis=1)
        close(terms, derivative(moved(part)), size + np.sum(np.abs(gradient[part] * along[part]), axis=1))


def test_with_products_of_multipliers_and_parameters_it_is_the_slope_of_the_torques():
    jax = pytest.importorskip("jax")
    scan = pytest.importorskip("heft.dynamics.scan")
    robot = heft.load("zoo:puma560")
    tree, state = tree_of(robot), robot.random_state(3, 20)
    multipliers = np.random.default_rng(4).standard_normal((20, robot.nv))

    def work(q, qd, qdd):
        return (multipliers * scan.inverse_dynamics(tree, q.T, qd.T, qdd.T).T).sum()

    expected = [np.array(part) for part in jax.jit(jax.grad(work, argnums=(0, 1, 2)))(*state)]
    expected[2] = expected[2] - multipliers * tree.armature
    found = kernels.weighted_gradient(robot, *state, multipliers[..., None] * robot.parameter_vector)
    for mine, theirs in zip(found, expected, strict=True):
        assert np.abs(mine - theirs).max() < 1e-11 * np.abs(theirs).max()


def test_weights_of_another_shape_are_refused():
    robot = random_tree(1, 3)
    with pytest.raises(heft.errors.ArgumentError, match="'weights' has shape"):
        kernels.weighted_gradient(robot, *robot.random_state(1, 5), np.zeros((5, robot.nv, 1)))
