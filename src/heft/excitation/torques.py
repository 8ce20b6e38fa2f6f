"""The efforts of a motion by the robot's description, and how large they may be if masses are wrong.

A torque is linear in the bodies' inertial parameters. If the inertia of every body may be wrong by a share e, each by
itself, the torque of a coordinate lies within |tau| + e sum_b |tau_b|, with tau_b the part of body b.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.dynamics import kernels
from heft.dynamics.tree import tree_of
from heft.excitation.all_joints import AllJoints
from heft.friction import coefficients


@dataclass(frozen=True, eq=False)
class TorqueBound:
    """How large efforts can be, and how large they may be.

    Attributes:
        joints: whose `efforts` are limited.
        limits: (m,) of these efforts.
        mass_error: the share e by which the inertia of a body may be wrong.
        smooth: (nv,) the speed over which the sign of Coulomb friction is smooth; zero for the sign itself.
    """

    joints: AllJoints
    limits: Array
    mass_error: float
    smooth: Array

    @property
    def _width(self) -> Array:
        """(joints,) the speed of each joint over which the sign is smooth."""
        return np.abs(self.joints.ratio) * self.smooth[self.joints.leader]

    def _sign(self, qd: Array) -> Array:
        width = np.where(self._width > 0, self._width, 1.0)
        return np.where(self._width > 0, np.tanh(qd / width), np.sign(qd))

    def regressor(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Return Y (n, joints, columns) of the free robot, in which no joint follows another."""
        return kernels.torque_regressor(self.joints.free, *self.joints.states(q, qd, qdd))

    def parts(self, Y: Array, qd: Array, qdd: Array) -> tuple[Array, Array]:
        """Return the efforts (n, m), friction and armature included, and those of each body (n, m, bodies)."""
        free, (qd, qdd) = self.joints.free, self.joints.rates(qd, qdd)
        viscous, coulomb, offset = coefficients(free)
        n = 10 * free.n_bodies
        products = Y[..., :n] * free.parameter_vector[:n]
        bodies = products.reshape(*Y.shape[:2], free.n_bodies, 10).sum(axis=-1)
        tau = bodies.sum(axis=-1) + Y[..., n:] @ free.parameter_vector[n:]
        tau += tree_of(free).armature * qdd + viscous * qd + coulomb * self._sign(qd) + offset
        return tau @ self.joints.efforts.T, np.einsum("mj,njb->nmb", self.joints.efforts, bodies, optimize=True)

    def bound(self, tau: Array, bodies: Array) -> Array:
        """Return (n, m) the largest size that each effort can have."""
        return np.abs(tau) + self.mass_error * np.abs(bodies).sum(axis=-1)

    def slopes(
        self, to_bound: Array, tau: Array, bodies: Array, q: Array, qd: Array, qdd: Array
    ) -> tuple[Array, Array, Array]:
        """Take the derivatives (n, m) of a function in the bound to those in q, qd and qdd, (n, nv) each."""
        joints, efforts = self.joints, self.joints.efforts
        viscous, coulomb, _ = coefficients(joints.free)
        n, pi = 10 * joints.free.n_bodies, joints.free.parameter_vector
        to_tau = to_bound * np.sign(tau)
        shares = to_tau[..., None] + self.mass_error * to_bound[..., None] * np.sign(bodies)
        shares, to_tau = np.einsum("mj,nmb->njb", efforts, shares, optimize=True), to_tau @ efforts
        to_Y = np.empty((*to_tau.shape, len(pi)))
        to_Y[..., :n] = np.repeat(shares, 10, axis=-1) * pi[:n]
        to_Y[..., n:] = to_tau[..., None] * pi[n:]
        q, qd, qdd = joints.states(q, qd, qdd)
        to_q, to_qd, to_qdd = kernels.weighted_gradient(joints.free, q, qd, qdd, to_Y)
        turning = (1 - self._sign(qd) ** 2) / np.where(self._width > 0, self._width, np.inf)
        to_qd = to_qd + to_tau * (viscous + coulomb * turning)
        to_qdd = to_qdd + to_tau * tree_of(joints.free).armature
        return to_q @ joints.gear, to_qd @ joints.gear, to_qdd @ joints.gear
