"""A serial chain of revolute and prismatic joints in P1's normal driving-axis (modified Denavit-Hartenberg) frames.

Frame E_i is fixed to link i, its z axis is joint i's axis, its x axis the common normal from there to the next axis.
One goes from E_{i-1} to E_i by b along x and beta about x, then d along the new z and theta about it (Fig. 1, eq. 4):

    R = Rx(beta) Rz(theta),   s = [b, -d sin(beta), d cos(beta)]  in E_{i-1}

A revolute joint adds its coordinate to theta, a prismatic one to d. E_0 stands still with z against gravity.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from heft import parameters as inertial
from heft.arrays import Array, Bools
from heft.chains.normals import are_parallel, common_normal
from heft.errors import ArgumentError
from heft.identifiability.snapping import DEFAULT_SNAP
from heft.robot.model import Robot
from heft.robot.placement import unit

SNAP = DEFAULT_SNAP
"""[rad] Axes closer than this to parallel are taken as parallel, as in `heft.identifiability`."""

ROUNDING = 1e-9
"""A length below this fraction of the robot's size is zero; an angle [rad] below it needs no note."""

_ELSEWHERE = "Lin's closed form holds for serial chains on a fixed base; `heft identifiable` accepts any robot."


@dataclass(frozen=True, eq=False)
class DHChain:
    """A serial robot in the paper's frames, joint i and link i at index i - 1.

    Attributes:
        robot: the robot; its rotors are ignored.
        revolute: (n,) true for a revolute joint, false for a prismatic one.
        sign: (n,) the paper's coordinate is sign * q: revolute axes that are antiparallel to the first are reversed.
        b, beta, d, theta: (n,) the geometry at q = 0 [m, rad]; b and d of joint 1 are zero.
        R, p: (n, 3, 3), (n, 3) pose of E_i in the frame of body i.
        gravity: the length of gravity [m/s2]; it acts against z of E_0.
        snap: [rad] within which axes were taken as parallel.
        snapped: one line for each axis that was taken as parallel but is not exactly.
    """

    robot: Robot
    revolute: Bools
    sign: Array
    b: Array
    beta: Array
    d: Array
    theta: Array
    R: Array
    p: Array
    gravity: float
    snap: float
    snapped: tuple[str, ...]

    @property
    def n(self) -> int:
        """How many joints there are."""
        return len(self.b)

    @cached_property
    def to_frames(self) -> Array:
        """(n, 10, 10): the maps from a body's ten parameters to those of the same link in E_i."""
        back = np.swapaxes(self.R, 1, 2)
        origin = -np.einsum("nij,nj->ni", back, self.p)
        maps = [inertial.transform(np.eye(10), R, p).T for R, p in zip(back, origin, strict=True)]
        return np.array(maps).reshape(-1, 10, 10)

    def rotation(self, i: int) -> Array:
        """Return R of joint i at q = 0, which takes vectors of E_i to E_{i-1}, (3, 3); its last column never turns."""
        (cb, sb), (ct, st) = circle(self.beta[i]), circle(self.theta[i])
        return np.array([[ct, -st, 0.0], [cb * st, cb * ct, -sb], [sb * st, sb * ct, cb]])


def circle(angle: float) -> tuple[float, float]:
    """Return cosine and sine, exact where the angle is a multiple of a right angle up to rounding."""
    c, s = float(np.cos(angle)), float(np.sin(angle))
    if abs(s) < 1e-14:
        return float(np.sign(c)), 0.0
    if abs(c) < 1e-14:
        return 0.0, float(np.sign(s))
    return c, s


def check_serial(robot: Robot) -> None:
    """Refuse a robot that is not a serial chain of revolute and prismatic joints on the world.

    Raises:
        ArgumentError: naming the joint, and the command that accepts such robots.
    """
    if not robot.bodies:
        raise ArgumentError("It has no moving body.", where=f"robot '{robot.name}'", remedy=_ELSEWHERE)
    for i, body in enumerate(robot.bodies):
        joint, what = body.joint, ""
        if body.parent != i - 1:
            stands = "the world" if body.parent < 0 else f"'{robot.bodies[body.parent].name}'"
            what = f"Its parent is {stands}, not '{robot.body_names[i - 1]}': the chain branches there."
        elif joint.mimic is not None:
            what = f"It follows joint '{joint.mimic.leader}' and has no coordinate of its own."
        elif joint.kind not in ("revolute", "prismatic"):
            what = f"It is {joint.kind}; it must be revolute or prismatic."
        if what:
            raise ArgumentError(what, where=f"robot '{robot.name}', joint '{joint.name}'", remedy=_ELSEWHERE)


def dh_chain(robot: Robot, snap: float = SNAP) -> DHChain:
    """Return the robot in the paper's frames.

    Args:
        robot: a serial chain.
        snap: [rad] axes closer than this to parallel are taken as parallel.

    Raises:
        ArgumentError: it is not a serial chain of revolute and prismatic joints on the world.
    """
    check_serial(robot)
    n = robot.n_bodies
    revolute = np.array([body.joint.kind == "revolute" for body in robot.bodies])
    Rw, pw = _poses(robot)
    given = np.einsum("nij,nj->ni", Rw, [unit(body.joint.axis) for body in robot.bodies])
    g = np.array([float(x) for x in robot.gravity])
    gravity = float(np.linalg.norm(g))
    up = -g / gravity if gravity else given[0]
    z, sign = _aligned(given, revolute, up, snap)
    x, o = _normals(z, Rw, pw, snap)
    x0 = _perpendicular(np.asarray(np.cross(up, z[0]), float), x[0], snap)
    before_z, before_x = np.vstack([up, z[:-1]]), np.vstack([x0, x[:-1]])
    step = o - np.vstack([o[:1], o[:-1]])
    E = np.stack([x, np.cross(z, x), z], axis=2)
    back = np.swapaxes(Rw, 1, 2)
    return DHChain(
        robot=robot,
        revolute=revolute,
        sign=sign,
        b=_rounded(np.sum(before_x * step, axis=1)),
        beta=np.array([_angle(before_x[i], before_z[i], z[i]) for i in range(n)]),
        d=_rounded(np.sum(z * step, axis=1)),
        theta=np.array([_angle(z[i], before_x[i], x[i]) for i in range(n)]),
        R=back @ E,
        p=np.einsum("nij,nj->ni", back, o - pw),
        gravity=gravity,
        snap=snap,
        snapped=tuple(_snaps(robot, given * sign[:, None], z)),
    )


def _poses(robot: Robot) -> tuple[Array, Array]:
    """Return the poses of the bodies in the world at q = 0."""
    R, p = np.eye(3), np.zeros(3)
    rotations, positions = [], []
    for body in robot.bodies:
        p = p + R @ body.placement.translation
        R = R @ body.placement.rotation
        rotations.append(R)
        positions.append(p)
    return np.array(rotations), np.array(positions)


def _aligned(given: Array, revolute: Bools, up: Array, snap: float) -> tuple[Array, Array]:
    """Return the axes at q = 0, made exactly parallel to earlier axes where they nearly are, and the signs.

    Each axis is compared with the one before it and, as long as all revolute joints so far are parallel, with gravity
    and the first of them: other relations change as the robot moves.
    """
    z, sign = given.copy(), np.ones(len(given))
    first, plane = up, True
    r = int(np.argmax(revolute))
    for i in range(len(z)):
        others = ([up, first] if plane else []) + list(z[max(i - 1, 0) : i])
        near = next((other for other in others if are_parallel(other, z[i], snap)), None)
        if near is not None:
            z[i] = near * np.sign(near @ z[i])
        if revolute[i] and plane:
            first = z[i] if i == r else first
            plane = are_parallel(first, z[i], snap)
            sign[i] = np.sign(first @ z[i]) if plane else 1.0
            z[i] *= sign[i]
    return z, sign


def _normals(z: Array, Rw: Array, pw: Array, snap: float) -> tuple[Array, Array]:
    """Return the x axes and the origins of E_1 .. E_n in the world at q = 0, found from the tip to the base."""
    size = float(np.linalg.norm(np.diff(pw, axis=0), axis=1).sum()) if len(z) > 1 else 0.0
    x, o = np.zeros_like(z), pw.copy()
    x[-1] = _perpendicular(_across(Rw[-1][:, 0], z[-1]), _across(Rw[-1][:, 1], z[-1]), 0.1)
    for i in reversed(range(len(z) - 1)):
        normal, foot = common_normal(z[i], z[i + 1], o[i + 1] - pw[i], parallel=snap, coincident=ROUNDING * size)
        if normal is None:  # one line: the next frame serves both
            x[i], o[i] = x[i + 1], o[i + 1]
        else:
            side = 1.0 if are_parallel(z[i], z[i + 1], snap) else _side(normal, Rw[i])
            x[i], o[i] = normal * side, pw[i] + foot
    return x, o


def _side(x: Array, R: Array) -> float:
    """Return 1 or -1: the side on which x lies nearest to the body's own x axis, or else to its y axis."""
    along = R.T @ x
    return -1.0 if along[0] < -1e-9 or (abs(along[0]) <= 1e-9 and along[1] < 0) else 1.0


def _across(v: Array, z: Array) -> Array:
    return v - z * (z @ v)


def _perpendicular(v: Array, otherwise: Array, least: float) -> Array:
    """Return the direction of v, or the other one's where v nearly vanishes."""
    v = v if np.linalg.norm(v) >= least else otherwise
    return v / np.linalg.norm(v)


def _angle(about: Array, a: Array, b: Array) -> float:
    """Return the angle from a to b about an axis perpendicular to both; a half turn is pi, never -pi."""
    angle = float(np.arctan2(about @ np.cross(a, b), a @ b))
    return angle if angle > 1e-14 - np.pi else np.pi


def _rounded(lengths: Array) -> Array:
    """Return lengths, with zeros where only rounding is left."""
    return np.where(np.abs(lengths) <= 1e-14 * np.max(np.abs(lengths), initial=0.0), 0.0, lengths)


def _snaps(robot: Robot, given: Array, z: Array) -> list[str]:
    tilt = np.linalg.norm(np.cross(given, z), axis=1)
    return [
        f"joint '{body.joint.name}': its axis is {angle:.2g} rad from parallel to an earlier axis or to gravity, "
        "and was taken as parallel"
        for body, angle in zip(robot.bodies, tilt.tolist(), strict=True)
        if angle > ROUNDING
    ]
