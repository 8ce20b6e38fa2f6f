"""Robots from xacro files: macros, arguments, expressions, includes, packages without ROS."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import heft
from heft.errors import ArgumentError, FileError, FormatError, MissingExtraError
from heft.robot.geometry import geometry_of

pytest.importorskip("xacro", reason="the extra 'xacro' is not installed")

LINK = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="arm" params="name parent length mass">
    <link name="${name}">
      <inertial>
        <origin xyz="${length/2} 0 0"/><mass value="${mass}"/>
        <inertia ixx="0" ixy="0" ixz="0" iyy="${mass*length**2/12}" iyz="0" izz="${mass*length**2/12}"/>
      </inertial>
      <visual><geometry><mesh filename="package://my_arm/meshes/${name}.stl"/></geometry></visual>
    </link>
    <joint name="${name}_joint" type="continuous">
      <parent link="${parent}"/><child link="${name}"/><axis xyz="0 1 0"/>
      <origin xyz="0 0 ${length}" rpy="0 ${pi/2} 0"/>
    </joint>
  </xacro:macro>
</robot>"""

MAIN = """<robot name="thing" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="mass" default="2"/>
  <xacro:arg name="links" default="2"/>
  <xacro:include filename="$(find my_arm)/urdf/link.xacro"/>
  <link name="world"/>
  <xacro:arm name="a" parent="world" length="0.5" mass="$(arg mass)"/>
  <xacro:if value="${int('$(arg links)') > 1}"><xacro:arm name="b" parent="a" length="0.5" mass="1"/></xacro:if>
</robot>"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A package whose folder has another name than its manifest says, as in many repositories."""
    package = tmp_path / "My_Arm_ROS2"
    (package / "urdf").mkdir(parents=True)
    (package / "package.xml").write_text("<package><name>my_arm</name></package>")
    (package / "urdf" / "link.xacro").write_text(LINK)
    (package / "urdf" / "main.urdf.xacro").write_text(MAIN)
    return package / "urdf" / "main.urdf.xacro"


def test_macros_and_expressions_are_expanded(file: Path):
    robot = heft.load(file)
    assert robot.name == "thing"
    assert robot.joint_names == ["a_joint", "b_joint"]
    assert robot.parameters[:, 0].tolist() == [2.0, 1.0]
    assert robot.parameters[0, 1] == 0.5


def test_arguments_reach_the_file(file: Path):
    robot = heft.load(file, xacro_arguments={"links": "1", "mass": "3"})
    assert (robot.joint_names, robot.parameters[0, 0]) == (["a_joint"], 3.0)


def test_an_argument_that_the_file_does_not_have_is_refused(file: Path):
    with pytest.raises(ArgumentError, match=r"no argument 'link'.*Did you mean 'links'"):
        heft.load(file, xacro_arguments={"link": "1"})
    with pytest.raises(ArgumentError, match=r"Only a \.xacro file takes arguments"):
        heft.load("zoo:puma560", xacro_arguments={"link": "1"})


def test_a_missing_argument_is_named_with_the_option(file: Path):
    file.write_text(MAIN.replace('<xacro:arg name="mass" default="2"/>', ""))
    with pytest.raises(FormatError, match="--xacro-arg mass=VALUE"):
        heft.load(file)


def test_a_missing_package_is_named_and_found_by_folder(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    elsewhere = tmp_path / "elsewhere" / "main.xacro"
    elsewhere.parent.mkdir()
    elsewhere.write_text(MAIN)
    with pytest.raises(FormatError, match=r"package 'my_arm' is not found\. Give .*--package-path") as refused:
        heft.load(elsewhere)
    assert str(refused.value).count("is not found") == 1
    assert heft.load(elsewhere, packages=[file.parents[1]]).nv == 2
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(file.parents[1]))
    assert heft.load(elsewhere).nv == 2


def test_what_is_written_is_urdf(file: Path, tmp_path: Path):
    robot = heft.load(file)
    heavier = robot.with_parameters(2 * robot.parameters)
    heavier.write_urdf(tmp_path / "heavier.urdf")
    again = heft.load(tmp_path / "heavier.urdf")
    assert again.parameters[:, 0].tolist() == [4.0, 2.0]


def test_the_files_that_it_includes_are_inputs(file: Path):
    with pytest.raises(FileError, match="never changes an input"):
        heft.load(file).write_urdf(file.parent / "link.xacro")


def test_missing_meshes_are_noted_once(file: Path):
    meshes = [note for note in heft.load(file).notes if "mesh" in note]
    assert len(meshes) == 1
    assert "(2): package://my_arm/meshes/a.stl, package://my_arm/meshes/b.stl" in meshes[0]
    (file.parents[1] / "meshes").mkdir()
    for name in "ab":
        (file.parents[1] / "meshes" / f"{name}.stl").write_bytes(bytes(80) + (0).to_bytes(4, "little"))
    robot = heft.load(file)
    assert not [note for note in robot.notes if "mesh" in note]
    assert geometry_of(robot, "visual").missing == ()


def test_broken_xacro_is_a_sentence(file: Path):
    file.write_text(MAIN.replace("${int('$(arg links)') > 1}", "${1/0}"))
    with pytest.raises(FormatError, match="cannot be expanded: division by zero"):
        heft.load(file)
    file.write_text(MAIN[:-10])
    with pytest.raises(FormatError, match="cannot be expanded"):
        heft.load(file)
    with pytest.raises(FileError, match="File not found"):
        heft.load(file.with_name("absent.xacro"))


@pytest.mark.parametrize(
    ("element", "what"),
    [
        ('<xacro:include filename="main.urdf.xacro"/>', "contains itself"),
        ('<xacro:macro name="m"><xacro:m/></xacro:macro><xacro:m/>', "contains itself"),
        ('<xacro:include filename="binary.xml"/>', "cannot be expanded"),
        ("<link name=\"${xacro.load_yaml('deep.yaml')}\"/>", "cannot be expanded|contains itself"),
        ('<xacro:if value="${[1].x}"/>', "cannot be expanded"),
        ("<xacro:insert_block/>", "cannot be expanded"),
    ],
)
def test_what_a_file_makes_xacro_raise_is_a_sentence(file: Path, element: str, what: str):
    (file.parent / "binary.xml").write_bytes(bytes(range(256)))
    (file.parent / "deep.yaml").write_text("[" * 20_000)
    file.write_text(MAIN.replace("<link", element + "<link"))
    with pytest.raises(FormatError, match=what) as refused:
        heft.load(file)
    assert refused.value.remedy


def test_an_optional_file_may_be_missing(file: Path):
    file.write_text(MAIN.replace("<link", '<xacro:include filename="absent.xml" optional="true"/><link', 1))
    assert heft.load(file, xacro_arguments={"mass": "4"}).parameters[0, 0] == 4.0


def test_the_package_is_optional(file: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "xacro", None)
    with pytest.raises(MissingExtraError, match=r"heft-robotics\[xacro\]"):
        heft.load(file)


def test_nothing_of_xacro_is_left_changed(file: Path):
    import xacro
    from xacro import substitution_args

    before = vars(substitution_args)["_eval_find"]
    heft.load(file)
    assert "open" not in vars(xacro)
    assert vars(substitution_args)["_eval_find"] is before
