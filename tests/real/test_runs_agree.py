"""Intervals of separate runs of one arm agree, and a log with a payload among others is named."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from agreement import DATA, MAPS, compared

import heft
from heft.estimation.options import Options

FOLDER = DATA / "ur10e"
pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the UR10e's logs are not at ../shared/data")

BARE = ("ur-20_02_10-30sec_12harm", "ur-20_02_12-40sec_12harm", "ur-20_02_19_14harm50sec")


@pytest.fixture(scope="module")
def robot():
    return heft.load(FOLDER / "ur10e.urdf")


def log(name: str) -> heft.Log:
    return heft.read_log(FOLDER / f"{name}.csv", MAPS / "ur10e.toml")


def test_intervals_of_three_days_agree(robot):
    found = [heft.identify(robot, log(name), Options(held_out=0)) for name in BARE]
    rows = [row for pair in combinations(found, 2) for row in compared(*pair)]
    assert np.mean([row.noise_inside for row in rows]) < 0.9  # noise is not all
    assert np.mean([row.inside for row in rows]) > 0.93
    assert 0.3 < np.median([row.z for row in rows]) < 0.9  # and not by blind inflation: 0.67 would be exact


def test_a_loaded_log_among_bare_ones_is_named(robot):
    logs = [log(name) for name in (*BARE, "ur-20_02_19_14harm50secLoad")]
    (said,) = [text for text in heft.identify(robot, logs, Options(held_out=0)).doubts if "go together" in text]
    assert "14harm50secLoad.csv does not go together with the other logs" in said
    assert "load or tool" in said
    bare = heft.identify(robot, logs[:3], Options(held_out=0))
    assert not [text for text in (*bare.warnings, *bare.doubts) if "disagree" in text or "go together" in text]
