"""The joints of a robot matched by name with those of another engine's model, and the loop over the pairs.

The coordinates of each pair are converted by rules: see `heft.robot.interop`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from heft.arguments import array
from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.robot.model import Body, Robot


@dataclass(frozen=True)
class Slot:
    """A joint of the other model: its number, its kind in heft ("" if it follows another), its coordinates."""

    number: int
    kind: str
    q: slice
    v: slice


@dataclass(frozen=True)
class Pair:
    """A joint of the robot and its counterpart.

    Attributes:
        joint: the robot's joint.
        body: index of its body.
        q, v: its entries in the robot's q and v; its leader's if it follows another.
        other: its counterpart.
    """

    joint: Joint
    body: int
    q: slice
    v: slice
    other: Slot

    @property
    def multiplier(self) -> float:
        """Its velocity per unit of its coordinate's."""
        return float(self.joint.mimic.multiplier) if self.joint.mimic else 1.0

    @property
    def offset(self) -> float:
        """Its position when its coordinate is zero."""
        return float(self.joint.mimic.offset) if self.joint.mimic else 0.0


Rule = Callable[[Pair, Array], Array]
"""How one joint's coordinates are converted to the other model's."""


class JointMap:
    """Joints matched by name, and the loop over them that all conversions share.

    Args:
        robot: the robot.
        engine: how to call the other model in errors.
        slots: the other model's joints by name.
        nq: the length of the other model's configuration.
        nv: the length of its velocity.

    Raises:
        ArgumentError: a joint has no counterpart, or one of another kind.
    """

    def __init__(self, robot: Robot, engine: str, slots: dict[str, Slot], nq: int, nv: int) -> None:
        self.robot, self.nq, self.nv = robot, nq, nv
        moving = [(i, body) for i, body in enumerate(robot.bodies) if joint_kind(body.joint.kind).nv]
        names = [body.joint.name for _, body in moving]
        for name in slots:
            if name not in names:
                raise ArgumentError(
                    f"Robot '{robot.name}' has no joint '{name}', which the {engine} model has.",
                    remedy=did_you_mean(name, names),
                )
        self.pairs = [_pair(robot, i, body, slots, engine) for i, body in moving]

    def to_other(self, part: str, rule: Rule, values: Array, owners_only: bool = False) -> Array:
        """Return the other model's q or v, joint by joint; with `owners_only`, zero on joints that follow another."""
        out = np.zeros((*values.shape[:-1], self.nq if part == "q" else self.nv))
        for pair in self.pairs:
            if pair.other.kind and not (owners_only and pair.joint.mimic):
                out[..., getattr(pair.other, part)] = rule(pair, values[..., getattr(pair, part)])
        return out

    def from_other(self, part: str, rule: Rule, values: Array) -> Array:
        """Return the robot's q or v from the joints that own coordinates."""
        out = np.zeros((*values.shape[:-1], self.robot.nq if part == "q" else self.robot.nv))
        for pair in self.pairs:
            if pair.joint.mimic is None:
                out[..., getattr(pair, part)] = rule(pair, values[..., getattr(pair.other, part)])
        return out

    def forces_from_other(self, rule: Rule, values: Array) -> Array:
        """Return the generalised forces on the robot's coordinates from the other model's."""
        out = np.zeros((*values.shape[:-1], self.robot.nv))
        for pair in self.pairs:
            if pair.other.kind:
                out[..., pair.v] += pair.multiplier * rule(pair, values[..., pair.other.v])
        return out


def _pair(robot: Robot, i: int, body: Body, slots: dict[str, Slot], engine: str) -> Pair:
    joint = body.joint
    if joint.name not in slots:
        raise ArgumentError(
            f"The {engine} model has no joint '{joint.name}', which robot '{robot.name}' has.",
            remedy=did_you_mean(joint.name, slots),
        )
    slot = slots[joint.name]
    tied = not slot.kind
    if tied and joint.mimic is None:
        raise ArgumentError(
            f"Joint '{joint.name}' follows another in the {engine} model but not in robot '{robot.name}'.",
            remedy="Load the robot with mimic=True, or build the model without its mimic joints.",
        )
    if not tied and slot.kind != joint.kind:
        raise ArgumentError(
            f"Joint '{joint.name}' is {joint.kind} in robot '{robot.name}' but {slot.kind} in the {engine} model.",
            remedy="Build both from the same file.",
        )
    owner = joint.mimic.leader if joint.mimic else joint.name
    return Pair(joint, i, robot.q_index[owner], robot.v_index[owner], slot)


def of_width(values: ArrayLike, width: int, what: str) -> Array:
    """Return one sample or many as floats.

    Raises:
        ArgumentError: their length is not `width`.
    """
    floats = array(what, values)
    if floats.ndim not in (1, 2) or floats.shape[-1] != width:
        raise ArgumentError(f"{what} has shape {floats.shape}.", remedy=f"It must be ({width},) or (n, {width}).")
    return floats
