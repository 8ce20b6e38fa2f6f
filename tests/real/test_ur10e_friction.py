"""A real UR10e: contacts that bend before they slide, beside Coulomb's friction, on runs that neither has seen.

Bending distances come from the run that is fitted. That friction should bend, and grow with the load, was decided on
the runs of 40 s and of 14 harmonics; the point-to-point run, at rest for half of its time, is only reported.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import heft
from heft.estimation.estimate import Estimate
from heft.estimation.options import Options
from heft.logs.motion import Motion

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared/data/ur10e"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the UR10e's logs are not at ../shared/data")

PUBLISHED = np.array([12.7, 5.0, 5.9, 10.9, 16.0, 55.4])
"""[%] of a consistent estimate of others on the point-to-point run, against currents as measured."""


@pytest.fixture(scope="module")
def robot():
    return heft.load(DATA / "ur10e.urdf")


def cleaned(robot: heft.Robot, name: str, first: int, last: int | None) -> Motion:
    log = heft.read_log(DATA / f"ur-{name}.csv", ROOT / "examples/maps/ur10e_published.toml")
    part = {key: getattr(log, key)[first:last] for key in ("t", "q", "qd", "effort")}
    return heft.clean(robot, replace(log, **part, source=None))


@pytest.fixture(scope="module")
def estimates(robot) -> dict[str, Estimate]:
    fitted = cleaned(robot, "20_02_10-30sec_12harm", 634, 3510)
    kinds = {"coulomb": ("coulomb",), "hysteresis": ("hysteresis",), "load": ("hysteresis", "load")}
    return {
        name: heft.identify(robot, fitted, Options(friction=("viscous", *kind, "offset"), held_out=0))
        for name, kind in kinds.items()
    }


def errors(estimate: Estimate, motion: Motion) -> np.ndarray:
    """[%] per joint against efforts as measured, every sample counted."""
    raw = replace(motion, regression_filter=None, velocity_threshold=np.zeros(6))
    judged = estimate.validate(raw)
    assert all(joint.n == motion.n for joint in judged.joints)
    return np.array([joint.relative_percent for joint in judged.joints])


@pytest.mark.parametrize(
    ("name", "first", "last"), [("20_02_12-40sec_12harm", 0, None), ("20_02_19_14harm50sec", 194, 4966)]
)
def test_bending_is_better_on_runs_like_the_fitted_one(robot, estimates, name, first, last):
    motion = cleaned(robot, name, first, last)
    coulomb, hysteresis, load = (errors(estimates[kind], motion) for kind in ("coulomb", "hysteresis", "load"))
    assert np.all(hysteresis < coulomb)
    assert np.mean(hysteresis / coulomb) < 0.9
    # the shoulder's and the elbow's gears carry the arm
    assert np.all(load[1:3] < 0.85 * hysteresis[1:3])
    assert np.all(load < 1.02 * hysteresis)


def test_point_to_point(robot, estimates):
    motion = cleaned(robot, "20_01_17-ptp_10_points", 699, 4200)
    coulomb, hysteresis, load = (errors(estimates[kind], motion) for kind in ("coulomb", "hysteresis", "load"))
    assert np.all(hysteresis <= PUBLISHED), hysteresis
    assert hysteresis[5] < 27 < 60 < coulomb[5]
    assert np.all(load[1:3] < [4.1, 4.8])


def test_every_link_is_possible_and_every_distance_small(estimates):
    for estimate in estimates.values():
        assert all(heft.parameters.is_physical(ten) for ten in estimate.robot.parameters)
    found = np.array(list(estimates["hysteresis"].friction_numbers.values()))
    assert np.all((found > 5e-5) & (found < 5e-4))  # inside what was searched
