"""A centre of mass that is wrong in the robot file is not a counterbalance where other joints carry the link too."""

from __future__ import annotations

import numpy as np
import pytest
from support.example_robots import PATHS
from support.motions import motion_of, wave

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.counterbalance import Balanced, balanced_joints, hidden
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.light_links import without_light_links
from heft.logs.motion import Motion
from heft.parameters import from_com, to_com
from heft.robot.model import Robot

ALLEGRO, Z1 = "allegro_hand_description/urdf/allegro_right_hand.urdf", "z1_description/urdf/z1.urdf"
SO100 = "so_arm_description/urdf/so100.urdf"
WRONG = [
    (ALLEGRO, "link_15.0", (0.01, 0, 0)),
    (ALLEGRO, "link_15.0", (0, 0, -0.02)),
    (Z1, "link06", (0, 0.01, 0)),
    (Z1, "link06", (0, -0.01, 0)),
    (SO100, "gripper", (0.01, 0, 0)),
    ("zoo:panda", "link7", (-0.02, 0, 0)),
    ("zoo:panda", "link7", (0.05, 0, 0)),
    ("zoo:ur10e", "wrist3", (0.01, 0, 0)),
]
"""Robots, and by how much the centre of mass of a link is wrong in their files [m]."""

SMALL_ARMS = [("zoo:ur10e", 3), (SO100, 4), (Z1, 5)]
"""Robots, and joints to which a counterbalance is attached, where other joints carry the links as well."""


def loaded(name: str) -> Robot:
    return heft.load(PATHS.get(name, name))


def wrong_file(robot: Robot, link: str, by: tuple[float, ...]) -> Robot:
    """Return a robot file with the centre of mass of a link in a wrong place."""
    parameters, k = robot.parameters.copy(), robot.body_names.index(link)
    mass, com, inertia = to_com(parameters[k])
    parameters[k] = from_com(mass, com + np.asarray(by), inertia)
    return robot.with_parameters(parameters)


def run(robot: Robot, seed: int = 0, *, amplitude: float = 0.4, balanced: int | None = None) -> Motion:
    """Return a run with friction and noise in proportion to the efforts of each joint.

    Args:
        robot: as it is.
        seed: of motion and noise.
        amplitude: of each harmonic [rad].
        balanced: a joint with a counterweight of three times its gravity, if any.
    """
    q, qd, qdd = wave(robot, seed, 1500, 200.0, amplitude=amplitude)
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    size = np.sqrt(np.mean(tau**2, axis=0)) + 0.02 * np.sqrt(np.mean(tau**2))
    tau += size * (0.1 * qd / np.std(qd, axis=0) + 0.1 * np.sign(qd) + 0.02)
    if balanced is not None:
        shape = np.column_stack([np.cos(q[:, balanced]), np.sin(q[:, balanced])])
        gravity = heft.inverse_dynamics(robot, q, 0 * q, 0 * q)[:, balanced]
        tau[:, balanced] -= 3 * shape @ np.linalg.lstsq(shape, gravity, rcond=None)[0]
    tau += 0.02 * size * np.random.default_rng(seed + 1000).standard_normal(tau.shape)
    return motion_of(robot, q, qd, qdd, tau)


def suspected(file: Robot, motion: Motion) -> tuple[list[Balanced], list[Balanced]]:
    """Return the joints whose gravity is missing, and those of them that other joints do not explain."""
    base = base_of(model_of(file))
    fit = Weighted().fit(Evidence.of(base, [motion]))
    missing = balanced_joints(base, fit, [motion], lowest=-np.inf)
    return missing, without_light_links(base, [motion], missing)


@pytest.mark.parametrize(("name", "link", "by"), WRONG)
def test_a_wrong_centre_of_mass_is_not_suspected(name: str, link: str, by: tuple[float, ...]):
    robot = loaded(name)
    missing, left = suspected(wrong_file(robot, link, by), run(robot))
    assert missing
    assert all(each.certain for each in missing)
    assert left == []


@pytest.mark.parametrize(("name", "joint"), SMALL_ARMS)
def test_a_counterbalance_that_other_joints_contradict_is_suspected(name: str, joint: int):
    robot = loaded(name)
    missing, left = suspected(robot, run(robot, amplitude=0.15, balanced=joint))
    assert robot.joint_names[joint] in [each.joint for each in missing]
    assert left == missing


def test_where_one_joint_alone_carries_the_weight_the_robot_file_decides():
    robot, lift = loaded("zoo:panda"), 1
    base, motion = base_of(model_of(robot)), run(robot)
    assert hidden(base, lift)
    suspect = Balanced(robot.joint_names[lift], 0.0, ("joint4", "joint6"), 1.0)
    assert without_light_links(base, [motion], [suspect]) == [suspect]


@pytest.mark.parametrize("friction", ["auto", "viscous,coulomb,offset"])
def test_identify_relies_on_logs_that_are_right(friction: str):
    robot = loaded(Z1)
    found = heft.identify(wrong_file(robot, "link06", (0, 0.01, 0)), [run(robot), run(robot, 1)], friction=friction)
    assert found.doubts == ()
    assert not any("counterbalance seems" in text for text in found.warnings)
    k = robot.body_names.index("link06")
    moments = np.array([found.values[10 * k + 2], robot.parameters[k, 2]])
    assert moments[0] == pytest.approx(moments[1], abs=0.1 * 0.01 * robot.parameters[k, 0])
