"""Intervals of separate runs of one arm agree, and a log with a payload among others is named."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from agreement import compared
from support.ur10e_runs import BARE, FOLDER, estimate_of, log_of, ur10e

import heft

pytestmark = pytest.mark.skipif(not FOLDER.is_dir(), reason="the UR10e's logs are not at ../shared/data")


def test_intervals_of_three_days_agree():
    found = [estimate_of(name, held_out=0) for name in BARE]
    rows = [row for pair in combinations(found, 2) for row in compared(*pair)]
    assert np.mean([row.noise_inside for row in rows]) < 0.9  # noise is not all
    assert np.mean([row.inside for row in rows]) > 0.93
    assert 0.3 < np.median([row.z for row in rows]) < 0.9  # and not by blind inflation: 0.67 would be exact


def test_a_loaded_log_among_bare_ones_is_named():
    logs = [log_of(name) for name in (*BARE, "ur-20_02_19_14harm50secLoad")]
    (said,) = [text for text in heft.identify(ur10e(), logs, held_out=0).doubts if "go together" in text]
    assert "14harm50secLoad.csv does not go together with the other logs" in said
    assert "load or tool" in said
    bare = heft.identify(ur10e(), logs[:3], held_out=0)
    assert not [text for text in (*bare.warnings, *bare.doubts) if "disagree" in text or "go together" in text]
