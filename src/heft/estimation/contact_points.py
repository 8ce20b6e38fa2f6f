"""Links of a robot that touch something, and links by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from heft.errors import ArgumentError, did_you_mean
from heft.robot.model import Link, Robot

Points = Mapping[str, tuple[tuple[int, Link], float]]
"""By the name of a link: its body, the link in it, and the radius [m]."""


@dataclass(frozen=True)
class Contacts:
    """What a robot touches, with forces that nobody measured.

    Attributes:
        radii: by the name of a link: 0 for a point, or the radius [m] of a ball on level ground.
        ballistic: whether nothing is touched, and no joint effort is used: the rows of a base in flight.
    """

    radii: tuple[tuple[str, float], ...] = ()
    ballistic: bool = False

    def points(self, robot: Robot) -> Points:
        """Return where the forces act."""
        return {name: (link_of(robot, name), radius) for name, radius in self.radii}

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"radii": dict(self.radii), "ballistic": self.ballistic}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Contacts:
        """Read what `to_dict` gives."""
        return cls(tuple(data["radii"].items()), data["ballistic"])


def link_of(robot: Robot, name: str | None) -> tuple[int, Link]:
    """Return the body that a link belongs to, and the link; the last body if no name is given.

    Raises:
        ArgumentError: there is no such link.
    """
    links = {link.name: (i, link) for i, body in enumerate(robot.bodies) for link in body.links}
    links = {body.name: (i, Link(body.name)) for i, body in enumerate(robot.bodies)} | {
        key: each for key, each in links.items() if key not in robot.body_names
    }
    name = robot.body_names[-1] if name is None else name
    if name not in links:
        raise ArgumentError(f"Robot '{robot.name}' has no link '{name}'.", remedy=did_you_mean(name, links))
    return links[name]
