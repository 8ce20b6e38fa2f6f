"""The samples of a log that can be used: in the robot's order, complete, split at gaps, on even stamps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError, FormatError, did_you_mean, listed
from heft.logs import bursts, channel_checks, stamps
from heft.logs.cleaning_options import Cleaning
from heft.logs.derivatives import continuous
from heft.logs.followers import add_efforts_of_followers
from heft.logs.impossible import without_impossible
from heft.logs.journal import Journal
from heft.logs.log import Log
from heft.logs.robot_order import in_robot_order
from heft.logs.spikes import without_spikes
from heft.logs.stuck import without_stuck
from heft.robot.length import longest
from heft.robot.model import Robot
from heft.text import counted, printable

FEWEST = 32
"""The fewest samples from which a spectrum can be estimated."""

HELD = 0.01
"""How far [rad or m] a locked joint may be from its place without a warning."""

MOVES = 0.1
"""How far [rad or m] a locked joint that carries others may move: beyond, no result would hold."""

NO_EFFORT = "No effort was measured: neither torque nor current changes in any joint."

COPIES = "copied channels"
"""The step in which a motion says that two channels are the same."""

MANY = 0.01
"""A larger share of the stamps than this in bursts is worth a warning."""


@dataclass(frozen=True, eq=False)
class UsableSamples:
    """Columns in the robot's order.

    Attributes:
        t: (n,) [s].
        q: (n, nq).
        recorded: (n, nv) velocities of the log.
        effort: (n, nv).
        segments: (start, stop) of each stretch without gaps.
        rate: sampling rate [Hz].
    """

    t: Array
    q: Array
    recorded: Array
    effort: Array
    segments: stamps.Segments
    rate: float

    def part(self, segments: stamps.Segments) -> UsableSamples:
        """Return the samples of some segments, one after the other."""
        among = stamps.in_a_row([b - a for a, b in segments])
        t, q, recorded, effort = (stamps.take(x, segments) for x in (self.t, self.q, self.recorded, self.effort))
        return UsableSamples(t, q, recorded, effort, among, self.rate)


def usable(robot: Robot, log: Log, options: Cleaning, journal: Journal) -> UsableSamples:
    """Return the samples with increasing stamps and without missing numbers, in one piece.

    Raises:
        FormatError: too few samples can be used, they are those of another robot, in degrees or in counts, or a locked
            joint that carries others moves.
    """
    columns = in_robot_order(robot, log)
    efforts, positions = robot.coordinate_names, robot.configuration_names
    channels = {"q": (columns.q, positions), "qd": (columns.qd, efforts), "effort": (columns.effort, efforts)}
    without_impossible(channels, journal)
    channel_checks.refuse_huge({"q": columns.q, "qd": columns.qd, "tau": columns.effort}, log.where)
    if log.n < FEWEST:
        remedy = "Record a longer run."
        raise FormatError(f"It has {log.n} samples; at least {FEWEST} are needed.", where=log.where, remedy=remedy)
    held = dict(robot.locked)
    followers = [body.joint.name for body in robot.bodies if body.joint.mimic is not None]
    if follow := [name for name in columns.extra if name in followers]:
        text = "follows another joint by the robot's file, so its positions and velocities are not used."
        journal.note(f"{', '.join(follow)}: {text}")
    if extra := [name for name in columns.extra if name not in held and name not in followers]:
        journal.warn(f"{', '.join(extra)}: not a joint of '{robot.name}', so it is left out.")
    for name in columns.extra:
        if name in held:
            low, high = _check_held(name, held[name], log.q[:, log.q_names.index(name)], journal)
            if name in robot.carrying and high - low > MOVES:
                raise FormatError(
                    f"Joint '{name}' is locked at {held[name]:.4g} and carries joints that move, but in the log it "
                    f"moves itself, between {low:.4g} and {high:.4g}.",
                    where=log.where,
                    remedy="Leave it free, or take only samples in which it stands still: heft import LOG --samples "
                    "FIRST:LAST -o part.parquet.",
                )
    if copied := [log.q_names[k] for k in np.flatnonzero(channel_checks.same_as_command(log.q, log.command))]:
        journal.warn(
            f"The positions of {', '.join(copied)} are exactly those that were commanded: they were not measured, so "
            "velocities and accelerations are the commanded ones."
        )
    _note_copies(robot, columns.q, columns.effort, journal)
    add_efforts_of_followers(robot, log, columns.effort, journal)
    effort = _efforts(robot, log, columns.effort, options, journal)
    without_spikes(effort, efforts, journal)
    without_stuck(robot, log.t, columns.q, effort, log.where, journal)
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
    unstamped = int(np.count_nonzero(~np.isfinite(log.t)))
    bad, lacking = log.n - len(ordered) - unstamped, int(np.count_nonzero(~complete)) + unstamped
    journal.step("samples", given=log.n, kept=len(index), bad_stamps=bad, missing_numbers=lacking)
    if len(index) < max(FEWEST, log.n / 2):
        worst = int(np.argmax(np.isnan(columns.q).mean(axis=0)))
        share = 100 * float(np.isnan(columns.q[:, worst]).mean())
        raise FormatError(
            f"{bad} of {log.n} samples have a time stamp that does not increase, and {lacking} lack a number. The "
            f"remaining {len(index)} are too few. q.{robot.configuration_names[worst]} is missing in {share:.0f} %.",
            where=log.where,
            remedy="Record the run again, or split the file if it holds several runs.",
        )
    if bad:
        journal.warn(f"{bad} of {log.n} samples are left out because their time stamps do not increase.")
    gone = np.concatenate([ordered[~complete], np.flatnonzero(~np.isfinite(log.t))])
    if np.any((gone > index[0]) & (gone < index[-1])):
        journal.warn(f"{lacking} of {log.n} samples are left out because they lack a number.")
    elif lost := log.broken_off:
        journal.warn(f"The last sample breaks off: it lacks {', '.join(map(printable, lost))}. Was the file cut off?")
    elif lacking:
        journal.note(
            f"{counted(lacking, 'sample')} at the ends of the log {'lacks' if lacking == 1 else 'lack'} a number."
        )
    t, kept = _without_bursts(log.t[index], journal)
    rows, rate = slice(None) if len(t) == log.n else index[kept], 1 / float(np.median(np.diff(t)))
    q = _positions(robot, t, columns.q[rows], log.where, journal)
    return UsableSamples(t, q, recorded[rows], effort[rows], ((0, len(t)),), rate)


def _note_copies(robot: Robot, q: Array, effort: Array, journal: Journal) -> None:
    """Record which channels are copies of others; joints that move together by the robot's file may be alike."""
    apart = [joint.name for joint in robot.joints if joint.nq == joint.nv == 1 and joint.mimic is None]
    for what, values, index in (("positions", q, robot.q_index), ("efforts", effort, robot.v_index)):
        columns = values[:, [index[name].start for name in apart]]
        for one, other in channel_checks.copies(columns, apart):
            journal.step(COPIES, what=what, joints=[one, other])


def _without_bursts(t: Array, journal: Journal) -> tuple[Array, Bools]:
    """Return the stamps of the samples that are kept, none almost at the same time, and which these are."""
    new, kept, moved = bursts.spread(t)
    dropped = int(np.count_nonzero(~kept))
    if moved or dropped:
        journal.step("bursts", moved=moved, dropped=dropped)
        parts = [f"{moved} are moved to even steps"] if moved else []
        parts += (
            [f"{counted(dropped, 'sample')} next to another {'is' if dropped == 1 else 'are'} left out"]
            if dropped
            else []
        )
        text = f"Some of the {len(t)} time stamps nearly coincide, in bursts: {', '.join(parts)}."
        (journal.warn if moved + dropped > MANY * len(t) else journal.note)(text)
    return new[kept], kept


def _check_held(name: str, position: float, q: Array, journal: Journal) -> tuple[float, float]:
    """Warn if a joint that the robot holds still moves in the log, or stands elsewhere; return between which places."""
    q = q[np.isfinite(q)]
    if not len(q):
        return position, position
    low, high = float(np.min(q)), float(np.max(q))
    if max(high - position, position - low) > HELD:
        journal.warn(
            f"Joint '{name}' is locked at {position:.4g}, but it is between {low:.4g} and {high:.4g} in the log. "
            "Lock it where it stands, or leave it free."
        )
    return low, high


def _efforts(robot: Robot, log: Log, effort: Array, options: Cleaning, journal: Journal) -> Array:
    """Return the efforts, NaN where they are not measured or dead, zero at joints without a drive; in place."""
    for name in options.passive:
        if name not in robot.joint_names:
            remedy = did_you_mean(name, robot.joint_names)
            raise ArgumentError(f"Robot '{robot.name}' has no joint '{name}' that could be passive.", remedy=remedy)
    lost = []
    for joint in robot.joints:
        for k in range(*robot.v_index[joint.name].indices(robot.nv)):
            if joint.name in options.passive:
                effort[:, k] = 0.0
            elif joint.nv == 1 and channel_checks.dead(effort[:, k]):
                lost.append(joint.name)
                effort[:, k] = np.nan
            elif channel_checks.mostly_missing(effort[:, k]):
                effort[:, k] = np.nan
    if lost:
        journal.warn(
            f"The effort of {', '.join(lost)} never changes, so it counts as not measured. "
            "If the joint has no drive, declare it passive."
        )
    if np.isnan(effort).all():
        journal.warn(NO_EFFORT)
    return effort


def _positions(robot: Robot, t: Array, q: Array, where: str, journal: Journal) -> Array:
    """Return the positions without jumps of a whole turn, in place; warn of what is odd in them."""
    if degrees := channel_checks.in_degrees(robot, q):
        raise FormatError(
            f"The positions of {', '.join(degrees)} fit their limits as degrees, not as radians.",
            where=where,
            remedy='Positions are in radians: import the log with a map that has unit = "deg".',
        )
    if millimetres := channel_checks.in_millimetres(robot, q):
        raise FormatError(
            f"The positions of {', '.join(millimetres)} fit their limits as millimetres, not as metres.",
            where=where,
            remedy='Positions are in metres: import the log with a map that has unit = "mm" for these joints.',
        )
    if counts := channel_checks.in_counts(robot, q):
        raise FormatError(
            f"The positions of {listed(counts, separator='; those of ')}. Are these counts of an encoder?",
            where=where,
            remedy="Import the log with a map that has scale = 2 pi / counts per turn, or a unit, for each joint; if "
            "the limits are wrong, correct the robot's file.",
        )
    if far := channel_checks.too_far_too_fast(robot, t, q):
        raise FormatError(
            f"The positions of {listed(far, separator='; those of ')}, and the robot of the file is at most "
            f"{longest(robot):.4g} m long. Are these millimetres?",
            where=where,
            remedy='Positions are in metres: import the log with a map that has unit = "mm" for these joints. If they '
            "are in metres, give the joints limits in the robot's file.",
        )
    for joint in robot.joints:
        if joint.nq != 1:
            continue
        k = robot.q_index[joint.name].start
        reach = float(np.max(np.abs(q[:, k])))  # as recorded: turns that are undone below are no degrees
        if joint.kind == "revolute":
            q[:, k], jumps = channel_checks.unwrapped(q[:, k])
            if jumps:
                journal.warn(f"The angle of '{joint.name}' jumps by a turn {counted(jumps, 'time')}, which is undone.")
        if channel_checks.dead(q[:, k]):
            journal.warn(f"Joint '{joint.name}' never moves.")
        elif (step := channel_checks.quantum(q[:, k])) is not None:
            journal.note(f"The positions of '{joint.name}' are multiples of {step:.3g}.")
        if joint.kind == "revolute" and np.isinf(joint.limits.upper) and reach > channel_checks.FAR:
            journal.warn(f"The angle of '{joint.name}' reaches {reach:.4g} rad. Is it in degrees?")
    for sentence in channel_checks.beyond_limits(robot, q):
        journal.warn(sentence)
    return continuous(robot, q)


def split(samples: UsableSamples, gap: float, journal: Journal, where: str) -> UsableSamples:
    """Split at steps of more than `gap` median steps, and leave out pieces that are too short."""
    pieces = stamps.split(samples.t, gap)
    segments = tuple((a, b) for a, b in pieces if b - a >= FEWEST)
    if not segments:
        what = f"Gaps split it into {len(pieces)} pieces, all shorter than {FEWEST} samples."
        raise FormatError(what, where=where, remedy="Record the run without pauses.")
    lost = len(samples.t) - sum(b - a for a, b in segments)
    journal.step("gaps", longest_step=gap, segments=len(segments), samples_lost=lost)
    if len(pieces) > 1:
        unused = f"; {counted(lost, 'sample')} in pieces that are too short cannot be used" if lost else ""
        journal.warn(f"Gaps split it into {len(pieces)} pieces{unused}.")
    return samples.part(segments)


def on_even_stamps(robot: Robot, samples: UsableSamples, journal: Journal) -> UsableSamples:
    """Return the samples on an even grid at the median rate, by splines; as they are if their stamps are even."""
    t, segments = samples.t, samples.segments
    step = stamps.even_step(t, segments)
    if step is not None:
        journal.step("stamps", even=True, rate=1 / step)
        return UsableSamples(t, samples.q, samples.recorded, samples.effort, segments, 1 / step)
    steps = np.concatenate([np.diff(t[a:b]) for a, b in segments])
    step = float(np.median(steps))
    journal.step("stamps", even=False, jitter=float(np.std(steps)) / step, rate=1 / step, method="spline")
    to, among = stamps.grid(t, segments, step)
    q, recorded, effort = (
        stamps.resample(t, x, segments, to, among, degree)
        for x, degree in ((samples.q, 5), (samples.recorded, 3), (samples.effort, 3))
    )
    return UsableSamples(to, continuous(robot, q), recorded, effort, among, 1 / step)
