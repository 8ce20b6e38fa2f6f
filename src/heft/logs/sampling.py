"""The samples of a log that can be used: in the robot's order, complete, cut at gaps, on even stamps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError, FormatError
from heft.logs import channels, stamps
from heft.logs.derivatives import continuous
from heft.logs.log import Log
from heft.logs.matching import arrange
from heft.logs.options import Cleaning, Journal
from heft.robot.model import Robot

FEWEST = 32
"""Samples below which nothing can be said of a spectrum."""

MOST_NAN = 0.5
"""An effort that is missing in more than this part of the samples counts as not measured."""


@dataclass(frozen=True, eq=False)
class Samples:
    """Columns in the robot's order; `segments` are stretches without gap; `recorded` are the log's velocities."""

    t: Array
    q: Array
    recorded: Array
    effort: Array
    segments: stamps.Segments
    rate: float

    def part(self, segments: stamps.Segments) -> Samples:
        """Return the samples of some segments, one behind the other."""
        among = stamps.in_a_row([b - a for a, b in segments])
        t, q, recorded, effort = (stamps.take(x, segments) for x in (self.t, self.q, self.recorded, self.effort))
        return Samples(t, q, recorded, effort, among, self.rate)


def usable(robot: Robot, log: Log, options: Cleaning, journal: Journal) -> Samples:
    """Return the samples with good stamps and without missing numbers, cut at gaps.

    Raises:
        FormatError: too few are left, or they are those of another robot or in degrees.
    """
    where = log.source.path if log.source else "log"
    columns = arrange(robot, log)
    if log.n < FEWEST:
        remedy = "Record a longer run."
        raise FormatError(f"It has {log.n} samples; at least {FEWEST} are needed.", where=where, remedy=remedy)
    if columns.extra:
        journal.note(f"Not joints of '{robot.name}', left out: {', '.join(columns.extra)}.")
    effort = _efforts(robot, log, columns.effort, options, journal)
    recorded = columns.qd
    lost = np.isnan(recorded).mean(axis=0)
    if np.any((lost > 0.05) & (lost < 1)):
        recorded = np.where(lost > 0.05, np.nan, recorded)
    ordered = stamps.in_order(log.t)
    whole = np.asarray(np.isfinite(columns.q).all(axis=1))
    for x in (recorded, effort):
        whole &= (np.isfinite(x) | np.isnan(x).all(axis=0)).all(axis=1)
    complete = whole[ordered]
    index = ordered[complete]
    bad, lacking = log.n - len(ordered), int(np.count_nonzero(~complete))
    journal.step("samples", given=log.n, kept=len(index), bad_stamps=bad, missing_numbers=lacking)
    if len(index) < max(FEWEST, log.n / 2):
        worst = int(np.argmax(np.isnan(columns.q).mean(axis=0)))
        share = 100 * float(np.isnan(columns.q[:, worst]).mean())
        raise FormatError(
            f"Of {log.n} samples {bad} have a stamp that does not go forward and {lacking} lack a number; {len(index)} "
            f"are left, which is too few. q.{robot.configuration_names[worst]} is missing in {share:.0f} %.",
            where=where,
            remedy="Record it again, or split the file if several runs stand in it.",
        )
    if bad:
        journal.note(f"{bad} of {log.n} samples have doubled or backward stamps and are left out.")
    if lacking:
        journal.note(f"{lacking} of {log.n} samples lack a number and are left out.")
    rows = slice(None) if len(index) == log.n else index
    q = _positions(robot, columns.q[rows], where, journal)
    samples = Samples(log.t[rows], q, recorded[rows], effort[rows], ((0, len(index)),), log.rate)
    return _cut(samples, options, journal, where)


def _efforts(robot: Robot, log: Log, effort: Array, options: Cleaning, journal: Journal) -> Array:
    """Return the efforts, NaN where they are not measured or dead, zero at joints without a drive; in place."""
    for name in options.passive:
        if name not in robot.joint_names:
            raise ArgumentError(f"Robot '{robot.name}' has no joint '{name}' that could be passive.")
    passive = {*options.passive, *log.metadata.get("passive", ())}
    lost = []
    for joint in robot.joints:
        for k in range(*robot.v_index[joint.name].indices(robot.nv)):
            if joint.name in passive:
                effort[:, k] = 0.0
            elif joint.nv == 1 and channels.dead(effort[:, k]):
                lost.append(joint.name)
                effort[:, k] = np.nan
            elif np.isnan(effort[:, k]).mean() > MOST_NAN:
                effort[:, k] = np.nan
    if lost:
        journal.note(
            f"The effort of {', '.join(lost)} never changes, so it is taken as not measured. "
            "If there is no drive there, call the joint passive."
        )
    if np.isnan(effort).all():
        journal.note("No effort was measured: neither torque nor current changes in any joint.")
    return effort


def _positions(robot: Robot, q: Array, where: str, journal: Journal) -> Array:
    """Return the positions without jumps of a whole turn, in place; note what is odd in them."""
    degrees = channels.in_degrees(robot, q)
    if degrees:
        raise FormatError(
            f"The positions of {', '.join(degrees)} fit their limits as degrees, not as radians.",
            where=where,
            remedy='Positions are in radians: import the log with unit = "deg" in its map.',
        )
    for joint in robot.joints:
        if joint.nq != 1:
            continue
        k = robot.q_index[joint.name].start
        if joint.kind == "revolute":
            q[:, k], jumps = channels.unwrapped(q[:, k])
            if jumps:
                journal.note(f"The angle of '{joint.name}' jumps by a turn {jumps} times; the jumps are taken out.")
        if channels.dead(q[:, k]):
            journal.note(f"Joint '{joint.name}' never moves.")
        elif (step := channels.quantum(q[:, k])) is not None:
            journal.note(f"The positions of '{joint.name}' are multiples of {step:.3g}.")
        if joint.kind == "revolute" and np.isinf(joint.limits.upper) and np.max(np.abs(q[:, k])) > channels.FAR:
            journal.note(f"The angle of '{joint.name}' reaches {np.max(np.abs(q[:, k])):.4g} rad. Is it in degrees?")
    for sentence in channels.beyond_limits(robot, q):
        journal.note(sentence)
    return continuous(robot, q)


def _cut(samples: Samples, options: Cleaning, journal: Journal, where: str) -> Samples:
    """Cut at gaps, and leave pieces out that are too short."""
    pieces = stamps.split(samples.t, options.gap)
    segments = tuple((a, b) for a, b in pieces if b - a >= FEWEST)
    if not segments:
        what = f"Gaps cut it into {len(pieces)} pieces, all shorter than {FEWEST} samples."
        raise FormatError(what, where=where, remedy="Record it without pauses.")
    lost = len(samples.t) - sum(b - a for a, b in segments)
    journal.step("gaps", longest_step=options.gap, segments=len(segments), samples_lost=lost)
    if len(pieces) > 1:
        journal.note(f"Gaps cut it into {len(pieces)} pieces; {lost} samples stand in pieces too short to use.")
    return samples.part(segments)


def on_even_stamps(robot: Robot, samples: Samples, journal: Journal) -> Samples:
    """Return the samples on an even grid at the median rate, by splines; as they are if their stamps are even."""
    t, segments = samples.t, samples.segments
    step = stamps.even_step(t, segments)
    if step is not None:
        journal.step("stamps", even=True, rate=1 / step)
        return Samples(t, samples.q, samples.recorded, samples.effort, segments, 1 / step)
    steps = np.concatenate([np.diff(t[a:b]) for a, b in segments])
    step = float(np.median(steps))
    journal.step("stamps", even=False, jitter=float(np.std(steps)) / step, rate=1 / step, method="spline")
    to, among = stamps.grid(t, segments, step)
    q, recorded, effort = (
        stamps.resample(t, x, segments, to, among, degree)
        for x, degree in ((samples.q, 5), (samples.recorded, 3), (samples.effort, 3))
    )
    return Samples(to, continuous(robot, q), recorded, effort, among, 1 / step)
