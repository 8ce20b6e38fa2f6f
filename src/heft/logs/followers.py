"""Efforts of joints that follow another one: what their drives add to the effort on the coordinate that they share.

A joint that follows another with ``q_f = m q + offset`` does the power ``tau_f m qd``, so that the effort on the
coordinate is

    tau = tau_leader + sum_f m_f tau_f.

A channel that is a multiple of the leader's was computed from it and not measured, whether it was rounded or not, and
currents or torques of motors cannot be added before their gains are known. Nor can two channels of which one is missing
in most samples: the sum would be missing there as well. Such channels are named and not used, as are positions and
velocities.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.logs.channel_checks import dead, mostly_missing, quantum
from heft.logs.journal import Journal
from heft.logs.log import Log
from heft.robot.model import Robot

SAME = 1e-6
"""A channel is a multiple of another one if nothing else in it is larger than this share of it, beside rounding."""

STEPS, FINE = 0.6, 0.02
"""Rounding explains so many steps at most; steps are fine if they are less than this share of the largest value. Two
drives that share the work may be alike within coarser ones."""


def add_efforts_of_followers(robot: Robot, log: Log, effort: Array, journal: Journal) -> None:
    """Add the efforts of joints that follow another to those of its coordinate, in place.

    Args:
        robot: whose joints they are.
        log: with their efforts.
        effort: (n, nv) of the log, in the robot's order; NaN where there is none.
        journal: gets a note for each joint whose efforts are added, and a warning for each where they cannot be.
    """
    if log.effort is None:
        return
    measured = effort.copy()
    for body in robot.bodies:
        mimic, name = body.joint.mimic, body.joint.name
        if mimic is None or name not in log.v_names:
            continue
        k, own = robot.v_index[mimic.leader].start, log.effort[:, log.v_names.index(name)]
        if dead(own) or not np.isfinite(own).any():
            continue
        if mostly_missing(own):
            why = "It is missing in most samples"
        elif mostly_missing(measured[:, k]):
            why = "That joint has no effort to which it could be added"
        elif log.effort_kind != "joint_torque":
            why = "Torques of motors and currents of different drives cannot be added"
        elif _multiple(own, measured[:, k]):
            why = "It is a multiple of that joint's, so it was not measured"
        else:
            effort[:, k] += float(mimic.multiplier) * own
            journal.step("effort of a follower", joint=name, added_to=mimic.leader, times=float(mimic.multiplier))
            journal.note(
                f"The effort of '{name}', which follows '{mimic.leader}' by the robot's file, counts "
                f"{float(mimic.multiplier):.4g} times in the effort of '{mimic.leader}'."
            )
            continue
        journal.warn(
            f"The effort of '{name}', which follows '{mimic.leader}' by the robot's file, is not used. {why}. If the "
            f"joint has a drive of its own, its torque is missing in the effort of '{mimic.leader}'."
        )


def _multiple(x: Array, y: Array) -> bool:
    """Return whether a channel (n,) is a multiple of another one, where both are measured."""
    both = np.isfinite(x) & np.isfinite(y)
    x, y = x[both], y[both]
    if not len(x) or not np.any(y):
        return False
    factor = float(x @ y / (y @ y))
    rest = x - factor * y
    step = (quantum(x) or 0.0) + abs(factor) * (quantum(y) or 0.0)
    rounded = step <= FINE * float(np.max(np.abs(x))) and bool(np.all(np.abs(rest) <= STEPS * step))
    return rounded or float(np.linalg.norm(rest)) <= SAME * float(np.linalg.norm(x))
