"""What a model of a robot's torques is made of: the inertial columns, and others beside them.

Beside the columns of `heft.torque_regressor` a model may have columns for what sits in the drives: friction, an
offset, the reflected inertia of a rotor. Each is driven by one speed s, a sum of joint speeds with gears g, and acts
on the same joints by the same gears (virtual work):

    s = sum_r g_r qd_r,     tau_r = g_r f(s, ds/dt) x

For an ordinary joint g is one there and zero elsewhere. A wrist whose motor 6 turns with joints 5 and 6 together has
columns with g = 1 on both: a coupling.

| kind       | f                    | unit of x, revolute joint |
| ---------- | -------------------- | ------------------------- |
| viscous    | s                    | N m s/rad                 |
| coulomb    | sign(s)              | N m                       |
| coulomb+   | 1 where s > 0        | N m                       |
| coulomb-   | -1 where s < 0       | N m                       |
| stribeck   | sign(s) exp(-(s/v)2) | N m                       |
| hysteresis | z                    | N m                       |
| load       | z G                  | 1                         |
| offset     | 1                    | N m                       |
| armature   | ds/dt                | kg m2                     |

z is the state of a contact that bends before it slides (`heft.estimation.hysteresis`); where samples are not a run in
time, such as in `Estimate.predict`, it is sign(s), as after a long slide. G is the size of the gravity torque at the
joint by the robot's file: friction of a gear grows with what the gear carries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from heft import parameters as inertial
from heft.arrays import Array, Bools
from heft.dynamics.api import gravity_forces
from heft.dynamics.friction import coefficients
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, did_you_mean
from heft.robot.joints import joint_kinds
from heft.robot.model import Robot

KINDS = ("viscous", "coulomb", "coulomb+", "coulomb-", "stribeck", "hysteresis", "load", "offset", "armature")

FRICTIONS = ("viscous", "coulomb", "asymmetric", "stribeck", "hysteresis", "load", "offset")
"""What can be asked for: "asymmetric" is the pair coulomb+, coulomb-, in place of coulomb and offset; "load" goes with
"hysteresis"."""

BENDING = ("hysteresis", "load")
"""Kinds whose signal depends on the way that a joint has gone."""

DEFAULT_FRICTION = ("viscous", "coulomb", "offset")

_UNITS = {
    "revolute": {"viscous": "N m s/rad", "armature": "kg m2", "load": "1", "": "N m"},
    "prismatic": {"viscous": "N s/m", "armature": "kg", "load": "1", "": "N"},
}


@dataclass(frozen=True)
class Column:
    """One column beside the inertial ones.

    Attributes:
        name: unique in a model, such as "elbow.viscous".
        kind: one of `KINDS`.
        gears: (coordinate, gear) pairs: which speeds drive it, and which torques it acts on.
        unit: of its parameter.
        speed: the Stribeck speed v [rad/s or m/s], for that kind.
        distance: over which a contact bends [rad or m], for hysteresis and load.
    """

    name: str
    kind: str
    gears: tuple[tuple[int, float], ...]
    unit: str
    speed: float = 0.0
    distance: float = 0.0

    def rate(self, rates: Array) -> Array:
        """Return s (n,) of velocities (n, nv), or ds/dt of accelerations."""
        return sum((gear * rates[:, r] for r, gear in self.gears[1:]), self.gears[0][1] * rates[:, self.gears[0][0]])

    def signal(self, qd: Array, qdd: Array) -> Array:
        """Return f (n,) for velocities and accelerations (n, nv), G left out."""
        s = self.rate(qdd if self.kind == "armature" else qd)
        match self.kind:
            case "viscous" | "armature":
                return s
            case "coulomb" | "hysteresis" | "load":
                return np.sign(s)
            case "coulomb+":
                return (s > 0).astype(float)
            case "coulomb-":
                return -(s < 0).astype(float)
            case "stribeck":
                return np.sign(s) * np.exp(-np.square(s / self.speed))
            case "offset":
                return np.ones(len(s))
        raise ArgumentError(f"'{self.kind}' is no kind of column.", remedy=did_you_mean(self.kind, KINDS))

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        gears = [[r, gear] for r, gear in self.gears]
        facts = {"name": self.name, "kind": self.kind, "gears": gears, "unit": self.unit, "speed": self.speed}
        return facts | {"distance": self.distance}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Column:
        """Read what `to_dict` gives."""
        gears = tuple((int(r), float(gear)) for r, gear in data["gears"])
        return cls(data["name"], data["kind"], gears, data["unit"], data["speed"], data.get("distance", 0.0))


@dataclass(frozen=True, eq=False)
class Model:
    """A robot and the columns beside its inertial ones: everything that a torque may consist of.

    Attributes:
        robot: whose regressor gives the first columns, `robot.parameter_names`.
        extra: the others.
        payload: the body that carries an unknown load; its ten columns appear a second time, as the load's.
    """

    robot: Robot
    extra: tuple[Column, ...] = ()
    payload: str | None = None

    def __post_init__(self) -> None:
        if len(set(self.names)) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise ArgumentError(f"Two columns are named '{twice}'.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """One per parameter: the robot's, then those of the extra columns, then the load's."""
        load = (f"payload.{name}" for name in inertial.NAMES) if self.payload else ()
        return (*self.robot.parameter_names, *(column.name for column in self.extra), *load)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The units of the parameters."""
        load = inertial.NAMES if self.payload else ()
        return (
            *map(_inertial_unit, self.robot.parameter_names),
            *(c.unit for c in self.extra),
            *map(_inertial_unit, load),
        )

    @cached_property
    def n_inertial(self) -> int:
        """How many of the parameters are inertial."""
        return len(self.robot.parameter_names)

    @cached_property
    def prior(self) -> Array:
        """(n,) what the robot's file says of each parameter; zero where it says nothing, as of a load."""
        friction, armature = coefficients(self.robot), tree_of(self.robot).armature
        table = {
            "viscous": friction[0],
            "coulomb": friction[1],
            "hysteresis": friction[1],
            "offset": friction[2],
            "armature": armature,
        }
        table |= {"coulomb+": friction[1] + friction[2], "coulomb-": friction[1] - friction[2]}
        values = [table[c.kind][c.gears[0][0]] if c.kind in table and len(c.gears) == 1 else 0.0 for c in self.extra]
        return np.concatenate([self.robot.parameter_vector, values, np.zeros(10 if self.payload else 0)])

    @cached_property
    def bending(self) -> Bools:
        """(nv,) whether a coordinate has friction that is right at any speed, even at rest."""
        found = np.zeros(self.robot.nv, bool)
        found[[r for column in self.extra if column.kind in BENDING for r, _ in column.gears]] = True
        return found

    def extra_signals(self, q: Array, qd: Array, qdd: Array, states: Mapping[str, Array] | None = None) -> Array:
        """Return f of every extra column, (n_extra, n).

        Args:
            q: (n, nq).
            qd: (n, nv).
            qdd: (n, nv).
            states: z (n,) of the bending columns by name; sign(s) if None.
        """
        signals = np.empty((len(self.extra), len(qd)))
        loaded = any(column.kind == "load" for column in self.extra)
        gravity = np.abs(gravity_forces(self.robot, q)) if loaded else np.empty(0)
        for k, column in enumerate(self.extra):
            signals[k] = states[column.name] if states and column.name in states else column.signal(qd, qdd)
            if column.kind == "load":
                signals[k] *= gravity[:, column.gears[0][0]]
        return signals

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        extra = [column.to_dict() for column in self.extra]
        return {"robot": self.robot.to_dict(), "extra": extra, "payload": self.payload}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Model:
        """Read what `to_dict` gives."""
        extra = tuple(Column.from_dict(column) for column in data["extra"])
        return cls(Robot.from_dict(data["robot"]), extra, data["payload"])


def model_of(
    robot: Robot,
    friction: Iterable[str] = DEFAULT_FRICTION,
    armature: bool | None = None,
    couplings: Sequence[Mapping[str, float]] = (),
    stribeck_speeds: Mapping[str, float] | None = None,
    distances: Mapping[str, float] | None = None,
) -> Model:
    """Return the model with the usual columns on every joint but a floating base.

    Args:
        robot: the robot.
        friction: any of `FRICTIONS`.
        armature: whether each coordinate has a reflected inertia; None: unless the robot's rotors are modelled.
        couplings: for each motor that turns with several joints, its gears by joint name, such as
            {"joint5": 1, "joint6": 1}; it gets columns for armature, viscous and Coulomb friction.
        stribeck_speeds: v by joint name [rad/s or m/s], needed where friction has "stribeck"; see `stribeck`.
        distances: over which contacts bend, by joint name [rad or m], needed where friction has "hysteresis"; see
            `hysteresis`.
    """
    asked = tuple(friction)
    for word in asked:
        if word not in FRICTIONS:
            raise ArgumentError(f"'{word}' is no kind of friction.", remedy=did_you_mean(word, FRICTIONS))
    if "asymmetric" in asked and ("coulomb" in asked or "offset" in asked):
        raise ArgumentError(
            "Asymmetric Coulomb friction is Coulomb friction and an offset in one.",
            remedy="Ask for 'asymmetric', or for 'coulomb' and 'offset', not for both.",
        )
    if "load" in asked and "hysteresis" not in asked:
        raise ArgumentError(
            "Friction that grows with the load needs its part without load.", remedy="Add 'hysteresis'."
        )
    kinds = [k for word in asked for k in (("coulomb+", "coulomb-") if word == "asymmetric" else (word,))]
    if armature if armature is not None else not robot.rotors:
        kinds.append("armature")
    columns = []
    for joint in robot.joints:
        if joint.kind == "floating":
            continue
        for r in range(robot.nv)[robot.v_index[joint.name]]:
            for kind in kinds:
                speed = (stribeck_speeds or {}).get(joint.name, 0.0) if kind == "stribeck" else 0.0
                if kind == "stribeck" and speed <= 0:
                    raise ArgumentError(f"Joint '{joint.name}' has no Stribeck speed.", remedy="Search for one first.")
                distance = (distances or {}).get(joint.name, 0.0) if kind in BENDING else 0.0
                if kind in BENDING and distance <= 0:
                    raise ArgumentError(
                        f"Joint '{joint.name}' has no bending distance.", remedy="Search for one first."
                    )
                columns.append(joint_column(robot, r, kind, speed, distance))
    for gears in couplings:
        columns += _coupling(robot, gears)
    return Model(robot, tuple(columns))


def joint_column(robot: Robot, r: int, kind: str, speed: float = 0.0, distance: float = 0.0) -> Column:
    """Return the column of a kind on coordinate r alone."""
    joint = next(joint for joint in robot.joints if r in range(robot.nv)[robot.v_index[joint.name]])
    name, unit = f"{robot.coordinate_names[r]}.{kind}", _unit(joint.kind, kind)
    return Column(name, kind, ((r, 1.0),), unit, speed, distance)


def _coupling(robot: Robot, gears: Mapping[str, float]) -> list[Column]:
    """Return the three columns of a motor that turns with several joints."""
    for name in gears:
        if name not in robot.v_index:
            raise ArgumentError(
                f"Robot '{robot.name}' has no joint '{name}' to couple.", remedy=did_you_mean(name, robot.joint_names)
            )
    pairs = tuple((robot.v_index[name].start, float(gear)) for name, gear in gears.items())
    label = "+".join(gears)
    kind_of = {joint.name: joint.kind for joint in robot.joints}
    first = kind_of[next(iter(gears))]
    return [Column(f"{label}.{k}", k, pairs, _unit(first, k)) for k in ("armature", "viscous", "coulomb")]


def _inertial_unit(name: str) -> str:
    kind = name.rsplit(".", 1)[-1]
    return "kg" if kind == "m" else "kg m" if kind.startswith("mc") else "kg m2"


def _unit(joint_kind: str, kind: str) -> str:
    units = _UNITS["revolute" if any(joint_kinds()[joint_kind].rotational) else "prismatic"]
    return units.get(kind, units[""])
