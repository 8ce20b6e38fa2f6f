"""Long predictions: RK4 from a state, many at once, stopped where they diverge.

The command is held over a step. On quaternions and planar joints the stages are displacements on the configuration's
group, as in `heft.dynamics.simulation`. A state that diverges is kept constant from there on, so that the result has no
NaN, and a flag marks the step.
"""

from __future__ import annotations

from collections.abc import Callable

import jax.numpy as jnp
import numpy as np
from jax import lax

from heft.arrays import AnyArray, Array, Bools
from heft.dynamics.configuration import integrate, velocity_of_displacement
from heft.dynamics.kernels import forward_dynamics_of
from heft.dynamics.tree import Tree, tree_of
from heft.learning.bodies import learned_robot
from heft.learning.model import Constants, DynamicsModel, WhiteBox
from heft.spatial import namespace

REACH, SHARE = np.array([0.0, 0.5, 0.5, 1.0]), np.array([1.0, 2.0, 2.0, 1.0]) / 6
"""The tableau of RK4. Its stages are a scan too, so that the dynamics are compiled once and not four times."""

RUNAWAY = 1e3
"""A prediction is stopped when a velocity reaches this many times its typical size: soon it would not be finite."""


Forward = Callable[[AnyArray, AnyArray], AnyArray]
"""qdd(q, qd) under the command of a step."""
Carry = tuple[AnyArray, ...]
Stage = Callable[[Carry, tuple[AnyArray, AnyArray]], tuple[Carry, None]]
End = Callable[[Carry], tuple[AnyArray, AnyArray]]


def _runge_kutta(tree: Tree, forward: Forward, q: AnyArray, qd: AnyArray, dt: AnyArray | float) -> tuple[Stage, End]:
    """Return a stage of RK4 from a state, and what ends the step; coordinates are on the first axis."""

    def stage(carry: Carry, weights: tuple[AnyArray, AnyArray]) -> tuple[Carry, None]:
        (w, a, sum_w, sum_a), (reach, share) = carry, weights
        u_k, v = reach * dt * w, qd + reach * dt * a
        w = velocity_of_displacement(tree, u_k, v)
        a = forward(integrate(tree, q, u_k), v)
        return (w, a, sum_w + share * w, sum_a + share * a), None

    def end(carry: Carry) -> tuple[AnyArray, AnyArray]:
        return integrate(tree, q, dt * carry[2]), qd + dt * carry[3]

    return stage, end


def _is_sound(q: AnyArray, qd: AnyArray, fastest: AnyArray) -> AnyArray:
    """Return which states (m,) are finite and have not run away: whose velocities are below the fastest (nv, 1)."""
    xp = namespace(q)
    return xp.isfinite(q).all(axis=0) & (xp.abs(qd) < fastest).all(axis=0)


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
    tree, fastest = tree_of(model.robot), RUNAWAY * constants["qd"][:, None]

    def advance(state: tuple[AnyArray, ...], u: AnyArray) -> tuple[tuple[AnyArray, ...], tuple[AnyArray, ...]]:
        q, qd, sound = state
        stage, end = _runge_kutta(tree, lambda q, qd: model.forward(x, constants, q.T, qd.T, u).T, q, qd, dt)
        new_q, new_qd = end(lax.scan(stage, (0 * qd,) * 4, (REACH, SHARE))[0])
        sound &= _is_sound(new_q, new_qd, fastest)
        state = jnp.where(sound, new_q, q), jnp.where(sound, new_qd, qd), sound
        return state, state

    # Zeros that depend on x for JAX, as all later states do: else it traces the steps several times to find that out.
    nothing = jnp.where(False, jnp.sum(x), 0.0)
    start = jnp.asarray(q0).T + nothing, jnp.asarray(qd0).T + nothing, jnp.ones(len(q0), bool)
    q, qd, sound = lax.scan(advance, start, u)[1]
    return q.swapaxes(1, 2), qd.swapaxes(1, 2), sound


def kernel_rollout(
    model: WhiteBox, x: Array, constants: Constants, q0: Array, qd0: Array, u: Array, dt: float
) -> tuple[Array, Array, Bools]:
    """Return what `rollout` does, by the compiled kernels: for one prediction XLA compiles longer than this takes."""
    robot, tree, (steps, m) = learned_robot(model, x, constants), tree_of(model.robot), u.shape[:2]
    q, qd, sound = np.empty((steps + 1, robot.nq, m)), np.empty((steps + 1, robot.nv, m)), np.ones((steps + 1, m), bool)
    q[0], qd[0], u = q0.T, qd0.T, np.ascontiguousarray(u.swapaxes(1, 2))
    torque, accelerations = model.actuators.law(model.theta(x)["actuators"], constants), forward_dynamics_of(robot, m)
    tableau = list(zip(REACH.tolist(), SHARE.tolist(), strict=True))
    fastest = RUNAWAY * np.asarray(constants["qd"])[:, None]

    def forward(u: Array) -> Forward:
        return lambda q, qd: accelerations(q.T, qd.T, torque(u, q, qd).T).T

    with np.errstate(all="ignore"):
        for k in range(steps):
            stage, end = _runge_kutta(tree, forward(u[k]), q[k], qd[k], dt)
            carry: Carry = (np.zeros((robot.nv, m)),) * 4
            for weights in tableau:
                carry, _ = stage(carry, weights)
            q[k + 1], qd[k + 1] = end(carry)
            sound[k + 1] = sound[k] & _is_sound(q[k + 1], qd[k + 1], fastest)
            if not sound[k + 1].all():
                stopped = ~sound[k + 1]
                q[k + 1, :, stopped], qd[k + 1, :, stopped] = q[k, :, stopped], qd[k, :, stopped]
    return q[1:].swapaxes(1, 2), qd[1:].swapaxes(1, 2), sound[1:]
