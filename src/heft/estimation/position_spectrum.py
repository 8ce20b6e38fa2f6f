"""The spectrum of a residual over a joint's position: where ripple of a gear or a motor shows as a peak.

For a residual e and the position q of a joint, the sum S(w) = sum_k e_k exp(-i w q_k) over samples has a peak at the
frequency of a torque that is periodic in q. Such sums add over blocks of time, so that a peak is judged as everything
else is: its frequency and size are taken from all blocks but one, and tried on that one.

Frequencies reach from two periods within the range of the joint, and more than the second harmonic of its angle, which
gravity and inertia have, to what the low-pass filter of the regression lets pass at the joint's typical speed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.base import Base
from heft.estimation.columns import Model, positions_of
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.friction.laws.ripple import FREQUENCY
from heft.logs.motion import Motion

MOST = 400
"""Frequencies that are tried at most."""

SAMPLES = 6_000
"""Samples of a joint that are used at most; of longer logs one in several."""

PERIODS = 2.0
"""Periods that the least frequency has within the range of a joint."""


@dataclass(frozen=True, eq=False)
class Peak:
    """The highest peak of a joint's spectrum.

    Attributes:
        frequency: [1/rad or 1/m].
        gain: (blocks,) by how much it reduces the sum of squares of each block, known from the others alone.
        inside: whether it is between the ends of the spectrum. At an end, it may be the slope of what lies beyond, such
            as an error of gravity or inertia, and its frequency is that of the end.
    """

    frequency: float
    gain: Array
    inside: bool


def peak(position: Array, residual: Array, block: Ints, highest: float) -> Peak | None:
    """Return the highest peak of the spectrum of a residual over position; None if the joint moves too little for one.

    Args:
        position: (n,) [rad or m].
        residual: (n,).
        block: (n,) the number of the block of time that each sample belongs to, from zero.
        highest: the highest frequency.
    """
    step = -(-len(position) // SAMPLES)
    position, residual, block = position[::step], residual[::step], block[::step]
    wide = float(np.ptp(position)) if len(position) else 0.0
    lowest = max(FREQUENCY.lowest, PERIODS * 2 * np.pi / wide) if wide > 0 else np.inf
    if not lowest < highest:
        return None
    count = min(MOST, int((highest - lowest) * wide / np.pi) + 2)
    w = np.linspace(lowest, highest, count)
    blocks = int(block.max()) + 1
    sums, sizes = np.zeros((blocks, count), complex), np.zeros(blocks)
    for b in range(blocks):
        at = block == b
        e = residual[at] - np.mean(residual[at]) if at.any() else residual[at]
        sums[b], sizes[b] = _sums(w, position[at], e), np.sum(at)
    total, size = sums.sum(axis=0), sizes.sum()
    gain = np.zeros(blocks)
    for b in range(blocks):
        rest, n = total - sums[b], size - sizes[b]
        k = int(np.argmax(np.abs(rest)))
        amplitude = 2 * rest[k] / max(n, 1)
        gain[b] = 2 * np.real(np.conj(amplitude) * sums[b, k]) - abs(amplitude) ** 2 * sizes[b] / 2
    highest_of_all = int(np.argmax(np.abs(total)))
    return Peak(float(w[highest_of_all]), gain, 0 < highest_of_all < count - 1)


def _sums(w: Array, position: Array, residual: Array) -> Array:
    """Return S(w) of (n,) samples at frequencies w (count,) of equal steps d.

    With w = w_0 + (a m + b) d the exponential is a product, of w_0, of a and of b, and those of a and of b are powers,
    so that few of them are computed.
    """
    count, step = len(w), w[1] - w[0]
    m = int(np.ceil(np.sqrt(count)))
    coarse, fine = np.ones((2, m, len(position)), complex)
    for powers, x in ((coarse, m * step), (fine, step)):
        powers[1:] = np.exp(-1j * x * position)
        np.cumprod(powers, axis=0, out=powers)
    return ((coarse * (residual * np.exp(-1j * w[0] * position))) @ fine.T).ravel()[:count]


def highest_frequency(motions: Sequence[Motion], r: int) -> float:
    """Return the highest frequency over position that the regression of motions can show at coordinate r."""
    bands = []
    for motion in motions:
        speed = np.abs(motion.qd[:, r])
        moving = speed[(speed > 0) & (speed >= motion.velocity_threshold[r])]
        band = motion.regression_filter.cutoff if motion.regression_filter else motion.rate / 4
        if len(moving) and np.median(moving) > 0:
            bands.append(2 * np.pi * band / float(np.median(moving)))
    return min([FREQUENCY.highest, *bands]) if bands else 0.0


def residual_of(model: Model, values: Array, motion: Motion) -> Array:
    """Return (n, nv) measured minus predicted effort; NaN where a joint is slow, or outside of the segments."""
    rest = motion.effort - model.torques(values, motion.q, motion.qd, motion.qdd)
    inside = np.zeros(motion.n, bool)
    for start, stop in motion.segments:
        inside[start:stop] = True
    use = inside[:, None] & motion.measured & (np.abs(motion.qd) >= motion.velocity_threshold)
    return np.where(use, rest, np.nan)


def frequencies(base: Base, motions: Sequence[Motion], joints: Mapping[int, str]) -> dict[str, float]:
    """Return the frequency of the highest peak by joint, after the base model is fitted; the least one if none is seen.

    Args:
        base: of the model without ripple.
        motions: the samples that are to be fitted.
        joints: the joint of each coordinate whose frequency is asked for.
    """
    values = np.linalg.pinv(base.matrix) @ Weighted().fit(Evidence.of(base, motions)).values
    rest = [residual_of(base.model, values, motion) for motion in motions]
    good = [np.isfinite(each) for each in rest]
    found = {}
    for r, joint in joints.items():
        parts = [
            (positions_of(base.model.robot, m.q)[g[:, r], r], e[g[:, r], r])
            for m, g, e in zip(motions, good, rest, strict=True)
        ]
        q, e = (np.concatenate(each) for each in zip(*parts, strict=True))
        seen = peak(q, e, np.zeros(len(q), np.int64), highest_frequency(motions, r))
        found[joint] = seen.frequency if seen else FREQUENCY.lowest
    return found
