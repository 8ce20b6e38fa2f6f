"""What links weigh after an identification from real logs, whatever the prior."""

from pathlib import Path

import numpy as np
import pytest
from support.ur10e_runs import BARE, estimate_of, log_of, ur10e

import heft
from heft.estimation.divergence import divergence
from heft.parameters import is_physical

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared/data"
PENDULUM = DATA / "double_pendulum/design_A.0/trajectory_00.csv"


@pytest.mark.skipif(not PENDULUM.exists(), reason="the logs of the double pendulum are not at ../shared/data")
def test_the_entropic_prior_leaves_links_plausible():
    # massless rotors in the file once made this 95 kg, and a residual of 70 instead of 26 %
    robot = heft.load(ROOT / "examples/robots/double_pendulum.toml")
    log = heft.read_log(PENDULUM, ROOT / "examples/maps/double_pendulum.toml")
    plain, entropic = (heft.identify(robot, log, prior=prior) for prior in ("euclidean", "entropic"))
    assert np.all(entropic.values[:20:10] < 1.5)
    assert entropic.fitted.overall.relative_percent < 1.01 * plain.fitted.overall.relative_percent
    # the mass of the upper link, which no torque depends on, follows its first moment and its inertia
    model, values = entropic.model, entropic.values
    heavy = values.copy()
    heavy[0] = robot.parameters[0, 0]
    assert values[2] / robot.parameters[0, 2] < values[0] / robot.parameters[0, 0] < 0.5
    assert is_physical(heavy[:10])
    assert divergence(model, heavy, model.prior) > divergence(model, values, model.prior) + 0.1


@pytest.mark.skipif(not (DATA / "kr300").exists(), reason="the logs of the KR300 are not at ../shared/data")
def test_the_counterbalance_of_the_kr300_is_named_first():
    robot = heft.load(DATA / "kr300/kr300.mech.json")
    logs = [heft.read_log(DATA / f"kr300/{name}.mat", DATA / "kr300/kuka.toml") for name in "AB"]
    for prior in ("euclidean", "entropic"):
        found = heft.identify(robot, logs, prior=prior, friction="viscous,coulomb,offset")
        # the torques fit, but by a link of a ton
        assert found.warnings[0].startswith("The estimate is far from the robot file: 'link2' weighs")
        assert "link2.mcx" in found.warnings[0]
        assert "counterbalance" in found.warnings[0]
        assert np.max(found.values[:60:10]) < 5 * np.max(robot.parameters[:, 0])


@pytest.mark.skipif(not (DATA / "ur10e").exists(), reason="the logs of the UR10e are not at ../shared/data")
@pytest.mark.parametrize("options", [{}, {"prior": "entropic"}], ids=["euclidean", "entropic"])
def test_rough_masses_are_not_shouted_about(options):
    robot, found = ur10e(), estimate_of(BARE[0], **options)
    assert found.doubts == ()
    assert not any("far from the robot file" in text or "conflicts" in text for text in found.warnings)
    assert np.all(found.values[:60:10] < 2 * np.maximum(robot.parameters[:, 0], 2.0))


@pytest.mark.skipif(not (DATA / "ur10e").exists(), reason="the logs of the UR10e are not at ../shared/data")
def test_published_motions_get_a_good_grade():
    for name in (BARE[0], BARE[2]):
        found = heft.check(ur10e(), log_of(name))
        assert found.grade == "good"
        assert any(weak.name.startswith("wrist_3_link") for weak in found.weak)
        assert found.overall.elsewhere < 5
