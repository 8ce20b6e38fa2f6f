"""Actuators: what stands between a command u and the torque of a joint, joint by joint.

They are chains of components, see `heft.learning.chains`. Here are their parameters and their torques.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jax.numpy as jnp
import numpy as np

from heft.arrays import AnyArray, Bools
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, did_you_mean
from heft.learning import networks
from heft.learning.chains import CLASSES, COEFFICIENTS, ENERGY, NETWORKS, Component, chain
from heft.robot.joints import joint_kind
from heft.robot.model import Robot

HIDDEN = (32, 32)
CREEP = 0.01
"""Below this fraction of a coordinate's typical speed, dry friction fades out."""


@dataclass(frozen=True, eq=False)
class Actuators:
    """The actuators of a robot.

    Attributes:
        robot: whose joints they drive.
        chains: by joint name; a joint that is not there has none.
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
                raise ArgumentError(f"Joint '{name}' has several coordinates; actuators drive joints with one.")
        return cls(robot, {name: chain(text) for name, text in spec.items()})

    def spec(self) -> dict[str, str]:
        """Return the chains as text, by joint."""
        return {name: "+".join(map(str, parts)) or "none" for name, parts in self.chains.items()}

    @property
    def energy_class(self) -> str:
        """The worst of all components: "conserving", "bounded" or "unbounded"."""
        classes = [ENERGY[component.name] for parts in self.chains.values() for component in parts]
        return max(classes, key=CLASSES.index, default="conserving")

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
        """Return the same with viscous friction in the place of networks: where learning them starts from."""
        swapped = {}
        for joint, parts in self.chains.items():
            names = [part.name for part in parts]
            viscous = () if "viscous" in names or "stribeck" in names else (Component("viscous"),)
            kept = tuple(part for part in parts if part.name not in NETWORKS)
            swapped[joint] = kept + (viscous if len(kept) < len(parts) else ())
        return Actuators(self.robot, swapped)

    def delays(self, searched: float = 0.0) -> AnyArray:
        """Return the delay of each coordinate's command, (nv,) [s]; `searched` for those without a number."""
        found = np.zeros(self.robot.nv)
        for name, parts in self.chains.items():
            for part in parts:
                if part.name == "delay":
                    found[self.robot.v_index[name]] = part.numbers[0] if part.numbers else searched
        return found

    @property
    def held(self) -> Bools:
        """Whether each coordinate's effort is a command, held from sample to sample: whether it has a delay, (nv,)."""
        held = np.zeros(self.robot.nv, bool)
        for name, parts in self.chains.items():
            held[self.robot.v_index[name]] = any(part.name == "delay" for part in parts)
        return held

    @property
    def searches_delay(self) -> bool:
        """Whether some delay is left to be searched."""
        return any(part == Component("delay") for parts in self.chains.values() for part in parts)

    def coefficients(self, theta: list[Any]) -> dict[str, dict[str, dict[str, float]]]:
        """Return the numbers of each joint's components by name, learned or given; networks have none."""
        found: dict[str, dict[str, dict[str, float]]] = {name: {} for name in self.chains}
        joints = {self.robot.v_index[name].start: name for name in self.chains}
        for values, (kind, v, _, _, numbers) in zip(theta, self._stages, strict=True):
            if kind in COEFFICIENTS:
                rows = numbers if numbers.size else np.asarray(values).reshape(len(v), -1) ** 2
                for k, row in zip(v, rows, strict=True):
                    found[joints[k]][kind] = {n: float(x) for n, x in zip(COEFFICIENTS[kind], row, strict=True)}
        return found

    # -- the armature -----------------------------------------------------------------------------

    @cached_property
    def _own_armature(self) -> AnyArray:
        """What the robot's file says for the joints whose chain has an armature, (nv,), zero for the others."""
        own = np.zeros(self.robot.nv)
        for joint in self.robot.joints:
            if any(part.name == "armature" for part in self.chains.get(joint.name, ())):
                own[self.robot.v_index[joint.name]] = joint.armature
        return own

    def armature(self, theta: list[Any]) -> AnyArray:
        """Return the armature of each coordinate, (nv,): the robot's where no chain has one."""
        found = jnp.asarray(tree_of(self.robot).armature - self._own_armature)
        for values, (kind, v, _, _, numbers) in zip(theta, self._stages, strict=True):
            if kind == "armature":
                found = found.at[np.array(v)].add(numbers[:, 0] if numbers.size else values**2)
        return found

    # -- the torques ------------------------------------------------------------------------------

    @cached_property
    def _stages(self) -> list[tuple[str, list[int], list[int], list[bool], AnyArray]]:
        """The chains cut into stages of one kind: kind, coordinates, rows of q, whether they are angles, numbers."""
        stages: list[tuple[str, list[int], list[int], list[bool], AnyArray]] = []
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
                stages.append((kind, v, q, angle, np.array(numbers).reshape(len(v), -1)))
        return stages

    def start(self, rng: np.random.Generator, constants: dict[str, AnyArray]) -> list[Any]:
        """Return parameters to start from, one entry per stage: small friction, networks near zero."""
        theta: list[Any] = []
        for kind, v, _, _, numbers in self._stages:
            tau, rate = np.asarray(constants["tau"])[v], np.asarray(constants["qd"])[v]
            small = np.sqrt(0.05 * tau / rate)
            match kind:
                case "viscous":
                    theta.append(small)
                case "stribeck":
                    dry = np.sqrt(0.05 * tau)
                    theta.append(np.stack([dry, dry, 1 / rate, small], axis=1))
                case "motor":
                    k = np.sqrt(np.full(len(v), 0.1))
                    theta.append(np.zeros((len(v), 0)) if numbers.size else np.stack([k, np.ones(len(v))], axis=1))
                case "saturation":
                    limit = np.sqrt(np.asarray(constants["u_max"])[v])
                    theta.append(np.zeros(0) if numbers.size else limit)
                case "armature":
                    own, small = self._own_armature[v], 0.05 * tau / np.asarray(constants["qdd"])[v]
                    theta.append(np.zeros(0) if numbers.size else np.sqrt(np.where(own > 0, own, small)))
                case "nn":
                    theta.append(networks.start(rng, len(v), (4, *HIDDEN, 1)))
                case _:
                    theta.append(networks.start(rng, len(v), (3, *HIDDEN, 1), 0.1))
        return theta

    def torque(
        self, theta: list[Any], constants: dict[str, AnyArray], u: AnyArray, q: AnyArray, qd: AnyArray
    ) -> AnyArray:
        """Return the joint torques (nv, ...) for delayed commands u (nv, ...) at q (nq, ...), qd (nv, ...)."""
        tau = jnp.asarray(u)
        for values, (kind, v, rows, angle, numbers) in zip(theta, self._stages, strict=True):
            if kind == "armature":
                continue
            t, rate = tau[np.array(v)], qd[np.array(v)]
            samples = (1,) * (u.ndim - 1)

            def column(x: AnyArray, samples: tuple[int, ...] = samples) -> AnyArray:
                return x.reshape(-1, *samples)

            scale = {name: column(constants[name][np.array(v)]) for name in ("tau", "qd", "u")}
            sign = jnp.tanh(rate / (CREEP * scale["qd"]))
            match kind:
                case "viscous":
                    t = t - column(values**2) * rate
                case "stribeck":
                    fs, fd, nu, mu = (column(values[:, k] ** 2) for k in range(4))
                    t = t - sign * (fs + fd * jnp.exp(-nu * rate**2)) - mu * rate
                case "motor":
                    k, R = (column(x) for x in (numbers.T if numbers.size else values.T**2))
                    t = k / R * (t - k * rate)
                case "saturation":
                    limit = column(numbers[:, 0] if numbers.size else values**2)
                    t = jnp.clip(t, -limit, limit)
                case _:
                    x = _features(q[np.array(rows)], rate / scale["qd"], angle)
                    if kind == "nn":
                        x = jnp.concatenate([(t / scale["u"])[:, None], x], axis=1)
                    f = scale["tau"] * networks.apply(values, x)[:, 0]
                    t = {"nn-friction": t - sign * jnp.abs(f), "nn-residual": t - f, "nn": f}[kind]
            tau = tau.at[np.array(v)].set(t)
        return tau


def _features(q: AnyArray, rate: AnyArray, angle: list[bool]) -> AnyArray:
    """Return what a joint's network sees, (k, 3, ...): cosine and sine of an angle, or a position, and the speed."""
    turns = np.array(angle).reshape(-1, *(1,) * (q.ndim - 1))
    return jnp.stack([jnp.where(turns, jnp.cos(q), q), jnp.where(turns, jnp.sin(q), 0.0), rate], axis=1)
