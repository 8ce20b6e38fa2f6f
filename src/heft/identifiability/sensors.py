"""What is measured: joint torques, and six-axis force/torque sensors in links or under the base.

The sensors of a robot are a set of rows of its force regressor; the combinations identifiable from them are the row
space of those rows over all states (`sampled`). RPNA itself answers for all joint torques together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heft.errors import ArgumentError, did_you_mean
from heft.identifiability.field import Matrix
from heft.identifiability.sampled import Wrenches
from heft.robot.model import WORLD, Robot

AXES = ("mx", "my", "mz", "fx", "fy", "fz")
"""The axes of a force/torque sensor, in the order of a wrench."""


@dataclass(frozen=True)
class Sensors:
    """Which rows of the force regressor are measured.

    Attributes:
        coordinates: the measured entries of tau.
        wrenches: (link, axes) of each force/torque sensor; the link is -1 for one under the base. It is
            mounted between a link and its joint, and measures the wrench on the link and on all that it carries.
    """

    coordinates: tuple[int, ...]
    wrenches: tuple[tuple[int, tuple[str, ...]], ...] = ()

    @classmethod
    def parse(cls, robot: Robot, words: str | Sequence[str] | None) -> Sensors:
        """Read which sensors there are: all joint torques, with the changes that the words make.

        Args:
            robot: the robot with these joints and links.
            words: each "none" (no torques), "JOINT" (that torque), "-JOINT" (not that one), "ft@LINK" or "ft@base" (a
                force/torque sensor, all axes) or "ft@LINK:fx+fz" (some). A string has them separated by commas.
        """
        items = words.split(",") if isinstance(words, str) else words or ()
        if not isinstance(items, Sequence) or not all(isinstance(item, str) for item in items):
            raise ArgumentError(
                f"{words!r} does not name sensors.", remedy="Give a text or a list, such as ['ft@base']."
            )
        coordinates, wrenches = set(range(robot.nv)), {}
        for item in (word.strip() for word in items):
            if item == "none":
                coordinates.clear()
            elif item in robot.v_index or item in robot.coordinate_names:  # a joint may be called -up
                coordinates |= _coordinates(robot, item)
            elif item.startswith("ft@"):
                link, axes = _mount(robot, item)
                wrenches[link] = tuple(axis for axis in AXES if axis in {*wrenches.get(link, ()), *axes})
            elif item:
                rows = _coordinates(robot, item.removeprefix("-"))
                coordinates = coordinates - rows if item.startswith("-") else coordinates | rows
        if not coordinates and not wrenches and items:
            raise ArgumentError(
                "No sensor is left.", remedy="Name a joint, or add a force/torque sensor such as ft@base."
            )
        return cls(tuple(sorted(coordinates)), tuple(sorted(wrenches.items())))

    def added_to(self, others: Sensors) -> Sensors:
        """Return those of these sensors that are not among the others."""
        mounted = dict(others.wrenches)
        more = [(link, tuple(a for a in axes if a not in mounted.get(link, ()))) for link, axes in self.wrenches]
        coordinates = tuple(c for c in self.coordinates if c not in others.coordinates)
        return Sensors(coordinates, tuple((link, axes) for link, axes in more if axes))

    def all_torques(self, robot: Robot) -> bool:
        """Return whether these are all joint torques and nothing else, the case that RPNA answers."""
        return len(self.coordinates) == robot.nv and not self.wrenches

    @property
    def rows(self) -> int:
        """How many numbers they measure at a time."""
        return len(self.coordinates) + sum(len(axes) for _, axes in self.wrenches)

    def seen(self, forces: Wrenches) -> Matrix:
        """Return the rows of the force regressor that they measure, (samples rows, parameters)."""
        parts = [forces.torque[c] for c in self.coordinates]
        for link, axes in self.wrenches:
            parts += [forces.link[link][:, AXES.index(axis)] for axis in axes]
        return np.concatenate(parts)

    def describe(self, robot: Robot) -> list[str]:
        """Return their names."""
        names = [robot.coordinate_names[c] for c in self.coordinates]
        for link, axes in self.wrenches:
            place = "base" if link == WORLD else robot.body_names[link]
            names.append(f"ft@{place}" + ("" if axes == AXES else ":" + "+".join(axes)))
        return names


def _coordinates(robot: Robot, name: str) -> set[int]:
    if name in robot.v_index:
        place = robot.v_index[name]
        return set(range(place.start, place.stop))
    if name in robot.coordinate_names:
        return {robot.coordinate_names.index(name)}
    raise ArgumentError(f"There is no joint '{name}' to measure.", remedy=did_you_mean(name, robot.v_index))


def _mount(robot: Robot, item: str) -> tuple[int, tuple[str, ...]]:
    place, axes = item.removeprefix("ft@"), AXES
    if ":" in place and place not in robot.body_names:  # the names of links may have colons, too
        place, _, chosen = place.rpartition(":")
        axes = tuple(chosen.split("+"))
    for axis in axes:
        if axis not in AXES:
            raise ArgumentError(f"A force/torque sensor has no axis '{axis}'.", remedy=did_you_mean(axis, AXES))
    if place == "base":
        return WORLD, axes
    if place not in robot.body_names:
        raise ArgumentError(
            f"There is no link '{place}' to mount a sensor in.", remedy=did_you_mean(place, ["base", *robot.body_names])
        )
    return robot.body_names.index(place), axes
