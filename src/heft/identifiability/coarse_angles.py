"""Angles that a file rounds too coarsely to be snapped: 1.571 and 1.57 are probably pi/2, but are taken literally.

The default tolerance of snapping recognises four decimals and more. With fewer, axes that are parallel or at right
angles in the machine are not so in the file: more base parameters are identifiable than the machine has, and no motion
excites those. An angle counts as rounded if it is what a multiple of pi/2 becomes with its number of decimals, two at
least, or a multiple of pi/12 with three at least. A person decides what it means: it is not snapped, but named where
the count depends on it.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from heft.identifiability.answer import answer_in, float_field
from heft.identifiability.question import Question
from heft.identifiability.snapping import DEFAULT_SNAP, Snap, nearest_multiple

COARSEST = {Fraction(1, 2): 2, Fraction(1, 12): 3}
"""The fewest decimals with which a multiple of this part of pi counts as rounded; with fewer, any number would."""


def coarse_angle_warning(asked: Callable[[float], Question], snap: float = DEFAULT_SNAP) -> str:
    """Return a sentence that names rounded angles on which the count of base parameters depends; "" without any.

    Args:
        asked: returns the question with another tolerance of snapping [rad].
        snap: [rad] angles this close to a multiple of pi/12 are that multiple.
    """
    literal = asked(snap)
    found = coarse_angles(literal)
    if not found:
        return ""
    tolerance = 10 ** -min(_decimals(each.value) for each in found)
    counts = [_count(question) for question in (literal, asked(tolerance))]
    if counts[0] == counts[1]:
        return ""
    first, more = found[0], len(found) - 1
    also = f" {more} more {'angle seems' if more == 1 else 'angles seem'} to be rounded, too." if more else ""
    return (
        f"The angle {first.value:g} rad of joint '{first.joint}' seems to be {first.meant}, rounded.{also} Taken "
        f"literally, the robot has {counts[0]} base parameters, otherwise {counts[1]}. Write at least four decimals in "
        f"the robot file; heft identifiable --snap {tolerance:g} shows the difference."
    )


def coarse_angles(question: Question) -> tuple[Snap, ...]:
    """Return the angles that seem to be rounded multiples of pi/12 and were not snapped."""
    members = [member for cluster in question.clusters for member in cluster.members]
    angles = [(member.body, angle) for member in members for step in member.steps for angle in step.rpy or ()]
    return tuple(
        Snap(question.robot.bodies[body].joint.name, "rpy", float(angle), str(nearest_multiple(float(angle))))
        for body, angle in angles
        if angle.decimal and _is_rounded(float(angle))
    )


def _count(question: Question) -> int:
    return answer_in(float_field(question), question).n_base


def _is_rounded(angle: float) -> bool:
    """Return whether an angle is what its nearest multiple of pi/12 becomes with its number of decimals."""
    meant, decimals = nearest_multiple(angle), _decimals(angle)
    fewest = min(n for part, n in COARSEST.items() if (meant.pi_multiple / part).denominator == 1)
    return bool(meant.pi_multiple) and decimals >= fewest and abs(angle - float(meant)) <= 0.5 * 10**-decimals


def _decimals(value: float) -> int:
    """Return how many decimals a number is written with."""
    exponent = Decimal(repr(value)).normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0
