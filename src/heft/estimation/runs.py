"""The logs of an identification: read, cleaned, dead channels marked, and some held out. All of it once, here.

With several logs the last one is held out; of a single one, its end. Logs with a payload are read beside them. Where
a cluster reads the logs that are fitted, they stay with its workers, and only their beginnings come here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from operator import is_
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heft.arrays import Bools
from heft.errors import ArgumentError
from heft.estimation.cluster import given_to
from heft.estimation.columns import model_of
from heft.estimation.contacts import alike
from heft.estimation.earlier import cleaning_like, refuse_other_cleaning
from heft.estimation.extent import refuse_large
from heft.estimation.friction_per_log import numbered
from heft.estimation.row_blocks import acting_rows
from heft.estimation.sensed import sensors_of, split_at, why_unused, with_signs
from heft.identifiability.instrumented import axes_of
from heft.logs.cleaning_options import Cleaning
from heft.logs.content import KnownRun, first_repeated, shared_words
from heft.logs.cutoff import refined
from heft.logs.draft import Drafts
from heft.logs.held import Held, Here, Several
from heft.logs.journal import once
from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.motion import Motion
from heft.logs.runs import Progress, RunLike, as_runs, cleaned_held, motions_of, refuse_cutoff_above
from heft.logs.unlogged import held_joints, read_all, without_unlogged_in
from heft.robot.model import Robot

if TYPE_CHECKING:
    from distributed import Client

    from heft.estimation.drive_gains import DriveGains
    from heft.estimation.information import Information
    from heft.estimation.options import Options

SEEN = 1_000_000
"""Samples of all logs that are fitted, at most, by which friction laws are chosen and faults are looked for; of longer
logs, their beginnings. Parameters and their intervals come from all samples."""

PREDICTING = ("viscous", "coulomb", "offset")
"""The friction of the model by which cut-off frequencies are chosen."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Runs:
    """Measured motions of one robot.

    Attributes:
        robot: whose motions they are; joints that no log records are locked.
        unloaded: the motions without payload, as far as they are looked at.
        fitted: the part of them that estimates are fitted to, or its beginnings: see `SEEN`.
        held_out: the part that is held out.
        loaded: motions with a payload.
        longer: all samples that estimates are fitted to, where `fitted` are beginnings or a cluster has the logs.
        dead: the coordinates whose efforts were logged but are zero throughout.
        cleaning: how the fitted logs were cleaned, with what was chosen; other logs of the robot are cleaned alike.
        held: a warning of the joints that are locked because no log records them, and of sensors that are not used.
        sensors: the frames of the force/torque sensors whose wrenches are fitted; bodies of the robot, or "base".
        ballistic: whether the robot flies throughout, so that no effort is used.
    """

    robot: Robot
    unloaded: tuple[Motion, ...]
    fitted: tuple[Motion, ...]
    held_out: tuple[Motion, ...]
    loaded: tuple[Motion, ...] = ()
    longer: Held[Motion] | None = None
    dead: tuple[str, ...] = ()
    cleaning: Cleaning = field(default_factory=Cleaning)
    held: tuple[str, ...] = ()
    sensors: tuple[str, ...] = ()
    ballistic: bool = False

    @classmethod
    def read(
        cls,
        robot: Robot,
        runs: RunLike | Sequence[RunLike],
        options: Options,
        *,
        loaded: RunLike | Sequence[RunLike] = (),
        earlier: Information | None = None,
        cluster: Client | None = None,
        progress: Progress | None = None,
    ) -> Runs:
        """Read and clean runs, mark dead channels, and hold some samples out.

        Cut-off frequencies, sources of velocities and velocity thresholds come from the logs that are fitted; the
        held-out log and those with a payload are cleaned with the same.

        Args:
            robot: whose runs they are.
            runs: without payload: paths, logs or motions.
            options: how logs are cleaned, and what share is held out.
            loaded: runs with a payload.
            earlier: information of earlier logs that these are added to, and with which they are cleaned alike.
            cluster: whose workers read the logs that are fitted, if there are several.
            progress: called with how many runs have been read, and how many there are.

        Raises:
            HeftError: a run cannot be read or used.
        """
        given, file = as_runs(runs), robot
        if not given:
            raise ArgumentError("There is no motion to estimate from.", remedy="Give at least one log.")
        count = max(len(given) - 1, 1) if options.held_out else len(given)
        alone = len(given) == 1 and options.held_out > 0
        first = _read(given[:count], None if alone else cluster)
        others = Here(read_all([*given[count:], *as_runs(loaded)]))
        read = Several([first, others])
        about, total = read.each(_facts), len(read)
        frames, loads = [each.frames for each in about[: len(given)]], total > len(given)
        sensors, unused = _sensors(frames, options, earlier, loaded=loads)
        robot = split_at(without_unlogged_in(file, read), sensors)
        refuse_large(robot)
        refuse_cutoff_above(options.cleaning, [each.rate for each in about[:count] if each.rate is not None])
        asked = options.cleaning if earlier is None else cleaning_like(earlier, options.cleaning)
        if options.touching:
            asked = alike(robot, first.fetched(), asked)
        counted, needs_effort = _counted(progress, 0, total), not options.ballistic
        refine = partial(_refined, robot, options)
        whole, cleaning = cleaned_held(robot, first, asked, counted, needs_effort=needs_effort, refine=refine)
        rest = _counted(progress, count, total)
        every = Several([whole, Here(motions_of(robot, others.items, cleaning, rest, needs_effort=needs_effort))])
        known, passive = every.each(_known), passive_of(robot, every.each(_passive))
        refuse_repeated(known[:count], known[count : len(given)], known[len(given) :])
        alive = every.made(without_dead_channels, robot, passive)
        logged, living = (np.any(which.each(_measured), axis=0) for which in (every, alive))
        whole, here = alive.parts[0], alive.parts[1].fetched()
        seen = whole.fetched() if alone else beginnings(whole)
        if earlier is not None:
            refuse_other_cleaning(earlier, seen)
        unloaded = [*seen, *here[: len(given) - count]]
        fitted, held_out = split(unloaded, options.held_out, options.cleaning.decimation is None)
        return cls(
            robot=robot,
            unloaded=tuple(unloaded),
            fitted=tuple(fitted),
            held_out=tuple(held_out),
            loaded=tuple(here[len(given) - count :]),
            longer=None if isinstance(whole, Here) and all(map(is_, seen, whole.items)) else whole,
            cleaning=cleaning,
            held=(*held_joints(file, robot), *unused),
            sensors=sensors,
            ballistic=options.ballistic,
            dead=tuple(robot.coordinate_names[r] for r in np.flatnonzero(logged & ~living)),
        )

    @property
    def whole(self) -> Held[Motion]:
        """All samples that estimates are fitted to."""
        return Here(self.fitted) if self.longer is None else self.longer

    @property
    def every(self) -> tuple[Motion, ...]:
        """All motions, as far as they are looked at, loaded ones last."""
        return self.unloaded + self.loaded

    @property
    def torques(self) -> bool:
        """Whether joint efforts are used: in flight, and where wrenches are all that was measured, they are not."""
        return not self.ballistic and (any(np.any(motion.measured) for motion in self.every) or not self.sensors)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What cleaning warned of, each kind of sentence once, with its first log and a count of the others."""
        return (*self.held, *once((name_of(motion), text) for motion in self.every for text in motion.warnings))

    def changed(self, change: Callable[[Motion], Motion]) -> Runs:
        """Return the same runs with each motion changed."""
        parts = {name: tuple(map(change, getattr(self, name))) for name in ("unloaded", "fitted", "held_out", "loaded")}
        return replace(self, **parts, longer=None if self.longer is None else self.longer.made(change))

    @property
    def numbered(self) -> Runs:
        """The same runs with those that are fitted numbered, to tell them apart."""
        longer = None if self.longer is None else Here(numbered(self.longer.fetched()))
        return replace(self, fitted=numbered(self.fitted), longer=longer)

    def turned(self, sensors: Sequence[str]) -> Runs:
        """Return the same runs with the wrenches of some sensors turned."""
        return self.changed(partial(with_signs, turned=sensors))

    def in_torques(self, gains: DriveGains) -> Runs:
        """Return the same runs with motor currents turned into joint torques."""
        return self.changed(gains.torques)


class Facts(NamedTuple):
    """What a run is asked before it is cleaned.

    Attributes:
        rate: sampling rate [Hz] of a log; None of a motion.
        frames: of its force/torque sensors.
    """

    rate: float | None
    frames: tuple[str, ...]


def _facts(run: Log | Motion) -> Facts:
    return Facts(run.rate if isinstance(run, Log) else None, tuple(run.wrenches))


def _known(motion: Motion) -> KnownRun:
    return motion.known


def _passive(motion: Motion) -> tuple[str, ...]:
    return motion.cleaning.passive


def _measured(motion: Motion) -> Bools:
    return motion.measured


def samples_in(motion: Motion) -> int:
    """Return how many samples are in the segments of a motion."""
    return sum(stop - start for start, stop in motion.segments)


def beginnings(motions: Held[Motion]) -> list[Motion]:
    """Return motions as far as they are looked at; see `SEEN`."""
    if sum(motions.each(samples_in)) <= SEEN:
        return motions.fetched()
    return motions.each(Motion.beginning, SEEN // len(motions))


def _read(runs: Sequence[RunLike], cluster: Client | None) -> Held[Log | Motion]:
    """Return runs with their files read, by the workers of a cluster if there is one."""
    return Here(read_all(runs)) if cluster is None else given_to(cluster, _paths(runs)).made(read_log)


def _sensors(
    frames: Sequence[Sequence[str]], options: Options, earlier: Information | None, *, loaded: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the force/torque sensors that are used, and a warning of those that are not.

    Raises:
        ArgumentError: sensors are asked for that the logs do not have, or that do not go together with other options.
    """
    found, reason = sensors_of(frames, options.sensors), why_unused(options, loaded=loaded)
    if reason and found:
        what = f"The wrenches of force/torque sensors ({', '.join(found)}) cannot be combined with {reason}"
        if not isinstance(options.sensors, str):
            raise ArgumentError(f"{what}.", remedy="Leave one of them out.")
        return (), (f"{what}: they are left out.",)
    if earlier is not None and isinstance(options.sensors, str):
        found = tuple(frame for frame in found if axes_of(frame)[0] in earlier.coordinates)
    return found, ()


def refuse_repeated(fitted: Sequence[KnownRun], held_out: Sequence[KnownRun], loaded: Sequence[KnownRun]) -> None:
    """Refuse the same samples twice, under whatever name.

    Raises:
        ArgumentError: names both logs, and says what would be wrong.
    """
    held = first_repeated(held_out, fitted)
    if held is not None:
        raise ArgumentError(
            f"The held-out log {shared_words(*held)}, which is fitted: its residuals would say nothing about new data.",
            remedy="Give each log once; with a single log, its end is held out.",
        )
    pair = first_repeated([*fitted, *held_out, *loaded])
    if pair is not None:
        raise ArgumentError(
            f"{shared_words(*pair)}: they would count twice, and intervals would shrink without new data.",
            remedy="Give each log once.",
        )


def _refined(robot: Robot, options: Options, drafts: Drafts, cleaning: Cleaning) -> Cleaning:
    """Return cleaning as predicts efforts best, by a linear model with simple friction."""
    model = model_of(robot, PREDICTING, options.armature, options.couplings)
    return refined(
        robot,
        partial(acting_rows, model, range(len(model.names))),
        options.cleaning.velocities == "auto",
        drafts,
        cleaning,
    )


def _counted(progress: Progress | None, before: int, total: int) -> Progress | None:
    """Return progress over all runs, for a part of them that comes after others."""
    return None if progress is None else lambda done, _: progress(before + done, total)


def passive_of(robot: Robot, names: Sequence[Sequence[str]]) -> Bools:
    """Return (nv,) where an effort of zero is a measurement: on passive joints, and on a floating base in the air."""
    passive = np.zeros(robot.nv, bool)
    for joint in robot.joints:
        named = any(joint.name in of_run for of_run in names)
        passive[robot.v_index[joint.name]] = named or joint.kind == "floating"
    return passive


def without_dead_channels(motion: Motion, robot: Robot, passive: Bools) -> Motion:
    """Return a motion with efforts that are zero throughout marked as not measured, except where zero is meant."""
    if motion.effort.shape[1] != robot.nv:
        return motion  # of another robot, which is refused where the model is known
    return replace(motion, measured=motion.measured & (passive | np.any(np.nan_to_num(motion.effort) != 0, axis=0)))


def split(motions: Sequence[Motion], share: float, shorten: bool = True) -> tuple[list[Motion], list[Motion]]:
    """Return what to fit and what is held out: the last run, or that share of a single one's end.

    A low-pass filter that reaches over all of that end would leave nothing to judge by, so it is shortened.

    Args:
        motions: the runs.
        share: of a single run that is held out; 0 holds nothing out.
        shorten: whether the filter of the regression may be shortened.
    """
    if not share:
        return list(motions), []
    if len(motions) > 1:
        return list(motions[:-1]), [motions[-1]]
    (motion,) = motions
    cut = round((1 - share) * motion.n)
    first = tuple((start, min(stop, cut)) for start, stop in motion.segments if start < cut)
    last = tuple((max(start, cut), stop) for start, stop in motion.segments if stop > cut)
    if shorten and motion.regression_filter is not None:
        motion = motion.with_filter(motion.regression_filter.shortened(motion.rate, last))
    return [replace(motion, segments=first)], [replace(motion, segments=last)]


def name_of(motion: Motion) -> str:
    """Return the file of a motion, as a person would name it."""
    return motion.source.path if motion.source else "the motion"


def _paths(runs: Sequence[RunLike]) -> tuple[str, ...]:
    if not all(isinstance(run, str | Path) for run in runs):
        raise ArgumentError(
            "The workers of a cluster read logs themselves.", remedy="Give paths of log files that they can see."
        )
    return tuple(str(Path(run).absolute()) for run in runs if isinstance(run, str | Path))
