"""What links weigh after an identification from real logs, whatever the prior."""

from pathlib import Path

import numpy as np
import pytest

import heft

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
