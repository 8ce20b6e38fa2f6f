"""Real robots that stand level: no tilt is suggested, and intervals of an estimated one contain zero."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.ur10e_runs import BARE, estimate_of

import heft

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason=f"the real logs are not there: {DATA}")


@pytest.mark.parametrize("run", BARE[:2])
def test_ur10e_stands_level(run: str) -> None:
    found = estimate_of(run, base_tilt=True)
    assert found.base_tilt is not None
    for _, degrees, half in found.base_tilt.rows():
        assert abs(degrees) <= half < 1.5
    plain = estimate_of(run)
    assert not any("look as if the base were tilted" in said for said in (*plain.doubts, *plain.warnings))


def test_kr300_logs_do_not_tell() -> None:
    """Its counterbalance is not in the file; the logs determine the tilt to tens of degrees only."""
    robot = heft.load(DATA / "kr300" / "kr300.mech.json")
    log = heft.read_log(DATA / "kr300" / "A.mat", DATA / "kr300" / "kuka.toml")
    with pytest.raises(heft.HeftError, match="do not determine the tilt of the base"):
        heft.identify(robot, log, base_tilt=True)
    plain = heft.identify(robot, log)
    assert not any("look as if the base were tilted" in said for said in (*plain.doubts, *plain.warnings))


def test_the_qube_is_not_on_a_wall() -> None:
    """Under another gravity more parameters can be fitted, which alone explain a little of what the model lacks."""
    path = DATA / "qube_cartpole" / "qq_chrip_10to0Hz_-1.5V_250Hz_10s__2021-04-14_18-58-26.npz"
    found = heft.identify(heft.load("zoo:furuta"), heft.read_log(path, ROOT / "examples" / "maps" / "qube.toml"))
    assert not any("mounted differently" in said for said in (*found.doubts, *found.warnings))
