"""`heft.learn`: a model from runs, kept in a file, and bad input said clearly."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import heft
from heft.errors import ArgumentError, FormatError

pytest.importorskip("jax")
from plants import plant, swing

from heft.learning.course import News
from heft.learning.learn import learn
from heft.learning.learned import Learned
from heft.learning.recording import recordings_of

ROBOT = plant("cartpole", (5.4, 0.0024))
RUN = swing(ROBOT)


@pytest.fixture(scope="module")
def learned() -> Learned:
    return learn(ROBOT, [RUN], actuator="viscous")


def test_it_predicts_what_it_has_not_seen(learned: Learned):
    test = learned.facts["test"]
    assert test["mse"] < 1e-12
    assert test["valid"]["0.1"] == test["horizon"]
    assert test["diverged"] == 0
    assert test["energy_gain"] < 1e-6
    assert learned.energy_class == "bounded"
    assert learned.facts["notes"] == []


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch, short_free_motions: None) -> None:
    """Free motions of a second, and few steps of rollouts: for tests that are about something else."""
    monkeypatch.setattr("heft.learning.learn.ROLLOUT_LM_STEPS", 5)


def test_a_path_a_log_a_motion_and_lists_of_them_are_learned_from(tmp_path: Path, quickly: None):
    log = heft.Log(RUN.t, tuple(ROBOT.joint_names), RUN.q, effort=RUN.u)
    log.write(tmp_path / "run.parquet")
    call: dict = {"actuator": "viscous", "lm_steps": 2}
    files = (str(tmp_path / "run.parquet"), [tmp_path / "run.parquet"], log, [log])
    models = [heft.learn(ROBOT, runs, **call) for runs in files]
    motion = heft.clean(ROBOT, log, models[0].cleaning)
    models += [heft.learn(ROBOT, runs, **call) for runs in (motion, [motion])]
    assert all(np.array_equal(model.x, models[0].x) for model in models)
    judged = [models[0].judge(runs) for runs in (tmp_path / "run.parquet", log, motion, [log])]
    assert all(measures == judged[0] for measures in judged)
    with pytest.raises(ArgumentError, match=r"a float was given.*read_log"):
        heft.learn(ROBOT, [3.0])  # type: ignore[list-item]
    with pytest.raises(ArgumentError, match="no logs to judge"):
        models[0].judge([])


def test_inverse_and_forward_agree(learned: Learned):
    q, qd, u = RUN.q[:5], RUN.qd[:5], RUN.u[:5]
    assert np.allclose(learned.inverse(q, qd, learned.forward(q, qd, u)), u, atol=1e-8)


def test_base_parameters_come_with_the_verdict(learned: Learned):
    found = learned.base_parameters()
    assert len(found) == heft.identifiability(ROBOT).n_base == 4
    for entry in found:
        assert np.isclose(entry["value"], entry["prior"], rtol=1e-4, atol=1e-5)


def test_friction_is_told_by_name(learned: Learned):
    found = learned.coefficients()
    assert found["cart"]["viscous"]["mu"] == pytest.approx(5.4, rel=1e-4)
    assert found["pole"]["viscous"]["mu"] == pytest.approx(0.0024, rel=1e-2)


def test_it_is_saved_and_loaded_without_a_change(learned: Learned, tmp_path: Path):
    learned.save(tmp_path / "model.json")
    again = Learned.load(tmp_path / "model.json")
    assert json.loads((tmp_path / "model.json").read_text()) == again.to_dict()
    u = np.zeros((3, 2))
    assert np.array_equal(again.rollout(RUN.q[0], RUN.qd[0], u).q, learned.rollout(RUN.q[0], RUN.qd[0], u).q)
    state = RUN.q[:20], RUN.qd[:20]
    assert np.array_equal(again.forward(*state, RUN.u[:20]), learned.forward(*state, RUN.u[:20]))
    assert np.array_equal(again.inverse(*state, RUN.qdd[:20]), learned.inverse(*state, RUN.qdd[:20]))
    assert again.base_parameters() == learned.base_parameters()
    assert again.coefficients() == learned.coefficients()
    (tmp_path / "other.json").write_text('{"format": "x"}')
    with pytest.raises(FormatError, match="not a learned model"):
        Learned.load(tmp_path / "other.json")


def test_a_prediction_that_runs_away_is_stopped_and_told(learned: Learned):
    wild = learned.rollout(RUN.q[0], RUN.qd[0], np.tile([1e9, 0.0], (50, 1)))
    assert wild.diverged_at is not None
    assert np.all(np.isfinite(wild.q))
    assert np.all(np.isfinite(wild.qd))
    assert learned.rollout(RUN.q[0], RUN.qd[0], np.zeros((50, 2))).diverged_at is None


def test_a_urdf_is_not_made_up(learned: Learned, tmp_path: Path):
    with pytest.raises(ArgumentError, match="not read from URDF"):
        learned.write_urdf(tmp_path / "x.urdf")
    assert not (tmp_path / "x.urdf").exists()


def test_rollouts_are_resumed_where_they_were(tmp_path: Path, quickly: None):
    """Interrupted in the second stage, a fit goes on to the same numbers as one that was not."""
    runs, file = [RUN[:300], RUN[300:600]], tmp_path / "fit" / "checkpoint.npz"
    call = {"test": [RUN[600:]], "actuator": "viscous", "loss": "rollouts", "rollout": 0.04, "lm_steps": 4}
    heavy = ROBOT.with_parameters(1.2 * ROBOT.parameters)
    whole = learn(heavy, runs, **call)
    seen = []

    def interrupt(news: News) -> None:
        seen.append(news.phase)
        if seen.count("rollouts, start 1") == 2:
            raise KeyboardInterrupt

    cut = learn(heavy, runs, report=interrupt, checkpoint_file=file, **call)
    assert cut.facts["stopped"] == "interrupted"
    assert cut.facts["loss"] > whole.facts["loss"]
    again: list[News] = []
    resumed = learn(heavy, runs, report=again.append, checkpoint_file=file, resume=True, **call)
    assert np.array_equal(resumed.x, whole.x)
    assert {news.phase for news in again} == {"rollouts, start 1"}
    shifted = [replace(run, qdd=run.qdd + 1e-9) for run in runs]
    with pytest.raises(FormatError, match="other logs"):
        learn(heavy, shifted, checkpoint_file=file, resume=True, **call)


def test_the_time_includes_reading_and_compiling(short_free_motions: None):
    """Compiling alone takes longer: after the first start there is no time for a step, but there is a model."""
    heavy = ROBOT.with_parameters(1.2 * ROBOT.parameters)
    cut = learn(heavy, [RUN], actuator="viscous", seconds=1e-3)
    assert cut.facts["stopped"] == "out of time"
    assert cut.facts["steps"] == 0
    assert np.all(np.isfinite(cut.x))


@pytest.mark.parametrize("seconds", [np.inf, np.nan, 0.0, -1.0])
def test_a_time_that_is_none_is_refused_before_the_work(seconds: float):
    with pytest.raises(ArgumentError, match="is not a time to stop after"):
        learn(ROBOT, ["nowhere.csv"], seconds=seconds)


def test_a_step_to_nowhere_keeps_the_best(short_free_motions: None):
    """ADAM at an absurd rate leaves the numbers that can be computed with; what was best before is returned."""
    run = learn(ROBOT, [RUN], kind="black-box", rate=1e300, adam_steps=200, batch=16)
    assert run.facts["stopped"] == "not finite"
    assert np.all(np.isfinite(run.x))
    assert np.isfinite(run.facts["loss"])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"runs": [RUN[:12]]}, "held out"),
        ({"runs": []}, "no logs"),
        ({"runs": [replace(RUN, qd=np.where(RUN.t[:, None] == RUN.t[7], np.nan, RUN.qd))]}, "sample 7"),
        ({"actuator": {"wheel": "viscous"}}, "no joint 'wheel'"),
        ({"kinematics": "unknown"}, "kinematics='unknown' is unknown"),
        ({"loss": "rollout"}, "Did you mean 'rollouts'"),
        ({"sed": 3}, "Did you mean 'seed'"),
        ({"held_out": 2.0}, "between 0 and 1"),
    ],
)
def test_bad_input_is_refused_by_name(changes: dict, words: str):
    with pytest.raises(ArgumentError, match=words):
        learn(ROBOT, **({"runs": [RUN]} | changes))


def test_velocities_that_were_recorded_late_are_not_learned_from():
    """A driver's velocities, low-pass filtered: 3 % small and four samples late. Positions are what is predicted."""
    filtered = 0.97 * np.concatenate([np.repeat(RUN.qd[:1], 4, axis=0), RUN.qd[:-4]])
    log = heft.Log(RUN.t, tuple(ROBOT.joint_names), RUN.q, qd=filtered, effort=RUN.u)
    asked = heft.Cleaning(passive=("pole",))
    (found,) = recordings_of(ROBOT, log, asked)
    (plain,) = recordings_of(ROBOT, log, replace(asked, velocities="positions"))
    assert found.qd == pytest.approx(plain.qd, abs=1e-9)
    (shifted,) = recordings_of(ROBOT, log, replace(asked, velocities="recorded"))
    assert np.max(np.abs(shifted.qd - plain.qd)) > 0.02 * np.max(np.abs(plain.qd))
    exact = heft.Log(RUN.t, tuple(ROBOT.joint_names), RUN.q, qd=RUN.qd, effort=RUN.u)
    assert heft.clean(ROBOT, exact, asked).cleaning.velocities == ("recorded", "recorded")
    (kept,) = recordings_of(ROBOT, exact, asked)
    (taken,) = recordings_of(ROBOT, exact, replace(asked, velocities="recorded"))
    assert kept.qd == pytest.approx(taken.qd, abs=1e-9)
