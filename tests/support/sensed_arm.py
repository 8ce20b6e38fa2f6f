"""An arm of three joints in MuJoCo, with a tool behind a force/torque sensor in its wrist."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np

import heft
from heft.logs.log import Log

JOINTS = ("turn", "bend", "roll")
BIAS = np.array([1.0, -2.0, 0.5, 0.1, -0.05, 0.02])
"""Of the sensor [N, N m]."""

NOISE = {"torque": 0.02, "force": 0.05, "moment": 0.005, "position": 1e-6}

MJCF = """<mujoco model="sensed_arm"><option timestep="0.001"/><worldbody>
  <body name="upper" pos="0 0 .3"><joint name="turn" axis="0 0 1" damping=".3"/>
    <inertial pos=".02 .01 .1" mass="2.5" fullinertia=".03 .028 .01 .001 .002 .0005"/>
    <body name="fore" pos="0 0 .3"><joint name="bend" axis="0 1 0" damping=".2"/>
      <inertial pos=".15 .01 .02" mass="1.5" fullinertia=".004 .02 .02 .0003 .0002 .0001"/>
      <body name="wrist" pos=".3 0 0"><joint name="roll" axis="1 0 0" damping=".1"/>
        <inertial pos=".05 0 .01" mass=".6" fullinertia=".001 .0012 .0011 .0001 .00005 .00002"/>
        <body name="tool" pos=".1 0 0" euler="0 90 0"><site name="sensor"/>
          <inertial pos=".01 .02 .06" mass=".8" fullinertia=".003 .0028 .0009 .0001 .00015 .00008"/>
        </body></body></body></body></worldbody>
  <sensor><force site="sensor"/><torque site="sensor"/></sensor></mujoco>"""


def sensed_arm(folder: Path) -> heft.Robot:
    """Return the arm, read from a file in a folder."""
    path = folder / "sensed_arm.xml"
    path.write_text(MJCF)
    return heft.load(path)


def recorded(seed: int, *, seconds: float = 8.0, rate: float = 250.0) -> Log:
    """Return a log of a random motion with noise: what MuJoCo's inverse dynamics and its sensors say."""
    rng, model = np.random.default_rng(seed), mujoco.MjModel.from_xml_string(MJCF)
    data, t = mujoco.MjData(model), np.arange(int(seconds * rate)) / rate
    q, qd, qdd = np.zeros((3, len(t), 3))
    for k in range(1, 6):
        a, b = rng.uniform(-0.35, 0.35, (2, 3))
        w = 2 * np.pi * 0.25 * k
        s, c = np.sin(w * t)[:, None], np.cos(w * t)[:, None]
        q, qd, qdd = q + a * s + b * c, qd + w * (a * c - b * s), qdd - w * w * (a * s + b * c)
    tau, wrench = np.zeros((len(t), 3)), np.zeros((len(t), 6))
    for i in range(len(t)):
        data.qpos[:], data.qvel[:], data.qacc[:] = q[i], qd[i], qdd[i]
        mujoco.mj_inverse(model, data)
        tau[i] = data.qfrc_inverse
        mujoco.mj_rnePostConstraint(model, data)
        mujoco.mj_sensorAcc(model, data)
        wrench[i] = data.sensordata
    tau += NOISE["torque"] * rng.standard_normal(tau.shape)
    wrench += np.repeat([NOISE["force"], NOISE["moment"]], 3) * rng.standard_normal(wrench.shape) + BIAS
    measured = q + NOISE["position"] * rng.standard_normal(q.shape)
    return Log(t, JOINTS, measured, effort=tau, wrenches={"tool": wrench})
