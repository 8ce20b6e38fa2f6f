"""UR10e: identified on one run, judged on another against currents as measured; drive gains; payload."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import heft
from heft.cli import main
from heft.estimation.from_logs import judged
from heft.logs.importing.convert import import_log

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared/data/ur10e"
MAP = ROOT / "examples/maps/ur10e.toml"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the UR10e's logs are not at ../shared/data")

PUBLISHED = (12.7, 5.0, 5.9, 10.9, 16.0, 55.4)
"""Relative errors [%] of a consistent estimate of others, per joint, on the same samples."""

GAINS = np.array([10.0, 10.6956, 8.4566, 9.0029, 9.48, 10.1232])


def moving(name: str, first: int, last: int, currents: bool = False) -> heft.Log:
    """Return the samples of a run that the published figures use."""
    log = import_log(DATA / f"ur-{name}.csv", MAP)
    part = {key: getattr(log, key)[first:last] for key in ("t", "q", "qd", "effort")}
    if currents:
        part |= {"effort": part["effort"] / GAINS, "effort_kind": "motor_current"}
    return replace(log, **part, source=None)


@pytest.fixture(scope="module")
def robot():
    return heft.load(DATA / "ur10e.urdf")


@pytest.fixture(scope="module")
def result(robot):
    return heft.identify(robot, moving("20_02_10-30sec_12harm", 634, 3510), hold_out=False)


def test_point_to_point_is_no_worse_than_published(robot, result):
    motion = heft.clean(robot, moving("20_01_17-ptp_10_points", 699, 4200))
    found = [joint.relative_percent for joint in judged(result, [motion], every=True).joints]
    assert all(ours <= theirs for ours, theirs in zip(found, PUBLISHED, strict=True)), found
    # what is left in the last joint is friction at rest; a bent contact explains half of it
    assert found[5] < 32


def test_every_link_is_possible(result):
    assert all(heft.parameters.is_physical(ten) for ten in result.robot.parameters)


def test_payload_by_the_verb_with_unknown_drive_gains(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)
    shutil.copy(DATA / "ur10e.urdf", tmp_path)
    moving("20_02_19_14harm50sec", 194, 4966, currents=True).write("bare.parquet")
    moving("20_02_19_14harm50secLoad", 307, 5071, currents=True).write("loaded.parquet")
    command = [
        "identify",
        "ur10e.urdf",
        "bare.parquet",
        "--payload",
        "loaded.parquet",
        "--payload-mass",
        "2.805",
        "--json",
    ]
    assert main(command) == 0
    facts = json.loads(capfd.readouterr().out)
    assert facts["payload"]["mass"] == pytest.approx(2.805, rel=0.01)
    gains = [entry["gain"] for entry in facts["drive_gains"].values()]
    assert all(5 < gain < 20 for gain in gains)
