"""The contract of a friction law, and the motion that it acts on.

A law has one coefficient, or is a group of terms with one each. The sign of friction is `DriveMotion.direction` and
nothing else: sign(s) by default, Dahl's state for a contact that bends before it slides, a smooth sign in learning.
Laws are written for NumPy and JAX alike, against the array namespace of their inputs.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import ClassVar

from heft.arrays import AnyArray, Array
from heft.robot.joint import Joint
from heft.spatial import namespace

CONSERVING, BOUNDED, UNBOUNDED = ENERGY_CLASSES = ("conserving", "bounded", "unbounded")
"""What a part of a drive can do to the energy of a robot that is not commanded: nothing, only take, or also add."""


@dataclass(frozen=True, eq=False)
class DriveMotion:
    """How a drive moves: what the signal of a law may depend on.

    Attributes:
        speed: s [rad/s or m/s].
        state: what replaces sign(s), between -1 and 1; None for sign(s).
        acceleration_of: returns ds/dt; called only by terms that need it.
        load_of: returns the size of the torque that the drive carries [N m or N]; called only by terms that need it.
    """

    speed: AnyArray
    state: AnyArray | None = None
    acceleration_of: Callable[[], AnyArray] | None = None
    load_of: Callable[[], AnyArray] | None = None

    @cached_property
    def direction(self) -> AnyArray:
        """The direction in which the contact slides: this is where the sign of friction is decided."""
        return namespace(self.speed).sign(self.speed) if self.state is None else self.state

    @property
    def acceleration(self) -> AnyArray:
        """ds/dt [rad/s2 or m/s2]."""
        return 0 * self.speed if self.acceleration_of is None else self.acceleration_of()

    @property
    def load(self) -> AnyArray:
        """The size of the torque that the drive carries [N m or N]."""
        return 0 * self.speed if self.load_of is None else self.load_of()


@dataclass(frozen=True)
class SearchedNumber:
    """A number in which a law is not linear, and how it is searched in logs.

    Attributes:
        name: in words, such as "Stribeck speed".
        lowest, highest: between which it is searched, on a logarithmic grid.
        relative_to_speed: whether they are fractions of the joint's largest speed.
        refinements: how many times a finer grid is laid around the best candidate.
        samples: the most samples of a run that are used; None for all.
        source: the law whose number this is, where two laws share one; "" for its own.
    """

    name: str
    lowest: float
    highest: float
    relative_to_speed: bool = False
    refinements: int = 1
    samples: int | None = None
    source: str = ""


class Law:
    """A friction law with one coefficient x: tau = x f(s).

    Subclasses set `name` and `formula`, define `signal`, and override what differs from the defaults.

    Attributes:
        name: what a person writes to ask for it, and the ending of its parameters' names.
        formula: its signal in words of mathematics, for the documentation.
        symbol: of its coefficient in a learned model.
        speed_power: the power of s that its signal grows with; the coefficient's unit follows.
        nonnegative: whether its coefficient cannot be negative.
        energy: one of `ENERGY_CLASSES`, for a nonnegative coefficient.
        dry: whether its signal has the sign of the speed, which is in doubt near rest.
        memory: whether its signal depends on the way gone, so that it holds at rest too.
        number: the number in which it is not linear, if it has one.
        learned_number: the symbol of that number in a learned model; "" if it cannot be learned.
        replaces: laws that it contains and that cannot stand beside it.
        needs: laws that must stand beside it.
    """

    name: ClassVar[str]
    formula: ClassVar[str]
    symbol: ClassVar[str] = "x"
    speed_power: ClassVar[int] = 0
    nonnegative: ClassVar[bool] = True
    energy: ClassVar[str] = BOUNDED
    dry: ClassVar[bool] = False
    memory: ClassVar[bool] = False
    number: ClassVar[SearchedNumber | None] = None
    learned_number: ClassVar[str] = ""
    replaces: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[str, ...]] = ()

    @property
    def terms(self) -> tuple[Law, ...]:
        """Its terms, each with one coefficient: usually the law itself."""
        return (self,)

    @property
    def learned_formula(self) -> str:
        """Its signal as a function of the number that is learned, for the documentation."""
        return self.formula

    @property
    def learned_terms(self) -> tuple[Law, ...]:
        """The terms of an actuator of this name in a learned model."""
        return self.terms

    def signal(self, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return f, in the shape of `motion.speed`.

        Args:
            motion: of the drive.
            number: the searched number, for laws that have one.
        """
        raise NotImplementedError

    def learned_signal(self, motion: DriveMotion, number: AnyArray) -> AnyArray:
        """Return f as a function of the number that is learned; the same unless that is another one."""
        return self.signal(motion, number)

    def learned_start(self, speed: Array) -> Array:
        """Return the number that learning starts from, given typical speeds."""
        return speed

    def torque(self, value: AnyArray, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return the torque that the law takes from the joint [N m or N]."""
        return value * self.signal(motion, number)

    def state(self, way: Array, number: float) -> Array:
        """Return the direction (n,) after each of the signed steps `way` (n,), for laws with memory."""
        raise NotImplementedError

    def unit(self, rotational: bool) -> str:
        """Return the unit of the coefficient on a rotational or a translational coordinate."""
        effort, way = ("N m", "rad") if rotational else ("N", "m")
        power = "" if self.speed_power == 1 else str(self.speed_power)
        return f"{effort} s{power}/{way}{power}" if self.speed_power else effort

    def prior(self, joint: Joint) -> float:
        """Return the coefficient that the robot's joint has; zero where a robot file cannot say it."""
        return 0.0

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint with this coefficient added; unchanged where a robot file cannot say it."""
        return joint

    def __repr__(self) -> str:
        return f"<friction law '{self.name}'>"


def with_friction(joint: Joint, viscous: float = 0.0, coulomb: float = 0.0, offset: float = 0.0) -> Joint:
    """Return a joint with more friction."""
    now = joint.friction
    more = replace(now, viscous=now.viscous + viscous, coulomb=now.coulomb + coulomb, offset=now.offset + offset)
    return replace(joint, friction=more)
