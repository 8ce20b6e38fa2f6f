"""`heft learn`: a folder with a model, or one line that says what was wrong and nothing else."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from support.quickly import compiling_quickly
from support.reports import data_of

pytest.importorskip("jax")

import heft as package
from heft.learning import CHECKPOINT

CALL = ("zoo:cartpole", "run.csv", "--passive", "pole", "--actuator", "viscous", "-o", "out")

HEARD = """
import contextlib, signal, sys
from heft import cli

signal.signal(signal.SIGINT, signal.default_int_handler)  # a process of the background ignores it, as do its children
recorded = cli.recorded

@contextlib.contextmanager
def recorded_and_said():
    with recorded() as files:
        print("signals are handled", flush=True)
        yield files

cli.recorded = recorded_and_said
sys.exit(cli.main())
"""


@pytest.fixture(scope="module", autouse=True)
def _quickly() -> Iterator[None]:
    with compiling_quickly():
        yield


@cache
def run_from(start: float) -> bytes:
    """Return a file with a run of the pole from an angle."""
    robot = package.load("zoo:cartpole")

    def push(t, q, qd):
        return [3 * np.sin(7 * t) + 2 * np.sin(3 * t), 0]

    made = package.simulate(robot, 6.0, q0=[0, start], tau=push, dt=0.004)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "run.csv"
        package.Log(made.t, tuple(robot.joint_names), made.q, effort=made.tau).write(path)
        return path.read_bytes()


@pytest.fixture
def log(folder) -> Path:
    (folder / "run.csv").write_bytes(run_from(1.0))
    return folder / "run.csv"


def others(folder: Path) -> None:
    """Write two other runs."""
    (folder / "a.csv").write_bytes(run_from(2.0))
    (folder / "b.csv").write_bytes(run_from(0.5))


def facts_of(answer) -> dict:
    assert answer.status == 0, answer.err
    return json.loads(answer.out)


@pytest.mark.usefixtures("short_free_motions")
def test_a_model_is_learned_and_told(heft, log, folder):
    facts = facts_of(heft("learn", *CALL, "--json"))
    assert facts["energy_class"] == "bounded"
    assert facts["identifiability"]["n_base"] == len(facts["base_parameters"]) == 4
    assert facts["test"]["mse"] < 1e-3
    assert facts["coefficients"]["cart"]["viscous"]["mu"] > 0
    assert facts["written"] == ["model.json", "report.html"]
    page = (folder / "out/report.html").read_text()
    data = data_of(page)
    assert "run.csv (content " in page
    (loss,) = (figure for figure in data["figures"] if figure["group"] == "loss")
    assert [series["name"] for series in loss["charts"][0]["views"][""]["series"]] == ["loss", "best so far"]
    rollouts = [figure for figure in data["figures"] if figure["id"].startswith("rollout-")]
    assert [chart["y"] for chart in rollouts[0]["charts"]][-1] == "energy of the model [J]"
    assert "not read from URDF" in facts["no_urdf"]
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["model.json", "report.html"]
    learned = package.Learned.load(folder / "out" / "model.json")
    assert learned.energy_class == "bounded"

    # out of time: the best so far is kept with a checkpoint, which only the same call resumes
    call = [word if word != "out" else "cut" for word in CALL]
    cut = facts_of(heft("learn", *call, "--seconds", "1e-3", "--json"))
    assert cut["stopped"] == "out of time"
    assert cut["loss"] > facts["loss"]
    kept = {path.name: path.read_bytes() for path in (folder / "cut").iterdir()}
    assert sorted(kept) == ["checkpoint.npz", "model.json", "report.html"]
    description = package.load("zoo:cartpole").to_dict()
    description["bodies"][0]["armature"] = 0.2
    (folder / "other.mech.json").write_text(json.dumps(description))
    others = {
        "another robot": ["other.mech.json", *call[1:]],
        "other options": [*call, "--initial-guess", "random"],
        "other logs": [*call, "--held-out", "0.3"],
    }
    for words, other in others.items():
        answer = heft("learn", *other, "--resume")
        assert answer.status == 2
        assert words in answer.err
        assert kept == {path.name: path.read_bytes() for path in (folder / "cut").iterdir()}
    resumed = facts_of(heft("learn", *call, "--resume", "--json"))
    assert resumed["stopped"] == "done"
    again = package.Learned.load(folder / "cut" / "model.json")
    assert np.array_equal(again.x, learned.x)
    assert sorted(path.name for path in (folder / "cut").iterdir()) == ["model.json", "report.html"]


@pytest.mark.usefixtures("short_free_motions")
def test_a_log_with_holes_is_cleaned_as_it_is_asked_and_that_is_told(heft, log, folder):
    header, *rows = log.read_text().splitlines()
    rows[100] = rows[100].replace(rows[100].split(",")[1], "nan")
    log.write_text("\n".join([header, *rows]) + "\n")
    call = ("learn", *CALL[:4], "--kind", "linear", "--no-trim", "--cutoff", "30,20", "-o", "out")
    answer = heft(*call)
    assert answer.status == 0, answer.err
    assert "run.csv: 1 of 1501 samples are left out because they lack a number." in " ".join(answer.out.split())
    facts = json.loads((folder / "out" / "model.json").read_text())["facts"]
    assert facts["options"]["cleaning"]["cutoff"] == [30, 20]
    assert facts["options"]["cleaning"]["trim"] is False
    assert facts["options"]["cleaning"]["passive"] == ["pole"]


def test_a_prediction_that_runs_away_is_told(heft, log, folder):
    """Regression on torques that are noise gives bodies that cannot be, and their motion leaves all bounds."""
    run = package.read_log(log)
    noise = 20 * np.random.default_rng(0).standard_normal(run.q.shape)
    package.Log(run.t, run.joints, run.q, effort=noise).write(folder / "noise.csv")
    answer = heft("learn", "zoo:cartpole", "noise.csv", "--kind", "linear", "--held-out", "0.5", "-o", "out")
    assert answer.status == 0, answer.err
    assert "100 % of free motions of 20 s gain energy and diverge" in answer.out
    assert ", energy unbounded" in answer.out
    assert "Energy  unbounded: body '" in answer.out
    test = json.loads((folder / "out" / "model.json").read_text())["facts"]["test"]  # a NaN would be no JSON
    assert test["diverged"] == 1
    assert all(
        value is None or np.all(np.isfinite(list(value.values()) if isinstance(value, dict) else value))
        for name, value in test.items()
        if name not in ("logs", "phases")
    )


def test_bad_calls_are_refused_and_leave_nothing(refused, log, folder):
    assert "no joint 'wheel'" in refused("learn", "zoo:cartpole", log, "-o", "out", "--actuator", "wheel=viscous")
    assert "There are no logs" in refused("learn", "zoo:cartpole", "-o", "out")
    assert "another robot" in refused("learn", "zoo:furuta", log, "-o", "out")
    assert "no checkpoint to resume" in refused("learn", *CALL, "--resume")
    assert "no folder" in refused("learn", "zoo:cartpole", log, "-o", "not/there")
    assert not (folder / "out").exists()
    (folder / "out").mkdir()
    (folder / "out" / "checkpoint.npz").write_bytes(b"x")
    assert "not a whole checkpoint" in refused("learn", *CALL, "--resume")
    assert (folder / "out" / "checkpoint.npz").read_bytes() == b"x"
    (folder / "file").write_text("mine")
    assert "not a folder" in refused("learn", "zoo:cartpole", log, "-o", "file")
    assert (folder / "file").read_text() == "mine"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda rows: rows[:2], "at least 32 are needed"),
        (lambda rows: rows[:60], "Each part needs at least 10"),
        (lambda rows: [[t, "nan", *rest] for t, _, *rest in rows], "q.cart is missing in 100 %"),
        (lambda rows: [[t, x, a, "nan", b] for t, x, a, _, b in rows], "The effort of cart is missing"),
    ],
)
def test_bad_logs_are_refused_and_leave_nothing(refused, log, folder, change, words):
    header, *rows = [line.split(",") for line in log.read_text().splitlines()]
    (folder / "bad.csv").write_text("\n".join(",".join(row) for row in [header, *change(rows)]) + "\n")
    assert words in refused("learn", "zoo:cartpole", "bad.csv", "-o", "out", "--passive", "pole")
    assert not (folder / "out").exists()


@pytest.mark.usefixtures("short_free_motions")
@pytest.mark.parametrize("kind", ["white-box", "black-box", "linear"])
def test_results_begin_with_what_was_fitted_and_what_was_tested(heft, log, folder, kind):
    """For all kinds, with logs to test on and without."""
    call = ["learn", "zoo:cartpole", "run.csv", "--passive", "pole", "--kind", kind, "-o", "out"]
    call += [] if kind == "linear" else ["--seconds", "1e-3"]
    title = f"cartpole  {'white-box' if kind == 'linear' else kind}, energy "
    out = heft(*call).out
    assert out.startswith("Read run.csv: 2 joints, ")
    _, fitted, tested = f"{title}{out.partition(title)[2]}".splitlines()[:3]
    assert fitted.startswith("Fitted  to run.csv, ")
    assert fitted.endswith(" samples, without the last 20 % of each log")
    assert tested == "Tested  on the last 20 % of run.csv"
    others(folder)
    answer = heft(*call, "--test", "a.csv", "b.csv")
    fitted, tested = (line for line in answer.out.splitlines() if line.startswith(("Fitted", "Tested")))
    assert fitted.startswith("Fitted  to run.csv, ")
    assert fitted.endswith(" samples")
    assert tested == "Tested  on a.csv, b.csv"


@pytest.mark.parametrize("rows", [slice(None), slice(500, 1200)], ids=["whole", "part"])
def test_a_test_on_what_is_learned_from_is_refused(refused, log, folder, rows):
    header, *lines = log.read_text().splitlines()
    (folder / "a.csv").write_text("\n".join([header, *lines[rows]]) + "\n")
    call = ("learn", "zoo:cartpole", "run.csv", "--test", "a.csv", "--passive", "pole", "--kind", "linear", "-o", "out")
    said = refused(*call)
    assert "The test log a.csv has " in said
    assert "run.csv" in said
    assert "learned from" in said
    assert not (folder / "out").exists()


@pytest.mark.usefixtures("short_free_motions")
def test_all_logs_behind_test_are_tested_on_and_none_is_learned_from(heft, log, folder):
    others(folder)
    call = ("zoo:cartpole", "run.csv", "--test", "a.csv", "b.csv", "--passive", "pole", "--kind", "linear")
    assert heft("learn", *call, "-o", "out", "-q").status == 0
    facts = json.loads((folder / "out/model.json").read_text())["facts"]
    assert {Path(name).name for name in facts["logs"]} == {"run.csv"}
    assert {Path(name).name for name in facts["test"]["logs"]} == {"a.csv", "b.csv"}


@pytest.mark.parametrize("moment", ["while it starts", "while it compiles", "while it fits"])
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM], ids=["INT", "TERM"])
def test_a_signal_keeps_the_best_model_so_far(log, folder, moment, sign, monkeypatch):
    """Exit code 130, or 143, in every phase; a model, if there is one, is whole; no traceback and no crash."""
    monkeypatch.delenv("HEFT_SILENT_COMPILING")
    call = [*CALL, "--method", "lm", "--initial-guess", "random", "--starts", "3000", "--seconds", "3000"]
    command = [sys.executable, "-c", HEARD, "learn", *call]
    process = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    try:
        assert process.stdout.readline() == "signals are handled\n"
        if moment == "while it compiles":
            assert "Compiling the model" in process.stderr.readline()
            time.sleep(1)
        elif moment == "while it fits":
            while not (folder / "out" / CHECKPOINT).exists():
                assert process.poll() is None, process.communicate()
                time.sleep(0.1)
        process.send_signal(sign)
        out, err = process.communicate(timeout=1000)
    finally:
        process.kill()
    assert process.returncode == 128 + sign, (out, err)
    assert "Traceback" not in err
    if moment == "while it fits":
        assert "The best model so far is in out" in err
        assert package.Learned.load(folder / "out" / "model.json").energy_class == "bounded"
    elif (folder / "out").exists():
        assert {path.name for path in (folder / "out").iterdir()} <= {"model.json", "report.html", CHECKPOINT}
