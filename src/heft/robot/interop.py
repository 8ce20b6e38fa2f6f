"""Conversion of coordinates between heft, Pinocchio and MuJoCo; no other module depends on their conventions.

Joints are matched by name, never by number. The coordinates of each engine; heft's own are in
`heft.robot.joints`:

| joint      | Pinocchio q, v                     | MuJoCo qpos, qvel                                   |
| ---------- | ---------------------------------- | --------------------------------------------------- |
| one angle  | q or (cos q, sin q); qd            | q + ref; qd                                         |
| spherical  | x y z w; w in body axes            | w x y z; w in body axes                             |
| planar     | x y cos sin; vx vy w in body axes  |                                                     |
| floating   | xyz, x y z w; v, w in body axes    | xyz, w x y z; v in *world* axes, w in body axes     |

With v_other = B v: accelerations are a_other = B a + dB/dt v, forces tau = B^T tau_other, the mass matrix
M = B^T M_other B. B is constant for Pinocchio; for MuJoCo the world axes of a free joint make it depend on q.
A joint that follows another in the robot (mimic) but moves freely in the other model has its gear in B.

All methods take one sample, (k,), or many, (n, k).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.parameters import NAMES, PINOCCHIO_NAMES, order
from heft.robot.formats.mjcf.read import MUJOCO_KINDS, names_in
from heft.robot.joint_map import JointMap, Pair, Slot, of_width
from heft.robot.joints import joint_kind
from heft.robot.model import Robot
from heft.spatial import cross, rotate, rotate_back, rotation_from_quaternion

XYZW = [1, 2, 3, 0]
"""Takes a quaternion w x y z to x y z w."""

WXYZ = [3, 0, 1, 2]
"""Takes a quaternion x y z w to w x y z."""

ANGLE_LAST = [1, 2, 0]
"""Takes a planar velocity w, vx, vy to vx, vy, w."""

ANGLE_FIRST = [2, 0, 1]
"""Takes a planar velocity vx, vy, w to w, vx, vy."""

OTHER_HALF_FIRST = [3, 4, 5, 0, 1, 2]
"""Takes [angular; linear] to [linear; angular] and back."""

PINOCCHIO_KINDS = {
    "JointModelFreeFlyer": "floating",
    "JointModelSphericalZYX": "three Euler angles",
    "JointModelSpherical": "spherical",
    "JointModelPlanar": "planar",
    "JointModelTranslation": "translation",
    "JointModelR": "revolute",
    "JointModelP": "prismatic",
    "JointModelH": "helical",
}
"""heft's kinds by how the names of Pinocchio's joint models begin; the first match counts."""


# -- Pinocchio ------------------------------------------------------------------------------------


class PinocchioMap(JointMap):
    """Conversion between a robot's coordinates and those of a `pinocchio.Model` of the same robot.

    Args:
        robot: the robot.
        model: the `pinocchio.Model`, of the same file, so that joints of one name have one frame. It may leave
            free the joints that follow others in the robot.

    Raises:
        ArgumentError: a joint has no counterpart, or one of another kind.
    """

    def __init__(self, robot: Robot, model: Any) -> None:
        slots = {}
        for i in range(1, model.njoints):
            joint = model.joints[i]
            q, v = slice(joint.idx_q, joint.idx_q + joint.nq), slice(joint.idx_v, joint.idx_v + joint.nv)
            slots[model.names[i]] = Slot(i, _pinocchio_kind(joint), q, v)
        super().__init__(robot, "Pinocchio", slots, model.nq, model.nv)
        for pair in self.pairs:
            if pair.joint.kind == "planar" and np.any(pair.joint.subspace[:3, 0] != [0, 0, 1]):
                raise ArgumentError(
                    f"Planar joint '{pair.joint.name}' has a normal other than z, which Pinocchio does not support.",
                    remedy="Turn the joint's frame so that its normal is z.",
                )

    def q(self, q: ArrayLike) -> Array:
        """Return Pinocchio's q for the robot's."""
        return self.to_other("q", _pinocchio_q, of_width(q, self.robot.nq, "q"))

    def q_from(self, q: ArrayLike) -> Array:
        """Return the robot's q for Pinocchio's; unbounded angles come out in (-pi, pi]."""
        return self.from_other("q", _q_from_pinocchio, of_width(q, self.nq, "Pinocchio's q"))

    def v(self, v: ArrayLike) -> Array:
        """Return Pinocchio's velocity, or acceleration, for the robot's."""
        return self.to_other("v", _pinocchio_v, of_width(v, self.robot.nv, "v"))

    def v_from(self, v: ArrayLike) -> Array:
        """Return the robot's velocity, or acceleration, for Pinocchio's."""
        return self.from_other("v", _v_from_pinocchio, of_width(v, self.nv, "Pinocchio's v"))

    def tau(self, tau: ArrayLike) -> Array:
        """Return the forces of Pinocchio's model that are equivalent to `tau`: zero on joints that follow another."""
        return self.to_other("v", _pinocchio_v, of_width(tau, self.robot.nv, "tau"), owners_only=True)

    def tau_from(self, tau: ArrayLike) -> Array:
        """Return the robot's forces, B^T tau, for Pinocchio's."""
        return self.forces_from_other(_v_from_pinocchio, of_width(tau, self.nv, "Pinocchio's tau"))

    @property
    def velocity_matrix(self) -> Array:
        """B, (Pinocchio's nv, nv), with v_pinocchio = B v."""
        return self.v(np.eye(self.robot.nv)).T

    @property
    def parameter_columns(self) -> list[int]:
        """The columns of Pinocchio's regressors, or of its stacked parameters, in the robot's order."""
        own = order(PINOCCHIO_NAMES, NAMES)
        if len(self.pairs) != self.robot.n_bodies:
            fixed = [body.name for body in self.robot.bodies if body.joint.kind == "fixed"]
            raise ArgumentError(
                f"Pinocchio has no columns of their own for the fixed bodies {', '.join(fixed)}.",
                remedy="Describe the robot by a URDF, whose fixed links are lumped into the bodies that carry them.",
            )
        return [10 * (pair.other.number - 1) + k for pair in self.pairs for k in own]

    def regressor_from(self, Y: ArrayLike) -> Array:
        """Return the robot's regressor for Pinocchio's, (..., nv, 10 n_bodies)."""
        return self.velocity_matrix.T @ np.asarray(Y, float)[..., self.parameter_columns]


def _pinocchio_kind(joint: Any) -> str:
    if joint.nv == 0:
        return ""
    name = joint.shortname()
    return next((kind for start, kind in PINOCCHIO_KINDS.items() if name.startswith(start)), f"a {name}")


def _pinocchio_q(pair: Pair, q: Array) -> Array:
    match pair.joint.kind:
        case "planar":
            return np.concatenate([q[..., 1:], np.cos(q[..., :1]), np.sin(q[..., :1])], axis=-1)
        case "spherical":
            return q[..., XYZW]
        case "floating":
            return np.concatenate([q[..., 4:], q[..., XYZW]], axis=-1)
    position = pair.multiplier * q + pair.offset
    unbounded = pair.other.q.stop - pair.other.q.start > position.shape[-1]
    return np.concatenate([np.cos(position), np.sin(position)], axis=-1) if unbounded else position


def _q_from_pinocchio(pair: Pair, q: Array) -> Array:
    match pair.joint.kind:
        case "planar":
            return np.concatenate([np.arctan2(q[..., 3:], q[..., 2:3]), q[..., :2]], axis=-1)
        case "spherical":
            return q[..., WXYZ]
        case "floating":
            return np.concatenate([q[..., 6:], q[..., 3:6], q[..., :3]], axis=-1)
    if joint_kind(pair.joint.kind).is_screw and q.shape[-1] == 2:
        return np.arctan2(q[..., 1:], q[..., :1])
    return q


def _pinocchio_v(pair: Pair, v: Array) -> Array:
    swap = {"planar": ANGLE_LAST, "floating": OTHER_HALF_FIRST}.get(pair.joint.kind)
    return pair.multiplier * v if swap is None else v[..., swap]


def _v_from_pinocchio(pair: Pair, v: Array) -> Array:
    swap = {"planar": ANGLE_FIRST, "floating": OTHER_HALF_FIRST}.get(pair.joint.kind)
    return v if swap is None else v[..., swap]


# -- MuJoCo ---------------------------------------------------------------------------------------


class MujocoMap(JointMap):
    """Conversion between a robot's coordinates and those of a `mujoco.MjModel` of the same robot.

    Args:
        robot: the robot.
        model: the `mujoco.MjModel`, of the same file, compiled without `alignfree`, which moves body frames.

    Raises:
        ArgumentError: a joint has no counterpart, or one of another kind.
    """

    def __init__(self, robot: Robot, model: Any) -> None:
        _, names = names_in(model)
        ends_q, ends_v = [*model.jnt_qposadr[1:], model.nq], [*model.jnt_dofadr[1:], model.nv]
        slots = {}
        for j, name in enumerate(names):
            q, v = slice(int(model.jnt_qposadr[j]), int(ends_q[j])), slice(int(model.jnt_dofadr[j]), int(ends_v[j]))
            slots[name] = Slot(j, MUJOCO_KINDS[model.jnt_type[j]], q, v)
        super().__init__(robot, "MuJoCo", slots, model.nq, model.nv)
        self._reference = np.array(model.qpos0)
        for pair in self.pairs:
            if pair.joint.kind == "floating" and robot.bodies[pair.body].placement.steps:
                raise ArgumentError(
                    f"Floating joint '{pair.joint.name}' starts from a placement of its own; in MuJoCo its position "
                    "is that in the world.",
                    remedy="Put the floating joint at the world's origin.",
                )

    def q(self, q: ArrayLike) -> Array:
        """Return MuJoCo's qpos for the robot's q."""

        def rule(pair: Pair, q: Array) -> Array:
            match pair.joint.kind:
                case "spherical":
                    return q
                case "floating":
                    return np.concatenate([q[..., 4:], q[..., :4]], axis=-1)
            return pair.multiplier * q + pair.offset + self._reference[pair.other.q]

        return self.to_other("q", rule, of_width(q, self.robot.nq, "q"))

    def q_from(self, qpos: ArrayLike) -> Array:
        """Return the robot's q for MuJoCo's qpos."""

        def rule(pair: Pair, qpos: Array) -> Array:
            match pair.joint.kind:
                case "spherical":
                    return qpos
                case "floating":
                    return np.concatenate([qpos[..., 3:], qpos[..., :3]], axis=-1)
            return qpos - self._reference[pair.other.q]

        return self.from_other("q", rule, of_width(qpos, self.nq, "qpos"))

    def v(self, q: ArrayLike, v: ArrayLike) -> Array:
        """Return MuJoCo's qvel for the robot's velocity v at its configuration q."""
        q, v = of_width(q, self.robot.nq, "q"), of_width(v, self.robot.nv, "v")
        return self.to_other("v", lambda pair, x: _mujoco_v(pair, q, x), v)

    def v_from(self, q: ArrayLike, qvel: ArrayLike) -> Array:
        """Return the robot's velocity for MuJoCo's qvel at the robot's configuration q."""
        q, qvel = of_width(q, self.robot.nq, "q"), of_width(qvel, self.nv, "qvel")
        return self.from_other("v", lambda pair, x: _v_from_mujoco(pair, q, x), qvel)

    def a(self, q: ArrayLike, v: ArrayLike, a: ArrayLike) -> Array:
        """Return MuJoCo's qacc for the robot's acceleration: d/dt (R v) = R (dv/dt + w x v) for a free joint."""
        v, a = of_width(v, self.robot.nv, "v"), of_width(a, self.robot.nv, "a")
        return self.v(q, a + self._turning(v))

    def a_from(self, q: ArrayLike, v: ArrayLike, qacc: ArrayLike) -> Array:
        """Return the robot's acceleration for MuJoCo's qacc at the robot's q and v."""
        return self.v_from(q, qacc) - self._turning(of_width(v, self.robot.nv, "v"))

    def tau(self, q: ArrayLike, tau: ArrayLike) -> Array:
        """Return the forces of MuJoCo's model that are equivalent to `tau`: zero on joints that follow another."""
        q, tau = of_width(q, self.robot.nq, "q"), of_width(tau, self.robot.nv, "tau")
        return self.to_other("v", lambda pair, x: _mujoco_v(pair, q, x), tau, owners_only=True)

    def tau_from(self, q: ArrayLike, qfrc: ArrayLike) -> Array:
        """Return the robot's forces, B^T qfrc, for MuJoCo's at the robot's configuration q."""
        q, qfrc = of_width(q, self.robot.nq, "q"), of_width(qfrc, self.nv, "qfrc")
        return self.forces_from_other(lambda pair, x: _v_from_mujoco(pair, q, x), qfrc)

    def velocity_matrix(self, q: ArrayLike) -> Array:
        """Return B(q), (..., MuJoCo's nv, nv), with qvel = B v."""
        q = of_width(q, self.robot.nq, "q")
        units = (np.broadcast_to(e, (*q.shape[:-1], self.robot.nv)) for e in np.eye(self.robot.nv))
        return np.stack([self.v(q, e) for e in units], axis=-1)

    def _turning(self, v: Array) -> Array:
        """Return w x v on the linear part of floating joints, zero elsewhere: the contribution of the rotating axes."""
        extra = np.zeros_like(v)
        for pair in self.pairs:
            if pair.joint.kind == "floating":
                x = v[..., pair.v]
                extra[..., pair.v][..., 3:] = cross(x[..., :3].T, x[..., 3:].T).T
        return extra


def _mujoco_v(pair: Pair, q: Array, v: Array) -> Array:
    if pair.joint.kind != "floating":
        return pair.multiplier * v
    R = rotation_from_quaternion(q[..., pair.q][..., :4].T)
    return np.concatenate([rotate(R, v[..., 3:].T).T, v[..., :3]], axis=-1)


def _v_from_mujoco(pair: Pair, q: Array, v: Array) -> Array:
    if pair.joint.kind != "floating":
        return v
    R = rotation_from_quaternion(q[..., pair.q][..., :4].T)
    return np.concatenate([v[..., 3:], rotate_back(R, v[..., :3].T).T], axis=-1)
