"""How late or early efforts are against the motion: a lag is found by shifting them until the model fits best.

The model is fitted to efforts that are shifted by every lag of a grid, all joints together. The regressor stays the
same, so one orthogonal factor serves all shifts. The lag is where the residual is least; its standard error is a
jackknife over blocks of time.

Then the effort of each joint is shifted by itself, beside the others, whose parameters it shares. The joint that gains
most is put in time and the others are tried again, so that several late joints are told from those that they mislead.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.columns import Model
from heft.estimation.samples_of_rows import base_rows
from heft.logs.low_pass import low_pass
from heft.logs.motion import Motion
from heft.text import measured

Columns = Sequence[int] | Ints

LONGEST = 0.16
"""[s] The longest lag that is tried, in either direction."""

STEP = 0.004
"""[s] Steps of the grid; between them the residual is a parabola."""

INSTANTS = 1200
"""At about this many instants of all motions together efforts are compared."""

BLOCKS = 10
SURE = 4.0
"""Standard errors that a lag must be away from zero to be named."""

WORTH, UNBOUNDED = 0.85, 0.5
"""A lag is named if undoing it leaves less than this fraction of the squared residual; the second for the longest."""

HALVED = 0.25
"""A lag of single joints, which friction that the model lacks resembles, must leave less than this fraction of their
squared residual: the rms residual is halved. A lag of all joints that does so is a reason not to rely on the logs."""

ALIKE, SURELY = 0.5, 2.0
"""So is any lag that joints have alike, by the residuals of each: two at least are certain of theirs, and all agree,
within this part of the lag or within so many standard errors. What the model lacks lags by another time in each."""

LEAST = 0.002
"""[s] Shorter lags are not named."""


@dataclass(frozen=True)
class EffortLag:
    """How late efforts are.

    Attributes:
        seconds: the lag; negative where efforts come before the motion that they explain.
        deviation: its standard error [s].
        remains: the squared residual with the lag undone, as a fraction of that without.
        longest: whether it is the longest that was tried: where the residual is least is then not known.
    """

    seconds: float
    deviation: float
    remains: float
    longest: bool = False

    @property
    def certain(self) -> bool:
        """Whether it is worth a word."""
        size = abs(self.seconds)
        worth = UNBOUNDED if self.longest else WORTH
        return size >= LEAST and size > SURE * self.deviation and self.remains < worth

    @property
    def words(self) -> str:
        """Its size and direction."""
        way = "late" if self.seconds > 0 else "early"
        if self.longest:
            return f"at least {1e3 * abs(self.seconds):.3g} ms {way}"
        return f"{measured(1e3 * abs(self.seconds), 2e3 * self.deviation)} ms {way}"


@dataclass(frozen=True)
class EffortLags:
    """How late the efforts of motions are.

    Attributes:
        common: the lag of all joints together.
        joints: lags of single joints beside the others, by name: those that are certain and halve a residual.
        alone: whether the joints explain the residual without a lag of all.
        own: the lag of each joint by its own residuals, all shifted alike; none of a single joint.
    """

    common: EffortLag
    joints: Mapping[str, EffortLag]
    alone: bool
    own: Mapping[str, EffortLag]

    @property
    def alike(self) -> bool:
        """Whether several joints have the lag of all, each by its own residuals."""
        return _shared(self.common, [*self.own.values()])

    @property
    def grave(self) -> bool:
        """Whether the lag of all joints is a reason not to rely on an estimate."""
        return self.common.remains < HALVED or self.alike

    @property
    def speak(self) -> bool:
        """Whether any lag is to be named."""
        return self.named is not None or bool(self.joints)

    @property
    def named(self) -> EffortLag | None:
        """The lag of all joints, if it is to be named."""
        return self.common if self.common.certain and not self.alone else None

    def beside(self, other: EffortLags | None, held: Collection[str]) -> EffortLags | None:
        """Return those lags that are left beside friction with memory; None if there are none.

        Such friction follows a lag of its own joint, but of no other one: where all joints have a lag alike, and those
        without it keep theirs, the lag is one of all.

        Args:
            other: the lags beside that friction.
            held: the joints that have it.
        """
        if other is None or not other.speak:
            return None
        joints = {name: lag for name, lag in self.joints.items() if name in other.joints}
        free = [lag for name, lag in other.own.items() if name not in held]
        if self.named and self.alike and _shared(self.common, free):
            return EffortLags(self.common, joints, False, self.own)
        return EffortLags(self.common, joints, self.alone or other.named is None, self.own if other.alike else {})


def lags_of(model: Model, columns: Columns, motions: Sequence[Motion], *, memory: bool = False) -> EffortLags | None:
    """Return how late the efforts of motions are, all together and joint by joint; None if there are too few samples.

    Args:
        model: the model.
        columns: which of its columns to fit.
        motions: the runs.
        memory: whether friction with memory has its state; if not, it follows the sign of the speed.
    """
    half = round(LONGEST / STEP)
    grid = np.linspace(-half * STEP, half * STEP, 2 * half + 1)
    total = sum(motion.n for motion in motions)
    parts = [part for motion in motions if (part := _shifted(model, columns, motion, grid, total / INSTANTS, memory))]
    if not parts:
        return None
    A, b = (np.concatenate(x) for x in zip(*parts, strict=True))
    used = np.any(A, axis=(0, 2)) & np.any(b, axis=(0, 2))
    A, b = A[:, used], b[:, used]
    if A.shape[0] < 4 * A.shape[2] or not used.any():
        return None
    still = len(grid) // 2
    names = [name for name, each in zip(model.robot.coordinate_names, used, strict=True) if each]
    weights = 1 / np.sqrt(np.maximum(_Span.of(A).rest(b[..., still : still + 1])[..., 0].var(axis=0), 1e-300))
    span, b = _Span.of(A * weights[:, None]), b * weights[:, None]
    rest = span.rest(b)
    blocks = np.array([np.sum(part**2, axis=(0, 1)) for part in np.array_split(rest, BLOCKS)])
    common = lag_at_least(grid, blocks, blocks[:, still].sum())
    if len(names) == 1:
        return EffortLags(common, {}, False, {})
    own = {name: _of_one(grid, rest[:, r]) for r, name in enumerate(names)}
    lags, left = _of_joints(span, b, grid, np.full(len(names), still), names)
    alone = bool(lags) and 2 * len(lags) <= len(names) and left <= common.remains * blocks[:, still].sum()
    if common.certain and not alone:
        start = int(np.argmin(np.abs(grid - common.seconds)))
        lags, _ = _of_joints(span, b, grid, np.full(len(names), start), names)
    return EffortLags(common, lags, alone, own)


def _of_one(grid: Array, rest: Array) -> EffortLag:
    """Return the lag by residuals (m, lags) of one joint, with all joints shifted alike."""
    blocks = np.array([np.sum(part**2, axis=0) for part in np.array_split(rest, BLOCKS)])
    return lag_at_least(grid, blocks, blocks[:, len(grid) // 2].sum())


def _shared(common: EffortLag, joints: Sequence[EffortLag]) -> bool:
    """Return whether joints have the lag of all, by the residuals of each."""
    near = [
        abs(own.seconds - common.seconds) <= max(ALIKE * abs(common.seconds), SURELY * own.deviation) for own in joints
    ]
    sure = [abs(own.seconds) > SURE * own.deviation for own in joints]
    return all(near) and sum(sure) > 1


def _of_joints(
    span: _Span, b: Array, grid: Array, places: Ints, names: Sequence[str]
) -> tuple[dict[str, EffortLag], float]:
    """Return the lags of joints that are certain, beside the others, and the sum of squares that they leave.

    Args:
        span: of the rows.
        b: (m, nv, lags) efforts with every lag.
        grid: (lags,) the lags [s].
        places: (nv,) where in the grid each joint is to begin with.
        names: of the joints.
    """
    found, places, first = {}, places.copy(), grid[places]
    left = np.inf
    for _ in names:
        present = np.take_along_axis(b, places[None, :, None], axis=2)
        rest = span.rest(present)
        left = float(np.sum(rest**2))
        best: tuple[float, int, EffortLag] | None = None
        for r in range(len(names)):
            if names[r] in found:
                continue
            blocks = span.squares(rest[..., 0], b[:, r] - present[:, r], r)
            lag = lag_at_least(grid - first[r], blocks, float(np.sum(rest[:, r] ** 2)), left)
            if lag.certain and lag.remains < HALVED and (best is None or lag.remains < best[0]):
                best = lag.remains, r, lag
        if best is None:
            break
        _, r, lag = best
        found[names[r]] = lag
        places[r] = int(np.argmin(np.abs(grid - first[r] - lag.seconds)))
    return {name: found[name] for name in names if name in found}, left


def lag_at_least(grid: Array, blocks: Array, size: float, before: float | None = None) -> EffortLag:
    """Return the lag at which squares (blocks, lags) are least, with its standard error.

    Args:
        grid: (lags,) the lags [s].
        blocks: the sums of squares of each block of time.
        size: the squares of which a lag must take a share.
        before: the squares without the lag; the same if None.
    """
    whole, n = blocks.sum(axis=0), len(blocks)
    lag, least = _lowest(grid, whole)
    others = np.array([_lowest(grid, whole - block)[0] for block in blocks])
    deviation = float(np.sqrt((n - 1) / n * np.sum((others - others.mean()) ** 2)))
    gain = (size if before is None else before) - least
    remains = float(np.clip(1 - gain / max(size, 1e-300), 0.0, 1.0))
    return EffortLag(lag, max(deviation, STEP / 10), remains, lag in (grid[0], grid[-1]))


def _shifted(
    model: Model, columns: Columns, motion: Motion, grid: Array, every: float, memory: bool
) -> tuple[Array, Array] | None:
    """Return rows (m, nv, p) and efforts (m, nv, lags) of some instants; rows of slow joints are zero."""
    rows, efforts, reach = [], [], int(np.ceil(LONGEST * motion.rate)) + 2
    effort, states = np.nan_to_num(motion.effort), model.states(motion) if memory else {}
    if motion.regression_filter is not None:
        cutoff = np.full(effort.shape[1], motion.regression_filter.cutoff)
        effort = low_pass(effort, motion.rate, motion.segments, cutoff, motion.cleaning.order)
    for start, stop in motion.segments:
        at = np.arange(start + reach, stop - reach, max(1, round(every)))
        if not len(at):
            continue
        moves = (np.abs(motion.qd[at]) >= motion.velocity_threshold) & motion.measured
        here = {name: state[at] for name, state in states.items()}
        A = base_rows(model, columns, motion.q[at], motion.qd[at], motion.qdd[at], here)
        rows.append(A * moves[..., None])
        places = at[:, None] + grid * motion.rate
        if motion.regression_filter is None:  # the mean of two samples has less noise, which would look like a lag
            places = np.rint(places)
        low = np.floor(places).astype(int)
        part = places - low
        shifted = np.empty((len(at), effort.shape[1], len(grid)))
        for r, own in enumerate(np.ascontiguousarray(effort.T)):
            shifted[:, r] = (
                own[low] if motion.regression_filter is None else (1 - part) * own[low] + part * own[low + 1]
            )
        efforts.append(shifted * moves[..., None])
    return (np.concatenate(rows), np.concatenate(efforts)) if rows else None


@dataclass(frozen=True, eq=False)
class _Span:
    """What rows explain: an orthonormal basis (m, nv, k) of their columns."""

    basis: Array

    @classmethod
    def of(cls, A: Array) -> _Span:
        """Return that of rows (m, nv, p)."""
        flat = A.reshape(-1, A.shape[2])
        flat = flat / np.maximum(np.linalg.norm(flat, axis=0), 1e-300)
        values, vectors = np.linalg.eigh(flat.T @ flat)
        good = values > 1e-10 * values[-1]
        return cls((flat @ (vectors[:, good] / np.sqrt(values[good]))).reshape(*A.shape[:2], -1))

    @cached_property
    def products(self) -> list[Array]:
        """(k, k) of the basis in each block of time."""
        parts = (part.reshape(-1, part.shape[2]) for part in np.array_split(self.basis, BLOCKS))
        return [part.T @ part for part in parts]

    def squares(self, rest: Array, change: Array, r: int) -> Array:
        """Return (blocks, lags) the squares of what the rows do not explain if efforts of joint r change.

        With the basis B and c = B_r^T d, what is not explained changes from e to e - B c, and by d at joint r. So its
        squares are those of e, c and d and their products, and B c is not made for every lag.

        Args:
            rest: (m, nv) what they do not explain without the change.
            change: (m, lags) d.
            r: the joint.
        """
        cut = [np.array_split(x, BLOCKS) for x in (self.basis, rest, change)]
        own = [B[:, r].T @ d for B, _, d in zip(*cut, strict=True)]
        c, found = np.sum(own, axis=0), []
        for B, e, d, mine, G in zip(*cut, own, self.products, strict=True):
            along = G @ c - 2 * (mine + np.einsum("mrk,mr->k", B, e)[:, None])
            found.append(np.sum(e**2) + np.sum(d * (d + 2 * e[:, r, None]), axis=0) + np.sum(c * along, axis=0))
        return np.array(found)

    def rest(self, b: Array) -> Array:
        """Return (m, nv, lags) what the rows do not explain of b."""
        flat, sides = self.basis.reshape(-1, self.basis.shape[2]), b.reshape(-1, b.shape[2])
        return (sides - flat @ (flat.T @ sides)).reshape(b.shape)


def _lowest(grid: Array, squares: Array) -> tuple[float, float]:
    """Return where squares over a grid are least, between its points by a parabola, and the least value."""
    k = int(np.argmin(squares))
    if k in (0, len(grid) - 1):
        return float(grid[k]), float(squares[k])
    left, middle, right = squares[k - 1 : k + 2]
    bend = left - 2 * middle + right
    shift = 0.5 * (left - right) / bend if bend > 0 else 0.0
    return float(grid[k] + shift * STEP), max(float(middle - 0.25 * (left - right) * shift), 0.0)
