"""The constants of the recursion, computed once: each joint's geometry, and the set of Theorem 2 as it is used there.

The set enters as k (kx, ky of a revolute joint; all three of a prismatic one), the mass of a prismatic joint, kappa,
and the constant part of D_i (eqs. 38-43): U_i as it counts at joint i, without the share that the composite body of the
next revolute joint already accounts for, and without diag(U22, U22, 0), which moves on to the joint before.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.chains.dh import DHChain, circle
from heft.minimal.inertia_constants import spread
from heft.minimal.theorem import Groups, SetElement

Number = Any
"""A float, an array over samples, or anything else that can be added and multiplied."""

Vector = tuple[Number, Number, Number]


@dataclass(frozen=True, eq=False)
class JointConstants:
    """The constants of joint i and link i.

    Attributes:
        index: of the joint.
        revolute: true for a revolute joint, false for a prismatic one.
        group: 1 before joint r, 2 from r to before s, 3 from s on.
        cb, sb, b: cosine and sine of beta, and b.
        theta, d: the geometry at q = 0; q adds to one of them.
        ct, st, r31, r32: of a prismatic joint, cosine and sine of theta and the two products in R's last row.
        s: of a revolute joint, its origin in E_{i-1}.
        u: u_r in E_i for joints of group 2.
        v: u_r seen from between the tilt by beta and the turn by theta of this joint, if the one before is of group 2.
        arm: v x [b, 0, d] of a revolute joint after one of group 2, v x [b, 0, 0] of a prismatic one.
        mass: m̂ of a prismatic joint.
        pull: m̂ (u_y, -u_x) of a prismatic joint in group 2.
        k: (kx, ky, 0) of a revolute joint, k of a prismatic one in group 3.
        kappa: (kappa1, kappa2) of a prismatic joint in group 2.
        D: the constant part of D_i, (11, 22, 33, 12, 13, 23); in group 2 its 33 entry alone.
        slides: of a revolute joint, for each prismatic joint that follows directly: its index and the increase of D_i
            (or of its 33 entry) per metre.
    """

    index: int
    revolute: bool
    group: int
    cb: Number
    sb: Number
    b: Number
    theta: Number
    d: Number
    ct: Number = 0.0
    st: Number = 0.0
    r31: Number = 0.0
    r32: Number = 0.0
    s: Vector = (0.0, 0.0, 0.0)
    u: Vector = (0.0, 0.0, 0.0)
    v: Vector = (0.0, 0.0, 0.0)
    arm: Vector = (0.0, 0.0, 0.0)
    mass: Number = 0.0
    pull: tuple[Number, Number] = (0.0, 0.0)
    k: Vector = (0.0, 0.0, 0.0)
    kappa: tuple[Number, Number] = (0.0, 0.0)
    D: tuple[Number, ...] = ()
    slides: tuple[tuple[int, tuple[Number, ...]], ...] = field(default=())


@dataclass(frozen=True, eq=False)
class ChainConstants:
    """The constants of all joints, and of the chain's ends.

    Attributes:
        joints: joint 1 to n.
        r, s: indices of joints r and s; n where there is none.
        gravity: the upward acceleration of E_0 that represents gravity.
        tip: where a wrench on the last body acts, in E_n.
    """

    joints: tuple[JointConstants, ...]
    r: int
    s: int
    gravity: Number
    tip: Vector


SIX = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
"""The order of phi(A), eq. 26."""


def chain_constants(chain: DHChain, groups: Groups, elements: list[SetElement], values: Array) -> ChainConstants:
    """Return the constants of the recursion from the values of Theorem 2's set and from nothing else of the links."""
    known: list[dict[str, float]] = [{} for _ in range(chain.n)]
    for element, value in zip(elements, values.tolist(), strict=True):
        known[element.joint][element.symbol] = value
    U = _inertias(chain, groups, known)
    tip = -chain.R[-1].T @ chain.p[-1]
    joints = tuple(_joint_constants(chain, groups, known, U, i) for i in range(chain.n))
    return ChainConstants(joints, groups.r, groups.s, chain.gravity, _three(tip))


def _three(v: Array) -> Vector:
    return float(v[0]), float(v[1]), float(v[2])


def _inertias(chain: DHChain, groups: Groups, known: list[dict[str, float]]) -> list[Array]:
    """Return the constant part of D_i (eqs. 38-43) for every revolute joint, zero for the others.

    G is added to U_i: it takes out U33 of the next revolute joint, which U_i contains and for which that joint's own
    torque accounts, and so on outwards.
    """
    D, G = [np.zeros((3, 3)) for _ in known], np.zeros((3, 3))
    for i in reversed(range(chain.n)):
        R = chain.rotation(i)
        if chain.revolute[i]:
            e = known[i]
            off = [e.get(name, 0.0) for name in ("U12", "U13", "U23")]
            U = np.array([[e.get("U11-U22", 0.0), off[0], off[1]], [off[0], 0.0, off[2]], [off[1], off[2], e["U33"]]])
            D[i] = U + G - np.diag([G[1, 1], G[1, 1], 0.0])
            G = R @ np.diag([G[1, 1], G[1, 1], -e["U33"]]) @ R.T
        else:
            G = R @ G @ R.T
    return D


def _joint_constants(
    chain: DHChain, groups: Groups, known: list[dict[str, float]], D: list[Array], i: int
) -> JointConstants:
    e, revolute = known[i], bool(chain.revolute[i])
    group = 1 if i < groups.r else 2 if i < groups.s else 3
    (cb, sb), (ct, st) = circle(chain.beta[i]), circle(chain.theta[i])
    b, d, u = float(chain.b[i]), float(chain.d[i]), groups.u[i - 1] if groups.r < i <= groups.s else np.zeros(3)
    v = np.array([u[0], cb * u[1] + sb * u[2], cb * u[2] - sb * u[1]])
    arm = np.cross(v, [b, 0.0, d if revolute else 0.0])
    facts: dict[str, Any] = {"u": _three(groups.u[i]), "v": _three(v), "arm": _three(arm)}
    if revolute:
        six = tuple(float(D[i][a, c]) for a, c in SIX)
        facts |= {
            "s": (b, -d * sb, d * cb),
            "k": (e.get("kx", 0.0), e.get("ky", 0.0), 0.0),
            "D": six if group == 3 else (six[2],),
            "slides": tuple(_slides(chain, known, i, group)),
        }
    else:
        facts |= {"ct": ct, "st": st, "r31": sb * st, "r32": sb * ct, "mass": e["M"]}
        facts |= {"pull": (e["M"] * float(groups.u[i, 1]), -e["M"] * float(groups.u[i, 0]))}
        facts |= {"k": tuple(e.get(name, 0.0) for name in ("kx", "ky", "kz"))}
        facts |= {"kappa": (e.get("kappa1", 0.0), e.get("kappa2", 0.0))}
    return JointConstants(i, revolute, group, cb, sb, b, float(chain.theta[i]), d, **facts)


def _slides(chain: DHChain, known: list[dict[str, float]], i: int, group: int):
    """Yield the increase of D_i as each prismatic joint directly after joint i slides (eqs. 92, 93)."""
    R = np.eye(3)
    for j in range(i + 1, chain.n):
        if chain.revolute[j]:
            return
        R = R @ chain.rotation(j)
        if group == 2:
            yield j, (2 * known[j].get("kappa2", 0.0),)
        else:
            k = np.array([known[j][name] for name in ("kx", "ky", "kz")])
            W = R @ spread(np.array([0.0, 0.0, 1.0]), k) @ R.T
            yield j, tuple(float(W[a, c]) for a, c in SIX)
