"""From logs to motions: stamps put in order, split at gaps, low-pass filtered, differentiated.

The order of the steps and why:

1. columns in the robot's order (by name);
2. samples with a bad stamp or a missing number are left out; short pauses are bridged, and the log is split at gaps;
3. uneven stamps: a spline through the samples is evaluated on an even grid, because filters need one;
4. low-pass filter, forward and backward, each coordinate at the frequency where its spectrum meets the noise;
5. velocities and accelerations by a spline; recorded velocities, shifted if they are late, where they agree with the
   positions;
6. rest at both ends, and the ends of segments, where a filter extrapolates, are left out;
7. the regression's own low-pass filter and decimation are chosen. They are not applied here but to both sides of the
   regression alike, so that efforts and regressor keep agreeing.

Logs of one robot are cleaned together: they have one cut-off frequency, one source of velocities and one velocity
threshold for each coordinate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.cleaning_options import Cleaning
from heft.logs.commands import at_stamps
from heft.logs.contact_channels import touching
from heft.logs.defaults import Settled, SettledForOne, settled
from heft.logs.derivatives import continuous, first_derivative, velocities
from heft.logs.draft import Draft, Drafts, drafted
from heft.logs.held import Held, Here
from heft.logs.journal import Journal
from heft.logs.log import Log
from heft.logs.low_pass import HIGHEST, low_pass
from heft.logs.marks import placed
from heft.logs.motion import Motion
from heft.logs.regression_filter import choose_regression_filter
from heft.logs.robot_order import position_of_velocity
from heft.logs.saturation import clipped
from heft.logs.slow_samples import creeping, velocity_thresholds
from heft.logs.stamps import Segments, later, take
from heft.logs.usable_samples import FEWEST, UsableSamples
from heft.robot.model import Robot

ENDS = 3.0
"""Periods of the lowest cut-off frequency that are left out at both ends of a segment; what a filter extrapolates has
faded by then."""

Refine = Callable[[Drafts, Cleaning], Cleaning]
"""Gets drafts and options with the cut-off frequencies of their spectra, and returns options with better ones."""


@dataclass(frozen=True, eq=False)
class Filtered:
    """A draft, low-pass filtered and differentiated."""

    draft: Draft
    samples: UsableSamples
    options: Cleaning
    noise: Array
    q: Array
    qd: Array
    qdd: Array
    segments: Segments
    journal: Journal

    @property
    def speeds(self) -> Array:
        """(nv,) the greatest speed of each coordinate within the segments."""
        return _largest(self.qd, self.segments)

    @property
    def extent(self) -> Extent:
        """How far and how fast the robot moves in it."""
        return Extent(self.speeds, self.noise, np.max(np.abs(self.q), axis=0), self.samples.rate)


class Extent(NamedTuple):
    """How far and how fast a robot moves in a log: what velocity thresholds follow from.

    Attributes:
        speeds: (nv,) the greatest of each coordinate [rad/s, m/s].
        noise: (nv,) of its velocity.
        largest: (nq,) positions.
        rate: sampling rate [Hz].
    """

    speeds: Array
    noise: Array
    largest: Array
    rate: float


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

    Example:
        >>> heft.clean(robot, heft.read_log("run.csv"), heft.Cleaning(cutoff=8.0)).qdd
    """
    return clean_together(robot, [log], cleaning)[0][0]


def clean_together(
    robot: Robot, logs: Sequence[Log], cleaning: Cleaning | None = None, refine: Refine | None = None
) -> tuple[list[Motion], Cleaning]:
    """Make logs of one robot ready for estimation, all with the same cut-off frequencies and velocity thresholds.

    Args:
        robot: whose logs they are.
        logs: as measured.
        cleaning: None takes the defaults.
        refine: chooses better cut-off frequencies than those of the spectra, if they are open.

    Returns:
        The motions, and the options with what was chosen, for other logs of the robot.

    Raises:
        FormatError: a log cannot be used; see `clean`.
    """
    motions, options = clean_in_place(robot, Here(logs), cleaning, refine)
    return motions.fetched(), options


def clean_in_place(
    robot: Robot, logs: Held[Log], cleaning: Cleaning | None = None, refine: Refine | None = None
) -> tuple[Held[Motion], Cleaning]:
    """Do what `clean_together` does with logs, wherever they are: their motions stay there."""
    asked = _with_passive(robot, cleaning or Cleaning(), logs.each(_passive_in))
    asked = replace(asked, trim=asked.trim is not False)
    drafts = Drafts.of(logs.made(drafted, robot, asked))
    common = settled(robot, drafts, asked)
    if refine is not None and asked.cutoff is None:
        better = refine(drafts, common.options)
        if better != common.options:
            common = settled(robot, drafts, better)
    filtered = drafts.held.made(_filtered, own=common.own)
    options = common.options
    if options.velocity_threshold is None:
        extents = filtered.each(_extent)
        options = replace(options, velocity_threshold=tuple(_thresholds(robot, drafts, extents, common).tolist()))
    return filtered.made(_motion, options.velocity_threshold), for_other_logs(options)


def _passive_in(log: Log) -> tuple[str, ...]:
    return tuple(log.metadata.get("passive", ()))


def _extent(filtered: Filtered) -> Extent:
    return filtered.extent


def _with_passive(robot: Robot, cleaning: Cleaning, passive: Sequence[Sequence[str]]) -> Cleaning:
    """Return options that also name the joints of the robot which the maps of the logs call passive."""
    told = {name for names in passive for name in names}
    more = (name for name in robot.joint_names if name in told and name not in cleaning.passive)
    return replace(cleaning, passive=(*cleaning.passive, *more))


def for_other_logs(options: Cleaning) -> Cleaning:
    """Return options that logs were cleaned with, for others of the robot: each checks its recorded velocities."""
    if isinstance(options.velocities, str):
        return replace(options, velocities="auto" if options.velocities == "recorded" else options.velocities)
    return replace(
        options, velocities=tuple("auto" if source == "recorded" else source for source in options.velocities)
    )


def differentiate(robot: Robot, samples: UsableSamples, options: Cleaning) -> tuple[Array, Array, Array]:
    """Return q, qd and qdd, low-pass filtered; the options say which velocities are recorded ones."""
    rate, segments = samples.rate, samples.segments
    cutoff, lags = options.cutoffs(robot), options.velocity_lags(robot)
    q = continuous(robot, low_pass(samples.q, rate, segments, cutoff, options.order))
    recorded = [k for k, source in enumerate(options.velocities) if source == "recorded"]
    if len(recorded) < robot.nv:
        qd, qdd = velocities(robot, samples.t, q, segments)
    else:
        qd, qdd = np.empty((2, len(q), robot.nv))
    if recorded:
        same = cutoff[position_of_velocity(robot)][recorded]
        qd[:, recorded] = low_pass(samples.recorded[:, recorded], rate, segments, same, options.order)
        for a, b in segments:
            for k in recorded:
                if lags[k]:
                    qd[a:b, k] = later(samples.t[a:b], qd[a:b, k], lags[k])
            qdd[a:b, recorded] = first_derivative(samples.t[a:b], qd[a:b, recorded])
    return q, qd, qdd


def _filtered(draft: Draft, common: SettledForOne) -> Filtered:
    """Return a draft, filtered and differentiated, without the ends of its segments."""
    samples, gap, journal = draft.bridged(common.options)
    options, noise = common.of(draft, journal)
    q, qd, qdd = differentiate(draft.robot, samples, options)
    segments = _without_ends(samples.rate, samples.segments, options, journal, draft.where)
    return Filtered(draft, samples, replace(options, gap=gap), noise, q, qd, qdd, segments, journal)


def _thresholds(robot: Robot, drafts: Drafts, extents: Sequence[Extent], common: Settled) -> Array:
    """Return the velocity threshold of each coordinate, (nv,), from all logs."""
    of_q = position_of_velocity(robot)
    steps = np.max([survey.resolution for survey in drafts.surveys], axis=0) * common.options.cutoffs(robot)
    differentiated = np.array(common.options.velocities) != "recorded"
    return velocity_thresholds(
        robot,
        np.array([each.speeds for each in extents]),
        np.array([each.noise for each in extents]),
        common.moves,
        np.where(differentiated, steps[of_q], 0.0),
        np.max([each.largest for each in extents], axis=0)[of_q],
        max(each.rate for each in extents),
    )


def _motion(filtered: Filtered, threshold: float | tuple[float, ...] | None) -> Motion:
    """Return the motion of a filtered draft, without rest at its ends."""
    robot = filtered.draft.robot
    draft, samples, journal = filtered.draft, filtered.samples, filtered.journal
    options = replace(filtered.options, velocity_threshold=threshold)
    segments = _without_rest(robot, filtered, options)
    speeds = options.velocity_thresholds(robot)
    journal.step("velocity threshold", speeds=speeds.tolist())
    kept = samples.part(segments)
    cut = clipped(kept.effort, draft.plateaus) if np.isfinite(draft.plateaus).any() else None
    if cut is not None and options.decimation is None:  # a filter would mix clipped efforts into all others
        options = replace(options, decimation=1)
    regression, options = choose_regression_filter(samples.rate, kept.segments, options, journal)
    return Motion(
        t=kept.t,
        q=take(filtered.q, segments),
        qd=take(filtered.qd, segments),
        qdd=take(filtered.qdd, segments),
        effort=kept.effort,
        segments=kept.segments,
        rate=kept.rate,
        names=tuple(robot.coordinate_names),
        effort_kind=draft.effort_kind,
        measured=np.array(~np.isnan(kept.effort).all(axis=0)),
        velocity_threshold=speeds,
        regression_filter=regression,
        cleaning=options,
        steps=tuple(journal.steps),
        warnings=tuple(journal.warnings),
        notes=tuple(journal.notes),
        source=draft.source,
        log_content=draft.content,
        log_marks=placed(draft.marks, draft.touched[0], kept.t),
        clipped=cut,
        command=None if draft.command is None else at_stamps(kept.t, draft.touched[0], draft.command),
        contacts=touching(*draft.touched, kept.t, 1 / float(np.min(options.cutoff or samples.rate))),
        wrenches={frame: record.at(kept.t) for frame, record in draft.sensors.items()},
    )


def _without_ends(rate: float, segments: Segments, options: Cleaning, journal: Journal, where: str) -> Segments:
    """Leave out the ends of segments, where a filter extrapolates."""
    cutoffs = [f for f in np.atleast_1d(options.cutoff or 0.0) if f < HIGHEST * rate / 2 - 1e-12]
    margin = max(24, int(np.ceil(ENDS * rate / min(cutoffs)))) if cutoffs else 8
    segments = tuple((a + margin, b - margin) for a, b in segments if b - a - 2 * margin >= FEWEST)
    if not segments:
        what = f"No piece has the {2 * margin + FEWEST} samples that low-pass filtering needs."
        raise FormatError(what, where=where, remedy="Record a longer run, or set a higher cut-off frequency.")
    journal.step("ends", samples_lost_at_each=margin)
    return segments


def _without_rest(robot: Robot, filtered: Filtered, options: Cleaning) -> Segments:
    """Leave out rest before and after the motion."""
    qd, segments, where = filtered.qd, filtered.segments, filtered.draft.where
    largest = filtered.speeds
    slow = np.maximum.reduce([options.rest * largest, 5 * filtered.noise, creeping(robot, largest)])
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
    filtered.journal.step("rest", before=first - segments[0][0], after=segments[-1][1] - last)
    return trimmed


def _largest(qd: Array, segments: Segments) -> Array:
    """Return the greatest speed of each coordinate within segments."""
    return np.max([np.maximum(qd[a:b].max(axis=0), -qd[a:b].min(axis=0)) for a, b in segments], axis=0)
