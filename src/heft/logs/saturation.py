"""Efforts that are clipped: many samples at exactly the largest value of their channel, while the robot moves.

A drive or a sensor that has reached its limit reports the limit, not the effort that acts. A channel is called clipped
where its extreme value is repeated far more often than the values beside it occur: rounding repeats every value, and a
sine stays near its crest for a while, but neither piles up so many samples at one value. An effort of zero, and one
that stays while the robot rests, are not clipped: most samples at a plateau are of stretches in which it moves.

A limit of the drive can be followed by the noise of a sensor. Then the mean of a few samples piles up within its own
standard deviation of one level: this is looked for where no value is repeated. Friction piles up efforts as well, but
not so sharply; noise that is large against the effort hides the difference, unless the level is the limit in the file.
Where a joint reverses near the crest of its effort, friction cuts the crest's flanks off, and the rest piles up too. It
is still bent or inclined, and a limit is neither: slope and curvature of its stretches are those of noise. A motion
that repeats itself repeats its crests, and noise can hide how they bend. But a crest goes over into a flank smoothly
where friction does not cut that off, and a limit has corners: a smooth curve through its stretches and what follows, or
what comes before, leaves more than noise. Between two reversals of a slow joint, friction holds up a flat effort that
has corners: its ends are where the joint turns. A limit ends where less effort is needed, wherever that is.

A drive can always give nothing, so that its upper limit is positive and its lower one negative.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import comb

import numpy as np

from heft.arrays import Array, Bools, stretches
from heft.logs.channel_checks import quantum
from heft.logs.journal import Journal
from heft.robot.model import Robot

FEWEST, SHARE = 8, 0.002
"""A plateau has at least this many samples, and this share of all."""

IN_A_ROW = 3
"""Samples at the extreme count if at least this many follow each other."""

PILE = 4.0
"""A plateau has so many times the samples of the values beside it; the crest of a sine that is rounded has 1.4."""

BESIDE = 0.02
"""The values beside an extreme: within this share of the span of the channel, and at least two other values."""

MOVES = 1e-3
"""[rad, m] A robot that moves less, or by no more than one count of its encoders, while an effort stays is at rest."""

AT_REST = 10.0
"""Standard deviations of the noise of its encoders within which the positions of a robot at rest stay."""

AT_LIMIT = 0.01
"""A plateau this close to the limit in the robot file, relative to it, is at the limit."""

MEAN = 5
"""Samples whose mean is compared with a noisy plateau; a stretch of it has three times as many."""

QUIET, QUIET_AT_LIMIT = 0.01, 0.02
"""The most noise of such a mean, as a share of the span: at a level of its own, and at the limit in the robot file."""

NOISY_PILE, NOISY_PILE_AT_LIMIT = 2.5, 1.5
"""A noisy plateau has so many times the samples of the band below it; the crest of a sine has 1.2, friction 1.7."""

AROUND, BELOW = 3.0, 15.0
"""Standard deviations of the mean from the level of a plateau: what is at it, and how far the band below it reaches."""

NOISY_SHARE = 0.01
"""The share of all samples that a noisy plateau has at least."""

NEAR_LIMIT = 0.05
"""A noisy plateau this close to the limit in the robot file, relative to it, is at the limit."""

TWICE = 2
"""A level of its own is reached at least so often: a single crest is as flat as noise lets it appear."""

LEVEL = 1e-3
"""The probability with which the stretches of a limit, with noise, would be called bent or inclined."""

AT_TURN = 4
"""A stretch ends where a joint turns if the joint moves to opposite sides for a fourth of its length around there."""

DEGREE = 4
"""Of the curve that a crest and its flanks are compared with: a parabola that may lean and sharpen."""

TOLERANCE = 1e-3
"""Share of the span within which a sample is at the plateau, once it has been resampled."""


def plateaus(robot: Robot, q: Array, effort: Array, journal: Journal) -> Array:
    """Return the values (2, nv) below and above which efforts are clipped; infinite where they are not.

    Args:
        robot: whose samples they are.
        q: (n, nq) positions.
        effort: (n, nv), NaN where they are not measured.
        journal: gets a warning for each joint whose effort is clipped.
    """
    found = np.tile([[-np.inf], [np.inf]], effort.shape[1])
    names, places = robot.coordinate_names, Places.of(q)
    limits = {joint.name: joint.limits.effort for joint in robot.joints}
    for r, x in enumerate(effort.T):
        if np.isnan(x).all() or not np.ptp(x[np.isfinite(x)]) > 0:
            continue
        limit = limits.get(names[r], np.inf)
        at = [_at_extreme(places, side * x) for side in (-1.0, 1.0)]
        for k, where in enumerate(at):
            if np.any(where):
                found[k, r] = x[where][0]
        if np.isfinite(found[:, r]).any():
            values = [float(value) for value in found[:, r] if np.isfinite(value)]
            _warn(names[r], values, int(np.count_nonzero(at)), len(x), limit, journal)
            continue
        turns = Turns(q[:, robot.q_index[names[r]].start] if names[r] in limits else None)
        levels = [_noisy_level(places, turns, side * x, limit) for side in (-1.0, 1.0)]
        for k, (side, plateau) in enumerate(zip((-1.0, 1.0), levels, strict=True)):
            if plateau is not None:
                found[k, r] = side * (plateau[0] - AROUND * plateau[1])
        if any(levels):
            values = [side * level[0] for side, level in zip((-1, 1), levels, strict=True) if level is not None]
            with np.errstate(invalid="ignore"):
                count = int(np.count_nonzero((x <= found[0, r]) | (x >= found[1, r])))
            _warn(names[r], values, count, len(x), limit, journal, noisy=True)
    return found


@dataclass(frozen=True, eq=False)
class Places:
    """Positions (n, nq), and by how much each varies while the robot is at rest."""

    q: Array
    still: Array

    @classmethod
    def of(cls, q: Array) -> Places:
        """Return positions (n, nq) with the noise and the resolution that they have."""
        return cls(q, np.array([max(MOVES, quantum(x) or AT_REST * _noise(x[np.isfinite(x)], 4)) for x in q.T]))

    def moving(self, pieces: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the stretches of samples in which the robot does not rest most of the time."""
        return [(a, b) for a, b in pieces if not self._rests(a, b)]

    def _rests(self, a: int, b: int) -> bool:
        """Return whether the positions stay where they are in more than half of a stretch in one piece."""
        q, half = self.q[a:b], (b - a) // 2  # which is in every such piece
        low, high = (
            each(each.accumulate(q[half::-1])[::-1][: len(q) - half], each.accumulate(q[half:]))
            for each in (np.minimum, np.maximum)
        )
        return bool(np.any(np.all(high - low <= self.still, axis=1)))


@dataclass(frozen=True, eq=False)
class Turns:
    """Where a joint turns, by its position (n,); None if it has several coordinates: then nowhere."""

    q: Array | None

    def around(self, a: int, b: int) -> bool:
        """Return whether a joint turns where a stretch of samples begins, and where it ends."""
        return self._at(a, (b - a) // AT_TURN) and self._at(b, (b - a) // AT_TURN)

    def _at(self, k: int, reach: int) -> bool:
        """Return whether the joint moves one way before a sample and the other way after it."""
        if self.q is None or k < reach or k + reach >= len(self.q):
            return False
        return bool((self.q[k] - self.q[k - reach]) * (self.q[k + reach] - self.q[k]) < 0)


def clipped(effort: Array, bounds: Array) -> Bools:
    """Return which efforts (n, nv) are at or beyond the plateaus (2, nv), and the samples right beside them."""
    span = np.nanmax(effort, axis=0, initial=-np.inf) - np.nanmin(effort, axis=0, initial=np.inf)
    slack = TOLERANCE * np.where(np.isfinite(span), span, 0.0)
    with np.errstate(invalid="ignore"):
        at = (effort <= bounds[0] + slack) | (effort >= bounds[1] - slack)
    wide = at.copy()
    wide[1:] |= at[:-1]
    wide[:-1] |= at[1:]
    return wide


def _at_extreme(places: Places, x: Array) -> Bools:
    """Return the samples (n,) at the plateau of the largest value of a channel; none if it has no plateau."""
    top = float(np.nanmax(x))
    at = x == top
    none = np.zeros(len(x), bool)
    if top <= 0 or np.count_nonzero(at) < max(FEWEST, SHARE * len(x)):
        return none
    second = np.max(x[x < top])
    third = np.max(x[x < second], initial=second)
    beside = np.count_nonzero((x >= min(top - BESIDE * float(top - np.nanmin(x)), third)) & ~at)
    long = [(a, b) for a, b in stretches(at) if b - a >= IN_A_ROW]
    moving = sum(b - a for a, b in places.moving(long))
    if np.count_nonzero(at) < PILE * beside or 2 * moving < np.count_nonzero(at):
        return none
    return at


def _noise(x: Array, order: int = 2) -> float:
    """Return the standard deviation of the white noise of a channel (n,), by differences that motion hardly changes."""
    if len(x) <= order:
        return 0.0
    return float(np.median(np.abs(np.diff(x, order))) / 0.6745 / np.sqrt(comb(2 * order, order)))


def _noisy_level(places: Places, turns: Turns, x: Array, limit: float) -> tuple[float, float] | None:
    """Return the level and the noise of a plateau at the top of a channel; None if it has no noisy one."""
    known = np.isfinite(x)
    x, places = x[known], replace(places, q=places.q[known])
    turns = turns if turns.q is None else Turns(turns.q[known])
    if len(x) < 100:
        return None
    noise = _noise(x)
    mean, s, span = np.convolve(x, np.full(MEAN, 1 / MEAN), "valid"), noise / np.sqrt(MEAN), float(np.ptp(x))
    if noise <= float(np.median(np.diff(np.unique(x)))) or s > QUIET_AT_LIMIT * span:
        return None  # rounded, or too noisy
    top = float(np.partition(mean, -FEWEST)[-FEWEST])
    edges = np.arange(top - 2 * AROUND * s, float(np.max(mean)) + 2 * s, s / 2)
    level = float(edges[np.argmax(np.convolve(np.histogram(mean, edges)[0], np.ones(4), "same"))])
    level = float(np.median(mean[np.abs(mean - level) <= AROUND * s]))
    at = mean > level - AROUND * s
    near = mean > level - BELOW * s
    beside = np.count_nonzero(near & ~at)
    long = places.moving([(a, b) for a, b in stretches(at) if b - a >= 3 * MEAN])
    moving = sum(b - a for a, b in long)
    at_limit = np.isfinite(limit) and abs(level - limit) <= NEAR_LIMIT * limit
    pile, quiet = (NOISY_PILE_AT_LIMIT, QUIET_AT_LIMIT) if at_limit else (NOISY_PILE, QUIET)
    if s > quiet * span or moving < max(NOISY_SHARE * len(x), FEWEST) or np.count_nonzero(at) < pile * beside:
        return None
    if 2 * moving < np.count_nonzero(at):
        return None
    held = [(a + MEAN // 2, b + MEAN // 2) for a, b in stretches(near) if any(a <= first < b for first, _ in long)]
    times = sum(not turns.around(a, b) for a, b in held)
    if not at_limit and times < TWICE:
        return None
    if level <= 0 or not _flat([x[a + MEAN - 1 : b] for a, b in long], noise):
        return None
    before = [x[max(0, a - (b - a) // 2) : b] for a, b in long]
    after = [x[a + MEAN - 1 : b + MEAN - 1 + (b - a) // 2] for a, b in long]
    if not at_limit and (_smooth(before, noise) or _smooth(after, noise)):
        return None
    return level, noise


def _flat(pieces: Sequence[Array], noise: float) -> bool:
    """Return whether noise of this standard deviation explains the slope and the curvature of pieces.

    Each stretch has a mean of its own; the squares of its first and second Legendre coefficient are chi-squared.
    """
    from scipy.special import chdtri

    found = 0.0
    for x in pieces:
        u = np.linspace(-1, 1, len(x))
        signals = np.linalg.qr(np.stack([np.ones(len(x)), u, u**2], axis=1))[0][:, 1:]
        found += float(np.sum((signals.T @ x) ** 2))
    return found <= noise**2 * float(chdtri(2 * len(pieces), LEVEL))


def _smooth(pieces: Sequence[Array], noise: float) -> bool:
    """Return whether curves of degree `DEGREE` and noise of this standard deviation explain pieces."""
    from scipy.special import chdtri

    found, freedom = 0.0, 0
    for x in pieces:
        curve = np.polynomial.Legendre.fit(np.arange(len(x)), x, DEGREE)
        found += float(np.sum((x - curve(np.arange(len(x)))) ** 2))
        freedom += len(x) - DEGREE - 1
    return found <= noise**2 * float(chdtri(freedom, LEVEL))


def _warn(
    name: str, values: list[float], count: int, samples: int, limit: float, journal: Journal, noisy: bool = False
) -> None:
    near = NEAR_LIMIT if noisy else AT_LIMIT
    same = np.isfinite(limit) and all(abs(abs(value) - limit) <= near * limit for value in values)
    words = " and ".join(f"{value:.{3 if noisy else 4}g}" for value in values)
    words = f"within noise of {words}" if noisy else f"exactly {words}"
    which = "the limit in the robot file" if same else "where the effort piles up"
    journal.step("clipped efforts", joint=name, values=values, samples=count)
    journal.warn(
        f"The effort of '{name}' is clipped: {count} of {samples} samples are {words}, {which}. They are left out of "
        "the regression. Record a slower motion, or raise the limit of the drive or of the sensor."
    )
