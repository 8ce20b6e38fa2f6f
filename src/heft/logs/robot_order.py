"""A log's columns in a robot's order: found by name, or an error that says which names do not fit."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError, did_you_mean
from heft.logs.log import Log
from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.robot.model import Robot


@dataclass(frozen=True, eq=False)
class OrderedColumns:
    """The columns of a log in the order of a robot's q and qd, copied.

    Attributes:
        q: (n, nq).
        qd: (n, nv); NaN where the log has no velocity.
        effort: (n, nv); NaN where the log has no effort.
        extra: names of the log's coordinates that the robot does not have.
    """

    q: Array
    qd: Array
    effort: Array
    extra: tuple[str, ...]


def in_robot_order(robot: Robot, log: Log) -> OrderedColumns:
    """Return the log's columns in the robot's order.

    Raises:
        FormatError: the log lacks a joint of the robot; says which, and whether it is another robot's log.
    """
    q_names = [_spellings(joint, k) for joint in robot.joints for k in range(joint.nq)]
    v_names = [_spellings(joint, k) for joint in robot.joints for k in range(joint.nv)]
    places = {name: k for k, name in enumerate(log.q_names)}
    found = [next((places[name] for name in names if name in places), None) for names in q_names]
    missing = [names[0] for names, place in zip(q_names, found, strict=True) if place is None]
    if len(missing) == len(q_names):
        raise FormatError(
            f"This is a log of another robot: it has {_list(log.joints)}, and '{robot.name}' has "
            f"{_list(robot.joint_names)}.",
            where=log.where,
            remedy="Give a log of this robot, or import the log with a map that names the robot's joints.",
        )
    if missing:
        near = did_you_mean(missing[0], log.q_names)
        what = f"It has no positions of {_list(missing)}, which robot '{robot.name}' has."
        raise FormatError(what, where=log.where, remedy=f"{near} Every joint of the robot is needed.")
    q = log.q[:, [place for place in found if place is not None]]
    used = {log.q_names[place] for place in found if place is not None}
    extra = tuple(name for name in log.q_names if name not in used)
    qd = np.broadcast_to(np.nan, (log.n, len(v_names))) if log.qd is None else _velocities(log, log.qd, v_names)
    return OrderedColumns(q, qd, _velocities(log, log.effort, v_names), extra)


def joints_in(robot: Robot, log: Log) -> set[str]:
    """Return the robot's joints whose positions a log has."""
    return {
        joint.name for joint in robot.joints if all({*_spellings(joint, k)} & {*log.q_names} for k in range(joint.nq))
    }


def position_of_velocity(robot: Robot) -> np.ndarray:
    """Return which entry of q is nearest to each entry of qd, (nv,): of a quaternion, its vector part."""
    starts = [robot.q_index[joint.name].start + joint.nq - joint.nv for joint in robot.joints]
    return np.concatenate([start + np.arange(joint.nv) for start, joint in zip(starts, robot.joints, strict=True)])


def _velocities(log: Log, values: Array | None, names: list[list[str]]) -> Array:
    out = np.full((log.n, len(names)), np.nan)
    places = {name: k for k, name in enumerate(log.v_names)}
    for column, spellings in enumerate(names):
        place = next((places[name] for name in spellings if name in places), None)
        if place is not None and values is not None:
            out[:, column] = values[:, place]
    return out


def _spellings(joint: Joint, k: int) -> list[str]:
    """Return how a log may call coordinate k of a joint."""
    if joint.nq == 1:
        return [joint.name]
    kind = joint_kind(joint.kind)
    parts = [names[k] for names in (kind.q_names, kind.v_names) if k < len(names)]
    return [f"{joint.name}.{part}" for part in (k, *parts)]


def _list(names: tuple[str, ...] | list[str]) -> str:
    shown = ", ".join(f"'{name}'" for name in names[:4])
    return shown if len(names) <= 4 else f"{shown} and {len(names) - 4} more"
