"""Instruments: the same motion a second time, smoothed so that its noise is independent of that of the regressor.

Positions are noisy, and the filter that differentiates them lets some of the noise into the regressor A. Least squares
takes that noise for motion: the columns seem larger than they are, and the parameters come out too small (attenuation).
An instrument Z is a regressor made from other values of the same motion, whose noise has nothing to do with that of A:
E[Z^T (A x - b)] = 0 then holds for the true parameters only.

Here these values come from the log itself. Each signal x, as cleaning left it, is smoothed a second time by symmetric
filters g_0, g_1, g_2 over a longer window, one for the signal and one for each derivative, with

    sum_s g_k(s) s^i = k! [i = k],   i = 0 .. DEGREE      polynomials keep their derivative,
    sum_s g_k(s) kappa_j(s) = 0,     j = 0 .. 2           no common noise,

and, among those, of the least norm. kappa_j(s) is the covariance of white noise in derivative j, as it is in the rows
of the regression, with the same noise in x, s samples later. It is what cleaning and the filter of the regression make
of a single impulse; how large the noise is does not matter. Instruments of this kind need no reference trajectory and
no model of the controller, which logs of real robots rarely have (with them see Janot, Vandanjon and Gautier 2014).

The window is the longest that leaves the instrument's acceleration almost as much correlated with the measured one as
the best window does: a longer window also keeps noise out that is not white.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from heft.arrays import Array
from heft.logs.derivatives import derivatives
from heft.logs.fourier import correlated
from heft.logs.log import read_only
from heft.logs.low_pass import HIGHEST, low_pass
from heft.logs.motion import Motion
from heft.logs.robot_order import position_of_velocity
from heft.robot.joints import joint_kind
from heft.robot.model import Robot

DEGREE = 5
"""Polynomials up to this degree keep their value and derivatives."""

SHORTEST = 8
"""Samples to either side of the shortest window: nine conditions must leave some freedom."""

GROWTH = 1.25
"""Each window that is tried is this many times as long as the one before."""

STRENGTH = 0.95
"""The window is the longest with this share of the best squared correlation."""

HOPELESS = 0.5
"""Longer windows are not tried after this share of the best squared correlation."""

ENOUGH = 0.75
"""Windows leave at least this share of the rows; at the ends of a segment they do not fit."""

TRIED = 20_000
"""Samples on which windows are compared."""


@dataclass(frozen=True, eq=False)
class Instrumented:
    """A motion and its instrument, sample by sample.

    Attributes:
        motion: as measured, without the ends of segments where a window does not fit.
        instrument: the same samples, smoothed.
        strength: (nv,) correlation of the instrument's acceleration with the measured one; zero for a joint at rest.
    """

    motion: Motion
    instrument: Motion
    strength: Array


def instrumented(robot: Robot, motion: Motion) -> Instrumented | None:
    """Return a motion with its instrument; None if its segments are too short for one."""
    longest = _longest_window(motion)
    if longest < SHORTEST:
        return None
    q, qd, qdd = (np.array(x) for x in (motion.q, motion.qd, motion.qdd))
    strength, margin = np.zeros(robot.nv), 0
    for signal in _signals(robot, motion):
        r = signal.coordinate
        filters, strength[r] = _best(motion, signal, longest)
        margin = max(margin, filters.shape[1] // 2)
        smooth = [_smoothed(motion, signal.values, g) for g in filters]
        if signal.differentiated:
            qd[:, r], qdd[:, r] = smooth[0], smooth[1]
            if signal.position is not None:
                q[:, signal.position] = _smoothed(motion, motion.q[:, signal.position], filters[0])
        else:
            q[:, signal.position], qd[:, r], qdd[:, r] = smooth
    inner = tuple((a + margin, b - margin) for a, b in motion.segments if _rows(motion, b - a - 2 * margin) > 0)
    if not inner:
        return None
    plain = replace(motion, segments=inner)
    return Instrumented(plain, replace(plain, q=q, qd=qd, qdd=qdd), strength)


@dataclass(frozen=True, eq=False)
class _Signal:
    """What one coordinate's instrument is made from.

    Attributes:
        coordinate: r, of qd.
        values: (n,) positions or velocities.
        differentiated: whether they are velocities.
        white: whether its noise was white before cleaning filtered it; that of differentiated positions was not.
        position: the entry of q that belongs to it; None where q is not one number for each velocity.
        cutoff: of cleaning [Hz].
    """

    coordinate: int
    values: Array
    differentiated: bool
    white: bool
    position: int | None
    cutoff: float


def _signals(robot: Robot, motion: Motion) -> Iterator[_Signal]:
    unfiltered = HIGHEST * motion.rate / 2
    cutoff = np.full(robot.nq, unfiltered) if motion.cleaning.cutoff is None else motion.cleaning.cutoffs(robot)
    of_q, sources = position_of_velocity(robot), motion.cleaning.velocities
    for joint in robot.joints:
        adds = joint_kind(joint.kind).adds
        for r in range(*robot.v_index[joint.name].indices(robot.nv)):
            k = int(of_q[r])
            recorded = not isinstance(sources, str) and sources[r] == "recorded"
            values = motion.qd[:, r] if recorded or not adds else motion.q[:, k]
            fc = min(float(cutoff[k]) or unfiltered, unfiltered)
            yield _Signal(r, values, recorded or not adds, recorded or adds, k if adds else None, fc)


def _rows(motion: Motion, samples: int) -> int:
    """Return how many rows of the regression so many samples in a row give."""
    low_pass = motion.regression_filter
    return max(samples, 0) if low_pass is None else low_pass.n_out(max(samples, 0))


def _longest_window(motion: Motion) -> int:
    """Return how many samples a window may have to either side."""
    lengths = [b - a for a, b in motion.segments]
    whole = sum(_rows(motion, n) for n in lengths)
    low, high = 0, max(lengths, default=0) // 2
    while high - low > 1:
        middle = (low + high) // 2
        left = sum(_rows(motion, n - 2 * middle) for n in lengths)
        low, high = (middle, high) if left >= ENOUGH * whole and left > 0 else (low, middle)
    return low


def _best(motion: Motion, signal: _Signal, longest: int) -> tuple[Array, float]:
    """Return the filters (3, window) of the window that is chosen for a signal, and its correlation."""
    a, b = max(motion.segments, key=lambda segment: segment[1] - segment[0])
    b = min(b, a + max(TRIED, 4 * longest))
    values, measured = signal.values[a:b], motion.qdd[a:b, signal.coordinate]
    half, found, best = min(max(SHORTEST, int(motion.rate / signal.cutoff)), longest), [], 0.0
    low_pass, order = motion.regression_filter, motion.cleaning.order
    taps = () if low_pass is None else tuple(low_pass.taps.tolist())
    while half <= longest:
        filters = _filters(motion.rate, signal.cutoff, order, taps, half, signal.differentiated, signal.white)
        smooth = correlated(values, filters[1 if signal.differentiated else 2])
        correlation = _correlation(motion, smooth[half : len(values) - half], measured[half : len(values) - half])
        found.append((filters, correlation))
        best = max(best, correlation)
        if correlation**2 < HOPELESS * best**2:
            break
        half = max(half + 1, int(GROWTH * half))
    return [each for each in found if max(each[1], 0.0) ** 2 >= STRENGTH * best**2][-1]


def _correlation(motion: Motion, one: Array, other: Array) -> float:
    """Return the correlation of two signals as it is in the rows of the regression; zero if one does not change."""
    if motion.regression_filter is not None:
        one, other = motion.regression_filter.apply(one), motion.regression_filter.apply(other)
    one, other = one - one.mean() if len(one) else one, other - other.mean() if len(other) else other
    size = float(np.linalg.norm(one) * np.linalg.norm(other))
    return float(one @ other) / size if size > 0 else 0.0


def _smoothed(motion: Motion, values: Array, g: Array) -> Array:
    """Return a signal (n,) smoothed within each segment; its ends, where the window does not fit, mean nothing."""
    out = np.array(values)
    for a, b in motion.segments:
        if b - a >= len(g):
            out[a:b] = correlated(values[a:b], g)
    return out


@lru_cache(maxsize=64)
def _filters(
    rate: float, cutoff: float, order: int, taps: tuple[float, ...], half: int, differentiated: bool, white: bool
) -> Array:
    """Return g_0, g_1, g_2 as rows (3, 2 half + 1) [1, 1/s, 1/s2]; joints of one cut-off frequency share them."""
    common = _common_noise(rate, cutoff, order, taps, 2 ** int(np.ceil(np.log2(half))), differentiated, white)
    middle = common.shape[1] // 2
    common = common[:, middle - half : middle + half + 1]
    common = common / np.linalg.norm(common, axis=1, keepdims=True)
    legendre = np.polynomial.legendre
    conditions = np.vstack([legendre.legvander(np.arange(-half, half + 1) / half, DEGREE).T, common])
    wanted = np.zeros((len(conditions), 3))
    wanted[: DEGREE + 1] = _at_zero() * (rate / half) ** np.arange(3)
    return read_only(np.asarray(np.linalg.lstsq(conditions, wanted, rcond=None)[0].T, float))


@cache
def _at_zero() -> Array:
    """Return the values, first and second derivatives of the Legendre polynomials at zero, (DEGREE + 1, 3)."""
    legendre = np.polynomial.legendre
    rows = [[legendre.legval(0.0, legendre.legder(one, k)) for k in range(3)] for one in np.eye(DEGREE + 1)]
    return np.array(rows, np.float64)


@lru_cache(maxsize=64)
def _common_noise(
    rate: float, cutoff: float, order: int, taps: tuple[float, ...], half: int, differentiated: bool, white: bool
) -> Array:
    """Return kappa_j(s), (3, 2 half + 1), or (2, 2 half + 1) for a signal of velocities, from a single impulse."""
    n = 2 ** int(np.ceil(np.log2(2 * half + 2 * len(taps) + 16 * rate / cutoff + 64)))
    t, impulse = np.arange(n) / rate, np.zeros((n, 1))
    impulse[n // 2] = 1.0
    x = low_pass(impulse, rate, ((0, n),), np.array([cutoff]), order)[:, 0]
    responses = [x, *derivatives(t, x)]
    if differentiated:
        responses = responses[:2] if white else responses[1:]
    spectra = np.fft.rfft(np.array(responses), axis=1)
    passed = np.abs(np.fft.rfft(taps, n)) ** 2 if taps else 1.0
    kappa = np.fft.irfft(passed * np.conj(spectra) * spectra[0], n, axis=1)
    return read_only(np.concatenate([kappa[:, -half:], kappa[:, : half + 1]], axis=1))
