"""Designed motions of random robots with mimic joints, limits and obstacles: no limit is broken, by Pinocchio."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("coal", reason="coal is not installed")

import excitation_limits  # of benchmarks/

SEEDS = (5, 7, 9, 10, 17, 24)
"""Of robots whose motions would break limits of followers if these did not count; of the first, postures are asked."""


@pytest.mark.parametrize("seed", SEEDS)
def test_no_limit_is_broken(seed: int) -> None:
    found = excitation_limits.tried(seed, None)
    assert isinstance(found, excitation_limits.Checked), found
    assert not any(found.broken.values()), found.broken
    assert found.used["position"] <= 0.95 + 1e-6
    assert found.used["velocity"] <= 0.95 + 1e-6
    assert found.used["effort"] <= 0.8 + 1e-6
    assert found.apart >= -excitation_limits.BETWEEN_SAMPLES


def test_a_broken_limit_is_found() -> None:
    """The check itself: of a motion that is moved and enlarged."""
    case = excitation_limits.random_case(9)
    plan = excitation_limits.designed(case, None)
    wide = replace(plan.curve, coefficients=30 * plan.curve.coefficients + 0.5)
    broken = excitation_limits.checked(case, replace(plan, curve=wide), 0.0).broken
    assert broken["position"]
    assert broken["velocity"]
    assert broken["effort"]
