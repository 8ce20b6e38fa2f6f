"""Logs that cannot be right, through the verbs: a clear sentence, exit code 2, nothing half-written."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft as library
from heft import folders as shared

FIXED = ("--friction", "viscous,coulomb,offset")
"""For what does not depend on the laws that are chosen."""


@pytest.fixture
def arm(folder):
    path = arm_in(folder)
    measured(heavier(library.load(path)), 1).write(folder / "good.parquet")
    return path


def changed(folder, name="bad.parquet", **parts):
    """Write the good log with other columns, and return its name."""
    log = replace(library.read_log(folder / "good.parquet"), source=None, **parts)
    log.write(folder / name)
    return name


@pytest.fixture
def unwritten(folder, refused):
    """Call a verb that must refuse, and check that the folder is as before."""

    def call(*arguments):
        before = {path: path.read_bytes() for path in folder.iterdir()}
        said = refused(*arguments)
        assert {path: path.read_bytes() for path in folder.iterdir()} == before
        return said

    return call


@pytest.mark.parametrize("verb", [["identify", "-o", "out"], ["check"]])
class TestRefused:
    def test_log_of_another_robot(self, unwritten, arm, folder, verb):
        measured(library.load("zoo:puma560"), 1, samples=300).write(folder / "other.parquet")
        said = unwritten(verb[0], arm, "other.parquet", *verb[1:])
        assert "waist" in said or "joint" in said

    def test_degrees(self, unwritten, arm, folder, verb):
        log = library.read_log("good.parquet")
        said = unwritten(verb[0], arm, changed(folder, q=np.degrees(log.q)), *verb[1:])
        assert "degrees" in said

    def test_torque_all_zero(self, unwritten, arm, folder, verb):
        log = library.read_log("good.parquet")
        said = unwritten(verb[0], arm, changed(folder, effort=np.zeros_like(log.effort)), *verb[1:])
        assert "zero" in said

    def test_three_samples(self, unwritten, arm, folder, verb):
        log = library.read_log("good.parquet")
        name = changed(folder, t=log.t[:3], q=log.q[:3], effort=log.effort[:3])
        assert "3 samples" in unwritten(verb[0], arm, name, *verb[1:])

    def test_nan_storm(self, unwritten, arm, folder, verb):
        log = library.read_log("good.parquet")
        q = np.where(np.random.default_rng(0).uniform(size=log.q.shape) < 0.6, np.nan, log.q)
        said = unwritten(verb[0], arm, changed(folder, q=q), *verb[1:])
        assert "lack a number" in said

    def test_truncated_parquet(self, unwritten, arm, folder, verb):
        content = (folder / "good.parquet").read_bytes()
        (folder / "half.parquet").write_bytes(content[: len(content) // 2])
        assert "not a whole Parquet file" in unwritten(verb[0], arm, "half.parquet", *verb[1:])

    def test_missing_file(self, unwritten, arm, verb):
        assert "File not found" in unwritten(verb[0], arm, "none.parquet", *verb[1:])


def doubts(heft, arm, name):
    answer = heft("identify", arm, name, "--json")
    facts = json.loads(answer.out)
    assert answer.status == 1, answer.err
    return " ".join(facts["doubts"])


def test_flipped_sign_is_named(heft, arm, folder):
    log = library.read_log("good.parquet")
    said = doubts(heft, arm, changed(folder, effort=log.effort * [1, 1, -1]))
    assert "'wrist'" in said
    assert "sign flipped" in said


def test_swapped_joints_are_named(heft, arm, folder):
    log = library.read_log("good.parquet")
    said = doubts(heft, arm, changed(folder, q=log.q[:, [0, 2, 1]], effort=log.effort[:, [0, 2, 1]]))
    assert "'elbow' and 'wrist' seem to be swapped" in said


def test_a_log_that_is_no_parquet_is_told_in_a_whole_sentence(unwritten, arm, folder):
    (folder / "text.parquet").write_text("hello")
    said = unwritten("identify", arm, "text.parquet", "-o", "out")
    assert "not a whole Parquet file" in said
    assert "(8 by" not in said.replace("(8 bytes)", "")


def test_a_full_disk_leaves_nothing(heft, arm, folder, monkeypatch):
    """Files may not grow beyond 20 kB: the report does not fit."""
    before = {path: path.read_bytes() for path in folder.iterdir()}
    signal_before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    folder_written = shared.write_folder

    def cramped(*arguments):
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, hard))
        try:
            folder_written(*arguments)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))

    from heft.cli import identify as verb

    monkeypatch.setattr(verb, "write_folder", cramped)
    try:
        answer = heft("identify", arm, "good.parquet", *FIXED, "-o", "out")
    finally:
        signal.signal(signal.SIGXFSZ, signal_before)
    assert answer.status == 2
    assert "cannot be written" in answer.err
    assert answer.err.count("\n") == 1
    assert {path: path.read_bytes() for path in folder.iterdir()} == before


def test_old_results_survive_a_full_disk(heft, arm, folder, monkeypatch):
    assert heft("identify", arm, "good.parquet", *FIXED, "-o", "out", "-q").status == 0
    before = {path: path.read_bytes() for path in (folder / "out").iterdir()}

    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shared.os, "fsync", full)
    answer = heft("identify", arm, "good.parquet", *FIXED, "-o", "out", "--estimator", "ordinary", "-q")
    assert (answer.status, answer.out) == (2, "")
    assert "No space left on device" in answer.err
    assert {path: path.read_bytes() for path in (folder / "out").iterdir()} == before
    assert sorted(path.name for path in folder.iterdir()) == ["arm.urdf", "good.parquet", "out"]


def test_ctrl_c_in_the_middle(heft, arm, folder, monkeypatch):
    from heft.estimation import identify as pipeline

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr(pipeline, "consistent", interrupted)
    answer = heft("identify", arm, "good.parquet", "-o", "out")
    assert (answer.status, answer.out) == (130, "")
    assert "No file is half-written" in answer.err
    assert sorted(path.name for path in folder.iterdir()) == ["arm.urdf", "good.parquet"]


def test_ctrl_c_while_results_are_replaced(heft, arm, folder, monkeypatch):
    """It waits until all files are the new ones: a result never stands beside another one's robot."""
    assert heft("identify", arm, "good.parquet", *FIXED, "-o", "out", "-q").status == 0
    before = {path.name: path.read_bytes() for path in (folder / "out").iterdir()}
    exchanged = shared.exchange

    def interrupted(*paths):
        signal.raise_signal(signal.SIGINT)
        return exchanged(*paths)

    monkeypatch.setattr(shared, "exchange", interrupted)
    handler = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        answer = heft("identify", arm, "good.parquet", *FIXED, "-o", "out", "-q", "--total-mass", "9")
    finally:
        signal.signal(signal.SIGINT, handler)
    assert answer.status == 130
    after = {path.name: path.read_bytes() for path in (folder / "out").iterdir()}
    assert after.keys() == before.keys()
    assert all(after[name] != before[name] for name in before)
    assert sorted(path.name for path in folder.iterdir()) == ["arm.urdf", "good.parquet", "out"]


def test_ctrl_c_from_outside(arm, folder):
    """A real interrupt of a real process, in the middle of its work."""
    command = """
import signal, sys, time
from heft.cli import main
from heft.logs import runs

# Whoever runs the tests in the background may have them ignore interrupts, which a child inherits.
signal.signal(signal.SIGINT, signal.default_int_handler)

def long(*_):
    print("up", flush=True)
    time.sleep(600)

runs.clean_together = long
sys.exit(main())
"""
    with subprocess.Popen(
        [sys.executable, "-c", command, "identify", str(arm), "good.parquet", "-o", "out"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(library.__file__).parents[1])},
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=600)
    assert process.returncode == 130, said
    assert sorted(path.name for path in folder.iterdir()) == ["arm.urdf", "good.parquet"]


def test_an_input_is_never_overwritten(refused, arm, folder):
    (folder / "out").mkdir()
    robot = folder / "out/identified.urdf"
    robot.write_bytes(arm.read_bytes())
    assert "input" in refused("identify", robot, "good.parquet", "-o", "out")
    assert robot.read_bytes() == arm.read_bytes()


def test_nothing_that_is_no_folder_is_replaced(refused, arm, folder):
    (folder / "file").write_text("mine")
    assert "not a folder" in refused("identify", arm, "good.parquet", "-o", "file")
    assert "no folder 'away'" in refused("identify", arm, "good.parquet", "-o", "away/out")
    assert (folder / "file").read_text() == "mine"


def test_currents_need_drive_gains(refused, heft, arm, folder):
    name = changed(folder, effort_kind="motor_current")
    assert "drive gain" in refused("identify", arm, name, "-o", "out")
    message = refused("validate", arm, name)
    assert "drive gain" in message
    assert "heft import --gains" in message
    assert "heft identify --payload LOADED --payload-mass KG" in message  # validate has no such option
    assert heft("check", arm, name).status == 0


def test_validate_refuses_what_is_no_result(refused, arm, folder):
    (folder / "result.json").write_text("{}")
    refused("validate", "result.json", "good.parquet")
    assert "File not found" in refused("validate", "nothing.json", "good.parquet")
