"""Random serial chains with the coincidences of real robots: axes parallel, perpendicular, meeting or in one line.

All geometry is exact: lengths are rational, right angles multiples of pi, other rotations quaternions of integers.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from heft import parameters as inertial
from heft.errors import ArgumentError
from heft.robot.exact import Number
from heft.robot.joint import Joint
from heft.robot.model import Body, Robot
from heft.robot.placement import Placement, Transform, Vector

GRAVITIES = ("aligned", "across", "oblique", "none")
"""Along the first joint's axis, perpendicular to it, neither, or no gravity at all."""


def random_chain(seed: int, n: int, *, gravity: str | None = None, prismatic: float = 0.3) -> Robot:
    """Return a random serial chain of revolute and prismatic joints, the same one for the same arguments.

    Every joint's axis is z of its body. An axis is parallel to the one before, perpendicular to it or neither; it
    passes through the same point, stands beside it, or anything else.

    Args:
        seed: of the random numbers, not negative.
        n: number of joints, at least 1.
        gravity: one of `GRAVITIES`; None draws one.
        prismatic: the chance of a joint to be prismatic.

    Raises:
        ArgumentError: a negative seed, n less than 1, or an unknown gravity.
    """
    if seed < 0 or n < 1:
        raise ArgumentError(
            f"random_chain cannot make a chain of {n} joints from seed {seed}.",
            remedy="Give a seed that is not negative, and at least one joint.",
        )
    if gravity is not None and gravity not in GRAVITIES:
        raise ArgumentError(f"gravity is '{gravity}'.", remedy=f"It must be one of {', '.join(GRAVITIES)}.")
    rng = np.random.default_rng([seed, n])
    drawn = str(rng.choice(GRAVITIES, p=[0.3, 0.3, 0.3, 0.1]))
    first = _step(rng) if rng.random() < 0.3 else Transform()
    bodies = []
    for i in range(n):
        kind = "prismatic" if rng.random() < prismatic else "revolute"
        placement = Placement((first if i == 0 else _step(rng),))
        bodies.append(Body(f"link{i + 1}", i - 1, Joint(f"joint{i + 1}", kind), placement, _inertia(rng)))
    chain = Robot(f"random_chain_{seed}_{n}", tuple(bodies), notes=("random_chain: made up; every number is random",))
    return chain.with_gravity(_gravity(gravity or drawn, first))


def _gravity(which: str, first: Transform) -> tuple[Number, ...]:
    """Return a gravity in that relation to the first axis if that is turned by right angles, else to the world's z."""
    R = Placement((first,)).rotation
    exact = bool(np.all(np.isclose(np.abs(R) % 1, 0)))
    local = {"aligned": (0, 0, -1), "across": (0, -1, 0), "oblique": (0, -3, -4), "none": (0, 0, 0)}[which]
    turned = np.round(R @ local).astype(int).tolist() if exact else local
    scale = Fraction(981, 500) if which == "oblique" else Fraction(981, 100)
    return tuple(Number(scale * x) for x in turned)


def _integers(rng: np.random.Generator, largest: int, size: int) -> Vector:
    while not any(numbers := rng.integers(-largest, largest + 1, size).tolist()):
        pass
    return tuple(Number(Fraction(x)) for x in numbers)


def _step(rng: np.random.Generator) -> Transform:
    """Draw where the next axis stands: by a right angle, a half turn, about z only, or at random; and how far away."""
    quarter, half = Number(pi_multiple=Fraction(1, 2)), Number(pi_multiple=Fraction(1))
    zero = Number()
    turn = rng.random()
    length = [Fraction(int(x), 20) for x in rng.integers(-10, 11, 3)]
    kept = rng.choice([[0, 0, 0], [0, 0, 1], [1, 0, 0], [1, 0, 1], [1, 1, 1]], p=[0.25, 0.2, 0.2, 0.15, 0.2])
    xyz = tuple(Number(x * int(keep)) for x, keep in zip(length, kept, strict=True))
    if turn < 0.25:
        return Transform(xyz)
    if turn < 0.3:
        return Transform(xyz, rpy=(half, zero, zero))
    if turn < 0.45:
        return Transform(xyz, rpy=(quarter, zero, zero))
    if turn < 0.6:
        return Transform(xyz, rpy=(zero, quarter, zero))
    if turn < 0.65:
        return Transform(xyz, quat=(Number(Fraction(2)), zero, zero, Number(Fraction(1))))
    return Transform(xyz, quat=_integers(rng, 3, 4))


def _inertia(rng: np.random.Generator) -> np.ndarray:
    size, mass = 0.12, rng.uniform(0.3, 5.0)
    theta = np.concatenate([[0.5 * np.log(mass)], np.log(size) + rng.uniform(-0.5, 0.5, 3), rng.uniform(-0.1, 0.1, 6)])
    return inertial.from_log_cholesky(theta)
