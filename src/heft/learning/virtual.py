"""Virtual parameters: any ten numbers give a physically consistent body, so that an optimiser needs no constraints.

| name         | the ten numbers                                                           | source                   |
| ------------ | ------------------------------------------------------------------------- | ------------------------ |
| paper        | sqrt m, square roots of the principal second moments, RPY, centre of mass | P2, appendix             |
| covariance   | sqrt m, centre of mass, Cholesky factor of the second moments about it    | Sutanto et al. 2020      |
| triangle     | sqrt m, centre, sqrt J1, sqrt J2, the angle between them as sides, RPY    | Sutanto et al. 2020      |
| log-cholesky | logarithm of the pseudo-inertia's Cholesky factor                         | Rucker and Wensing 2022  |
| relative     | the same as a factor on a prior: zero is the prior                        | Rucker and Wensing 2022  |
| linear       | the ten parameters themselves: consistent or not (for NEA)                | Atkeson et al. 1986      |

A floor of `FLOOR` keeps squares from vanishing. Symmetric rotors have four numbers of their own, and placements six:
roll, pitch, yaw and translation (P2 eq. 4).

Bodies are on the first axis. Where the numbers are NumPy's arrays, nothing is compiled.

Notation: m mass, c centre of mass, S second moments about it; I = tr(S') 1 - S' with S' = S + m c c^T.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from heft import parameters as inertial
from heft.arrays import AnyArray, Array
from heft.dynamics import scan  # noqa: F401  it lets JAX compute in float64
from heft.errors import ArgumentError, did_you_mean
from heft.spatial import namespace

FLOOR = 1e-18
"""Added to masses [kg] and second moments [kg m2]. It must be negligible: a thin rod has second moments of zero, and
1e-12 beside moments of 1e-5 kg m2 already limits the squared error on noise-free data to 1e-17."""

NAMES = ("paper", "covariance", "triangle", "log-cholesky", "relative", "linear")
KNOWN = "known"
"""No virtual parameters at all: the bodies are those of the robot file."""
CHOICES = (*NAMES, KNOWN)
DEFAULT = "covariance"
"""It converged from the most random starts on the Furuta pendulum and the cart-pole: from all ten on both."""


def rotation(rpy: AnyArray) -> AnyArray:
    """Return Rz(yaw) Ry(pitch) Rx(roll), (n, 3, 3), of angles (n, 3) (P2 eq. 4)."""
    xp = namespace(rpy)
    (cr, cp, cy), (sr, sp, sy) = xp.cos(rpy).T, xp.sin(rpy).T
    return _matrices(
        [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
        [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
        [-sp, cp * sr, cp * cr],
    )


def _matrices(*rows: list[AnyArray]) -> AnyArray:
    """Return matrices (n, ...) from the rows of their entries (n,)."""
    xp = namespace(*(entry for row in rows for entry in row))
    return xp.stack([xp.stack(row, axis=1) for row in rows], axis=1)


def rpy_of(R: Array) -> Array:
    """Return roll, pitch, yaw of a rotation matrix."""
    pitch = np.arctan2(-R[2, 0], np.hypot(R[0, 0], R[1, 0]))
    if np.hypot(R[0, 0], R[1, 0]) < 1e-12:
        return np.array([np.arctan2(-R[1, 2], R[1, 1]), pitch, 0.0])
    return np.array([np.arctan2(R[2, 1], R[2, 2]), pitch, np.arctan2(R[1, 0], R[0, 0])])


def _body(mass: AnyArray, com: AnyArray, second: AnyArray) -> AnyArray:
    """Return the parameters (n, 10) of masses (n,), centres (n, 3), and second moments about them (n, 3, 3)."""
    sigma = second + mass[:, None, None] * (com[:, :, None] * com[:, None, :])
    return namespace(sigma).concatenate([mass[:, None], mass[:, None] * com, _inertias(sigma)], axis=1)


def _inertias(sigma: AnyArray) -> AnyArray:
    """Return the six moments of inertia (n, 6) of second moments (n, 3, 3)."""
    traces = namespace(sigma).trace(sigma, axis1=1, axis2=2)
    inertia = traces[:, None, None] * np.eye(3) - sigma
    return inertia[:, *np.triu_indices(3)]


def _turned(R: AnyArray, moments: AnyArray) -> AnyArray:
    """Return R diag(moments) R^T, (n, 3, 3)."""
    return (R * moments[:, None, :]) @ R.swapaxes(1, 2)


def _from_paper(x: AnyArray) -> AnyArray:
    return _body(x[:, 0] ** 2 + FLOOR, x[:, 7:], _turned(rotation(x[:, 4:7]), x[:, 1:4] ** 2 + FLOOR))


def _to_paper(mass: float, com: Array, second: Array) -> Array:
    moments, R = np.linalg.eigh(second)
    R[:, 0] *= np.sign(np.linalg.det(R))
    return np.concatenate([[np.sqrt(mass)], np.sqrt(moments), rpy_of(R), com])


_LOWER = np.tril_indices(3)


def _from_covariance(x: AnyArray) -> AnyArray:
    a, b, c, d, e, f = x[:, 4:].T
    zero = namespace(x).zeros_like(a)
    L = _matrices([a, zero, zero], [b, c, zero], [d, e, f])
    return _body(x[:, 0] ** 2 + FLOOR, x[:, 1:4], L @ L.swapaxes(1, 2) + FLOOR * np.eye(3))


def _to_covariance(mass: float, com: Array, second: Array) -> Array:
    return np.concatenate([[np.sqrt(mass)], com, np.linalg.cholesky(second)[_LOWER]])


def _from_triangle(x: AnyArray) -> AnyArray:
    xp, J1, J2 = namespace(x), x[:, 4] ** 2 + 2 * FLOOR, x[:, 5] ** 2 + 2 * FLOOR
    J3 = xp.sqrt(J1**2 + J2**2 - 2 * J1 * J2 * xp.cos(x[:, 6]) + FLOOR**2)
    moments = 0.5 * (J1 + J2 + J3)[:, None] - xp.stack([J1, J2, J3], axis=1)
    return _body(x[:, 0] ** 2 + FLOOR, x[:, 1:4], _turned(rotation(x[:, 7:]), moments))


def _to_triangle(mass: float, com: Array, second: Array) -> Array:
    moments, R = np.linalg.eigh(second)
    R[:, 0] *= np.sign(np.linalg.det(R))
    J = np.sum(moments) - moments
    angle = np.arccos(np.clip((J[0] ** 2 + J[1] ** 2 - J[2] ** 2) / (2 * J[0] * J[1]), -1.0, 1.0))
    return np.concatenate([[np.sqrt(mass)], com, np.sqrt(J[:2]), [angle], rpy_of(R)])


def _upper(x: AnyArray) -> AnyArray:
    """Return the factors U of log-Cholesky coordinates, (n, 4, 4); see `heft.parameters.from_log_cholesky`."""
    xp = namespace(x)
    a, (d1, d2, d3), (s12, s23, s13, t1, t2, t3) = x[:, 0], xp.exp(x[:, 1:4]).T, x[:, 4:].T
    o, one = xp.zeros_like(a), xp.ones_like(a)
    U = _matrices([d1, s12, s13, t1], [o, d2, s23, t2], [o, o, d3, t3], [o, o, o, one])
    return xp.exp(a)[:, None, None] * U


def _of_pseudo_inertia(J: AnyArray) -> AnyArray:
    return namespace(J).concatenate([J[:, 3, 3:], J[:, :3, 3], _inertias(J[:, :3, :3])], axis=1)


def _from_log_cholesky(x: AnyArray) -> AnyArray:
    U = _upper(x)
    return _of_pseudo_inertia(U @ U.swapaxes(1, 2))


def _to_log_cholesky(mass: float, com: Array, second: Array) -> Array:
    sigma = second + mass * np.outer(com, com)
    inertia = np.trace(sigma) * np.eye(3) - sigma
    pi = np.concatenate([[mass], mass * com, inertia[np.triu_indices(3)]])
    return np.asarray(inertial.to_log_cholesky(pi), dtype=float)


_BODIES: dict[str, tuple[Callable[[AnyArray], AnyArray], Callable[[float, Array, Array], Array]]] = {
    "paper": (_from_paper, _to_paper),
    "covariance": (_from_covariance, _to_covariance),
    "triangle": (_from_triangle, _to_triangle),
    "log-cholesky": (_from_log_cholesky, _to_log_cholesky),
}


def known(name: str) -> str:
    """Return the name of a parameterisation, or "known".

    Raises:
        ArgumentError: there is no such parameterisation.
    """
    if name not in CHOICES:
        raise ArgumentError(f"There are no virtual parameters '{name}'.", remedy=did_you_mean(name, CHOICES))
    return name


def bodies(name: str, theta: AnyArray, prior: AnyArray) -> AnyArray:
    """Return the inertial parameters of virtual ones, (n, 10) each.

    Args:
        name: one of `NAMES`.
        theta: (n, 10).
        prior: (n, 4, 4) upper factors of the priors' pseudo-inertias, used by "relative".
    """
    if name == "linear":
        return theta
    if name == "relative":
        U = _upper(theta)
        return _of_pseudo_inertia(prior @ U @ U.swapaxes(1, 2) @ prior.swapaxes(1, 2))
    return _BODIES[name][0](theta)


def virtual_of(name: str, parameters: Array) -> Array:
    """Return virtual parameters of bodies, (n, 10); inconsistent bodies are moved to the nearest consistent ones.

    "relative" gives zeros: the bodies are then their own prior, see `factors`.
    """
    if name == "linear":
        return np.array(parameters, dtype=float)
    if name == KNOWN:
        return np.zeros((len(parameters), 0))
    if name == "relative":
        return np.zeros((len(parameters), 10))
    return np.array([_BODIES[name][1](*central(pi)) for pi in parameters]).reshape(-1, 10)


def central(pi: Array) -> tuple[float, Array, Array]:
    """Return mass, centre of mass and second moments about it, raised just above zero where they are not positive."""
    mass, com, inertia = inertial.to_com(pi)
    moments, axes = np.linalg.eigh(0.5 * np.trace(inertia) * np.eye(3) - inertia)
    least = max(2 * FLOOR, 1e-6 * float(np.max(np.abs(moments))))
    return max(float(mass), 2 * FLOOR), com, (axes * np.maximum(moments, least)) @ axes.T


def factors(parameters: Array) -> Array:
    """Return the upper factors (n, 4, 4) of the pseudo-inertias: the priors of "relative"."""
    theta = virtual_of("log-cholesky", parameters)
    return _upper(theta)


def random_bodies(rng: np.random.Generator, n: int) -> Array:
    """Return random bodies of 30 g to 3 kg that measure some centimetres to some decimetres."""
    found = []
    for _ in range(n):
        mass, size = 10 ** rng.uniform(-1.5, 0.5), 10 ** rng.uniform(-1.5, -0.5)
        Q, _ = np.linalg.qr(rng.standard_normal((3, 3)))
        second = mass * size**2 * (Q * rng.uniform(0.05, 0.3, 3)) @ Q.T
        found.append(inertial.from_com(mass, size * rng.uniform(-1, 1, 3), np.trace(second) * np.eye(3) - second))
    return np.array(found).reshape(-1, 10)


# -- symmetric rotors -----------------------------------------------------------------------------


def rotors(name: str, theta: AnyArray) -> AnyArray:
    """Return the parameters (k, 10) of symmetric rotors from (k, 4): sqrt m, centre on the axis, roots of moments.

    "linear" has the rotors' own four parameters.
    """
    if name == "linear":
        return theta @ inertial.SYMMETRIC_ROTOR_BASIS.T

    xp, zero = namespace(theta), 0.0 * theta[:, 1]
    second = xp.stack([theta[:, 2], theta[:, 2], theta[:, 3]], axis=1) ** 2 + FLOOR
    com = xp.stack([zero, zero, theta[:, 1]], axis=1)
    return _body(theta[:, 0] ** 2 + FLOOR, com, second[:, None, :] * np.eye(3))


def virtual_of_rotors(name: str, parameters: Array) -> Array:
    """Return the (k, 4) numbers of `rotors`."""
    if name == KNOWN:
        return np.zeros((len(parameters), 0))
    if name == "linear":
        return np.asarray(parameters @ np.linalg.pinv(inertial.SYMMETRIC_ROTOR_BASIS).T)
    found = []
    for pi in parameters:
        mass, com, second = central(pi)
        found.append([np.sqrt(mass), com[2], np.sqrt(second[0, 0]), np.sqrt(second[2, 2])])
    return np.array(found).reshape(-1, 4)


# -- placements -----------------------------------------------------------------------------------


def placements(theta: AnyArray) -> tuple[AnyArray, AnyArray]:
    """Return R (n, 3, 3) and p (n, 3) of (n, 6): roll, pitch, yaw and translation (P2 eq. 4)."""
    return rotation(theta[:, :3]), theta[:, 3:]


def virtual_of_placements(R: Array, p: Array) -> Array:
    """Return the (n, 6) numbers of `placements`."""
    return np.concatenate([np.array([rpy_of(x) for x in R]).reshape(-1, 3), p], axis=1)
