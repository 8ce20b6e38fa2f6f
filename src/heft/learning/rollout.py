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
from heft.dynamics import kernels
from heft.dynamics.configuration import integrate, velocity_of_displacement
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
    """Return a stage of RK4 from a state, and what ends the step; samples are on the first axis."""

    def moved(displacement: AnyArray) -> AnyArray:
        return integrate(tree, q.T, displacement.T).T

    def stage(carry: Carry, weights: tuple[AnyArray, AnyArray]) -> tuple[Carry, None]:
        (w, a, sum_w, sum_a), (reach, share) = carry, weights
        u_k, v = reach * dt * w, qd + reach * dt * a
        w = velocity_of_displacement(tree, u_k.T, v.T).T
        a = forward(moved(u_k), v)
        return (w, a, sum_w + share * w, sum_a + share * a), None

    def end(carry: Carry) -> tuple[AnyArray, AnyArray]:
        return moved(dt * carry[2]), qd + dt * carry[3]

    return stage, end


def _is_sound(q: AnyArray, qd: AnyArray, constants: Constants) -> AnyArray:
    """Return which states (m,) are finite and have not run away."""
    xp = namespace(q)
    return xp.all(xp.isfinite(q), axis=1) & xp.all(xp.abs(qd) < RUNAWAY * constants["qd"], axis=1)


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
    tree = tree_of(model.robot)

    def advance(state: tuple[AnyArray, ...], u: AnyArray) -> tuple[tuple[AnyArray, ...], tuple[AnyArray, ...]]:
        q, qd, sound = state
        stage, end = _runge_kutta(tree, lambda q, qd: model.forward(x, constants, q, qd, u), q, qd, dt)
        new_q, new_qd = end(lax.scan(stage, (jnp.zeros_like(qd),) * 4, (REACH, SHARE))[0])
        sound &= _is_sound(new_q, new_qd, constants)
        state = jnp.where(sound[:, None], new_q, q), jnp.where(sound[:, None], new_qd, qd), sound
        return state, state

    start = jnp.asarray(q0), jnp.asarray(qd0), jnp.ones(len(q0), bool)
    return lax.scan(advance, start, u)[1]


def kernel_rollout(
    model: WhiteBox, x: Array, constants: Constants, q0: Array, qd0: Array, u: Array, dt: float
) -> tuple[Array, Array, Bools]:
    """Return what `rollout` does, by the compiled kernels: for one prediction XLA compiles longer than this takes."""
    robot, tree, (steps, m) = learned_robot(model, x, constants), tree_of(model.robot), u.shape[:2]
    q, qd, sound = np.empty((steps + 1, m, robot.nq)), np.empty((steps + 1, m, robot.nv)), np.ones((steps + 1, m), bool)
    q[0], qd[0] = q0, qd0

    theta, torque = model.theta(x)["actuators"], model.actuators.torque

    def forward(u: Array) -> Forward:
        return lambda q, qd: kernels.forward_dynamics(robot, q, qd, torque(theta, constants, u.T, q.T, qd.T).T)

    with np.errstate(all="ignore"):
        for k in range(steps):
            stage, end = _runge_kutta(tree, forward(u[k]), q[k], qd[k], dt)
            carry: Carry = (np.zeros((m, robot.nv)),) * 4
            for weights in zip(REACH, SHARE, strict=True):
                carry, _ = stage(carry, weights)
            new_q, new_qd = end(carry)
            sound[k + 1] = sound[k] & _is_sound(new_q, new_qd, constants)
            q[k + 1] = np.where(sound[k + 1, :, None], new_q, q[k])
            qd[k + 1] = np.where(sound[k + 1, :, None], new_qd, qd[k])
    return q[1:], qd[1:], sound[1:]
