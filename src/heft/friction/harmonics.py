"""Terms that are harmonics of a joint's position: cosines and sines, for laws that are periodic in it."""

from __future__ import annotations

from heft.arrays import AnyArray
from heft.friction.law import CONSERVING, DriveMotion, Law, SearchedNumber
from heft.spatial import namespace


class Harmonic(Law):
    """tau = x cos(k w q) or x sin(k w q): it takes from a motion what it gives back later.

    The frequency w is the searched number, or one for a term without a number.
    """

    nonnegative = False
    energy = CONSERVING
    positional = True
    learnable = False

    def __init__(self, prefix: str, function: str, multiple: int, number: SearchedNumber | None) -> None:
        self.function, self.multiple = function, multiple
        self.name = f"{prefix}_{function}{multiple}"
        angle = "q" if number is None else "w q"
        self.formula = f"{function}({angle if multiple == 1 else f'{multiple} {angle}'})"
        self.number = number

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return the cosine or the sine, with the frequency w as the number."""
        angle = motion.position if self.number is None else number * motion.position
        return getattr(namespace(motion.speed), self.function)(self.multiple * angle)


def harmonics(prefix: str, count: int, number: SearchedNumber | None = None) -> tuple[Law, ...]:
    """Return the cosine and the sine of so many harmonics, named after the prefix."""
    pairs = [(function, k + 1) for k in range(count) for function in ("cos", "sin")]
    return tuple(Harmonic(prefix, function, multiple, number) for function, multiple in pairs)
