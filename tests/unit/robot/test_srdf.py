"""Groups of joints by their names in SRDF files."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.example_robots import FOLDER

import heft
from heft.errors import ArgumentError, FormatError
from heft.robot.model import Robot

TALOS = FOLDER / "talos_data/robots/talos_reduced.urdf"

ARM = """<robot name="arm">
  <link name="base"/>
  {links}
</robot>
"""
LINK = """<link name="link{k}"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="joint{k}" type="revolute"><parent link="{parent}"/><child link="link{k}"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>"""


@pytest.fixture
def arm(tmp_path: Path) -> Robot:
    links = "\n".join(LINK.format(k=k, parent=f"link{k - 1}" if k > 1 else "base") for k in range(1, 5))
    (tmp_path / "arm.urdf").write_text(ARM.format(links=links))
    return heft.load(tmp_path / "arm.urdf")


def srdf(folder: Path, text: str, name: str = "arm.srdf") -> Path:
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f'<robot name="arm">{text}</robot>')
    return folder / name


def test_a_group_of_a_real_robot():
    talos = heft.load(TALOS)
    arm = talos.part(group="l_arm")
    assert arm.joint_names == [f"arm_left_{k}_joint" for k in range(1, 8)]
    assert len(talos.part(group=["all_arms", "torso"]).joint_names) == 16


@pytest.mark.parametrize(
    ("content", "joints"),
    [
        ('<joint name="joint2"/><joint name="welded"/>', [2]),
        ('<link name="link1"/><link name="link4"/>', [1, 4]),
        ('<chain base_link="link1" tip_link="link3"/>', [2, 3]),
        ('<chain base_link="base" tip_link="link2"/><joint name="joint2"/>', [1, 2]),
        ('<group name="inner"/><joint name="joint1"/>', [1, 4]),
    ],
)
def test_what_a_group_names(arm: Robot, tmp_path: Path, content: str, joints: list[int]):
    srdf(tmp_path / "srdf", f'<group name="some">{content}</group><group name="inner"><joint name="joint4"/></group>')
    assert arm.part(group="some").joint_names == [f"joint{k}" for k in joints]


def test_a_joint_is_preferred_to_a_group_of_its_name(arm: Robot, tmp_path: Path):
    srdf(tmp_path, '<group name="joint1"><joint name="joint2"/></group>')
    assert arm.part(group="joint1").joint_names == ["joint1"]


def test_a_file_may_be_named(arm: Robot, tmp_path: Path):
    file = srdf(tmp_path / "elsewhere", '<group name="tip"><joint name="joint4"/></group>')
    assert arm.part(group=f"{file}:tip").joint_names == ["joint4"]
    with pytest.raises(ArgumentError, match="named 'tip'"):
        arm.part(group="tip")


def test_files_that_disagree_are_named(arm: Robot, tmp_path: Path):
    srdf(tmp_path, '<group name="tip"><joint name="joint4"/></group>')
    srdf(tmp_path, '<group name="tip"><joint name="joint3"/></group>', "other.srdf")
    with pytest.raises(ArgumentError, match=r"arm\.srdf than in .*other\.srdf") as caught:
        arm.part(group="tip")
    assert ".srdf:tip" in caught.value.remedy


def test_a_group_that_is_not_there(arm: Robot, tmp_path: Path):
    srdf(
        tmp_path, '<group name="forearm"><joint name="joint4"/></group><group name="hand"><joint name="grip"/></group>'
    )
    (tmp_path / "damaged.srdf").write_text("<robot")
    with pytest.raises(ArgumentError, match="named 'forarm'") as caught:
        arm.part(group="forarm")
    assert "forearm" in caught.value.remedy
    with pytest.raises(ArgumentError, match="named 'hand'"):
        arm.part(group="hand")  # none of its joints is in this robot


def test_damaged_files_are_named(arm: Robot, tmp_path: Path):
    circle = srdf(tmp_path, '<group name="a"><group name="b"/></group><group name="b"><group name="a"/></group>')
    with pytest.raises(FormatError, match="contains itself"):
        arm.part(group=f"{circle}:a")
    circle.write_text("<mujoco/>")
    with pytest.raises(FormatError, match="that of an SRDF is <robot>"):
        arm.part(group=f"{circle}:a")


@pytest.mark.parametrize(("levels", "times"), [(60, 2), (1500, 1), (20_000, 2)])
def test_groups_in_groups_in_groups(arm: Robot, tmp_path: Path, levels: int, times: int):
    """Each contains the next, once or twice: 2^60 ways to the innermost, or a way of 1500 steps."""
    group = '<group name="g{}">{}</group>'
    inner = "".join(group.format(k, times * group.format(k + 1, "")) for k in range(levels))
    srdf(tmp_path, inner + f'<group name="g{levels}"><joint name="joint3"/></group>')
    assert arm.part(group="g0").joint_names == ["joint3"]


def test_a_name_of_many_brackets_is_no_pattern(arm: Robot, tmp_path: Path):
    """Python reads a pattern in time with the square of its length: a minute for this one."""
    name = "arm" + 60_000 * "["
    srdf(tmp_path, f'<group name="{name}"><joint name="joint3"/></group>')
    assert arm.part(group=name).joint_names == ["joint3"]
