"""The drivers tell the same: NumPy recursions, compiled kernels and, where JAX is installed, `lax.scan`.

`heft.*` runs the NumPy recursions here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import Mock, patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.compare import error_of_coordinates, error_of_samples
from support.quickly import quickly
from support.trees import SEEDS, trees

import heft
from heft.dynamics import engines, kernels, newton_euler
from heft.dynamics.kernels.layout import LANE
from heft.dynamics.tree import Tree, tree_of
from heft.robot.model import Robot
from heft.robot.zoo import planar_n, random_tree
from heft.spatial import rotation_about, rotation_from_quaternion

AGREE = 1e-10


@pytest.fixture(autouse=True, scope="module")
def by_numpy() -> Iterator[None]:
    """The public functions do not use the kernels, unless a test asks for it."""
    with patch.object(engines, "compiled", lambda *_: None):
        yield


some = settings(max_examples=40, deadline=None)
COMPILED = engines.compiled
counts = st.sampled_from([1, 2, LANE - 1, LANE, LANE + 1, 3 * LANE + 5])
"""Batches that end within a lane, at its edge and beyond it, on one thread and on several."""


def geared_on_one_parent() -> st.SearchStrategy[Robot]:
    """Trees whose articulated bodies can be eliminated joint by joint: what shares a coordinate shares a parent."""
    return trees().filter(lambda robot: tree_of(robot).shared_parents)


def gradient_by_numpy(robot: Robot, state, target: np.ndarray, weight: np.ndarray) -> dict[str, np.ndarray]:
    """The gradient of 1/2 sum w (qdd - target)^2 through lambda = M^-1 w (qdd - target): lambda, and -lambda^T Y."""
    q, qd, tau = state
    qdd = heft.forward_dynamics(robot, q, qd, tau)
    M = heft.mass_matrix(robot, q)
    multiplier = np.linalg.solve(M, (weight * (qdd - target))[..., None])[..., 0]
    Y = heft.torque_regressor(robot, q, qd, qdd)
    return {"tau": multiplier, "parameters": -np.einsum("ni,nik->k", multiplier, Y)}


def columns(robot: Robot, gradient: np.ndarray) -> np.ndarray:
    """A gradient in ten parameters of every body and rotor, as one in `robot.parameter_vector`."""
    rotors = [rotor.basis.T @ gradient[robot.n_bodies + k] for k, (_, rotor) in enumerate(robot.rotors)]
    return np.concatenate([gradient[: robot.n_bodies].ravel(), *rotors])


# -- NumPy and kernels ----------------------------------------------------------------------------


@some
@given(trees(), SEEDS, counts)
def test_inverse_dynamics(robot: Robot, seed: int, n: int):
    state = robot.random_state(seed, n)
    found = kernels.inverse_dynamics(robot, *state)
    assert error_of_coordinates(found, heft.inverse_dynamics(robot, *state)) < AGREE


@some
@given(trees(), SEEDS, counts)
def test_dense_regressor(robot: Robot, seed: int, n: int):
    state = robot.random_state(seed, n)
    expected = heft.torque_regressor(robot, *state)
    assert error_of_coordinates(kernels.torque_regressor(robot, *state), expected) < AGREE
    out = np.full_like(expected, np.nan)
    assert kernels.torque_regressor(robot, *state, out=out) is out
    assert error_of_coordinates(out, expected) < AGREE


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "cold"])
@some
@given(robot=trees(), seed=SEEDS, n=counts, samples=st.sampled_from([LANE, 2 * LANE, 4096]))
def test_packed_tiles(compiled: bool, robot: Robot, seed: int, n: int, samples: int):
    """Unpacked, the tiles are the dense regressor, and what they leave out is zero."""
    with patch.object(kernels, "_cold", Mock(takes=lambda pairs: not compiled)):
        _check_tiles(robot, seed, n, samples)


@some
@given(robot=trees(), seed=SEEDS, n=counts)
def test_a_few_samples_by_the_kernel_of_the_rows(robot: Robot, seed: int, n: int):
    state = robot.random_state(seed, n)
    with patch.object(kernels, "_cold_rows", Mock(ready=False)):
        assert kernels.sampled_regressor(robot, *state) is None
    with patch.object(kernels, "_cold_rows", Mock(ready=True, takes=lambda pairs: False)):
        found = kernels.sampled_regressor(robot, *state)
    assert found is not None
    assert error_of_coordinates(found, heft.torque_regressor(robot, *state)) < AGREE


def _check_tiles(robot: Robot, seed: int, n: int, samples: int):
    state = robot.random_state(seed, n)
    bodies = robot.n_bodies + len(robot.rotors)
    found, covered = np.zeros((n, robot.nv, bodies, 10)), 0
    for tile in kernels.regressor_tiles(robot, *state, samples=samples):
        assert tile.start == covered
        assert np.all(np.diff(tile.coordinate) >= 0)
        covered += tile.count
        rows = np.moveaxis(tile.values, -1, 1).reshape(-1, *tile.values.shape[1:3])[: tile.count]
        found[tile.start : covered, tile.coordinate, tile.body] = rows
    assert covered == n
    expected = heft.torque_regressor(robot, *state)
    links = found[:, :, : robot.n_bodies].reshape(n, robot.nv, -1)
    rotors = [found[:, :, robot.n_bodies + k] @ rotor.basis for k, (_, rotor) in enumerate(robot.rotors)]
    assert error_of_coordinates(np.concatenate([links, *rotors], axis=2), expected) < AGREE


@pytest.mark.parametrize("compiled", [True, False], ids=["compiled", "cold"])
@some
@given(robot=trees(), seed=SEEDS, n=counts)
def test_chosen_rows(compiled: bool, robot: Robot, seed: int, n: int):
    """Chosen rows, alone and added to another of their pair, are those of the tiles; others stay as they are."""
    state, width = robot.random_state(seed, n), -(-n // LANE) * LANE
    every = [tile.values for tile in kernels.regressor_tiles(robot, *state, samples=width)]
    packed = np.moveaxis(every[0], 0, 2).reshape(-1, width)[:, :n]
    rng = np.random.default_rng(seed)
    row, column = rng.integers(-1, len(packed), 20), rng.integers(-3, 10, 20)
    second = np.where((row < 0) | (column < 0), -1, row // 10 * 10 + column)
    out = np.full((len(row), width), 7.0)
    with patch.object(kernels, "_cold_rows", Mock(ready=compiled, takes=lambda pairs: True)):
        kernels.regressor_rows(robot, *state, row, second, out)
    with_none = np.vstack([packed, np.zeros(n)])
    expected = np.where(row[:, None] < 0, 7.0, with_none[row] + with_none[second])
    assert np.allclose(out[:, :n], expected, rtol=0, atol=AGREE * max(1.0, np.abs(packed).max(initial=0.0)))


@some
@given(geared_on_one_parent(), SEEDS, counts)
def test_forward_dynamics(robot: Robot, seed: int, n: int):
    q, qd, tau = robot.random_state(seed, n)
    found = kernels.forward_dynamics(robot, q, qd, tau)
    assert error_of_samples(found, heft.forward_dynamics(robot, q, qd, tau)) < AGREE


@some
@given(geared_on_one_parent(), SEEDS, counts)
def test_gradient_of_a_loss_on_accelerations(robot: Robot, seed: int, n: int):
    q, qd, tau = robot.random_state(seed, n)
    rng = np.random.default_rng(seed)
    target, weight = rng.standard_normal((n, robot.nv)), rng.uniform(0.5, 2.0, robot.nv)
    found = kernels.acceleration_gradient(robot, q, qd, tau, target, weight)
    expected = gradient_by_numpy(robot, (q, qd, tau), target, weight)
    qdd = heft.forward_dynamics(robot, q, qd, tau)
    assert error_of_samples(found.qdd, qdd) < AGREE
    assert abs(found.loss - 0.5 * np.sum(weight * (qdd - target) ** 2)) < AGREE * found.loss
    assert error_of_samples(found.tau, expected["tau"]) < 1e-9
    assert error_of_samples(columns(robot, found.parameters)[None], expected["parameters"][None]) < 1e-9


@settings(max_examples=15, deadline=None)
@given(trees(largest=5).filter(lambda robot: tree_of(robot).shared_parents), SEEDS)
def test_the_gradient_is_the_slope_of_the_loss(robot: Robot, seed: int):
    """By differences of the loss, in a direction of the parameters and in one of the torques."""
    n, step = 3, 1e-5
    q, qd, tau = robot.random_state(seed, n)
    rng = np.random.default_rng(seed)
    target = rng.standard_normal((n, robot.nv))
    gradient = kernels.acceleration_gradient(robot, q, qd, tau, target)

    def loss(along: float, parameters: np.ndarray, torques: np.ndarray) -> float:
        other = robot.with_parameters(robot.parameter_vector + along * parameters)
        return 0.5 * float(np.sum((heft.forward_dynamics(other, q, qd, tau + along * torques) - target) ** 2))

    direction = robot.parameter_vector * rng.uniform(-1, 1, robot.parameter_vector.shape)
    push = rng.standard_normal(tau.shape)
    slopes = {
        "parameters": (columns(robot, gradient.parameters), direction, 0 * push),
        "torques": (gradient.tau, 0 * direction, push),
    }
    for part, parameters, torques in slopes.values():
        terms = part * (parameters if part.shape == parameters.shape else torques)
        slope = (loss(step, parameters, torques) - loss(-step, parameters, torques)) / (2 * step)
        assert abs(slope - np.sum(terms)) < 1e-5 * (np.sum(np.abs(terms)) + gradient.loss)


def elsewhere(robot: Robot, rng: np.random.Generator) -> tuple[Tree, dict[str, Any]]:
    """A tree with other placements, parameters, gravity and armature, and those as they are given to the kernels."""
    tree = tree_of(robot)
    R = np.moveaxis(rotation_from_quaternion(rng.standard_normal((4, tree.n))), 2, 0)
    p, armature = rng.standard_normal((tree.n, 3)), rng.uniform(0.0, 1.0, tree.nv)
    parameters, gravity = rng.uniform(0.5, 2.0, (tree.n, 1)) * tree.parameters, rng.standard_normal(3)
    numbers = {"parameters": parameters, "gravity": gravity, "armature": armature}
    return replace(tree, R=R, p=p, **numbers), numbers | {"placement": (R, p)}


def torques_of(tree: Tree, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
    """Inverse dynamics of a tree by the NumPy recursion, samples first."""
    tau, _ = newton_euler.inverse_dynamics(tree, q.T, qd.T, qdd.T, tree.parameters)
    return tau.T + tree.armature * qdd


@some
@given(geared_on_one_parent(), SEEDS, st.sampled_from([{}, {"armature": None}]))
def test_numbers_that_are_given_stand_in_the_place_of_the_robots(robot: Robot, seed: int, left: dict[str, None]):
    tree, numbers = elsewhere(robot, np.random.default_rng(seed))
    if left:
        tree, numbers = replace(tree, armature=tree_of(robot).armature), numbers | left
    q, qd, qdd = state = robot.random_state(seed, LANE + 1)
    tau = torques_of(tree, *state)
    assert error_of_coordinates(kernels.inverse_dynamics(robot, *state, **numbers), tau) < AGREE
    assert error_of_samples(kernels.forward_dynamics(robot, q, qd, tau, **numbers), qdd) < 1e-8
    Y = kernels.torque_regressor(robot, *state, **numbers)
    free = [np.linalg.pinv(r.basis) @ tree.parameters[robot.n_bodies + k] for k, (_, r) in enumerate(robot.rotors)]
    pi = np.concatenate([tree.parameters[: robot.n_bodies].ravel(), *free])
    assert error_of_coordinates(Y @ pi + tree.armature * qdd, tau) < AGREE


@some
@given(trees(), SEEDS, counts)
def test_derivatives_in_the_placements_are_slopes(robot: Robot, seed: int, n: int):
    """By differences of fourth order, in a direction that turns and shifts every body."""
    rng = np.random.default_rng(seed)
    tree, numbers = elsewhere(robot, rng)
    state, h = robot.random_state(seed, n), 1e-3
    turn, shift = rng.standard_normal((2, tree.n, 3)) / np.sqrt(tree.n)

    def torques(step: float) -> np.ndarray:
        angle = np.linalg.norm(turn, axis=1)
        moved = np.moveaxis(rotation_about((turn / angle[:, None]).T, step * angle), 2, 0)
        return torques_of(replace(tree, R=moved @ tree.R, p=tree.p + step * shift), *state)

    slope = (8 * (torques(h) - torques(-h)) - torques(2 * h) + torques(-2 * h)) / (12 * h)
    K = kernels.placement_jacobian(robot, *state, **numbers)
    assert error_of_samples(np.einsum("nvbk,bk->nv", K, np.concatenate([turn, shift], axis=1)), slope) < 1e-7


def test_the_api_takes_the_kernels_for_long_batches(monkeypatch: pytest.MonkeyPatch):
    """And what they say passes through unchanged, single samples and wrenches excepted, which NumPy computes."""
    robot = random_tree(4, 6, friction=True, mimics=False)
    q, qd, qdd = robot.random_state(1, 200)
    functions = {
        "inverse": lambda: heft.inverse_dynamics(robot, q, qd, qdd, friction=True),
        "forward": lambda: heft.forward_dynamics(robot, q, qd, qdd, friction=True),
        "regressor": lambda: heft.torque_regressor(robot, q, qd, qdd),
    }
    short = {name: function() for name, function in functions.items()}
    calls = []
    for name in ("inverse_dynamics", "forward_dynamics", "torque_regressor"):
        whole = getattr(kernels, name)
        monkeypatch.setattr(kernels, name, lambda *args, whole=whole, name=name: calls.append(name) or whole(*args))
    monkeypatch.setattr(engines, "compiled", COMPILED)
    for name, function in functions.items():
        assert error_of_samples(function(), short[name]) < AGREE
    assert calls == ["inverse_dynamics", "forward_dynamics", "torque_regressor"]


@pytest.mark.parametrize("angle", [1e3, 9e4, 1e12, 1e17])
def test_large_angles(angle: float, monkeypatch: pytest.MonkeyPatch):
    """The kernels' own sine is good up to 1e5 rad; beyond, the public functions stay with NumPy."""
    robot = planar_n(2)
    rng = np.random.default_rng(0)
    q, qd, qdd = angle * rng.uniform(0.5, 1, (200, 2)), rng.standard_normal((200, 2)), rng.standard_normal((200, 2))
    expected = heft.inverse_dynamics(robot, q, qd, qdd)
    monkeypatch.setattr(engines, "compiled", COMPILED)
    assert error_of_coordinates(heft.inverse_dynamics(robot, q, qd, qdd), expected) < AGREE
    if angle < kernels.LARGEST_ANGLE:
        assert error_of_coordinates(kernels.inverse_dynamics(robot, q, qd, qdd), expected) < AGREE


# -- JAX ------------------------------------------------------------------------------------------

GEARED = random_tree(12, 6, base="floating", mimics=False)
TIED = random_tree(1, 8, kinds=["revolute", "prismatic", "helical"])


def test_the_robots_for_jax_are_what_they_are_called():
    assert GEARED.rotors
    assert tree_of(GEARED).shared_parents
    assert not tree_of(TIED).shared_parents


@pytest.mark.parametrize("robot", [GEARED, TIED], ids=["geared", "tied"])
def test_jax(robot: Robot):
    """Two robots, because each takes seconds to compile; `tests/unit/dynamics/test_scan.py` has more."""
    pytest.importorskip("jax")
    scan = pytest.importorskip("heft.dynamics.scan")
    tree, (q, qd, qdd) = tree_of(robot), robot.random_state(3, 7)
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    assert error_of_coordinates(quickly(scan.batched(scan.inverse_dynamics, tree))(q, qd, qdd), tau) < AGREE
    assert error_of_samples(quickly(scan.batched(scan.forward_dynamics, tree))(q, qd, tau), qdd) < 1e-9


def test_jax_differentiates_to_what_the_kernels_say():
    jax = pytest.importorskip("jax")
    scan = pytest.importorskip("heft.dynamics.scan")
    robot = GEARED
    tree, (q, qd, tau) = tree_of(robot), robot.random_state(5, 6)
    target = np.random.default_rng(6).standard_normal(tau.shape)

    def loss(parameters, torques):
        qdd = scan.forward_dynamics(tree, q.T, qd.T, torques.T, parameters=parameters)
        return 0.5 * ((qdd - target.T) ** 2).sum()

    by_parameters, by_torques = quickly(jax.grad(loss, argnums=(0, 1)))(tree.parameters, tau)
    found = kernels.acceleration_gradient(robot, q, qd, tau, target)
    assert error_of_samples(found.parameters, by_parameters) < 1e-9
    assert error_of_samples(found.tau, by_torques) < 1e-9


def test_jax_differentiates_in_placements_to_what_the_kernels_say():
    jax = pytest.importorskip("jax")
    scan = pytest.importorskip("heft.dynamics.scan")
    tree, state = tree_of(GEARED), GEARED.random_state(5, 6)

    def torques(moved):
        turn, shift = moved[:, :3], moved[:, 3:]
        R = tree.R + jax.numpy.cross(turn[:, None], tree.R.swapaxes(1, 2)).swapaxes(1, 2)
        return scan.inverse_dynamics(tree, *(x.T for x in state), placement=(R, tree.p + shift))

    expected = np.moveaxis(quickly(jax.jacfwd(torques))(np.zeros((tree.n, 6))), 1, 0)
    found = kernels.placement_jacobian(GEARED, *state)
    assert np.abs(found - expected).max() < 1e-12 * np.abs(expected).max()


def test_one_robot_with_everything_agrees_across_the_drivers():
    """All quantities of one large robot, so that a driver cannot be right on small trees alone."""
    robot = random_tree(7, 40, mimics=False, friction=True)
    q, qd, tau = state = robot.random_state(8, 130)
    torques, Y = heft.inverse_dynamics(robot, *state), heft.torque_regressor(robot, *state)
    assert error_of_coordinates(kernels.inverse_dynamics(robot, *state), torques) < AGREE
    assert error_of_coordinates(kernels.torque_regressor(robot, *state), Y) < AGREE
    qdd = heft.forward_dynamics(robot, q, qd, tau)
    assert error_of_samples(kernels.forward_dynamics(robot, q, qd, tau), qdd) < 1e-9
    M, bias = heft.mass_matrix(robot, q), heft.bias_forces(robot, q, qd)
    assert error_of_samples(np.einsum("nij,nj->ni", M, qdd) + bias, tau) < 1e-9
