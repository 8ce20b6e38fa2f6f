"""Long predictions: RK4 from a state, many at once, stopped where they diverge.

The command is held over a step. On quaternions and planar joints the stages are displacements on the configuration's
group, as in `heft.dynamics.simulation`. A state that diverges is kept constant from there on, so that the result has no
NaN, and a flag marks the step.
"""

from __future__ import annotations

import jax.numpy as jnp
import numpy as np
from jax import lax

from heft.arrays import AnyArray
from heft.dynamics.configuration import integrate, velocity_of_displacement
from heft.dynamics.tree import tree_of
from heft.learning.model import Constants, DynamicsModel

REACH, SHARE = np.array([0.0, 0.5, 0.5, 1.0]), np.array([1.0, 2.0, 2.0, 1.0]) / 6
"""The tableau of RK4. Its stages are a scan too, so that the dynamics are compiled once and not four times."""

RUNAWAY = 1e3
"""A prediction is stopped when a velocity reaches this many times its typical size: soon it would not be finite."""


def rk4(
    model: DynamicsModel, x: AnyArray, constants: Constants, q: AnyArray, qd: AnyArray, u: AnyArray, dt: AnyArray
) -> tuple[AnyArray, AnyArray]:
    """Return q and qd after a step under the command u; all have samples on the first axis."""
    tree = tree_of(model.robot)

    def moved(displacement: AnyArray) -> AnyArray:
        return integrate(tree, q.T, displacement.T).T

    def stage(carry: tuple[AnyArray, ...], weights: tuple[AnyArray, AnyArray]) -> tuple[tuple[AnyArray, ...], None]:
        (w, a, sum_w, sum_a), (reach, share) = carry, weights
        u_k, v = reach * dt * w, qd + reach * dt * a
        w = velocity_of_displacement(tree, u_k.T, v.T).T
        a = model.forward(x, constants, moved(u_k), v, u)
        return (w, a, sum_w + share * w, sum_a + share * a), None

    still = jnp.zeros_like(qd)
    (_, _, w, a), _ = lax.scan(stage, (still, still, still, still), (REACH, SHARE))
    return moved(dt * w), qd + dt * a


def rollout(
    model: DynamicsModel, x: AnyArray, constants: Constants, q0: AnyArray, qd0: AnyArray, u: AnyArray, dt: AnyArray
) -> tuple[AnyArray, AnyArray, AnyArray]:
    """Return positions and velocities after each step, (steps, m, nq) and (steps, m, nv), and whether they are sound.

    Args:
        model: its structure.
        x: its parameters.
        constants: see `constants_of`.
        q0: (m, nq).
        qd0: (m, nv).
        u: (steps, m, nv).
        dt: time step [s].
    """

    def advance(state: tuple[AnyArray, ...], u: AnyArray) -> tuple[tuple[AnyArray, ...], tuple[AnyArray, ...]]:
        q, qd, sound = state
        new_q, new_qd = rk4(model, x, constants, q, qd, u, dt)
        sound &= jnp.all(jnp.isfinite(new_q), axis=1) & jnp.all(jnp.abs(new_qd) < RUNAWAY * constants["qd"], axis=1)
        state = jnp.where(sound[:, None], new_q, q), jnp.where(sound[:, None], new_qd, qd), sound
        return state, state

    start = jnp.asarray(q0), jnp.asarray(qd0), jnp.ones(len(q0), bool)
    return lax.scan(advance, start, u)[1]
