"""Chains of actuator components, as text.

A chain such as ``delay+motor(0.042,8.4)+stribeck`` is applied from left to right. Its components are those of P2
section 3, some more, and every friction law without memory (`heft.friction`); `manual_table` lists them.

In a learned model tanh(s / creep) replaces the sign of a speed s. The coefficients of bounded components are squares,
so that none is negative and a bounded component takes energy whatever its parameters are. The energy class of a chain
is that of its worst component.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from heft.errors import ArgumentError, did_you_mean
from heft.friction import BOUNDED, CONSERVING, ENERGY_CLASSES, UNBOUNDED, all_laws
from heft.learning.learned_friction import LearnedFriction, learned_frictions, why_not

NETWORKS = {
    "nn-friction": ("t - sign(s) |f(q, s)|", BOUNDED),
    "nn-residual": ("t - f(q, s)", UNBOUNDED),
    "nn": ("f(t, q, s)", UNBOUNDED),
}
"""Components with a network f: the torque of an input t, and the energy class."""

OTHERS = {
    "none": ("t", CONSERVING),
    "delay": ("the command of T seconds ago, held; delay(T) gives T, else it is searched", CONSERVING),
    "saturation": ("t between -L and L; saturation(L) gives L, else it is learned", CONSERVING),
    "armature": ("t - a ds/dt, the reflected inertia; armature(a) gives a, else it is learned", CONSERVING),
    "motor": ("k/R (t - k s), with back-EMF; motor(k,R) gives both, else they are learned", BOUNDED),
    "servo": ("k (t - q) - d s, of a commanded position t; servo(k,d) gives both, else they are learned", BOUNDED),
}
"""Components that are neither a network nor friction: the torque of an input t, and the energy class."""

COEFFICIENTS = {"armature": ("a",), "saturation": ("L",), "motor": ("k", "R"), "servo": ("k", "d")}
"""The numbers of these components that are given or learned, each as a square."""

_ARGUMENTS = {"delay": (0, 1), "saturation": (0, 1), "armature": (0, 1), "motor": (0, 2), "servo": (0, 2)}
_COMPONENT = re.compile(r"(?P<name>[a-z-]+)(?:\((?P<arguments>[^()]*)\))?")


@dataclass(frozen=True)
class Component:
    """One link of a chain, with the numbers that are given and not learned."""

    name: str
    numbers: tuple[float, ...] = ()

    def __str__(self) -> str:
        return self.name + (f"({','.join(f'{x:g}' for x in self.numbers)})" if self.numbers else "")

    @property
    def friction(self) -> LearnedFriction | None:
        """The friction law that it is, if it is one."""
        return learned_frictions().get(self.name)

    @property
    def energy(self) -> str:
        """What it can do to the energy of a robot that is not commanded."""
        return self.friction.energy if self.friction else (NETWORKS | OTHERS)[self.name][1]


def worst_energy(components: Iterable[Component]) -> str:
    """Return the energy class of a chain: that of its worst component."""
    return max((part.energy for part in components), key=ENERGY_CLASSES.index, default=CONSERVING)


def chain(text: str) -> tuple[Component, ...]:
    """Read a chain such as "motor(0.042,8.4)+stribeck".

    Raises:
        ArgumentError: a component is unknown, has numbers that do not fit, or comes twice.
    """
    known, found = (*OTHERS, *learned_frictions(), *NETWORKS), []
    for part in text.replace(" ", "").split("+"):
        match = _COMPONENT.fullmatch(part)
        if match is None or match["name"] not in known:
            name = match["name"] if match else part
            if name in all_laws():
                raise ArgumentError(
                    f"'{name}' friction cannot be learned: {why_not(all_laws()[name])}.",
                    remedy="heft identify estimates it. Leave it out here.",
                )
            raise ArgumentError(f"'{name}' is not an actuator component.", remedy=did_you_mean(name, known))
        try:
            numbers = tuple(float(x) for x in match["arguments"].split(",")) if match["arguments"] else ()
        except ValueError:
            raise ArgumentError(
                f"The numbers in '{part}' cannot be read.", remedy="Write them as in motor(0.042,8.4)."
            ) from None
        if len(numbers) not in _ARGUMENTS.get(match["name"], (0,)):
            takes = " or ".join(str(n) for n in _ARGUMENTS.get(match["name"], (0,)))
            raise ArgumentError(
                f"'{part}' has {len(numbers)} numbers.", remedy=f"'{match['name']}' takes {takes} numbers."
            )
        if any(x < 0 or not np.isfinite(x) for x in numbers):
            raise ArgumentError(
                f"A number in '{part}' is negative or not finite.", remedy="Give numbers that are zero or positive."
            )
        found.append(Component(match["name"], numbers))
    names = [component.name for component in found]
    twice = [name for name in names if names.count(name) > 1]
    if twice:
        raise ArgumentError(f"'{text}' has '{twice[0]}' twice.", remedy="Name each component once.")
    if "servo" in names and {*names[: names.index("servo")]} - {"delay", "none"}:
        raise ArgumentError(
            f"In '{text}' something comes before 'servo', which takes a commanded position.",
            remedy="Begin with it, or with a delay: delay+servo+stribeck.",
        )
    return tuple(component for component in found if component.name != "none")


def manual_table() -> str:
    """Return the table of components that stands in the manual, in Markdown; s is the speed of the joint."""
    frictions = {name: (friction.formula, friction.energy) for name, friction in learned_frictions().items()}
    rows = [("component", "torque", "energy"), ("---",) * 3]
    rows += [(f"`{name}`", *facts) for name, facts in (OTHERS | frictions | NETWORKS).items()]
    cells = ([cell.replace("|", r"\|") for cell in row] for row in rows)
    return "\n".join(f"| {' | '.join(row)} |" for row in cells)
