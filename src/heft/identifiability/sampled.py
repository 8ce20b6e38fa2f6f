"""Identifiability by sampling: the rank of stacked regressors at random states, in floats and in a prime field.

It is independent of RPNA and checks it, and it answers what RPNA does not: which parameters are identifiable from given
sensors, and robots whose mimic joints have different parents. In the prime field a state is exact: a revolute joint is
turned by a random element e in the place of e^(i q), a body geared by n by e^n; positions, rates and accelerations are
random elements. Such samples excite as much as any (Schwartz-Zippel), so a rank that further samples do not raise is
the rank.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Bools
from heft.identifiability.clusters import Cluster, Member
from heft.identifiability.field import Field, Matrix, SampledField
from heft.identifiability.geometry import SYMMETRIC, free_modes, poses_at_zero, unit_axis
from heft.identifiability.operators import UNIT_INERTIAS, cross_matrix
from heft.robot.exact import Number
from heft.robot.joints import joint_kind
from heft.robot.model import WORLD, Robot


@dataclass(frozen=True, eq=False)
class Wrenches:
    """The regressors of all forces in a robot at random states; each body's parameters are in table order.

    Attributes:
        torque: per coordinate, (samples, parameters).
        link: per requested link, (samples, 6, parameters): the wrench [n; f] on it and on all it carries, at its
            origin, in its axes; -1 is that of the whole robot, at the world's origin.
    """

    torque: list[Matrix]
    link: dict[int, Matrix]


def wrenches(
    field: SampledField,
    robot: Robot,
    clusters: Sequence[Cluster],
    gravity: Sequence[Number] | None,
    static: bool,
    samples: int,
    seed: int = 0,
    links: Collection[int] | None = None,
) -> Wrenches:
    """Return the force regressors at random states: a Newton-Euler recursion over a field.

    Only the wrenches of `links` are kept, since those of a large robot fill gigabytes; None keeps all.
    """
    rng = np.random.default_rng(seed)
    parameters = len(robot.parameter_names)
    velocity = {WORLD: _zeros(field, samples, 6)}
    acceleration = {WORLD: _zeros(field, samples, 6)}
    if gravity is not None:
        acceleration[WORLD][:, 3:] = [-field.number(g) for g in gravity]
    moving: list[tuple[Member, slice, _Position, Matrix, Matrix]] = []
    for cluster in clusters:
        width = cluster.coordinates.stop - cluster.coordinates.start
        rates, second = field.draw(rng, 2, samples, width) * (0 if static else 1)
        position = _Position(field, cluster, samples, rng)
        moving += [(member, cluster.coordinates, position, rates, second) for member in cluster.members]
    # Bodies that share a coordinate may have different parents: parents first, whatever the cluster.
    moving.sort(key=lambda item: (item[0].body, item[0].is_rotor))
    carried: list[tuple[Member, Matrix, Matrix, Matrix, slice]] = []
    for member, coordinates, position, rates, second in moving:
        X, Phi = position.motion_transform(member), position.free_modes(member)
        joint = field.reduce(rates @ Phi.T)
        v = field.reduce(_times(field, X, velocity[member.parent]) + joint)
        a = _times(field, X, acceleration[member.parent]) + field.reduce(second @ Phi.T)
        a = field.reduce(a + _cross_motion(field, v, joint))
        if not member.is_rotor:
            velocity[member.body], acceleration[member.body] = v, a
        wrench = _body_wrench(field, v, a)
        wrench = field.reduce(wrench @ SYMMETRIC) if member.columns[1] == 4 else wrench
        carried.append((member, X, Phi, wrench, coordinates))

    torque = [_zeros(field, samples, parameters) for _ in range(robot.nv)]
    link = {WORLD: _zeros(field, samples, 6, parameters)}
    for member, X, Phi, wrench, coordinates in reversed(carried):
        start, width = member.columns
        total = None if member.is_rotor else link.get(member.body)
        total = _zeros(field, samples, 6, parameters) if total is None else total
        total[:, :, start : start + width] = field.reduce(total[:, :, start : start + width] + wrench)
        for k in range(Phi.shape[1]):
            row = coordinates.start + k
            torque[row] = field.reduce(torque[row] + np.tensordot(total, Phi[:, k], (1, 0)))
        to_parent = np.swapaxes(X, 1, 2) @ total
        link[member.parent] = field.reduce(link[member.parent] + to_parent if member.parent in link else to_parent)
        if not member.is_rotor:
            link[member.body] = total
            if links is not None and member.body not in links:
                del link[member.body]
    return Wrenches(torque, link)


def _moving(modes: Matrix) -> Bools:
    """Return which columns are not zero."""
    return np.any(np.asarray(modes != 0, dtype=bool), axis=0)


def _zeros(field: Field, *shape: int) -> Matrix:
    return np.zeros(shape, field.zeros(1, 1).dtype)


class _Position:
    """A random position of a cluster's joint."""

    def __init__(self, field: SampledField, cluster: Cluster, samples: int, rng: np.random.Generator) -> None:
        self.field, self.alone = field, len(cluster.members) == 1
        self.number, self.turn, self.pi_turn = field.draw(rng, 3, samples)
        self.quaternion, self.slides = field.draw(rng, samples, 4), field.draw(rng, samples, 3)
        gears = [member.gear for member in cluster.members]
        self.step = math.lcm(1, *(g.rational.denominator for g in gears), *(g.pi_multiple.denominator for g in gears))

    def free_modes(self, member: Member) -> Matrix:
        """Return Phi (6, n)."""
        return free_modes(self.field, member.motion, self.alone)

    def _rotation(self, member: Member) -> Matrix:
        """Return R_J (samples, 3, 3) of the joint."""
        field = self.field
        one = field.array(np.eye(3, dtype=int).tolist())
        modes = self.free_modes(member)[:3]
        turning = np.flatnonzero(_moving(modes))
        if not len(turning):
            return np.broadcast_to(one, (len(self.number), 3, 3))
        if not self.alone:
            c, s = self._geared(member.gear)
            K = field.reduce(cross_matrix(unit_axis(field, member.axis)))
            K2 = field.reduce(K @ K)
            return field.reduce(one + field.reduce(s[:, None, None] * K) + field.reduce((1 - c)[:, None, None] * K2))
        w, x, y, z = self.quaternion.T
        if len(turning) == 1:
            # A quaternion along the axis, of any length: no root is needed.
            x, y, z = (field.reduce(x * a) for a in modes[:, turning[0]])
        norm = field.reduce(w * w) + field.reduce(x * x) + field.reduce(y * y) + field.reduce(z * z)
        f = field.reduce(2 * field.inverse(field.reduce(norm)))

        def two(a: Matrix, b: Matrix) -> Matrix:
            return field.reduce(f * field.reduce(a * b))

        rows = [
            [1 - two(y, y) - two(z, z), two(x, y) - two(z, w), two(x, z) + two(y, w)],
            [two(x, y) + two(z, w), 1 - two(x, x) - two(z, z), two(y, z) - two(x, w)],
            [two(x, z) - two(y, w), two(y, z) + two(x, w), 1 - two(x, x) - two(y, y)],
        ]
        return field.reduce(np.moveaxis(np.array(rows), -1, 0))

    def _geared(self, gear: Number) -> tuple[Matrix, Matrix]:
        """Return cosine and sine of gear q; a multiple of pi times q is independent of q itself."""
        field = self.field
        c, s = field.turned(self.turn, int(gear.rational * self.step))
        if not gear.pi_multiple:
            return c, s
        d, t = field.turned(self.pi_turn, int(gear.pi_multiple * self.step))
        cosine = field.reduce(c * d) - field.reduce(s * t)
        return field.reduce(cosine), field.reduce(field.reduce(s * d) + field.reduce(c * t))

    def _translation(self, member: Member) -> Matrix:
        """Return p_J (samples, 3) of the joint: anything that its sliding motions allow."""
        modes = self.free_modes(member)[3:]
        sliding = modes[:, _moving(modes)]
        ways = self.number[:, None] if joint_kind(member.kind).is_screw else self.slides
        return self.field.reduce(ways[:, : sliding.shape[1]] @ sliding.T)

    def motion_transform(self, member: Member) -> Matrix:
        """Return X (samples, 6, 6): motions of the parent seen from the body."""
        field, T = self.field, poses_at_zero(self.field, [member])[0]
        E = np.swapaxes(field.reduce(T[:3, :3] @ self._rotation(member)), 1, 2)
        p = field.reduce(T[:3, 3] + field.reduce(self._translation(member) @ T[:3, :3].T))
        X = _zeros(field, len(p), 6, 6)
        X[:, :3, :3] = X[:, 3:, 3:] = E
        X[:, 3:, :3] = field.reduce(-(E @ cross_matrix(p)))
        return X


def _times(field: Field, X: Matrix, v: Matrix) -> Matrix:
    return field.reduce((X @ v[..., None])[..., 0])


def _cross3(field: Field, a: Matrix, b: Matrix) -> Matrix:
    """Return a x b along the last axis."""
    parts = [
        field.reduce(a[..., (k + 1) % 3] * b[..., (k + 2) % 3])
        - field.reduce(a[..., (k + 2) % 3] * b[..., (k + 1) % 3])
        for k in range(3)
    ]
    return field.reduce(np.stack(parts, axis=-1))


def _cross_motion(field: Field, v: Matrix, m: Matrix) -> Matrix:
    """Return v x m of motions [w; v]."""
    linear = _cross3(field, v[:, :3], m[:, 3:]) + _cross3(field, v[:, 3:], m[:, :3])
    return np.concatenate([_cross3(field, v[:, :3], m[:, :3]), field.reduce(linear)], axis=1)


def _body_wrench(field: Field, v: Matrix, a: Matrix) -> Matrix:
    """Return the regressor (samples, 6, 10) of I a + v x* I v."""
    inertial = field.reduce(np.einsum("kij,sj->sik", UNIT_INERTIAS, a))
    momentum = field.reduce(np.einsum("kij,sj->ski", UNIT_INERTIAS, v))
    n, f = momentum[..., :3], momentum[..., 3:]
    w, u = v[:, None, :3], v[:, None, 3:]
    moment = field.reduce(_cross3(field, w, n) + _cross3(field, u, f))
    gyroscopic = np.concatenate([moment, _cross3(field, w, f)], axis=-1)
    return field.reduce(inertial + np.swapaxes(gyroscopic, 1, 2))
