"""Logs of simulated arms in a folder: what the verbs about logs are tested on."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import heft
from support.motions import drives, wave

ARM = """<?xml version="1.0"?>
<!-- an arm that only the tests know -->
<robot name="arm">
  <link name="foot"/>
  <link name="upper">
    <inertial>
      <origin xyz="0.1 0 0.2"/>
      <mass value="4"/>
      <inertia ixx="0.09" ixy="0" ixz="0" iyy="0.08" iyz="0" izz="0.05"/>
    </inertial>
  </link>
  <link name="fore">
    <inertial>
      <origin xyz="0.2 0.02 0"/>
      <mass value="2.5"/>
      <inertia ixx="0.02" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.04"/>
    </inertial>
  </link>
  <link name="hand">
    <inertial>
      <origin xyz="0.05 0 0.04"/>
      <mass value="0.8"/>
      <inertia ixx="0.004" ixy="0" ixz="0" iyy="0.005" iyz="0" izz="0.003"/>
    </inertial>
  </link>
  <joint name="waist" type="revolute">
    <parent link="foot"/><child link="upper"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="100" velocity="5"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper"/><child link="fore"/><origin xyz="0.3 0 0.1"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" effort="100" velocity="5"/>
  </joint>
  <joint name="wrist" type="revolute">
    <parent link="fore"/><child link="hand"/><origin xyz="0.35 0 0"/><axis xyz="1 0 0"/>
    <limit lower="-3" upper="3" effort="100" velocity="5"/>
  </joint>
</robot>
"""

RATE, SAMPLES, NOISE = 200.0, 2400, 0.05


def arm_in(folder: Path) -> Path:
    """Write the arm's URDF and return its path."""
    path = folder / "arm.urdf"
    path.write_text(ARM)
    return path


def measured(robot: heft.Robot, seed: int, samples: int = SAMPLES, still: tuple[int, ...] = ()) -> heft.Log:
    """Return a log of smooth motion with friction, armature and noise on positions and torques."""
    q, qd, qdd = wave(robot, seed, samples, RATE, 0.5)
    for joint in still:
        q[:, joint], qd[:, joint], qdd[:, joint] = 0.3, 0.0, 0.0
    rng = np.random.default_rng(100 + seed)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd) + NOISE * rng.standard_normal(q.shape)
    t = np.arange(samples) / RATE
    return heft.Log(t, tuple(robot.joint_names), q + 2e-6 * rng.standard_normal(q.shape), effort=tau)


def heavier(robot: heft.Robot) -> heft.Robot:
    """Return the robot as it really is: every link weighs another than its file says, and sits elsewhere."""
    masses, rows = (1.3, 1.4, 1.2), []
    for factor, ten in zip(masses, robot.parameters, strict=True):
        mass, com, inertia = heft.parameters.to_com(ten)
        rows.append(heft.parameters.from_com(factor * mass, com + np.array([0.01, -0.01, 0.02]), factor * inertia))
    return robot.with_parameters(np.array(rows))
