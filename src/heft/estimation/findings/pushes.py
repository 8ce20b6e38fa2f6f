"""Stretches of a log whose torques nothing else explains: a collision, a hand that pushes, a cable that catches.

Residuals are summed up over short windows of time, those of each joint in units of its median window (or of a part of
its effort, if that is more). What pushes a robot is felt by two joints or more, while friction that the model lacks
strikes each joint at another time: the second largest of the joints' residuals counts. A push is a window that is far
beyond most others in which the robot moves as fast, for a small part of the time. It is left out with what is beside
it, the model is fitted again, and weaker windows are looked for until there are none. Where none is found, parameters
are tried that fit most of the windows best, since a push in a short log draws the parameters to itself
(`heft.estimation.findings.masked`). Nothing is left out of what is held out: an estimate must not choose the samples
that it is judged by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, stretches
from heft.errors import listed
from heft.estimation.base import Base
from heft.estimation.evidence import Evidence
from heft.estimation.findings.masked import trimmed
from heft.estimation.least_squares import Fit
from heft.estimation.residuals import Pass
from heft.estimation.runs import Runs, name_of, samples_in
from heft.logs.held import Held
from heft.logs.motion import Motion

FitOf = Callable[[Runs], tuple[Evidence, Fit]]

WINDOW = 0.25
"""[s] The length of a window."""

USUAL = 0.8
"""The share of all windows whose residual is called usual."""

BEYOND = 5.0
"""A window is pushed if its residual is so many times the usual one; those beside it are, from half as many times on.
It is far enough above what sound logs of real machines reach (`tests/real` has those that were looked at)."""

MOST = 0.2
"""The share of the samples that is left out at most; where more is unexplained, it may be the model that is wrong, and
the estimate is not to be relied on."""

FEWEST = 20
"""Windows from which one knows what is usual."""

SMALL = 0.03
"""The share of a joint's rms effort that counts as usual at least: of exact logs, only rounding is left, and what is a
few times as large for a moment does no harm."""

ALIKE, MANY = 0.2, 200
"""The share of all windows, those of the most similar speed, that a window is compared with, and the most of them."""

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


@dataclass(frozen=True)
class Said:
    """What is to be said of pushes: of those that are left out, and of those that are too many for that."""

    warnings: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()


def pushes(base: Base, values: Array, motions: Held[Motion], usual: float = USUAL) -> list[Push]:
    """Return the stretches of motions in which something else than the model acts.

    Args:
        base: the base parameters.
        values: (n_base,) of them.
        motions: the runs.
        usual: the share of all windows whose residual is called usual.
    """
    windows = motions.each(_windows, base, values)
    means, speeds = (np.concatenate([getattr(each, x) for each in windows], axis=1) for x in ("means", "speeds"))
    measured = np.isfinite(means).sum(axis=1) >= FEWEST
    if not measured.any():
        return []
    squares, counts = (np.sum([getattr(each, x) for each in windows], axis=0)[measured] for x in ("squares", "counts"))
    median = np.maximum(np.nanmedian(means[measured], axis=1), SMALL**2 * squares / counts)
    if not np.all(median > 0):
        return []
    each = np.sqrt(means[measured] / median[:, None])
    fast = np.nanmean(speeds / np.maximum(np.nanmean(speeds, axis=1), 1e-300)[:, None], axis=0)
    size, each = _beside_alike(_felt_by_two(each), fast, usual), np.nan_to_num(each)
    names = [name for name, counts in zip(base.model.rows, measured, strict=True) if counts]
    found, first = list[Push](), 0
    for window in windows:
        mine = slice(first, first + len(window.starts))
        for a, b in stretches(size[mine] > BEYOND / 2):
            if np.max(size[mine][a:b]) <= BEYOND:
                continue
            start, stop = window.starts[a] - WINDOW, window.starts[b - 1] + 2 * WINDOW
            strongest = each[:, mine][:, a:b].max(axis=1)
            joints = tuple(name for name, own in zip(names, strongest, strict=True) if own > strongest.max() / 2)
            most = float(size[mine][a:b].max())
            found.append(Push(window.content, window.log, float(start), float(stop), joints, most))
        first = mine.stop
    return found


def _beside_alike(residuals: Array, speeds: Array, share: float) -> Array:
    """Return (w,) residuals of windows beside what is usual at such speeds.

    An imperfect model errs more in fast motion, which may be a small part of a log. Windows without a residual, or
    without enough others to compare them with, are given 0.
    """
    ratios, known = np.zeros(len(residuals)), np.flatnonzero(np.isfinite(residuals))
    if len(known) < FEWEST:
        return ratios
    order = known[np.argsort(speeds[known], kind="stable")]
    count = min(len(order), int(np.clip(ALIKE * len(order), 2 * FEWEST, MANY)))
    usual = np.quantile(np.lib.stride_tricks.sliding_window_view(residuals[order], count), share, axis=1)
    middle = np.clip(np.arange(len(order)) - count // 2, 0, len(usual) - 1)
    ratios[order] = residuals[order] / np.maximum(usual[middle], 1.0)
    return ratios


def without_pushes(base: Base, logs: Runs, fit: FitOf) -> tuple[Runs, Evidence, Fit, Said]:
    """Return runs without the stretches in which something pushes the robot, their fit, and what to say of it.

    Args:
        base: the base parameters.
        logs: the runs.
        fit: gathers what runs say and fits it.
    """
    evidence, fitted = fit(logs)
    if base.model.contacts is not None or base.model.sensors:
        return logs, evidence, fitted, Said()
    left, found, best, total = logs, list[Push](), (evidence, fitted), _samples(logs)
    for _ in range(ROUNDS):
        new = pushes(base, best[1].values, left.whole) or _masked(base, best[1], left.whole)
        if not new:
            break
        found += new
        longer = None if left.longer is None else left.longer.made(without, new)
        left = replace(left, fitted=tuple(without(motion, new) for motion in left.fitted), longer=longer)
        if _samples(left) < (1 - MOST) * total:
            return logs, evidence, fitted, Said(doubts=tuple(words(found, too_many=True)))
        best = fit(left)
    return left, *best, Said(warnings=tuple(words(found)))


def _masked(base: Base, fit: Fit, motions: Held[Motion]) -> list[Push]:
    """Return pushes that stand out only beside parameters, and windows, in which they have no part."""
    values = trimmed(base, fit, motions, WINDOW, MOST)
    return [] if values is None else pushes(base, values, motions, (1 - MOST) * USUAL)


def _samples(logs: Runs) -> int:
    return sum(logs.whole.each(samples_in))


def without(motion: Motion, found: Sequence[Push]) -> Motion:
    """Return a motion whose segments leave pushes out."""
    out = np.zeros(motion.n, bool)
    for push in found:
        if push.content == motion.content:
            out |= (motion.t >= push.start) & (motion.t <= push.stop)
    if not out.any():
        return motion
    segments = tuple((start + a, start + b) for start, stop in motion.segments for a, b in stretches(~out[start:stop]))
    return replace(motion, segments=segments)


def words(found: Sequence[Push], *, too_many: bool = False) -> Iterator[str]:
    """Yield what was found, log by log; too many of them are not left out."""
    rest = (
        f"In total, this is more than {100 * MOST:.0f} % of the samples, so none are left out. If there was a contact "
        "or a load for part of the time, cut the log. If not, the model lacks something."
        if too_many
        else "These samples are left out. Was there a contact or a collision? Did a drive or a sensor fail?"
    )
    for log in dict.fromkeys(push.log for push in found):
        here = sorted((push for push in found if push.log == log), key=lambda push: push.start)
        spans = _joined([(push.start, push.stop) for push in here])
        joints = [f"'{name}'" for name in dict.fromkeys(name for push in here for name in push.joints)]
        which = f"joint{'s' if len(joints) > 1 else ''} {listed(joints)}"
        times = ", ".join(f"from {start:.4g} to {stop:.4g} s" for start, stop in spans)
        yield (
            f"In {log}, something that the model lacks acted on the robot {times}: there, the residual is up to "
            f"{max(push.size for push in here):.0f} times its usual size{f', at {which}' if joints else ''}. "
            f"{rest}"
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


@dataclass(frozen=True, eq=False)
class _Windows:
    """The windows of a motion.

    Attributes:
        starts: (w,) [s].
        means: (nv, w) mean squared residuals, NaN where there are none.
        speeds: (2 nv, w) mean squared velocities and accelerations.
        squares, counts: (nv,) the sum of the squared efforts that were measured, and how many there are.
        content: see `Motion.content`.
        log: its name.
    """

    starts: Array
    means: Array
    speeds: Array
    squares: Array
    counts: Array
    content: str
    log: str


def _windows(motion: Motion, base: Base, values: Array) -> _Windows:
    """Return the residuals of a motion, and how fast it is, window by window."""
    index, errors = [np.zeros(0, np.int64)], [np.zeros((len(base.model.rows), 0))]
    for rows, of_rows in Pass(base.model, base.columns, [motion]).residuals(values):
        index.append(rows.index)
        errors.append(of_rows.copy())
    at = np.concatenate(index)
    begin = float(motion.t[at[0]]) if len(at) else 0.0
    number, place = np.unique(np.floor((motion.t[at] - begin) / WINDOW), return_inverse=True)

    def squared(values: Array) -> Array:
        counts = np.array([np.bincount(place, np.isfinite(each), len(number)) for each in values])
        sums = np.array([np.bincount(place, np.nan_to_num(each) ** 2, len(number)) for each in values])
        return np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)

    speeds = squared(np.hstack([motion.qd[at], motion.qdd[at]]).T)
    efforts = motion.efforts(base.model.sensors)
    return _Windows(
        starts=begin + WINDOW * number,
        means=squared(np.concatenate(errors, axis=1)),
        speeds=speeds,
        squares=np.nansum(efforts**2, axis=0),
        counts=np.isfinite(efforts).sum(axis=0),
        content=motion.content,
        log=name_of(motion),
    )


def _felt_by_two(each: Array) -> Array:
    """Return (w,) the second largest of the joints' residuals (nv, w), of a single joint its own; NaN for none."""
    ordered = np.sort(np.nan_to_num(each, nan=-1.0), axis=0)
    found = ordered[-2 if len(ordered) > 1 else -1]
    return np.where(found >= 0, found, np.nan)
