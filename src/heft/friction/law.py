"""The contract of a friction law, and the motion that it acts on.

A law has one coefficient, or is a group of terms with one coefficient each. The only sign of friction that a law sees
is `DriveMotion.direction`: sign(s), unless the caller supplies a state in its place (Dahl's, for a contact that bends
before it slides; a smooth sign, in learning). Laws are written for NumPy and JAX alike, against the array namespace of
their inputs.
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
"""What a part of a drive can do to the energy of a robot without commands: keep it, reduce it only, or also add."""


@dataclass(frozen=True, eq=False)
class DriveMotion:
    """How a drive moves: what the signal of a law may depend on.

    Attributes:
        speed: s [rad/s or m/s].
        state: a number between -1 and 1 in place of sign(s); None for sign(s).
        acceleration_of: returns ds/dt; called only by terms that need it.
        load_of: returns the size of the gravity torque that the drive carries [N m or N]; called only by terms that
            need it.
        transmitted_of: returns the size of the whole torque that the drive transmits to the links [N m or N]; called
            only by terms that need it.
        position_of: returns the position that s is the rate of [rad or m]; called only by terms that need it.
        geometry: what a law with a geometry is given.
    """

    speed: AnyArray
    state: AnyArray | None = None
    acceleration_of: Callable[[], AnyArray] | None = None
    load_of: Callable[[], AnyArray] | None = None
    transmitted_of: Callable[[], AnyArray] | None = None
    position_of: Callable[[], AnyArray] | None = None
    geometry: tuple[float, ...] = ()

    @cached_property
    def direction(self) -> AnyArray:
        """The direction of motion that friction opposes, from -1 to 1: the sign of friction."""
        return namespace(self.speed).sign(self.speed) if self.state is None else self.state

    @property
    def acceleration(self) -> AnyArray:
        """ds/dt [rad/s2 or m/s2]."""
        return 0 * self.speed if self.acceleration_of is None else self.acceleration_of()

    @property
    def load(self) -> AnyArray:
        """The size of the gravity torque that the drive carries [N m or N]."""
        return 0 * self.speed if self.load_of is None else self.load_of()

    @property
    def transmitted(self) -> AnyArray:
        """The size of the whole torque that the drive transmits to the links [N m or N]."""
        return 0 * self.speed if self.transmitted_of is None else self.transmitted_of()

    @property
    def position(self) -> AnyArray:
        """The position of the drive [rad or m]."""
        return 0 * self.speed if self.position_of is None else self.position_of()


@dataclass(frozen=True)
class SearchedNumber:
    """A number in which a law is not linear, and how it is searched in logs.

    Attributes:
        name: in words, such as "Stribeck speed".
        lowest: the lower end of the logarithmic grid on which it is searched.
        highest: the upper end.
        relative_to_speed: whether both are fractions of the joint's largest speed.
        in_spectrum: whether it is found as a peak of the residual's spectrum over position, not on the grid.
        refinements: how many times a finer grid is laid around the best candidate.
        samples: the largest number of samples of a run that are used; None for all.
        source: the name of the law whose number this is, where two laws share one; "" for its own.
    """

    name: str
    lowest: float
    highest: float
    relative_to_speed: bool = False
    in_spectrum: bool = False
    refinements: int = 1
    samples: int | None = None
    source: str = ""

    def unit(self, rotational: bool) -> str:
        """Return its unit on a rotational or a translational coordinate."""
        length = "rad" if rotational else "m"
        return f"1/{length}" if self.in_spectrum else f"{length}/s" if self.relative_to_speed else length


class Law:
    """A friction law with one coefficient x: tau = x f(s).

    Subclasses set `name` and `formula`, define `signal`, and override what differs from the defaults.

    Attributes:
        name: the word that selects it, and the last part of its parameters' names.
        formula: its signal as a formula, for the manual.
        symbol: of its coefficient in a learned model.
        speed_power: the power of s that its signal grows with; the coefficient's unit follows.
        nonnegative: whether its coefficient cannot be negative.
        adds_to: terms of the same joint whose sum with it cannot be negative; without any of them, it alone cannot.
        energy: one of `ENERGY_CLASSES`, for a coefficient that is not negative.
        prior_width: how far from the robot file its coefficient may well be, in the size with which it alone would make
            the efforts. It matters where the data do not separate it from the links.
        dry: whether its signal jumps with the sign of the speed, which is in doubt near rest.
        memory: whether its signal depends on the past motion through `state`, so that it holds at rest too.
        loaded: whether its signal depends on a torque that the drive carries, and with it on the masses of the robot.
        positional: whether its signal depends on the position of the joint.
        number: the number in which it is not linear, if it has one.
        learned_number: the symbol of that number in a learned model; "" if it cannot be learned.
        replaces: laws that it contains, and with which it cannot be combined.
        needs: laws one of which it cannot be used without.
        geometry: the numbers of its geometry, which a person must give; () if it has none.
        automatic: whether it is tried where heft chooses the laws of a joint.
        learnable: whether a learned model can have it.
    """

    name: str
    formula: str
    symbol: ClassVar[str] = "x"
    speed_power: ClassVar[int] = 0
    nonnegative: ClassVar[bool] = True
    adds_to: ClassVar[tuple[str, ...]] = ()
    energy: ClassVar[str] = BOUNDED
    prior_width: ClassVar[float] = 1.0
    dry: ClassVar[bool] = False
    memory: ClassVar[bool] = False
    loaded: ClassVar[bool] = False
    positional: ClassVar[bool] = False
    number: SearchedNumber | None = None
    learned_number: ClassVar[str] = ""
    replaces: ClassVar[tuple[str, ...]] = ()
    needs: ClassVar[tuple[str, ...]] = ()
    geometry: ClassVar[tuple[str, ...]] = ()
    automatic: ClassVar[bool] = False
    learnable: ClassVar[bool] = True

    @property
    def terms(self) -> tuple[Law, ...]:
        """Its terms, each with one coefficient: usually the law itself."""
        return (self,)

    @property
    def learned_formula(self) -> str:
        """Its signal as a function of the number that is learned, for the manual."""
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

    def slope(self, motion: DriveMotion, turning: AnyArray) -> AnyArray:
        """Return df/ds, in the shape of `motion.speed`; laws that have it can be excited by `heft.excite`.

        Args:
            motion: of the drive, with a smooth state in place of the sign.
            turning: the derivative of that state in s.
        """
        raise NotImplementedError

    @property
    def has_slope(self) -> bool:
        """Whether the law states its slope."""
        return type(self).slope is not Law.slope

    def learned_signal(self, motion: DriveMotion, number: AnyArray) -> AnyArray:
        """Return f as a function of the number that is learned, which may be another than the one that is searched."""
        return self.signal(motion, number)

    def learned_start(self, speed: Array) -> Array:
        """Return the number that learning starts from, given typical speeds."""
        return speed

    def torque(self, value: AnyArray, motion: DriveMotion, number: AnyArray = 0.0) -> AnyArray:
        """Return the friction torque; it opposes the motion and is subtracted from the drive torque [N m or N]."""
        return value * self.signal(motion, number)

    def state(self, travel: Array, number: float) -> Array:
        """Return the state (n,) after each of the signed displacements `travel` (n,), for laws with memory."""
        raise NotImplementedError

    def unit(self, rotational: bool) -> str:
        """Return the unit of the coefficient on a rotational or a translational coordinate."""
        effort, length = ("N m", "rad") if rotational else ("N", "m")
        power = "" if self.speed_power == 1 else str(self.speed_power)
        return f"{effort} s{power}/{length}{power}" if self.speed_power else effort

    def prior(self, joint: Joint) -> float:
        """Return the coefficient of a joint in a robot description; zero if descriptions do not hold it."""
        return 0.0

    def write(self, joint: Joint, value: float) -> Joint:
        """Return the joint with this coefficient added; unchanged if robot descriptions do not hold it."""
        return joint

    def __repr__(self) -> str:
        return f"<friction law '{self.name}'>"


def with_friction(joint: Joint, viscous: float = 0.0, coulomb: float = 0.0, offset: float = 0.0) -> Joint:
    """Return a joint with more friction."""
    now = joint.friction
    more = replace(now, viscous=now.viscous + viscous, coulomb=now.coulomb + coulomb, offset=now.offset + offset)
    return replace(joint, friction=more)
