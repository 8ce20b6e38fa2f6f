"""Runs of a robot with servos: measured positions, the positions that were commanded, and windows of time in them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from heft.arrays import Array, Ints
from heft.errors import ArgumentError
from heft.logs.cleaning_options import Cleaning
from heft.logs.commands import at_stamps, commands_of, require_commands
from heft.logs.log import Log
from heft.logs.log_files import read_log
from heft.logs.motion import Motion
from heft.logs.robot_order import in_robot_order
from heft.logs.runs import RunLike, motions_of
from heft.robot.model import Robot

WINDOW = 2.0
"""[s] How long a simulation that counts runs from a recorded state; a run must be as long at least."""

FEWEST = 4
"""Windows of a run: they are shorter where it is short."""

LEAD = 0.5
"""[s] How long a simulation has run before its positions count: the loop has forgotten its start by then."""


@dataclass(frozen=True, eq=False)
class Commanded:
    """A motion and the positions that were commanded during it.

    Attributes:
        motion: cleaned.
        measured: (n, nv) the positions as measured.
        command: (n, nv) positions, at the same times.
    """

    motion: Motion
    measured: Array
    command: Array

    def delayed(self, at: Array, delay: Array, segment: tuple[Ints, Ints]) -> Array:
        """Return the commands (m, nv) at places `at` (m,) [samples], earlier by delays (m, nv) [s].

        Args:
            at: the places; fractions lie between samples.
            delay: of each.
            segment: (m,) twice, the first and the last sample of the segment that each place belongs to.
        """
        place = np.clip(at[:, None] - delay * self.motion.rate, segment[0][:, None], segment[1][:, None])
        low = np.minimum(place.astype(np.int64), len(self.command) - 2)
        columns = np.arange(self.command.shape[1])
        share = place - low
        return (1 - share) * self.command[low, columns] + share * self.command[low + 1, columns]


def commanded(robot: Robot, run: RunLike, cleaning: Cleaning | None) -> Commanded:
    """Return a run with its commands on the stamps of its motion.

    Raises:
        ArgumentError: it is a motion, which has no commands.
        FormatError: commands are missing, or are the positions themselves.
    """
    log = read_log(run) if isinstance(run, str | Path) else run
    if not isinstance(log, Log):
        raise ArgumentError("A motion has no commands.", remedy="Give the log itself, or its file.")
    measured = in_robot_order(robot, log).q
    command = require_commands(robot, measured, commands_of(robot, log), np.ones(robot.nv, bool), log.where)
    (motion,) = motions_of(robot, [replace(log, effort=None)], cleaning)
    return Commanded(motion, at_stamps(motion.t, log.t, measured), at_stamps(motion.t, log.t, command))


class Windows(NamedTuple):
    """Where simulations of a run start, those that are fitted and those that judge, and how many samples count."""

    lead: int
    length: int
    fitted: Ints
    judged: Ints


def windows_of(run: Commanded, held_out: float) -> Windows:
    """Return the windows of a run; a share of them, at its end, is held out."""
    lead = round(LEAD * run.motion.rate)
    longest = max((b - a - lead for a, b in run.motion.segments), default=0)
    most = max(round(WINDOW * run.motion.rate), 4)
    length = min(most, longest // FEWEST) if longest >= most else most
    starts = [s for a, b in run.motion.segments for s in range(a, b - lead - length + 1, length)]
    fitted = max(1, round((1 - held_out) * len(starts))) if held_out else len(starts)
    return Windows(lead, length, np.array(starts[:fitted], np.int64), np.array(starts[fitted:], np.int64))
