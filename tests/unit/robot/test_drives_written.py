"""Friction, armature, springs and limits that are written to robot files: simulators have the estimate's torques."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pinocchio as pin
import pytest
from support.in_mujoco import torques
from support.motions import motion_of, wave

import heft
from heft.errors import FormatError
from heft.estimation.file_losses import lost_in_file
from heft.robot.formats import robot_format
from heft.robot.joint import Friction, Joint, Limits

MJCF = """<mujoco model="arm">
  <compiler angle="{angle}"/>
  <default><joint damping="9" armature="7"/></default>
  <worldbody>
    <body name="upper"><joint name="shoulder" axis="0 1 0" ref="{ref}" range="-{range} {range}"/>
      <inertial pos="0.1 0 -0.3" mass="2" diaginertia="0.2 0.3 0.25"/>
      <body name="lower" pos="0 0 -0.5"><joint axis="0 1 0" frictionloss="2"/>
        <inertial pos="0 0.02 -0.2" mass="1" diaginertia="0.05 0.06 0.04"/>
        <body name="tool" pos="0 0 -0.4"><joint name="slide" type="slide" axis="0 0 1"/>
          <inertial pos="0 0 -0.1" mass="0.5" diaginertia="0.01 0.01 0.01"/>
        </body>
      </body>
    </body>
  </worldbody>
  <equality><joint name="elbow_tie" joint1="slide" active="false"/></equality>
</mujoco>
"""

URDF = """<robot name="arm">
  <link name="world"/>
  <link name="upper">
    <inertial>
      <origin xyz="0.1 0 -0.3"/><mass value="2"/>
      <inertia ixx="0.2" ixy="0" ixz="0" iyy="0.3" iyz="0" izz="0.25"/>
    </inertial>
  </link>
  <link name="lower">
    <inertial>
      <origin xyz="0 0.02 -0.2"/><mass value="1"/>
      <inertia ixx="0.05" ixy="0" ixz="0" iyy="0.06" iyz="0" izz="0.04"/>
    </inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="world"/><child link="upper"/><axis xyz="0 1 0"/>
    <limit lower="-1" upper="1" effort="50" velocity="2"/>
    <dynamics damping="0.5"/> <!-- a guess -->
  </joint>
  <joint name="elbow" type="continuous">
    <parent link="upper"/>
    <child link="lower"/>
    <origin xyz="0 0 -0.5"/><axis xyz="0 1 0"/>
  </joint>
</robot>
"""


def changed(robot: heft.Robot, change: Callable[[int, Joint], Joint]) -> heft.Robot:
    return replace(robot, bodies=tuple(replace(b, joint=change(i, b.joint)) for i, b in enumerate(robot.bodies)))


def driven(robot: heft.Robot) -> heft.Robot:
    """A robot with friction and armature on every joint, and springs, which take offsets, on every other."""

    def change(i: int, joint: Joint) -> Joint:
        friction = Friction(0.3 + i, 0.7 * i, 0.1 if i % 2 else 0.0)
        return replace(joint, friction=friction, armature=0.02 * i, stiffness=5.0 if i % 2 else 0.0)

    return changed(robot, change)


@pytest.fixture(params=[("degree", "20"), ("radian", "0.3")])
def mjcf(request: pytest.FixtureRequest, tmp_path: Path) -> heft.Robot:
    angle, ref = request.param
    (tmp_path / "arm.xml").write_text(MJCF.format(angle=angle, ref=ref, range=60 if angle == "degree" else 1.0))
    return heft.load(tmp_path / "arm.xml")


@pytest.fixture
def urdf(tmp_path: Path) -> heft.Robot:
    (tmp_path / "arm.urdf").write_text(URDF)
    return heft.load(tmp_path / "arm.urdf")


def states(robot: heft.Robot) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """States inside the limits and fast enough that MuJoCo's friction loss slides."""
    rng = np.random.default_rng(2)
    q = rng.uniform(-0.2, 0.2, (50, robot.nv))
    return q, rng.choice([-1, 1], (50, robot.nv)) * rng.uniform(1, 3, (50, robot.nv)), rng.normal(size=(50, robot.nv))


def test_mujoco_simulates_the_drives_that_were_written(mjcf: heft.Robot, tmp_path: Path):
    robot = driven(mjcf)
    robot.write_mjcf(tmp_path / "out.xml")
    q, qd, qdd = states(robot)
    expected = heft.inverse_dynamics(robot, q, qd, qdd, friction=True)
    expected[:, 1] += 5.0 * q[:, 1]  # springs are not in heft's dynamics; the offset is
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "out.xml"))
    np.testing.assert_allclose(torques(model, q, qd, qdd), expected, rtol=1e-9, atol=1e-9)
    again = heft.load(tmp_path / "out.xml")
    assert [j.friction.viscous for j in again.joints] == [0.3, 1.3, 2.3]
    assert [j.armature for j in again.joints] == [0.0, 0.02, 0.04]


def test_what_is_not_changed_keeps_its_bytes(mjcf: heft.Robot, urdf: heft.Robot, tmp_path: Path):
    for robot, name in ((mjcf, "arm.xml"), (urdf, "arm.urdf")):
        kind = robot_format(robot.source.format)  # type: ignore[union-attr]
        assert kind.content(robot) == (tmp_path / name).read_bytes()


def test_urdf_has_damping_and_friction(urdf: heft.Robot, tmp_path: Path):
    driven(urdf).write_urdf(tmp_path / "out.urdf")
    text = (tmp_path / "out.urdf").read_text()
    assert '<dynamics damping="0.3"/> <!-- a guess -->' in text
    assert '<axis xyz="0 1 0"/><dynamics damping="1.3" friction="0.7"/>\n' in text
    again = heft.load(tmp_path / "out.urdf")
    assert [joint.friction for joint in again.joints] == [Friction(0.3, 0.0), Friction(1.3, 0.7)]
    assert (again.parameters == urdf.parameters).all()
    model = pin.buildModelFromUrdf(str(tmp_path / "out.urdf"))
    assert (list(model.damping), list(model.friction)) == ([0.3, 1.3], [0.0, 0.7])


def test_what_a_file_has_no_place_for_is_listed(urdf: heft.Robot, mjcf: heft.Robot):
    assert robot_format("urdf").lost(driven(urdf)) == {
        "offset": ["elbow"],
        "armature": ["elbow"],
        "stiffness": ["elbow"],
    }
    assert robot_format("mjcf").lost(driven(mjcf)) == {}
    alone = changed(mjcf, lambda i, joint: replace(joint, friction=Friction(offset=0.5)))
    assert robot_format("mjcf").lost(alone) == {
        "offset": ["shoulder", "lower_joint", "slide"],
    }
    assert robot_format("mechanism").lost(driven(urdf)) == {"stiffness": ["elbow"]}


def test_limits_are_written(urdf: heft.Robot, mjcf: heft.Robot, tmp_path: Path):
    limits = Limits(-0.5, 0.75, 1.5, 20.0)
    changed(urdf, lambda i, j: replace(j, limits=limits) if i == 0 else j).write_urdf(tmp_path / "out.urdf")
    assert '<limit lower="-0.5" upper="0.75" effort="20.0" velocity="1.5"/>' in (tmp_path / "out.urdf").read_text()
    assert heft.load(tmp_path / "out.urdf").joints[0].limits == limits
    free = changed(urdf, lambda i, j: replace(j, limits=Limits()))
    free.write_urdf(tmp_path / "free.urdf")
    assert heft.load(tmp_path / "free.urdf").joints[0].limits == Limits()
    changed(mjcf, lambda i, j: replace(j, limits=replace(limits, velocity=np.inf))).write_mjcf(tmp_path / "out.xml")
    for joint in heft.load(tmp_path / "out.xml").joints:
        assert joint.limits.lower == pytest.approx(-0.5, rel=1e-12)
        assert joint.limits.upper == pytest.approx(0.75, rel=1e-12)
        assert joint.limits.effort == 20.0
    changed(mjcf, lambda i, j: replace(j, limits=Limits())).write_mjcf(tmp_path / "free.xml")
    assert all(joint.limits == Limits() for joint in heft.load(tmp_path / "free.xml").joints)


def test_a_continuous_joint_gets_no_limits_of_position(urdf: heft.Robot, tmp_path: Path):
    with pytest.raises(FormatError, match="'elbow' is continuous"):
        changed(urdf, lambda i, j: replace(j, limits=Limits(-1, 1))).write_urdf(tmp_path / "out.urdf")


@pytest.mark.parametrize("kind", ["mjcf", "urdf"])
def test_an_identified_robot_has_the_torques_of_the_estimate(kind: str, tmp_path: Path):
    text = MJCF.format(angle="radian", ref="0", range=9) if kind == "mjcf" else URDF
    path = tmp_path / ("arm.xml" if kind == "mjcf" else "arm.urdf")
    path.write_text(text)
    robot = heft.load(path)
    q, qd, qdd = wave(robot, 1, 3000, 100.0)
    true = changed(robot, lambda i, j: replace(j, friction=Friction(0.4, 0.6), armature=0.1))
    tau = heft.inverse_dynamics(true, q, qd, qdd, friction=True)
    tau += 0.01 * np.random.default_rng(1).standard_normal(tau.shape)
    motion = motion_of(robot, q, qd, qdd, tau, rate=100.0)
    estimate = heft.identify(robot, motion, friction=("viscous", "coulomb"), armature=kind == "mjcf", held_out=0)
    assert lost_in_file(estimate) == []
    out = tmp_path / f"out{path.suffix}"
    robot_format(kind).write(estimate.robot, out)
    if kind == "mjcf":
        model = mujoco.MjModel.from_xml_path(str(out))
    else:  # MuJoCo has a world of its own
        model = mujoco.MjModel.from_xml_string(out.read_text().replace('"world"', '"ground"'))
    q, qd, qdd = states(robot)
    expected = estimate.predict(q, qd, qdd)
    np.testing.assert_allclose(torques(model, q, qd, qdd), expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())


def test_the_laws_without_a_place_are_named(tmp_path: Path):
    (tmp_path / "arm.urdf").write_text(URDF)
    robot = heft.load(tmp_path / "arm.urdf")
    q, qd, qdd = wave(robot, 1, 2000, 100.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + 0.2 * qd * np.abs(qd) + 0.1
    motion = motion_of(robot, q, qd, qdd, tau, rate=100.0)
    estimate = heft.identify(robot, motion, friction=("viscous", "offset", "quadratic"), held_out=0)
    lost = lost_in_file(estimate)
    assert "offset (all joints)" in lost
    assert "quadratic (all joints)" in lost
    assert not any(text.startswith("viscous") for text in lost)
