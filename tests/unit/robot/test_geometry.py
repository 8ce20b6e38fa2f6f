"""Geometry of links: which shapes they have, where, and where their meshes are found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.meshes import binary_stl

import heft
from heft.errors import ArgumentError, FormatError
from heft.robot.geometry import geometry_of
from heft.robot.shapes import Box, Capsule, Cylinder, Ellipsoid, HalfSpace, MeshShape, Sphere

URDF = """<robot name="arm">
  <link name="world"/>
  <link name="table"><collision><origin xyz="0 0 -0.1"/><geometry><box size="2 1 0.2"/></geometry></collision></link>
  <link name="foot"><collision><geometry><cylinder radius="0.1" length="0.3"/></geometry></collision></link>
  <link name="upper">
    <collision><origin xyz="0 0 0.2" rpy="0 1.5707963267948966 0"/>
      <geometry><capsule radius="0.05" length="0.4"/></geometry></collision>
    <visual><geometry><sphere radius="0.2"/></geometry></visual>
  </link>
  <link name="tool">
    <collision><origin xyz="0.1 0 0"/><geometry><sphere radius="0.03"/></geometry></collision>
    <collision><geometry><mesh filename="{mesh}" scale="2 1 1"/></geometry></collision>
  </link>
  <joint name="a" type="fixed"><parent link="world"/><child link="table"/><origin xyz="0 0 0.8"/></joint>
  <joint name="b" type="fixed"><parent link="table"/><child link="foot"/></joint>
  <joint name="waist" type="revolute"><parent link="foot"/><child link="upper"/><origin xyz="0 0 0.3"/>
    <axis xyz="0 0 1"/><limit lower="-3" upper="3" velocity="1" effort="1"/></joint>
  <joint name="c" type="fixed"><parent link="upper"/><child link="tool"/>
    <origin xyz="0 0 0.4" rpy="0 0 1.5707963267948966"/></joint>
</robot>
"""


def arm(folder: Path, mesh: str = "tool.stl") -> heft.Robot:
    path = folder / "arm.urdf"
    path.write_text(URDF.format(mesh=mesh))
    return heft.load(path)


def test_shapes_stand_in_the_bodies_that_their_links_move_with(tmp_path: Path) -> None:
    (tmp_path / "tool.stl").write_bytes(binary_stl())
    found = geometry_of(arm(tmp_path))
    table, foot, upper, ball, mesh = found.shapes
    assert [each.body for each in found.shapes] == [-1, -1, 0, 0, 0]
    assert (table.link, table.shape) == ("table", Box((2.0, 1.0, 0.2)))
    np.testing.assert_allclose(table.translation, [0, 0, 0.7])
    assert foot.shape == Cylinder(0.1, 0.3)
    assert upper.shape == Capsule(0.05, 0.4)
    np.testing.assert_allclose(upper.rotation @ [0, 0, 1], [1, 0, 0], atol=1e-15)
    assert ball.shape == Sphere(0.03)
    np.testing.assert_allclose(ball.translation, [0, 0.1, 0.4], atol=1e-15)
    assert isinstance(mesh.shape, MeshShape)
    np.testing.assert_allclose(mesh.shape.mesh.vertices.max(axis=0), [2, 2, 0.5])
    assert frozenset(("foot", "upper")) in found.touching
    np.testing.assert_allclose(found.fixed_frames["foot"].translation, [0, 0, 0.8])
    assert set(found.fixed_frames) == {"world", "table", "foot"}


def test_on_a_floating_base_no_link_is_fixed(tmp_path: Path) -> None:
    (tmp_path / "tool.stl").write_bytes(binary_stl())
    arm(tmp_path)
    found = geometry_of(heft.load(tmp_path / "arm.urdf", "floating"))
    assert [each.body for each in found.shapes] == [0, 0, 1, 1, 1]
    assert found.fixed_frames == {}


def test_visual_shapes_are_read_apart(tmp_path: Path) -> None:
    (visual,) = geometry_of(arm(tmp_path), "visual").shapes
    assert visual.shape == Sphere(0.2)
    with pytest.raises(ArgumentError, match="purpose is 'visuals'"):
        geometry_of(arm(tmp_path), "visuals")


def test_a_mesh_is_read_only_when_it_is_asked_for(tmp_path: Path) -> None:
    (tmp_path / "tool.stl").write_bytes(b"not a mesh")
    shape = geometry_of(arm(tmp_path)).shapes[-1].shape
    assert isinstance(shape, MeshShape)
    with pytest.raises(FormatError, match="damaged"):
        _ = shape.mesh


def test_meshes_that_are_missing_are_named_once(tmp_path: Path) -> None:
    found = geometry_of(arm(tmp_path, "package://other/tool.stl"))
    assert found.missing == ("package://other/tool.stl",)
    assert found.without == ("tool",)
    assert len(found.shapes) == 4


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        ("robots/parts/meshes", "package://parts/meshes/tool.stl"),  # beside the robot's file
        ("parts/meshes", "package://parts/meshes/tool.stl"),  # beside a folder above
        ("robots/meshes", "package://parts/meshes/tool.stl"),  # without the package's folder
        ("meshes", "package://parts/meshes/tool.stl"),
        ("robots/meshes", "meshes/tool.stl"),
        ("meshes", "../meshes/tool.stl"),
        ("meshes", "file://{root}/meshes/tool.stl"),
    ],
)
def test_meshes_are_found_around_the_file(folder: str, name: str, tmp_path: Path) -> None:
    (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "robots").mkdir(exist_ok=True)
    (tmp_path / folder / "tool.stl").write_bytes(binary_stl())
    found = geometry_of(arm(tmp_path / "robots", name.format(root=tmp_path)))
    assert found.missing == ()


@pytest.mark.parametrize("how", ["folder", "package", "ROS_PACKAGE_PATH", "AMENT_PREFIX_PATH"])
def test_meshes_are_found_in_packages(how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    away, here = tmp_path / "away", tmp_path / "here"
    share = away / "share" if how == "AMENT_PREFIX_PATH" else away
    (share / "parts/meshes").mkdir(parents=True)
    (share / "parts/meshes/tool.stl").write_bytes(binary_stl())
    here.mkdir()
    packages = {"folder": [away], "package": [away / "parts"]}.get(how, [])
    if not packages:
        monkeypatch.setenv(how, str(away))
    assert geometry_of(arm(here, "package://parts/meshes/tool.stl"), packages=packages).missing == ()


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('radius="0.03"', 'radius="-1"', "greater than zero"),
        ('size="2 1 0.2"', 'size="2 1"', "2 numbers, not 3"),
        ('size="2 1 0.2"', 'size="2 1 0"', "greater than zero"),
        ('filename="tool.stl" ', "", "'filename' is missing"),
    ],
)
def test_a_shape_that_is_not_valid_is_refused_with_its_link(old: str, new: str, what: str, tmp_path: Path) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(URDF.format(mesh="tool.stl").replace(old, new))
    with pytest.raises(FormatError, match=what) as caught:
        geometry_of(heft.load(path))
    assert "link '" in caught.value.where


MJCF = """<mujoco>
  <asset><mesh name="gone" file="gone.stl"/><mesh name="there" file="there.stl"/></asset>
  <worldbody>
    <geom type="plane" size="1 1 1" pos="0 0 -0.1"/>
    <body name="table" pos="1 0 0"><geom type="box" size="0.1 0.2 0.3"/></body>
    <body name="a" pos="0 0 1"><joint axis="0 1 0" pos="0 0 0.1"/><inertial mass="1" pos="0 0 0" diaginertia="1 1 1"/>
      <geom type="capsule" fromto="0 0 0 0 0 0.4" size="0.05"/><geom type="mesh" mesh="gone"/>
      <body name="b" pos="0 0 0.4"><joint axis="0 1 0"/><geom type="ellipsoid" size="0.1 0.2 0.3"/>
        <geom type="cylinder" size="0.1 0.2"/><geom type="sphere" size="0.05" contype="0" conaffinity="0"/>
        <body name="c" pos="0 0.1 0"><geom type="mesh" mesh="there"/></body></body></body>
  </worldbody>
  <contact><exclude body1="a" body2="table"/></contact>
</mujoco>
"""


def test_the_geoms_of_an_mjcf(tmp_path: Path) -> None:
    (tmp_path / "there.stl").write_bytes(binary_stl())
    (tmp_path / "robot.xml").write_text(MJCF)
    robot = heft.load(tmp_path / "robot.xml")
    found = geometry_of(robot)
    by_link = {each.link: each for each in found.shapes}
    assert by_link["world"].shape == HalfSpace()
    np.testing.assert_allclose(by_link["world"].translation, [0, 0, -0.1])
    assert by_link["table"].shape == Box((0.2, 0.4, 0.6))
    assert by_link["table"].body == -1
    assert by_link["a"].shape == Capsule(0.05, 0.4)
    np.testing.assert_allclose(by_link["a"].translation, [0, 0, 0.1])  # the body's frame is at its joint's anchor
    assert {type(each.shape) for each in found.shapes if each.body == 1} == {Ellipsoid, Cylinder, MeshShape}
    mesh = by_link["c"]
    assert isinstance(mesh.shape, MeshShape)
    corners = mesh.shape.mesh.vertices @ mesh.rotation.T + mesh.translation
    np.testing.assert_allclose(corners.max(axis=0), [1, 2.1, 0.5], atol=1e-6)
    assert found.missing == ("gone.stl",)
    assert found.without == ("a",)
    assert found.ignored_pairs == {frozenset(("a", "table"))}
    assert found.touching == {frozenset(("a", "b")), frozenset(("b", "c"))}
    (ball,) = geometry_of(robot, "visual").shapes
    assert ball.shape == Sphere(0.05)


def test_a_robot_without_a_file_has_no_geometry() -> None:
    assert geometry_of(heft.load("zoo:puma560")).shapes == ()
