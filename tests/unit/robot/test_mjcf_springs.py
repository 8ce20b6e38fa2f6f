"""Springs that are written to MJCF: MuJoCo pulls the joints as the estimate does."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mujoco
import numpy as np
import pytest
from support.motions import motion_of, wave

import heft
from heft.errors import FormatError

ARM = """<mujoco model="arm">
  <compiler angle="{angle}"/>
  <worldbody>
    <body name="upper"><joint name="shoulder" axis="0 1 0" ref="{ref}"/>
      <inertial pos="0.1 0 -0.3" mass="2" diaginertia="0.2 0.3 0.25"/>
      <body name="lower" pos="0 0 -0.5"><joint name="elbow" axis="0 1 0" stiffness="7"/>
        <inertial pos="0 0.02 -0.2" mass="1" diaginertia="0.05 0.06 0.04"/>
        <body name="tool" pos="0 0 -0.4"><joint name="slide" type="slide" axis="0 0 1"/>
          <inertial pos="0 0 -0.1" mass="0.5" diaginertia="0.01 0.01 0.01"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""
NAMES = ("shoulder", "elbow", "slide")


def read(tmp_path: Path, angle: str = "degree", ref: str = "20") -> heft.Robot:
    path = tmp_path / "arm.xml"
    path.write_text(ARM.format(angle=angle, ref=ref))
    return heft.load(path)


def with_springs(robot: heft.Robot, springs: dict[str, tuple[float, float]]) -> heft.Robot:
    """Return a robot with springs: stiffness and offset by joint; other joints keep theirs."""
    bodies = []
    for body in robot.bodies:
        stiffness, offset = springs.get(body.joint.name, (body.joint.stiffness, 0.0))
        friction = replace(body.joint.friction, offset=offset)
        bodies.append(replace(body, joint=replace(body.joint, stiffness=stiffness, friction=friction)))
    return replace(robot, bodies=tuple(bodies))


def passive(path: Path, q: np.ndarray) -> np.ndarray:
    """Return MuJoCo's passive forces at positions q that are counted from the references."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    data.qpos[:] = model.qpos0 + q
    mujoco.mj_forward(model, data)
    return np.array(data.qfrc_passive)


@pytest.mark.parametrize(("angle", "ref"), [("degree", "20"), ("radian", "0.3")])
def test_mujoco_pulls_as_the_joint_says(tmp_path, angle, ref):
    springs = {"shoulder": (12.0, -3.0), "elbow": (-4.0, 0.5), "slide": (200.0, 1.0)}
    robot = with_springs(read(tmp_path, angle, ref), springs)
    robot.write_mjcf(tmp_path / "out.xml")
    for q in ([0.0, 0.0, 0.0], [0.4, -0.7, 0.05]):
        wanted = [-(springs[name][0] * x + springs[name][1]) for name, x in zip(NAMES, q, strict=True)]
        np.testing.assert_allclose(passive(tmp_path / "out.xml", np.array(q)), wanted, rtol=1e-12)


def test_joints_without_another_spring_keep_what_the_file_says(tmp_path):
    robot = with_springs(read(tmp_path), {"shoulder": (12.0, 0.0)})
    robot.write_mjcf(tmp_path / "out.xml")
    text = (tmp_path / "out.xml").read_text()
    assert text.replace(' stiffness="12.0" springref="20.0"', "") == ARM.format(angle="degree", ref="20")


def test_a_joint_without_a_name_is_found_by_its_place(tmp_path):
    path = tmp_path / "arm.xml"
    path.write_text(ARM.format(angle="degree", ref="0").replace('name="elbow" ', ""))
    robot = with_springs(heft.load(path), {"lower_joint": (3.0, 0.0)})
    robot.write_mjcf(tmp_path / "out.xml")
    assert passive(tmp_path / "out.xml", np.array([0.0, 0.5, 0.0]))[1] == pytest.approx(-1.5)


def test_a_joint_that_is_not_in_the_file_is_refused(tmp_path):
    path = tmp_path / "arm.xml"
    copies = ARM.format(angle="degree", ref="0").replace(
        '<body name="upper">', '<replicate count="2"><body name="upper">'
    )
    path.write_text(copies.replace("  </worldbody>", "  </replicate></worldbody>"))
    robot = heft.load(path)
    with pytest.raises(FormatError, match="No <joint> there is named"):
        with_springs(robot, {robot.joint_names[0]: (3.0, 0.0)}).write_mjcf(tmp_path / "out.xml")


def test_an_identified_spring_pulls_in_mujoco(tmp_path):
    robot = read(tmp_path, ref="0")
    q, qd, qdd = wave(robot, 1, 3000, 100.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + 0.5 * np.sign(qd) + 0.3 * qd
    tau[:, 1] += 6.0 * (q[:, 1] - 0.25)
    tau += 0.01 * np.random.default_rng(1).standard_normal(tau.shape)
    laws = ("viscous", "coulomb", "offset")
    friction = {"shoulder": laws, "elbow": (*laws, "spring"), "slide": laws}
    estimate = heft.identify(robot, motion_of(robot, q, qd, qdd, tau, rate=100.0), friction=friction, held_out=0)
    estimate.robot.write_mjcf(tmp_path / "out.xml")
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "out.xml"))
    values = dict(zip(estimate.names, estimate.values, strict=True))
    assert values["elbow.spring"] == pytest.approx(6.0, rel=0.1)
    # torque of gravity and spring together, at rest: MuJoCo against the estimate without the file's friction
    data = mujoco.MjData(model)
    for pose in ([0.3, -0.4, 0.02], [-0.5, 0.9, -0.03]):
        data.qpos[:], data.qvel[:] = pose, 0.0
        mujoco.mj_forward(model, data)
        holds = data.qfrc_bias[1] - data.qfrc_passive[1]
        assert holds == pytest.approx(estimate.predict(pose, np.zeros(3), np.zeros(3))[1], rel=1e-9)
    assert not any("cannot hold the spring or counterbalance" in text for text in estimate.warnings)


def test_what_a_file_cannot_hold_is_named(tmp_path):
    robot = read(tmp_path, ref="0")
    q, qd, qdd = wave(robot, 1, 3000, 100.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    motion = motion_of(robot, q, qd, qdd, tau + 0.01 * np.random.default_rng(1).standard_normal(tau.shape), rate=100.0)
    friction = {"shoulder": ("viscous",), "elbow": ("viscous", "counterweight"), "slide": ("viscous", "spring")}
    estimate = heft.identify(robot, motion, friction=friction, held_out=0)
    (text,) = (text for text in estimate.warnings if "cannot hold the spring or counterbalance" in text)
    assert "'elbow' (weight_cos1, weight_sin1)" in text
    assert "slide" not in text
