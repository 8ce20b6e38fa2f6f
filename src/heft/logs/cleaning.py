"""From a log to a motion: stamps put in order, split at gaps, low-pass filtered, differentiated.

The order of the steps and why:

1. columns in the robot's order (by name);
2. samples with a bad stamp or a missing number are left out, and the log is split at gaps;
3. uneven stamps: a spline through the samples is evaluated on an even grid, because filters need one;
4. low-pass filter, forward and backward, each coordinate at the frequency where its spectrum meets the noise;
5. velocities and accelerations by a spline; recorded velocities where they agree with the positions;
6. rest at both ends, and the ends of segments, where a filter extrapolates, are left out;
7. the regression's own low-pass filter and decimation are chosen. They are not applied here but to both sides of the
   regression alike, so that efforts and regressor keep agreeing.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.cleaning_options import Cleaning
from heft.logs.defaults import fill_in
from heft.logs.derivatives import continuous, first_derivative, velocities
from heft.logs.journal import Journal
from heft.logs.log import Log
from heft.logs.low_pass import HIGHEST, low_pass
from heft.logs.motion import Motion
from heft.logs.regression_filter import choose_regression_filter
from heft.logs.robot_order import position_of_velocity
from heft.logs.stamps import Segments, take
from heft.logs.usable_samples import FEWEST, UsableSamples, on_even_stamps, usable
from heft.robot.model import Robot

ROUNDING_STEPS = 1e4
"""Steps of floating-point rounding, from one sample to the next, that filters and splines may make of a constant."""

ENDS = 3.0
"""Periods of the lowest cut-off frequency that are left out at both ends of a segment; what a filter extrapolates has
faded by then."""


def clean(robot: Robot, log: Log, cleaning: Cleaning | None = None) -> Motion:
    """Make a log ready for estimation.

    Args:
        robot: whose log it is.
        log: as measured.
        cleaning: None takes the defaults.

    Returns:
        The motion, with every step that was taken in `steps` and everything odd in `warnings`.

    Raises:
        FormatError: the log cannot be used: joints of another robot, too few samples, mostly missing numbers, degrees
            in place of radians, or nothing that moves.
    """
    journal = Journal()
    samples = on_even_stamps(robot, usable(robot, log, cleaning or Cleaning(), journal), journal)
    options, noise = fill_in(robot, samples, cleaning or Cleaning(), journal)
    q, qd, qdd = differentiate(robot, samples, options)
    segments = _without_ends(qd, samples.rate, samples.segments, options, noise, journal, log.where)
    if options.velocity_threshold is None:
        still = _rounding_speed(q, samples.rate)[position_of_velocity(robot)]
        threshold = np.maximum.reduce([5 * noise, 0.01 * _largest(qd, segments), still])
        options = replace(options, velocity_threshold=tuple(threshold.tolist()))
    threshold = options.velocity_thresholds(robot)
    journal.step("velocity threshold", speeds=threshold.tolist())
    kept = samples.part(segments)
    regression, options = choose_regression_filter(samples.rate, kept.segments, options, journal)
    return Motion(
        t=kept.t,
        q=take(q, segments),
        qd=take(qd, segments),
        qdd=take(qdd, segments),
        effort=kept.effort,
        segments=kept.segments,
        rate=kept.rate,
        names=tuple(robot.coordinate_names),
        effort_kind=log.effort_kind,
        measured=np.array(~np.isnan(kept.effort).all(axis=0)),
        velocity_threshold=threshold,
        regression_filter=regression,
        cleaning=options,
        steps=tuple(journal.steps),
        warnings=tuple(journal.warnings),
        notes=tuple(journal.notes),
        source=log.source,
    )


def differentiate(robot: Robot, samples: UsableSamples, options: Cleaning) -> tuple[Array, Array, Array]:
    """Return q, qd and qdd, low-pass filtered; the options say which velocities are recorded ones."""
    rate, segments = samples.rate, samples.segments
    cutoff = options.cutoffs(robot)
    q = continuous(robot, low_pass(samples.q, rate, segments, cutoff, options.order))
    qd, qdd = velocities(robot, samples.t, q, segments)
    same = cutoff[position_of_velocity(robot)]
    for k in (k for k, source in enumerate(options.velocities) if source == "recorded"):
        qd[:, [k]] = low_pass(samples.recorded[:, [k]], rate, segments, same[[k]], options.order)
        for a, b in segments:
            qdd[a:b, k] = first_derivative(samples.t[a:b], qd[a:b, k])
    return q, qd, qdd


def _without_ends(
    qd: Array, rate: float, segments: Segments, options: Cleaning, noise: Array, journal: Journal, where: str
) -> Segments:
    """Leave out the ends of segments, where a filter extrapolates, and rest before and after the motion."""
    cutoffs = [f for f in np.atleast_1d(options.cutoff or 0.0) if f < HIGHEST * rate / 2 - 1e-12]
    margin = max(24, int(np.ceil(ENDS * rate / min(cutoffs)))) if cutoffs else 8
    segments = tuple((a + margin, b - margin) for a, b in segments if b - a - 2 * margin >= FEWEST)
    if not segments:
        what = f"No piece has the {2 * margin + FEWEST} samples that low-pass filtering needs."
        raise FormatError(what, where=where, remedy="Record a longer run, or set a higher cut-off frequency.")
    journal.step("ends", samples_lost_at_each=margin)
    slow = np.maximum(options.rest * _largest(qd, segments), 5 * noise)
    moves = [a + np.flatnonzero((np.abs(qd[a:b]) > slow).any(axis=1)) for a, b in segments]
    if not any(map(len, moves)):
        raise FormatError("No joint moves.", where=where, remedy="Record a motion of all joints.")
    if not options.trim:
        return segments
    moving = np.concatenate(moves)
    first, last = int(moving[0]), int(moving[-1]) + 1
    trimmed = tuple((max(a, first), min(b, last)) for a, b in segments if min(b, last) - max(a, first) >= FEWEST)
    if not trimmed:
        what = f"It moves for only {last - first} samples; at least {FEWEST} are needed."
        raise FormatError(what, where=where, remedy="Record a longer motion.")
    journal.step("rest", before=first - segments[0][0], after=segments[-1][1] - last)
    return trimmed


def _rounding_speed(q: Array, rate: float) -> Array:
    """Return the speed of each position below which only rounding moves it: a joint that is held still has no sign."""
    return ROUNDING_STEPS * np.finfo(float).eps * np.maximum(np.max(np.abs(q), axis=0), 1.0) * rate


def _largest(qd: Array, segments: Segments) -> Array:
    """Return the greatest speed of each coordinate within segments."""
    return np.max([np.maximum(qd[a:b].max(axis=0), -qd[a:b].min(axis=0)) for a, b in segments], axis=0)
