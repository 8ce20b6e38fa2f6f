"""Every verb refuses a robot whose file closes loops, or warns of them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from support.looped import fourbar
from support.motions import wave

import heft as package

NAMED = "connect 'closing' between 'rocker' and 'frame'"
WARNING = "Warning: One loop of the robot is ignored: " + NAMED


@pytest.fixture
def robot(folder: Path) -> Path:
    return fourbar(folder)


@pytest.fixture
def log(folder: Path, robot: Path) -> Path:
    tree = package.load(robot, ignore_loops=True)
    q, qd, qdd = wave(tree, 1, 1200, 200.0, 0.5)
    tau = package.inverse_dynamics(tree.with_parameters(1.3 * tree.parameters), q, qd, qdd)
    tau += 0.02 * np.random.default_rng(1).standard_normal(tau.shape)
    path = folder / "run.csv"
    names = [f"{kind}.{name}" for kind in ("q", "tau") for name in tree.joint_names]
    rows = np.column_stack([np.arange(len(q)) / 200.0, q, tau])
    np.savetxt(path, rows, delimiter=",", header=",".join(["t", *names]), comments="")
    return path


VERBS = {
    "identifiable": (),
    "minimal": (),
    "check": ("run.csv",),
    "identify": ("run.csv", "-o", "out"),
    "validate": ("run.csv",),
    "learn": ("run.csv", "-o", "learned", "--kind", "linear"),
    "simulate": ("--duration", "0.1"),
    "export": (),
}


@pytest.mark.parametrize("verb", VERBS)
def test_verbs_refuse_and_go_on_when_asked(heft, refused, robot: Path, log: Path, verb: str) -> None:
    message = refused(verb, robot, *VERBS[verb])
    assert NAMED in message
    assert "--ignore-loops" in message
    answer = heft(verb, robot, *VERBS[verb], "--ignore-loops")
    assert answer.status in (0, 1), answer
    assert WARNING in answer.err
    assert "need not hold for the machine" in answer.err
    assert "proved" not in answer.out.lower()


def test_inspect_only_warns(heft, refused, robot: Path) -> None:
    answer = heft("inspect", robot, "--json")
    assert answer.status == 0
    assert WARNING in answer.err
    assert json.loads(answer.out)["dropped_loops"][0]["name"] == "closing"
    assert "--ignore-loops" in refused("inspect", robot, "--ignore-loops")


def test_results_carry_the_warning(heft, robot: Path, log: Path) -> None:
    assert heft("identify", robot, log, "-o", "out", "--ignore-loops", "--no-armature").status == 0
    result = json.loads(Path("out/result.json").read_text())
    assert NAMED in result["warnings"][0]
    assert NAMED.replace("'", "&#39;") in Path("out/report.html").read_text()
    answer = heft("validate", "out", log)
    assert (answer.status, answer.out.count("was fitted to")) == (1, 1)  # the very log that was fitted
    assert WARNING in answer.err
    answer = heft("export", robot, "--ignore-loops")
    assert NAMED in answer.out
    assert NAMED in json.loads(heft("minimal", robot, "--ignore-loops", "--json").out)["notes"][0]
    assert NAMED in heft("identifiable", robot, "--ignore-loops", "--compare-sensors").out


def test_options_of_loading_do_nothing_for_a_result(refused, heft, robot: Path, log: Path) -> None:
    heft("identify", robot, log, "-o", "out", "--ignore-loops")
    assert "--ignore-loops has no effect on a result" in refused("validate", "out", log, "--ignore-loops")
