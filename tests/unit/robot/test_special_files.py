"""Files that a robot is read from: pipes are refused at once, includes are bounded, and none is ever written to."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import heft
from heft.cli import main
from heft.errors import ArgumentError, FileError, FormatError
from heft.robot.geometry import geometry_of

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")

MESH = """<mujoco><asset><mesh name="m" file="part.stl"/></asset>
<worldbody><body><joint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("name", ["arm.urdf", "arm.xml", "arm.json", "arm.toml"])
def test_a_pipe_is_not_a_robot(tmp_path: Path, name: str):
    os.mkfifo(tmp_path / name)
    with pytest.raises(FileError, match=rf"{name}: It is not an ordinary file"):
        heft.load(tmp_path / name)


def test_a_pipe_as_a_mesh_or_an_included_file(tmp_path: Path):
    pytest.importorskip("mujoco")
    (tmp_path / "arm.xml").write_text(MESH)
    os.mkfifo(tmp_path / "part.stl")
    with pytest.raises(FileError, match=r"part\.stl: It is not an ordinary file"):
        heft.load(tmp_path / "arm.xml")
    (tmp_path / "main.xml").write_text('<mujoco><include file="pipe.xml"/></mujoco>')
    os.mkfifo(tmp_path / "pipe.xml")
    with pytest.raises(FileError, match=r"pipe\.xml: It is not an ordinary file"):
        heft.load(tmp_path / "main.xml")


NAMING = {
    "a mesh with another folder": (
        '<mujoco><compiler meshdir="parts" strippath="true"/><asset><mesh name="m" file="x/pipe"/></asset></mujoco>'
    ),
    "a mesh of an attached model": '<mujoco><asset><model name="part" file="parts/part.xml"/></asset></mujoco>',
    "a flexible body": (
        '<mujoco><worldbody><flexcomp name="f" type="gmsh" file="parts/pipe" dim="2"/></worldbody></mujoco>'
    ),
    "a texture": '<mujoco><compiler assetdir="parts"/><asset><texture fileright="pipe"/></asset></mujoco>',
}


@pytest.mark.parametrize("what", NAMING)
def test_a_pipe_wherever_mujoco_looks_for_a_file(tmp_path: Path, what: str):
    pytest.importorskip("mujoco")
    (tmp_path / "parts").mkdir()
    os.mkfifo(tmp_path / "parts/pipe")
    (tmp_path / "parts/part.xml").write_text(MESH.replace("part.stl", "pipe"))
    (tmp_path / "arm.xml").write_text(NAMING[what])
    with pytest.raises(FileError, match=r"parts.pipe: It is not an ordinary file"):
        heft.load(tmp_path / "arm.xml")


ROS = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'
BODY = """<link name="a"/><link name="b"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0"
izz="1"/></inertial></link><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>"""


@pytest.mark.parametrize(
    "element",
    [
        '<xacro:include filename="pipe.xml"/>',
        '<xacro:include filename="pipe.xml" optional="true"/>',
        '<xacro:include filename="pip*.xml"/>',
        '<xacro:property name="x" value="${xacro.load_yaml(\'pipe.xml\')}"/><link name="${x}"/>',
        '<xacro:include filename="inner.xml"/>',
        '<xacro:include filename="/dev/zero"/>',
    ],
    ids=["include", "optional", "pattern", "yaml", "included twice", "device"],
)
def test_a_pipe_that_xacro_would_open(tmp_path: Path, element: str):
    pytest.importorskip("xacro")
    os.mkfifo(tmp_path / "pipe.xml")
    (tmp_path / "inner.xml").write_text(f'<robot {ROS}><xacro:include filename="pipe.xml"/></robot>')
    (tmp_path / "arm.xacro").write_text(f'<robot name="arm" {ROS}>{element}{BODY}</robot>')
    with pytest.raises(FileError, match=r"(pipe\.xml|/dev/zero): It is not an ordinary file"):
        heft.load(tmp_path / "arm.xacro")


def test_pipes_beside_a_urdf_are_not_waited_for(tmp_path: Path):
    """As a mesh, as the manifest of a package, and as an SRDF."""
    (tmp_path / "arm").mkdir()
    shape = '</inertial><collision><geometry><mesh filename="{}"/></geometry></collision>'
    for k, name in enumerate(("package://arm/part.stl", "part.stl")):
        body = BODY.replace("</inertial>", shape.format(name))
        (tmp_path / f"arm/{k}.urdf").write_text(f'<robot name="arm">{body}</robot>')
    for name in ("part.stl", "package.xml", "arm.srdf"):
        os.mkfifo(tmp_path / "arm" / name)
    robots = [heft.load(tmp_path / f"arm/{k}.urdf", packages=[tmp_path / "arm"]) for k in range(2)]
    assert [len(geometry_of(robot).missing) for robot in robots] == [1, 1]
    robot = robots[0]
    with pytest.raises(ArgumentError, match="nor does a group"):
        robot.part(group="hand")
    with pytest.raises(FileError, match=r"arm\.srdf: It is not an ordinary file"):
        robot.part(group=f"{tmp_path}/arm/arm.srdf:hand")


def include(folder: Path, name: str, inner: str) -> None:
    (folder / name).write_text(f'<mujoco><include file="{inner}"/></mujoco>')


ARM = """<mujoco><worldbody><body name="b"><joint name="j"/><geom type="mesh" mesh="m"/></body></worldbody>
<asset><mesh name="m" file="part.obj"/></asset></mujoco>"""
PART = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"


def test_files_that_include_each_other_for_ever_or_very_deep(tmp_path: Path):
    pytest.importorskip("mujoco")
    include(tmp_path, "one.xml", "two.xml")
    include(tmp_path, "two.xml", "one.xml")
    include(tmp_path, "self.xml", "self.xml")
    for name in ("one", "self"):
        with pytest.raises(FormatError, match="already included"):
            heft.load(tmp_path / f"{name}.xml")
    for k in range(3000):
        include(tmp_path, f"i{k}.xml", f"i{k + 1}.xml")
    (tmp_path / "i3000.xml").write_text(MESH)
    with pytest.raises(FormatError, match="more than 64 levels deep"):
        heft.load(tmp_path / "i0.xml")


def test_a_file_that_is_included_must_fit_in_memory(tmp_path: Path):
    pytest.importorskip("mujoco")
    include(tmp_path, "main.xml", "huge.xml")
    with open(tmp_path / "huge.xml", "wb") as huge:
        huge.truncate(1 << 42)  # 4 TB, of which none is on the disk
    with pytest.raises(FileError, match=r"huge\.xml"):
        heft.load(tmp_path / "main.xml")


@pytest.mark.parametrize("kind", ["included", "mesh"])
def test_what_a_file_includes_is_an_input(tmp_path: Path, monkeypatch, capsys, kind: str):
    """`-o` that is an included file or a mesh, by another name, is refused and the file stays."""
    pytest.importorskip("mujoco")
    monkeypatch.chdir(tmp_path)
    include(tmp_path, "main.xml", "arm.xml")
    (tmp_path / "arm.xml").write_text(ARM)
    (tmp_path / "part.obj").write_text(PART)
    assert main(["inspect", "main.xml", "-q", "-o", "plain.json"]) == 0
    source = tmp_path / ("arm.xml" if kind == "included" else "part.obj")
    before = source.read_bytes()
    os.link(source, tmp_path / "out.json")
    assert main(["inspect", "main.xml", "-q", "-o", "out.json"]) == 2
    assert "This is an input" in capsys.readouterr().err
    assert source.read_bytes() == before
    assert (tmp_path / "out.json").samefile(source)


def test_a_pipe_as_heft_toml(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    os.mkfifo(tmp_path / "heft.toml")
    monkeypatch.chdir(tmp_path)
    assert main(["inspect", "zoo:furuta"]) == 2
    assert "heft.toml: It is not an ordinary file" in capsys.readouterr().err
