"""Options of cleaning that were left open: cut-off frequencies from spectra, and which velocities to use."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError
from heft.logs.agreement import compare
from heft.logs.cleaning_options import Cleaning
from heft.logs.derivatives import velocities
from heft.logs.journal import Journal
from heft.logs.low_pass import low_pass
from heft.logs.robot_order import position_of_velocity
from heft.logs.spectrum import cutoff_and_floor, longest
from heft.logs.usable_samples import UsableSamples
from heft.robot.model import Robot

SOURCES = ("positions", "recorded")

MORE_NOISE = 10.0
"""Recorded velocities are preferred even if they are this many times as noisy: they are quiet at rest, and they change
sign together with friction."""

SPREAD = 4.0
"""No coordinate is low-pass filtered at a frequency this many times lower than the highest of all."""


def fill_in(robot: Robot, samples: UsableSamples, options: Cleaning, journal: Journal) -> tuple[Cleaning, Array]:
    """Return the options with values in place of open ones, and the noise of each velocity, (nv,) [rad/s, m/s]."""
    chosen = options.cutoff is None
    floors, options = _cutoffs(samples, options)
    cutoff, of_q = options.cutoffs(robot), position_of_velocity(robot)
    from_q = np.sqrt(floors[of_q] * (2 * np.pi) ** 2 * cutoff[of_q] ** 3 / 3)
    asked = (options.velocities,) * robot.nv if isinstance(options.velocities, str) else options.velocities
    if len(asked) != robot.nv or any(source not in (*SOURCES, "auto") for source in asked):
        raise ArgumentError(
            f"'velocities' is {options.velocities!r}.",
            remedy=f'Give "positions", "recorded" or "auto", once or for each of {robot.nv} coordinates.',
        )
    used, from_v = asked, from_q
    if not np.isnan(samples.recorded).all():
        from_v = np.sqrt(_floors(samples.recorded, samples) * cutoff[of_q])
        used = _sources(robot, samples, options, asked, from_v <= MORE_NOISE * from_q, journal)
    elif "recorded" in asked:
        raise ArgumentError("The log has no recorded velocities.", remedy='Set velocities to "positions".')
    used = tuple("positions" if source == "auto" else source for source in used)
    kind = "Butterworth, forward and backward"
    journal.step("low-pass", kind=kind, order=options.order, cutoff=cutoff.tolist(), from_spectrum=chosen)
    journal.step("velocities", method="quintic spline", source=list(used))
    return replace(options, velocities=used), np.where(np.array(used) == "recorded", from_v, from_q)


def _floors(x: Array, samples: UsableSamples) -> Array:
    """Return the noise density of each column, zero where there is none."""
    rows = longest(samples.segments)
    return np.array([0.0 if np.isnan(c).any() else cutoff_and_floor(c[rows], samples.rate)[1] for c in x.T])


def _cutoffs(samples: UsableSamples, options: Cleaning) -> tuple[Array, Cleaning]:
    """Return the noise density of each position, and the options with a cut-off frequency for each."""
    rows = longest(samples.segments)
    found = np.array([cutoff_and_floor(column[rows], samples.rate) for column in samples.q.T])
    if options.cutoff is None:
        options = replace(options, cutoff=tuple(np.maximum(found[:, 0], found[:, 0].max() / SPREAD).tolist()))
    return found[:, 1], options


def _sources(
    robot: Robot, samples: UsableSamples, options: Cleaning, asked: tuple[str, ...], quiet: Bools, journal: Journal
) -> tuple[str, ...]:
    """Return for each coordinate whether its velocity is the recorded one, after comparing it with the positions."""
    rows, names = longest(samples.segments), tuple(robot.coordinate_names)
    t, segments = samples.t[rows], ((0, rows.stop - rows.start),)
    cutoff = options.cutoffs(robot)
    q = low_pass(samples.q[rows], samples.rate, segments, cutoff, options.order)
    same = np.full(robot.nv, float(cutoff.min()))
    differentiated = low_pass(velocities(robot, t, q, segments)[0], samples.rate, segments, same, options.order)
    del q
    recorded = low_pass(samples.recorded[rows], samples.rate, segments, same, options.order)
    found = compare(names, recorded, differentiated)
    journal.step("recorded velocities", compared=[a.to_dict() for a in found if a is not None])
    for agreement in found:
        if agreement is not None and agreement.words:
            journal.warn(agreement.words)
    trusted = [agreement is not None and agreement.trusted for agreement in found]
    return tuple(
        ("recorded" if trust and calm else "positions") if source == "auto" else source
        for source, trust, calm in zip(asked, trusted, quiet, strict=True)
    )
