"""UR10e without and with 2.805 kg: gains of one part of the runs weigh the load in another."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import heft
from heft.logs.motion import Motion

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared/data/ur10e"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the logs of ../shared/data/ur10e are not here")

MASS = 2.805
FRICTION = {"chosen": "auto", "load": ("viscous", "hysteresis", "load", "offset")}
HALVES = ((0.0, 0.5), (0.5, 1.0))
ONE_IN_100 = 2.58


@pytest.fixture(scope="module")
def robot():
    return heft.load(DATA / "ur10e.urdf")


@pytest.fixture(scope="module")
def motions(robot) -> dict[str, Motion]:
    maps = ROOT / "examples/maps/ur10e_currents.toml"
    files = {name: DATA / f"ur-20_02_19_14harm50sec{name}.csv" for name in ("", "Load")}
    return {name: heft.clean(robot, heft.read_log(file, maps)) for name, file in files.items()}


def part(motion: Motion, share: tuple[float, float]) -> Motion:
    first, last = (round(x * motion.n) for x in share)
    pieces = ((max(start, first), min(stop, last)) for start, stop in motion.segments)
    return replace(motion, segments=tuple((start, stop) for start, stop in pieces if stop - start > 50))


@pytest.fixture(scope="module", params=FRICTION)
def halves(request, robot, motions) -> list[heft.Estimate]:
    return [
        heft.identify(
            robot,
            part(motions[""], half),
            loaded=part(motions["Load"], half),
            payload_mass=MASS,
            friction=FRICTION[request.param],
            held_out=0,
        )
        for half in HALVES
    ]


def test_gains_of_two_halves_agree(halves, request):
    one, two = (each.drive_gains for each in halves)
    difference = one.values - two.values
    assert np.all(np.abs(difference) < ONE_IN_100 * np.hypot(one.deviation, two.deviation))
    # where gravity loads the drive most the gains agree to a percent; laws that are chosen may differ between halves
    bound = 0.012 if "chosen" in request.node.name else 0.01
    assert np.all(np.abs(difference[1:3]) < bound * one.values[1:3])


def test_the_load_is_found_to_a_percent_with_gains_of_other_samples(motions, halves):
    for estimate, half in zip(halves, HALVES[::-1], strict=True):
        for unloaded in ((), part(motions[""], half)):
            found = heft.payload(estimate, part(motions["Load"], half), unloaded=unloaded)
            assert found.mass == pytest.approx(MASS, rel=0.01)
            assert abs(found.mass - MASS) < 1.96 * found.mass_deviation < 0.04 * MASS


def test_published_gains_are_a_tenth_low_against_the_controllers_own_torques(robot):
    run = DATA / "ur-20_02_19_14harm50sec.csv"
    commanded = heft.identify(robot, heft.read_log(run, ROOT / "examples/maps/ur10e_commanded.toml"), held_out=0)
    assert commanded.fitted.overall.relative_percent < 0.2
    motion = heft.clean(robot, heft.read_log(run, ROOT / "examples/maps/ur10e_currents.toml"))
    torque, gains = commanded.predict(motion.q, motion.qd, motion.qdd), []
    for r in range(4):  # the others carry hardly more than their friction
        qd = motion.qd[:, r]
        columns = [torque[:, r], qd, np.sign(qd), np.abs(torque[:, r]) * np.sign(qd), np.ones_like(qd)]
        rows = motion.filtered(np.column_stack([*columns, motion.effort[:, r]]))
        rows = rows[np.abs(motion.qd[motion.kept, r]) > motion.velocity_threshold[r]]
        gains.append(1 / np.linalg.lstsq(rows[:, :-1], rows[:, -1], rcond=None)[0][0])
    published = np.array([10.0, 10.6956, 8.4566, 9.0029])
    assert np.all(np.array(gains) > 1.09 * published)
    np.testing.assert_allclose(gains, [11.5, 12.25, 10.07, 10.27], rtol=0.05)
