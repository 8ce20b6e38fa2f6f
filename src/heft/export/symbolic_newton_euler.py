"""Newton-Euler on expressions, in the chosen frames and the regrouped parameters.

Notation: w, wd angular velocity and acceleration, V the acceleration of the origin with -g on top, all in the mover's
frame; U = [wd x] + [w x][w x], so that a point r of the body has the acceleration V + U r. With the pseudo-inertia
[[S, h], [h^T, m]] of a body,

    f = m V + U h,      n_x = sum_k U_zk S_ky - U_yk S_kz + (h x V)_x, and cyclic,

which needs no product of an inertia with a velocity. The third column of U does not depend on the rate of the joint
itself: U_j z = R^T U_i R z, so it is turned like a vector instead of being made anew, and U_zz gives wx^2 + wy^2.

The motion of a free body is given: w, wd, and of its origin the linear velocity v and its derivative vd, all in the
body's axes, so that V = vd + w x v - R^T g.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from heft.arrays import Array
from heft.chains.movers import Mover, MoverTree
from heft.export.expression_graph import Graph, Scalar, total
from heft.robot.model import WORLD

Vector = list[Scalar]
Matrix = list[list[Scalar]]


@dataclass(eq=False)
class Rotation:
    """A rotation Rz(gamma) Rx(alpha) Rz(angle), applied step by step."""

    graph: Graph
    steps: list[tuple[int, Scalar, Scalar]]

    def to_parent(self, v: Vector) -> Vector:
        """Return R v."""
        for axis, c, s in reversed(self.steps):
            v = _turned(v, axis, c, s)
        return v

    def to_child(self, v: Vector) -> Vector:
        """Return R^T v."""
        for axis, c, s in self.steps:
            v = _turned(v, axis, c, -s)
        return v


def _turned(v: Vector, axis: int, c: Scalar, s: Scalar) -> Vector:
    a, b = (axis + 1) % 3, (axis + 2) % 3
    out = list(v)
    out[a] = c * v[a] - s * v[b]
    out[b] = s * v[a] + c * v[b]
    return out


def zxz(R: Array) -> tuple[float, float, float]:
    """Return gamma, alpha, delta with R = Rz(gamma) Rx(alpha) Rz(delta) [rad], gamma in +-pi/2."""
    sine = float(np.hypot(R[0, 2], R[1, 2]))
    gamma = 0.0 if sine < 1e-13 else float(np.arctan2(R[0, 2], -R[1, 2]))
    if abs(gamma) > np.pi / 2 + 1e-9:
        gamma, sine = gamma - float(np.copysign(np.pi, gamma)), -sine
    alpha = float(np.arctan2(sine, R[2, 2]))
    # The remaining turn is about z; near alpha = 0 only gamma + delta is well determined.
    x = np.array([np.cos(gamma), np.sin(gamma), 0.0])
    y = np.array([-np.sin(gamma) * np.cos(alpha), np.cos(gamma) * np.cos(alpha), np.sin(alpha)])
    return gamma, alpha, float(np.arctan2(y @ R[:, 0], x @ R[:, 0]))


def joint_rotation(graph: Graph, mover: Mover, position: Scalar) -> Rotation:
    """Return the rotation of a mover against its parent."""
    gamma, alpha, delta = zxz(mover.rotation)
    zero = graph.constant(0.0)
    steps = [(2, *graph.turn(zero, gamma)), (0, *graph.turn(zero, alpha))]
    steps.append((2, *graph.turn(position if mover.turn else zero, delta)))
    return Rotation(graph, [step for step in steps if not (step[1].node == 0 and step[1].factor == 1.0)])


# -- small algebra on lists of scalars ------------------------------------------------------------------------------


def constants(graph: Graph, values: Sequence[float] | Array) -> Vector:
    """Return numbers as scalars."""
    return [graph.constant(float(x)) for x in values]


def add(*vectors: Vector) -> Vector:
    """Return the sum of vectors."""
    return [total(parts[0].graph, parts) for parts in zip(*vectors, strict=True)]


def scale(v: Vector, s: Scalar) -> Vector:
    """Return s v."""
    return [x * s for x in v]


def dot(a: Vector, b: Vector) -> Scalar:
    """Return a . b."""
    return total(a[0].graph, [x * y for x, y in zip(a, b, strict=True)])


def cross(a: Vector, b: Vector) -> Vector:
    """Return a x b."""
    return [a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3] for k in range(3)]


def apply(U: Matrix, v: Vector) -> Vector:
    """Return U v."""
    return [dot(row, v) for row in U]


# -- the recursion --------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class MoverMotion:
    """The motion of a mover: w, wd, V, U of the module's docstring, and its pose in the parent.

    Attributes:
        R: rotation to the parent.
        p: (3,) origin in the parent's frame.
    """

    R: Rotation
    p: Vector
    w: Vector
    wd: Vector
    V: Vector
    U: Matrix


@dataclass(eq=False)
class JointInputs:
    """The inputs: q, qd, qdd per coordinate; of a free body, the entries of q are not used.

    Attributes:
        quaternion: w, x, y, z of the free body; empty without one.
    """

    q: Vector
    qd: Vector
    qdd: Vector
    quaternion: Vector = field(default_factory=list)


def positions(graph: Graph, tree: MoverTree, q: Vector) -> Vector:
    """Return gear q + offset of every mover."""
    return [q[m.coordinate] * m.gear + graph.constant(m.offset) for m in tree.movers]


def place(graph: Graph, mover: Mover, position: Scalar) -> tuple[Rotation, Vector]:
    """Return rotation and origin of a mover in its parent's frame."""
    p = constants(graph, mover.translation)
    if mover.slide and mover.parent != WORLD:
        p = add(p, scale(constants(graph, mover.rotation @ mover.axis), position * mover.slide))
    return joint_rotation(graph, mover, position), p


def forward(graph: Graph, tree: MoverTree, state: JointInputs) -> list[MoverMotion]:
    """Propagate the motion from the world to the tips."""
    zero = graph.constant(0.0)
    still = [zero] * 3
    motions: list[MoverMotion] = []
    at = positions(graph, tree, state.q)
    for i, mover in enumerate(tree.movers):
        R, p = place(graph, mover, at[i])
        if mover.free:
            motions.append(_free(graph, mover, R, p, state, tree.gravity[i]))
            continue
        rate, acceleration = (x[mover.coordinate] * mover.gear for x in (state.qd, state.qdd))
        if mover.parent == WORLD:
            up = constants(graph, -tree.gravity[i])
            parent = MoverMotion(R, p, still, still, up, [still] * 3)
        else:
            parent = motions[mover.parent]
        V = add(parent.V, apply(parent.U, p))
        if mover.slide:
            a, slid = constants(graph, mover.rotation @ mover.axis), graph.constant(mover.slide)
            V = add(V, scale(cross(parent.w, a), rate * slid * 2.0), scale(a, acceleration * slid))
        V = R.to_child(V)
        if mover.turn:
            motions.append(_turning(graph, mover, R, p, parent, V, rate, acceleration))
        else:
            w, wd = R.to_child(parent.w), R.to_child(parent.wd)
            U = parent.U if not R.steps else _matrix(graph, w, wd)
            motions.append(MoverMotion(R, p, w, wd, V, U))
    for motion, body in zip(motions, numbers(tree), strict=True):
        for name, vector in (("w", motion.w), ("wd", motion.wd), ("a", motion.V)):
            label(vector, name + body)
        for axis, row in zip("xyz", motion.U, strict=True):
            label(row, f"U{body}{axis}")
    return motions


def numbers(tree: MoverTree) -> list[str]:
    """Return how the code calls each mover: by its coordinate, further ones of the same coordinate with a number."""
    seen: Counter[int] = Counter()
    found = []
    for mover in tree.movers:
        seen[mover.coordinate] += 1
        found.append(f"{mover.coordinate}" + (f"_{seen[mover.coordinate]}" if seen[mover.coordinate] > 1 else ""))
    return found


def label(vector: Vector, name: str) -> None:
    """Name the entries of a vector by its axes, as w3x."""
    for axis, entry in zip("xyz", vector, strict=True):
        entry.graph.label(entry, name + axis)


def _free(graph: Graph, mover: Mover, R: Rotation, p: Vector, state: JointInputs, gravity: Array) -> MoverMotion:
    """Return the motion of a free body, which the inputs give."""
    k = mover.coordinate
    (w, v), (wd, vd) = ((rates[k : k + 3], rates[k + 3 : k + 6]) for rates in (state.qd, state.qdd))
    up = apply(_transposed(rotation_by(state.quaternion)), constants(graph, -gravity))
    return MoverMotion(R, p, w, wd, add(vd, cross(w, v), up), _matrix(graph, w, wd))


def rotation_by(quaternion: Vector) -> Matrix:
    """Return the rotation matrix of a unit quaternion w, x, y, z."""
    w, x, y, z = quaternion
    one = w.graph.constant(1.0)
    return [
        [one - (y * y + z * z) * 2.0, (x * y - w * z) * 2.0, (x * z + w * y) * 2.0],
        [(x * y + w * z) * 2.0, one - (x * x + z * z) * 2.0, (y * z - w * x) * 2.0],
        [(x * z - w * y) * 2.0, (y * z + w * x) * 2.0, one - (x * x + y * y) * 2.0],
    ]


def _transposed(matrix: Matrix) -> Matrix:
    return [list(row) for row in zip(*matrix, strict=True)]


def _turning(
    graph: Graph,
    mover: Mover,
    R: Rotation,
    p: Vector,
    parent: MoverMotion,
    V: Vector,
    rate: Scalar,
    acceleration: Scalar,
) -> MoverMotion:
    """Return the motion of a mover that turns about z."""
    carried = R.to_child(parent.w)
    w = [carried[0], carried[1], carried[2] + rate]
    axis = mover.rotation[:, 2]
    if np.count_nonzero(axis) > 1:
        wd = R.to_child(parent.wd)
        wd = [wd[0] + w[1] * rate, wd[1] - w[0] * rate, wd[2] + acceleration]
        return MoverMotion(R, p, w, wd, V, _matrix(graph, w, wd))
    column = R.to_child(apply(parent.U, constants(graph, axis)))
    xz, yz = w[0] * w[2], w[1] * w[2]
    wd = [yz - column[1], column[0] - xz, dot(parent.wd, constants(graph, axis)) + acceleration]
    return MoverMotion(R, p, w, wd, V, _matrix(graph, w, wd, column))


def _matrix(graph: Graph, w: Vector, wd: Vector, column: Vector | None = None) -> Matrix:
    """Return U, with its third column if that is known already."""
    xx, zz = w[0] * w[0], w[2] * w[2]
    xy, xz, yz = w[0] * w[1], w[0] * w[2], w[1] * w[2]
    if column is None:
        yy = w[1] * w[1]
        column = [xz + wd[1], yz - wd[0], -(xx + yy)]
        top = -(yy + zz)
    else:
        top = column[2] + (xx - zz)
    return [
        [top, xy - wd[2], column[0]],
        [xy + wd[2], -(xx + zz), column[1]],
        [xz - wd[1], yz + wd[0], column[2]],
    ]


def body_wrench(graph: Graph, motion: MoverMotion, pseudo: Array) -> tuple[Vector, Vector]:
    """Return the moment and the force that a body with this pseudo-inertia needs for its motion."""
    S, h, m = pseudo[:3, :3], constants(graph, pseudo[:3, 3]), graph.constant(pseudo[3, 3])
    U, w, wd, V = motion.U, motion.w, motion.wd, motion.V
    f = add(scale(V, m), apply(U, h))
    n = []
    for x in range(3):
        y, z = (x + 1) % 3, (x + 2) % 3
        terms = [
            (U[z][z] - U[y][y]) * float(S[y, z]),
            U[z][x] * float(S[x, y]),
            -(U[y][x] * float(S[x, z])),
            h[y] * V[z],
            -(h[z] * V[y]),
        ]
        if S[z, z] == 0.0:
            terms.append(U[z][y] * float(S[y, y]))
        elif S[y, y] == 0.0:
            terms.append(-(U[y][z] * float(S[z, z])))
        else:
            terms += [(w[y] * w[z]) * float(S[y, y] - S[z, z]), wd[x] * float(S[y, y] + S[z, z])]
        n.append(total(graph, terms))
    return n, f


def inverse_dynamics(graph: Graph, tree: MoverTree, state: JointInputs) -> Vector:
    """Return tau."""
    motions = forward(graph, tree, state)
    wrenches = [body_wrench(graph, motion, mover.pseudo) for motion, mover in zip(motions, tree.movers, strict=True)]
    tau = [[state.qdd[k] * float(tree.armature[k])] for k in range(tree.n)]
    for spin in tree.spins:
        a, J = constants(graph, spin.axis), graph.constant(spin.inertia * spin.gear)
        rate, acceleration = state.qd[spin.coordinate], state.qdd[spin.coordinate]
        tau[spin.coordinate].append(acceleration * J * spin.gear)
        if spin.parent != WORLD:
            parent = motions[spin.parent]
            tau[spin.coordinate].append(dot(a, parent.wd) * J)
            n, f = wrenches[spin.parent]
            extra = add(scale(a, acceleration * J), scale(cross(parent.w, a), rate * J))
            wrenches[spin.parent] = (add(n, extra), f)
    backward(graph, tree, motions, wrenches, tau)
    return [total(graph, parts) for parts in tau]


def backward(
    graph: Graph,
    tree: MoverTree,
    motions: list[MoverMotion],
    wrenches: list[tuple[Vector, Vector]],
    tau: list[list[Scalar]],
) -> None:
    """Add the efforts that the joints transmit to tau, from the tips to the world."""
    names = numbers(tree)
    for i in range(len(tree.movers) - 1, -1, -1):
        mover, motion = tree.movers[i], motions[i]
        n, f = wrenches[i]
        label(n, f"n{names[i]}")
        label(f, f"f{names[i]}")
        for k, effort in enumerate([*n, *f] if mover.free else ()):
            tau[mover.coordinate + k].append(effort)
        if mover.turn:
            tau[mover.coordinate].append(n[2] * mover.gear)
        if mover.slide:
            tau[mover.coordinate].append(dot(f, constants(graph, mover.axis)) * (mover.gear * mover.slide))
        if mover.parent == WORLD:
            continue
        n, f = motion.R.to_parent(n), motion.R.to_parent(f)
        n_parent, f_parent = wrenches[mover.parent]
        wrenches[mover.parent] = (add(n_parent, n, cross(motion.p, f)), add(f_parent, f))
