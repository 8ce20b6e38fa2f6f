"""Channels that are stuck: a recorder repeats the last value that it got, while the robot goes on.

Where a channel is so fine that its values hardly ever come back, a value that is repeated far longer than the channel
usually holds one was not measured. An effort is stuck if its joint moves meanwhile; positions and efforts of all joints
together are if the next positions are out of reach of any speed in the log. A value at the end of its channel is left
to `heft.logs.saturation`, and zero may be a drive that is off.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.arrays import Array, Ints
from heft.errors import FormatError
from heft.logs.journal import Journal
from heft.robot.model import Robot

LONGER = 20
"""A channel is stuck if it holds a value for so many samples, and so many times as long as it usually does."""

USUAL = 0.99
"""The share of its values that a channel holds no longer than it usually does."""

DISTINCT = 0.5
"""A channel is fine if at least this share of the values that it takes one after the other are different ones."""

MOVES = 1e-3
"""[rad, m] A joint that moves less while its effort stays is at rest."""

JUMPS = 3.0
"""Positions have jumped if a step is so many times the largest of the others."""

MOST = 0.5
"""The share of a log that may be stuck; with more, it is refused."""


def without_stuck(robot: Robot, q: Array, effort: Array, where: str, journal: Journal) -> None:
    """Mark efforts that are stuck, and samples of which everything is, as missing, in place.

    Args:
        robot: whose samples they are.
        q: (n, nq) positions.
        effort: (n, nv), NaN where they are not measured.
        where: they come from.
        journal: gets a warning for each.

    Raises:
        FormatError: more than half of the log is stuck.
    """
    frozen = [*_frozen(q, effort)]
    if frozen:
        count = sum(b - a - 1 for a, b in frozen)
        _tell("Positions and efforts of all joints are", count, len(q), where, journal)
    for joint in robot.joints:
        if joint.nq != 1 or joint.nv != 1:
            continue
        angle, x = q[:, robot.q_index[joint.name].start], effort[:, robot.v_index[joint.name].start]
        runs = [(a, b) for a, b in _stuck(x) if float(np.ptp(angle[a:b])) > MOVES]
        if runs:
            _tell(f"The effort of '{joint.name}' is", sum(b - a - 1 for a, b in runs), len(x), where, journal)
        for a, b in runs:
            x[a + 1 : b] = np.nan
    for a, b in frozen:
        q[a + 1 : b] = np.nan


def _tell(what: str, count: int, total: int, where: str, journal: Journal) -> None:
    text = f"{what} stuck: {count} of {total} samples repeat the one before while the robot moves."
    remedy = "Look for a topic or a device that stopped meanwhile."
    if count > MOST * total:
        raise FormatError(text, where=where, remedy=remedy)
    journal.step("stuck samples", what=what, samples=count)
    journal.warn(f"{text} They are left out. {remedy}")


def _held(x: Array) -> tuple[Ints, Ints]:
    """Return where the values that a channel (n,) takes one after the other begin, and where they end."""
    edges = np.flatnonzero(np.diff(x) != 0) + 1
    return np.concatenate([[0], edges]), np.concatenate([edges, [len(x)]])


def _stuck(x: Array) -> Iterator[tuple[int, int]]:
    """Yield the stretches of a channel (n,) that hold a value for too long; of a coarse channel none."""
    if not np.isfinite(x).all():
        return
    start, stop = _held(x)
    if len(np.unique(x[start])) < DISTINCT * len(start) or len(start) < LONGER:
        return
    longest = LONGER * max(1.0, float(np.quantile(stop - start, USUAL, method="lower")))
    low, high = float(np.min(x)), float(np.max(x))
    for a, b in zip(start.tolist(), stop.tolist(), strict=True):
        if b - a > longest and x[a] not in (0.0, low, high):
            yield a, b


def _frozen(q: Array, effort: Array) -> Iterator[tuple[int, int]]:
    """Yield the stretches in which no position and no effort changes, and after which positions jump."""
    measured = effort[:, np.isfinite(effort).all(axis=0)]
    if not np.isfinite(q).all() or not measured.shape[1]:
        return
    still = ~np.any(np.diff(np.column_stack([q, measured]), axis=0), axis=1)
    edges = np.flatnonzero(np.diff(np.concatenate([[False], still, [False]]).astype(np.int8)))
    steps = np.abs(np.diff(q, axis=0))
    for a, last in edges.reshape(-1, 2).tolist():  # samples a .. last are the same
        if last - a >= LONGER and last + 1 < len(q):
            others = np.delete(steps, last, axis=0).max(axis=0)
            if np.any(steps[last] > JUMPS * others):
                yield a, last + 1
