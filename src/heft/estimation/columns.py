"""What a model of a robot's torques consists of: the inertial columns, and those of the drives beside them.

Beside the columns of `heft.torque_regressor` a model may have columns for what sits in the drives: friction, by the
laws of `heft.friction`, and the reflected inertia of a rotor. Each is driven by one speed s, a sum of joint speeds
with gears g, and acts on the same joints by the same gears (virtual work):

    s = sum_r g_r qd_r,     tau_r = g_r f(s, ds/dt) x

For an ordinary joint g is one there and zero elsewhere. A wrist whose motor 6 turns with joints 5 and 6 together has
columns with g = 1 on both: a coupling.

Laws with memory have a state along the run. It is computed for a whole run at once, so that it does not depend on how
the run is cut into tiles. Where samples are not a run in time, as in `Estimate.predict`, sign(s) takes its place, as
after a long motion in one direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from typing import Any

import numpy as np

from heft.arrays import Array, Bools
from heft.dynamics.api import torques_of
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, did_you_mean
from heft.estimation.armature import ARMATURE
from heft.estimation.column import Column, law_of
from heft.estimation.contact_points import Contacts
from heft.estimation.coordinates import driven, is_rotational, joint_of, positions_of
from heft.estimation.extent import refuse_large
from heft.estimation.fingerprint import fingerprint
from heft.estimation.gear_torques import load_of_gears, transmitted_by_gears
from heft.estimation.plausible_links import plausible
from heft.friction import (
    DEFAULT_FRICTION,
    OTHERS,
    DriveMotion,
    chosen,
    coefficients,
    law_named,
    needs_number,
)
from heft.identifiability.instrumented import Plant
from heft.logs.motion import Motion
from heft.robot.joint import Friction, Joint
from heft.robot.model import Robot

GAS_SPRING = "gas_spring"
"""The law whose geometry `springs` gives."""

COUPLED = (ARMATURE.name, "viscous", "coulomb")
"""The columns of a motor that turns with several joints."""

Numbers = Mapping[str, Mapping[str, float]]
"""The searched numbers of friction by law, or term of one, and joint; see `heft.estimation.friction_search`."""


@dataclass(frozen=True, eq=False)
class Model:
    """A robot and the columns beside its inertial ones: everything that a torque may consist of.

    Attributes:
        robot: whose regressor gives the first columns, `robot.parameter_names`.
        extra: the others.
        carrying: the robot that was found last, or `plausible`, with the payload that it carries: by its masses
            friction that grows with the load is computed; None: those of `plausible`.
        slow_rows: whether samples at which a joint is slow are fitted where its friction has memory.
        sensors: the bodies whose force/torque sensors, between them and their joints, have rows too; or "base".
        contacts: what the robot touches with unknown forces, which its rows are without; None: nothing.
    """

    robot: Robot
    extra: tuple[Column, ...] = ()
    carrying: Robot | None = None
    slow_rows: bool = True
    sensors: tuple[str, ...] = ()
    contacts: Contacts | None = None

    def __post_init__(self) -> None:
        if len(set(self.names)) < len(self.names):
            twice = next(name for name in self.names if self.names.count(name) > 1)
            raise ArgumentError(f"Two columns are named '{twice}'.", remedy="Give each column a name of its own.")

    @cached_property
    def names(self) -> tuple[str, ...]:
        """One per parameter: the robot's, then those of the extra columns."""
        return (*self.robot.parameter_names, *(column.name for column in self.extra))

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The units of the parameters."""
        return (*map(_inertial_unit, self.robot.parameter_names), *(c.unit for c in self.extra))

    @cached_property
    def n_inertial(self) -> int:
        """How many of the parameters are inertial."""
        return len(self.robot.parameter_names)

    @cached_property
    def plant(self) -> Plant:
        """The robot with its force/torque sensors, whose rows are regressed."""
        return Plant.of(self.robot, self.sensors)

    @cached_property
    def carrier(self) -> Robot:
        """The robot by whose masses friction that grows with the load is computed."""
        return self.plausible if self.carrying is None else replace(self.carrying, gravity=self.robot.gravity)

    @property
    def loaded(self) -> bool:
        """Whether it has friction that grows with the load."""
        return any(column.law.loaded for column in self.extra)

    @property
    def rows(self) -> tuple[str, ...]:
        """The names of the rows: the robot's coordinates, then the axes of its sensors."""
        return self.plant.names

    @cached_property
    def plausible(self) -> Robot:
        """The robot with plausible links: the prior of its inertial parameters."""
        return self._plausible[0]

    @cached_property
    def believed(self) -> Robot:
        """The robot with what can be believed of the file: no inertia that its own geometry contradicts.

        Torques of the file witness for or against logs; links to which it gives no mass have none here.
        """
        links = np.where(self.robot.parameters[:, :1] > 0, self.plausible.parameters, 0.0)
        return self.robot.with_parameters(links) if self.replaced else self.robot

    @property
    def replaced(self) -> Mapping[str, str]:
        """What is wrong in the file with each link that is another one in `plausible`, by its name."""
        return self._plausible[1]

    @cached_property
    def _plausible(self) -> tuple[Robot, Mapping[str, str]]:
        return plausible(self.robot)

    @cached_property
    def file(self) -> Array:
        """(n,) each parameter by the robot's description; zero for those that it does not hold."""
        values = [
            0.0 if c.is_coupling or c.run is not None or c.of_sensor else c.law.prior(self._joint(c.coordinate))
            for c in self.extra
        ]
        return np.concatenate([self.robot.parameter_vector, values])

    @property
    def prior(self) -> Array:
        """(n,) the prior of each parameter: that of the file, where its links are plausible."""
        return np.concatenate([self.plausible.parameter_vector, self.file[self.n_inertial :]])

    def _joint(self, r: int) -> Joint:
        """Return the joint of a coordinate with all friction and armature that act there, mimic joints' included."""
        friction = Friction(*map(float, coefficients(self.robot)[:, r]))
        armature = float(tree_of(self.robot).armature[r])
        return replace(joint_of(self.robot, r), friction=friction, armature=armature)

    @cached_property
    def holds_at_rest(self) -> Bools:
        """(nv,) whether a coordinate has friction with memory, which holds at any speed, even at rest."""
        found = np.zeros(self.robot.nv, bool)
        found[[r for column in self.extra if column.memory for r, _ in column.gears]] = True
        return found

    def states(self, motion: Motion) -> dict[str, Array]:
        """Return the state (n,) along a motion of every column whose law has memory, by the column's name."""
        return {
            column.name: column.along(motion, partial(column.law.state, number=column.number))
            for column in self.extra
            if column.memory
        }

    def extra_signals(
        self, q: Array, qd: Array, qdd: Array, states: Mapping[str, Array] | None = None, run: int | None = None
    ) -> Array:
        """Return f of every extra column, (n_extra, n).

        Args:
            q: (n, nq).
            qd: (n, nv).
            qdd: (n, nv).
            states: (n,) by column, from `states`; sign(s) for columns that are not among them.
            run: the number of the run that the samples are of; None for one that was not fitted.
        """
        signals, states = np.ones((len(self.extra), len(qd))), states or {}
        if not self.extra:
            return signals
        load = cache(partial(load_of_gears, self.carrier, q))
        transmitted = cache(partial(transmitted_by_gears, self.carrier, q, qd, qdd))
        place, drives = cache(partial(positions_of, self.robot, q)), dict[Any, DriveMotion]()
        for k, column in enumerate(self.extra):
            if column.of_sensor:
                continue
            known = column.gears, column.geometry
            if known not in drives:
                drives[known] = column.drive(qd, qdd, load, transmitted, place)
            drive, share = drives[known], column.share(run)
            if column.name in states:
                drive = replace(drive, state=states[column.name])
            signals[k] = share * column.law.signal(drive, column.number) if share else 0.0
        return signals

    def torques(self, values: Array, q: Array, qd: Array, qdd: Array) -> Array:
        """Return the joint efforts (n, nv) that parameters (n,) predict, every column counted [N m, N]."""
        n = self.n_inertial
        tau = torques_of(self.robot, values[:n], q, qd, qdd)
        for column, value, signal in zip(self.extra, values[n:], self.extra_signals(q, qd, qdd), strict=False):
            for r, gear in column.joint_gears:
                tau[:, r] += gear * value * signal
        return tau

    @cached_property
    def fingerprint(self) -> dict[str, Any]:
        """Everything that its columns depend on; see `heft.estimation.fingerprint`."""
        return fingerprint(self.robot, self.extra, self.carrier)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        extra = [column.to_dict() for column in self.extra]
        facts = {"robot": self.robot.to_dict(), "extra": extra, "slow_rows": self.slow_rows}
        if self.carrying is not None:
            facts["carrying"] = self.carrying.parameter_vector.tolist()
        if self.contacts is not None:
            facts["contacts"] = self.contacts.to_dict()
        return facts | ({"sensors": list(self.sensors)} if self.sensors else {})

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Model:
        """Read what `to_dict` gives."""
        extra = tuple(Column.from_dict(column) for column in data["extra"])
        more = {"slow_rows": data.get("slow_rows", True), "sensors": tuple(data.get("sensors", ()))}
        touched, carried, robot = data.get("contacts"), data.get("carrying"), Robot.from_dict(data["robot"])
        carrying = None if carried is None else robot.with_parameters(np.array(carried, float))
        return cls(robot, extra, carrying, **more, contacts=touched and Contacts.from_dict(touched))


def model_of(
    robot: Robot,
    friction: Iterable[str] | Mapping[str, Iterable[str]] = DEFAULT_FRICTION,
    armature: bool | None = None,
    couplings: Sequence[Mapping[str, float]] = (),
    numbers: Numbers | None = None,
    springs: Mapping[str, Sequence[float]] | None = None,
) -> Model:
    """Return the model with the usual columns on every joint but a floating base.

    Args:
        robot: the robot.
        friction: names of friction laws, see `heft.friction.all_laws`, of all joints or by joint.
        armature: whether each coordinate has a reflected inertia; None: unless the robot's rotors are modelled.
        couplings: for each motor that turns with several joints, its gears by joint name, such as
            {"joint5": 1, "joint6": 1}; it gets the columns of `COUPLED`.
        numbers: by law and joint, for laws that have a searched number.
        springs: the geometry of a gas spring by joint: a [m], b [m] and p [rad] of `heft.friction.laws.gas_spring`.

    Raises:
        ArgumentError: a law or joint does not exist, laws do not go together, or a number is missing; or the robot has
            so many bodies that a regression does not fit in the memory.
    """
    refuse_large(robot)
    by_joint = laws_by_joint(friction, driven(robot).values())
    for joint in springs or ():
        _check_joint(joint, driven(robot).values(), "a gas spring")
    inertia = (ARMATURE,) if (armature if armature is not None else not robot.rotors) else ()
    columns = []
    for r, joint in driven(robot).items():
        names, geometry = by_joint[joint], tuple(map(float, (springs or {}).get(joint, ())))
        names = (*names, *([GAS_SPRING] if geometry and GAS_SPRING not in names else []))
        if GAS_SPRING in names:
            _check_spring(robot, r, joint, geometry)
        for term in (*(term for law in chosen(names) for term in law.terms), *inertia):
            missing = term.number if needs_number(term, names) else None
            number = (numbers or {}).get(term.name, {}).get(joint, 0.0) if missing else 0.0
            if missing and number <= 0:
                raise ArgumentError(
                    f"Joint '{joint}' has no {missing.name}, which friction '{term.name}' needs.",
                    remedy="Give one in 'numbers', or let heft.identify search it in the logs.",
                )
            column = joint_column(robot, r, term.name, number)
            columns.append(replace(column, geometry=geometry) if term in law_named(GAS_SPRING).terms else column)
    for gears in couplings:
        columns += _coupling(robot, gears)
    return Model(robot, tuple(columns))


def _check_spring(robot: Robot, r: int, joint: str, geometry: Sequence[float]) -> None:
    """Refuse a gas spring without a geometry, or on a joint that does not turn."""
    if len(geometry) != 3 or min(geometry[:2]) <= 0 or not np.all(np.isfinite(geometry)):
        raise ArgumentError(
            f"The gas spring of joint '{joint}' needs two distances from its axis [m], both positive, and an angle "
            f"[rad]; it has {list(geometry)}.",
            remedy=f"Give them as --spring {joint}=0.5,0.2,1.57.",
        )
    if not is_rotational(robot, r):
        raise ArgumentError(f"Joint '{joint}' does not turn.", remedy="Give gas springs to revolute joints.")


def laws_by_joint(
    friction: Iterable[str] | Mapping[str, Iterable[str]], joints: Iterable[str]
) -> dict[str, tuple[str, ...]]:
    """Return the names of the friction laws of every joint, from those of all joints or by joint.

    By joint, those of `OTHERS` are of every joint that is not named; without them it has none.

    Raises:
        ArgumentError: there is no such joint.
    """
    joints = tuple(joints)
    if not isinstance(friction, Mapping):
        laws = tuple(friction)
        return dict.fromkeys(joints, laws)
    for name in friction:
        if name != OTHERS:
            _check_joint(name, joints, "friction")
    others = tuple(friction.get(OTHERS, ()))
    return {joint: tuple(friction.get(joint, others)) for joint in joints}


def _check_joint(name: str, joints: Iterable[str], what: str) -> None:
    """Refuse a joint that does not exist."""
    if name not in joints:
        raise ArgumentError(f"There is no joint '{name}' to have {what}.", remedy=did_you_mean(name, joints))


def joint_column(robot: Robot, r: int, kind: str, number: float = 0.0) -> Column:
    """Return the column of a kind on coordinate r alone."""
    return _column(robot, robot.coordinate_names[r], kind, ((r, 1.0),), number)


def _coupling(robot: Robot, gears: Mapping[str, float]) -> list[Column]:
    """Return the columns of a motor that turns with several joints."""
    for name in gears:
        if name not in robot.v_index:
            raise ArgumentError(
                f"Robot '{robot.name}' has no joint '{name}' to couple.", remedy=did_you_mean(name, robot.joint_names)
            )
    if len(gears) < 2 or not all(gears.values()):
        raise ArgumentError(
            f"A coupled motor turns with two joints or more; {dict(gears)} does not.",
            remedy="Give the gear ratio of every joint that it turns with, such as joint_5=1,joint_6=1.",
        )
    pairs = tuple((robot.v_index[name].start, float(gear)) for name, gear in gears.items())
    return [_column(robot, "+".join(gears), kind, pairs) for kind in COUPLED]


def _column(robot: Robot, label: str, kind: str, gears: tuple[tuple[int, float], ...], number: float = 0.0) -> Column:
    unit = law_of(kind).unit(is_rotational(robot, gears[0][0]))
    return Column(f"{label}.{kind}", kind, gears, unit, number)


def _inertial_unit(name: str) -> str:
    kind = name.rsplit(".", 1)[-1]
    return "kg" if kind == "m" else "kg m" if kind.startswith("mc") else "kg m2"
