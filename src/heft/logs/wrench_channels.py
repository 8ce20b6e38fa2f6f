"""Channels of force/torque sensors in a log: `ft.<frame>.fx`, ..., `ft.<frame>.mz`.

Forces [N] and moments [N m] are in the axes of the sensor's frame and about its origin.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from heft.arrays import Array

AXES = ("fx", "fy", "fz", "mx", "my", "mz")
PREFIX = "ft."


def wrench_column(frame: str, axis: str) -> str:
    """Return how a log calls one axis of a sensor."""
    return f"{PREFIX}{frame}.{axis}"


def is_wrench(name: str) -> bool:
    """Return whether a column is an axis of a sensor."""
    frame, _, axis = name.removeprefix(PREFIX).rpartition(".")
    return name.startswith(PREFIX) and bool(frame) and axis in AXES


def wrenches_in(columns: Mapping[str, Array]) -> dict[str, Array]:
    """Return the wrenches (n, 6) of each frame; an axis that was not recorded is NaN."""
    frames = dict.fromkeys(name.removeprefix(PREFIX).rpartition(".")[0] for name in columns if is_wrench(name))
    found = {}
    for frame in frames:
        axes = {axis: columns.get(wrench_column(frame, axis)) for axis in AXES}
        n = next(len(values) for values in axes.values() if values is not None)
        found[frame] = np.stack([np.full(n, np.nan) if x is None else x for x in axes.values()], axis=1)
    return found


def columns_of(wrenches: Mapping[str, Array]) -> dict[str, Array]:
    """Return wrenches as named columns; an axis that was not recorded is omitted."""
    return {
        wrench_column(frame, axis): values[:, k]
        for frame, values in wrenches.items()
        for k, axis in enumerate(AXES)
        if not np.isnan(values[:, k]).all()
    }
