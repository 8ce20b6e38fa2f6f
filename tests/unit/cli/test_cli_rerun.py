"""`heft report --rerun`: a recording of robot, motion and efforts, or a sentence that names the extra."""

from __future__ import annotations

import sys

import pytest
from support.logs import arm_in, heavier, measured

import heft as library
from heft.cli import main


@pytest.fixture(scope="module")
def result(tmp_path_factory):
    folder = tmp_path_factory.mktemp("result")
    path, log, out = arm_in(folder), folder / "run1.parquet", folder / "out"
    measured(heavier(library.load(path)), 1).write(log)
    assert main(["identify", str(path), str(log), "--friction", "viscous", "-o", str(out), "-q"]) == 0
    return out


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
