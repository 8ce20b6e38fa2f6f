"""What models are fitted to: samples of motion, and stretches of it for rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError, FormatError
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning, per_coordinate
from heft.logs.log import Log
from heft.logs.motion import Motion
from heft.logs.robot_order import position_of_velocity
from heft.logs.spectrum import low_pass
from heft.robot.model import Robot

ENDS = 1.5
"""Periods of a low-pass's cut-off for which it guesses at both ends."""
SHORTEST = 10
"""Samples that a part of a split log must have."""


@dataclass(frozen=True, eq=False)
class Run:
    """One recording at equal steps.

    Attributes:
        t: (n,) [s].
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
        u: (n, nv) commands, zero where nothing drives.
        name: where it came from.
        cutoff: (nv,) [Hz] of the low-pass that the motion has passed, None if it has passed none.
        order: of that low-pass, one pass.
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array
    u: Array
    name: str = "run"
    cutoff: Array | None = None
    order: int = Cleaning.order

    @property
    def dt(self) -> float:
        """The time step [s]."""
        return float((self.t[-1] - self.t[0]) / (len(self.t) - 1)) if len(self.t) > 1 else 0.0

    def __len__(self) -> int:
        return len(self.t)

    def __getitem__(self, part: slice) -> Run:
        arrays = {name: getattr(self, name)[part] for name in ("t", "q", "qd", "qdd", "u")}
        return replace(self, **arrays)

    def check(self, robot: Robot) -> Run:
        """Refuse shapes that do not fit the robot and numbers that are not finite.

        Raises:
            ArgumentError: naming the signal, the coordinate and the sample.
        """
        widths = {"q": robot.nq, "qd": robot.nv, "qdd": robot.nv, "u": robot.nv}
        for name, width in widths.items():
            array = getattr(self, name)
            if array.shape != (len(self.t), width):
                raise ArgumentError(
                    f"'{name}' has shape {array.shape}; it must be ({len(self.t)}, {width}).", where=self.name
                )
            bad = np.argwhere(~np.isfinite(array))
            if len(bad):
                k, j = bad[0]
                names = robot.configuration_names if name == "q" else robot.coordinate_names
                raise ArgumentError(
                    f"'{name}.{names[j]}' is not a finite number at sample {k} (t = {self.t[k]:.4g} s), "
                    f"one of {len(bad)} such.",
                    where=self.name,
                    remedy="Cut those samples out, or fill them in, before learning.",
                )
        return self

    def delayed(self, delays: Array) -> Run:
        """Return the run with the commands that act from sample to sample: those of `delays` (nv,) [s] ago.

        A command that is held acts over a step with its mean, so that parts of a step are interpolated.
        """
        return replace(self, u=self._late(delays)) if np.any(delays) else self

    def _late(self, delays: Array) -> Array:
        """Return the commands of `delays` (nv,) [s] ago, the first of them held before."""
        columns = [np.interp(self.t - d, self.t, x) for d, x in zip(delays, self.u.T, strict=True)]
        return np.stack(columns, axis=1)

    def acting(self, delays: Array | None = None, held: Bools | None = None) -> Array:
        """Return the commands that accelerations at the samples answer to, (n, nv).

        Those that are `held` (nv,) from sample to sample act around a sample by the mean of two, half a step late. And
        as accelerations have passed a low-pass, so must what makes them: the jump of a command, which they show
        blunted, would be taken for a weak command.
        """
        late = np.zeros(self.u.shape[1]) if delays is None else delays
        u = self._late(late if held is None else late + 0.5 * self.dt * held)
        if self.cutoff is None or len(self) < 2:
            return u
        return low_pass(u, 1 / self.dt, ((0, len(self)),), self.cutoff, self.order)

    @property
    def settled(self) -> slice:
        """The samples where the low-pass of commands does not guess what came before or after; at least half of all."""
        if self.cutoff is None or len(self) < 2:
            return slice(0, len(self))
        ends = min(int(np.ceil(ENDS / (np.min(self.cutoff) * self.dt))), len(self) // 4)
        return slice(ends, len(self) - ends)

    def split(self, held_out: float) -> tuple[Run, Run]:
        """Return the beginning, and the end that is held out.

        Raises:
            ArgumentError: one of them is too short.
        """
        cut = len(self) - round(held_out * len(self))
        if min(cut, len(self) - cut) < SHORTEST:
            raise ArgumentError(
                f"It has {len(self)} samples; held out are {len(self) - cut}, and {cut} are left to learn from.",
                where=self.name,
                remedy=f"Each part needs at least {SHORTEST}: give a longer log, another share, or logs to test on.",
            )
        return self[:cut], self[cut:]


Measured = Log | Motion | Run


def name_of(motion: Motion) -> str:
    """Return the file that a motion came from."""
    return motion.source.path if motion.source else "log"


def runs_of(robot: Robot, measured: Measured, cleaning: Cleaning | None = None) -> list[Run]:
    """Return the stretches of a log as runs; effort that was not measured is none.

    Raises:
        FormatError: nothing can be made of the log.
        ArgumentError: a number in it is not finite.
    """
    if isinstance(measured, Run):
        return [measured.check(robot)]
    motion = clean(robot, measured, cleaning) if isinstance(measured, Log) else measured
    name = name_of(motion)
    u, cutoff = np.where(motion.measured, motion.effort, 0.0), None
    if motion.cleaning.cutoff is not None:
        cutoff = per_coordinate(motion.cleaning.cutoff, robot.nq, "cutoff")[position_of_velocity(robot)]
    driven = [joint for joint in robot.joint_names if joint not in motion.cleaning.passive]
    if driven and not np.any(u):
        raise FormatError(
            f"No effort moves it: that of {', '.join(driven)} is missing, constant or zero throughout.",
            where=name,
            remedy="Log torques or commands, or name all joints that nothing drives with --passive.",
        )
    whole = Run(motion.t, motion.q, motion.qd, motion.qdd, u, name, cutoff, motion.cleaning.order).check(robot)
    return [whole[a:b] for a, b in motion.segments]


@dataclass(frozen=True, eq=False)
class Samples:
    """Samples of one or several runs, without time: q, qd, qdd, u, each (n, ...); u is what qdd answers to."""

    q: Array
    qd: Array
    qdd: Array
    u: Array

    @classmethod
    def of(cls, runs: Sequence[Run], delays: Array | None = None, held: Bools | None = None) -> Samples:
        """Return the samples of the runs, without those at which their low-pass guesses; see `Run.acting`."""
        q, qd, qdd = (np.concatenate([getattr(r, name)[r.settled] for r in runs]) for name in ("q", "qd", "qdd"))
        return cls(q, qd, qdd, np.concatenate([run.acting(delays, held)[run.settled] for run in runs]))

    def __len__(self) -> int:
        return len(self.q)

    def thinned(self, most: int) -> Samples:
        """Return at most so many samples, spread evenly."""
        if len(self) <= most:
            return self
        keep = np.linspace(0, len(self) - 1, most).astype(int)
        return Samples(*(getattr(self, f.name)[keep] for f in fields(self)))


@dataclass(frozen=True, eq=False)
class Segments:
    """Stretches for rollouts, all of one length.

    Attributes:
        dt: [s].
        q0: (m, nq) where they start.
        qd0: (m, nv) how fast.
        u: (steps, m, nv) the command held over each step.
        q: (steps, m, nq) where the robot was after each step.
    """

    dt: float
    q0: Array
    qd0: Array
    u: Array
    q: Array

    @classmethod
    def of(cls, runs: Sequence[Run], steps: int, every: int | None = None, most: int | None = None) -> Segments:
        """Cut runs into stretches.

        Args:
            runs: all with one time step.
            steps: of a stretch.
            every: a new one begins so many samples after the last; None: where the last one ends.
            most: take at most so many, spread evenly.

        Raises:
            ArgumentError: no run is long enough, or their time steps differ.
        """
        rates = [run.dt for run in runs if len(run) > 1]
        if rates and np.ptp(rates) > 0.01 * max(rates):
            raise ArgumentError(
                f"The logs have time steps from {min(rates):.4g} to {max(rates):.4g} s; a rollout needs one.",
                remedy="Resample them to one rate.",
            )
        starts = [(run, k) for run in runs for k in range(0, len(run) - steps, every or steps)]
        if most is not None and len(starts) > most:
            starts = [starts[k] for k in np.linspace(0, len(starts) - 1, most).astype(int)]
        if not starts:
            longest = max((len(run) for run in runs), default=0)
            raise ArgumentError(
                f"The longest log has {longest} samples, too short for a rollout of {steps} steps.",
                remedy="Give longer logs, or a shorter rollout.",
            )
        return cls(
            float(np.mean(rates)),
            np.array([run.q[k] for run, k in starts]),
            np.array([run.qd[k] for run, k in starts]),
            np.stack([run.u[k : k + steps] for run, k in starts], axis=1),
            np.stack([run.q[k + 1 : k + 1 + steps] for run, k in starts], axis=1),
        )
