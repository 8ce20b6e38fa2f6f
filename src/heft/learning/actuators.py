"""Actuators: the way from a command u to the torque of a joint, joint by joint.

They are chains of components, see `heft.learning.chains`. This file has their parameters and their torques.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jax.numpy as jnp
import numpy as np

from heft.arrays import AnyArray, Array, Bools, Ints
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, did_you_mean
from heft.friction import DriveMotion
from heft.learning import networks
from heft.learning.chains import COEFFICIENTS, NETWORKS, Component, chain, worst_energy
from heft.learning.learned_friction import START, LearnedFriction, learned_frictions
from heft.robot.joints import joint_kind
from heft.robot.model import Robot
from heft.spatial import namespace

HIDDEN = (32, 32)
CREEP = 0.01
"""Below this fraction of a coordinate's typical speed the sign of the speed is smoothed."""

TorqueLaw = Callable[[AnyArray, AnyArray, AnyArray], AnyArray]
"""Torques of commands (or of what a stage gets), positions and velocities."""
Rows = Ints | slice


@dataclass(frozen=True, eq=False)
class Stage:
    """The components of one kind at one depth of the chains: what is computed at once.

    Attributes:
        kind: of the components.
        v: their coordinates.
        q: their rows of q.
        angles: whether those are angles.
        numbers: (k, m) that are given; (k, 0) where they are learned.
    """

    kind: str
    v: list[int]
    q: list[int]
    angles: list[bool]
    numbers: AnyArray

    @cached_property
    def friction(self) -> LearnedFriction | None:
        """The friction law that it is, if it is one."""
        return learned_frictions().get(self.kind)

    @cached_property
    def rows_v(self) -> Rows:
        """Its rows of u and qd."""
        return _rows(self.v)

    @cached_property
    def rows_q(self) -> Rows:
        """Its rows of q."""
        return _rows(self.q)

    @property
    def given(self) -> bool:
        """Whether the numbers are given."""
        return self.numbers.size > 0


@dataclass(frozen=True, eq=False)
class Actuators:
    """The actuators of a robot.

    Attributes:
        robot: whose joints they drive.
        chains: by joint name; a joint that is not listed has no actuator.
    """

    robot: Robot
    chains: Mapping[str, tuple[Component, ...]]

    def __eq__(self, other: object) -> bool:
        """Compare, so that models of one shape are compiled once."""
        return isinstance(other, Actuators) and self.robot is other.robot and self.chains == other.chains

    def __hash__(self) -> int:
        return hash((self.robot, tuple(self.chains.items())))

    @classmethod
    def of(cls, robot: Robot, spec: str | Mapping[str, str] = "none") -> Actuators:
        """Read one chain for all joints with one coordinate, or a chain per joint name.

        Raises:
            ArgumentError: a joint does not exist or has several coordinates, or a chain cannot be read.
        """
        single = [joint.name for joint in robot.joints if joint_kind(joint.kind).is_screw]
        if isinstance(spec, str):
            return cls(robot, {name: chain(spec) for name in single})
        for name in spec:
            if name not in robot.joint_names:
                raise ArgumentError(
                    f"Robot '{robot.name}' has no joint '{name}' to put an actuator on.",
                    remedy=did_you_mean(name, single),
                )
            if name not in single:
                raise ArgumentError(
                    f"Joint '{name}' has several coordinates; an actuator drives a joint with one.",
                    remedy="Leave this joint out of the actuators.",
                )
        return cls(robot, {name: chain(text) for name, text in spec.items()})

    def spec(self) -> dict[str, str]:
        """Return the chains as text, by joint."""
        return {name: "+".join(map(str, parts)) or "none" for name, parts in self.chains.items()}

    @property
    def energy_class(self) -> str:
        """The worst of all components: "conserving", "bounded" or "unbounded"."""
        return worst_energy(component for parts in self.chains.values() for component in parts)

    @property
    def has_networks(self) -> bool:
        """Whether any component is a network."""
        return any(component.name in NETWORKS for parts in self.chains.values() for component in parts)

    @property
    def is_affine(self) -> bool:
        """Whether the torque is affine in the command, so that a command can be found for a torque."""
        bad = ("saturation", "nn")
        return not any(component.name in bad for parts in self.chains.values() for component in parts)

    def without_networks(self) -> Actuators:
        """Return the same with viscous friction in place of the networks, from which their training starts."""
        swapped = {}
        for joint, parts in self.chains.items():
            terms = [term.name for part in parts if part.friction for term in part.friction.law.learned_terms]
            kept = tuple(part for part in parts if part.name not in NETWORKS)
            needed = len(kept) < len(parts) and "viscous" not in terms
            swapped[joint] = kept + ((Component("viscous"),) if needed else ())
        return Actuators(self.robot, swapped)

    def delays(self, searched: float | Array = 0.0) -> AnyArray:
        """Return the delay of each coordinate's command, (nv,) [s]; `searched` for those without a number."""
        found, each = np.zeros(self.robot.nv), np.broadcast_to(searched, self.robot.nv)
        for name, parts in self.chains.items():
            for part in parts:
                if part.name == "delay":
                    at = self.robot.v_index[name]
                    found[at] = part.numbers[0] if part.numbers else each[at]
        return found

    @property
    def held(self) -> Bools:
        """Whether each coordinate's effort is a command, held from sample to sample: whether it has a delay, (nv,)."""
        return self._with("delay")

    @property
    def servos(self) -> Bools:
        """Whether each coordinate's command is a position, (nv,): whether it has a servo."""
        return self._with("servo")

    def _with(self, component: str) -> Bools:
        found = np.zeros(self.robot.nv, bool)
        for name, parts in self.chains.items():
            found[self.robot.v_index[name]] = any(part.name == component for part in parts)
        return found

    @property
    def searches_delay(self) -> bool:
        """Whether the delay of some joint is to be searched."""
        return any(part == Component("delay") for parts in self.chains.values() for part in parts)

    def coefficients(self, theta: list[Any]) -> dict[str, dict[str, dict[str, float]]]:
        """Return the numbers of each joint's components by name, learned or given; networks have none."""
        found: dict[str, dict[str, dict[str, float]]] = {name: {} for name in self.chains}
        joints = {self.robot.v_index[name].start: name for name in self.chains}
        for values, stage in zip(theta, self._stages, strict=True):
            names = stage.friction.symbols if stage.friction else COEFFICIENTS.get(stage.kind, ())
            if not names:
                continue
            learned = np.asarray(values).reshape(len(stage.v), -1)
            squares = stage.friction.coefficients(learned) if stage.friction else learned**2
            rows = np.asarray(stage.numbers if stage.given else squares)
            for k, row in zip(stage.v, rows, strict=True):
                found[joints[k]][stage.kind] = {name: float(x) for name, x in zip(names, row, strict=True)}
        return found

    # -- the armature -----------------------------------------------------------------------------

    @cached_property
    def _own_armature(self) -> AnyArray:
        """The armature in the robot's description of the joints whose chain has one, (nv,), zero for the others."""
        own = np.zeros(self.robot.nv)
        for joint in self.robot.joints:
            if any(part.name == "armature" for part in self.chains.get(joint.name, ())):
                own[self.robot.v_index[joint.name]] = joint.armature
        return own

    def armature(self, theta: list[Any]) -> AnyArray:
        """Return the armature of each coordinate, (nv,): the robot's where no chain has one."""
        found = tree_of(self.robot).armature - self._own_armature
        for values, stage in zip(theta, self._stages, strict=True):
            if stage.kind == "armature":
                found = found + np.eye(self.robot.nv)[:, stage.v] @ (stage.numbers[:, 0] if stage.given else values**2)
        return found

    # -- the torques ------------------------------------------------------------------------------

    @cached_property
    def _stages(self) -> list[Stage]:
        """The chains cut into stages of one kind."""
        stages: list[Stage] = []
        longest = max((len(parts) for parts in self.chains.values()), default=0)
        for depth in range(longest):
            by_kind: dict[tuple[str, bool], list[tuple[int, int, bool, tuple[float, ...]]]] = {}
            for joint in self.robot.joints:
                parts = self.chains.get(joint.name, ())
                if depth < len(parts) and parts[depth].name != "delay":
                    at = self.robot.v_index[joint.name].start, self.robot.q_index[joint.name].start
                    entry = (*at, joint_kind(joint.kind).angles[0], parts[depth].numbers)
                    by_kind.setdefault((parts[depth].name, bool(parts[depth].numbers)), []).append(entry)
            for (kind, _), entries in by_kind.items():
                v, q, angle, numbers = (list(column) for column in zip(*entries, strict=True))
                stages.append(Stage(kind, v, q, angle, np.array(numbers).reshape(len(v), -1)))
        return stages

    def start(self, rng: np.random.Generator, constants: dict[str, AnyArray]) -> list[Any]:
        """Return parameters to start from, one entry per stage: small friction, networks near zero."""
        theta: list[Any] = []
        for stage in self._stages:
            v, k = stage.v, len(stage.v)
            tau, rate = np.asarray(constants["tau"])[v], np.asarray(constants["qd"])[v]
            if stage.friction:
                theta.append(stage.friction.start(tau, rate))
            elif stage.kind == "motor":
                gain = np.sqrt(np.full(k, 0.1))
                theta.append(np.zeros((k, 0)) if stage.given else np.stack([gain, np.ones(k)], axis=1))
            elif stage.kind == "servo":
                stiffness = tau / np.asarray(constants["u"])[v]
                table = np.sqrt(np.stack([stiffness, START * tau / rate], axis=1))
                theta.append(np.zeros((k, 0)) if stage.given else table)
            elif stage.kind == "saturation":
                limit = np.sqrt(np.asarray(constants["u_max"])[v])
                theta.append(np.zeros(0) if stage.given else limit)
            elif stage.kind == "armature":
                own, small = self._own_armature[v], START * tau / np.asarray(constants["qdd"])[v]
                theta.append(np.zeros(0) if stage.given else np.sqrt(np.where(own > 0, own, small)))
            elif stage.kind == "nn":
                theta.append(networks.start(rng, k, (4, *HIDDEN, 1)))
            else:
                theta.append(networks.start(rng, k, (3, *HIDDEN, 1), 0.1))
        return theta

    def torque(
        self, theta: list[Any], constants: dict[str, AnyArray], u: AnyArray, q: AnyArray, qd: AnyArray
    ) -> AnyArray:
        """Return the joint torques (nv, ...) for delayed commands u (nv, ...) at q (nq, ...), qd (nv, ...).

        In NumPy if all are NumPy's arrays: then nothing is compiled.
        """
        return self.law(theta, constants, u.ndim)(u, q, qd)

    def law(self, theta: list[Any], constants: dict[str, AnyArray], axes: int = 2) -> TorqueLaw:
        """Return `torque` as a function of u, q and qd with so many axes; all else is evaluated here, once."""
        parts = [
            (stage.rows_v, stage.rows_q, _stage_law(stage, values, constants, axes))
            for values, stage in zip(theta, self._stages, strict=True)
            if stage.kind != "armature"
        ]

        def torque(u: AnyArray, q: AnyArray, qd: AnyArray) -> AnyArray:
            tau = u
            for v, at, of in parts:
                tau = _with_rows(tau, v, of(tau[v], q[at], qd[v]))
            return tau

        return torque


def _stage_law(stage: Stage, values: Any, constants: dict[str, AnyArray], axes: int) -> TorqueLaw:
    """Return the torques (k, ...) of one stage as a function of its inputs t, positions and rates (k, ...)."""

    def column(x: AnyArray) -> AnyArray:
        return x.reshape(-1, *(1,) * (axes - 1))

    v, numbers = np.array(stage.v), stage.numbers
    size, speed, command = (column(constants[name][v]) for name in ("tau", "qd", "u"))
    creep = CREEP * speed

    def direction(rate: AnyArray) -> AnyArray:
        return namespace(rate, creep).tanh(rate / creep)

    if stage.friction:
        taken = stage.friction.law_of(values, axes)
        return lambda t, q, rate: t - taken(DriveMotion(rate, direction(rate)))
    if stage.kind == "motor":
        k, R = (column(x) for x in (numbers.T if stage.given else values.T**2))
        return lambda t, q, rate: k / R * (t - k * rate)
    if stage.kind == "servo":
        k, d = (column(x) for x in (numbers.T if stage.given else values.T**2))
        return lambda t, q, rate: k * (t - q) - d * rate
    if stage.kind == "saturation":
        limit = column(numbers[:, 0] if stage.given else values**2)
        return lambda t, q, rate: namespace(t, limit).clip(t, -limit, limit)

    def network(q: AnyArray, rate: AnyArray, *before: AnyArray) -> AnyArray:
        x = _features(q, rate / speed, stage.angles)
        if before:
            x = namespace(x, *before).concatenate([*(each[:, None] for each in before), x], axis=1)
        return size * networks.apply(values, x)[:, 0]

    if stage.kind == "nn":
        return lambda t, q, rate: network(q, rate, t / command)
    if stage.kind == "nn-residual":
        return lambda t, q, rate: t - network(q, rate)
    return lambda t, q, rate: t - direction(rate) * abs(network(q, rate))


def _rows(at: list[int]) -> Rows:
    """Return an index of rows; a slice, which copies nothing, where they follow each other."""
    following = at == list(range(at[0], at[0] + len(at)))
    return slice(at[0], at[0] + len(at)) if following else np.array(at)


def _with_rows(x: AnyArray, rows: Rows, values: AnyArray) -> AnyArray:
    """Return an array with other rows in the place of some."""
    if isinstance(rows, slice) and len(values) == len(x):
        return values
    if namespace(x, values) is not np:
        return jnp.asarray(x).at[rows].set(values)
    x = np.array(x, float)
    x[rows] = values
    return x


def _features(q: AnyArray, rate: AnyArray, angle: list[bool]) -> AnyArray:
    """Return what a joint's network sees, (k, 3, ...): cosine and sine of an angle, or a position, and the speed."""
    turns = np.array(angle).reshape(-1, *(1,) * (q.ndim - 1))
    xp = namespace(q, rate)
    return xp.stack([xp.where(turns, xp.cos(q), q), xp.where(turns, xp.sin(q), 0.0), rate], axis=1)
