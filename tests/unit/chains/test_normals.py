"""Common normals of joint axes: skew, intersecting, parallel and coincident."""

from __future__ import annotations

import numpy as np
import pytest

from heft.chains.normals import are_parallel, common_normal

Z = np.array([0.0, 0.0, 1.0])
LIMITS = {"parallel": 1e-6, "coincident": 1e-9}


@pytest.mark.parametrize("seed", range(5))
def test_the_normal_of_skew_axes_is_perpendicular_to_both_and_meets_both(seed: int) -> None:
    rng = np.random.default_rng(seed)
    following = rng.standard_normal(3)
    following /= np.linalg.norm(following)
    origin = rng.standard_normal(3)
    direction, foot = common_normal(Z, following, origin, **LIMITS)
    assert direction is not None
    assert np.linalg.norm(direction) == pytest.approx(1.0)
    assert abs(direction @ Z) < 1e-12
    assert abs(direction @ following) < 1e-12
    # From the foot, along the normal, to the other axis.
    way = (origin - foot) @ direction
    assert np.linalg.norm(np.cross(foot + way * direction - origin, following)) < 1e-12


def test_axes_that_intersect_have_their_foot_there() -> None:
    direction, foot = common_normal(Z, np.array([1.0, 0.0, 0.0]), np.array([5.0, 0.0, 2.0]), **LIMITS)
    np.testing.assert_allclose(foot, [0, 0, 2])
    np.testing.assert_allclose(direction, [0, 1, 0])


def test_the_normal_of_parallel_axes_meets_the_origin_of_the_other() -> None:
    direction, foot = common_normal(Z, -Z, np.array([3.0, 4.0, 7.0]), **LIMITS)
    np.testing.assert_allclose(direction, [0.6, 0.8, 0])
    np.testing.assert_allclose(foot, [0, 0, 7])


def test_one_line_has_no_normal() -> None:
    direction, foot = common_normal(Z, Z, np.array([0.0, 0.0, 7.0]), **LIMITS)
    assert direction is None
    np.testing.assert_allclose(foot, [0, 0, 7])


def test_the_tolerance_is_a_sine() -> None:
    tilted = np.array([np.sin(1e-3), 0.0, np.cos(1e-3)])
    assert are_parallel(Z, tilted, 2e-3)
    assert are_parallel(Z, -tilted, 2e-3)
    assert not are_parallel(Z, tilted, 5e-4)
