"""Efforts that are late or early against the motion: a lag that is found by shifting them until the model fits best.

A lag of the recorder, of a filter in the drive, or between a command and the motion turns inertia into friction and the
other way round, and nothing in the residuals of single samples shows it. The model is fitted to efforts that are
shifted by every lag of a grid, all joints together. The regressor stays the same, so one orthogonal factor serves all
shifts. The lag is where the residual is least; its standard error is a jackknife over blocks of time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.excitation import base_rows
from heft.logs.low_pass import low_pass
from heft.logs.motion import Motion

LONGEST = 0.16
"""[s] The longest lag that is tried, in either direction."""

STEP = 0.004
"""[s] Steps of the grid; between them the residual is a parabola."""

INSTANTS = 1200
"""At about this many instants of all motions together efforts are compared."""

BLOCKS = 10
SURE = 4.0
"""Standard errors that a lag must be away from zero to be named."""

WORTH = 0.85
"""A lag is named if undoing it leaves less than this fraction of the squared residual."""

LEAST = 0.002
"""[s] Shorter lags are not named."""


@dataclass(frozen=True)
class EffortLag:
    """How late efforts are.

    Attributes:
        seconds: the lag; negative where efforts come before the motion that they explain.
        deviation: its standard error [s].
        remains: the squared residual with the lag undone, as a fraction of that without.
    """

    seconds: float
    deviation: float
    remains: float

    @property
    def certain(self) -> bool:
        """Whether it is worth a word."""
        size = abs(self.seconds)
        return size >= LEAST and size > SURE * self.deviation and self.remains < WORTH


def effort_lag(base: Base, motions: Sequence[Motion]) -> Iterator[str]:
    """Yield a sentence if the efforts of motions are late or early."""
    found = lag_of(base, motions)
    if found is not None and found.certain and any(base.model.holds_at_rest):
        # friction with memory lags behind the motion by itself: a lag must be left beside it
        beside = lag_of(base, motions, memory=True)
        found = found if beside is not None and beside.certain else None
    samples = [round(found.seconds * motion.rate) for motion in motions] if found else []
    if found is None or not found.certain or not any(samples):
        return
    way = "late" if found.seconds > 0 else "early"
    size, half = 1e3 * abs(found.seconds), 2e3 * found.deviation
    yield (
        f"The efforts are {size:.3g} ± {half:.1g} ms {way} against the motion: without that lag the rms residual would "
        f"be {100 * (1 - np.sqrt(found.remains)):.0f} % lower. Import the log again with late = "
        f"{' or '.join(map(str, sorted({*samples})))} for the effort in its map."
    )


def lag_of(base: Base, motions: Sequence[Motion], *, memory: bool = False) -> EffortLag | None:
    """Return how late the efforts of motions are; None if there are too few samples to say.

    Args:
        base: the base parameters.
        motions: the runs.
        memory: whether friction with memory has its state; if not, it follows the sign of the speed.
    """
    half = round(LONGEST / STEP)
    grid = np.linspace(-half * STEP, half * STEP, 2 * half + 1)
    total = sum(motion.n for motion in motions)
    parts = [part for motion in motions if (part := _shifted(base, motion, grid, total / INSTANTS, memory))]
    if not parts:
        return None
    A, b = (np.concatenate(x) for x in zip(*parts, strict=True))
    used = np.any(A, axis=(0, 2)) & np.any(b, axis=(0, 2))
    A, b = A[:, used], b[:, used]
    if A.shape[0] < 4 * A.shape[2] or not used.any():
        return None
    still = len(grid) // 2
    weights = 1 / np.sqrt(np.maximum(_residual(A, b[..., still : still + 1])[..., 0].var(axis=0), 1e-300))
    rest = _residual(A * weights[:, None], b * weights[:, None])
    blocks = np.array([np.sum(part**2, axis=(0, 1)) for part in np.array_split(rest, BLOCKS)])
    whole = blocks.sum(axis=0)
    lag, least = _lowest(grid, whole)
    others = np.array([_lowest(grid, whole - block)[0] for block in blocks])
    deviation = float(np.sqrt((BLOCKS - 1) / BLOCKS * np.sum((others - others.mean()) ** 2)))
    return EffortLag(lag, max(deviation, STEP / 10), float(least / whole[still]))


def _shifted(base: Base, motion: Motion, grid: Array, every: float, memory: bool) -> tuple[Array, Array] | None:
    """Return rows (m, nv, p) and efforts (m, nv, lags) of some instants; rows of slow joints are zero."""
    rows, efforts, reach = [], [], int(np.ceil(LONGEST * motion.rate)) + 2
    effort, states = np.nan_to_num(motion.effort), base.model.states(motion) if memory else {}
    if motion.regression_filter is not None:
        cutoff = np.full(effort.shape[1], motion.regression_filter.cutoff)
        effort = low_pass(effort, motion.rate, motion.segments, cutoff, motion.cleaning.order)
    for start, stop in motion.segments:
        at = np.arange(start + reach, stop - reach, max(1, round(every)))
        if not len(at):
            continue
        moves = (np.abs(motion.qd[at]) >= motion.velocity_threshold) & motion.measured
        here = {name: state[at] for name, state in states.items()}
        A = base_rows(base.model, base.columns, motion.q[at], motion.qd[at], motion.qdd[at], here)
        rows.append(A * moves[..., None])
        places = at[:, None] + grid * motion.rate
        if motion.regression_filter is None:  # the mean of two samples has less noise, which would look like a lag
            places = np.rint(places)
        low = np.floor(places).astype(int)
        part = (places - low)[..., None]
        between = (1 - part) * effort[low] + part * effort[low + 1]
        efforts.append(np.swapaxes(between, 1, 2) * moves[..., None])
    return (np.concatenate(rows), np.concatenate(efforts)) if rows else None


def _residual(A: Array, b: Array) -> Array:
    """Return what A (m, nv, p) does not explain of b (m, nv, lags)."""
    flat, sides = A.reshape(-1, A.shape[2]), b.reshape(-1, b.shape[2])
    flat = flat / np.maximum(np.linalg.norm(flat, axis=0), 1e-300)
    values, vectors = np.linalg.eigh(flat.T @ flat)
    good = values > 1e-10 * values[-1]
    span = flat @ (vectors[:, good] / np.sqrt(values[good]))
    return (sides - span @ (span.T @ sides)).reshape(b.shape)


def _lowest(grid: Array, squares: Array) -> tuple[float, float]:
    """Return where squares over a grid are least, between its points by a parabola, and the least value."""
    k = int(np.argmin(squares))
    if k in (0, len(grid) - 1):
        return float(grid[k]), float(squares[k])
    left, middle, right = squares[k - 1 : k + 2]
    bend = left - 2 * middle + right
    shift = 0.5 * (left - right) / bend if bend > 0 else 0.0
    return float(grid[k] + shift * STEP), max(float(middle - 0.25 * (left - right) * shift), 0.0)
