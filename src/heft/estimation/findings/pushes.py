"""Stretches of a log whose torques nothing else explains: a collision, a hand that pushes, a cable that catches.

Residuals are summed up over short windows of time, those of each joint in units of its median window (or of a hundredth
of its effort, if that is more), and all joints together: what pushes a robot is felt by several joints at once, while
friction that the model lacks strikes each joint at another time. A push is a window that is far beyond most others, for
a small part of the time. It is left out with what is beside it, the model is fitted again, and weaker windows are
looked for until there are none. Nothing is left out of what is held out: an estimate must not choose the samples that
it is judged by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import listed
from heft.estimation.base import Base
from heft.estimation.evidence import Evidence
from heft.estimation.least_squares import Fit
from heft.estimation.residuals import Pass
from heft.estimation.runs import Runs
from heft.logs.motion import Motion

FitOf = Callable[[Runs], tuple[Evidence, Fit]]

WINDOW = 0.25
"""[s] The length of a window."""

USUAL = 0.8
"""The share of all windows whose residual is called usual."""

BEYOND = 3.0
"""A window is pushed if its rms residual is so many times the usual one. On sound logs of real machines and simulated
robots the largest window is at most 2.4 times, with pushes that hurt at least 3.6 times."""

MOST = 0.2
"""The share of the samples that is left out at most; where more is unexplained, the model is what is wrong."""

FEWEST = 20
"""Windows from which one knows what is usual."""

SMALL = 0.01
"""The share of a joint's rms effort below which a residual is not looked at: of exact logs, only rounding is left."""

ROUNDS = 3


@dataclass(frozen=True)
class Push:
    """A stretch of time that is left out.

    Attributes:
        content: of the log that it is in; see `Motion.content`.
        log: the name of that log.
        start, stop: stamps [s].
        joints: that feel it.
        size: the largest rms residual in it beside the usual one.
    """

    content: str
    log: str
    start: float
    stop: float
    joints: tuple[str, ...]
    size: float


def pushes(base: Base, values: Array, motions: Sequence[Motion]) -> list[Push]:
    """Return the stretches of motions in which something else than the model acts.

    Args:
        base: the base parameters.
        values: (n_base,) of them.
        motions: the runs.
    """
    windows = [_windows(base, values, motion) for motion in motions]
    known = [means for _, means in windows if means.shape[1]]
    if not known or sum(means.shape[1] for means in known) < FEWEST:
        return []
    every = np.concatenate(known, axis=1)
    measured = np.isfinite(every).sum(axis=1) >= FEWEST
    if not measured.any():
        return []
    efforts = np.concatenate([motion.efforts(base.model.sensors)[:, measured] for motion in motions])
    median = np.maximum(np.nanmedian(every[measured], axis=1), SMALL**2 * np.nanmean(efforts**2, axis=0))
    if not np.all(median > 0):
        return []
    usual = max(1.0, float(np.quantile(_together(every[measured], median), USUAL)))
    found = list[Push]()
    for motion, (starts, means) in zip(motions, windows, strict=True):
        if not means.shape[1]:
            continue
        each = means[measured] / median[:, None]
        size = _together(means[measured], median) / usual
        pushed = size > BEYOND
        names = [name for name, counts in zip(base.model.rows, measured, strict=True) if counts]
        for a, b in _stretches(pushed):
            felt = np.sqrt(np.nan_to_num(each[:, a:b]).max(axis=1)) > BEYOND * usual
            start, stop = starts[a] - WINDOW, starts[b - 1] + 2 * WINDOW
            joints = tuple(name for name, feels in zip(names, felt, strict=True) if feels)
            name = motion.source.path if motion.source else "the motion"
            found.append(Push(motion.content, name, float(start), float(stop), joints, float(size[a:b].max())))
    return found


def without_pushes(base: Base, logs: Runs, fit: FitOf) -> tuple[Runs, Evidence, Fit, list[str]]:
    """Return runs without the stretches in which something pushes the robot, their fit, and what to say of it.

    Args:
        base: the base parameters.
        logs: the runs.
        fit: gathers what runs say and fits it.
    """
    evidence, fitted = fit(logs)
    if base.model.contacts is not None or base.model.sensors:
        return logs, evidence, fitted, []
    left, found, best, total = logs, list[Push](), (evidence, fitted), _samples(logs)
    for _ in range(ROUNDS):
        new = pushes(base, best[1].values, left.fitted)
        if not new:
            break
        found += new
        left = replace(left, fitted=tuple(without(motion, new) for motion in left.fitted))
        if _samples(left) < (1 - MOST) * total:
            return logs, evidence, fitted, []
        best = fit(left)
    return left, *best, [*words(found)]


def _samples(logs: Runs) -> int:
    return sum(stop - start for motion in logs.fitted for start, stop in motion.segments)


def without(motion: Motion, found: Sequence[Push]) -> Motion:
    """Return a motion whose segments leave pushes out."""
    out = np.zeros(motion.n, bool)
    for push in found:
        if push.content == motion.content:
            out |= (motion.t >= push.start) & (motion.t <= push.stop)
    if not out.any():
        return motion
    segments = tuple((start + a, start + b) for start, stop in motion.segments for a, b in _stretches(~out[start:stop]))
    return replace(motion, segments=segments)


def words(found: Sequence[Push]) -> Iterator[str]:
    """Yield what was left out, log by log."""
    for log in dict.fromkeys(push.log for push in found):
        here = sorted((push for push in found if push.log == log), key=lambda push: push.start)
        spans = _joined([(push.start, push.stop) for push in here])
        joints = [f"'{name}'" for name in dict.fromkeys(name for push in here for name in push.joints)]
        which = f"joint{'s' if len(joints) > 1 else ''} {listed(joints)}"
        times = ", ".join(f"from {start:.4g} to {stop:.4g} s" for start, stop in spans)
        yield (
            f"Something acted on the robot in {log} {times} that the model lacks: the residual is up to "
            f"{max(push.size for push in here):.0f} times the usual one there{f', at {which}' if joints else ''}. "
            "These samples are left out. Was there a contact or a collision? Did a drive or a sensor fail?"
        )


def _joined(spans: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return spans in order, with those that overlap as one."""
    joined = list[tuple[float, float]]()
    for start, stop in spans:
        if joined and start <= joined[-1][1]:
            joined[-1] = joined[-1][0], max(stop, joined[-1][1])
        else:
            joined.append((start, stop))
    return joined


def _windows(base: Base, values: Array, motion: Motion) -> tuple[Array, Array]:
    """Return the beginnings of the windows of a motion (w,) [s], and mean squared residuals (nv, w), NaN for none."""
    parts = [
        (motion.t[rows.index], errors.copy())
        for rows, errors in Pass(base.model, base.columns, [motion]).residuals(values)
        if len(rows.index)
    ]
    if not parts:
        return np.zeros(0), np.zeros((len(base.model.rows), 0))
    t, errors = np.concatenate([part[0] for part in parts]), np.concatenate([part[1] for part in parts], axis=1)
    number, place = np.unique(np.floor((t - t[0]) / WINDOW), return_inverse=True)
    counts = np.array([np.bincount(place, np.isfinite(each), len(number)) for each in errors])
    sums = np.array([np.bincount(place, np.nan_to_num(each) ** 2, len(number)) for each in errors])
    return t[0] + WINDOW * number, np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)


def _together(means: Array, median: Array) -> Array:
    """Return (w,) the rms over joints of window means in units of the median ones."""
    units = means / median[:, None]
    counts = np.isfinite(units).sum(axis=0)
    return np.sqrt(np.nansum(units, axis=0) / np.maximum(counts, 1))


def _stretches(at: Bools) -> list[tuple[int, int]]:
    """Return (start, stop) of the stretches of true samples."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], at, [False]]).astype(np.int8)))
    return [(int(a), int(b)) for a, b in edges.reshape(-1, 2)]
