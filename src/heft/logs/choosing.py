"""What cleaning chooses by itself: cut-offs from spectra, which velocities to use, how much to decimate."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.errors import ArgumentError
from heft.logs.agreement import compare
from heft.logs.derivatives import velocities
from heft.logs.log import Array
from heft.logs.motion import RegressionFilter
from heft.logs.options import Cleaning, Journal, Numbers, per_coordinate
from heft.logs.sampling import Samples
from heft.logs.spectrum import HIGHEST, longest, low_pass, noise_floor, regression_taps
from heft.logs.stamps import Segments
from heft.robot.model import Robot

SOURCES = ("positions", "recorded")

MORE_NOISE = 3.0
"""Recorded velocities are preferred even if so many times as noisy: at rest they are quiet, and sign with friction."""

SPREAD = 4.0
"""No coordinate is cut at a frequency this many times lower than the highest of all."""


def choose(robot: Robot, samples: Samples, options: Cleaning, journal: Journal) -> tuple[Cleaning, Array]:
    """Return the options with numbers in place of what was left open, and the noise of each velocity, (nv,)."""
    floors, options = _cutoffs(samples.q, samples.rate, samples.segments, options, "cutoff")
    cutoff = per_coordinate(options.cutoff or 0.0, robot.nq, "cutoff")
    v_floors, options = _cutoffs(samples.recorded, samples.rate, samples.segments, options, "velocity_cutoff")
    v_cutoff = per_coordinate(options.velocity_cutoff or 0.0, robot.nv, "velocity_cutoff")
    of_q = np.concatenate([_q_of_v(joint.nq, joint.nv) + robot.q_index[joint.name].start for joint in robot.joints])
    from_q = np.sqrt(floors[of_q] * (2 * np.pi) ** 2 * cutoff[of_q] ** 3 / 3)
    from_v = np.sqrt(v_floors * v_cutoff)
    asked = (options.velocities,) * robot.nv if isinstance(options.velocities, str) else options.velocities
    if len(asked) != robot.nv or any(source not in (*SOURCES, "auto") for source in asked):
        raise ArgumentError(f"'velocities' is {options.velocities!r}; positions, recorded or auto is expected.")
    used = asked
    if not np.isnan(samples.recorded).all():
        used = _sources(robot, samples, options, asked, from_v <= MORE_NOISE * from_q, journal)
    elif "recorded" in asked:
        raise ArgumentError("The log has no velocities to take.", remedy='Set velocities to "positions".')
    used = tuple("positions" if source == "auto" else source for source in used)
    recorded = np.array([source == "recorded" for source in used])
    journal.step(
        "low-pass",
        kind="Butterworth forth and back",
        order=options.order,
        cutoff=cutoff.tolist(),
        velocity_cutoff=[float(f) if use else None for f, use in zip(v_cutoff, recorded, strict=True)],
        chosen=[name for name in ("cutoff", "velocity_cutoff") if getattr(options, name) is not None],
    )
    journal.step("velocities", method="quintic spline", source=list(used))
    return replace(options, velocities=used), np.where(recorded, from_v, from_q)


def _q_of_v(nq: int, nv: int) -> np.ndarray:
    """Return which position of a joint is nearest to each of its velocities; a quaternion's vector part for turning."""
    return np.arange(nv) + (nq - nv)


def _cutoffs(x: Array, rate: float, segments: Segments, options: Cleaning, name: str) -> tuple[Array, Cleaning]:
    """Return the noise density of each column, and the options with a cut-off for each."""
    rows = longest(segments)
    found = [(HIGHEST * rate / 2, 0.0) if np.isnan(c).any() else noise_floor(c[rows], rate) for c in x.T]
    frequencies = np.array([f for f, _ in found])
    floors = np.array([floor for _, floor in found])
    given: Numbers | None = getattr(options, name)
    if given is None and len(frequencies):
        frequencies = np.maximum(frequencies, frequencies.max() / SPREAD)
        options = replace(options, **{name: tuple(frequencies.tolist())})
    return floors, options


def _sources(
    robot: Robot, samples: Samples, options: Cleaning, asked: tuple[str, ...], quiet: np.ndarray, journal: Journal
) -> tuple[str, ...]:
    """Return for each coordinate whether its velocity is the recorded one, after comparing it with the positions."""
    rows, names = longest(samples.segments), tuple(robot.coordinate_names)
    t, segments = samples.t[rows], ((0, rows.stop - rows.start),)
    cutoff = per_coordinate(options.cutoff or 0.0, robot.nq, "cutoff")
    q = low_pass(samples.q[rows], samples.rate, segments, cutoff, options.order)
    same = np.full(robot.nv, float(cutoff.min()))
    both = [velocities(robot, t, q, segments)[0], samples.recorded[rows]]
    differentiated, recorded = (low_pass(x, samples.rate, segments, same, options.order) for x in both)
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

    The low-pass ends where the highest cut-off is, and the rows that are kept follow each other at 2.5 times that.
    """
    cutoffs = [*np.atleast_1d(options.cutoff or 0.0)]
    if "recorded" in options.velocities and options.velocity_cutoff is not None:
        at = np.broadcast_to(options.velocity_cutoff, (len(options.velocities),))
        cutoffs += [f for f, source in zip(at, options.velocities, strict=True) if source == "recorded"]
    factor = options.decimation
    if factor is None:
        factor = max(1, int(rate / (2.5 * max(cutoffs))))
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
