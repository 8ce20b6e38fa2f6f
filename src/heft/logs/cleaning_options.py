"""How to clean a log, as options."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields, replace
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.robot.model import Robot

Numbers = float | tuple[float, ...]


@dataclass(frozen=True)
class Cleaning:
    """How to clean a log; the defaults need no thought.

    The `cleaning` of a motion has the values that were chosen in place of None, so that cleaning the log with it again
    gives the same numbers.

    Attributes:
        cutoff: cut-off frequency of the low-pass filter [Hz], one number or one for each coordinate of q; None chooses
            it from the spectrum and, where efforts are fitted, by how well they are predicted.
        order: order of the low-pass filter in one pass.
        velocities: "positions" differentiates the positions; "recorded" uses the velocities in the log; "auto" uses
            recorded velocities where they agree with the positions and are not much noisier.
        velocity_lag: how late the recorded velocities are [s], one number or one for each coordinate of qd: they are
            shifted by it. None estimates it.
        gap: a step longer than this many median steps splits the log; shorter ones are bridged. None: longer than 3.5
            median steps and than a quarter of the period of the highest cut-off frequency.
        trim: whether rest at both ends is left out; None: it is, unless a result that is followed kept it.
        rest: speed below which a coordinate rests, as a fraction of its largest speed.
        decimation: one row in this many rows of the regression is kept after low-pass filtering; 1 keeps all rows
            unfiltered; None chooses as many as the cut-off frequencies allow.
        velocity_threshold: speed [rad/s, m/s] below which the sign of friction is uncertain, one number or one for each
            coordinate of qd; None chooses it from all logs together: see `heft.logs.slow_samples`.
        passive: joints without a drive, whose effort is exactly zero.
    """

    cutoff: Numbers | None = None
    order: int = 4
    velocities: str | tuple[str, ...] = "auto"
    velocity_lag: Numbers | None = None
    gap: float | None = None
    trim: bool | None = None
    rest: float = 0.02
    decimation: int | None = None
    velocity_threshold: Numbers | None = None
    passive: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse numbers out of range.

        Raises:
            ArgumentError: names the option.
        """
        least = {"cutoff": "above 0", "velocity_threshold": "from 0 on", "velocity_lag": ""}
        for name, words in least.items():
            given = getattr(self, name)
            numbers = np.atleast_1d(np.array(1.0 if given is None else given, float))
            low = (words == "above 0" and np.any(numbers <= 0)) or (words == "from 0 on" and np.any(numbers < 0))
            if low or not np.all(np.isfinite(numbers)):
                raise ArgumentError(f"'{name}' is {given}.", remedy=f"Give finite numbers {words}".rstrip() + ".")
        if self.gap is not None and not 1 <= self.gap < float("inf"):
            raise ArgumentError(f"'gap' is {self.gap}.", remedy="Give a number of median steps, at least 1.")
        if self.decimation is not None and self.decimation < 1:
            raise ArgumentError(f"'decimation' is {self.decimation}.", remedy="It must be 1 or more.")
        if self.order < 1 or not 0 <= self.rest < 1:
            raise ArgumentError(
                f"'order' is {self.order} and 'rest' is {self.rest}.",
                remedy="The order is at least 1, and rest a fraction from 0 to below 1.",
            )

    def cutoffs(self, robot: Robot) -> Array:
        """Return the cut-off frequency of each coordinate of q, (nq,) [Hz]."""
        return per_coordinate(self.cutoff or 0.0, robot.nq, "cutoff")

    def velocity_thresholds(self, robot: Robot) -> Array:
        """Return the velocity threshold of each coordinate of qd, (nv,) [rad/s, m/s]."""
        return per_coordinate(self.velocity_threshold or 0.0, robot.nv, "velocity_threshold")

    def velocity_lags(self, robot: Robot) -> Array:
        """Return how late the recorded velocity of each coordinate of qd is, (nv,) [s]; zero where it is open."""
        lag = self.velocity_lag
        if isinstance(lag, tuple) and len(lag) != robot.nv:
            what = f"'velocity_lag' has {len(lag)} numbers; one is expected, or one for each of {robot.nv} coordinates."
            raise ArgumentError(what, remedy=f"Give one number, or {robot.nv}.")
        return np.broadcast_to(np.array(0.0 if lag is None else lag, float), (robot.nv,)).copy()

    def for_robot(self, robot: Robot) -> Cleaning:
        """Return it if each option that has several numbers has one for each coordinate.

        Raises:
            ArgumentError: names the option that has not.
        """
        for numbers in (self.cutoffs, self.velocity_thresholds, self.velocity_lags):
            numbers(robot)
        if not isinstance(self.velocities, str) and len(self.velocities) not in (1, robot.nv):
            raise ArgumentError(
                f"'velocities' has {len(self.velocities)} entries; one is expected, or one for each of {robot.nv} "
                "coordinates.",
                remedy='Give "positions", "recorded" or "auto".',
            )
        return self

    def over(self, settled: Cleaning) -> Cleaning:
        """Return settled options with those of this one in their place that are not the default."""
        usual = Cleaning()
        given = {each.name: getattr(self, each.name) for each in fields(self)}
        return replace(settled, **{name: value for name, value in given.items() if value != getattr(usual, name)})

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Cleaning:
        """Read what `to_dict` returned."""
        values: dict[str, Any] = {key: tuple(x) if isinstance(x, list) else x for key, x in data.items()}
        return cls(**values)


def per_coordinate(value: Numbers, count: int, name: str) -> Array:
    """Return one number for each coordinate, (count,).

    Raises:
        ArgumentError: there is neither one number nor one for each coordinate, or a number is negative.
    """
    numbers = np.array(value, float)
    if numbers.ndim and len(numbers) != count:
        what = f"'{name}' has {len(numbers)} numbers; one is expected, or one for each of {count} coordinates."
        raise ArgumentError(what, remedy=f"Give one number, or {count}.")
    if not np.all(numbers >= 0):
        raise ArgumentError(f"'{name}' is {value}.", remedy="It must not be negative.")
    return np.broadcast_to(numbers, (count,)).copy()
