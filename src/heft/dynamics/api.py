"""The public functions of the dynamics: samples on the first axis, shapes checked, the fastest engine chosen.

Every function takes one sample, q (nq,), or many, q (n, nq), and returns as many. A process that has little to do
runs the NumPy recursions; from `LOADING` on, a compiled kernel is used where there is one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from heft.arguments import finite, switch
from heft.arrays import Array
from heft.dynamics import articulated, energy, mass, newton_euler
from heft.dynamics.configuration import integrate as integrate_tree
from heft.dynamics.tree import Tree, tree_of
from heft.errors import ArgumentError, PhysicsError
from heft.friction import robot_friction
from heft.robot.joints import joint_kind
from heft.robot.model import Robot

BodyWrenches = Mapping[str, ArrayLike]
"""BodyWrenches by body name: [moment; force] at the body's origin in body coordinates, (6,) or (n, 6) [N m, N]."""

CHUNK = 1024
"""Samples at a time in the NumPy recursions, so that their arrays stay in the cache."""

CALL = 3000
"""What a call of the NumPy recursions with a single sample takes, in bodies times samples of a long call."""

LOADING = 500_000
"""Bodies times samples that a process computes by NumPy, in about half a second, before it loads the kernels, which
takes as long. Once they are there, for whatever reason, they are faster for a single sample, too."""

_KERNELS = "heft.dynamics.kernels"

_asked = {"work": 0}
"""What this process has computed without them."""


def check_samples(robot: Robot, arguments: dict[str, ArrayLike]) -> tuple[list[Array], bool]:
    """Return the arguments as (n, width) float arrays, and whether a single sample was passed."""
    check_robot(robot)
    arrays, n = [], None
    for name, value in arguments.items():
        array = finite(f"'{name}'", value)
        coordinates, width = ("nq", robot.nq) if name in ("q", "q0") else ("nv", robot.nv)
        if array.ndim not in (1, 2) or array.shape[-1] != width:
            raise ArgumentError(
                f"'{name}' has shape {array.shape}, and robot '{robot.name}' has {coordinates} = {width}.",
                remedy=f"It must be ({width},) or (n, {width}).",
            )
        if coordinates == "nq":
            _check_quaternions(robot, name, array)
        shape = array.shape[:-1]
        if n is not None and shape != n:
            raise ArgumentError(
                f"'{name}' has {shape} samples where the arguments before it have {n}.",
                remedy="Give all arguments the same number of rows.",
            )
        n = shape
        arrays.append(array)
    single = n == ()
    return [array[None] if single else array for array in arrays], single


def check_robot(robot: object) -> None:
    """Refuse anything but a robot, such as the name of one."""
    if not isinstance(robot, Robot):
        raise ArgumentError(
            f"The first argument is a {type(robot).__name__}, not a Robot.", remedy="Load it: heft.load(...)."
        )


def _check_quaternions(robot: Robot, name: str, q: Array) -> None:
    """Refuse quaternions of zero length; all others are normalised where they are used."""
    for joint in robot.joints:
        quaternion = q[..., robot.q_index[joint.name]][..., :4]
        if joint_kind(joint.kind).quaternion and not np.all(np.any(quaternion, axis=-1)):
            raise ArgumentError(
                f"The quaternion of joint '{joint.name}' in '{name}' has zero length.",
                remedy="Start from robot.neutral, where it is 1 0 0 0.",
            )


def _wrenches(robot: Robot, tree: Tree, wrenches: BodyWrenches | None, n: int) -> Array | None:
    """Return (n, bodies, 6) wrenches, or None."""
    if not wrenches:
        return None
    if not isinstance(wrenches, Mapping):
        raise ArgumentError(
            f"'wrenches' is a {type(wrenches).__name__}.",
            remedy="It must map names of bodies to wrenches, as {'hand': [0, 0, 0, 0, 0, -5]}.",
        )
    table = np.zeros((n, tree.n, 6))
    for name, value in wrenches.items():
        array = finite(f"The wrench on '{name}'", value)
        if array.shape not in ((6,), (n, 6)):
            raise ArgumentError(
                f"The wrench on '{name}' has shape {array.shape}.", remedy=f"It must be (6,) or ({n}, 6)."
            )
        table[:, robot.body_index(name)] = array
    return table


def _in_chunks(function: Callable[..., Array], *arrays: Array | None) -> Array:
    """Run a samples-last function over samples-first arrays, a chunk at a time."""
    n = next(len(array) for array in arrays if array is not None)
    parts = []
    for start in range(0, max(n, 1), CHUNK):
        block = [None if array is None else np.moveaxis(array[start : start + CHUNK], 0, -1) for array in arrays]
        parts.append(np.moveaxis(function(*block), -1, 0))
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _compiled(function: str, tree: Tree, q: Array) -> Any | None:
    """Return the kernels if this process has enough to do for them, and no angle is too large for their sine."""
    work = max(len(q) * tree.n, CALL)
    if _KERNELS not in sys.modules and _asked["work"] + work < LOADING:
        _asked["work"] += work
        return None
    kernels = import_module(_KERNELS)
    if tree.largest_gear * np.max(np.abs(q), initial=0.0) >= kernels.LARGEST_ANGLE:
        return None
    return None if kernels.COLD[function].takes(work) else kernels


def _columns(robot: Robot, Y: Array) -> Array:
    """Turn (..., bodies and rotors, 10) into the columns of `robot.parameter_names`."""
    links = Y[..., : robot.n_bodies, :].reshape(*Y.shape[:-2], 10 * robot.n_bodies)
    rotors = [Y[..., robot.n_bodies + k, :] @ rotor.basis for k, (_, rotor) in enumerate(robot.rotors)]
    return np.concatenate([links, *rotors], axis=-1) if rotors else links


def inverse_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    friction: bool = False,
    wrenches: BodyWrenches | None = None,
) -> Array:
    """Return the joint torques that produce a motion.

    Args:
        robot: the robot; its rotors and armatures count.
        q: configurations, (n, nq) or (nq,) [rad, m].
        qd: velocities, (n, nv) or (nv,) [rad/s, m/s].
        qdd: accelerations, (n, nv) or (nv,) [rad/s2, m/s2].
        friction: add the friction torque of the joints.
        wrenches: external wrenches on bodies, by body name.

    Returns:
        tau, (n, nv) or (nv,) [N m, N].

    Example:
        >>> heft.inverse_dynamics(robot, *robot.random_state(seed=0, n=100))
    """
    (q, qd, qdd), single = check_samples(robot, {"q": q, "qd": qd, "qdd": qdd})
    tree = tree_of(robot)
    f_ext = _wrenches(robot, tree, wrenches, len(q))
    kernels = _compiled("inverse_dynamics", tree, q)
    if kernels and f_ext is None:
        tau = kernels.inverse_dynamics(robot, q, qd, qdd)
    else:

        def tau_of(q: Array, qd: Array, qdd: Array, f: Array | None) -> Array:
            f = None if f is None else np.swapaxes(f, 0, 1)
            return newton_euler.inverse_dynamics(tree, q, qd, qdd, tree.parameters, f)[0]

        tau = _in_chunks(tau_of, q, qd, qdd, f_ext) + tree.armature * qdd
    if switch("'friction'", friction):
        tau = tau + robot_friction(robot, qd)
    return tau[0] if single else tau


def forward_dynamics(
    robot: Robot,
    q: ArrayLike,
    qd: ArrayLike,
    tau: ArrayLike,
    *,
    friction: bool = False,
    wrenches: BodyWrenches | None = None,
) -> Array:
    """Return the accelerations qdd that joint torques tau, (n, nv) or (nv,) [N m, N], produce.

    It is the inverse of `inverse_dynamics`, whose other arguments it takes.

    Raises:
        PhysicsError: some coordinate moves no inertia, so that its acceleration is not determined.
    """
    (q, qd, torque), single = check_samples(robot, {"q": q, "qd": qd, "tau": tau})
    tree = tree_of(robot)
    if switch("'friction'", friction):
        torque = torque - robot_friction(robot, qd)
    f_ext = _wrenches(robot, tree, wrenches, len(q))
    kernels = _compiled("forward_dynamics", tree, q) if tree.shared_parents else None
    with np.errstate(divide="ignore", invalid="ignore"):
        try:
            if kernels and f_ext is None:
                qdd = kernels.forward_dynamics(robot, q, qd, torque)
            else:
                qdd = _in_chunks(lambda *x: generic_forward_dynamics(tree, *x), q, qd, torque, f_ext)
            if not np.all(np.isfinite(qdd)):
                raise np.linalg.LinAlgError
        except np.linalg.LinAlgError:
            raise singular(robot) from None
    return qdd[0] if single else qdd


def singular(robot: Robot) -> PhysicsError:
    """Return the error for a robot whose accelerations are not determined."""
    return PhysicsError(
        "The mass matrix is singular: a coordinate moves no inertia, or two coordinates produce the same motion.",
        where=f"robot '{robot.name}'",
        remedy="Give every body on a joint a mass and an inertia, or its joint an armature.",
    )


def generic_forward_dynamics(tree: Tree, q: Array, qd: Array, tau: Array, f_ext: Array | None) -> Array:
    """Return qdd (nv, n) by articulated bodies, or through the mass matrix where a gear spans several parents."""
    f_ext = None if f_ext is None else np.swapaxes(f_ext, 0, 1)
    if tree.shared_parents:
        return articulated.forward_dynamics(tree, q, qd, tau, tree.parameters, f_ext)
    bias = newton_euler.inverse_dynamics(tree, q, qd, np.zeros_like(qd), tree.parameters, f_ext)[0]
    M = mass.mass_matrix(tree, q, tree.parameters) + np.diag(tree.armature)[:, :, None]
    return articulated.solve(M, (tau - bias)[:, None])[:, 0]


def friction_torque(robot: Robot, qd: ArrayLike) -> Array:
    """Return the friction torque of the joints, (n, nv) or (nv,) [N m, N]."""
    (qd,), single = check_samples(robot, {"qd": qd})
    tau = robot_friction(robot, qd)
    return tau[0] if single else tau


def mass_matrix(robot: Robot, q: ArrayLike) -> Array:
    """Return the joint-space inertia M(q), rotors and armatures included, (n, nv, nv) or (nv, nv) [kg m2, kg m, kg]."""
    (q,), single = check_samples(robot, {"q": q})
    tree = tree_of(robot)
    M = _in_chunks(lambda x: mass.mass_matrix(tree, x, tree.parameters), q) + np.diag(tree.armature)
    return M[0] if single else M


def bias_forces(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the torques of gravity and velocity, tau at qdd = 0 without friction, (n, nv) or (nv,) [N m, N]."""
    return inverse_dynamics(robot, q, qd, np.zeros_like(finite("'qd'", qd)))


def gravity_forces(robot: Robot, q: ArrayLike) -> Array:
    """Return the torques that hold the robot at rest, (n, nv) or (nv,) [N m, N]."""
    (q,), single = check_samples(robot, {"q": q})
    still = np.zeros((len(q), robot.nv))
    tau = inverse_dynamics(robot, q, still, still)
    return tau[0] if single else tau


def torque_regressor(robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return Y with Y @ robot.parameter_vector = tau, without friction and armature.

    The columns are `robot.parameter_names`: ten per body, then four per symmetric rotor and ten per other.
    For a floating base the first six rows are the wrench on it, in its own coordinates.

    Returns:
        (n, nv, columns) or (nv, columns).

    Example:
        >>> heft.torque_regressor(robot, q, qd, qdd) @ robot.parameter_vector
    """
    (q, qd, qdd), single = check_samples(robot, {"q": q, "qd": qd, "qdd": qdd})
    kernels = _compiled("torque_regressor", tree_of(robot), q)
    Y = kernels.torque_regressor(robot, q, qd, qdd) if kernels else numpy_torque_regressor(robot, q, qd, qdd)
    return Y[0] if single else Y


def numpy_torque_regressor(robot: Robot, q: Array, qd: Array, qdd: Array) -> Array:
    """Return what `torque_regressor` does of many samples by the NumPy recursions, whatever is compiled."""
    tree = tree_of(robot)
    return _columns(robot, _in_chunks(lambda *x: newton_euler.torque_regressor(tree, *x)[0], q, qd, qdd))


def torques_of(robot: Robot, parameters: Array, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return `torque_regressor` times parameters (columns,), in the time of inverse dynamics and without its memory."""
    (q, qd, qdd), single = check_samples(robot, {"q": q, "qd": qd, "qdd": qdd})
    tree, first = tree_of(robot), 10 * robot.n_bodies
    tens = [np.reshape(parameters[:first], (-1, 10))]
    for _, rotor in robot.rotors:
        last = first + rotor.basis.shape[1]
        tens.append((rotor.basis @ parameters[first:last])[None])
        first = last
    given = np.concatenate(tens)
    kernels = _compiled("inverse_dynamics", tree, q)
    if kernels:
        tau = kernels.inverse_dynamics(robot, q, qd, qdd, parameters=given, armature=np.zeros(robot.nv))
    else:
        tau = _in_chunks(lambda q, qd, qdd: newton_euler.inverse_dynamics(tree, q, qd, qdd, given)[0], q, qd, qdd)
    return tau[0] if single else tau


def base_wrench(robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return the wrench that the world exerts on the robot in a motion.

    It is what a force plate under a fixed base measures, or what must act on a floating base.

    Returns:
        [moment; force] about the world's origin in world axes, (n, 6) or (6,) [N m, N].
    """
    return base_wrench_regressor(robot, q, qd, qdd) @ robot.parameter_vector


def base_wrench_regressor(robot: Robot, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
    """Return the rows of `base_wrench` in `robot.parameter_vector`, (n, 6, columns) or (6, columns)."""
    (q, qd, qdd), single = check_samples(robot, {"q": q, "qd": qd, "qdd": qdd})
    tree = tree_of(robot)
    Y = _in_chunks(lambda *x: newton_euler.torque_regressor(tree, *x)[1], q, qd, qdd)
    Y = _columns(robot, Y)
    return Y[0] if single else Y


def kinetic_energy_regressor(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the row of the kinetic energy in `robot.parameter_vector`, without armature, (n, columns) [J/unit]."""
    (q, qd), single = check_samples(robot, {"q": q, "qd": qd})
    tree = tree_of(robot)
    row = _columns(robot, _in_chunks(lambda *x: energy.kinetic_energy_regressor(tree, *x), q, qd))
    return row[0] if single else row


def potential_energy_regressor(robot: Robot, q: ArrayLike) -> Array:
    """Return the row of the potential energy in `robot.parameter_vector`, (n, columns) or (columns,) [J/unit]."""
    (q,), single = check_samples(robot, {"q": q})
    tree = tree_of(robot)
    row = _columns(robot, _in_chunks(lambda x: energy.potential_energy_regressor(tree, x), q))
    return row[0] if single else row


def kinetic_energy(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the kinetic energy, rotors and armatures included, (n,) or () [J]."""
    bodies = kinetic_energy_regressor(robot, q, qd) @ robot.parameter_vector
    return bodies + 0.5 * np.square(finite("'qd'", qd)) @ tree_of(robot).armature


def potential_energy(robot: Robot, q: ArrayLike) -> Array:
    """Return the energy of gravity, zero at the world's origin, (n,) or () [J]."""
    return potential_energy_regressor(robot, q) @ robot.parameter_vector


def momentum_regressor(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the rows of `momentum` in `robot.parameter_vector`, (n, 6, columns) or (6, columns)."""
    (q, qd), single = check_samples(robot, {"q": q, "qd": qd})
    tree = tree_of(robot)
    Y = _columns(robot, _in_chunks(lambda *x: energy.momentum_regressor_world(tree, *x), q, qd))
    return Y[0] if single else Y


def momentum(robot: Robot, q: ArrayLike, qd: ArrayLike) -> Array:
    """Return the momentum of all bodies about the world's origin, in world axes.

    Returns:
        [angular; linear], (n, 6) or (6,) [kg m2/s, kg m/s].
    """
    return momentum_regressor(robot, q, qd) @ robot.parameter_vector


def integrate(robot: Robot, q: ArrayLike, v: ArrayLike) -> Array:
    """Return q (+) v: the configuration after a displacement v, on the manifold (unit quaternions stay so).

    Args:
        robot: the robot.
        q: (n, nq) or (nq,).
        v: (n, nv) or (nv,): a velocity in body coordinates times a time [rad, m].
    """
    (q, v), single = check_samples(robot, {"q": q, "v": v})
    moved = _in_chunks(lambda *x: integrate_tree(tree_of(robot), *x), q, v)
    return moved[0] if single else moved
