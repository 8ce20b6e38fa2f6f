"""Position servos from positions and commands alone: a two-joint arm in MuJoCo, recorded as hobby servos are."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from servos import commands, recorded, servos

import heft
from heft.errors import ArgumentError, FormatError
from heft.estimation.servo_loop import BACKLASH, LIMIT, NAMES, ServoLoop
from heft.estimation.servo_runs import Commanded

LINK = """<joint name="{joint}" type="revolute"><parent link="{parent}"/><child link="{child}"/>
<origin xyz="{xyz}"/><axis xyz="0 1 0"/><limit lower="-3" upper="3" effort="5" velocity="9"/></joint>
<link name="{child}"><inertial><origin xyz="0.08 0 0.01"/><mass value="{mass}"/>
<inertia ixx="2e-4" iyy="3e-4" izz="3e-4" ixy="0" ixz="0" iyz="0"/></inertial></link>"""
SECONDS = 12.0


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
def robot(urdf) -> heft.Robot:
    return heft.load(urdf)


@pytest.fixture(scope="module")
def theta() -> np.ndarray:
    theta = servos(2, seed=1)
    theta[LIMIT], theta[BACKLASH] = np.inf, 0.0
    return theta


@pytest.fixture(scope="module")
def log(urdf, theta) -> heft.Log:
    return recorded(urdf, theta, commands(2, SECONDS, seed=1), step=2.5e-4)


@pytest.fixture(scope="module")
def found(robot, log) -> heft.ServoEstimate:
    return heft.identify_servos(robot, log)


def test_intervals_contain_the_servos_that_were_simulated(found, theta):
    true = theta[[NAMES.index(name) for name in found.names]]
    away = np.abs(found.values - true) / found.half_width
    assert np.mean(away <= 1) > 0.8  # ten of twelve
    assert np.max(away) < 2
    assert np.all(found.half_width[:-1] < 0.1 * np.abs(true[:-1]))  # all but the offsets, which may be zero
    assert found.doubts == ()


def test_short_logs_have_shorter_windows(robot, log, theta):
    """So that almost all of them counts, and something is held out."""
    short = heft.identify_servos(robot, log.part(0, round(5.0 * len(log.t) / SECONDS)))
    assert sum(short.samples) > 0.7 * 5.0 * len(log.t) / SECONDS
    assert 0 < short.samples[1] < short.samples[0]
    true = theta[[NAMES.index(name) for name in short.names]]
    assert np.max(np.abs(short.values - true) / short.half_width) < 3


def test_positions_are_predicted_to_the_resolution_of_the_encoder(found):
    count = 2 * np.pi / 4096
    assert found.held_out_rms is not None
    assert np.all(found.held_out_rms < 0.5 * count)  # a rounded number is wrong by 0.29 counts
    assert np.all(found.lag_rms > 20 * count)


def test_the_robot_carries_armature_and_dry_friction(found):
    joints = {joint.name: joint for joint in found.identified.joints}
    assert [joints[name].armature for name in ("shoulder", "elbow")] == found.of("armature").tolist()
    assert [joints[name].friction.coulomb for name in ("shoulder", "elbow")] == found.of("coulomb").tolist()


def test_mujoco_reads_the_actuators(urdf, found):
    import mujoco

    arm = urdf.read_text().replace("</robot>", '<mujoco><compiler fusestatic="false"/></mujoco></robot>')
    body = mujoco.MjSpec.from_string(arm)
    for actuator in mujoco.MjSpec.from_string(f"<mujoco>{found.mjcf()[8:].replace('joint=', 'tendon=')}").actuators:
        added = body.add_actuator(name=actuator.name, target=actuator.name.removesuffix("_servo"))
        added.trntype, added.gainprm, added.biasprm = mujoco.mjtTrn.mjTRN_JOINT, actuator.gainprm, actuator.biasprm
        added.biastype = actuator.biastype
    model = body.compile()
    np.testing.assert_allclose(model.actuator_gainprm[:, 0], found.of("stiffness"), rtol=1e-8)
    np.testing.assert_allclose(-model.actuator_biasprm[:, 2], found.of("damping"), rtol=1e-8)


def test_limit_and_backlash(urdf, robot):
    theta = servos(2, seed=1)
    theta[BACKLASH] = 0.03
    log = recorded(urdf, theta, commands(2, 8.0, seed=1), step=2.5e-4)
    found = heft.identify_servos(robot, log, limit=True, backlash=True)
    for k in (LIMIT, BACKLASH):
        values, half = found.of(NAMES[k]), found.half_width[found.names.index(NAMES[k])]
        reached = np.isfinite(half)
        assert np.any(reached)
        assert np.all(np.abs(values - theta[k])[reached] <= 1.5 * half[reached])
        assert np.all(half[reached] < 0.2 * theta[k, reached])
        assert np.all(np.isinf(values[~reached]))  # a limit that no sample reached
    assert "forcerange" in found.mjcf()


def test_derivatives_in_the_armature_are_those_of_another_armature(robot, theta, log):
    """Sets of a simulation take a change of the armature to first order, but for the time at which a joint stops."""
    motion = heft.clean(robot, replace(log, effort=np.zeros_like(log.q)))
    run, loop, starts = Commanded(motion, motion.q, motion.q + 0.05), ServoLoop.of(robot), np.array([50])
    heavier = theta.copy()
    heavier[NAMES.index("armature")] *= 1 + 1e-5
    both = loop.simulate(run, np.array([theta, heavier]), starts, 60)
    alone = loop.simulate(run, heavier[None], starts, 60)
    change = alone[0] - both[0]
    np.testing.assert_allclose(both[1] - both[0], change, atol=0.01 * np.abs(change).max())


def test_a_joint_whose_stiffness_is_not_determined_has_no_scale(found):
    loose = replace(found, half_width=np.where(np.arange(2) == 1, np.inf, found.half_width))
    assert [each for each in loose.doubts if "The torques of elbow have no scale" in each]
    assert loose.to_dict()["servos"]["elbow"]["stiffness"]["half_width"] is None


def test_servos_that_predict_worse_than_their_commands_are_in_doubt(found):
    assert found.held_out_rms is not None
    assert "farther from the measured" in replace(found, held_out_rms=2 * found.lag_rms).doubts[-1]


def test_refusals(robot, log):
    with pytest.raises(FormatError, match="no commanded positions"):
        heft.identify_servos(robot, replace(log, command=None))
    with pytest.raises(FormatError, match="exactly those that were commanded"):
        heft.identify_servos(robot, replace(log, command=log.q))
    with pytest.raises(FormatError, match="no commanded positions of elbow"):
        heft.identify_servos(robot, replace(log, command=log.command * [1, np.nan]))
    with pytest.raises(ArgumentError, match="cannot be held out"):
        heft.identify_servos(robot, log, held_out=1.0)
    with pytest.raises(FormatError, match="no stretch of"):
        heft.identify_servos(robot, log.part(100, 200))
    with pytest.raises(ArgumentError, match="one coordinate"):
        heft.identify_servos(heft.load("zoo:cheetah3"), log)
