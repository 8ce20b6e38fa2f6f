"""Recordings of real robots, simulated: what the drivers and recorders of four robots leave on a disk.

The robots are those of the package example-robot-data. The machines that were recorded are not quite the robots of
these files: their links are heavier, and their drives have friction.
"""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
from inputs import Recording, lerobot, rosbag, text

import heft
from heft.robot.model import Robot
from support.example_robots import FOLDER

HEAVIER = 1.15
"""Factor of all inertias of the machine."""


def panda(folder: Path) -> None:
    """Put the file of a Panda with its gripper in a folder, and a CSV of its arm as libfranka users write it."""
    robot = heft.load(_copied("panda_description/urdf/panda.urdf", folder)).part(group="panda_joint*")
    run = _recorded(robot, 10.0, 100.0)
    text(folder / "franka.csv", run.named("time", "q[{}]", "dq[{}]", "tau_J[{}]"))


def talos(folder: Path) -> None:
    """Put the files of Talos in a folder, and a ROS 2 bag of all its joints while the left arm moves."""
    path = _copied("talos_data/robots/talos_full_v2.urdf", folder)
    shutil.copy(FOLDER / "talos_data/srdf/talos.srdf", folder)
    robot = heft.load(path)
    run = _of_all_joints(robot, _recorded(robot.part(group="arm_left_*"), 10.0, 100.0))
    rosbag(folder / "talos_bag", run, "mcap")


def tiago(folder: Path) -> None:
    """Put the file of TIAGo in a folder, and a ROS 1 bag of all its joints while the wrist moves."""
    robot = heft.load(_copied("tiago_description/robots/tiago.urdf", folder))
    wrist = robot.part(group=["arm_5_joint", "arm_6_joint", "arm_7_joint"])
    rosbag(folder / "tiago.bag", _of_all_joints(robot, _recorded(wrist, 10.0, 100.0)), "bag")


def so101(folder: Path) -> None:
    """Put the file of an SO-101 in a folder, and a LeRobot dataset in degrees."""
    robot = heft.load(_copied("so_arm_description/urdf/so101.urdf", folder))
    run = _recorded(robot, 12.0, 50.0)
    lerobot(folder / "so101_dataset", replace(run, q=np.rad2deg(run.q)), "v3.0", rate=50)


def _copied(name: str, folder: Path) -> Path:
    return Path(shutil.copy(FOLDER / name, folder))


def _recorded(robot: Robot, seconds: float, rate: float) -> Recording:
    """Return a motion of the machine within the limits of the robot, with an encoder's steps and a sensor's noise."""
    rng = np.random.default_rng(0)
    t = np.arange(0, seconds, 1 / rate)[:, None]
    ranges = np.array([(max(j.limits.lower, -2.0), min(j.limits.upper, 2.0)) for j in robot.joints])
    middle, half = ranges.mean(axis=1), np.diff(ranges, axis=1)[:, 0] / 2
    q, qd, qdd = np.zeros((3, len(t), robot.nv))
    for k in range(1, 6):
        w = 2 * np.pi * k * 0.2
        a, shift = 0.35 * half * rng.uniform(0.5, 1, robot.nv) / k, rng.uniform(0, 2 * np.pi, robot.nv)
        q += a * np.sin(w * t + shift)
        qd += a * w * np.cos(w * t + shift)
        qdd -= a * w**2 * np.sin(w * t + shift)
    q += middle
    machine = robot.with_parameters(HEAVIER * robot.parameters)
    links = heft.inverse_dynamics(machine, q, qd, qdd)
    size = np.sqrt(np.mean(links**2, axis=0))
    tau = links + 0.1 * size * np.tanh(qd / 0.01) + 0.05 * size * qd + 0.01 * size * rng.standard_normal(q.shape)
    encoder = 2 * np.pi / 2**16
    return Recording(t[:, 0], encoder * np.round(q / encoder), qd, tau, tuple(robot.joint_names))


def _of_all_joints(robot: Robot, run: Recording) -> Recording:
    """Return a recording of every joint of the robot; those that the run does not have are at rest."""
    still = np.array([min(max(0.0, joint.limits.lower), joint.limits.upper) for joint in robot.joints])
    q, qd, tau = np.tile(still, (len(run.t), 1)), np.zeros((len(run.t), robot.nv)), np.zeros((len(run.t), robot.nv))
    at = [robot.joint_names.index(name) for name in run.names]
    q[:, at], qd[:, at], tau[:, at] = run.q, run.qd, run.tau
    return Recording(run.t, q, qd, tau, tuple(robot.joint_names))
