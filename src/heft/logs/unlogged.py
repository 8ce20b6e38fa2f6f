"""Joints that no log records: those of a gripper, say, which the robot's file has and the arm's driver does not report.

A joint that carries no recorded one has little effect on the others, so it is locked in the middle of its range, and a
warning says so. A joint between recorded ones matters and is not guessed: cleaning refuses such logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.robot_order import joints_in
from heft.logs.usable_samples import HELD
from heft.robot.joints import joint_kind
from heft.robot.locking import middle
from heft.robot.model import WORLD, Robot
from heft.text import counted


def read_all(runs: Iterable[Any]) -> list[Any]:
    """Return runs with their files read, so that each is read once."""
    return [read_log(run) if isinstance(run, str | Path) else run for run in runs]


def without_unlogged(robot: Robot, runs: Sequence[object]) -> Robot:
    """Return the robot with the joints locked that some log does not record and that carry no recorded joint.

    Args:
        robot: as its file has it.
        runs: its logs, read; runs of other kinds record every joint.
    """
    missing = {name for run in runs if isinstance(run, Log) for name in _missing(robot, run)}
    carrying = _carrying(robot, [name for name in robot.joint_names if name not in missing])
    held = {
        joint.name: middle(joint)
        for joint in robot.joints
        if joint.name in missing - carrying and joint_kind(joint.kind).is_screw
    }
    return robot.lock(held) if held and len(held) < len(robot.joints) else robot


def standing(log: Log, names: Iterable[str]) -> dict[str, float]:
    """Return where joints stand that a log records at rest [rad or m], by name."""
    found = {}
    for name in names:
        q = log.q[:, log.q_names.index(name)] if name in log.q_names else np.empty(0)
        q = q[np.isfinite(q)]
        if len(q) and np.ptp(q) <= HELD:
            found[name] = float(np.median(q))
    return found


def without_gripper(robot: Robot) -> int:
    """Return how many joints a robot has before it branches, as an arm does at its gripper.

    They are its first joints, and the last of them carries all others. If it branches at its base, all joints count.
    """
    moving = [i for i, body in enumerate(robot.bodies) if joint_kind(body.joint.kind).nv]
    carriers = [_moving_carrier(robot, i) for i in moving]
    forks = (k for k, carrier in enumerate(carriers) if carriers.count(carrier) > 1)
    chain = moving[: next(forks, len(moving))] or moving
    return sum(robot.bodies[i].joint.mimic is None for i in chain)


def _moving_carrier(robot: Robot, i: int) -> int:
    """Return the nearest body that carries a body and has a joint that moves, or the world."""
    at = robot.bodies[i].parent
    while at != WORLD and not joint_kind(robot.bodies[at].joint.kind).nv:
        at = robot.bodies[at].parent
    return at


def held_joints(file: Robot, robot: Robot) -> tuple[str, ...]:
    """Return a warning of the joints that were locked because no log records them."""
    held = [f"'{name}' at {at:.3g}" for name, at in robot.locked if (name, at) not in file.locked]
    if not held:
        return ()
    they = "it carries no recorded joint. It is" if len(held) == 1 else "these carry no recorded joint. They are"
    return (
        f"The logs do not record {counted(len(held), 'joint')} of '{robot.name}', and {they} held: {', '.join(held)}. "
        "Use --lock to give other positions.",
    )


def _missing(robot: Robot, log: Log) -> set[str]:
    found = joints_in(robot, log)
    return {joint.name for joint in robot.joints if joint.name not in found} if found else set()


def _carrying(robot: Robot, names: Sequence[str]) -> set[str]:
    """Return the joints of the bodies that carry one of these joints, directly or not."""
    found: set[str] = set()
    for body in robot.bodies:
        leader = body.joint.mimic.leader if body.joint.mimic else body.joint.name
        if leader in names:
            at = body.parent
            while at != WORLD:
                found.add(robot.bodies[at].joint.name)
                at = robot.bodies[at].parent
    return found
