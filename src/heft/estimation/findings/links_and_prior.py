"""Links of the robot file that the prior does not believe, and links that the data make thin in spite of it."""

from __future__ import annotations

from collections.abc import Iterator

from heft.errors import listed
from heft.estimation.base import Base
from heft.estimation.consistent import Consistent
from heft.estimation.divergence import thickness
from heft.estimation.plausible_links import NO_MASS
from heft.text import counted, short

THIN = 0.01
"""A link is named if it is thinner than this part of the one in the file."""

MOST = 4
"""As many links are named."""


def replaced_links(base: Base) -> Iterator[str]:
    """Name links of the file that its own geometry contradicts."""
    wrong = base.model.replaced
    if wrong:
        named = [f"'{name}' has {reason}" for name, reason in wrong.items()]
        massless = [name for name, reason in wrong.items() if reason == NO_MASS]
        kept = " of the same mass and centre of mass" if len(massless) < len(wrong) else ""
        between = ", or, where it has no mass," if kept and massless else ""
        guess = f" of {_mass(base, massless[0])} kg at its joint" if massless else ""
        place = "In its place" if len(wrong) == 1 else "In place of each"
        yield (
            f"The robot file cannot be right about {counted(len(wrong), 'link')}: {listed(named, MOST, '; ')}. "
            f"{place}, the prior takes a round body{kept}{between}{guess}."
        )


def _mass(base: Base, link: str) -> str:
    robot = base.model.plausible
    return short(float(robot.parameters[robot.body_names.index(link), 0]))


def thin_links(base: Base, result: Consistent) -> Iterator[str]:
    """Name links that the data bring near to the boundary of physical consistency, where the prior alone would not."""
    if result.failed:
        yield (
            "The solver of the entropic prior failed, so the parameters are those of the euclidean prior; links may be "
            "points, rods or discs. A larger --error-bound may help."
        )
    if result.prior == "euclidean" or base.model.contacts is not None:
        return
    thin = [f"'{name}'" for name, each in thickness(base.model, result.values).items() if each < THIN]
    if thin:
        yield (
            f"The torques make {listed(thin, MOST)} almost a point, a rod or a disc, although the prior prefers "
            "rounder links. Something that the model lacks may bias their inertia."
        )
