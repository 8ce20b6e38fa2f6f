"""The losses that a fit minimises: normalised residuals whose squares sum to a mean squared error.

* accelerations: (FD(q, qd, actuator(u)) - qdd) / std(qdd), the paper's loss;
* torques: (actuator(u) - ID(q, qd, qdd)) / torque scale;
* rollouts: e = (position after k steps - measured) / std(q), from states along the log; positions only, as encoders
  measure them. The residual e / sqrt(1 + (e/LOST)^2) never exceeds LOST, so that a few rollouts that fell to the other
  side of an unstable point do not outweigh all others.

The compiled kernels evaluate the first two where they can (`jacobian`), and the third without derivatives (`rollout`);
what is compiled here, once for each model, is for ADAM, the derivatives of rollouts and the rest.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import lru_cache

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from heft.arrays import AnyArray, Array
from heft.bounds import within
from heft.errors import ArgumentError
from heft.learning.data import RolloutData, Samples
from heft.learning.jacobian import ANALYTIC, Analytic, numbers, uses_kernels
from heft.learning.model import BlackBox, Constants, DynamicsModel, WhiteBox
from heft.learning.rollout import kernel_rollout, rollout
from heft.spatial import namespace

LOSSES = ("accelerations", "torques", "rollouts")
LOST = 0.1
"""An error in standard deviations, beyond which a rollout has lost the motion and says little about the model."""


def arrays(data: Samples | RolloutData) -> tuple[AnyArray, ...]:
    """Return the arrays of the data."""
    return tuple(getattr(data, f.name) for f in fields(data))


def _accelerations(
    model: DynamicsModel, x: AnyArray, constants: Constants, q: AnyArray, qd: AnyArray, qdd: AnyArray, u: AnyArray
) -> AnyArray:
    return (model.forward(x, constants, q, qd, u) - qdd) / constants["qdd"]


def _torques(
    model: DynamicsModel, x: AnyArray, constants: Constants, q: AnyArray, qd: AnyArray, qdd: AnyArray, u: AnyArray
) -> AnyArray:
    if isinstance(model, BlackBox):
        raise ArgumentError("The black box has no torques.", remedy='Use the loss "accelerations".')
    return (model.torque(x, constants, q, qd, u) - model.inverse(x, constants, q, qd, qdd)) / constants["tau"]


def _rollouts(
    model: DynamicsModel,
    x: AnyArray,
    constants: Constants,
    dt: AnyArray,
    q0: AnyArray,
    qd0: AnyArray,
    u: AnyArray,
    q: AnyArray,
) -> AnyArray:
    return _bounded((rollout(model, x, constants, q0, qd0, u, dt)[0] - q) / constants["q"])


def _bounded(error: AnyArray) -> AnyArray:
    return error / namespace(error).sqrt(1 + (error / LOST) ** 2)


_RESIDUALS: dict[str, Callable[..., AnyArray]] = {
    "accelerations": _accelerations,
    "torques": _torques,
    "rollouts": _rollouts,
}


@lru_cache(maxsize=256)
def compiled(
    model: DynamicsModel, loss: str
) -> tuple[Callable[..., AnyArray], Callable[..., AnyArray], Callable[..., AnyArray]]:
    """Return residual(x, constants, *data), flat and scaled to a mean square; its Jacobian; and the mean square."""

    def residual(x: AnyArray, constants: Constants, *data: AnyArray) -> AnyArray:
        r = _RESIDUALS[loss](model, x, constants, *data).ravel()
        return r / np.sqrt(r.size)

    def value(x: AnyArray, constants: Constants, *data: AnyArray) -> AnyArray:
        return jnp.sum(residual(x, constants, *data) ** 2)

    def jacobian(x: AnyArray, constants: Constants, free: AnyArray, *data: AnyArray) -> tuple[AnyArray, AnyArray]:
        def twice(part: AnyArray) -> tuple[AnyArray, AnyArray]:
            r = residual(x.at[free].set(part), constants, *data)
            return r, r

        J, r = jax.jacfwd(twice, has_aux=True)(x[free])  # one program for both
        return r, J

    return jax.jit(residual), jax.jit(jacobian), value


class Objective:
    """A loss on data, as the optimisers see it: functions of the free part of the parameters.

    Args:
        model: its structure.
        constants: see `constants_of`; "q" is added for rollouts.
        loss: one of `LOSSES`.
        data: samples, or rollout data for the loss "rollouts".
    """

    def __init__(self, model: DynamicsModel, constants: Constants, loss: str, data: Samples | RolloutData) -> None:
        if loss not in LOSSES:
            raise ArgumentError(f"There is no loss '{loss}'.", remedy=f"Known: {', '.join(LOSSES)}.")
        self.model, self.loss, self.data = model, loss, arrays(data)
        self.constants = constants
        self.analytic: Analytic | None = None
        if loss in ANALYTIC and uses_kernels(model):
            self.analytic = Analytic(model, constants, loss, *self.data)
        self.residual, self._jacobian, self.value = compiled(model, loss)

    def mean_square(self, x: Array) -> float:
        """Return the loss at x."""
        r = self.residual_at(x)
        return float(r @ r)

    def residual_at(self, x: Array) -> Array:
        """Return the residual at x, flat and scaled to a mean square; by the compiled kernels where they can."""
        if self.analytic:
            return self.analytic.residual(x)
        if self.loss == "rollouts" and uses_kernels(self.model):
            return self._rollouts_by_kernels(self.model, x)
        return np.asarray(self.residual(x, self.constants, *self.data))

    def _rollouts_by_kernels(self, model: WhiteBox, x: Array) -> Array:
        """Return the residual of rollouts; NaN where a parameter of the model is not one that a robot can have."""
        dt, q0, qd0, u, q = self.data
        if not all(within(np.asarray(part)) for part in jax.tree.leaves(numbers(model, x, self.constants))):
            return np.full(q.size, np.nan)
        found, _, _ = kernel_rollout(model, x, self.constants, q0, qd0, u, float(dt))
        return _bounded((found - q) / self.constants["q"]).ravel() / np.sqrt(q.size)

    def partial_residual(self, x: Array, free: NDArray[np.intp]) -> Callable[[Array], Array]:
        """Return the residual as a function of the free entries of x."""

        def of(part: Array) -> Array:
            whole = x.copy()
            whole[free] = part
            return self.residual_at(whole)

        return of

    def partial_jacobian(self, x: Array, free: NDArray[np.intp]) -> Callable[[Array], tuple[Array, Array]]:
        """Return residual and Jacobian as a function of the free entries."""

        def of(part: Array) -> tuple[Array, Array]:
            whole = x.copy()
            whole[free] = part
            if self.analytic:
                return self.analytic.jacobian(whole, free)
            r, J = self._jacobian(whole, self.constants, free, *self.data)
            return np.asarray(r), np.asarray(J)

        return of
