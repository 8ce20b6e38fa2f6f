"""Robot files that are written to another folder than they were read from: simulators open them there."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest
from support.in_mujoco import torques
from support.meshes import binary_stl
from support.motions import wave

import heft
from heft.cli import main
from heft.logs.log import Log
from heft.robot.joint import Friction

ARM = """<mujoco model="arm">
  <compiler angle="{angle}" {meshdir}/>
  <default>
    <default class="turning"><joint axis="0 1 0" ref="{ref}" damping="1"/>
      <default class="sprung"><joint stiffness="4" springref="{ref}"/></default>
    </default>
  </default>
  <asset><mesh name="box" file="{file}"/></asset>
  <worldbody>
    <body name="upper" childclass="turning"><joint name="shoulder"/>
      <inertial pos="0.1 0 -0.3" mass="2" diaginertia="0.2 0.3 0.25"/>
      <geom type="mesh" mesh="box" contype="0" conaffinity="0"/>
      <body name="lower" pos="0 0 -0.5"><joint name="elbow" class="sprung"/>
        <inertial pos="0 0.02 -0.2" mass="1" diaginertia="0.05 0.06 0.04"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
SCENE = """<mujoco model="scene">
  <include file="arm.xml"/>
  <worldbody><geom name="floor" type="plane" size="1 1 1" pos="0 0 -5"/></worldbody>
</mujoco>
"""


@pytest.fixture(params=[("degree", "20", 'meshdir="assets"', "box.stl"), ("radian", "0.3", "", "assets/box.stl")])
def home(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A folder with an arm, its mesh, and a scene that includes the arm."""
    angle, ref, meshdir, file = request.param
    folder = tmp_path / "home"
    (folder / "assets").mkdir(parents=True)
    (folder / "assets/box.stl").write_bytes(binary_stl())
    (folder / "arm.xml").write_text(ARM.format(angle=angle, ref=ref, meshdir=meshdir, file=file))
    (folder / "scene.xml").write_text(SCENE)
    return folder


def with_springs(robot: heft.Robot, *stiffnesses: float) -> heft.Robot:
    pairs = zip(robot.bodies, stiffnesses, strict=True)
    joints = [replace(b.joint, stiffness=k, friction=Friction(0.4, 0.0, 0.3 if k else 0.0)) for b, k in pairs]
    return replace(robot, bodies=tuple(replace(b, joint=j) for b, j in zip(robot.bodies, joints, strict=True)))


@pytest.mark.parametrize("name", ["arm.xml", "scene.xml"])
@pytest.mark.parametrize("stiffnesses", [(5.0, 2.0), (5.0, 0.0)], ids=["other springs", "a spring of the file is gone"])
def test_mujoco_opens_it_elsewhere_and_simulates_what_was_written(home: Path, name: str, stiffnesses):
    robot = with_springs(heft.load(home / name), *stiffnesses)
    robot = robot.with_parameters(1.3 * robot.parameters)
    (home.parent / "far/away").mkdir(parents=True)
    robot.write_mjcf(home.parent / "far/away/out.xml")
    q, qd, qdd = np.random.default_rng(1).normal(size=(3, 20, 2))
    expected = heft.inverse_dynamics(robot, q, qd, qdd, friction=True) + np.array(stiffnesses) * q
    model = mujoco.MjModel.from_xml_path(str(home.parent / "far/away/out.xml"))
    found = torques(model, q, qd, qdd)
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)
    assert model.nmesh == 1


def test_a_spring_of_the_file_stays_where_only_links_change(home: Path):
    robot = heft.load(home / "arm.xml")
    robot.with_parameters(1.3 * robot.parameters).write_mjcf(home / "heavier.xml")
    old, new = (mujoco.MjModel.from_xml_path(str(home / name)) for name in ("arm.xml", "heavier.xml"))
    assert list(new.jnt_stiffness) == list(old.jnt_stiffness) == [0.0, 4.0]
    assert list(new.qpos_spring) == list(old.qpos_spring)
    assert new.body_mass[1] == pytest.approx(2.6)


def test_nothing_changed_elsewhere_opens_too(home: Path, tmp_path: Path):
    (tmp_path / "there").mkdir()
    heft.load(home / "scene.xml").write_mjcf(tmp_path / "there/same.xml")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "there/same.xml"))
    assert (model.nmesh, model.nbody) == (1, 3)


def test_what_is_included_stays_without_any_mesh(tmp_path: Path):
    for name in ("home", "there"):
        (tmp_path / name).mkdir()
    body = '<body name="link"><joint name="turn"/><geom size="0.1" mass="2"/></body>'
    (tmp_path / "home/arm.xml").write_text(f"<mujoco><worldbody>{body}</worldbody></mujoco>")
    (tmp_path / "home/scene.xml").write_text(SCENE)
    heft.load(tmp_path / "home/scene.xml").write_mjcf(tmp_path / "there/same.xml")
    assert mujoco.MjModel.from_xml_path(str(tmp_path / "there/same.xml")).body("link").mass == pytest.approx(2.0)


def test_beside_its_file_every_byte_stays(home: Path):
    heft.load(home / "arm.xml").write_mjcf(home / "same.xml")
    assert (home / "same.xml").read_bytes() == (home / "arm.xml").read_bytes()


URDF = """<robot name="arm">
  <link name="world"/>
  <link name="upper">
    <inertial><origin xyz="0.1 0 -0.3"/><mass value="2"/>
      <inertia ixx="0.2" ixy="0" ixz="0" iyy="0.3" iyz="0" izz="0.25"/></inertial>
    <visual><geometry><mesh filename="assets/box.stl"/></geometry></visual>
    <collision><geometry><mesh filename="package://arm/box.stl"/></geometry></collision>
  </link>
  <joint name="shoulder" type="continuous"><parent link="world"/><child link="upper"/><axis xyz="0 1 0"/></joint>
</robot>
"""


def test_relative_meshes_of_a_urdf_are_found_elsewhere(home: Path, tmp_path: Path):
    (home / "arm.urdf").write_text(URDF)
    (tmp_path / "there").mkdir()
    heft.load(home / "arm.urdf").write_urdf(tmp_path / "there/out.urdf")
    names = [mesh.get("filename", "") for mesh in ET.parse(tmp_path / "there/out.urdf").iter("mesh")]
    assert (tmp_path / "there" / names[0]).samefile(home / "assets/box.stl")
    assert names[1] == "package://arm/box.stl"


def test_a_result_is_kept_if_the_file_cannot_be_written(home: Path, tmp_path: Path, capsys):
    text = (home / "arm.xml").read_text()
    (home / "arm.xml").write_text(text.replace("<compiler ", '<compiler settotalmass="3" ', 1))
    robot = heft.load(home / "arm.xml")
    q, qd, qdd = wave(robot, 1, 3000, 200.0)
    t = np.arange(3000) / 200.0
    Log(t, tuple(robot.joint_names), q, effort=heft.inverse_dynamics(robot, q, qd, qdd)).write(tmp_path / "run.parquet")
    out = tmp_path / "out"
    assert main(["identify", str(home / "arm.xml"), str(tmp_path / "run.parquet"), "-o", str(out)]) == 1
    assert "The robot file is not written." in (said := capsys.readouterr().err)
    assert "settotalmass" in said
    assert json.loads((out / "result.json").read_text())["format"]
    assert not (out / "identified.xml").exists()


def test_identified_in_another_folder(home: Path, tmp_path: Path):
    robot = heft.load(home / "scene.xml")
    q, qd, qdd = wave(robot, 1, 3000, 200.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + 0.7 * qd + 0.3 * q
    Log(np.arange(3000) / 200.0, tuple(robot.joint_names), q, effort=tau).write(tmp_path / "run.parquet")
    laws = ["--friction", "viscous,offset,spring", "-q", "-o", str(tmp_path / "out")]
    main(["identify", str(home / "scene.xml"), str(tmp_path / "run.parquet"), *laws])
    estimate = heft.Estimate.from_dict(json.loads((tmp_path / "out/result.json").read_text()))
    states = np.random.default_rng(2).normal(size=(3, 20, 2))
    found = torques(mujoco.MjModel.from_xml_path(str(tmp_path / "out/identified.xml")), *states)
    np.testing.assert_allclose(found, estimate.predict(*states), rtol=1e-9, atol=1e-9)
