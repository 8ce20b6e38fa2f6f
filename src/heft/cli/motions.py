"""Designed motions as inputs of other verbs: motion.json, or any log of a motion such as motion.parquet."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from heft.errors import ArgumentError, FormatError

if TYPE_CHECKING:
    from heft.arrays import Array
    from heft.excitation.plan import Plan
    from heft.logs.log import Log
    from heft.robot.model import Robot


def plan_of(path: Path) -> Plan | None:
    """Return the designed motion of a motion.json; None for other files.

    Raises:
        FormatError: it calls itself a motion and is damaged.
    """
    from heft.excitation.plan import FORMAT, Plan
    from heft.files import read_bytes

    if path.suffix.lower() != ".json" or not path.is_file():
        return None
    try:
        data = json.loads(read_bytes(path))
    except ValueError:
        return None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        return None
    try:
        return Plan.from_dict(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FormatError(
            f"This motion is damaged: {type(error).__name__} at {error}.",
            where=str(path),
            remedy="Design it again with heft excite.",
        ) from None


def read_logs(paths: Sequence[Path]) -> list[Log]:
    """Return logs, with designed motions in place of their files."""
    from heft.logs.log_files import read_log

    return [read_log(path) if (plan := plan_of(path)) is None else plan.log() for path in paths]


def sampled_motion(robot: Robot, path: Path, rate: float) -> tuple[Array, Array, Array]:
    """Return positions, velocities and torques of a motion, each (n, nv), at a rate [Hz] from its start to its end.

    Torques that a log does not have are those of the robot's description.

    Raises:
        ArgumentError: the motion is of other joints, or has gaps.
    """
    import numpy as np
    from scipy.interpolate import CubicHermiteSpline, CubicSpline

    import heft

    if robot.nq != robot.nv:
        raise ArgumentError(
            "A joint has several coordinates, and cannot follow a motion.", remedy="Load it with a fixed base."
        )
    plan = plan_of(path)
    log = heft.read_log(path) if plan is None else plan.log()
    if sorted(log.joints) != sorted(robot.coordinate_names):
        raise ArgumentError(
            f"The motion has the joints {', '.join(log.joints)}, and the robot {', '.join(robot.coordinate_names)}.",
            where=str(path),
            remedy="Give a motion of this robot.",
        )
    order = [log.joints.index(name) for name in robot.coordinate_names]
    t, q = log.t - log.t[0], log.q[:, order]
    if not np.all(np.isfinite(q)) or len(t) < 3:
        raise ArgumentError("Positions of the motion are missing.", where=str(path), remedy="Give a log without gaps.")
    whole = log.qd is not None and bool(np.all(np.isfinite(log.qd)))
    spline = CubicHermiteSpline(t, q, log.qd[:, order]) if log.qd is not None and whole else CubicSpline(t, q)
    times = np.arange(round(float(t[-1]) * rate) + 1) / rate
    positions, velocities, accelerations = (np.asarray(spline(times, nu=k)) for k in range(3))
    if plan is not None:
        positions, velocities, accelerations = (x[:, order] for x in plan.curve.sample(times)[:3])
    if log.effort is None or not np.all(np.isfinite(log.effort)):
        torques = heft.inverse_dynamics(robot, positions, velocities, accelerations)
        return positions, velocities, torques + heft.friction_torque(robot, velocities)
    torques = np.column_stack([np.interp(times, t, log.effort[:, k]) for k in order])
    return positions, velocities, torques
