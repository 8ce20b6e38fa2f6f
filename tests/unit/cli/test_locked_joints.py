"""Joints that are held: by --lock, or because no log records them, as those of a gripper."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.logs import ARM, arm_in, measured

import heft as product
from heft.errors import FormatError
from heft.logs.unlogged import without_unlogged

FINGER = """  <link name="finger">
    <inertial>
      <origin xyz="0 0.01 0.05"/>
      <mass value="0.1"/>
      <inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4" iyz="0" izz="1e-4"/>
    </inertial>
  </link>
  <link name="tip"/>
  <joint name="grip" type="prismatic">
    <parent link="hand"/><child link="finger"/><origin xyz="0.1 0 0"/><axis xyz="0 1 0"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/>
  </joint>
  <joint name="follow" type="prismatic">
    <parent link="hand"/><child link="tip"/><origin xyz="0.1 0 0"/><axis xyz="0 -1 0"/><mimic joint="grip"/>
    <limit lower="0" upper="0.04" effort="20" velocity="0.2"/>
  </joint>
</robot>
"""


@pytest.fixture
def gripper(folder):
    """An arm with a gripper, and a log of the arm without one."""
    (folder / "gripper.urdf").write_text(ARM.replace("</robot>\n", FINGER))
    robot = product.load(folder / "gripper.urdf").lock({"grip": 0.02})
    log = measured(robot, seed=1)
    log.write(folder / "run.parquet")
    return folder / "gripper.urdf"


def test_a_gripper_that_is_not_logged_is_held_with_one_warning(heft, gripper):
    answer = heft("identify", gripper, "run.parquet", "-o", "out", "--friction", "viscous,coulomb,offset", "--json")
    assert answer.status == 0, answer.err
    facts = json.loads(answer.out)
    said = [text for text in facts["warnings"] if "no recorded joint" in text]
    assert len(said) == 1
    assert "'grip' at 0.02" in said[0]
    found = product.load("out/identified.urdf")
    assert found.joint_names == ["waist", "elbow", "wrist", "grip"]
    hand = found.lock({"grip": 0.02}).parameters[2]
    np.testing.assert_allclose(hand, product.Estimate.from_dict(facts).robot.parameters[2], rtol=1e-9, atol=1e-12)
    judged = heft("validate", "out", "run.parquet")  # the log that was fitted: doubted for that alone
    assert (judged.status, judged.out.count("Do not rely")) == (1, 1)
    assert "was fitted to run.parquet" in judged.out
    assert "no recorded joint" in " ".join(heft("check", gripper, "run.parquet").out.split())
    assert "no recorded joint" in json.dumps(json.loads(heft("validate", gripper, "run.parquet", "--json").out))


def test_lock_holds_a_joint_where_it_is_said(heft, gripper):
    answer = heft("inspect", gripper, "--lock", "grip=0.01,wrist=pi/2", "--json")
    assert answer.status == 0, answer.err
    assert [joint["name"] for joint in json.loads(answer.out)["joints"]] == ["waist", "elbow"]
    assert json.loads(heft("identifiable", gripper, "--lock", "grip=0.01", "--json").out)["n_parameters"] == 30


@pytest.mark.parametrize("text", ["grip", "grip=", "=1", "grip=wide", "thumb=1"])
def test_a_lock_that_is_not_one_is_refused(refused, gripper, text):
    assert "joint" in refused("inspect", gripper, "--lock", text)


def test_a_joint_between_logged_ones_is_not_guessed(refused, folder):
    arm = arm_in(folder)
    log = measured(product.load(arm), seed=1)
    rest = product.Log(log.t, ("waist", "wrist"), log.q[:, [0, 2]], effort=log.effort[:, [0, 2]])
    rest.write(folder / "rest.parquet")
    assert "no positions of 'elbow'" in refused("identify", arm, "rest.parquet")


def test_a_locked_joint_that_moves_in_the_log_is_named(heft, folder):
    arm = arm_in(folder)
    measured(product.load(arm), seed=1).write(folder / "run.parquet")
    answer = heft("check", arm, "run.parquet", "--lock", "wrist=0.3")
    assert "Joint 'wrist' is locked at 0.3, but it is between" in " ".join(answer.out.split())


def test_a_part_is_cut_by_links_or_a_group(heft, refused, gripper):
    def moving(*words):
        facts = json.loads(heft("inspect", gripper, *words, "--json").out)
        return [joint["name"] for joint in facts["joints"] if joint["v"]]

    assert moving("--tip-link", "hand") == ["waist", "elbow", "wrist"]
    assert moving("--base-link", "upper", "--tip-link", "hand") == ["elbow", "wrist"]
    assert moving("--group", "w*", "--lock", "elbow=1") == ["waist", "wrist"]
    assert "by links or by a group" in refused("inspect", gripper, "--group", "w*", "--base-link", "upper")
    assert "has no link 'hands'. Did you mean 'hand'" in refused("identifiable", gripper, "--tip-link", "hands")


def test_a_part_is_identified_and_a_held_joint_that_moves_is_named(heft, refused, gripper):
    call = ("identify", gripper, "run.parquet", "--friction", "viscous,coulomb,offset", "--json")
    answer = heft(*call, "--tip-link", "hand", "-o", "arm")
    assert answer.status == 0, answer.err
    assert not [text for text in json.loads(answer.out)["warnings"] if "no recorded joint" in text]
    judged = heft("validate", "arm", "run.parquet")  # the log that was fitted: doubted for that alone
    assert (judged.status, judged.out.count("Do not rely")) == (1, 1)
    assert "was fitted to run.parquet" in judged.out
    assert "--tip-link has no effect on a result" in refused("validate", "arm", "run.parquet", "--tip-link", "hand")
    moving = refused("check", gripper, "run.parquet", "--group", "elbow,wrist")
    assert "Joint 'waist' is locked at 0 and carries joints that move, but in the log it moves itself" in moving
    still = heft("check", gripper, "run.parquet", "--group", "waist,elbow")  # nothing is on the wrist
    assert "Joint 'wrist' is locked at" in " ".join(still.out.split())


def test_a_part_is_held_where_the_log_records_the_rest(heft, gripper, folder):
    """Fingers that a log records at rest stand there, not in the middle of their range; --lock has the last word."""
    log = product.read_log(folder / "run.parquet")
    q = np.column_stack([log.q, np.full(len(log.t), 0.035)])
    effort = np.column_stack([log.effort, np.zeros(len(log.t))])
    product.Log(log.t, (*log.joints, "grip"), q, effort=effort).write(folder / "whole.parquet")
    words = ("identify", gripper, "whole.parquet", "--group", "waist,elbow,wrist", "--friction", "none", "--json")
    answer = heft(*words)
    assert answer.status == 0, answer.err
    facts = json.loads(answer.out)
    assert dict(product.Estimate.from_dict(facts).robot.locked)["grip"] == pytest.approx(0.035)
    assert not [text for text in facts["warnings"] if "locked" in text]
    given = json.loads(heft(*words, "--lock", "grip=0.01").out)
    assert dict(product.Estimate.from_dict(given).robot.locked)["grip"] == 0.01
    assert "'grip' is locked at 0.01, but it is between 0.035 and 0.035" in " ".join(given["warnings"])


def without(folder, name, joint):
    """Write the log without one joint, and return the file's name."""
    log = product.read_log(folder / name)
    assert log.effort is not None
    kept = [k for k, each in enumerate(log.joints) if each != joint]
    rest = product.Log(log.t, tuple(log.joints[k] for k in kept), log.q[:, kept], effort=log.effort[:, kept])
    rest.write(folder / f"without_{joint}.parquet")
    return f"without_{joint}.parquet"


@pytest.mark.parametrize("verb", ["identify", "validate", "check"])
def test_a_joint_that_one_log_lacks_and_another_one_moves_is_refused(refused, folder, verb):
    arm = arm_in(folder)
    for k in (1, 2):
        measured(product.load(arm), seed=k).write(folder / f"run{k}.parquet")
    lacking = without(folder, "run1.parquet", "wrist")
    for logs in ((lacking, "run2.parquet"), ("run2.parquet", lacking)):
        said = refused(verb, arm, *logs)
        assert f"{lacking}: It has no positions of joint 'wrist', which is between" in said
        assert "in run2.parquet" in said
        assert "--lock wrist=POSITION" in said


def test_a_joint_that_one_log_lacks_stands_where_another_one_has_it(gripper, folder):
    """The user's own --lock may contradict a log; what heft assumes may not."""
    log = product.read_log(folder / "run.parquet")
    fingers, none = np.full(len(log.t), 0.035), np.zeros(len(log.t))
    whole = product.Log(
        log.t, (*log.joints, "grip"), np.column_stack([log.q, fingers]), effort=np.column_stack([log.effort, none])
    )
    robot = product.load(gripper)
    assert dict(without_unlogged(robot, [log, whole]).locked)["grip"] == pytest.approx(0.035)
    assert dict(without_unlogged(robot, [log]).locked)["grip"] == pytest.approx(0.02)
    moved = product.Log(log.t, whole.joints, np.column_stack([log.q, 10 * log.q[:, 0]]), effort=whole.effort)
    assert dict(without_unlogged(robot.lock({"grip": 0.01}), [log, moved]).locked)["grip"] == 0.01
    with pytest.raises(FormatError, match="no positions of joint 'grip'"):
        without_unlogged(robot, [log, moved])
