"""Parts of robots: one arm of a humanoid moves, and the rest is held."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.example_robots import FOLDER

import heft
from heft.errors import ArgumentError
from heft.robot.model import Robot

TALOS = FOLDER / "talos_data/robots/talos_reduced.urdf"
PANDA = FOLDER / "panda_description/urdf/panda.urdf"


def torques_agree(whole: Robot, part: Robot) -> None:
    """The torques of the part are those of the whole robot, whose other joints stand where the part holds them."""
    q, qd, qdd = part.random_state(seed=4, n=20)
    full_q, full_qd, full_qdd = np.tile(whole.neutral, (20, 1)), np.zeros((20, whole.nv)), np.zeros((20, whole.nv))
    for name, at in part.locked:
        if name in whole.q_index:
            full_q[:, whole.q_index[name]] = at
    for name in part.joint_names:
        full_q[:, whole.q_index[name]] = q[:, part.q_index[name]]
        full_qd[:, whole.v_index[name]] = qd[:, part.v_index[name]]
        full_qdd[:, whole.v_index[name]] = qdd[:, part.v_index[name]]
    expected = heft.inverse_dynamics(whole, full_q, full_qd, full_qdd)
    columns = [whole.v_index[name].start for name in part.joint_names]
    found = heft.inverse_dynamics(part, q, qd, qdd)
    np.testing.assert_allclose(found, expected[:, columns], atol=1e-11 * np.abs(expected).max())


@pytest.fixture(scope="module")
def talos() -> Robot:
    return heft.load(TALOS)


def test_an_arm_of_a_humanoid(talos: Robot):
    arm = talos.part("torso_2_link", "arm_left_7_link")
    assert arm.joint_names == [f"arm_left_{k}_joint" for k in range(1, 8)]
    assert arm.base == "fixed"
    torques_agree(talos, arm)


def test_the_same_by_a_group(talos: Robot):
    by_links, by_group = talos.part("torso_2_link", "arm_left_7_link"), talos.part(group="arm_left_*_joint")
    assert by_links.joint_names == by_group.joint_names
    np.testing.assert_array_equal(by_links.parameters, by_group.parameters)


def test_joints_between_those_of_a_group_are_held(talos: Robot):
    hold = {"arm_left_3_joint": "pi/4", "torso_1_joint": 0.2}
    some = talos.part(group=["arm_left_2_joint", "arm_left_5_joint"], hold=hold)
    assert some.joint_names == ["arm_left_2_joint", "arm_left_5_joint"]
    assert dict(some.locked)["arm_left_3_joint"] == pytest.approx(np.pi / 4)
    torques_agree(talos, some)


def test_a_floating_base_is_held_too():
    floating = heft.load(TALOS, base="floating")
    leg = floating.part("base_link", "leg_right_6_link")
    assert leg.joint_names == [f"leg_right_{k}_joint" for k in range(1, 7)]
    torques_agree(floating, leg)


def test_what_the_base_carries_without_a_tip(talos: Robot):
    upper = talos.part("torso_2_link")
    assert upper.joint_names == [n for n in talos.joint_names if n.startswith(("arm", "gripper", "head"))]
    torques_agree(talos, upper)


def test_a_hand_is_held_in_the_middle_and_the_root_may_be_named():
    panda = heft.load(PANDA)
    arm = panda.part("panda_link0", "panda_link7")
    assert arm.joint_names == [f"panda_joint{k}" for k in range(1, 8)]
    assert dict(arm.locked)["panda_finger_joint1"] == pytest.approx(0.02)
    torques_agree(panda, arm)
    assert arm.notes[-1].startswith("held, since they are not in the part (2): panda_finger_joint1")


def test_joints_above_are_held_at_zero_or_the_nearest_limit(talos: Robot):
    arm = talos.part(group="arm_right_*_joint")
    held = dict(arm.locked)
    assert held["torso_1_joint"] == 0.0
    knee = next(joint for joint in talos.joints if joint.name == "leg_left_4_joint")
    assert held["leg_left_4_joint"] == max(0.0, knee.limits.lower)


def test_a_written_part_is_the_whole_robot(talos: Robot, tmp_path: Path):
    arm = talos.part("torso_2_link", "arm_left_7_link")
    arm.with_parameters(1.5 * arm.parameters).write_urdf(tmp_path / "heavier.urdf")
    again = heft.load(tmp_path / "heavier.urdf")
    assert again.joint_names == talos.joint_names
    before, after = (r.part("torso_2_link", "arm_left_7_link").parameters for r in (talos, again))
    np.testing.assert_allclose(after, 1.5 * before, rtol=1e-9, atol=1e-12)


def test_a_part_survives_its_dictionary(talos: Robot):
    arm = talos.part("torso_2_link", "arm_left_7_link")
    again = Robot.from_dict(arm.to_dict())
    assert again.locked == arm.locked
    np.testing.assert_array_equal(again.parameters, arm.parameters)


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"base_link": "torso_9_link"}, "has no link 'torso_9_link'. Did you mean 'torso_2_link'"),
        ({"base_link": "arm_left_3_link", "tip_link": "arm_right_3_link"}, "'arm_right_3_link' does not hang on"),
        ({"base_link": "arm_left_3_link", "tip_link": "arm_left_3_link"}, "does not hang on link"),
        ({"group": ["wing_*"]}, "No joint of robot 'talos' is named 'wing_*'"),
        ({"group": ["arm_*"], "tip_link": "head_1_link"}, "by links or by a group"),
        ({"base_link": "arm_left_7_link", "tip_link": None, "hold": {"nose": 1}}, "has no joint 'nose'"),
    ],
)
def test_what_cannot_be_cut(talos: Robot, how: dict, said: str):
    with pytest.raises(ArgumentError) as refusal:
        talos.part(**how)
    assert said in str(refusal.value)


def test_a_tip_without_joints_is_refused():
    with pytest.raises(ArgumentError, match="No joint of robot 'panda' moves in the part"):
        heft.load(PANDA).part("panda_leftfinger")
