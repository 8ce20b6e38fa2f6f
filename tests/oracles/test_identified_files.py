"""The robot file that `heft identify` writes, in Pinocchio and in MuJoCo: they predict the torques that heft predicts.

What is compared is the rigid-body part. Friction and drive inertias are no link's numbers: they stand in result.json.
"""

from __future__ import annotations

import json
import shutil
from typing import NamedTuple

import mujoco
import numpy as np
import pinocchio as pin
import pytest
from support.compare import error_of_coordinates
from support.example_robots import PATHS
from support.in_mujoco import compiled_urdf
from support.motions import drives

import heft
from heft.cli import main
from heft.logs.log import Log
from heft.robot.interop import MujocoMap, PinocchioMap

TOLERANCE = 1e-9
RATE, SAMPLES = 200.0, 3000

MJCF = """<mujoco model="hopper">
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <body name="trunk">
      <freejoint name="root"/>
      <inertial pos="0.02 0 0.01" mass="5" diaginertia="0.06 0.05 0.04"/>
      <body name="thigh" pos="0 0.1 -0.1">
        <joint name="hip" axis="0 1 0"/>
        <inertial pos="0 0.01 -0.1" mass="1.2" fullinertia="0.01 0.011 0.003 0.0005 0 0.0002"/>
        <body name="shank" pos="0 0 -0.25">
          <joint name="knee" axis="0 1 0"/>
          <inertial pos="0.01 0 -0.1" mass="0.4" diaginertia="0.004 0.0041 0.0008"/>
        </body>
      </body>
    </body>
  </worldbody>
</mujoco>
"""


class Identified(NamedTuple):
    folder: object
    estimate: heft.Estimate
    base: str

    def rigid(self, q, qd, qdd):
        """The torques of the links by the estimate, without friction and drive inertias."""
        model = self.estimate.model
        return heft.torque_regressor(model.robot, q, qd, qdd) @ self.estimate.values[: model.n_inertial]


def run(robot: heft.Robot) -> Log:
    """A run of a heavier robot than its file says; a floating one stands on something that measures its wrench."""
    rng, t = np.random.default_rng(7), np.arange(SAMPLES) / RATE
    angles = np.zeros((SAMPLES, robot.nv))
    for harmonic in range(1, 6):
        a, b = rng.uniform(-0.25, 0.25, (2, robot.nv))
        w = 2 * np.pi * 0.1 * harmonic
        angles += np.outer(np.sin(w * t), a) + np.outer(np.cos(w * t), b)
    q = np.zeros((SAMPLES, robot.nq))
    for joint in robot.joints:
        i, r = robot.q_index[joint.name], robot.v_index[joint.name]
        if joint.kind == "floating":
            turn, way = angles[:, r][:, :3], angles[:, r][:, 3:]
            size = np.linalg.norm(turn, axis=1, keepdims=True)
            q[:, i] = np.hstack([np.cos(size / 2), turn * np.sinc(size / 2 / np.pi) / 2, way])
        else:
            q[:, i] = angles[:, r]
    sizes = tuple(joint.nq for joint in robot.joints)
    motion = heft.clean(robot, Log(t, tuple(robot.joint_names), q, sizes=sizes))
    truth = robot.with_parameters(robot.parameters * rng.uniform(0.7, 1.4, (robot.n_bodies, 1)))
    one = np.concatenate([np.full(joint.nv, joint.nv == 1) for joint in robot.joints])
    tau = heft.inverse_dynamics(truth, motion.q, motion.qd, motion.qdd) + one * drives(motion.qd, motion.qdd)
    tau += 0.02 * rng.standard_normal(tau.shape)
    return Log(motion.t, tuple(robot.joint_names), motion.q, effort=tau, sizes=sizes)


def identified(folder, path, base: str) -> Identified:
    robot = heft.load(path, base)
    run(robot).write(folder / "run.parquet")
    options = ["--base", base, "--held-out", "0", "-o", str(folder / "out"), "-q"]
    assert main(["identify", str(path), str(folder / "run.parquet"), *options]) == 0
    facts = json.loads((folder / "out/result.json").read_text())
    return Identified(folder / "out", heft.Estimate.from_dict(facts), base)


CASES = {
    "arm": ("ur_description/urdf/ur5_robot.urdf", "fixed"),
    "legs": ("solo_description/robots/solo12.urdf", "floating"),
}


@pytest.fixture(scope="module", params=CASES)
def urdf(request, tmp_path_factory) -> Identified:
    name, base = CASES[request.param]
    folder = tmp_path_factory.mktemp(request.param)
    shutil.copy(PATHS[name], folder / "robot.urdf")
    return identified(folder, folder / "robot.urdf", base)


def in_mujoco(robot: heft.Robot, model: mujoco.MjModel, q, qd, qdd) -> np.ndarray:
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    to, data, rows = MujocoMap(robot, model), mujoco.MjData(model), []
    for qpos, qvel, qacc in zip(to.q(q), to.v(q, qd), to.a(q, qd, qdd), strict=True):
        data.qpos, data.qvel, data.qacc = qpos, qvel, qacc
        mujoco.mj_inverse(model, data)
        rows.append(data.qfrc_inverse.copy())
    return to.tau_from(q, np.array(rows))


def test_the_estimate_is_another_robot_than_the_file(urdf: Identified):
    model = urdf.estimate.model
    q, qd, qdd = model.robot.random_state(3, 20)
    assert error_of_coordinates(heft.inverse_dynamics(model.robot, q, qd, qdd), urdf.rigid(q, qd, qdd)) > 0.05


def test_urdf_in_pinocchio(urdf: Identified):
    path = str(urdf.folder / "identified.urdf")
    joint = [pin.JointModelFreeFlyer()] if urdf.base == "floating" else []
    model = pin.buildModelFromUrdf(path, *joint)
    robot = urdf.estimate.model.robot
    data, to = model.createData(), PinocchioMap(robot, model)
    q, qd, qdd = robot.random_state(3, 20)
    rows = [pin.rnea(model, data, *x) for x in zip(to.q(q), to.v(qd), to.v(qdd), strict=True)]
    assert error_of_coordinates(urdf.rigid(q, qd, qdd), to.tau_from(np.array(rows))) < TOLERANCE


def test_urdf_in_mujoco(urdf: Identified):
    model = compiled_urdf(urdf.folder / "identified.urdf", urdf.base)
    model.dof_damping, model.dof_frictionloss, model.dof_armature = 0.0, 0.0, 0.0  # the links alone are compared
    robot = urdf.estimate.model.robot
    q, qd, qdd = robot.random_state(3, 20)
    assert error_of_coordinates(urdf.rigid(q, qd, qdd), in_mujoco(robot, model, q, qd, qdd)) < TOLERANCE


def test_friction_is_said_beside_the_file(urdf: Identified):
    names = {row["name"] for row in json.loads((urdf.folder / "result.json").read_text())["parameters"]}
    joint = next(joint.name for joint in urdf.estimate.model.robot.joints if joint.nv == 1)
    assert {f"{joint}.viscous", f"{joint}.coulomb", f"{joint}.armature"} <= names


def test_mjcf_in_mujoco(tmp_path):
    (tmp_path / "hopper.xml").write_text(MJCF)
    found = identified(tmp_path, tmp_path / "hopper.xml", "floating")
    assert sorted(path.name for path in found.folder.iterdir()) == ["identified.xml", "report.html", "result.json"]
    model = mujoco.MjModel.from_xml_path(str(found.folder / "identified.xml"))
    assert np.all(model.dof_damping[6:] > 0)
    model.dof_damping, model.dof_frictionloss, model.dof_armature = 0.0, 0.0, 0.0  # the links alone are compared
    robot = found.estimate.model.robot
    q, qd, qdd = robot.random_state(3, 20)
    assert error_of_coordinates(found.rigid(q, qd, qdd), in_mujoco(robot, model, q, qd, qdd)) < TOLERANCE
