"""Commanded positions: what servos were asked for, in a robot's order and at other stamps."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import FormatError
from heft.logs.channel_checks import same_as_command
from heft.logs.log import Log
from heft.logs.robot_order import in_robot_order, position_of_velocity
from heft.robot.model import Robot


def commands_of(robot: Robot, log: Log) -> Array | None:
    """Return the commanded position of each coordinate (n, nv) at the stamps of a log; None if it has none at all.

    A coordinate without commands is NaN.
    """
    if log.command is None:
        return None
    return in_robot_order(robot, replace(log, q=log.command)).q[:, position_of_velocity(robot)]


def at_stamps(t: Array, stamps: Array, values: Array) -> Array:
    """Return columns (n, k), known at some stamps (m,), at others (n,), interpolated; NaN where nothing is known."""
    order = np.argsort(stamps, kind="stable")
    columns = [(x[order], np.isfinite(x[order])) for x in values.T]
    found = [np.interp(t, stamps[order][there], x[there]) if there.any() else 0 * t + np.nan for x, there in columns]
    return np.column_stack(found)


def require_commands(robot: Robot, q: Array, command: Array | None, needed: Bools, where: str) -> Array:
    """Refuse commands that are missing, or are the positions themselves; return them.

    Args:
        robot: whose they are.
        q: (n, nv) measured positions.
        command: (n, nv) positions that were asked for at the same times, or None.
        needed: (nv,) the coordinates that have a servo.
        where: the log, for errors.

    Raises:
        FormatError: names the coordinates.
    """
    if command is None:
        raise FormatError(
            "It has no commanded positions.",
            where=where,
            remedy="Record the commands of the servos, and import them as command.<joint> ([command] in a map).",
        )
    names = np.array(robot.coordinate_names)
    if len(lacking := names[needed & ~np.isfinite(command).any(axis=0)]):
        raise FormatError(
            f"It has no commanded positions of {', '.join(lacking)}.",
            where=where,
            remedy="Record them, or lock these joints (--lock).",
        )
    if len(same := names[needed & same_as_command(q, command)]):
        raise FormatError(
            f"The positions of {', '.join(same)} are exactly those that were commanded: they were not measured.",
            where=where,
            remedy="Record the positions of the encoders, not the commands.",
        )
    return command
