"""A total mass that was given and that the robot file contradicts: a wrong number or unit makes one link heavy.

Efforts say little about the mass of links, which share it with their neighbours. So the residuals do not show it.
"""

from __future__ import annotations

from collections.abc import Iterator

from heft.arrays import Array
from heft.estimation.findings.far_from_file import FACTOR, far_masses
from heft.robot.model import Robot


def far_total_mass(robot: Robot, values: Array, total: float | None) -> Iterator[str]:
    """Name a total mass that is far from that of the file, or that makes links so, with both numbers.

    Args:
        robot: with the masses of the file.
        values: the consistent parameters, those of the links first.
        total: of all links [kg], as it was given; None: it was not.
    """
    file = float(robot.parameters[:, 0].sum())
    if total is None or not file > 0:
        return
    links = [*far_masses(robot, values)]
    if not links and max(total, file) <= FACTOR * min(total, file):
        return
    heavy = f" With it, {'; '.join(links)}." if links else ""
    yield (
        f"The total mass of {total:.4g} kg that was given is {total / file:.3g} times that of the robot file, "
        f"{file:.4g} kg.{heavy} Check the number; it is the mass of all links that move, in kg."
    )
