"""The robot file in a folder, as in the MuJoCo menagerie."""

from __future__ import annotations

from pathlib import Path

import pytest

import heft
from heft.errors import FileError

ARM = """<mujoco model="{name}"><worldbody><body name="arm"><joint name="hinge" type="hinge"/>
<inertial pos="0.1 0 0" mass="1" diaginertia="0.01 0.01 0.01"/></body></worldbody></mujoco>"""
SCENE = """<mujoco model="{name} scene"><include file="{name}.xml"/><worldbody><light pos="0 0 2"/>
<geom name="floor" type="plane" size="0 0 0.05"/></worldbody></mujoco>"""
URDF = "<robot name='arm'><link name='a'/></robot>"


def menagerie(folder: Path, *names: str) -> Path:
    for name in names:
        (folder / f"{name}.xml").write_text(ARM.format(name=name))
    return folder


def test_the_robot_is_the_file_that_the_scene_includes(tmp_path: Path):
    pytest.importorskip("mujoco")
    folder = menagerie(tmp_path, "arm", "arm_with_hand", "mjx_arm")
    (folder / "scene.xml").write_text(SCENE.format(name="arm"))
    (folder / "mjx_scene.xml").write_text(SCENE.format(name="mjx_arm"))
    robot = heft.load(folder)
    assert robot.name == "arm"
    assert "read from arm.xml, without the floor and lights of scene.xml" in robot.notes[0]
    assert "arm_with_hand.xml" in robot.notes[0]


def test_without_a_scene_it_is_the_only_robot(tmp_path: Path):
    pytest.importorskip("mujoco")
    menagerie(tmp_path, "arm")
    (tmp_path / "package.xml").write_text("<package><name>x</name></package>")
    (tmp_path / "broken.xml").write_text("<mujoco")
    assert heft.load(str(tmp_path)).name == "arm"


def test_a_folder_with_one_urdf(tmp_path: Path):
    (tmp_path / "arm.urdf").write_text(URDF)
    assert heft.load(tmp_path).name == "arm"


def test_several_robots_are_named(tmp_path: Path):
    menagerie(tmp_path, "left", "right")
    with pytest.raises(FileError, match=r"2 robot files: left\.xml, right\.xml\. Name the one"):
        heft.load(tmp_path)


def test_a_folder_without_a_robot(tmp_path: Path):
    with pytest.raises(FileError, match="no URDF and no MJCF"):
        heft.load(tmp_path)
