"""The limits of a motion: what the file states, what the user states, and what is assumed.

A joint that follows another (mimic) has limits too. A coordinate keeps those of all joints that it moves: its own are
their intersection.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from heft.arguments import array
from heft.arrays import Array, Bools
from heft.errors import ArgumentError, did_you_mean, listed
from heft.excitation.all_joints import AllJoints
from heft.excitation.sensing import are_sensors
from heft.robot.model import Robot

UNTIL_FAST = 0.5
"""[s] Where no acceleration limit is stated, that of a joint that reaches its largest speed in this time."""

UNTIL_PUSHED = 0.1
"""[s] Where no jerk limit is stated, that of a joint that reaches its largest acceleration in this time."""

ASSUMED = {"position": np.pi, "velocity": 1.0, "effort": np.inf}
"""What `assume` takes for limits that the file lacks: [rad or m] to both sides, [rad/s or m/s], [N m or N]."""

KINDS = ("lower", "upper", "velocity", "acceleration", "jerk", "effort")
ENDS = ("lower", "upper")
OF_FILES = ("lower", "upper", "velocity", "effort")

ROUNDING = 1e-9
"""[rad or m] By which the ends of ranges may pass each other where they are one position."""


@dataclass(frozen=True, eq=False)
class MotionLimits:
    """The limits of joints or of coordinates, (n,) each, in SI units.

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

    def of_coordinates(self, joints: AllJoints) -> MotionLimits:
        """Return the limits of a robot's coordinates, these being those of all of its joints: their intersection.

        Raises:
            ArgumentError: a coordinate has no position in which all joints that it moves are within their limits.
        """
        if not joints.follows.any():
            return self
        lower, upper = _range(self.lower, self.upper, joints)
        for r in np.flatnonzero(lower > upper + ROUNDING):
            raise _contradiction(self, joints, int(r))
        rates = {kind: _least(getattr(self, kind), joints) for kind in ("velocity", "acceleration", "jerk")}
        return replace(self, lower=lower, upper=upper, effort=self.effort[~joints.follows], **rates)


def _range(lower: Array, upper: Array, joints: AllJoints) -> tuple[Array, Array]:
    """Return the least and the largest positions (nv,) of coordinates, from those of all joints."""
    least, largest = np.full(joints.robot.nv, -np.inf), np.full(joints.robot.nv, np.inf)
    ends = _ends(lower, upper, joints)
    np.maximum.at(least, joints.leader, ends[0])
    np.minimum.at(largest, joints.leader, ends[1])
    return least, largest


def _ends(lower: Array, upper: Array, joints: AllJoints) -> Array:
    """Return (2, joints) the least and the largest position of each joint's coordinate, by that joint alone."""
    fixed = joints.ratio == 0
    ratio = np.where(fixed, 1.0, joints.ratio)
    ends = np.sort([(lower - joints.offset) / ratio, (upper - joints.offset) / ratio], axis=0)
    always = np.where((lower <= joints.offset) & (joints.offset <= upper), np.inf, -np.inf)
    return np.where(fixed, [-always, always], ends)


def _contradiction(limits: MotionLimits, joints: AllJoints, r: int) -> ArgumentError:
    """Return the error of a coordinate without a position in which all joints that it moves are within their limits."""
    mine, ends = np.flatnonzero(joints.leader == r), _ends(limits.lower, limits.upper, joints)
    tightest = {int(mine[np.argmax(ends[0, mine])]), int(mine[np.argmin(ends[1, mine])])}
    told = []
    for j in sorted(tightest):
        moves = f", which is {joints.ratio[j]:g} q {joints.offset[j]:+g}," if joints.follows[j] else ""
        told.append(f"'{joints.names[j]}'{moves} may be from {limits.lower[j]:.4g} to {limits.upper[j]:.4g}")
    return ArgumentError(
        f"The limits of joint '{joints.robot.coordinate_names[r]}' at q and of the joints that follow it contradict "
        f"each other: {', and '.join(told)}.",
        remedy="Correct the limits in the robot's file, or state others with --lower and --upper.",
    )


PerJoint = float | Sequence[float] | Mapping[str, float]
"""One number for all joints, one for each joint that does not follow another, in their order, or numbers by joint."""

Stated = Mapping[str, PerJoint]
"""Limits by kind."""


def by_joint(what: str, given: PerJoint, names: Sequence[str]) -> Mapping[str, float]:
    """Return what is given for joints by their names.

    Args:
        what: how errors call it, such as "upper limits".
        given: the numbers.
        names: of the joints that one number, or each one of a list, is for.

    Raises:
        ArgumentError: a list has another length.
    """
    if isinstance(given, Mapping):
        return given
    values = array(what, given)
    values = values if values.ndim else np.full(len(names), float(values))
    if values.shape != (len(names),):
        raise ArgumentError(
            f"There are {values.size} {what}, and {len(names)} joints: {listed(names)}.",
            remedy="Give one number for all joints, one for each, or numbers by joint.",
        )
    return dict(zip(names, values.tolist(), strict=True))


def limits_of(joints: AllJoints, stated: Stated | None = None, *, assume: bool = False) -> MotionLimits:
    """Return the limits of a robot's joints, those that follow others included.

    Args:
        joints: of the robot.
        stated: limits that replace those of the file, by kind (`KINDS`), for all joints or by joint. One number for all
            joints does not widen the limits of joints that follow others.
        assume: whether missing limits of position, velocity and effort are assumed.

    Raises:
        ArgumentError: a limit is missing, unknown, or contradicts another.
    """
    names = joints.names
    found = {kind: np.array([getattr(joint.limits, kind) for joint in joints.free.joints]) for kind in OF_FILES}
    found |= {kind: np.full(len(names), np.inf) for kind in ("acceleration", "jerk")}
    sensors = are_sensors(names)
    found["acceleration"][sensors] = found["jerk"][sensors] = 1.0  # they are held
    _state(found, stated or {}, joints)
    assumptions = _assume(found, joints, assume)
    _follow(found, joints, (*ENDS, "velocity"))
    for kind, from_kind, time in (("acceleration", "velocity", UNTIL_FAST), ("jerk", "acceleration", UNTIL_PUSHED)):
        missing = ~np.isfinite(found[kind]) & ~joints.follows
        largest = _least(found[from_kind], joints)[joints.leader]
        found[kind] = np.where(missing, largest / time, found[kind])
        _follow(found, joints, (kind,))
        if missing.any():
            assumptions.append(
                f"No {kind} limit is given for {_listed(names, missing)}: assumed to reach the {from_kind} limit in "
                f"{time:g} s."
            )
    _check(found, names)
    return MotionLimits(*(found[kind] for kind in KINDS), assumptions=tuple(assumptions))


def ranged(robot: Robot, stated: Stated | None = None, *, assume: bool = False) -> Robot:
    """Return the robot with the ranges of positions that it can have: as stated, and those of joints that follow.

    A range of the file that is wider is kept. What no posture within it reaches is ruled out for good.
    """
    joints = AllJoints.of(robot)
    used = limits_of(joints, stated, assume=assume).of_coordinates(joints)
    file_lower, file_upper = (np.array([getattr(joint.limits, end) for joint in joints.free.joints]) for end in ENDS)
    own = _range(file_lower, file_upper, joints)
    slides = {int(r) for r, joint in zip(joints.leader, joints.free.joints, strict=True) if joint.kind != "revolute"}
    bodies = list(robot.bodies)
    for i, body in enumerate(bodies):
        if body.joint.nv:
            r = robot.v_index[body.joint.name].start
            lower, upper = (
                end if r in slides and not np.isfinite(of_file) else widest(of_file, end)
                for of_file, end, widest in ((own[0][r], used.lower[r], min), (own[1][r], used.upper[r], max))
            )
            limits = replace(body.joint.limits, lower=float(lower), upper=float(upper))
            bodies[i] = replace(body, joint=replace(body.joint, limits=limits))
    return replace(robot, bodies=tuple(bodies))


def _follow(found: dict[str, Array], joints: AllJoints, kinds: Iterable[str]) -> None:
    """Give joints that follow others, where they have no limit, the one that their leader's limit is for them."""
    own = np.flatnonzero(~joints.follows)[joints.leader]
    ends = [joints.ratio * found[end][own] + joints.offset for end in ENDS]
    led = {"lower": np.minimum(*ends), "upper": np.maximum(*ends)}
    for kind in kinds:
        values = led[kind] if kind in led else np.abs(joints.ratio) * found[kind][own]
        found[kind] = np.where(joints.follows & ~np.isfinite(found[kind]), values, found[kind])


def _least(values: Array, joints: AllJoints) -> Array:
    """Return the rate limits (nv,) of coordinates, from those of all joints."""
    least, turning = np.full(joints.robot.nv, np.inf), joints.ratio != 0
    np.minimum.at(least, joints.leader[turning], values[turning] / np.abs(joints.ratio[turning]))
    return least


def _state(found: dict[str, Array], stated: Stated, joints: AllJoints) -> None:
    """Write what the user states over what the file states."""
    names = joints.names
    known = [name for name, sensor in zip(names, are_sensors(names), strict=True) if not sensor]
    own = [name for name in joints.robot.coordinate_names if name in known]
    for kind, value in stated.items():
        if kind not in KINDS:
            raise ArgumentError(f"There is no limit '{kind}'.", remedy=did_you_mean(kind, KINDS))
        one = not isinstance(value, Mapping | Sequence | np.ndarray)
        for joint, number in by_joint(f"{kind} limits", value, known if one else own).items():
            if joint not in known:
                raise ArgumentError(f"There is no joint '{joint}' to limit.", remedy=did_you_mean(joint, known))
            if kind not in ENDS and not number > 0:
                raise ArgumentError(
                    f"The {kind} limit of joint '{joint}' is {number:g}, so it cannot move.",
                    remedy=f"Lock it, as in --lock {joint}=0, or give a positive limit.",
                )
            j = names.index(joint)
            if joints.follows[j] and one:
                old = found[kind][j] if kind in ENDS or found[kind][j] > 0 else np.inf
                number = max(old, number) if kind == "lower" else min(old, number)
            found[kind][j] = number


def _assume(found: dict[str, Array], joints: AllJoints, assume: bool) -> list[str]:
    """Assume what is missing, if that is allowed; return the assumptions in words."""
    names, follows = joints.names, joints.follows
    sizes = {"position": found["upper"] - found["lower"], "velocity": found["velocity"], "effort": found["effort"]}
    said = []
    for kind, size in sizes.items():
        lacking = (~np.isfinite(size) | ((size <= 0) & (kind != "position"))) & ~are_sensors(names)
        missing, led = lacking & ~follows, lacking & follows
        if missing.any() and not assume:
            raise ArgumentError(
                f"The {kind} of {_listed(names, missing)} has no limit in the robot's file.",
                remedy=f"State it ({'--lower and --upper' if kind == 'position' else f'--{kind}'}), or add --assume.",
            )
        number = ASSUMED[kind]
        if kind == "position":
            found["lower"] = np.where(missing & ~np.isfinite(found["lower"]), -number, found["lower"])
            found["upper"] = np.where(missing & ~np.isfinite(found["upper"]), number, found["upper"])
            text = f"assumed ±{number:.3g}"
        else:
            found[kind] = np.where(missing, number, np.where(led, np.inf, found[kind]))
            text = "not limited" if np.isinf(number) else f"assumed {number:.3g}"
        said += [f"No {kind} limit is given for {_listed(names, missing)}: {text}."] if missing.any() else []
        if led.any():
            said.append(f"No {kind} limit is given for {_listed(names, led)}, moved by another joint: not limited.")
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
