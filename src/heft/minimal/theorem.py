"""Theorem 2 of P1: which inertia constants determine the joint torques, read off the geometry.

Joint r is the first revolute joint from the base, joint s the next revolute one that is not parallel to it. The set:

1. revolute j, r <= j < s: U33, and kx, ky unless delta_j = 0
2. revolute j >= s: U11 - U22, U33, U12, U13, U23, kx, ky
3. prismatic i: the mass m̂, here M
4. prismatic i > s: kx, ky, kz
5. prismatic i, r < i < s: kappa1, kappa2 unless sigma_i = 0: k across u_r, along u_r x u_i and along u_i (eq. 87)

delta_j = 0 where neither motion nor gravity acts on link j across its own axis: gravity and all joints before j are
parallel to u_r, and all revolute axes from r to j are one line. sigma_i = 0 where joint i slides along u_r.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.chains.dh import ROUNDING, DHChain
from heft.minimal.inertia_constants import InertiaConstants, inertia_constants


@dataclass(frozen=True)
class SetElement:
    """One member of the set: a symbol of P1 that belongs to the composite body of a joint.

    Attributes:
        joint: index of the joint.
        symbol: "M" (the mass m̂), "kx", "ky", "kz", "U33", "U11-U22", "U12", "U13", "U23", "kappa1" or "kappa2".
    """

    joint: int
    symbol: str


@dataclass(frozen=True, eq=False)
class Groups:
    """The three groups of joints, and the switches delta and sigma.

    Attributes:
        r, s: indices of joints r and s; n where there is none.
        u: (n, 3) u_r seen from E_i for r <= i < s, else zero.
        delta: per joint, false where kx and ky of a revolute joint before s act on no torque.
        sigma: per joint, false where a prismatic joint before s slides along u_r.
    """

    r: int
    s: int
    u: Array
    delta: tuple[bool, ...]
    sigma: tuple[bool, ...]


def groups_of(chain: DHChain) -> Groups:
    """Return r, s, u_r in the frames between them, and the switches delta and sigma."""
    n, turning = chain.n, np.flatnonzero(chain.revolute)
    r = int(turning[0]) if len(turning) else n
    u, s = np.zeros((n, 3)), n
    for i in range(r, n):
        seen = chain.rotation(i).T @ u[i - 1] if i > r else np.array([0.0, 0.0, 1.0])
        if chain.revolute[i] and np.hypot(*seen[:2]) > chain.snap:
            s = i
            break
        u[i] = [0.0, 0.0, 1.0] if chain.revolute[i] else np.where(np.abs(seen) < chain.snap, 0.0, seen)
    delta, sigma = [True] * n, [True] * n
    aligned = _before_r_along(chain, r)
    for i in range(r, s):
        if chain.revolute[i]:
            aligned = aligned and (i == r or not _displaced(chain, u, r, i))
            delta[i] = not aligned
        else:
            sigma[i] = bool(np.hypot(*u[i, :2]) > 0)
            aligned = aligned and not sigma[i]
    return Groups(r, s, u, tuple(delta), tuple(sigma))


def _before_r_along(chain: DHChain, r: int) -> bool:
    """Return whether gravity and all joints before r are parallel to u_r."""
    first = 1 if chain.gravity == 0 else 0
    return all(abs(np.sin(chain.beta[i])) < chain.snap for i in range(first, min(r + 1, chain.n)))


def _displaced(chain: DHChain, u: Array, r: int, j: int) -> bool:
    """Return whether the axis of joint j is displaced from that of joint r."""
    size = float(np.abs(chain.b).sum() + np.abs(chain.d).sum())
    offset = np.zeros(3)
    for i in range(r + 1, j + 1):
        R = chain.rotation(i)
        offset = R.T @ (offset + np.array([chain.b[i], 0.0, 0.0])) + np.array([0.0, 0.0, chain.d[i]])
    return bool(np.linalg.norm(np.cross(u[j], offset)) > ROUNDING * size)


def about_a_point(chain: DHChain, groups: Groups) -> list[int]:
    """Return the joints from s on that turn, with all before them, about one fixed point.

    Theorem 2 assumes that gravity acts. Without it no torque depends on the first moments of such a link, and the
    theorem counts two combinations too many for each.
    """
    rows, points, found = [], [], []
    R, p = np.eye(3), np.zeros(3)
    size = float(np.abs(chain.b).sum() + np.abs(chain.d).sum())
    for i in range(chain.n):
        if not chain.revolute[i]:
            break
        turn = chain.rotation(i)
        p, R = p + R @ (np.array([chain.b[i], 0.0, 0.0]) + chain.d[i] * turn[:, 2]), R @ turn
        across = np.eye(3) - np.outer(R[:, 2], R[:, 2])
        rows, points = [*rows, across], [*points, across @ p]
        A, c = np.concatenate(rows), np.concatenate(points)
        if np.linalg.norm(A @ np.linalg.lstsq(A, c, rcond=None)[0] - c) > ROUNDING * size:
            break
        found += [i] if i >= groups.s else []
    return found


def elements_of(chain: DHChain, groups: Groups) -> list[SetElement]:
    """Return the set of Theorem 2, base to tip."""
    found: list[tuple[int, str]] = []
    for i in range(chain.n):
        behind = i >= groups.s
        if chain.revolute[i] and behind:
            symbols = ("U11-U22", "U33", "U12", "U13", "U23", "kx", "ky")
        elif chain.revolute[i]:
            symbols = ("U33", "kx", "ky") if groups.delta[i] else ("U33",)
        elif behind:
            symbols = ("M", "kx", "ky", "kz")
        elif i > groups.r and groups.sigma[i]:
            symbols = ("M", "kappa1", "kappa2")
        else:
            symbols = ("M",)
        found += [(i, symbol) for symbol in symbols]
    return [SetElement(*pair) for pair in found]


def kappa(u: Array, k: Array) -> tuple[Array, Array]:
    """Return kappa1 and kappa2 of eq. 87 for u_r (3,) and k (3, ...), both in E_i."""
    return -u[1] * k[0] + u[0] * k[1], -u[2] * (u[0] * k[0] + u[1] * k[1]) + (1 - u[2] ** 2) * k[2]


def matrix_of(chain: DHChain, groups: Groups, elements: list[SetElement]) -> Array:
    """Return W, (len(elements), N): the elements from the link parameters in `robot.parameter_names` order."""
    constants = inertia_constants(chain)
    return np.array([_row(constants, groups, e) for e in elements])


def _row(constants: InertiaConstants, groups: Groups, element: SetElement) -> Array:
    i, symbol = element.joint, element.symbol
    k, U = constants.k[i], constants.U[i]
    if symbol == "M":
        return constants.mass[i]
    if symbol == "U11-U22":
        return U[0, 0] - U[1, 1]
    if symbol.startswith("kappa"):
        return kappa(groups.u[i], k)[int(symbol[-1]) - 1]
    if symbol.startswith("k"):
        return k["xyz".index(symbol[1])]
    return U[int(symbol[1]) - 1, int(symbol[2]) - 1]
