"""ADAM with a cosine-decayed learning rate, in compiled blocks of steps; the same seed gives the same weights."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import optax
from jax import lax

from heft.arrays import AnyArray, Array
from heft.learning.losses import Objective, compiled
from heft.learning.model import DynamicsModel

STRETCH = 100
"""Steps between two evaluations of the loss on all data."""


@dataclass(frozen=True, eq=False)
class AdamState:
    """The state of the iteration: parameters, both moments, steps done, and the best parameters so far."""

    x: Array
    first: Array
    second: Array
    steps: int
    best_x: Array
    best: float
    done: str = ""


def begin(watch: Objective, x: Array) -> AdamState:
    """Return the state at a start; `watch` is the loss by which the best parameters are chosen."""
    return AdamState(x, np.zeros_like(x), np.zeros_like(x), 0, x, watch.mean_square(x))


def step(
    objective: Objective, watch: Objective, state: AdamState, total: int, rate: float, batch: int, seed: int
) -> AdamState:
    """Take a block of steps.

    Args:
        objective: the loss to descend.
        watch: the loss by which the best parameters are chosen.
        state: the state before.
        total: number of all steps, over which the learning rate decays to a hundredth.
        rate: learning rate at the beginning.
        batch: samples in a step.
        seed: seed of the choice of samples.
    """
    steps = np.arange(state.steps, state.steps + STRETCH)
    rates = rate * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * np.minimum(steps / total, 1.0))))
    keys = jax.vmap(lambda k: jax.random.fold_in(jax.random.key(seed), k))(steps)
    run = _stretch(objective.model, objective.loss, batch)
    moments = state.first, state.second, np.asarray(state.steps)
    x, first, second = (
        np.asarray(part) for part in run(state.x, moments, rates, keys, objective.constants, *objective.data)
    )
    loss = watch.mean_square(x) if np.all(np.isfinite(x)) else np.inf
    done = "" if np.isfinite(loss) else "not finite"
    if state.steps + STRETCH >= total:
        done = done or "steps"
    better = loss < state.best
    return AdamState(
        x, first, second, state.steps + STRETCH, x if better else state.best_x, loss if better else state.best, done
    )


@lru_cache(maxsize=256)
def _stretch(model: DynamicsModel, loss: str, batch: int) -> Callable[..., tuple[AnyArray, AnyArray, AnyArray]]:
    value, adam = compiled(model, loss)[2], optax.scale_by_adam()

    def picked(key: AnyArray, data: tuple[AnyArray, ...]) -> tuple[AnyArray, ...]:
        if loss == "rollouts":
            dt, q0, qd0, u, q = data
            k = jax.random.randint(key, (min(batch, q0.shape[0]),), 0, q0.shape[0])
            return dt, q0[k], qd0[k], u[:, k], q[:, k]
        k = jax.random.randint(key, (min(batch, data[0].shape[0]),), 0, data[0].shape[0])
        return tuple(array[k] for array in data)

    def run(
        x: AnyArray,
        moments: tuple[AnyArray, AnyArray, AnyArray],
        rates: AnyArray,
        keys: AnyArray,
        constants: Any,
        *data: AnyArray,
    ) -> tuple[AnyArray, AnyArray, AnyArray]:
        def one(carry: tuple[AnyArray, Any], inputs: tuple[AnyArray, AnyArray]) -> tuple[tuple[AnyArray, Any], None]:
            (x, state), (rate, key) = carry, inputs
            gradient = jax.grad(value)(x, constants, *picked(key, data))
            change, state = adam.update(gradient, state)
            return (x - rate * change, state), None

        first, second, count = moments
        state = optax.ScaleByAdamState(
            count=jnp.asarray(count, jnp.int32), mu=jnp.asarray(first), nu=jnp.asarray(second)
        )
        (x, state), _ = lax.scan(one, (jnp.asarray(x), state), (jnp.asarray(rates), keys))
        return x, state.mu, state.nu

    return jax.jit(run)
