"""Bridges over short pauses of a log: samples in place of the missing ones, from polynomials through both sides.

A pause that is short against the period of the cut-off frequency hides nothing that the low-pass filter would let
pass. A polynomial is fitted to the samples on both sides by least squares rather than made to go through the nearest
ones, which would carry their noise into the pause enlarged.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.logs.journal import Journal
from heft.logs.usable_samples import UsableSamples

SPLIT = 3.5
"""A step longer than this many median steps is a pause."""

QUARTER = 0.25
"""A pause is short if it lasts at most this many periods of the highest cut-off frequency."""

DEGREES = {"q": 5, "recorded": 5, "effort": 3}
"""Degrees of the polynomials; efforts change faster."""

MOST_MADE = 10
"""Bridges have at most so many times the samples of the log: what a pause costs in memory does not grow with it."""

SIDE = 8
"""A polynomial is fitted to at least this many samples on either side, and to as many as the pause lacks."""


def longest_step(step: float, highest: float, gap: float | None) -> float:
    """Return the longest step that does not split a log, in median steps.

    Args:
        step: the median step [s].
        highest: the highest cut-off frequency [Hz].
        gap: what was asked for; None chooses.
    """
    if gap is not None:
        return gap
    return max(SPLIT, QUARTER / (highest * step)) if highest > 0 else SPLIT


def affordable(t: Array, gap: float, journal: Journal) -> float:
    """Return the longest step that does not split a log, in median steps, so that bridges do not outgrow it.

    Args:
        t: (n,) increasing stamps [s].
        gap: that was chosen or asked for, in median steps.
        journal: gets a warning of longer pauses that could have been bridged.
    """
    steps = np.diff(t)
    step = float(np.median(steps))
    pauses = np.sort(steps[(steps > SPLIT * step) & (steps <= gap * step)])
    beyond = np.flatnonzero(np.cumsum(pauses / step) > MOST_MADE * len(t))
    if not len(beyond):
        return gap
    shortest = float(pauses[beyond[0]])
    journal.warn(
        f"Pauses of {shortest:.3g} s and more split the log: bridges over them would have more than {MOST_MADE} times "
        "the samples of the log."
    )
    return max(SPLIT, (1 - 1e-9) * shortest / step)


def bridged(samples: UsableSamples, gap: float, journal: Journal) -> UsableSamples:
    """Return the samples with pauses of up to `gap` median steps filled; as they are if there is none.

    Args:
        samples: in one segment, as recorded.
        gap: in median steps.
        journal: gets a note of the pauses.
    """
    t = samples.t
    steps = np.diff(t)
    step = float(np.median(steps))
    pauses = np.flatnonzero((steps > SPLIT * step) & (steps <= gap * step))
    if not len(pauses):
        return samples
    columns = {name: getattr(samples, name) for name in DEGREES}
    pieces: dict[str, list[Array]] = {name: [] for name in ("t", *DEGREES)}
    done = 0
    for k in pauses.tolist():
        missing = round(float(steps[k]) / step) - 1
        new = t[k] + (t[k + 1] - t[k]) * np.arange(1, missing + 1) / (missing + 1)
        around = _around(steps, k, max(SIDE, missing), gap * step)
        pieces["t"] += [t[done : k + 1], new]
        for name, degree in DEGREES.items():
            pieces[name] += [columns[name][done : k + 1], _polynomial(t[around], columns[name][around], new, degree)]
        done = k + 1
    pieces["t"].append(t[done:])
    for name in DEGREES:
        pieces[name].append(columns[name][done:])
    journal.step("bridges", pauses=len(pauses), longest=float(steps[pauses].max()))
    journal.note(f"{len(pauses)} pauses of at most {1e3 * float(steps[pauses].max()):.3g} ms are bridged.")
    whole = {name: np.concatenate(parts) for name, parts in pieces.items()}
    return UsableSamples(**whole, segments=((0, len(whole["t"])),), rate=samples.rate)


def _around(steps: Array, k: int, reach: int, gap: float) -> slice:
    """Return up to `reach` samples on either side of a pause after sample k, not beyond a longer gap."""
    before = np.flatnonzero(steps[max(k - reach + 1, 0) : k] > gap)
    first = max(k - reach + 1, 0) + (int(before[-1]) + 1 if len(before) else 0)
    after = np.flatnonzero(steps[k + 1 : k + reach] > gap)
    return slice(first, k + 2 + (int(after[0]) if len(after) else min(reach - 1, len(steps) - k - 1)))


def _polynomial(t: Array, x: Array, to: Array, degree: int) -> Array:
    """Return columns x (n, k) at other stamps by polynomials that fit them best; NaN columns stay NaN."""
    middle, half = (t[0] + t[-1]) / 2, (t[-1] - t[0]) / 2
    degree = min(degree, len(t) - 1)
    powers = np.polynomial.legendre.legvander((t - middle) / half, degree)
    there = ~np.isnan(x).any(axis=0)
    out = np.full((len(to), x.shape[1]), np.nan)
    fitted = np.linalg.lstsq(powers, x[:, there], rcond=None)[0]
    out[:, there] = np.polynomial.legendre.legvander((to - middle) / half, degree) @ fitted
    return out
