"""Time stamps in a wrong unit, or at a wrong rate: found from recorded velocities, or from what the robot can do.

Recorded velocities v that are all k times the derivatives of the positions mean stamps that are k times too far apart:
stamps in milliseconds, read as seconds, give k = 1000. Without recorded velocities only the impossible is seen: rates
at which nobody records, and joints far beyond their velocity limits.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.agreement import KNOWN_SCALES, TRUSTED_CORRELATION, TRUSTED_SCALE, Agreement
from heft.logs.journal import Journal
from heft.logs.slow_samples import velocity_limits
from heft.robot.model import Robot

UNITS = {1e3: "ms", 1e6: "us", 1e9: "ns", 1 / 60: "minutes", 1 / 3600: "hours", 1e-3: "thousands of seconds"}
"""What stamps are in that are this many times too far apart, where seconds are expected."""

WRONG = 1.5
"""Velocities that differ from the derivatives by less than this factor have nothing to do with a unit of time."""

ALIKE, SAME = 0.1, 0.02
"""Factors of all joints are the same if none is further than this fraction from their median: of a unit of time, and of
a rate that is somewhat wrong. A filter of velocities weakens those of every joint by another factor."""

RATES = 1.0, 1e5
"""[Hz] Lowest and highest rate at which robots are recorded."""

USUAL = 20.0, 5e3
"""[Hz] Rates at which most robots are recorded."""

BEYOND = 5.0
"""Joints that move at this many times their velocity limits do not move so in truth."""


def wrong_clock(agreements: Sequence[Agreement | None]) -> float | None:
    """Return by which factor the stamps are too far apart; None if velocities and positions do not say so.

    Args:
        agreements: of the coordinates that move in a log.
    """
    scales = [
        agreement.scale
        for agreement in agreements
        if agreement is not None and agreement.correlation >= TRUSTED_CORRELATION and agreement.like == agreement.name
    ]
    if not scales or len(scales) < sum(agreement is not None for agreement in agreements):
        return None
    factor = float(np.median(scales))
    slightly = 1 / WRONG < factor < WRONG
    if abs(factor - 1) <= TRUSTED_SCALE or np.max(np.abs(np.array(scales) / factor - 1)) > (
        SAME if slightly else ALIKE
    ):
        return None
    away = min(abs(np.log(factor / known)) for known in KNOWN_SCALES)
    if away <= TRUSTED_SCALE and away < min(abs(np.log(factor / unit)) for unit in UNITS):
        return None
    return factor if len(scales) > 1 or _unit(factor) else None


def refuse_wrong_clock(agreements: Sequence[Agreement | None], where: str) -> None:
    """Refuse a log whose stamps contradict its recorded velocities.

    Raises:
        FormatError: with the factor and what it may come from.
    """
    factor = wrong_clock(agreements)
    if factor is None:
        return
    unit = _unit(factor)
    apart = f"{_plain(factor)} times too far apart" if factor > 1 else f"{_plain(1 / factor)} times too close together"
    cause = f"They seem to be in {unit}, not in seconds." if unit else "The rate, or the unit of time, is wrong."
    raise FormatError(
        f"In all joints, the recorded velocities are {_plain(factor)} times the derivatives of the positions, so the "
        f"time stamps seem to be {apart}. {cause}",
        where=where,
        remedy="Import the log with a map that has the right unit or rate of time. If the velocities are wrong, "
        'set velocities to "positions".',
    )


def refuse_impossible_rate(rate: float, where: str) -> None:
    """Refuse a log with a rate at which nobody records robots.

    Raises:
        FormatError: with the rate [Hz].
    """
    if not RATES[0] <= rate <= RATES[1]:
        units = [unit for k, unit in UNITS.items() if USUAL[0] <= rate * k <= USUAL[1]]
        guess = f" The stamps seem to be in {units[0]}." if units else ""
        raise FormatError(
            f"By its time stamps, it has {rate:.3g} samples per second.{guess}",
            where=where,
            remedy="Time stamps are in seconds: import the log with a map that has the right unit or rate of time.",
        )


def warn_of_clock(robot: Robot, speeds: Array, journal: Journal) -> None:
    """Warn of joints that move faster than they can, where no velocities were recorded to compare with.

    Args:
        robot: with its velocity limits.
        speeds: (nv,) the largest [rad/s, m/s].
        journal: gets the warning.
    """
    limits = velocity_limits(robot)
    known = np.isfinite(limits)
    ratio = float(np.median(speeds[known] / limits[known])) if known.any() else 0.0
    if ratio > BEYOND:
        journal.warn(
            f"By the time stamps, joints move at {ratio:.3g} times their velocity limits. Are the stamps in seconds, "
            "and is the rate right?"
        )


def _plain(factor: float) -> str:
    return f"{factor:.0f}" if factor >= 100 else f"{factor:.3g}"


def _unit(factor: float) -> str | None:
    return next((unit for k, unit in UNITS.items() if abs(factor / k - 1) <= ALIKE), None)
