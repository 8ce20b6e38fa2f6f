"""A draft: a log in the robot's order on even stamps, with what its spectra say, before it is filtered.

Several logs of a robot are drafted first, so that cut-off frequencies, sources of velocities and velocity thresholds
can be chosen from all of them together: by their surveys, which are small.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from heft.arrays import Array
from heft.logs.bridges import SPLIT, affordable, bridged, longest_step
from heft.logs.channel_checks import quantum
from heft.logs.cleaning_options import Cleaning
from heft.logs.commands import commands_of
from heft.logs.held import Held
from heft.logs.journal import Journal
from heft.logs.log import Log, Origin
from heft.logs.marks import marks_of
from heft.logs.saturation import plateaus
from heft.logs.seldom_efforts import at_efforts
from heft.logs.sensor_record import SensorRecord, sensor_records
from heft.logs.spectrum import cutoff_and_floor, longest
from heft.logs.stamps import continued
from heft.logs.time_units import refuse_impossible_rate
from heft.logs.usable_samples import UsableSamples, on_even_stamps, split, usable
from heft.robot.model import Robot


@dataclass(frozen=True, eq=False, kw_only=True)
class Draft:
    """A log before it is filtered.

    Attributes:
        robot: whose log it is.
        raw: its usable samples, as they were recorded.
        even: the same on even stamps, split at every pause of more than `gap` median steps.
        gap: see `even`.
        effort_kind: as in `Log`.
        source: the file of the log.
        where: what errors call it.
        content: a hash of the log's samples.
        marks: samples by which parts of the log are recognised.
        plateaus: (2, nv) the values at which efforts are clipped, infinite where they are not.
        command: (n, nv) commanded positions at the stamps of the log, None if there are none.
        touched: the stamps of the log, and its channels of contacts by link.
        sensors: the records of force/torque sensors by their frames, with the stamps of the log.
        journal: what has been done and found before `even` was made.
        evening: what was done for `even`.
    """

    robot: Robot
    raw: UsableSamples
    even: UsableSamples
    gap: float
    effort_kind: str
    source: Origin | None
    where: str
    content: str
    marks: Mapping[str, int]
    plateaus: Array
    command: Array | None
    sensors: Mapping[str, SensorRecord]
    touched: tuple[Array, Mapping[str, Array]]
    journal: Journal
    evening: Journal

    @cached_property
    def spectra(self) -> Array:
        """(nq, 2) the cut-off frequency [Hz] of each position by its spectrum, and the density of its noise."""
        rows = longest(self.even.segments)
        return np.array([cutoff_and_floor(column[rows], self.even.rate) for column in self.even.q.T])

    @cached_property
    def velocity_noise(self) -> Array:
        """(nv,) the noise density of each recorded velocity, zero where there is none."""
        rows, rate = longest(self.even.segments), self.even.rate
        columns = self.even.recorded.T
        return np.array([0.0 if np.isnan(c).any() else cutoff_and_floor(c[rows], rate)[1] for c in columns])

    @cached_property
    def resolution(self) -> Array:
        """(nq,) the step of which all positions are multiples; zero where there is none."""
        return np.array([quantum(column) or 0.0 for column in self.raw.q.T])

    @property
    def survey(self) -> Survey:
        """What choices for all logs together need to know of it."""
        even = self.even
        return Survey(
            where=self.where,
            effort_kind=self.effort_kind,
            samples=len(self.raw.t),
            rate=even.rate,
            seconds=max(b - a for a, b in even.segments) / even.rate,
            recorded=not np.isnan(even.recorded).all(),
            spectral=self.spectra[:, 0],
            deviation=np.std(even.q, axis=0),
            largest=np.abs(even.q).max(axis=0),
            resolution=self.resolution,
        )

    def bridged(self, options: Cleaning) -> tuple[UsableSamples, float, Journal]:
        """Return the samples on even stamps with short pauses bridged, the longest step, and the journal so far.

        Args:
            options: with cut-off frequencies.
        """
        step = float(np.median(np.diff(self.raw.t)))
        gap = longest_step(step, float(np.max(options.cutoffs(self.robot))), options.gap)
        steps, journal = np.diff(self.raw.t) / step, Journal()
        if not np.any((steps > self.gap) & (steps <= gap)):
            return self.even, gap, self.journal.then(self.evening)
        samples = _on_even_stamps(self.robot, self.raw, gap, self.where, journal)
        return samples, gap, self.journal.then(journal)


@dataclass(frozen=True, eq=False, kw_only=True)
class Survey:
    """What choices for all logs together need to know of one.

    Attributes:
        where: what errors call it.
        effort_kind: as in `Log`.
        samples: how many are usable.
        rate: sampling rate [Hz].
        seconds: the length of its longest segment [s].
        recorded: whether velocities were recorded.
        spectral: (nq,) the cut-off frequency [Hz] of each position by its spectrum.
        deviation: (nq,) standard deviation of each position.
        largest: (nq,) the largest size of each position.
        resolution: (nq,) see `Draft.resolution`.
    """

    where: str
    effort_kind: str
    samples: int
    rate: float
    seconds: float
    recorded: bool
    spectral: Array
    deviation: Array
    largest: Array
    resolution: Array


@dataclass(frozen=True, eq=False)
class Drafts:
    """The drafts of several logs, wherever they are, and their surveys."""

    held: Held[Draft]
    surveys: Sequence[Survey]

    @classmethod
    def of(cls, held: Held[Draft]) -> Drafts:
        """Survey each."""
        return cls(held, held.each(_survey))


def _survey(draft: Draft) -> Survey:
    return draft.survey


def drafted(log: Log, robot: Robot, options: Cleaning) -> Draft:
    """Return a log in the robot's order on even stamps.

    Raises:
        FormatError: too few samples can be used, or they are those of another robot or in degrees.
    """
    journal, evening = Journal(), Journal()
    log = _with_continued_stamps(log, journal)
    raw = usable(robot, at_efforts(log, journal), options, journal)
    refuse_impossible_rate(raw.rate, log.where)
    gap = SPLIT if options.gap is None else options.gap
    return Draft(
        robot=robot,
        raw=raw,
        even=_on_even_stamps(robot, raw, gap, log.where, evening),
        gap=gap,
        effort_kind=log.effort_kind,
        source=log.source,
        where=log.where,
        content=log.content,
        marks=marks_of(_by_name(log.q, log.q_names), None if log.effort is None else _by_name(log.effort, log.v_names)),
        plateaus=plateaus(robot, raw.q, raw.effort, journal),
        command=commands_of(robot, log),
        touched=(log.t, log.contacts),
        sensors=sensor_records(log.t, log.wrenches, journal),
        journal=journal,
        evening=evening,
    )


def _with_continued_stamps(log: Log, journal: Journal) -> Log:
    """Return a log whose stamps go on after a pause where the clock was set back, and say so."""
    t, places = continued(log.t)
    if not places:
        return log
    words = ", ".join(f"by {back:.4g} s at sample {k}" for k, back in places)
    journal.step("clock set back", samples=[k for k, _ in places])
    journal.warn(f"The clock of the time stamps was set back {words}: the log is split there.")
    return replace(log, t=t)


def _by_name(values: Array, names: Sequence[str]) -> Array:
    """Return columns in the order of their names, which files may have in another order."""
    return values[:, sorted(range(len(names)), key=names.__getitem__)]


def _on_even_stamps(robot: Robot, raw: UsableSamples, gap: float, where: str, journal: Journal) -> UsableSamples:
    """Return samples with pauses of up to `gap` median steps bridged, split at longer ones, on even stamps."""
    gap = affordable(raw.t, gap, journal)
    return on_even_stamps(robot, split(bridged(raw, gap, journal), gap, journal, where), journal)
