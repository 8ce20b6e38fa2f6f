"""`heft report --rerun`: a recording of robot, motion and efforts, or a sentence that names the extra."""

from __future__ import annotations

import sys

import pytest
from support.logs import arm_in, heavier, measured

import heft as library


@pytest.fixture
def result(heft, folder):
    path = arm_in(folder)
    measured(heavier(library.load(path)), 1).write(folder / "run1.parquet")
    assert heft("identify", path, "run1.parquet", "--friction", "viscous", "-o", "out", "-q").status == 0
    return folder / "out"


def test_a_recording_is_written(heft, result, folder):
    pytest.importorskip("rerun", reason="the extra rerun is not installed")
    answer = heft("report", result, "--rerun", "out.rrd")
    assert (answer.status, answer.out) == (0, "Written to out.rrd.\n")
    content = (folder / "out.rrd").read_bytes()
    assert content.startswith(b"RRF2")
    for name in (b"effort/waist/measured", b"effort/waist/estimate", b"run1/robot"):
        assert name in content


def test_without_rerun_the_extra_is_named(refused, result, monkeypatch):
    monkeypatch.setitem(sys.modules, "rerun", None)
    said = refused("report", result, "--rerun", "out.rrd")
    assert "needs the package 'rerun'" in said
    assert "heft-robotics[rerun]" in said


def test_nothing_to_write_is_refused(refused, result):
    assert "Nothing is to be written" in refused("report", result)
