"""The limits of a motion: what the file states, what the user states, and what is assumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError, did_you_mean
from heft.excitation.sensing import are_sensors
from heft.robot.model import Robot

UNTIL_FAST = 0.5
"""[s] Where no acceleration limit is stated, that of a joint that reaches its largest speed in this time."""

UNTIL_PUSHED = 0.1
"""[s] Where no jerk limit is stated, that of a joint that reaches its largest acceleration in this time."""

ASSUMED = {"position": np.pi, "velocity": 1.0, "effort": np.inf}
"""What `assume` takes for limits that the file lacks: [rad or m] to both sides, [rad/s or m/s], [N m or N]."""

KINDS = ("lower", "upper", "velocity", "acceleration", "jerk", "effort")


@dataclass(frozen=True, eq=False)
class MotionLimits:
    """The limits of every coordinate, (nv,) each, in SI units; margins are taken off already.

    Attributes:
        lower: positions.
        upper: positions.
        velocity: to both sides.
        acceleration: to both sides.
        jerk: to both sides.
        effort: to both sides.
        assumptions: in words, what neither the file nor the user stated.
    """

    lower: Array
    upper: Array
    velocity: Array
    acceleration: Array
    jerk: Array
    effort: Array
    assumptions: tuple[str, ...] = field(default=())

    def with_margins(self, margin: float, effort_share: float) -> MotionLimits:
        """Return limits of which a part is left free: `margin` of the motion's, one minus `effort_share` of efforts."""
        if not (0 <= margin < 1 and 0 < effort_share <= 1):
            raise ArgumentError(
                f"A margin of {margin:g} and a torque share of {effort_share:g} cannot be kept.",
                remedy="The margin must be from 0 to below 1, and the torque share above 0 and at most 1.",
            )
        off = margin * (self.upper - self.lower) / 2
        return replace(
            self,
            lower=self.lower + off,
            upper=self.upper - off,
            velocity=(1 - margin) * self.velocity,
            acceleration=(1 - margin) * self.acceleration,
            jerk=(1 - margin) * self.jerk,
            effort=effort_share * self.effort,
        )


Stated = Mapping[str, float | Mapping[str, float]]
"""Limits by kind, one number for all joints or numbers by joint."""


def limits_of(robot: Robot, stated: Stated | None = None, *, assume: bool = False) -> MotionLimits:
    """Return the limits of a robot's coordinates.

    Args:
        robot: the robot; each joint has one coordinate.
        stated: limits that replace those of the file, by kind (`KINDS`), for all joints or by joint.
        assume: whether missing limits of position, velocity and effort are assumed.

    Raises:
        ArgumentError: a limit is missing, unknown, or contradicts another.
    """
    names = robot.coordinate_names
    own = {joint.name: joint.limits for joint in robot.joints}
    found = {
        "lower": np.array([own[name].lower for name in names]),
        "upper": np.array([own[name].upper for name in names]),
        "velocity": np.array([own[name].velocity for name in names]),
        "effort": np.array([own[name].effort for name in names]),
        "acceleration": np.full(len(names), np.inf),
        "jerk": np.full(len(names), np.inf),
    }
    sensors = are_sensors(names)
    found["acceleration"][sensors] = found["jerk"][sensors] = 1.0  # they are held
    _state(found, stated or {}, names)
    assumptions = _assume(found, names, assume)
    for kind, from_kind, time in (("acceleration", "velocity", UNTIL_FAST), ("jerk", "acceleration", UNTIL_PUSHED)):
        missing = ~np.isfinite(found[kind])
        found[kind] = np.where(missing, found[from_kind] / time, found[kind])
        if missing.any():
            assumptions.append(
                f"No {kind} limit is given for {_listed(names, missing)}: assumed to reach the {from_kind} limit in "
                f"{time:g} s."
            )
    _check(found, names)
    return MotionLimits(*(found[kind] for kind in KINDS), assumptions=tuple(assumptions))


def _state(found: dict[str, Array], stated: Stated, names: list[str]) -> None:
    """Write what the user states over what the file states."""
    for kind, value in stated.items():
        if kind not in KINDS:
            raise ArgumentError(f"There is no limit '{kind}'.", remedy=did_you_mean(kind, KINDS))
        joints = [name for name, sensor in zip(names, are_sensors(names), strict=True) if not sensor]
        for joint, number in value.items() if isinstance(value, Mapping) else ((name, value) for name in joints):
            if joint not in joints:
                raise ArgumentError(f"There is no joint '{joint}' to limit.", remedy=did_you_mean(joint, joints))
            if kind not in ("lower", "upper") and not number > 0:
                raise ArgumentError(
                    f"The {kind} limit of joint '{joint}' is {number:g}, so it cannot move.",
                    remedy=f"Lock it, as in --lock {joint}=0, or give a positive limit.",
                )
            found[kind][names.index(joint)] = number


def _assume(found: dict[str, Array], names: list[str], assume: bool) -> list[str]:
    """Assume what is missing, if that is allowed; return the assumptions in words."""
    sizes = {"position": found["upper"] - found["lower"], "velocity": found["velocity"], "effort": found["effort"]}
    said = []
    for kind, size in sizes.items():
        missing = (~np.isfinite(size) | ((size <= 0) & (kind != "position"))) & ~are_sensors(names)
        if not missing.any():
            continue
        if not assume:
            raise ArgumentError(
                f"The {kind} of {_listed(names, missing)} has no limit in the robot's file.",
                remedy=f"State it ({'--lower and --upper' if kind == 'position' else f'--{kind}'}), or add --assume.",
            )
        number = ASSUMED[kind]
        if kind == "position":
            found["lower"] = np.where(missing & ~np.isfinite(found["lower"]), -number, found["lower"])
            found["upper"] = np.where(missing & ~np.isfinite(found["upper"]), number, found["upper"])
            said.append(f"No position limit is given for {_listed(names, missing)}: assumed ±{number:.3g}.")
        else:
            found[kind] = np.where(missing, number, found[kind])
            text = "not limited" if np.isinf(number) else f"assumed {number:.3g}"
            said.append(f"No {kind} limit is given for {_listed(names, missing)}: {text}.")
    return said


def _check(found: dict[str, Array], names: list[str]) -> None:
    """Refuse limits that leave nothing."""
    for r, name in enumerate(names):
        if not found["lower"][r] <= found["upper"][r]:
            raise ArgumentError(
                f"The limits of joint '{name}' contradict each other: the lower one is {found['lower'][r]:g}, the "
                f"upper one {found['upper'][r]:g}.",
                remedy="Correct the limits.",
            )


def _listed(names: list[str], chosen: Bools) -> str:
    """Return the chosen names, quoted."""
    picked = [f"'{name}'" for name, is_chosen in zip(names, chosen, strict=True) if is_chosen]
    return f"{', '.join(picked[:-1])} and {picked[-1]}" if len(picked) > 1 else picked[0]
