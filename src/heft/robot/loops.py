"""Loops that a robot file closes and heft does not support: remembered, refused unless asked otherwise, and named.

A robot is a tree here. Some files also have constraints that close loops in it: `connect` and `weld` in MJCF, joint
equalities that are not a plain mimic, equalities of tendons. Without them the machine has more freedom than it really
has, and what is identifiable of the tree need not be identifiable of the machine. A robot that was read without its
loops remembers them, and everything that is said of it says so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from heft.errors import FormatError, listed

if TYPE_CHECKING:
    from heft.robot.model import Robot

WORLD_NAME = "world"
"""How a loop names the end that is on the ground."""


@dataclass(frozen=True)
class DroppedLoop:
    """A constraint of the file that is not in the robot.

    Attributes:
        kind: the element of the file, such as "connect", "weld", "joint" or "tendon".
        name: as in the file; "" if it has none.
        bodies: what it holds together, by the file's names of bodies; "world" is the ground.
    """

    kind: str
    name: str = ""
    bodies: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return asdict(self) | {"bodies": list(self.bodies)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> DroppedLoop:
        """Read what `to_dict` gives."""
        return cls(data["kind"], data["name"], tuple(data["bodies"]))

    def __str__(self) -> str:
        title = f"{self.kind} '{self.name}'" if self.name else f"unnamed {self.kind}"
        if not self.bodies:
            return title
        if len(self.bodies) == 1:
            return f"{title} on '{self.bodies[0]}'"
        return f"{title} between {' and '.join(repr(body) for body in self.bodies)}"


def refuse_loops(robot: Robot, where: str) -> None:
    """Refuse a robot whose file closes loops.

    Raises:
        FormatError: naming the loops, and how to go on without them.
    """
    if robot.dropped_loops:
        raise FormatError(
            f"The file closes {_counted(robot.dropped_loops)}, which heft does not support: "
            f"{listed(map(str, robot.dropped_loops))}.",
            where=where,
            remedy="To analyse the tree without loops, use --ignore-loops (in Python ignore_loops=True); the results "
            "then need not hold for the machine.",
        )


def loop_warning(loops: Sequence[DroppedLoop]) -> str:
    """Return what ignoring loops means for every result, as a sentence or two; "" if there are none."""
    if not loops:
        return ""
    ignored = f"{_counted(loops)[0].upper()}{_counted(loops)[1:]} of the robot {'is' if len(loops) == 1 else 'are'}"
    return f"{ignored} ignored: {listed(map(str, loops))}. {HOLDS_FOR_TREE}"


HOLDS_FOR_TREE = "The results hold for the tree without its loops; they need not hold for the machine."


def _counted(loops: Sequence[DroppedLoop]) -> str:
    return "one loop" if len(loops) == 1 else f"{len(loops)} loops"
