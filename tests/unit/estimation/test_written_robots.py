"""What is written can be simulated: MuJoCo runs identified robots at its usual step of 2 ms, free bodies too."""

import mujoco
import numpy as np
import pytest
from support.example_robots import FOLDER
from support.in_mujoco import compiled_urdf
from support.motions import motion_of

import heft
from heft.parameters import from_com, to_com

STEP = 0.002


def identified(path, base, tmp_path):
    """Return the MuJoCo model of a robot that was identified from a poor motion, with a file that is wrong."""
    robot = heft.load(FOLDER / path, base=base)
    rng, rows = np.random.default_rng(0), []
    for ten in robot.parameters:
        mass, com, inertia = to_com(ten)
        rows.append(from_com(1.4 * mass, com + 0.02 * rng.standard_normal(3), 0.6 * inertia))
    real = robot.with_parameters(np.array(rows))
    q, qd, qdd = real.random_state(1, 1500)
    qd, qdd = 0.3 * qd, 0.3 * qdd
    tau = heft.inverse_dynamics(real, q, qd, qdd)
    tau += 0.02 * np.sqrt(np.mean(tau**2, axis=0)) * rng.standard_normal(tau.shape)
    found = heft.identify(robot, motion_of(robot, q, qd, qdd, tau), friction="viscous", armature=False, held_out=0)
    found.robot.write_urdf(tmp_path / "identified.urdf")
    return compiled_urdf(tmp_path / "identified.urdf", base)


@pytest.mark.parametrize(
    ("path", "base"),
    [
        ("ur_description/urdf/ur10_robot.urdf", "fixed"),
        ("z1_description/urdf/z1.urdf", "fixed"),
        ("finger_edu_description/robots/finger_edu.urdf", "fixed"),  # of rods with rigid tips
        ("a1_description/urdf/a1.urdf", "floating"),
    ],
)
def test_mujoco_runs_what_is_written(path, base, tmp_path):
    model = identified(path, base, tmp_path)
    model.opt.timestep = STEP
    data = mujoco.MjData(model)
    data.qvel[:] = 0.5
    for _ in range(1000):
        mujoco.mj_step(model, data)
    assert not any(warning.number for warning in data.warning)
    assert np.all(np.isfinite(data.qpos))
    assert np.max(np.abs(data.qvel)) < 100
