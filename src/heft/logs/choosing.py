"""What cleaning chooses by itself: cut-offs from spectra, which velocities to use, how much to decimate."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.logs.agreement import compare
from heft.logs.derivatives import velocities
from heft.logs.motion import RegressionFilter
from heft.logs.options import Cleaning, Journal, per_coordinate
from heft.logs.sampling import Samples
from heft.logs.spectrum import ABOVE_VALLEY, cutoff_and_floor, longest, low_pass, regression_taps
from heft.logs.stamps import Segments
from heft.robot.model import Robot

SOURCES = ("positions", "recorded")

MORE_NOISE = 10.0
"""Recorded velocities are preferred even if so many times as noisy: at rest they are quiet, and sign with friction."""

SPREAD = 4.0
"""No coordinate is cut at a frequency this many times lower than the highest of all."""


def choose(robot: Robot, samples: Samples, options: Cleaning, journal: Journal) -> tuple[Cleaning, Array]:
    """Return the options with numbers in place of what was left open, and the noise of each velocity, (nv,)."""
    chosen = options.cutoff is None
    floors, options = _cutoffs(samples, options)
    cutoff = per_coordinate(options.cutoff or 0.0, robot.nq, "cutoff")
    of_q = position_of_velocity(robot)
    from_q = np.sqrt(floors[of_q] * (2 * np.pi) ** 2 * cutoff[of_q] ** 3 / 3)
    asked = (options.velocities,) * robot.nv if isinstance(options.velocities, str) else options.velocities
    if len(asked) != robot.nv or any(source not in (*SOURCES, "auto") for source in asked):
        raise ArgumentError(f"'velocities' is {options.velocities!r}; positions, recorded or auto is expected.")
    used, from_v = asked, from_q
    if not np.isnan(samples.recorded).all():
        from_v = np.sqrt(_floors(samples.recorded, samples) * cutoff[of_q])
        used = _sources(robot, samples, options, asked, from_v <= MORE_NOISE * from_q, journal)
    elif "recorded" in asked:
        raise ArgumentError("The log has no velocities to take.", remedy='Set velocities to "positions".')
    used = tuple("positions" if source == "auto" else source for source in used)
    kind = "Butterworth forth and back"
    journal.step("low-pass", kind=kind, order=options.order, cutoff=cutoff.tolist(), from_spectrum=chosen)
    journal.step("velocities", method="quintic spline", source=list(used))
    return replace(options, velocities=used), np.where(np.array(used) == "recorded", from_v, from_q)


def position_of_velocity(robot: Robot) -> np.ndarray:
    """Return which entry of q is nearest to each entry of qd, (nv,): of a quaternion, its vector part."""
    starts = [robot.q_index[joint.name].start + joint.nq - joint.nv for joint in robot.joints]
    return np.concatenate([start + np.arange(joint.nv) for start, joint in zip(starts, robot.joints, strict=True)])


def _floors(x: Array, samples: Samples) -> Array:
    """Return the noise density of each column, zero where there is none."""
    rows = longest(samples.segments)
    return np.array([0.0 if np.isnan(c).any() else cutoff_and_floor(c[rows], samples.rate)[1] for c in x.T])


def _cutoffs(samples: Samples, options: Cleaning) -> tuple[Array, Cleaning]:
    """Return the noise density of each position, and the options with a cut-off for each."""
    rows = longest(samples.segments)
    found = np.array([cutoff_and_floor(column[rows], samples.rate) for column in samples.q.T])
    if options.cutoff is None:
        options = replace(options, cutoff=tuple(np.maximum(found[:, 0], found[:, 0].max() / SPREAD).tolist()))
    return found[:, 1], options


def _sources(
    robot: Robot, samples: Samples, options: Cleaning, asked: tuple[str, ...], quiet: np.ndarray, journal: Journal
) -> tuple[str, ...]:
    """Return for each coordinate whether its velocity is the recorded one, after comparing it with the positions."""
    rows, names = longest(samples.segments), tuple(robot.coordinate_names)
    t, segments = samples.t[rows], ((0, rows.stop - rows.start),)
    cutoff = per_coordinate(options.cutoff or 0.0, robot.nq, "cutoff")
    q = low_pass(samples.q[rows], samples.rate, segments, cutoff, options.order)
    same = np.full(robot.nv, float(cutoff.min()))
    differentiated = low_pass(velocities(robot, t, q, segments)[0], samples.rate, segments, same, options.order)
    del q
    recorded = low_pass(samples.recorded[rows], samples.rate, segments, same, options.order)
    found = compare(names, recorded, differentiated)
    journal.step("recorded velocities", compared=[a.to_dict() for a in found if a is not None])
    for agreement in found:
        if agreement is not None and agreement.words:
            journal.note(agreement.words)
    trusted = [agreement is not None and agreement.trusted for agreement in found]
    return tuple(
        ("recorded" if trust and calm else "positions") if source == "auto" else source
        for source, trust, calm in zip(asked, trusted, quiet, strict=True)
    )


def regression_filter(
    rate: float, segments: Segments, options: Cleaning, journal: Journal
) -> tuple[RegressionFilter | None, Cleaning]:
    """Return what both sides of the regression are to be filtered with; None if there is nothing to gain.

    The low-pass ends at the highest valley of all spectra; the rows that are kept follow each other at 2.5 times that.
    """
    factor = options.decimation
    if factor is None:
        valley = float(np.max(options.cutoff or 0.0)) / ABOVE_VALLEY
        factor = max(1, int(rate / (2.5 * valley)))
        while factor > 1 and sum(max(0, b - a - 20 * factor) for a, b in segments) < segments[-1][1] / 2:
            factor //= 2
    if factor < 1:
        raise ArgumentError(f"'decimation' is {factor}; it must be 1 or more.")
    options = replace(options, decimation=factor)
    if factor == 1:
        journal.step("regression filter", factor=1)
        return None, options
    cutoff = 0.8 * rate / factor / 2
    journal.step("regression filter", kind="FIR on both sides", factor=factor, cutoff=cutoff, taps=20 * factor + 1)
    return RegressionFilter(regression_taps(rate, cutoff, factor), factor, cutoff), options
