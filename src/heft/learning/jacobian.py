"""Losses on samples and their derivatives by the compiled kernels; only the chain rule to the parameters is JAX's.

    accelerations:  d qdd/dx = H^-1 d(tau - ID)/dx      at the model's own qdd
    torques:        d(tau - ID)/dx
    d ID/dx  = Y dpi/dx + K dT/dx + qdd da/dx

with Y the torque regressor, K the derivatives in the placements T (where kinematics are learned), a the armature and H
the mass matrix. Forward dynamics are never differentiated, and nothing large is compiled.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeGuard

import jax
import numpy as np
from numpy.typing import NDArray

from heft.arrays import AnyArray, Array
from heft.dynamics import kernels
from heft.dynamics.tree import Given
from heft.learning.model import Constants, DynamicsModel, WhiteBox

ANALYTIC = ("accelerations", "torques")
QUICKLY = {"xla_backend_optimization_level": 0}
"""Of compiling what computes with so few numbers that a better program would not pay for itself."""


@lru_cache(maxsize=256)
def _compiled(model: WhiteBox) -> tuple[Any, Any]:
    """Return functions for the derivatives of the bodies' parameters in x[free], and for torques with theirs."""

    def slopes(x: AnyArray, constants: Constants, free: AnyArray) -> Given:
        return jax.jacfwd(lambda part: model.given(x.at[free].set(part), constants))(x[free])

    def torque(
        x: AnyArray, constants: Constants, free: AnyArray, q: AnyArray, qd: AnyArray, u: AnyArray
    ) -> tuple[AnyArray, AnyArray]:
        def twice(part: AnyArray) -> tuple[AnyArray, AnyArray]:
            tau = model.torque(x.at[free].set(part), constants, q, qd, u)
            return tau, tau

        derivative, tau = jax.jacfwd(twice, has_aux=True)(x[free])
        return tau, derivative

    return jax.jit(slopes, compiler_options=QUICKLY), jax.jit(torque)


def numbers(model: WhiteBox, x: Array, constants: Constants) -> dict[str, Any]:
    """Return what replaces the robot's own parameters (`Given`), in NumPy's arrays; nothing is compiled."""
    with np.errstate(all="ignore"):
        given: dict[str, Any] = {**model.given(np.asarray(x), jax.tree.map(np.asarray, constants))}
    return given


def torques(model: WhiteBox, x: Array, constants: Constants, q: Array, qd: Array, u: Array) -> Array:
    """Return the torques (n, nv) of the actuators under commands u."""
    return np.asarray(model.torque(x, constants, q, qd, u))


def uses_kernels(model: DynamicsModel) -> TypeGuard[WhiteBox]:
    """Whether the compiled kernels can evaluate it: rigid bodies, and coordinates on one parent each."""
    return isinstance(model, WhiteBox) and model.tree.shared_parents


class Analytic:
    """A loss on samples as a function of the parameters.

    Args:
        model: one that `uses_kernels`.
        constants: see `constants_of`.
        loss: one of `ANALYTIC`.
        q: (n, nq) [rad, m].
        qd: (n, nv).
        qdd: (n, nv).
        u: (n, nv) commands.
    """

    def __init__(
        self, model: WhiteBox, constants: Constants, loss: str, q: Array, qd: Array, qdd: Array, u: Array
    ) -> None:
        self.model, self.robot, self.constants = model, model.robot, constants
        self.accelerations = loss == "accelerations"
        self.q, self.qd, self.qdd, self.u = q, qd, qdd, u
        self.weight = 1 / (np.asarray(constants["qdd" if self.accelerations else "tau"]) * np.sqrt(qdd.size))

    def residual(self, x: Array) -> Array:
        """Return the residual, flat and scaled to a mean square; NaN where a parameter of the model is not finite."""
        given = self._given(x)
        tau = torques(self.model, x, self.constants, self.q, self.qd, self.u)
        return self._flat(self._error(given, tau)[0])

    def jacobian(self, x: Array, free: NDArray[np.intp]) -> tuple[Array, Array]:
        """Return the residual and its Jacobian in x[free]."""
        given = self._given(x)
        found = _compiled(self.model)[1](x, self.constants, free, self.q, self.qd, self.u)
        tau, dtau = (np.asarray(part) for part in found)
        error, qdd = self._error(given, tau)
        residual = self._flat(error)
        if given is None or not np.all(np.isfinite(residual)):
            return residual, np.full((residual.size, len(free)), np.nan)
        J = dtau - self._inverse_jacobian(x, free, given, qdd)
        if self.accelerations:
            J = np.linalg.solve(self._mass_matrix(given), J)
        return residual, (J * self.weight[:, None]).reshape(-1, len(free))

    def _flat(self, error: Array) -> Array:
        return (error * self.weight).ravel()

    def _given(self, x: Array) -> Given | None:
        """Return the parameters of the bodies, None if one of them is not finite."""
        given: Any = numbers(self.model, x, self.constants)
        return given if all(np.all(np.isfinite(part)) for part in jax.tree.leaves(given)) else None

    def _error(self, given: Given | None, tau: Array) -> tuple[Array, Array]:
        """Return the error (n, nv), and the accelerations (n, nv) at which torques are differentiated."""
        if given is None:
            return np.full_like(self.qdd, np.nan), self.qdd
        if not self.accelerations:
            return tau - kernels.inverse_dynamics(self.robot, self.q, self.qd, self.qdd, **given), self.qdd
        with np.errstate(all="ignore"):
            found = kernels.forward_dynamics(self.robot, self.q, self.qd, tau, **given)
        return found - self.qdd, found

    def _inverse_jacobian(self, x: Array, free: NDArray[np.intp], given: Given, qdd: Array) -> Array:
        """Return d ID/dx[free], (n, nv, p)."""
        robot, bodies, size = self.robot, self.robot.n_bodies, len(free)
        of = jax.tree.map(np.asarray, _compiled(self.model)[0](x, self.constants, free))
        dpi = [of["parameters"][:bodies].reshape(-1, size)]
        dpi += [np.linalg.pinv(r.basis) @ of["parameters"][bodies + k] for k, (_, r) in enumerate(robot.rotors)]
        Y = kernels.torque_regressor(robot, self.q, self.qd, qdd, **given)
        J = Y.reshape(qdd.size, -1) @ np.concatenate(dpi) + (qdd[:, :, None] * of["armature"]).reshape(qdd.size, -1)
        placement = given.get("placement")
        if placement is None:
            return J.reshape(*qdd.shape, size)
        dR, dp = of["placement"]
        turn = np.einsum("nijp,nkj->nikp", dR, placement[0])
        dT = np.concatenate([turn[:, [2, 0, 1], [1, 2, 0]], dp], axis=1)
        K = kernels.placement_jacobian(robot, self.q, self.qd, qdd, **given)
        return (J + K.reshape(qdd.size, -1) @ dT.reshape(-1, size)).reshape(*qdd.shape, size)

    def _mass_matrix(self, given: Given) -> Array:
        """Return H (n, nv, nv): its columns are the torques of unit accelerations from rest, without gravity."""
        n, nv = self.qd.shape
        q, qdd = np.repeat(self.q, nv, axis=0), np.tile(np.eye(nv), (n, 1))
        light: Given = {**given, "gravity": np.zeros(3)}
        tau = kernels.inverse_dynamics(self.robot, q, np.zeros_like(qdd), qdd, **light)
        return tau.reshape(n, nv, nv).swapaxes(1, 2)
