"""Channels that are stuck: a recorder repeats the last value that it got, or zero, while the robot goes on.

Where a channel is so fine that its values hardly ever come back, a value that is repeated far longer than the channel
usually holds one was not measured. An effort is stuck if its joint moves meanwhile; zero as well: a drive that is off
or a recorder that has nothing to report. If all efforts are zero at once, the channels need not be fine. A position is
stuck if the joint stops or starts again as suddenly as nothing else in the log: a joint that rests comes to rest.
Positions of all joints together are stuck, with their efforts or while these go on, if the next positions are out of
reach of any speed in the log; held positions may still show the noise of their encoders. A value at the end of its
channel is left to `heft.logs.saturation`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from heft.arrays import Array, Ints, stretches
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

STILL = 0.01
"""Positions are still if they change by less than this much of what they change by when the robot is fast."""

JUMPS = 3.0
"""Positions have jumped if a step is so many times the largest of the others; a joint has stopped suddenly if the
change of its steps is."""

FLICKER = 2.5
"""Steps of a coarse channel within which it stays where it is: an encoder that flickers by one count changes the second
difference by two, and an effort that is nearly zero rounds to zero."""

PAUSE = 1.5
"""Steps between stamps that are longer than so many median ones may hide a motion."""

MOST = 0.5
"""The share of a log that may be stuck; with more, it is refused."""


def without_stuck(robot: Robot, t: Array, q: Array, effort: Array, where: str, journal: Journal) -> None:
    """Mark efforts and positions that are stuck, and samples of which everything is, as missing, in place.

    Args:
        robot: whose samples they are.
        t: (n,) stamps [s].
        q: (n, nq) positions.
        effort: (n, nv), NaN where they are not measured.
        where: they come from.
        journal: gets a warning for each.

    Raises:
        FormatError: more than half of the log is stuck.
    """
    frozen, off = [*_frozen(t, q, effort)], [*_all_zero(q, effort)]
    for going_on, what in ((False, "Positions and efforts of all joints are stuck"), (True, GO_ON)):
        if runs := [(a, b) for a, b in frozen if _changes(effort[a:b]) == going_on]:
            _tell(what, REPEAT, runs, t, where, journal)
    if off:
        _tell("The efforts of all joints are zero", ZERO, off, t, where, journal)
    held = list[tuple[int, list[tuple[int, int]]]]()
    for joint in robot.joints:
        if joint.nq != 1 or joint.nv != 1:
            continue
        place, x = robot.q_index[joint.name].start, effort[:, robot.v_index[joint.name].start]
        angle = q[:, place]
        for is_zero, what, how in (
            (False, f"The effort of '{joint.name}' is stuck", REPEAT),
            (True, f"The effort of '{joint.name}' is zero", ZERO),
        ):
            runs = [
                (a, b)
                for a, b in _stuck(x)
                if float(np.ptp(angle[a:b])) > MOVES
                and (x[a] == 0) == is_zero
                and not (is_zero and any(first <= a and b <= last for first, last in off))
            ]
            if runs:
                _tell(what, how, runs, t, where, journal)
            for a, b in runs:
                x[a + 1 : b] = np.nan
        runs = [] if frozen else [(a, b) for a, b in _stopped(t, angle) if _goes_on(q[a:b], effort[a:b])]
        if runs:
            _tell(f"The position of '{joint.name}' is stuck", REPEAT, runs, t, where, journal)
            held.append((place, runs))
    for place, runs in held:
        for a, b in runs:
            q[a + 1 : b, place] = np.nan
    for a, b in frozen:
        q[a + 1 : b] = np.nan
    for a, b in off:
        effort[a + 1 : b] = np.nan


REPEAT, ZERO = "repeat the previous one while the robot moves", "are exactly zero while it moves"
GO_ON = "The positions of all joints are stuck, while efforts go on"


def _tell(what: str, how: str, runs: Sequence[tuple[int, int]], t: Array, where: str, journal: Journal) -> None:
    count, total = sum(b - a - 1 for a, b in runs), len(t)
    a, b = max(runs, key=lambda run: run[1] - run[0])
    longest = f"{'' if len(runs) == 1 else 'the longest time '}from {t[a] - t[0]:.4g} to {t[b - 1] - t[0]:.4g} s"
    text = f"{what}: {count} of {total} samples {how}, {longest}."
    remedy = "Look for a topic or a device that stopped during that time."
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
    for k in np.flatnonzero(stop - start > longest).tolist():
        if x[start[k]] == 0 or x[start[k]] not in (low, high):
            yield int(start[k]), int(stop[k])


def _all_zero(q: Array, effort: Array) -> Iterator[tuple[int, int]]:
    """Yield the stretches in which the efforts of several joints are all zero while one of them moves."""
    measured = effort[:, ~np.isnan(effort).all(axis=0) & np.any(np.nan_to_num(effort) != 0, axis=0)]
    if measured.shape[1] < 2:
        return
    steps = np.array([_step(x) for x in measured.T])
    for a, b in stretches(np.all(measured == 0, axis=1)):
        around = np.abs(measured[[k for k in (a - 1, b) if 0 <= k < len(measured)]])
        rounded = np.all(np.nan_to_num(around) <= FLICKER * steps)
        if b - a > LONGER and not rounded and float(np.max(np.ptp(q[a:b], axis=0))) > MOVES:
            yield a, b


def _step(x: Array) -> float:
    """Return the smallest value but zero of a channel (n,): the step of one that is coarse."""
    sizes = np.abs(x[np.isfinite(x) & (x != 0)])
    return float(np.min(sizes, initial=np.inf)) if len(sizes) else 0.0


def _stopped(t: Array, angle: Array) -> Iterator[tuple[int, int]]:
    """Yield the stretches in which a position (n,) stays, and that begin or end more suddenly than anything else.

    A pause of the stamps at an end says nothing: the joint may have moved in it.
    """
    if not np.isfinite(angle).all() or len(angle) < LONGER:
        return
    bends, steps = np.abs(np.diff(angle, 2)), np.diff(t)
    usual = (steps > 0) & (steps < PAUSE * np.median(steps))
    start, stop = _held(angle)
    kept = stop - start > LONGER
    long = [*zip(start[kept].tolist(), stop[kept].tolist(), strict=True)]
    # the second difference at sample k is number k - 1
    edges = [[k - 1 for k in (a, b - 1, b) if 0 < k < len(angle) - 1 and usual[k - 1] and usual[k]] for a, b in long]
    others = np.ones(len(bends), bool)
    others[[k for each in edges for k in each]] = False
    others[:] &= usual[:-1] & usual[1:]
    sudden = max(JUMPS * float(np.max(bends[others], initial=0.0)), FLICKER * _step(np.diff(angle)))
    for (a, b), ends in zip(long, edges, strict=True):
        if any(bends[k] > sudden for k in ends):
            yield a, b


def _goes_on(q: Array, effort: Array) -> bool:
    """Return whether anything else changes in a stretch in which a position stays."""
    return _changes(q) or _changes(effort)


def _changes(x: Array) -> bool:
    """Return whether channels (n, k) do not keep their values throughout."""
    return bool(np.any(np.diff(np.nan_to_num(x), axis=0)))


def _frozen(t: Array, q: Array, effort: Array) -> Iterator[tuple[int, int]]:
    """Yield the stretches in which no position changes, but for noise, and after which positions jump.

    A pause of the stamps at the end says nothing: the robot may have moved in it. Where efforts go on and a single
    position jumps, the encoder of that joint is stuck.
    """
    if not np.isfinite(q).all() or len(q) < LONGER:
        return
    steps, apart = np.abs(np.diff(q, axis=0)), np.diff(t)
    still = np.all(steps <= STILL * np.quantile(steps, USUAL, axis=0), axis=1)
    held = [
        (a, last) for a, last in stretches(still) if last - a >= LONGER and last + 1 < len(q)
    ]  # a .. last are alike
    others = np.delete(steps, [last for _, last in held], axis=0).max(axis=0, initial=0.0)
    for a, last in held:
        jumps = int(np.sum(steps[last] > JUMPS * others)) if apart[last] < PAUSE * np.median(apart) else 0
        if jumps > 1 or (jumps and not _changes(effort[a : last + 1])):
            yield a, last + 1
