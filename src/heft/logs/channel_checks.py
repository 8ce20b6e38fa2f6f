"""Checks of channels: constant, copied, quantised, wrapped, beyond limits, in degrees, in counts of an encoder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import FormatError
from heft.robot.length import longest
from heft.robot.model import Robot

DEGREES, MILLIMETRES = 180 / np.pi, 1000.0
TURN = 2 * np.pi

FAR = 30.0
"""[rad] An angle beyond this, at a joint without limits, may be in degrees."""

ABSURD = 100.0
"""A joint does not move through this many times its range: even one that turns on and on has some turns for a range.
In counts of an encoder, of which there are hundreds to thousands in a radian, it does."""

WHOLE = 10
"""So many whole numbers among positions, and nothing else, are counts."""

MANY_LENGTHS, FASTEST = 10.0, 10.0
"""No joint slides so many times the length of its robot, and faster than this [m/s], which linear motors hardly reach.
Long rails have the one, quick stages the other; in millimetres, motions that are slow and short have both."""

MOSTLY = 0.99
"""The share of the steps between samples in which a joint is not faster than what counts as its speed."""

MOST_NAN = 0.5
"""An effort that is missing in more than this fraction of the samples counts as not measured."""

ROUNDING = 1e-10
"""Changes below this share of the largest value are those of floats; no encoder is as fine."""

RESOLVED, MOST_RESOLVED = 1e4, 0.5
"""Changes of up to so many steps show whether they are multiples of it; this share of all changes must, at least."""

IRREGULAR = 0.1
"""The share of the changes whose own changes jump by half a step or more, at least, where values are rounded: computed
motions at rest, or of constant acceleration, change by 1, 3, 5 ... times the first change, but do so evenly."""

HUGE = 1e15
"""No quantity of a robot is this large in any unit."""


def same_as_command(q: Array, command: Array | None) -> Bools:
    """Return (j,) whether moving positions are exactly those that were asked for, which no sensor reads."""
    if command is None:
        return np.zeros(q.shape[1], bool)
    there = np.isfinite(q) & np.isfinite(command)
    moves = np.array([not dead(column) for column in q.T], bool)
    return moves & np.any(there, axis=0) & np.all(~there | (q == command), axis=0)


def refuse_huge(channels: Mapping[str, Array], where: str) -> None:
    """Refuse numbers that nothing measures, and whose squares would overflow.

    Args:
        channels: arrays by what they are.
        where: they come from.

    Raises:
        FormatError: naming the array and the number.
    """
    for name, x in channels.items():
        largest = float(np.max(np.abs(x[np.isfinite(x)]), initial=0.0))
        if largest > HUGE:
            raise FormatError(
                f"The values of '{name}' reach {largest:.3g}, which cannot be a measurement.",
                where=where,
                remedy="Look for damaged rows or a wrong number format in the file.",
            )


def dead(x: Array) -> bool:
    """Return whether a channel (n,) never changes; a channel of NaN alone is missing, not dead."""
    finite = x[np.isfinite(x)]
    return len(finite) > 0 and bool(np.all(finite == finite[0]))


def mostly_missing(x: Array) -> bool:
    """Return whether an effort (n,) is missing in so many samples that it counts as not measured."""
    return float(np.isnan(x).mean()) > MOST_NAN


def copies(columns: Array, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of channels (n, k) that are the same in every sample, though they change."""
    found = []
    for k, x in enumerate(columns.T):
        for j in range(k):
            if np.isfinite(x).any() and not dead(x) and np.array_equal(x, columns[:, j], equal_nan=True):
                found.append((names[j], names[k]))
    return found


def quantum(x: Array) -> float | None:
    """Return the step of which all changes of a channel (n,) are multiples, None if there is none.

    Decimal rounding and encoder counts have such a step; floats with a full mantissa have none.
    """
    x = x[np.isfinite(x)]
    scale, changes = float(np.max(np.abs(x), initial=0.0)), np.abs(np.diff(x))
    changes = changes[changes > ROUNDING * scale]
    if len(changes) < 8:
        return None
    step = float(np.min(changes))
    multiples = changes[changes < RESOLVED * step] / step
    if len(multiples) < MOST_RESOLVED * len(changes):
        return None
    whole = np.abs(multiples - np.round(multiples)) < 0.02 + 1e-12 * scale / step
    if np.mean(whole) < 0.98 or len(np.unique(np.round(multiples))) < 3:
        return None
    return step if np.count_nonzero(np.abs(np.diff(x, 3)) > step / 2) >= IRREGULAR * len(changes) else None


def unwrapped(x: Array) -> tuple[Array, int]:
    """Return an angle (n,) without the jumps of one turn of a counter that wraps, and how many jumps there were."""
    jumps = np.diff(x)
    turns = np.where(np.abs(np.abs(jumps) - TURN) < 0.1 * TURN, np.sign(jumps), 0.0)
    count = int(np.count_nonzero(turns))
    return (x - TURN * np.concatenate([[0.0], np.cumsum(turns)]), count) if count else (x, 0)


def in_degrees(robot: Robot, q: Array) -> list[str]:
    """Return the revolute joints whose positions fit their limits only if they are read as degrees.

    Only joints with limits count, and only if no joint contradicts: read as degrees, all positions are within limits.
    """
    return _beyond(robot, q, "revolute", DEGREES, 2 * TURN)


def in_millimetres(robot: Robot, q: Array) -> list[str]:
    """Return the prismatic joints whose positions fit their limits only if they are read as millimetres; as above."""
    return _beyond(robot, q, "prismatic", MILLIMETRES, np.inf)


def too_far_too_fast(robot: Robot, t: Array, q: Array) -> list[str]:
    """Return what is impossible of each prismatic joint that slides many times the robot's length, and that fast.

    Limits say more where there are any; this is for joints without them.
    """
    found, step = [], float(np.median(np.diff(t)))
    for joint in robot.joints:
        if joint.kind != "prismatic" or np.isfinite(joint.limits.lower + joint.limits.upper):
            continue
        x = q[:, robot.q_index[joint.name].start]
        travel, speed = float(np.ptp(x)), float(np.quantile(np.abs(np.diff(x)), MOSTLY)) / step
        if travel > MANY_LENGTHS * longest(robot) and speed > FASTEST:
            found.append(f"'{joint.name}' span {travel:.4g} m at {speed:.4g} m/s")
    return found


def in_counts(robot: Robot, q: Array) -> list[str]:
    """Return the joints whose positions, with their limits, can only be counts of an encoder.

    Either they move absurdly far beyond their limits, or all their positions are whole numbers: neighbouring ones would
    be 57 degrees or a metre apart. A joint without limits may turn on and on, but not in steps of a radian.
    """
    found = []
    for joint in robot.joints:
        if joint.nq != 1:
            continue
        x, limits = q[:, robot.q_index[joint.name].start], joint.limits
        reach, whole = f"'{joint.name}' reach {x[np.argmax(np.abs(x))]:.4g}", bool(np.all(x == np.round(x)))
        limited = np.isfinite(limits.lower) and np.isfinite(limits.upper) and limits.lower < limits.upper
        if limited and float(np.ptp(x)) > ABSURD * (limits.upper - limits.lower):
            found.append(f"{reach}, and the limits are {limits.lower:.4g} and {limits.upper:.4g}")
        elif whole and len(np.unique(x)) > WHOLE:
            found.append(f"{reach} and are whole numbers")
    return found


def _beyond(robot: Robot, q: Array, kind: str, unit: float, far: float) -> list[str]:
    """Return the joints of a kind that are beyond their limits, if all are within them in a unit that is smaller.

    Args:
        robot: with limits.
        q: (n, nq).
        kind: of the joints.
        unit: how many of these are one rad or one metre.
        far: positions beyond this are surely in the smaller unit, and so are ranges twice as large as the limits.
    """
    suspects = []
    for joint in robot.joints:
        lower, upper = joint.limits.lower, joint.limits.upper
        if joint.kind != kind or not np.isfinite(lower) or not np.isfinite(upper) or not lower < upper:
            continue
        x = q[:, robot.q_index[joint.name].start]
        slack = 0.1 * (upper - lower)
        if x.min() / unit < lower - slack or x.max() / unit > upper + slack:
            return []
        if x.min() < lower - 3 * slack or x.max() > upper + 3 * slack:
            suspects.append((joint.name, float(np.ptp(x)) > 2 * (upper - lower) or float(np.max(np.abs(x))) > far))
    return [name for name, _ in suspects] if any(sure for _, sure in suspects) else []


def beyond_limits(robot: Robot, q: Array) -> list[str]:
    """Return a sentence for each joint that goes beyond its limits by more than a hundredth of their span."""
    found = []
    for joint in robot.joints:
        if joint.nq != 1:
            continue
        x, limits = q[:, robot.q_index[joint.name].start], joint.limits
        span = limits.upper - limits.lower
        slack = 0.01 * span if np.isfinite(span) else 0.01
        if x.min() < limits.lower - slack or x.max() > limits.upper + slack:
            reach = f"{x.min():.4g} to {x.max():.4g}"
            found.append(
                f"Joint '{joint.name}' moves from {reach}; its limits are {limits.lower:.4g} and {limits.upper:.4g}."
            )
    return found
