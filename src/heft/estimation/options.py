"""How a robot is identified: one object, from the command line to the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypedDict

from heft.errors import ArgumentError, did_you_mean
from heft.estimation.consistent import PRIORS
from heft.estimation.constraints import Knowledge
from heft.estimation.estimators import Estimator, estimator
from heft.friction import AUTO, DEFAULT_FRICTION, OTHERS
from heft.logs.cleaning_options import Cleaning


@dataclass(frozen=True, kw_only=True)
class Options:
    """How to identify; the defaults are for the common case.

    Attributes:
        friction: the friction laws of every joint, a sequence of names or a string with commas between them; such a
            sequence for each joint, by name, where "*" stands for all that are not named; or "auto": chosen for every
            joint by cross-validation.
        friction_per_log: whether friction may differ between the logs that are fitted; the robot has its mean.
        springs: the geometry of a gas spring by joint: the distances a and b of its ends from the joint's axis [m], and
            the angle between them where the joint is at zero [rad].
        armature: whether each joint has a reflected inertia; None: unless the robot's rotors are modelled.
        couplings: for each motor that turns with several joints, its gears by joint name.
        estimator: the name of one of `heft.estimation.estimators`.
        controller: with the estimator "output-error": gains Kp [N m/rad] and Kd [N m s/rad] of every joint's position
            controller, by name; empty: they are fitted.
        prior: "entropic" or "euclidean": how directions that the data do not excite stay near the robot file.
        error_bound: with the entropic prior: by how many percent it may raise the rms residual of the fitted rows above
            that of the best physically consistent parameters; None: as much as noise excuses.
        knowledge: bounds and symmetries of links, and the total mass.
        held_out: the share of a single log's end that is held out; of several logs, the last is. 0 holds out nothing.
        cleaning: how logs are cleaned.
        payload_link: the link that carries the payload of the loaded logs; None: the last one.
        payload_mass: [kg], if it is known: drive gains are then estimated from motor currents.
        base_tilt: whether two angles of gravity in the frame of the base are estimated with the rest.
        sensors: frames of the force/torque sensors whose wrenches are fitted with the efforts, a sequence or a string
            with commas between them; "auto": all that the logs have; "none": efforts alone.
        contacts: links that touch something with unknown forces: names of points, or radii [m] by name of balls on
            level ground.
        ballistic: whether the robot flies throughout: the rows of its base alone are used, and no effort.
    """

    friction: str | Sequence[str] | Mapping[str, Sequence[str]] = AUTO
    friction_per_log: bool = False
    springs: Mapping[str, Sequence[float]] = field(default_factory=dict)
    armature: bool | None = None
    couplings: Sequence[Mapping[str, float]] = ()
    estimator: str = "weighted"
    controller: Mapping[str, Sequence[float]] = field(default_factory=dict)
    prior: str = PRIORS[0]
    error_bound: float | None = None
    knowledge: Knowledge = field(default_factory=Knowledge)
    held_out: float = 0.2
    cleaning: Cleaning = field(default_factory=Cleaning)
    payload_link: str | None = None
    payload_mass: float | None = None
    base_tilt: bool = False
    sensors: str | Sequence[str] = AUTO
    contacts: Mapping[str, float] | Sequence[str] = field(default_factory=dict)
    ballistic: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "friction", _friction(self.friction))
        object.__setattr__(self, "couplings", tuple(self.couplings))
        object.__setattr__(self, "sensors", _sensors(self.sensors))
        touched = self.contacts if isinstance(self.contacts, Mapping) else dict.fromkeys(self.contacts, 0.0)
        object.__setattr__(self, "contacts", {name: float(radius) for name, radius in touched.items()})
        springs = {joint: tuple(map(float, numbers)) for joint, numbers in self.springs.items()}
        object.__setattr__(self, "springs", springs)
        object.__setattr__(self, "controller", _controller(self.controller))
        assert self.method  # refuses names that are no estimator, and gains without effect
        if self.prior not in PRIORS:
            raise ArgumentError(f"'{self.prior}' is not a prior.", remedy=did_you_mean(self.prior, PRIORS))
        if self.error_bound is not None and self.prior != "entropic":
            raise ArgumentError(
                f"An error bound has no effect on the {self.prior} prior, which changes nothing that the data "
                "determine.",
                remedy="Leave the error bound out, or use the entropic prior.",
            )
        if self.error_bound is not None and not 0 < self.error_bound < float("inf"):
            raise ArgumentError(
                f"The error bound is {self.error_bound} %.", remedy="Give a number of percent above 0, such as 0.1."
            )
        if self.payload_mass is not None and not 0 < self.payload_mass < float("inf"):
            raise ArgumentError(
                f"The mass of the payload is {self.payload_mass} kg.", remedy="Give a mass above 0, or leave it out."
            )
        if self.contacts and self.ballistic:
            raise ArgumentError(
                "A robot in flight touches nothing.",
                remedy="Leave the contacts out, or do not call the logs ballistic.",
            )
        if not 0 <= self.held_out < 1:
            raise ArgumentError(
                f"The held-out share is {self.held_out}.", remedy="Give a number from 0 (nothing) to below 1."
            )

    @property
    def method(self) -> Estimator:
        """The estimator."""
        found = estimator(self.estimator)
        return found.controlled_by(_controller(self.controller)) if self.controller else found

    @property
    def laws(self) -> Sequence[str] | Mapping[str, Sequence[str]]:
        """The friction laws, of all joints or by joint; those that every choice starts from, where heft chooses."""
        return DEFAULT_FRICTION if isinstance(self.friction, str) else self.friction

    @classmethod
    def of(cls, given: Options | None, changes: OptionChanges) -> Options:
        """Return options with some of them changed by name.

        Raises:
            ArgumentError: there is no such option.
        """
        names = [each.name for each in fields(cls)]
        for name in changes:
            if name not in names:
                raise ArgumentError(f"There is no option '{name}'.", remedy=did_you_mean(name, names))
        return replace(given or cls(), **changes)

    @property
    def touching(self) -> bool:
        """Whether rows are to be without unknown contact forces."""
        return bool(self.contacts) or self.ballistic

    def without_drives(self) -> Options:
        """Return the options for logs without joint efforts, in which nothing shows what drives are like."""
        return replace(self, friction=(), armature=False, couplings=(), springs={})

    @property
    def beliefs(self) -> dict[str, Any]:
        """What the consistent estimate takes from it, by name."""
        return {"prior": self.prior, "error_bound": self.error_bound, "knowledge": self.knowledge}

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        knowledge = {
            "mass": {body: list(bounds) for body, bounds in self.knowledge.mass.items()},
            "com": {body: [list(bounds) for bounds in box] for body, box in self.knowledge.com.items()},
            "symmetric": dict(self.knowledge.symmetric),
            "total_mass": self.knowledge.total_mass,
        }
        springs = {joint: list(numbers) for joint, numbers in self.springs.items()}
        lists = {
            "springs": springs,
            "controller": {joint: list(gains) for joint, gains in self.controller.items()},
            "friction": _plain(self.friction),
            "couplings": [dict(gears) for gears in self.couplings],
            "contacts": dict(self.contacts) if isinstance(self.contacts, Mapping) else list(self.contacts),
            "sensors": self.sensors if isinstance(self.sensors, str) else list(self.sensors),
        }
        plain = {each.name: getattr(self, each.name) for each in fields(self)}
        return plain | lists | {"knowledge": knowledge, "cleaning": self.cleaning.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Options:
        """Read what `to_dict` gives."""
        knowledge = data["knowledge"]
        bounds = {body: tuple(pair) for body, pair in knowledge["mass"].items()}
        boxes = {body: tuple(tuple(pair) for pair in box) for body, box in knowledge["com"].items()}
        values = dict(data) | {
            "couplings": tuple(data["couplings"]),
            "knowledge": Knowledge(**knowledge | {"mass": bounds, "com": boxes}),
            "cleaning": Cleaning.from_dict(data["cleaning"]),
        }
        return cls(**values)


class OptionChanges(TypedDict, total=False):
    """Fields of `Options` by name, each with its type, as `heft.identify` and others take them."""

    friction: str | Sequence[str] | Mapping[str, Sequence[str]]
    friction_per_log: bool
    springs: Mapping[str, Sequence[float]]
    armature: bool | None
    couplings: Sequence[Mapping[str, float]]
    estimator: str
    controller: Mapping[str, Sequence[float]]
    prior: str
    error_bound: float | None
    knowledge: Knowledge
    held_out: float
    cleaning: Cleaning
    payload_link: str | None
    payload_mass: float | None
    base_tilt: bool
    sensors: str | Sequence[str]
    contacts: Mapping[str, float] | Sequence[str]
    ballistic: bool


def _controller(given: Mapping[str, Sequence[float]]) -> dict[str, tuple[float, float]]:
    """Return the gains of a controller as options hold them."""
    found = {}
    for joint, gains in given.items():
        try:
            stiffness, damping = map(float, gains)
        except (TypeError, ValueError):
            raise ArgumentError(
                f"The controller of joint '{joint}' has the gains {gains}.", remedy="Give two numbers, Kp and Kd."
            ) from None
        found[joint] = (stiffness, damping)
    return found


def _friction(given: str | Sequence[str] | Mapping[str, Sequence[str]]) -> Any:
    """Return friction as options hold it: "auto", a tuple of names, or such tuples by joint."""
    if isinstance(given, Mapping):
        found = {joint: _friction(laws) for joint, laws in given.items()}
        for joint in (joint for joint, laws in found.items() if laws == AUTO):
            raise ArgumentError(
                f"Friction '{AUTO}' chooses the laws of all joints, so those of '{joint}' cannot be chosen beside laws "
                "that are given.",
                remedy=f"Select '{AUTO}' for the whole robot, or name the laws of every joint; '{OTHERS}' stands for "
                "all that are not named.",
            )
        return found
    words = given.split(",") if isinstance(given, str) else given
    laws = tuple(word.strip() for word in words if word.strip())
    if isinstance(given, str) and not laws:
        raise ArgumentError(f"Friction '{given}' does not name a law.", remedy="Write none to leave friction out.")
    if AUTO in laws and len(laws) > 1:
        raise ArgumentError(
            f"Friction '{AUTO}' chooses among all laws, so no other laws can be given with it.",
            remedy=f"Select '{AUTO}', or name the laws.",
        )
    return AUTO if laws == (AUTO,) else () if laws == ("none",) else laws


def _sensors(given: str | Sequence[str]) -> str | tuple[str, ...]:
    """Return sensors as options hold them: "auto", or a tuple of frames."""
    words = [word.strip() for word in (given.split(",") if isinstance(given, str) else given)]
    if given == AUTO or words == [AUTO]:
        return AUTO
    if isinstance(given, str) and not any(words):
        raise ArgumentError(f"Sensors '{given}' do not name a frame.", remedy="Write none to leave all sensors out.")
    return () if words == ["none"] else tuple(dict.fromkeys(filter(None, words)))


def _plain(friction: str | Sequence[str] | Mapping[str, Sequence[str]]) -> Any:
    """Return friction ready for JSON."""
    if isinstance(friction, Mapping):
        return {joint: list(laws) for joint, laws in friction.items()}
    return friction if isinstance(friction, str) else list(friction)
