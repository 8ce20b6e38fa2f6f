"""What models are fitted to: samples of motion, and stretches of it for rollouts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError
from heft.learning.recording import SHORTEST, Recording, at_one_step
from heft.robot.model import Robot


@dataclass(frozen=True, eq=False)
class Samples:
    """Samples of one or several recordings, without time: q, qd, qdd, u, each (n, ...); u is what causes qdd."""

    q: Array
    qd: Array
    qdd: Array
    u: Array

    @classmethod
    def of(cls, runs: Sequence[Recording], delays: Array | None = None, held: Bools | None = None) -> Samples:
        """Return the samples of the recordings that are `settled`; see `Recording.acting` for the commands."""
        q, qd, qdd = (np.concatenate([getattr(r, name)[r.settled] for r in runs]) for name in ("q", "qd", "qdd"))
        return cls(q, qd, qdd, np.concatenate([run.acting(delays, held)[run.settled] for run in runs]))

    def __len__(self) -> int:
        return len(self.q)

    def thinned(self, most: int) -> Samples:
        """Return at most `most` samples, spread evenly."""
        if len(self) <= most:
            return self
        keep = np.linspace(0, len(self) - 1, most).astype(int)
        return Samples(*(getattr(self, f.name)[keep] for f in fields(self)))


@dataclass(frozen=True, eq=False)
class RolloutData:
    """Stretches for rollouts, all of one length.

    Attributes:
        dt: time step [s].
        q0: (m, nq) positions at the start of each stretch.
        qd0: (m, nv) velocities there.
        u: (steps, m, nv) the command held over each step.
        q: (steps, m, nq) measured positions after each step.
    """

    dt: float
    q0: Array
    qd0: Array
    u: Array
    q: Array

    @classmethod
    def tests(cls, robot: Robot, runs: Sequence[Recording], horizon: float, apart: float) -> RolloutData:
        """Cut recordings into the stretches that a model is judged on, all at the longest time step of the recordings.

        Args:
            robot: whose recordings they are.
            runs: recordings with the commands that act.
            horizon: length of a stretch [s]; half of the shortest recording if that is less.
            apart: time between the starts of two stretches [s].

        Raises:
            ArgumentError: no recording is long enough.
        """
        even = at_one_step(robot, runs)
        dt = max(run.dt for run in even) or 1.0
        shortest = min(len(run) for run in even if len(run) >= SHORTEST or len(run) == max(map(len, even)))
        return cls.of(even, max(1, min(round(horizon / dt), shortest // 2)), max(1, round(apart / dt)))

    @classmethod
    def of(
        cls, runs: Sequence[Recording], steps: int, every: int | None = None, most: int | None = None
    ) -> RolloutData:
        """Cut recordings into stretches.

        Args:
            runs: recordings with the same time step.
            steps: length of a stretch.
            every: samples from the start of one stretch to the start of the next; None: each starts where the last
                one ends.
            most: take at most this many stretches, spread evenly.

        Raises:
            ArgumentError: no recording is long enough, or their time steps differ.
        """
        rates = [run.dt for run in runs if len(run) > 1]
        if rates and np.ptp(rates) > 0.01 * max(rates):
            raise ArgumentError(
                f"The logs have time steps from {min(rates):.4g} to {max(rates):.4g} s; rollouts need one time step.",
                remedy="Bring the recordings to one time step first, with heft.learning.recording.at_one_step.",
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
