"""What a format for controllers must offer, and a payload in the frame that a controller counts it in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar, Generic, TypeVar

from heft.arrays import Array
from heft.errors import ArgumentError, did_you_mean
from heft.estimation.payload import Payload
from heft.robot.model import Robot


@dataclass(frozen=True, eq=False)
class LoadInFrame:
    """A payload in the frame of a link.

    Attributes:
        link: whose frame it is.
        mass: [kg].
        com: (3,) centre of mass [m].
        inertia: (3, 3) about the centre of mass, in the axes of the link [kg m2].
    """

    link: str
    mass: float
    com: Array
    inertia: Array

    @classmethod
    def of(cls, payload: Payload, robot: Robot, link: str | None = None) -> LoadInFrame:
        """Return a payload in the frame of a link of the body that carries it; None for the body's own.

        Raises:
            ArgumentError: the body has no such link.
        """
        body = robot.bodies[robot.body_index(payload.body)]
        if link in (None, body.name):
            return cls(payload.body, payload.mass, payload.com, payload.inertia)
        places = {each.name: each.placement for each in body.links}
        if link not in places:
            what = f"Body '{body.name}', which carries the payload, has no link '{link}'."
            raise ArgumentError(what, where="--frame", remedy=did_you_mean(str(link), places))
        R, p = places[str(link)].rotation, places[str(link)].translation
        return cls(str(link), payload.mass, R.T @ (payload.com - p), R.T @ payload.inertia @ R)


Told = TypeVar("Told", contravariant=True)


class Words(ABC, Generic[Told]):
    """A format in which other programs take a part of an estimate.

    Attributes:
        name: by which it is asked for.
        summary: what it is, in a line for tables and help.
        file: the name of its file.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    file: ClassVar[str]

    @abstractmethod
    def text(self, told: Told, /) -> str:
        """Return the contents of the file."""


class PayloadWords(Words[LoadInFrame]):
    """A format in which a controller takes a payload."""


class DriveWords(Words[Robot]):
    """A format in which a simulator takes the drives of an identified robot."""
