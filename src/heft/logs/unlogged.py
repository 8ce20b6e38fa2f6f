"""Joints that no log records: those of a gripper, say, which the robot's file has and the arm's driver does not report.

A joint that carries no recorded one has little effect on the others, so it is locked and a warning says so: where other
logs record it at rest, else in the middle of its range. Logs that another one contradicts, because the joint moves in
it, are refused. A joint between recorded ones matters and is not guessed: cleaning refuses such logs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.held import Held, Here
from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.robot_order import joints_in
from heft.logs.usable_samples import HELD, MOVES
from heft.robot.joint import Joint
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

    Raises:
        FormatError: a joint that one log does not record moves in another one.
    """
    return without_unlogged_in(robot, Here(runs))


def without_unlogged_in(robot: Robot, logs: Held[Any]) -> Robot:
    """Do what `without_unlogged` does by runs, wherever they are."""
    missing = {name for names in logs.each(_missing, robot) for name in names}
    carrying = _carrying(robot, [name for name in robot.joint_names if name not in missing])
    held = {
        joint.name: _place(joint, logs.each(_recorded, joint.name))
        for joint in robot.joints
        if joint.name in missing - carrying and joint_kind(joint.kind).is_screw
    }
    return robot.lock(held) if held and len(held) < len(robot.joints) else robot


def _recorded(run: object, name: str) -> tuple[str, Array | None] | None:
    """Return what errors call a log, with its positions of a joint if it records the joint; None of other runs."""
    if not isinstance(run, Log):
        return None
    return run.where, _finite(run, name) if name in run.q_names else None


def _place(joint: Joint, found: Sequence[tuple[str, Array | None] | None]) -> float:
    """Return where a joint stands that some log does not record: where the others have it, or amid its range."""
    logs = [each for each in found if each is not None]
    recorded = [(where, q) for where, q in logs if q is not None and len(q)]
    if not recorded:
        return middle(joint)
    every = np.concatenate([q for _, q in recorded])
    if np.ptp(every) > MOVES:
        mover = max(recorded, key=lambda each: float(np.ptp(each[1])))[0]
        lacking = next(where for where, q in logs if q is None)
        raise FormatError(
            f"It has no positions of joint '{joint.name}', which is between {np.min(every):.4g} and "
            f"{np.max(every):.4g} in {mover}: without them, where it stood is not known.",
            where=lacking,
            remedy=f"Import it with the positions of '{joint.name}', leave it out, or say where the joint is held with "
            f"--lock {joint.name}=POSITION.",
        )
    return float(np.median(every))


def _finite(log: Log, name: str) -> Array:
    q = log.q[:, log.q_names.index(name)]
    return q[np.isfinite(q)]


def standing(log: Log, names: Iterable[str]) -> dict[str, float]:
    """Return where joints stand that a log records at rest [rad or m], by name."""
    found = {}
    for name in names:
        q = _finite(log, name) if name in log.q_names else np.empty(0)
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


def _missing(run: object, robot: Robot) -> set[str]:
    found = joints_in(robot, run) if isinstance(run, Log) else ()
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
