"""Robots by their name in robot_descriptions, found in its cache and never downloaded."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest
from support.example_robots import FOLDER

import heft
from heft.errors import ArgumentError, FileError, MissingExtraError

pytest.importorskip("robot_descriptions", reason="the extra 'descriptions' is not installed")


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache with the one repository that a package brings: example-robot-data, not a git checkout."""
    (tmp_path / "example-robot-data").mkdir()
    (tmp_path / "example-robot-data" / "robots").symlink_to(FOLDER)
    monkeypatch.setenv("ROBOT_DESCRIPTIONS_CACHE", str(tmp_path))

    def no_network(*_: object, **__: object) -> None:
        raise AssertionError("heft used the network")

    monkeypatch.setattr(socket.socket, "connect", no_network)
    return tmp_path


@pytest.mark.usefixtures("cache")
@pytest.mark.parametrize("name", ["panda_description", "hyq_description", "double_pendulum_description"])
def test_a_name_is_the_file_in_the_cache(name: str):
    robot = heft.load(name)
    assert robot.source is not None
    assert robot.source.path is not None
    again = heft.load(robot.source.path)
    assert robot.joint_names == again.joint_names
    assert (robot.parameters == again.parameters).all()
    assert robot.notes[0] == f"read from {robot.source.path}"


def test_nothing_is_downloaded(cache: Path):
    with pytest.raises(FileError, match="robot_descriptions pull ur5e_description") as refusal:
        heft.load("ur5e_description")
    assert str(cache) in str(refusal.value)
    assert "git" not in sys.modules or not (cache / "Universal_Robots_ROS2_Description").exists()


def test_a_checkout_elsewhere_is_found_by_its_folder(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ROBOT_DESCRIPTIONS_CACHE", str(tmp_path / "empty"))
    with pytest.raises(FileError):
        heft.load("panda_description")
    assert heft.load("panda_description", packages=[cache]).name == "panda"


@pytest.mark.usefixtures("cache")
def test_an_unknown_name_is_answered_with_the_nearest():
    with pytest.raises(ArgumentError, match="Did you mean 'panda_description'"):
        heft.load("pandas_description")


def test_the_package_is_optional(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "robot_descriptions", None)
    with pytest.raises(MissingExtraError, match=r"heft-robotics\[descriptions\]"):
        heft.load("panda_description")


def test_a_file_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "panda_description"
    folder.mkdir()
    (folder / "one.urdf").write_text("<robot name='mine'><link name='a'/></robot>")
    assert heft.load("panda_description").name == "mine"


def test_an_incomplete_checkout_is_named(cache: Path):
    (cache / "example-robot-data" / "robots").unlink()
    with pytest.raises(FileError, match=r"The checkout has no file .*panda\.urdf"):
        heft.load("panda_description")


@pytest.mark.usefixtures("cache")
def test_the_module_that_downloads_is_left_as_it_was():
    before = sys.modules.get("robot_descriptions._cache")
    heft.load("double_pendulum_description")
    assert sys.modules.get("robot_descriptions._cache") is before
