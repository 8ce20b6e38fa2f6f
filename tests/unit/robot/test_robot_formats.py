"""The registry of robot formats, and a format that is added here through it alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

import heft
from heft import parameters as inertial
from heft.errors import ArgumentError, FileError, FormatError
from heft.robot.floating_base import with_base
from heft.robot.formats import ReadOptions, RobotFormat, format_of, register, robot_format, robot_formats, unregister
from heft.robot.joint import Joint
from heft.robot.model import Body, Robot
from heft.robot.placement import Placement
from heft.robot.source import Source, source_of

PENDULUM = "upper 1.5 0.4\nlower 0.5 0.3\n"


class Rods(RobotFormat):
    """A chain of thin rods, a line each: name, mass [kg], length [m]."""

    name, files, suffix = "rods", ".rods", ".rods"

    def can_read(self, path: Path) -> bool:
        return path.suffix == ".rods"

    def read(self, path: Path, options: ReadOptions) -> Robot:
        bodies, tip = [], "0"
        for i, line in enumerate(path.read_text().splitlines()):
            name, mass, length = line.split()
            m, l = float(mass), float(length)
            pi = inertial.from_com(m, [l / 2, 0, 0], [[0, 0, 0], [0, m * l**2 / 12, 0], [0, 0, m * l**2 / 12]])
            bodies.append(Body(name, i - 1, Joint(f"{name}_joint", "revolute"), Placement.at([tip, 0, 0]), pi))
            tip = length
        source = Source("rods", path.read_bytes(), path)
        return with_base(Robot(path.stem, tuple(bodies), source=source), options.base)

    def content(self, robot: Robot) -> bytes:
        lines = source_of(robot, "rods").content.decode().splitlines()
        masses = robot.parameters[:, 0]
        pairs = zip(lines, masses, strict=True)
        return "".join(f"{line.split()[0]} {mass:g} {line.split()[2]}\n" for line, mass in pairs).encode()


@pytest.fixture
def rods() -> Iterator[RobotFormat]:
    register(Rods())
    yield robot_format("rods")
    unregister("rods")
    assert "rods" not in robot_formats()


@pytest.mark.usefixtures("rods")
def test_a_new_format_is_loaded(tmp_path: Path):
    file = tmp_path / "pendulum.rods"
    file.write_text(PENDULUM)
    robot = heft.load(file)
    assert robot.joint_names == ["upper_joint", "lower_joint"]
    assert robot.parameters[:, 0].tolist() == [1.5, 0.5]
    assert heft.load(file, base="floating").base == "floating"


def test_a_new_format_is_written_but_never_over_its_input(tmp_path: Path, rods: RobotFormat):
    file, other = tmp_path / "pendulum.rods", tmp_path / "heavier.rods"
    file.write_text(PENDULUM)
    robot = heft.load(file)
    heavier = robot.with_parameters(2 * robot.parameters)
    rods.write(heavier, other)
    assert other.read_text() == "upper 3 0.4\nlower 1 0.3\n"
    with pytest.raises(FileError, match="never changes an input file"):
        rods.write(heavier, file)
    with pytest.raises(ArgumentError, match="was not read from RODS"):
        rods.write(heft.load("zoo:furuta"), other)


@pytest.mark.usefixtures("rods")
def test_what_no_format_reads_is_refused_with_all_that_are_read(tmp_path: Path):
    with pytest.raises(FormatError, match=r"cannot read files that end in '\.step'") as caught:
        heft.load(tmp_path / "arm.step")
    assert all(found.files in caught.value.remedy for found in robot_formats().values())
    assert ".rods" in caught.value.remedy


def test_the_outermost_element_decides_about_xml(tmp_path: Path):
    urdf, mjcf = tmp_path / "a.xml", tmp_path / "b.XML"
    urdf.write_text('<robot name="r"><link name="base"/></robot>')
    mjcf.write_text("<mujoco/>")
    assert format_of(urdf).name == "urdf"
    assert format_of(mjcf).name == "mjcf"


def test_every_robot_is_written_as_a_mechanism_file(tmp_path: Path):
    robot, file = heft.load("zoo:scara"), tmp_path / "scara.mech.json"
    robot_format("mechanism").write(robot, file)
    assert heft.load(file).to_dict() == robot.to_dict()


def test_names_of_formats_are_unique_and_spelt_right(rods: RobotFormat):
    with pytest.raises(ArgumentError, match="'rods' is taken by another robot format") as taken:
        register(rods)
    with pytest.raises(ArgumentError, match="no robot format 'urfd'") as unknown:
        robot_format("urfd")
    assert taken.value.remedy
    assert unknown.value.remedy == "Did you mean 'urdf'?"


@pytest.mark.parametrize("name", ["arm.sdf", "room.world", "arm.xml"])
def test_sdf_is_refused_by_its_name(tmp_path: Path, name: str):
    (tmp_path / name).write_text('<sdf version="1.9"><model name="arm"/></sdf>')
    with pytest.raises(FormatError, match="SDF file") as caught:
        heft.load(tmp_path / name)
    assert "URDF" in caught.value.remedy
    assert "sdf2mjcf" in caught.value.remedy
