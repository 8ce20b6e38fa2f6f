"""What a force/torque sensor recorded, at stamps of its own or of the robot's log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.logs.channel_checks import dead
from heft.logs.journal import Journal
from heft.logs.stamps import in_order
from heft.logs.wrench_channels import AXES

PAUSE = 2.5
"""Over more median steps of the record than this nothing is interpolated."""


@dataclass(frozen=True, eq=False)
class SensorRecord:
    """What a force/torque sensor recorded.

    Attributes:
        t: (m,) [s], the clock of the robot's log, increasing.
        values: (m, 6) in the order of `heft.logs.wrench_channels.AXES`.
    """

    t: Array
    values: Array

    def at(self, t: Array) -> Array:
        """Return the wrenches (n, 6) at other times; NaN outside the record, and in its pauses."""
        found = np.full((len(t), len(AXES)), np.nan)
        for k, column in enumerate(self.values.T):
            there = np.isfinite(column)
            if np.count_nonzero(there) > 1:
                found[:, k] = _between(t, self.t[there], column[there])
        return found


def sensor_records(t: Array, wrenches: Mapping[str, Array], journal: Journal) -> dict[str, SensorRecord]:
    """Return the records of sensors by their frames, with the axes that never change as NaN.

    Args:
        t: (n,) the stamps of the log.
        wrenches: (n, 6) by frame.
        journal: gets a warning of axes that were not measured.
    """
    found, order = {}, in_order(t)
    for frame, values in wrenches.items():
        lost = [k for k in range(len(AXES)) if not np.isfinite(values[:, k]).any() or dead(values[:, k])]
        if lost:
            journal.warn(
                f"At the force/torque sensor '{frame}', {', '.join(AXES[k] for k in lost)} never "
                f"{'changes, so it counts' if len(lost) == 1 else 'change, so they count'} as not measured."
            )
        if len(lost) < len(AXES):
            kept = np.array(values[order])
            kept[:, lost] = np.nan
            missing = int(np.count_nonzero(np.isnan(np.delete(kept, lost, axis=1)).any(axis=1)))
            if missing:
                journal.warn(f"{missing} of {len(kept)} wrenches of the sensor at '{frame}' lack a number.")
            found[frame] = SensorRecord(t[order], kept)
    return found


def _between(t: Array, known: Array, values: Array) -> Array:
    """Return values, known at some times, at others; NaN in pauses and outside."""
    found = np.interp(t, known, values, np.nan, np.nan)
    steps = np.diff(known)
    before = np.clip(np.searchsorted(known, t, side="right") - 1, 0, len(steps) - 1)
    pause = (steps[before] > PAUSE * float(np.median(steps))) & ~np.isin(t, known)
    found[pause] = np.nan
    return found
