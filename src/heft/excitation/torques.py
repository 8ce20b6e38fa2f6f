"""The torques of a motion by the robot's description, and how large they may be if masses are wrong.

A torque is linear in the bodies' inertial parameters. If the inertia of every body may be wrong by a share e, each by
itself, the torque of a coordinate lies within |tau| + e sum_b |tau_b|, with tau_b the part of body b.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.dynamics.tree import tree_of
from heft.friction import coefficients
from heft.robot.model import Robot


@dataclass(frozen=True, eq=False)
class TorqueBound:
    """How large torques can be.

    Attributes:
        robot: the robot.
        mass_error: the share e by which the inertia of a body may be wrong.
        smooth: (nv,) the speed over which the sign of Coulomb friction is smooth; zero for the sign itself.
    """

    robot: Robot
    mass_error: float
    smooth: Array

    def _sign(self, qd: Array) -> Array:
        width = np.where(self.smooth > 0, self.smooth, 1.0)
        return np.where(self.smooth > 0, np.tanh(qd / width), np.sign(qd))

    def parts(self, Y: Array, qd: Array, qdd: Array) -> tuple[Array, Array]:
        """Return the torques (n, nv), friction and armature included, and those of each body (n, nv, bodies)."""
        viscous, coulomb, offset = coefficients(self.robot)
        n = 10 * self.robot.n_bodies
        products = Y[..., :n] * self.robot.parameter_vector[:n]
        bodies = products.reshape(*Y.shape[:2], self.robot.n_bodies, 10).sum(axis=-1)
        tau = bodies.sum(axis=-1) + Y[..., n:] @ self.robot.parameter_vector[n:]
        tau += tree_of(self.robot).armature * qdd + viscous * qd + coulomb * self._sign(qd) + offset
        return tau, bodies

    def bound(self, tau: Array, bodies: Array) -> Array:
        """Return (n, nv) the largest size that each torque can have."""
        return np.abs(tau) + self.mass_error * np.abs(bodies).sum(axis=-1)

    def pull_back(self, to_bound: Array, tau: Array, bodies: Array, qd: Array) -> tuple[Array, Array, Array]:
        """Take the derivatives (n, nv) of a function in the bound to those in Y (n, nv, columns), qd and qdd."""
        viscous, coulomb, _ = coefficients(self.robot)
        n, pi = 10 * self.robot.n_bodies, self.robot.parameter_vector
        to_tau = to_bound * np.sign(tau)
        shares = to_tau[..., None] + self.mass_error * to_bound[..., None] * np.sign(bodies)
        to_Y = np.empty((*tau.shape, len(pi)))
        to_Y[..., :n] = np.repeat(shares, 10, axis=-1) * pi[:n]
        to_Y[..., n:] = to_tau[..., None] * pi[n:]
        width = np.where(self.smooth > 0, self.smooth, np.inf)
        turning = (1 - self._sign(qd) ** 2) / width
        return to_Y, to_tau * (viscous + coulomb * turning), to_tau * tree_of(self.robot).armature
