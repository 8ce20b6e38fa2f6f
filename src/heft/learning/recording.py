"""Recordings: what learning takes from a motion, at equal time steps, with the commands that act."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError, FormatError
from heft.interrupts import stop_if_asked
from heft.logs import stamps
from heft.logs.cleaning import Refine
from heft.logs.cleaning_options import Cleaning
from heft.logs.commands import require_commands
from heft.logs.derivatives import continuous
from heft.logs.low_pass import low_pass
from heft.logs.marks import as_json
from heft.logs.motion import Motion
from heft.logs.robot_order import position_of_velocity
from heft.logs.runs import Progress, RunLike, as_runs, cleaned_runs, refuse_idle_cutoff
from heft.logs.unlogged import read_all
from heft.logs.usable_samples import NO_EFFORT
from heft.robot.model import Robot

ENDS = 1.5
"""Periods of the cut-off frequency for which a low-pass filter extrapolates at both ends."""
SHORTEST = 10
"""Samples that each part of a split recording must have."""
SAME_STEP = 1e-4
"""Time steps that differ by no more than this fraction are one: over the longest prediction, 3 s, they drift apart by
less than a tenth of a step of 4 ms."""


@dataclass(frozen=True, eq=False)
class Recording:
    """One stretch of motion at equal time steps.

    Attributes:
        t: (n,) [s].
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
        u: (n, nv) commands, zero where there is no drive.
        name: where it came from.
        cutoff: (nv,) cut-off frequencies [Hz] at which the motion was low-pass filtered, None if it was not.
        order: order of that filter in one pass.
        warnings: what cleaning found odd in the log.
        effort_kind: of the commands, as in `Log`; None if it is not known.
        known: the name, content, marks and segment of the log that it is a stretch of, ready for JSON; {} if of none.
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array
    u: Array
    name: str = "run"
    cutoff: Array | None = None
    order: int = Cleaning.order
    warnings: tuple[str, ...] = ()
    effort_kind: str | None = None
    known: dict[str, Any] = field(default_factory=dict)

    @property
    def dt(self) -> float:
        """The time step [s]."""
        return float((self.t[-1] - self.t[0]) / (len(self.t) - 1)) if len(self.t) > 1 else 0.0

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, part: slice) -> Recording:
        arrays = {name: getattr(self, name)[part] for name in ("t", "q", "qd", "qdd", "u")}
        return replace(self, **arrays)

    def check(self, robot: Robot) -> Recording:
        """Refuse shapes that do not fit the robot and numbers that are not finite.

        Raises:
            ArgumentError: names the signal, the coordinate and the sample.
        """
        widths = {"q": robot.nq, "qd": robot.nv, "qdd": robot.nv, "u": robot.nv}
        for name, width in widths.items():
            array = getattr(self, name)
            if array.shape != (len(self.t), width):
                raise ArgumentError(
                    f"'{name}' has shape {array.shape}; robot '{robot.name}' needs ({len(self.t)}, {width}).",
                    where=self.name,
                    remedy="Give one row for each sample and one column for each coordinate of the robot.",
                )
            bad = np.argwhere(~np.isfinite(array))
            if len(bad):
                k, j = bad[0]
                names = robot.configuration_names if name == "q" else robot.coordinate_names
                raise ArgumentError(
                    f"'{name}.{names[j]}' is not finite at sample {k} (t = {self.t[k]:.4g} s), the first of {len(bad)} "
                    "such numbers.",
                    where=self.name,
                    remedy="Remove those samples, or interpolate them, before learning.",
                )
        return self

    def delayed(self, delays: Array) -> Recording:
        """Return the recording with the commands that act from sample to sample: those of `delays` (nv,) [s] ago.

        A command that is held acts over a step with its mean, so that fractions of a step are interpolated.
        """
        return replace(self, u=self._late(delays)) if np.any(delays) else self

    def _late(self, delays: Array) -> Array:
        """Return the commands of `delays` (nv,) [s] ago; before the first command, the first one is held."""
        columns = [np.interp(self.t - d, self.t, x) for d, x in zip(delays, self.u.T, strict=True)]
        return np.stack(columns, axis=1)

    def late(self, delays: Array, held: Bools | None = None) -> Array:
        """Return the commands of `delays` (nv,) [s] ago at the samples, unfiltered; see `acting` for those `held`."""
        return self._late(delays if held is None else delays + 0.5 * self.dt * held)

    def acting(self, delays: Array | None = None, held: Bools | None = None) -> Array:
        """Return the commands that cause the accelerations at the samples, (n, nv).

        Commands that are `held` (nv,) from sample to sample act around a sample by the mean of two, half a step late.
        Accelerations have been low-pass filtered, so commands are filtered alike: accelerations show the jump of a
        command smoothed, and an unfiltered jump would look like a command with little effect.
        """
        u = self.late(np.zeros(self.u.shape[1]) if delays is None else delays, held)
        if self.cutoff is None or len(self) < 2:
            return u
        return low_pass(u, 1 / self.dt, ((0, len(self)),), self.cutoff, self.order)

    @property
    def settled(self) -> slice:
        """The samples for which the filter of commands does not extrapolate beyond the ends; at least half of all."""
        if self.cutoff is None or len(self) < 2:
            return slice(0, len(self))
        ends = min(int(np.ceil(ENDS / (np.min(self.cutoff) * self.dt))), len(self) // 4)
        return slice(ends, len(self) - ends)

    def resampled(self, robot: Robot, dt: float) -> Recording:
        """Return the recording at a longer time step [s], from its first sample on.

        The motion is that of the spline through the samples: where stamps coincide, it is unchanged. A command is held
        from sample to sample, so that over a longer step it acts with its mean.
        """
        among = ((0, len(self)),)
        t, there = stamps.grid(self.t, among, dt)
        q, qd, qdd = (stamps.resample(self.t, x, among, t, there) for x in (self.q, self.qd, self.qdd))
        ends = np.append(self.t, self.t[-1] + dt)
        impulse = np.zeros((len(ends), self.u.shape[1]))
        impulse[1:] = np.cumsum(self.u * np.diff(ends)[:, None], axis=0)
        u = np.stack([np.interp(t + dt, ends, x) - np.interp(t, ends, x) for x in impulse.T], axis=1) / dt
        return replace(self, t=t, q=continuous(robot, q), qd=qd, qdd=qdd, u=u)

    def split(self, held_out: float) -> tuple[Recording, Recording]:
        """Return the beginning, and the end that is held out.

        Args:
            held_out: fraction of the samples that is held out.

        Raises:
            ArgumentError: one of them is too short.
        """
        cut = len(self) - round(held_out * len(self))
        if min(cut, len(self) - cut) < SHORTEST:
            raise ArgumentError(
                f"It has {len(self)} samples: {cut} to learn from and {len(self) - cut} held out.",
                where=self.name,
                remedy=f"Each part needs at least {SHORTEST}: give a longer log, another fraction, or logs to test on.",
            )
        return self._part(0, cut), self._part(cut, len(self))

    def _part(self, first: int, last: int) -> Recording:
        """Return some of the samples, and remember which samples of the log they are."""
        known = dict(self.known)
        for start, _ in known.pop("segments", ()):
            known["segments"] = [[start + first, start + last]]
        return replace(self[first:last], known=known)


def at_one_step(robot: Robot, runs: Sequence[Recording]) -> list[Recording]:
    """Return recordings at their longest time step: faster ones are resampled, the others are unchanged."""
    dt = max((run.dt for run in runs), default=0.0)
    return [run if run.dt >= (1 - SAME_STEP) * dt else run.resampled(robot, dt) for run in runs]


def as_list(runs: RunLike | Recording | Iterable[RunLike | Recording]) -> list[RunLike | Recording]:
    """Return a list of runs; a single run becomes a list of one."""
    single = isinstance(runs, Recording | RunLike) or not isinstance(runs, Iterable)
    return cast("list[RunLike | Recording]", [runs] if single else list(cast("Iterable[RunLike]", runs)))


def recordings_of(
    robot: Robot,
    runs: RunLike | Recording | Iterable[RunLike | Recording],
    cleaning: Cleaning | None = None,
    servos: Bools | None = None,
) -> list[Recording]:
    """Return the stretches without gaps of all runs; see `recorded`."""
    return recorded(robot, runs, cleaning, servos=servos)[0]


def recorded(
    robot: Robot,
    runs: RunLike | Recording | Iterable[RunLike | Recording],
    cleaning: Cleaning | None = None,
    refine: Refine | None = None,
    servos: Bools | None = None,
) -> tuple[list[Recording], Cleaning]:
    """Return the stretches without gaps of all runs, and the options with which other runs are to be cleaned.

    Args:
        robot: the robot that moved.
        runs: paths, logs, motions or recordings, one or several; recordings are used unchanged.
        cleaning: how logs are cleaned, all of them together.
        refine: chooses cut-off frequencies; see `heft.logs.cleaning.clean_together`.
        servos: (nv,) the coordinates whose commands are positions; None: none, all are efforts.

    Raises:
        ArgumentError: something in `runs` is not a run, or a number in it is not finite.
        FileError: a file cannot be read.
        FormatError: a log cannot be used.
    """
    given = as_list(runs)
    logs = as_runs([run for run in given if not isinstance(run, Recording)])
    motions, settled = motions_to_learn(robot, logs, cleaning, lambda *_: stop_if_asked(), refine)
    cleaned, found = iter(motions), []
    for run in given:
        stop_if_asked()
        found += [run.check(robot)] if isinstance(run, Recording) else _of_motion(robot, next(cleaned), servos)
    return found, settled


def motions_to_learn(
    robot: Robot,
    runs: RunLike | Iterable[RunLike],
    cleaning: Cleaning | None = None,
    progress: Progress | None = None,
    refine: Refine | None = None,
) -> tuple[list[Motion], Cleaning]:
    """Return runs as motions whose velocities are those of the positions, as predictions need them.

    A velocity that was recorded late has been filtered by whatever recorded it; shifted back, its size is still not
    that of the derivative. Positions are predicted by integrating velocities, so that positions are differentiated
    there, unless `cleaning` says which velocities to take.

    Returns:
        The motions, and the options with which other runs are to be cleaned.
    """
    given, asked = read_all(as_runs(runs)), cleaning or Cleaning()
    if refine is not None:
        refuse_idle_cutoff(asked, given)
    motions, settled = cleaned_runs(robot, given, asked, progress, refine=refine)
    late = np.zeros(robot.nv, bool)
    for run, motion in zip(given, motions, strict=True):
        if not isinstance(run, Motion):
            late |= (motion.cleaning.velocity_lags(robot) != 0) & (np.array(motion.cleaning.velocities) == "recorded")
    open_ones = np.broadcast_to(np.array(asked.velocities), (robot.nv,)) == "auto"
    if not np.any(late & open_ones):
        return motions, settled
    sources = np.where(late & open_ones, "positions", asked.velocities)
    return cleaned_runs(robot, given, replace(asked, velocities=tuple(sources.tolist())), refine=refine)


def _of_motion(robot: Robot, motion: Motion, servos: Bools | None) -> list[Recording]:
    """Return the segments of a motion; an effort that was not measured is zero.

    Raises:
        FormatError: no joint has an effort or, where there are servos, a commanded position.
    """
    u, cutoff, kind = np.where(motion.measured, motion.effort, 0.0), None, motion.effort_kind
    if servos is not None and np.any(servos):
        q = motion.q[:, position_of_velocity(robot)]
        u = np.where(servos, require_commands(robot, q, motion.command, servos, motion.where), u)
        kind = None if np.all(servos | ~motion.measured) else kind
    if motion.cleaning.cutoff is not None:
        cutoff = motion.cleaning.cutoffs(robot)[position_of_velocity(robot)]
    driven = [joint for joint in robot.joint_names if joint not in motion.cleaning.passive]
    if driven and not np.any(u):
        raise FormatError(
            f"The effort of {', '.join(driven)} is missing, constant or zero throughout.",
            where=motion.where,
            remedy="Log torques or commands, or declare all joints that have no drive as passive."
            if motion.command is None
            else "It has commanded positions: learn servos (--actuator servo), or use heft identify --servo.",
        )
    whole = Recording(
        t=motion.t,
        q=motion.q,
        qd=motion.qd,
        qdd=motion.qdd,
        u=u,
        name=motion.where,
        cutoff=cutoff,
        order=motion.cleaning.order,
        warnings=tuple(each for each in motion.warnings if kind is not None or each != NO_EFFORT),
        effort_kind=kind,
    )
    whole.check(robot)
    known = {"source": {"path": motion.where}, "content": motion.content, "marks": as_json(motion.marks)}
    return [replace(whole[a:b], known={**known, "segments": [[a, b]]}) for a, b in motion.segments]
