"""Chains of actuator components, as text.

A chain such as ``delay+motor(0.042,8.4)+stribeck`` is applied from left to right; components of P2 section 3 and four
more:

| component       | torque                                                        | energy     |
| --------------- | ------------------------------------------------------------- | ---------- |
| none            | t                                                             | conserving |
| delay, delay(s) | the command of s seconds ago, held; without a number searched | conserving |
| saturation(L)   | t between -L and L; without a number L is learned             | conserving |
| armature(a)     | t - a qdd: the rotor as the joint feels it; else a is learned | conserving |
| motor(k,R)      | k/R (t - k qd), back-EMF; without numbers both are learned    | bounded    |
| viscous         | t - mu qd                                                     | bounded    |
| stribeck        | t - s(qd) (fs + fd exp(-nu qd^2)) - mu qd                     | bounded    |
| nn-friction     | t - s(qd) |f(q, qd)|                                          | bounded    |
| nn-residual     | t - f(q, qd)                                                  | unbounded  |
| nn              | f(t, q, qd)                                                   | unbounded  |

s(qd) = tanh(qd / creep) has the sign of qd. Coefficients are squares, so that none is negative and what is called
bounded takes energy whatever its parameters are. A chain is as bad as its worst component.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

from heft.errors import ArgumentError, did_you_mean

ENERGY = {
    "none": "conserving",
    "delay": "conserving",
    "saturation": "conserving",
    "armature": "conserving",
    "motor": "bounded",
    "viscous": "bounded",
    "stribeck": "bounded",
    "nn-friction": "bounded",
    "nn-residual": "unbounded",
    "nn": "unbounded",
}
"""What a component can do to the energy of a robot that is not commanded."""

CLASSES = ("conserving", "bounded", "unbounded")
NETWORKS = ("nn-friction", "nn-residual", "nn")

COEFFICIENTS = {
    "armature": ("a",),
    "saturation": ("L",),
    "motor": ("k", "R"),
    "viscous": ("mu",),
    "stribeck": ("fs", "fd", "nu", "mu"),
}
"""The numbers of a component that are given or learned, each as a square."""

_ARGUMENTS = {"delay": (0, 1), "saturation": (0, 1), "armature": (0, 1), "motor": (0, 2)}
_COMPONENT = re.compile(r"(?P<name>[a-z-]+)(?:\((?P<arguments>[^()]*)\))?")


@dataclass(frozen=True)
class Component:
    """One link of a chain, with the numbers that are given and not learned."""

    name: str
    numbers: tuple[float, ...] = ()

    def __str__(self) -> str:
        return self.name + (f"({','.join(f'{x:g}' for x in self.numbers)})" if self.numbers else "")


def chain(text: str) -> tuple[Component, ...]:
    """Read a chain such as "motor(0.042,8.4)+stribeck".

    Raises:
        ArgumentError: a component is unknown, has numbers that do not fit, or comes twice.
    """
    found = []
    for part in text.replace(" ", "").split("+"):
        match = _COMPONENT.fullmatch(part)
        if match is None or match["name"] not in ENERGY:
            name = match["name"] if match else part
            raise ArgumentError(f"There is no actuator '{name}'.", remedy=did_you_mean(name, ENERGY))
        try:
            numbers = tuple(float(x) for x in match["arguments"].split(",")) if match["arguments"] else ()
        except ValueError:
            raise ArgumentError(f"The numbers in '{part}' cannot be read.", remedy="Write motor(0.042,8.4).") from None
        if len(numbers) not in _ARGUMENTS.get(match["name"], (0,)):
            raise ArgumentError(f"'{part}' has {len(numbers)} numbers.", remedy="Write motor(k,R) or delay(seconds).")
        if any(x < 0 or not np.isfinite(x) for x in numbers):
            raise ArgumentError(f"A number in '{part}' is negative or not finite.")
        found.append(Component(match["name"], numbers))
    names = [component.name for component in found]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ArgumentError(f"'{text}' has '{twice[0]}' twice.")
    return tuple(component for component in found if component.name != "none")
