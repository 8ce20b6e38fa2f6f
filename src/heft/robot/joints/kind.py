"""What a kind of joint is: its coordinates, its motion subspace, its pose, and how it moves on its manifold.

The motion subspace S of every kind is constant in the body's frame: the velocity of a body relative to its parent is
S v, with v in body coordinates, angular part first. So the poses that a joint allows form a group; a kind is that group
together with coordinates q on it. A kind is a class in a file of this folder, found by `heft.robot.joints`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

import numpy as np

from heft.arrays import AnyArray, Array
from heft.robot.exact import ONE, ZERO, Number
from heft.robot.joints import codes
from heft.spatial import namespace, rotation_about

if TYPE_CHECKING:
    from heft.robot.joint import Limits

QUATERNION = ("qw", "qx", "qy", "qz")
"""The names of the entries of a unit quaternion in q; where a kind has one, it comes first."""


class AxisFrame(Protocol):
    """The vectors of which a motion subspace is made, over floats or over any other field."""

    @property
    def a(self) -> Any:
        """The joint's axis in the body frame."""
        ...

    @property
    def b(self) -> Any:
        """First direction across it: (b, c, a) is right-handed and orthogonal."""
        ...

    @property
    def c(self) -> Any:
        """Second direction across it."""
        ...

    @property
    def x(self) -> Any:
        """First unit vector of the body frame."""
        ...

    @property
    def y(self) -> Any:
        """Second unit vector of the body frame."""
        ...

    @property
    def z(self) -> Any:
        """Third unit vector of the body frame."""
        ...

    @property
    def zero(self) -> Any:
        """The zero vector."""
        ...

    @property
    def pitch(self) -> Number:
        """Advance of a helical joint [m/rad]."""
        ...

    def number(self, value: Number) -> Any:
        """Return an exact number as an element of the field."""
        ...


@dataclass(frozen=True, eq=False)
class FloatFrame:
    """The vectors of a motion subspace in floats, for a unit axis a (3,)."""

    a: Array
    pitch: Number = ZERO
    x, y, z = np.eye(3)
    zero = np.zeros(3)

    @cached_property
    def b(self) -> Array:
        """First direction across the axis."""
        return plane_basis(self.a)[0]

    @cached_property
    def c(self) -> Array:
        """Second direction across the axis."""
        return plane_basis(self.a)[1]

    def number(self, value: Number) -> float:
        """Return an exact number as a float."""
        return float(value)


@dataclass(frozen=True, eq=False)
class Axes:
    """The axes of k joints of a kind, with axes of length one for the samples.

    Attributes:
        a: (3, k, ...) unit axes.
        b, c: (3, k, ...) across them: (b, c, a) is right-handed and orthonormal.
        turn, slide: (k, ...) rotation [rad] and translation [m] along the axis per unit of a screw's position.
    """

    a: Array
    b: Array
    c: Array
    turn: Array
    slide: Array


class JointKind(ABC):
    """A kind of joint; one object of it serves all joints of the kind.

    Attributes:
        name: what files and errors call it.
        q_names, v_names: what the entries of q and qd are called after the joint's name; "" for the only one.
        q_text, v_text, S_text: the same in words, and S, for the manual.
        has_axis: whether it has an axis in the body frame.
        has_pitch: whether it has a pitch.
        quaternion: whether the first four entries of q are a unit quaternion w x y z.
        adds: whether displacements add: q (+) u = q + u, and qd is the derivative of q.
        kernel: one of `heft.robot.joints.codes`; None hands the pose to the compiled kernels.
    """

    name: ClassVar[str]
    q_names: ClassVar[tuple[str, ...]]
    v_names: ClassVar[tuple[str, ...]]
    q_text: ClassVar[str] = ""
    v_text: ClassVar[str] = ""
    S_text: ClassVar[str] = ""
    has_axis: ClassVar[bool] = True
    has_pitch: ClassVar[bool] = False
    quaternion: ClassVar[bool] = False
    adds: ClassVar[bool] = True
    kernel: ClassVar[int | None] = None

    # -- what a kind must say ---------------------------------------------------------------------

    @abstractmethod
    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        """Return the columns of S as pairs (angular, linear); over floats for the dynamics, exactly for verdicts."""

    @abstractmethod
    def pose(self, axes: Axes, q: AnyArray) -> tuple[AnyArray, AnyArray]:
        """Return R (3, 3, k, ...) and p (3, k, ...) of the body in its frame at q = 0; q is (nq, k, ...)."""

    # -- what a kind says where displacements do not add ------------------------------------------

    def exponential(self, q: AnyArray, u: AnyArray) -> AnyArray:
        """Return q (+) u, (nq, ...): where a body velocity v that stays constant leads, u = v dt (nv, ...)."""
        return q + u

    def bracket(self, u: AnyArray, v: AnyArray) -> AnyArray:
        """Return the Lie bracket [u, v] of displacements, (nv, ...); zero where they add."""
        return namespace(u, v).zeros_like(u)

    def velocity(self, q: AnyArray, rate: AnyArray) -> AnyArray:
        """Return v (nv, ...) of the derivatives of the coordinates, dq/dt (nq, ...)."""
        return rate

    # -- what follows -----------------------------------------------------------------------------

    @property
    def nq(self) -> int:
        """How many entries of q a joint has."""
        return len(self.q_names)

    @property
    def nv(self) -> int:
        """How many entries of qd a joint has."""
        return len(self.v_names)

    @property
    def is_screw(self) -> bool:
        """Whether it moves along a single axis, so that it can be geared, limited, and driven through a rotor."""
        return isinstance(self, ScrewKind)

    def subspace(self, axis: Array, pitch: Number = ZERO) -> Array:
        """Return S (6, nv) for a unit axis."""
        columns = [np.concatenate(column) for column in self.motions(FloatFrame(axis, pitch))]
        return np.array(columns).T if columns else np.zeros((6, 0))

    @cached_property
    def rotational(self) -> tuple[bool, ...]:
        """Per entry of qd: true if it turns the body [rad/s, N m], false if it only moves it along [m/s, N]."""
        S = self.subspace(FloatFrame.z, ONE)
        return tuple(bool(np.any(S[:3, k])) for k in range(self.nv))

    @property
    def angles(self) -> tuple[bool, ...]:
        """Per entry of q: true if it is an angle [rad]."""
        return (False,) * self.nq if self.quaternion else self.rotational

    @property
    def neutral(self) -> Array:
        """The configuration at which the pose is the identity, (nq,)."""
        q = np.zeros(self.nq)
        q[:1] = self.quaternion
        return q

    def random(self, rng: np.random.Generator, n: int, limits: Limits) -> Array:
        """Return random configurations (n, nq): angles in +-pi, displacements in +-1 m, unit quaternions."""
        q = np.empty((n, self.nq))
        drawn = np.zeros(self.nq, bool)
        if self.quaternion:
            unscaled = rng.standard_normal((n, 4))
            q[:, :4] = unscaled / np.linalg.norm(unscaled, axis=1, keepdims=True)
            drawn[:4] = True
        angles = np.array(self.angles, bool)
        q[:, angles] = rng.uniform(-np.pi, np.pi, (n, np.count_nonzero(angles)))
        others = ~(drawn | angles)
        q[:, others] = rng.uniform(-1, 1, (n, np.count_nonzero(others)))
        return q

    def __repr__(self) -> str:
        return f"<joint kind '{self.name}': nq {self.nq}, nv {self.nv}>"


class ScrewKind(JointKind):
    """A kind with one coordinate: a rotation about the axis, a translation along it, or both in proportion.

    Attributes:
        turns: whether the coordinate is the angle of rotation.
    """

    q_names = v_names = ("",)
    turns: ClassVar[bool] = True
    kernel = codes.SCREW

    @abstractmethod
    def slide(self, pitch: Number) -> Number:
        """Return the translation along the axis per unit of the coordinate [m/rad or 1]; pitch is the joint's own."""

    def motions(self, frame: AxisFrame) -> Sequence[tuple[Any, Any]]:
        """Return S = [turn a; slide a]."""
        return [(frame.a if self.turns else frame.zero, frame.number(self.slide(frame.pitch)) * frame.a)]

    def pose(self, axes: Axes, q: AnyArray) -> tuple[AnyArray, AnyArray]:
        """Turn about the axis and slide along it; screws of all kinds can be placed together."""
        return rotation_about(axes.a, axes.turn * q[0]), axes.a * (axes.slide * q[0])

    def random(self, rng: np.random.Generator, n: int, limits: Limits) -> Array:
        """Return random configurations (n, 1) within the joint's limits."""
        reach = np.pi if self.turns else 1.0
        low, high = max(limits.lower, -reach), min(limits.upper, reach)
        return (rng.uniform(low, high, n) if low < high else np.full(n, limits.lower))[:, None]


def straight(q: AnyArray) -> AnyArray:
    """Return rotations (3, 3, k, ...) that do not turn, for joints with coordinates q (nq, k, ...)."""
    samples = q.shape[1:]
    return np.eye(3).reshape(3, 3, *(1,) * len(samples)) + namespace(q).zeros(samples)


def still(q: AnyArray) -> AnyArray:
    """Return translations (3, k, ...) of zero, for joints with coordinates q (nq, k, ...)."""
    return namespace(q).zeros((3, *q.shape[1:]))


def plane_basis(a: Array) -> tuple[Array, Array]:
    """Return b, c such that (b, c, a) is a right-handed orthonormal basis; for a = z they are x and y."""
    return _plane_basis(tuple(a.tolist()))


@lru_cache(maxsize=1024)
def _plane_basis(axis: tuple[float, ...]) -> tuple[Array, Array]:
    a = np.array(axis)
    helper = np.roll(np.eye(3)[np.argmax(np.abs(a))], 1)
    b = helper - a * (a @ helper)
    b /= np.linalg.norm(b)
    c = np.asarray(np.cross(a, b), dtype=float)
    b.flags.writeable = c.flags.writeable = False
    return b, c
