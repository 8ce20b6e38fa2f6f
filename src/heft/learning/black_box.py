"""The black box: a network that predicts accelerations without any rigid-body model, the baseline of P2."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import jax.numpy as jnp
import numpy as np

from heft.arrays import AnyArray, Array, Bools
from heft.learning import networks
from heft.learning.vectors import packed, unpacked
from heft.robot.joints import joint_kind
from heft.robot.model import Robot

HIDDEN = (64, 64)


@dataclass(frozen=True)
class BlackBox:
    """A network that predicts accelerations from positions (angles as cosine and sine), velocities and commands."""

    robot: Robot
    kinematics = False

    @property
    def energy_class(self) -> str:
        """A network can gain energy without bound."""
        return "unbounded"

    @property
    def held(self) -> Bools:
        """No command is held: it uses the commands at the samples."""
        return np.zeros(self.robot.nv, bool)

    @property
    def servos(self) -> Bools:
        """No command is a position."""
        return np.zeros(self.robot.nv, bool)

    def shape(self) -> dict[str, Any]:
        """Return what it is made of, ready for JSON."""
        return {"kind": "black-box"}

    @cached_property
    def _angles(self) -> Bools:
        """Which entries of q are angles."""
        found = np.zeros(self.robot.nq, bool)
        for joint in self.robot.joints:
            found[self.robot.q_index[joint.name]] = joint_kind(joint.kind).angles
        return found

    @cached_property
    def _sizes(self) -> tuple[int, ...]:
        inputs = self.robot.nq + int(np.sum(self._angles)) + 2 * self.robot.nv
        return (inputs, *HIDDEN, self.robot.nv)

    def start(self, constants: dict[str, AnyArray], seed: int = 0, from_prior: bool = True) -> Array:
        """Return random weights; a network has no prior."""
        return packed(networks.start(np.random.default_rng(seed), 1, self._sizes))

    @cached_property
    def _template(self) -> Any:
        return networks.start(np.random.default_rng(0), 1, self._sizes)

    def is_network(self) -> Bools:
        """All of x are weights."""
        return np.ones(len(packed(self._template)), bool)

    def forward(self, x: AnyArray, constants: dict[str, AnyArray], q: AnyArray, qd: AnyArray, u: AnyArray) -> AnyArray:
        """Return the accelerations (n, nv) under commands u."""
        weights = unpacked(self._template, x)
        features = [jnp.where(self._angles, jnp.cos(q), q), jnp.sin(q[:, self._angles])]
        features += [qd / constants["qd"], u / constants["u"]]
        inputs = jnp.concatenate(features, axis=1).T[None]
        return networks.apply(weights, inputs)[0].T * constants["qdd"]
