"""The faces of ten inertial parameters are faces of one body, and frames do not change what it is."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from support.trees import SEEDS

from heft import parameters as inertial
from heft.spatial import motion_matrix

some = settings(max_examples=50, deadline=None)
thetas = arrays(float, 10, elements=st.floats(-2, 2))
batches = arrays(float, st.tuples(st.integers(0, 3), st.integers(1, 3), st.just(10)), elements=st.floats(-1, 1))


def close(a: np.ndarray, b: np.ndarray, tolerance: float = 1e-12) -> bool:
    """Equal up to rounding, measured by the largest entry."""
    return a.shape == b.shape and bool(np.max(np.abs(a - b), initial=0.0) <= tolerance * np.max(np.abs(b), initial=1.0))


def random_pose(seed: int) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    R = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    return R * np.linalg.det(R), rng.standard_normal(3)


def cloud(seed: int, points: int) -> tuple[np.ndarray, np.ndarray]:
    """Masses and where they are."""
    rng = np.random.default_rng(seed)
    return rng.uniform(0.1, 2.0, points), rng.standard_normal((points, 3))


def parameters_of(masses: np.ndarray, points: np.ndarray) -> np.ndarray:
    """The ten sums over point masses, written out as the definition has them."""
    x, y, z = points.T
    m = masses
    moments = [m @ (y**2 + z**2), -m @ (x * y), -m @ (x * z), m @ (x**2 + z**2), -m @ (y * z), m @ (x**2 + y**2)]
    return np.array([m.sum(), m @ x, m @ y, m @ z, *moments])


@some
@given(thetas)
def test_any_log_cholesky_coordinates_make_a_physical_body(theta: np.ndarray):
    pi = inertial.from_log_cholesky(theta)
    verdict = inertial.is_physical(pi)
    assert verdict
    assert verdict.margin > -inertial.RELATIVE_TOLERANCE
    assert np.all(np.linalg.eigvalsh(inertial.to_pseudo_inertia(pi)) > -1e-12)
    assert np.allclose(inertial.to_log_cholesky(pi), theta, rtol=1e-6, atol=1e-6)


@some
@given(batches)
def test_conversions_go_there_and_back(theta: np.ndarray):
    pi = inertial.from_log_cholesky(theta)
    assert pi.shape == theta.shape
    assert close(inertial.from_matrix(inertial.to_matrix(pi)), pi)
    assert close(inertial.from_pseudo_inertia(inertial.to_pseudo_inertia(pi)), pi)
    assert close(inertial.from_com(*inertial.to_com(pi)), pi)
    assert close(inertial.from_log_cholesky(inertial.to_log_cholesky(pi)), pi, 1e-9)


@some
@given(SEEDS, st.integers(1, 12))
def test_a_cloud_of_masses_is_a_body(seed: int, points: int):
    """One point is a point mass, two a line, three a sheet: physical, with no margin; more have some."""
    masses, places = cloud(seed, points)
    pi = parameters_of(masses, places)
    verdict = inertial.is_physical(pi)
    assert verdict, verdict.reason
    assert verdict.margin > 0 if points > 3 else abs(verdict.margin) < 1e-9
    mass, com, inertia = inertial.to_com(pi)
    assert np.isclose(mass, masses.sum())
    assert np.allclose(com, masses @ places / masses.sum())
    about_com = parameters_of(masses, places - com)
    assert close(inertial.rotational_inertia(about_com), inertia)
    assert close(inertial.from_com(mass, com, inertia), pi)
    second = np.column_stack([places, np.ones(points)])
    assert close(inertial.to_pseudo_inertia(pi), second.T @ (masses[:, None] * second))


@some
@given(SEEDS, st.integers(4, 9))
def test_another_frame_sees_the_same_masses(seed: int, points: int):
    masses, places = cloud(seed, points)
    R, p = random_pose(seed)
    moved = inertial.transform(parameters_of(masses, places), R, p)
    assert close(moved, parameters_of(masses, places @ R.T + p))


@some
@given(thetas, SEEDS)
def test_another_frame_keeps_physicality_and_kinetic_energy(theta: np.ndarray, seed: int):
    pi, (R, p) = inertial.from_log_cholesky(theta), random_pose(seed)
    moved = inertial.transform(pi, R, p)
    before, after = inertial.is_physical(pi), inertial.is_physical(moved)
    assert before
    assert after
    assert abs(after.margin - before.margin) < 1e-6
    v = np.random.default_rng(seed).standard_normal(6)
    X = motion_matrix(R, p)
    assert np.isclose(v @ inertial.to_matrix(moved) @ v, (X @ v) @ inertial.to_matrix(pi) @ (X @ v), rtol=1e-10)
    assert close(inertial.transform(moved, R.T, -R.T @ p), pi, 1e-10)


@some
@given(thetas, SEEDS)
def test_transforms_compose(theta: np.ndarray, seed: int):
    pi, (R, p), (Q, r) = inertial.from_log_cholesky(theta), random_pose(seed), random_pose(seed + 1)
    once = inertial.transform(pi, R @ Q, R @ r + p)
    assert close(inertial.transform(inertial.transform(pi, Q, r), R, p), once, 1e-11)


@some
@given(thetas, thetas)
def test_two_bodies_are_together_a_body(one: np.ndarray, other: np.ndarray):
    assert inertial.is_physical(inertial.from_log_cholesky(one) + inertial.from_log_cholesky(other))


@some
@given(thetas, st.floats(1.01, 5.0), st.integers(0, 2))
def test_taking_away_more_than_there_is_breaks_physicality(theta: np.ndarray, much: float, axis: int):
    """A second moment about the centre that is taken below zero: the body becomes impossible, by that much."""
    mass, com, inertia = inertial.to_com(inertial.from_log_cholesky(theta))
    second = 0.5 * np.trace(inertia) * np.eye(3) - inertia
    values, vectors = np.linalg.eigh(second)
    values[axis] -= much * values[axis]
    broken = vectors @ np.diag(values) @ vectors.T
    verdict = inertial.is_physical(inertial.from_com(mass, com, np.trace(broken) * np.eye(3) - broken))
    expected = values.min() / np.abs(values).max()
    assert np.isclose(verdict.margin, expected, rtol=1e-3, atol=1e-6)
    if expected < -1e-6:
        assert not verdict
        assert "triangle inequality" in verdict.reason or "negative" in verdict.reason
