"""Analytic derivatives where the kinematics are known: d qdd/d pi = -H^-1 Y, d qdd/d tau = H^-1; d ID/d pi = Y.

Y is the torque regressor (for accelerations at the model's own), H the mass matrix, both by the compiled kernels; only
the chain rule to the virtual parameters and the actuators is JAX's, which compiles in a second.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from heft.dynamics import kernels, scan
from heft.learning.bodies import with_bodies
from heft.learning.model import Constants, Model, WhiteBox
from heft.robot.model import Robot

Array = Any
Floats = NDArray[np.float64]


def learned_jacobian(
    model: WhiteBox, x: Array, constants: Constants, free: Array, q: Array, qd: Array, qdd: Array, u: Array
) -> tuple[Array, Array]:
    """Return the same as `acceleration_jacobian` where the kinematics are learned, in JAX.

    ID(q, qd, FD(q, qd, tau; x); x) = tau gives d qdd/dx = H^-1 d(tau - ID)/dx: no derivative of the forward dynamics.
    """
    found = model.forward(x, constants, q, qd, u)
    weight = 1 / (constants["qdd"] * np.sqrt(qdd.size))
    given = model.given(x, constants)
    dtau = jax.jacfwd(lambda part: model.torque(x.at[free].set(part), constants, q, qd, u))(x[free])
    H = jnp.moveaxis(scan.mass_matrix(model.tree, q.T, **given), 2, 0)
    J = jnp.linalg.solve(H, dtau - _inverse_jacobian(model, x, constants, free, q, qd, found))
    return ((found - qdd) * weight).ravel(), (J * weight[:, None]).reshape(-1, len(free))


def _inverse_jacobian(
    model: WhiteBox, x: Array, constants: Constants, free: Array, q: Array, qd: Array, qdd: Array
) -> Array:
    """Return d ID/dx[free], (n, nv, p): backward to the robot's numbers, as torques are few, and forward to those."""

    def needed(given: scan.Given, q: Array, qd: Array, qdd: Array) -> Array:
        return scan.inverse_dynamics(model.tree, q, qd, qdd, **given)

    each = jax.vmap(jax.jacrev(needed), (None, 0, 0, 0))(model.given(x, constants), q, qd, qdd)
    numbers = jax.jacfwd(lambda part: model.given(x.at[free].set(part), constants))(x[free])
    pairs = zip(jax.tree.leaves(each), jax.tree.leaves(numbers), strict=True)
    return sum(jnp.tensordot(a.reshape(*a.shape[:2], -1), b.reshape(-1, len(free)), 1) for a, b in pairs)


@lru_cache(maxsize=256)
def _functions(model: WhiteBox) -> tuple[Any, Any]:
    """Return the functions for (bodies, armature) and torques, compiled."""
    return jax.jit(lambda x, constants: (model.bodies(x, constants), model.armature(x))), jax.jit(model.torque)


@lru_cache(maxsize=256)
def _chain_rule(model: WhiteBox) -> tuple[Any, Any]:
    """Return functions for d(bodies, armature)/dx, and for torques and d torques/dx, in a part of x, compiled."""

    def torque_part(x: Array, part: Array, free: Array, constants: Constants, q: Array, qd: Array, u: Array) -> Array:
        return model.torque(x.at[free].set(part), constants, q, qd, u)

    def bodies(x: Array, free: Array, constants: Constants) -> tuple[Array, Array]:
        def of(part: Array) -> tuple[Array, Array]:
            whole = x.at[free].set(part)
            return model.bodies(whole, constants), model.armature(whole)

        return jax.jacfwd(of)(x[free])

    def torques(x: Array, free: Array, constants: Constants, q: Array, qd: Array, u: Array) -> tuple[Array, Array]:
        return torque_part(x, x[free], free, constants, q, qd, u), jax.jacfwd(torque_part, 1)(
            x, x[free], free, constants, q, qd, u
        )

    return jax.jit(bodies), jax.jit(torques)


def is_analytic(model: Model) -> bool:
    """Whether the compiled kernels can do a model: bodies with known kinematics, each coordinate on one parent."""
    return isinstance(model, WhiteBox) and not model.kinematics and model.tree.shared_parents


def _numbers(model: WhiteBox, x: Floats, constants: Constants) -> tuple[Robot, Floats | None] | None:
    """Return a robot and parameters in the place of its own, None if one of them is not finite."""
    bodies, armature = (np.asarray(part) for part in _functions(model)[0](x, constants))
    if not (np.all(np.isfinite(bodies)) and np.all(np.isfinite(armature))):
        return None
    if np.array_equal(armature, model.tree.armature):
        return model.robot, bodies
    return with_bodies(model.robot, bodies, armature), None


def _weight(constants: Constants, name: str, size: int) -> Floats:
    """Return the weight of each coordinate, (nv,), with which squares sum to a mean square over variances."""
    return 1 / (np.asarray(constants[name]) * np.sqrt(size))


def _accelerations(numbers: tuple[Robot, Floats | None], q: Floats, qd: Floats, tau: Floats) -> Floats:
    robot, parameters = numbers
    with np.errstate(all="ignore"):
        return kernels.forward_dynamics(robot, q, qd, tau, parameters)


def _lacking(
    model: WhiteBox, x: Floats, constants: Constants, free: NDArray[np.intp], q: Floats, qd: Floats, u: Floats
) -> tuple[Floats, Callable[[Floats], Floats]]:
    """Return the torques (n, nv), and a function of qdd for d(torques - inverse dynamics)/dx[free], (n, nv, p)."""
    of_bodies, of_torques = _chain_rule(model)
    dbodies, darmature = (np.asarray(part) for part in of_bodies(x, free, constants))
    tau, dtau = (np.asarray(part) for part in of_torques(x, free, constants, q, qd, u))
    robot = model.robot
    parts = [dbodies[: robot.n_bodies].reshape(-1, len(free))]
    parts += [np.linalg.pinv(r.basis) @ dbodies[robot.n_bodies + k] for k, (_, r) in enumerate(robot.rotors)]

    def derivative(qdd: Floats) -> Floats:
        dtorque = kernels.torque_regressor(robot, q, qd, qdd) @ np.concatenate(parts)
        return dtau - dtorque - qdd[:, :, None] * darmature

    return tau, derivative


def acceleration_residual(
    model: WhiteBox, x: Floats, constants: Constants, q: Floats, qd: Floats, qdd: Floats, u: Floats
) -> Floats:
    """Return the residual of the accelerations, flat and scaled to a mean square, by the compiled kernels."""
    numbers = _numbers(model, x, constants)
    if numbers is None:
        return np.full(qdd.size, np.nan)
    tau = np.asarray(_functions(model)[1](x, constants, q, qd, u))
    return ((_accelerations(numbers, q, qd, tau) - qdd) * _weight(constants, "qdd", qdd.size)).ravel()


def acceleration_jacobian(
    model: WhiteBox,
    x: Floats,
    constants: Constants,
    free: NDArray[np.intp],
    q: Floats,
    qd: Floats,
    qdd: Floats,
    u: Floats,
) -> tuple[Floats, Floats]:
    """Return the residual of the accelerations, flat and scaled to a mean square, and its Jacobian in x[free]."""
    numbers, (tau, derivative) = _numbers(model, x, constants), _lacking(model, x, constants, free, q, qd, u)
    found = np.full_like(qdd, np.nan) if numbers is None else _accelerations(numbers, q, qd, tau)
    weight = _weight(constants, "qdd", qdd.size)
    residual = ((found - qdd) * weight).ravel()
    if numbers is None or not np.all(np.isfinite(found)):
        return residual, np.full((qdd.size, len(free)), np.nan)
    J = np.linalg.solve(_mass_matrix(*numbers, q), derivative(found))
    return residual, (J * weight[:, None]).reshape(-1, len(free))


def torque_residual(
    model: WhiteBox, x: Floats, constants: Constants, q: Floats, qd: Floats, qdd: Floats, u: Floats
) -> Floats:
    """Return the residual of the torques, flat and scaled to a mean square, by the compiled kernels."""
    numbers = _numbers(model, x, constants)
    if numbers is None:
        return np.full(qdd.size, np.nan)
    robot, parameters = numbers
    tau = np.asarray(_functions(model)[1](x, constants, q, qd, u))
    lacking = tau - kernels.inverse_dynamics(robot, q, qd, qdd, parameters)
    return (lacking * _weight(constants, "tau", qdd.size)).ravel()


def torque_jacobian(
    model: WhiteBox,
    x: Floats,
    constants: Constants,
    free: NDArray[np.intp],
    q: Floats,
    qd: Floats,
    qdd: Floats,
    u: Floats,
) -> tuple[Floats, Floats]:
    """Return the residual of the torques, flat and scaled to a mean square, and its Jacobian in x[free]."""
    _, derivative = _lacking(model, x, constants, free, q, qd, u)
    J = derivative(qdd) * _weight(constants, "tau", qdd.size)[:, None]
    return torque_residual(model, x, constants, q, qd, qdd, u), J.reshape(-1, len(free))


def _mass_matrix(robot: Robot, parameters: Floats | None, q: Floats) -> Floats:
    """Return M (n, nv, nv): its columns are the torques of unit accelerations, less those of gravity."""
    still = np.zeros((len(q), robot.nv))
    gravity = kernels.inverse_dynamics(robot, q, still, still, parameters)
    columns = [kernels.inverse_dynamics(robot, q, still, still + unit, parameters) for unit in np.eye(robot.nv)]
    return np.stack(columns, axis=2) - gravity[:, :, None]
