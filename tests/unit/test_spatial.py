"""Six-dimensional vectors: the transforms are a group, forces are dual to motions, and nothing minds a sample axis."""

from __future__ import annotations

import numpy as np
import pytest

from heft import parameters as inertial
from heft import spatial as sp


@pytest.fixture(params=[(), (5,), (2, 3)], ids=["alone", "samples", "grid"])
def samples(request: pytest.FixtureRequest) -> tuple[int, ...]:
    return request.param


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def rotations(rng: np.random.Generator, samples: tuple[int, ...]) -> np.ndarray:
    return sp.rotation_from_quaternion(rng.standard_normal((4, *samples)))


def times(A: np.ndarray, B: np.ndarray) -> np.ndarray:
    return np.einsum("ab...,bc...->ac...", A, B)


def on(A: np.ndarray, x: np.ndarray) -> np.ndarray:
    return np.einsum("ab...,b...->a...", A, x)


def dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.sum(a * b, axis=0)


def near(a: np.ndarray, b: np.ndarray) -> bool:
    return a.shape == np.broadcast_shapes(a.shape, b.shape) and np.allclose(a, b, rtol=0, atol=1e-13)


# -- rotations ------------------------------------------------------------------------------------


def test_rotations_are_rotations(rng, samples):
    for R in (rotations(rng, samples), sp.rotation_about(np.array([0.6, 0.0, 0.8]), rng.standard_normal(samples))):
        one = np.eye(3).reshape(3, 3, *(1,) * len(samples))
        assert near(times(R, np.swapaxes(R, 0, 1)), one)
        assert np.allclose(np.linalg.det(np.moveaxis(R, (0, 1), (-2, -1))), 1.0)


def test_rotation_about_an_axis_by_hand():
    quarter = sp.rotation_about(np.array([0.0, 0.0, 1.0]), np.array(np.pi / 2))
    assert near(sp.rotate(quarter, np.array([1.0, 0.0, 0.0])), np.array([0.0, 1.0, 0.0]))
    third = sp.rotation_about(np.ones(3) / np.sqrt(3), np.array(2 * np.pi / 3))
    assert near(third, np.array([[0.0, 0, 1], [1, 0, 0], [0, 1, 0]]))


def test_rotate_and_back(rng, samples):
    R, v = rotations(rng, samples), rng.standard_normal((3, *samples))
    assert near(sp.rotate(R, v), on(R, v))
    assert near(sp.rotate_back(R, sp.rotate(R, v)), v)


def test_cross(rng, samples):
    a, b = rng.standard_normal((2, 3, *samples))
    assert near(sp.cross(a, b), np.cross(a, b, axis=0))


def test_quaternions_of_any_length_and_sign_give_one_rotation(rng, samples):
    q = rng.standard_normal((4, *samples))
    assert near(sp.rotation_from_quaternion(-3 * q), sp.rotation_from_quaternion(q))


def test_the_product_of_quaternions_is_that_of_their_rotations(rng, samples):
    a, b = rng.standard_normal((2, 4, *samples))
    product = sp.rotation_from_quaternion(sp.quaternion_product(a, b))
    assert near(product, times(sp.rotation_from_quaternion(a), sp.rotation_from_quaternion(b)))


@pytest.mark.parametrize("angle", [0.0, 1e-12, 1e-5, 0.99e-4, 1.01e-4, 1e-3, 1.0, 3.0, np.pi, 7.0])
def test_the_exponential_is_rotation_about_an_axis(angle: float):
    axis = np.array([2.0, -1.0, 2.0]) / 3
    q = sp.quaternion_exponential(angle * axis)
    assert np.isclose(np.linalg.norm(q), 1.0, rtol=0, atol=1e-15)
    assert near(sp.rotation_from_quaternion(q), sp.rotation_about(axis, np.array(angle)))
    assert near(q[1:], np.sin(angle / 2) * axis)


# -- vectors --------------------------------------------------------------------------------------


def test_parts_of_a_spatial_vector(rng, samples):
    w, v = rng.standard_normal((2, 3, *samples))
    m = sp.spatial(w, v)
    assert m.shape == (6, *samples)
    assert np.array_equal(sp.angular(m), w)
    assert np.array_equal(sp.linear(m), v)


def test_to_the_child_and_back(rng, samples):
    R, p, m = rotations(rng, samples), rng.standard_normal((3, *samples)), rng.standard_normal((6, *samples))
    assert near(sp.motion_to_parent(R, p, sp.motion_to_child(R, p, m)), m)
    assert near(sp.motion_to_child(R, p, sp.motion_to_parent(R, p, m)), m)


def test_the_matrix_of_a_transform(rng, samples):
    R, p = rotations(rng, samples), rng.standard_normal((3, *samples))
    X = sp.motion_matrix(R, p)
    m, f = rng.standard_normal((2, 6, *samples))
    assert near(on(X, m), sp.motion_to_child(R, p, m))
    assert near(on(np.swapaxes(X, 0, 1), f), sp.force_to_parent(R, p, f))
    back = sp.motion_matrix(np.swapaxes(R, 0, 1), -sp.rotate_back(R, p))
    assert near(times(X, back), np.eye(6).reshape(6, 6, *(1,) * len(samples)))


def test_transforms_compose(rng, samples):
    R, Q = rotations(rng, samples), rotations(rng, samples)
    p, r = rng.standard_normal((2, 3, *samples))
    both = sp.motion_matrix(times(R, Q), p + sp.rotate(R, r))
    assert near(both, times(sp.motion_matrix(Q, r), sp.motion_matrix(R, p)))


def test_power_does_not_depend_on_the_frame(rng, samples):
    R, p = rotations(rng, samples), rng.standard_normal((3, *samples))
    m, f = rng.standard_normal((2, 6, *samples))
    assert near(dot(sp.motion_to_child(R, p, m), f), dot(m, sp.force_to_parent(R, p, f)))


def test_a_turning_frame_by_hand():
    """A frame one metre along x from a disc that turns about z moves along y."""
    m = sp.motion_to_child(np.eye(3), np.array([1.0, 0, 0]), np.array([0.0, 0, 1, 0, 0, 0]))
    assert near(m, np.array([0.0, 0, 1, 0, 1, 0]))
    f = sp.force_to_parent(np.eye(3), np.array([1.0, 0, 0]), np.array([0.0, 0, 0, 0, 1, 0]))
    assert near(f, np.array([0.0, 0, 1, 0, 1, 0]))


def test_cross_products_are_dual(rng, samples):
    """(v x m) . f = -m . (v x* f), so that moving together changes no power."""
    v, m, f = rng.standard_normal((3, 6, *samples))
    assert near(dot(sp.cross_motion(v, m), f), -dot(m, sp.cross_force(v, f)))


def test_the_cross_product_of_motions_is_a_lie_bracket(rng, samples):
    a, b, c = rng.standard_normal((3, 6, *samples))
    assert near(sp.cross_motion(a, b), -sp.cross_motion(b, a))
    jacobi = (
        sp.cross_motion(a, sp.cross_motion(b, c))
        + sp.cross_motion(b, sp.cross_motion(c, a))
        + sp.cross_motion(c, sp.cross_motion(a, b))
    )
    assert np.allclose(jacobi, 0, atol=1e-12)


def test_transforms_respect_the_bracket(rng, samples):
    R, p = rotations(rng, samples), rng.standard_normal((3, *samples))
    a, b = rng.standard_normal((2, 6, *samples))
    moved = sp.cross_motion(sp.motion_to_child(R, p, a), sp.motion_to_child(R, p, b))
    assert np.allclose(sp.motion_to_child(R, p, sp.cross_motion(a, b)), moved, rtol=0, atol=1e-12)


# -- inertias -------------------------------------------------------------------------------------


def test_momentum_three_ways(rng, samples):
    pi = np.moveaxis(inertial.from_log_cholesky(rng.uniform(-1, 1, (*samples, 10))), -1, 0)
    v = rng.standard_normal((6, *samples))
    expected = np.einsum("...ab,b...->a...", inertial.to_matrix(np.moveaxis(pi, 0, -1)), v)
    assert np.allclose(sp.apply_inertia(pi, v), expected, rtol=0, atol=1e-11)
    assert np.allclose(on(sp.inertia_matrix(pi), v), expected, rtol=0, atol=1e-11)
    assert np.allclose(on(sp.momentum_regressor(v), pi), expected, rtol=0, atol=1e-11)


def test_an_inertia_seen_from_the_parent(rng):
    pi = inertial.from_log_cholesky(rng.uniform(-1, 1, 10))
    R, p = rotations(rng, ()), rng.standard_normal(3)
    seen = sp.inertia_to_parent(sp.motion_matrix(R, p), sp.inertia_matrix(pi))
    assert np.allclose(seen, inertial.to_matrix(inertial.transform(pi, R, p)), rtol=1e-12, atol=1e-12)


def test_jax_arrays_stay_jax():
    jnp = pytest.importorskip("jax.numpy")
    v = jnp.asarray(np.arange(6.0))
    assert sp.namespace(np.zeros(3), v) is jnp
    assert isinstance(sp.cross_motion(v, v), type(v))
    assert sp.namespace(np.zeros(3), 1.0) is np
