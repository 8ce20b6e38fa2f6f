"""The speed below which the sign of friction is uncertain: the velocity threshold, from all logs of a robot together.

It is the largest of

- five standard deviations of the velocity's noise, in the typical log in which the joint moves;
- one step of the position's resolution in each period of the cut-off frequency, below which a differentiated position
  is a row of single steps;
- a hundredth of the largest speed in all logs;
- a thousandth of the joint's velocity limit or, if it has none, of the largest speed of joints of its kind: a joint
  that moves in none of the logs creeps at such speeds;
- what rounding makes of a constant.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heft.arrays import Array, Bools
from heft.robot.model import Robot

SIGMAS = 5.0
OF_LARGEST = 0.01
OF_LIMIT = 1e-3
OF_PEERS = 0.1
"""Where all joints are slow, as in a quasi-static motion, no joint rests that moves at this fraction of the fastest."""

RESTS = 0.02
"""A joint rests in a log if it stays below this fraction of its largest speed in all logs."""

BELIEVED = {True: 30.0, False: 10.0}
"""Velocity limits above this are not limits of a machine, by whether the joint turns [rad/s] or slides [m/s]."""

ROUNDING_STEPS = 1e4
"""Steps of floating-point rounding, from one sample to the next, that filters and splines may make of a constant."""


def noise_of_positions(density: Array, cutoff: Array) -> Array:
    """Return the standard deviation of differentiated positions of a noise density [unit²/Hz], low-pass filtered."""
    return np.sqrt(density * (2 * np.pi) ** 2 * cutoff**3 / 3)


def velocity_limits(robot: Robot) -> Array:
    """Return the velocity limit of each coordinate, (nv,) [rad/s, m/s]; infinite where there is none to believe."""
    limits = np.full(robot.nv, np.inf)
    for joint in robot.joints:
        if joint.nv == 1 and 0 < joint.limits.velocity <= BELIEVED[joint.kind != "prismatic"]:
            limits[robot.v_index[joint.name]] = joint.limits.velocity
    return limits


def creeping(robot: Robot, speeds: Array) -> Array:
    """Return the speed (nv,) of each coordinate that counts as rest, whatever the logs are; see `OF_LIMIT`.

    Args:
        robot: with its velocity limits.
        speeds: (nv,) the largest in all logs.
    """
    slides = np.zeros(robot.nv, bool)
    for joint in robot.joints:
        slides[robot.v_index[joint.name]] = joint.kind == "prismatic"
    limits, peers = velocity_limits(robot), np.empty(robot.nv)
    for kind in (slides, ~slides):
        peers[kind] = speeds[kind].max(initial=0.0)
    return np.where(np.isfinite(limits), np.minimum(OF_LIMIT * limits, OF_PEERS * peers), OF_LIMIT * peers)


def joints_that_move(robot: Robot, speeds: Array, noise: Sequence[Array]) -> Bools:
    """Return (logs, nv) whether a coordinate moves in a log, by its largest speed and its noise there."""
    largest = speeds.max(axis=0)
    return (speeds > np.maximum(RESTS * largest, creeping(robot, largest))) & (speeds > SIGMAS * np.array(noise))


def velocity_thresholds(
    robot: Robot, speeds: Array, noise: Array, moves: Bools, resolution: Array, q: Array, rate: float
) -> Array:
    """Return the velocity threshold of each coordinate, (nv,) [rad/s, m/s].

    Args:
        robot: the robot.
        speeds: (logs, nv) largest speed of each coordinate in each log.
        noise: (logs, nv) standard deviation of its velocity.
        moves: (logs, nv) whether it moves there.
        resolution: (nv,) speed at which its position changes by one step in a period of the cut-off frequency.
        q: (nv,) the largest position.
        rate: the highest sampling rate [Hz].
    """
    largest = speeds.max(axis=0)
    there = np.where(moves.any(axis=0), moves, True)
    typical = np.array([np.median(noise[there[:, r], r]) for r in range(robot.nv)])
    rounding = ROUNDING_STEPS * np.finfo(float).eps * np.maximum(q, 1.0) * rate
    return np.maximum.reduce([SIGMAS * typical, resolution, OF_LARGEST * largest, creeping(robot, largest), rounding])
