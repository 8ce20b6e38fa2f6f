"""`heft validate` on learned models: the table and the object of results, with the same numbers."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("jax")

import heft as library
from heft.learning.learn import learn
from heft.learning.learned import Learned
from heft.learning.model import BlackBox, WhiteBox, constants_of
from heft.robot.joint import Friction
from heft.robot.model import Robot

DT = 0.005


def arm(viscous: float = 0.0) -> Robot:
    robot = library.load("zoo:double_pendulum")
    bodies = [replace(b, joint=replace(b.joint, friction=Friction(viscous=viscous))) for b in robot.bodies]
    return replace(robot, bodies=tuple(bodies))


def logged(robot: Robot, delay: int = 0) -> library.Log:
    """A log of 6 s under torques that are held; they act some samples after they are recorded."""
    t = DT * np.arange(1201)
    tau = np.stack([4 * np.sin(5 * t) + 2 * np.cos(11 * t), np.sin(7 * t + 1)], axis=1)
    acting = np.concatenate([np.repeat(tau[:1], delay, axis=0), tau[: len(t) - delay]])
    made = library.simulate(robot, 6.0, tau=acting, dt=DT)
    return library.Log(made.t, tuple(robot.joint_names), made.q, effort=tau)


def model_of(robot: Robot, chain: str = "none", delay: float = 0.0) -> Learned:
    """A model that has learned a robot exactly."""
    model = WhiteBox.of(robot, chain)
    ones = np.ones((2, 2))
    constants = constants_of(robot, ones * [[1], [2]], ones * [[1], [3]], ones * [[1], [2]], model.actuators)
    return Learned(model, model.start(constants), constants, np.full(2, delay), DT)


@pytest.fixture
def run(folder) -> library.Log:
    log = logged(arm())
    log.write(folder / "run.parquet")
    return log


def test_a_learned_model_has_the_residuals_of_the_robot_that_it_is(heft, run, folder):
    """Without friction and delay the learned model is the robot: table and object agree, number by number."""
    model_of(arm()).write(folder / "out")
    robot = arm()
    (folder / "robot.mech.json").write_text(json.dumps(robot.to_dict()))
    for flags in ((), ("--all-samples",), ("--cutoff", "15", "--decimation", "2")):
        theirs = json.loads(heft("validate", "robot.mech.json", "run.parquet", *flags, "--json").out)
        for subject in ("out", "out/model.json"):
            ours = json.loads(heft("validate", subject, "run.parquet", *flags, "--json").out)
            assert ours["quantity"] == theirs["quantity"] == "efforts"
            for mine, other in (
                *zip(ours["joints"], theirs["joints"], strict=True),
                *zip(ours["filtered"]["joints"], theirs["filtered"]["joints"], strict=True),
                (ours["overall"], theirs["overall"]),
                (ours["filtered"]["overall"], theirs["filtered"]["overall"]),
            ):
                assert mine["n"] == other["n"]
                assert mine["rmse"] == pytest.approx(other["rmse"], rel=1e-6, abs=1e-9)
                assert mine["relative_percent"] == pytest.approx(other["relative_percent"], rel=1e-6, abs=1e-7)
    shown = heft("validate", "out", "run.parquet").out
    assert "out on run.parquet: residuals [N m, N]" in shown
    assert "filtered rmse" in shown


def test_one_way_in_python(run):
    learned = model_of(arm())
    assert library.validate(learned, run).to_dict() == learned.validate(run).to_dict()
    assert learned.validate([run, run]).overall.n == 2 * learned.validate(run).overall.n
    with pytest.raises(library.HeftError, match="no payload"):
        library.validate(learned, run, payload=True)


def test_actuators_are_part_of_the_prediction():
    """Viscous friction, and a command that acts two samples late."""
    late = logged(arm(0.3), delay=2)
    learned = model_of(arm(), "delay+viscous", 2 * DT)
    theta = learned.model.theta(learned.x)
    exact = replace(learned, x=learned.model.pack(theta | {"actuators": [np.full((2, 1), np.sqrt(0.3))]}))
    found = exact.validate(late, cleaning=library.Cleaning(cutoff=40.0))
    assert found.filtered.overall.relative_percent < 1.5
    assert replace(exact, delays=np.zeros(2)).validate(late).filtered.overall.relative_percent > 4
    assert model_of(arm(), "delay", 2 * DT).validate(late).filtered.overall.relative_percent > 10


def test_models_without_an_inverse_are_judged_by_accelerations(heft, run, folder):
    learned = model_of(arm(), "saturation(1000)")
    found = learned.validate(run)
    assert found.quantity == "accelerations"
    assert found.filtered.overall.relative_percent < 1
    assert found.overall.rmse < 0.5
    box = BlackBox(arm())
    Learned(box, box.start({}), learned.constants, np.zeros(2), DT).write(folder / "box")
    assert "residuals of accelerations [rad/s2, m/s2]" in heft("validate", "box", "run.parquet").out
    told = json.loads(heft("validate", "box", "run.parquet", "--json").out)
    assert told["quantity"] == "accelerations"
    assert [joint["name"] for joint in told["joints"]] == ["shoulder", "elbow"]


@pytest.mark.usefixtures("short_free_motions")
def test_joints_without_a_drive_stay_so(run):
    """The options with which it was learned apply to the logs that it is validated on."""
    free = library.Log(run.t, run.joints, run.q, effort=run.effort * [1.0, 0.0])
    learned = learn(arm(), free, actuator="viscous", lm_steps=1, cleaning=library.Cleaning(passive=("elbow",)))
    for cleaning in (None, library.Cleaning(cutoff=20.0)):
        assert [joint.name for joint in learned.validate(free, cleaning=cleaning).joints] == ["shoulder", "elbow"]
    assert [joint.name for joint in model_of(arm()).validate(free).joints] == ["shoulder"]


def test_other_kinds_of_effort_are_refused(run):
    currents = replace(run, q=1.01 * run.q, effort_kind="motor_current")
    with pytest.raises(library.HeftError, match=r"kind joint_torque, those of .* motor_current"):
        learn(arm(), [run, currents])
    learned = replace(model_of(arm()), facts={"effort_kind": "joint_torque"})
    with pytest.raises(library.HeftError, match="learned from joint_torque"):
        learned.validate(currents)


def test_options_that_a_learned_model_ignores_are_refused(refused, run, folder):
    model_of(arm()).write(folder / "out")
    for flags in (("--base", "floating"), ("--free-mimics",), ("--gravity", "0", "0", "-1.6"), ("--ignore-loops",)):
        assert f"{flags[0]} has no effect on a learned model" in refused("validate", "out", "run.parquet", *flags)
    (folder / "out" / "result.json").write_text("{}")
    assert "Name the file that is meant" in refused("validate", "out", "run.parquet")
