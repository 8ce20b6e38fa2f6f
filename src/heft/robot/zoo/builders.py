"""Families of robots made in Python: a planar chain of any length, and random trees for tests.

All geometry is exact: lengths and axes are rational, angles are multiples of pi or quaternions of integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from heft import parameters as inertial
from heft.arguments import whole
from heft.arrays import Array
from heft.bounds import MOST_BODIES
from heft.errors import ArgumentError
from heft.robot.exact import Number
from heft.robot.joint import Friction, Joint, Mimic
from heft.robot.joints import joint_kind, joint_kinds
from heft.robot.model import WORLD, Body, Robot, Rotor
from heft.robot.placement import Z_AXIS, Placement, Transform, Vector

_ROD = inertial.from_com(1.0, [0.25, 0.0, 0.0], np.diag([1 / 500, 1 / 48, 1 / 48]))
"""A rod of 1 kg and 1/2 m along x, starting at the origin."""
_ROD.flags.writeable = False


def planar_n(n: int) -> Robot:
    """Return a chain of n equal links that moves in the x-y plane, gravity along -y.

    Every link is a rod of 1 kg and 1/2 m along its x axis, turning about z; at q = 0 the chain lies along x.

    Args:
        n: number of links, at least 1 and at most `MOST_BODIES`.

    Raises:
        ArgumentError: n is not such a number.
    """
    n = whole("'n' of planar_n", n, 1, MOST_BODIES)
    tip = Placement.at(["1/2", 0, 0])
    bodies = [
        Body(f"link{i + 1}", i - 1, Joint(f"joint{i + 1}", "revolute"), tip if i else Placement.at(), _ROD)
        for i in range(n)
    ]
    note = "planar_n: made up; equal rods of 1 kg and 1/2 m"
    return Robot(f"planar_{n}", tuple(bodies), notes=(note,)).with_gravity([0, "-9.81", 0])


def random_tree(
    seed: int,
    n: int,
    *,
    kinds: Sequence[str] | None = None,
    rotors: bool = True,
    mimics: bool = True,
    friction: bool = False,
    armature: bool = True,
    base: str = "fixed",
) -> Robot:
    """Return a random tree of n bodies, the same one for the same arguments.

    Every body and rotor is physically consistent, with a margin; some joints that have one coordinate are
    driven through a rotor (symmetric or not), some follow an earlier joint (a sibling, an ancestor or any other).

    Args:
        seed: of the random numbers, not negative.
        n: number of bodies, at least 1 and at most `MOST_BODIES`, rotors not counted.
        kinds: the kinds of joint to draw from; None for all there are. On the world of a fixed robot nothing
            floats; if only floating joints are allowed, what stands there is revolute.
        rotors: give some joints a rotor.
        mimics: let some joints follow another.
        friction: give some joints viscous and Coulomb friction and an offset.
        armature: give some joints a reflected inertia.
        base: "floating" puts the first body on a floating joint and all others on it.

    Raises:
        ArgumentError: a negative seed, n out of bounds, an unknown kind, or another base than "fixed" and "floating".
    """
    seed, n = whole("'seed' of random_tree", seed), whole("'n' of random_tree", n, 1, MOST_BODIES)
    allowed = tuple((joint_kind(kind).name for kind in kinds) if kinds else joint_kinds())
    if base not in ("fixed", "floating"):
        raise ArgumentError(f"base is '{base}'.", remedy="It must be 'fixed' or 'floating'.")
    draw = _Draw(np.random.default_rng([seed, n]))
    bodies: list[Body] = []
    for i in range(n):
        if i == 0 and base == "floating":
            bodies.append(Body("body1", WORLD, Joint("joint1", "floating"), parameters=draw.inertia()))
            continue
        root = i == 0 or (base == "fixed" and draw.chance(0.08))
        parent = WORLD if root else draw.parent(i)
        joint = draw.joint(f"joint{i + 1}", _kinds_here(allowed, root, i, n, bodies))
        if mimics and joint_kind(joint.kind).is_screw and draw.chance(0.3):
            joint = draw.following(joint, parent, bodies)
        geared = joint_kind(joint.kind).is_screw
        if friction and geared and draw.chance(0.7):
            joint = replace(joint, friction=draw.friction())
        if armature and geared and draw.chance(0.3):
            joint = replace(joint, armature=draw.between(0.01, 0.5))
        placement = draw.placement()
        rotor = draw.rotor(placement) if rotors and geared and draw.chance(0.5) else None
        bodies.append(Body(f"body{i + 1}", parent, joint, placement, draw.inertia(), rotor))
    return Robot(f"random_tree_{seed}_{n}", tuple(bodies), notes=("random_tree: made up; every number is random",))


def _kinds_here(allowed: tuple[str, ...], root: bool, i: int, n: int, bodies: list[Body]) -> tuple[str, ...]:
    """Keep a fixed robot from floating as a whole and, if the kinds allow it, from not moving at all."""
    if root:
        allowed = tuple(kind for kind in allowed if kind != "floating") or ("revolute",)
    if i == n - 1 and not any(body.joint.nv for body in bodies):
        return tuple(kind for kind in allowed if kind != "fixed") or allowed
    return allowed


_WEIGHTS = {"revolute": 6.0, "prismatic": 3.0, "helical": 2.0}
"""How often a kind of joint is drawn; all others have weight one."""


@dataclass(frozen=True)
class _Draw:
    """Random parts of a robot."""

    rng: np.random.Generator

    def chance(self, probability: float) -> bool:
        return bool(self.rng.random() < probability)

    def between(self, low: float, high: float) -> float:
        return float(self.rng.uniform(low, high))

    def integers(self, low: int, high: int, size: int) -> list[int]:
        return self.rng.integers(low, high + 1, size).tolist()

    def direction(self, size: int, largest: int) -> Vector:
        """Small integers, not all of them zero."""
        while not any(numbers := self.integers(-largest, largest, size)):
            pass
        return tuple(Number.parse(x) for x in numbers)

    def parent(self, i: int) -> int:
        """The previous body in most cases, so that chains are long enough."""
        return i - 1 if self.chance(0.6) else int(self.rng.integers(i))

    def axis(self) -> Vector:
        if self.chance(0.4):
            return Z_AXIS
        return self.direction(3, 1) if self.chance(0.5) else self.direction(3, 3)

    def joint(self, name: str, kinds: tuple[str, ...]) -> Joint:
        weights = np.array([_WEIGHTS.get(kind, 1.0) for kind in kinds])
        kind = kinds[int(self.rng.choice(len(kinds), p=weights / weights.sum()))]
        if not joint_kind(kind).has_axis:
            return Joint(name, kind)
        pitch = int(self.rng.choice([-4, -3, -1, 1, 2, 5])) if joint_kind(kind).has_pitch else 0
        return Joint(name, kind, self.axis(), Number(Fraction(pitch, 50)))

    def following(self, joint: Joint, parent: int, bodies: list[Body]) -> Joint:
        """Tie a joint to an earlier one: a sibling, an ancestor, or any, at random."""
        able = [body for body in bodies if joint_kind(body.joint.kind).is_screw and body.joint.mimic is None]
        siblings = [body for body in able if body.parent == parent]
        ancestors = []
        while parent != WORLD:
            ancestors.append(bodies[parent])
            parent = bodies[parent].parent
        above = [body for body in ancestors if body in able]
        groups = [group for group in (siblings, above, able) if group]
        if not groups:
            return joint
        group = groups[int(self.rng.integers(len(groups)))]
        leader = group[int(self.rng.integers(len(group)))].joint.name
        multiplier = Fraction(int(self.rng.choice([-3, -2, -1, 1, 2, 4])), 2)
        offset = Fraction(int(self.rng.integers(-2, 3)), 6)
        turned = joint_kind(joint.kind).rotational[0] and self.chance(0.5)
        mimic = Mimic(leader, Number(multiplier), Number(pi_multiple=offset) if turned else Number(offset))
        return replace(joint, mimic=mimic)

    def friction(self) -> Friction:
        return Friction(self.between(0.05, 1.0), self.between(0.05, 0.5), self.between(-0.2, 0.2))

    def placement(self) -> Placement:
        steps = [self.step() for _ in range(2 if self.chance(0.2) else 1)]
        return Placement(tuple(steps))

    def step(self) -> Transform:
        """A translation in steps of 5 cm, often zero in some direction, and a rotation in one of three forms."""
        reach = self.integers(-10, 10, 3)
        kept = self.integers(0, 1, 3) if self.chance(0.5) else [1, 1, 1]
        xyz = tuple(Number(Fraction(x * keep, 20)) for x, keep in zip(reach, kept, strict=True))
        spelling = self.rng.random()
        if spelling < 0.2:
            return Transform(xyz)
        if spelling < 0.5:
            return Transform(xyz, rpy=tuple(Number(pi_multiple=Fraction(k, 2)) for k in self.integers(-1, 2, 3)))
        if spelling < 0.65:
            return Transform(xyz, rpy=tuple(Number(pi_multiple=Fraction(k, 6)) for k in self.integers(-5, 6, 3)))
        return Transform(xyz, quat=self.direction(4, 3))

    def inertia(self, mass: float | None = None, size: float = 0.12) -> Array:
        """A body of some `size` [m]: any log-Cholesky coordinates make a physically consistent one."""
        mass = self.between(0.3, 5.0) if mass is None else mass
        theta = np.empty(10)
        theta[0] = 0.5 * np.log(mass)
        theta[1:4] = np.log(size) + self.rng.uniform(-0.5, 0.5, 3)
        theta[4:7] = size * self.rng.uniform(-0.4, 0.4, 3)
        theta[7:] = size * self.rng.uniform(-1.0, 1.0, 3)
        return inertial.from_log_cholesky(theta)

    def rotor(self, joint_placement: Placement) -> Rotor:
        ratio = int(self.rng.choice([-50, -9, -1, 1, 2, 5, 7, 30, 100]))
        placement = joint_placement if self.chance(0.5) else self.placement()
        mass, symmetric = self.between(0.05, 0.6), self.chance(0.6)
        if symmetric:
            radius, length, height = self.between(0.01, 0.05), self.between(0.01, 0.1), self.between(-0.05, 0.05)
            across = mass * (3 * radius**2 + length**2) / 12
            moments = np.diag([across, across, mass * radius**2 / 2])
            parameters = inertial.from_com(mass, [0.0, 0.0, height], moments)
        else:
            parameters = self.inertia(mass, 0.03)
        return Rotor(Number(Fraction(ratio, 1 if self.chance(0.7) else 3)), symmetric, placement, parameters)
