"""What every kind of joint must obey, those that are registered later included."""

from __future__ import annotations

import numpy as np
import pytest

from heft.robot.exact import Number
from heft.robot.joint import Limits
from heft.robot.joints import JointKind, ScrewKind, joint_kinds
from heft.robot.joints.kind import Axes, plane_basis
from heft.spatial import angular, displacement, linear, quaternion_exponential, rotate, rotation_from_quaternion

SAMPLES = 7
AXIS = np.array([2.0, -1.0, 2.0]) / 3
PITCH = Number.parse("1/7")

every_kind = pytest.mark.parametrize("kind", joint_kinds().values(), ids=list(joint_kinds()))


def pose(kind: JointKind, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """R (3, 3, samples) and p (3, samples) of one joint at q (nq, samples)."""
    b, c = plane_basis(AXIS)
    turn, slide = (float(kind.turns), float(kind.slide(PITCH))) if isinstance(kind, ScrewKind) else (0.0, 0.0)
    columns = (x.reshape(3, 1, 1) for x in (AXIS, b, c))
    R, p = kind.pose(Axes(*columns, np.full((1, 1), turn), np.full((1, 1), slide)), q[:, None])
    return R[:, :, 0], p[:, 0]


def states(kind: JointKind) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Random q (nq, samples), u and v (nv, samples)."""
    rng = np.random.default_rng(5)
    q = kind.random(rng, SAMPLES, Limits()).T
    return q, *rng.uniform(-1, 1, (2, kind.nv, SAMPLES))


@every_kind
def test_sizes_agree(kind: JointKind):
    S = kind.subspace(AXIS, PITCH)
    assert S.shape == (6, kind.nv)
    assert len(kind.rotational) == kind.nv
    assert len(kind.angles) == kind.nq
    assert kind.nq - kind.nv == kind.quaternion
    assert np.linalg.matrix_rank(S) == kind.nv if kind.nv else True
    assert kind.neutral.shape == (kind.nq,)


@every_kind
def test_the_body_stands_in_its_frame_at_the_neutral_configuration(kind: JointKind):
    R, p = pose(kind, kind.neutral[:, None])
    assert np.allclose(R[:, :, 0], np.eye(3), rtol=0, atol=1e-15)
    assert np.allclose(p, 0, rtol=0, atol=1e-15)


@every_kind
def test_the_exponential_moves_the_body_along_its_subspace(kind: JointKind):
    """pose(q (+) u) = pose(q) exp(S u), the motion of a body whose velocity S u is constant in its own frame."""
    q, u, _ = states(kind)
    R, p = pose(kind, q)
    twist = kind.subspace(AXIS, PITCH) @ u
    turned = rotation_from_quaternion(quaternion_exponential(angular(twist)))
    moved = p + rotate(R, displacement(angular(twist), linear(twist)))
    found_R, found_p = pose(kind, kind.exponential(q, u))
    assert np.allclose(found_R, np.einsum("ij...,jk...->ik...", R, turned), rtol=0, atol=1e-14)
    assert np.allclose(found_p, moved, rtol=0, atol=1e-14)


@every_kind
def test_the_bracket_is_that_of_the_subspace(kind: JointKind):
    """S [u, v] = S u x S v."""
    _, u, v = states(kind)
    S = kind.subspace(AXIS, PITCH)
    (w, x), (y, z) = ((s[:3].T, s[3:].T) for s in (S @ u, S @ v))
    expected = np.concatenate([np.cross(w, y), np.cross(w, z) + np.cross(x, y)], axis=1).T
    assert np.allclose(S @ kind.bracket(u, v), expected, rtol=0, atol=1e-14)
    assert kind.adds == (not np.any(expected) and kind.nq == kind.nv)


@every_kind
def test_the_velocity_is_the_rate_of_the_exponential(kind: JointKind):
    """d/dt q (+) v t at t = 0, put through `velocity`, is v."""
    q, v, _ = states(kind)
    step = 1e-5
    rate = (kind.exponential(q, step * v) - kind.exponential(q, -step * v)) / (2 * step)
    assert np.allclose(kind.velocity(q, rate), v, rtol=0, atol=1e-9)


@pytest.mark.parametrize("axis", [(0, 0, 1), (1, 0, 0), (0, 1, 0), (0, 0, -1), (1, 1, 1), (-1, 2, 0.5)])
def test_the_basis_of_a_plane_is_right_handed(axis: tuple[float, float, float]):
    a = np.array(axis) / np.linalg.norm(axis)
    b, c = plane_basis(a)
    assert np.allclose(np.column_stack([b, c, a]).T @ np.column_stack([b, c, a]), np.eye(3), rtol=0, atol=1e-15)
    assert np.allclose(np.cross(b, c), a)
    if axis == (0, 0, 1):
        assert np.array_equal([b, c], [[1, 0, 0], [0, 1, 0]])
