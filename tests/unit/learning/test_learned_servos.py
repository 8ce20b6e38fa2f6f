"""Servos in `heft.learn`: an arm that is commanded by positions, in MuJoCo, recorded without torques."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from servos import commands, recorded, servos

import heft
from heft.errors import ArgumentError, FormatError
from heft.estimation.servo_loop import ARMATURE, BACKLASH, COULOMB, DAMPING, DELAY, LIMIT, OFFSET, STIFFNESS
from heft.learning.actuators import Actuators
from heft.learning.chains import chain
from heft.learning.learned import Learned

LINK = """<joint name="{joint}" type="revolute"><parent link="{parent}"/><child link="{child}"/>
<origin xyz="{xyz}"/><axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="5" velocity="9"/></joint>
<link name="{child}"><inertial><origin xyz="0.08 0 0.01"/><mass value="{mass}"/>
<inertia ixx="2e-4" iyy="3e-4" izz="3e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
CHAIN = "delay(0.02)+servo+armature+coulomb"
"""The delay is 30 ms where commands are interpolated, and 20 ms where they are held for a sample."""


@pytest.fixture(scope="module")
def urdf(tmp_path_factory) -> Path:
    links = [
        LINK.format(joint="shoulder", parent="base", child="upper", xyz="0 0 0.1", mass=0.4),
        LINK.format(joint="elbow", parent="upper", child="lower", xyz="0.2 0 0", mass=0.3),
    ]
    path = tmp_path_factory.mktemp("servo") / "arm.urdf"
    path.write_text(f'<robot name="arm"><link name="base"/>{"".join(links)}</robot>')
    return path


@pytest.fixture(scope="module")
def theta() -> np.ndarray:
    theta = servos(2, seed=1)
    theta[LIMIT], theta[BACKLASH], theta[OFFSET], theta[DELAY] = np.inf, 0.0, 0.0, 0.03
    return theta


@pytest.fixture(scope="module")
def log(urdf, theta) -> heft.Log:
    return recorded(urdf, theta, commands(2, 24.0, seed=1), step=2.5e-4)


@pytest.fixture(scope="module")
def model(urdf, log) -> Learned:
    return heft.learn(heft.load(urdf), log, actuator=CHAIN, virtual="known")


def test_servos_are_learned_from_positions_and_commands(model, theta):
    found = model.coefficients()
    tolerances = {"k": (STIFFNESS, 0.03), "d": (DAMPING, 0.05), "a": (ARMATURE, 0.1), "fs": (COULOMB, 0.2)}
    for column, joint in enumerate(("shoulder", "elbow")):
        numbers = {name: x for part in found[joint].values() for name, x in part.items()}
        for name, (row, share) in tolerances.items():
            assert numbers[name] == pytest.approx(theta[row, column], rel=share), (joint, name)


@pytest.mark.usefixtures("short_free_motions")
def test_joints_may_have_different_delays(urdf, theta):
    """Commands that are held for a sample of 20 ms: 10 ms more where they are interpolated, as in MuJoCo here."""
    late = theta.copy()
    late[DELAY] = 0.03, 0.07
    log = recorded(urdf, late, commands(2, 10.0, seed=1), step=2.5e-4)
    model = heft.learn(heft.load(urdf), log, actuator="delay+servo+armature+coulomb", virtual="known")
    np.testing.assert_allclose(model.delays, [0.02, 0.06])
    found = model.coefficients()
    for column, joint in enumerate(("shoulder", "elbow")):
        assert found[joint]["servo"]["k"] == pytest.approx(late[STIFFNESS, column], rel=0.03)


def test_the_bodies_are_those_of_the_file(model, urdf):
    np.testing.assert_array_equal(model.robot.parameters, heft.load(urdf).parameters)
    assert model.facts["warnings"] == []


def test_it_predicts_new_motions_and_holds_still_without_gain_of_energy(model, urdf, theta):
    other = recorded(urdf, theta, commands(2, 8.0, seed=5), step=2.5e-4)
    judged = model.judge(other)
    assert judged.valid[0] == judged.horizon  # a squared error of 0.01 rad2 is not reached
    assert judged.mse < 0.05
    assert judged.energy_gain <= 0.0
    assert model.validate(other).quantity == "accelerations"


def test_a_model_with_servos_is_read_again(model):
    again = Learned.from_dict(model.to_dict())
    state = np.array([[0.3, -0.4]]), np.array([[0.1, 0.2]]), np.array([[0.5, 0.0]])
    np.testing.assert_array_equal(again.forward(*state), model.forward(*state))
    q, qd, u = state
    np.testing.assert_allclose(model.inverse(q, qd, model.forward(q, qd, u)), u, atol=1e-9)  # the command


def test_the_torque_of_a_servo(urdf):
    actuators = Actuators.of(heft.load(urdf), {"shoulder": "servo(10,0.5)+saturation(2)"})
    sizes = {name: np.ones(2) for name in ("u", "u_max", "tau", "qd", "qdd")}
    start = actuators.start(np.random.default_rng(0), sizes)
    q, qd = np.array([0.1, 0.0]), np.array([0.2, 0.0])
    torque = actuators.torque(start, sizes, np.array([0.2, 7.0]), q, qd)
    np.testing.assert_allclose(torque, [10 * 0.1 - 0.5 * 0.2, 7.0])
    np.testing.assert_allclose(actuators.torque(start, sizes, np.array([1.0, 0.0]), q, qd), [2.0, 0.0])


def test_a_servo_comes_first():
    assert [part.name for part in chain("delay+servo(10,0.5)+stribeck")] == ["delay", "servo", "stribeck"]
    with pytest.raises(ArgumentError, match="something comes before 'servo'"):
        chain("viscous+servo")


def test_logs_without_torques_and_logs_without_commands(urdf, log):
    robot = heft.load(urdf)
    with pytest.raises(FormatError, match="heft identify --servo"):
        heft.learn(robot, log)
    with pytest.raises(FormatError, match="It has no commanded positions"):
        heft.learn(robot, replace(log, command=None), actuator="servo", virtual="known")
    lacking = np.column_stack([log.command[:, 0], np.full(log.n, np.nan)])
    with pytest.raises(FormatError, match="no commanded positions of elbow"):
        heft.learn(robot, replace(log, command=lacking), actuator="servo", virtual="known")


@pytest.mark.usefixtures("short_free_motions")
def test_masses_that_are_learned_beside_servos_have_no_scale(urdf, log):
    learned = heft.learn(heft.load(urdf), log, actuator="delay(0.02)+servo", lm_steps=2)
    assert any("only up to a common factor" in each for each in learned.facts["warnings"])
    given = heft.learn(heft.load(urdf), log, actuator="delay(0.02)+servo(12,0.6)", lm_steps=2)
    assert not any("common factor" in each for each in given.facts["warnings"])
