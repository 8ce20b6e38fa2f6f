"""The robot as the recursions want it: movers with one coordinate each, in frames chosen for few operations.

Frames. A body that turns has z along its joint's axis. Its x axis points along the common normal to the axis of its
longest branch's next turning joint and its origin is the foot of that normal (the modified Denavit-Hartenberg frames of
P1, fig. 1), so that the rotation from the parent is Rx(alpha) Rz(angle); further branches have Rz(gamma) before it. A
body that only slides keeps the orientation of its parent. The body at a branch's end is free to turn its frame about z and
does so to make a parameter vanish.

Bodies on fixed joints are part of their parents. A rotor that is symmetric about its spin axis is locked to its parent
body, and a `Spin` says what its own rotation adds.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from heft import parameters as inertial
from heft.dynamics.tree import Tree, tree_of
from heft.errors import ArgumentError
from heft.robot.joint import ONE_DOF
from heft.robot.model import WORLD, Robot

Array = NDArray[np.float64]
PARALLEL = 0.05
"""Sine of the angle below which two axes count as parallel when frames are chosen: their common normal may be far away."""
TINY = 1e-13
"""A length [m] or an entry of a rotation below this is rounding."""


@dataclass(eq=False)
class Mover:
    """A body with one coordinate, in the frame chosen for it.

    Attributes:
        name: of the body.
        source: its index in the robot's tree.
        parent: index of the mover it stands on, -1 for the world.
        coordinate: which q moves it; its position is gear q + offset.
        turn: 1 if it turns about z by its position, else 0.
        slide: how far [m] it moves along `axis` per unit of position.
        axis: (3,) its axis in its own frame; z if it turns.
        frame: (R, p) of the chosen frame in the robot's body frame.
        rotation, translation: constant part of the pose of the chosen frame in the parent's.
        pseudo: (4, 4) pseudo-inertia in the chosen frame: second moments, first moments, mass.
    """

    name: str
    source: int
    parent: int
    coordinate: int
    gear: float
    offset: float
    turn: float
    slide: float
    axis: Array
    frame: tuple[Array, Array]
    rotation: Array
    translation: Array
    pseudo: Array


@dataclass(frozen=True, eq=False)
class Spin:
    """What the rotation of a symmetric rotor adds to the parent that it is locked to.

    Attributes:
        parent: the mover that carries it, -1 for the world.
        coordinate: which q turns it, `gear` times as fast.
        axis: (3,) its axis in the parent's frame.
        inertia: about that axis [kg m2].
    """

    parent: int
    coordinate: int
    gear: float
    axis: Array
    inertia: float


@dataclass(eq=False)
class Chain:
    """Movers, parents first, and what else the torques depend on.

    Attributes:
        gravity: per mover that stands on the world, gravity [m/s2] in the axes of its own frame at position 0.
        armature: (n,) per coordinate [kg m2 or kg].
        carriers: per body of the robot's tree, rotors included, the mover that it is part of (-1: the world) and its
            pose in the chosen frame of that mover, (4, 4).
        spinning: per symmetric rotor, by its body of the tree, its place in `spins`.
    """

    robot: Robot
    movers: list[Mover]
    spins: list[Spin] = field(default_factory=list)
    carriers: list[tuple[int, Array]] = field(default_factory=list)
    spinning: dict[int, int] = field(default_factory=dict)
    gravity: dict[int, Array] = field(default_factory=dict)
    armature: Array = field(default_factory=lambda: np.zeros(0))

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return self.robot.nv

    def children(self, i: int) -> list[int]:
        """The movers that stand on mover i."""
        return [k for k, mover in enumerate(self.movers) if mover.parent == i]


def clean(values: Array, scale: float = 1.0) -> Array:
    """Return values without rounding: what is tiny on the given scale is zero."""
    return np.where(np.abs(values) <= TINY * scale, 0.0, values)


def cleaned_rotation(R: Array) -> Array:
    """Return a rotation with zeros and ones where they are meant."""
    R = clean(R)
    return np.where(np.abs(np.abs(R) - 1.0) <= TINY, np.sign(R), R)


def check_reach(robot: Robot) -> None:
    """Refuse robots for which no straight-line code can be made.

    Raises:
        ArgumentError: a joint has several coordinates, or nothing moves.
    """
    for body in robot.bodies:
        if body.joint.kind not in (*ONE_DOF, "fixed"):
            remedy = "Load it on a fixed base (--base fixed)." if body.joint.kind == "floating" and body.parent == WORLD else ""
            raise ArgumentError(
                f"Code can be generated for joints with one coordinate (revolute, prismatic, helical); "
                f"joint '{body.joint.name}' is {body.joint.kind}.",
                where=f"robot '{robot.name}'",
                remedy=remedy or "Use heft's own dynamics, heft.inverse_dynamics, for this robot.",
            )
    if not robot.nv:
        raise ArgumentError("Nothing in it moves.", where=f"robot '{robot.name}'", remedy="Choose another robot.")


def chain_of(robot: Robot) -> Chain:
    """Return the robot in the chosen frames, its parameters as they are."""
    check_reach(robot)
    tree = tree_of(robot)
    chain = Chain(robot, _movers(robot, tree), armature=tree.armature.copy())
    _collapse(robot, tree, chain)
    _choose_frames(chain)
    _apply_frames(chain, tree.gravity)
    return chain


def is_symmetric(robot: Robot, k: int) -> bool:
    """Tell whether rotor k looks the same from all sides of its axis, by its flag and by its numbers."""
    rotor = robot.rotors[k][1]
    return rotor.symmetric and bool(np.allclose(rotor.basis @ rotor.free_parameters, rotor.parameters, rtol=1e-13))


def _movers(robot: Robot, tree: Tree) -> list[Mover]:
    """Return every body that moves by itself, in the robot's own frames; `parent` is the tree's for now."""
    locked = {robot.n_bodies + k for k in range(len(robot.rotors)) if is_symmetric(robot, k)}
    found: dict[int, Mover] = {}
    for group in tree.groups:
        if group.kind != "screw":
            continue
        for j, i in enumerate(group.bodies.tolist()):
            if i in locked:
                continue
            found[i] = Mover(
                name=tree.names[i],
                source=i,
                parent=int(tree.parent[i]),
                coordinate=int(group.v[0, j]),
                gear=float(group.gear[j]),
                offset=float(group.offset[j]),
                turn=float(group.turn[j]),
                slide=float(group.slide[j]),
                axis=group.axis[:, j].copy(),
                frame=(np.eye(3), np.zeros(3)),
                rotation=tree.R[i].copy(),
                translation=tree.p[i].copy(),
                pseudo=inertial.to_pseudo_inertia(tree.parameters[i]),
            )
    return [found[i] for i in sorted(found)]


def _homogeneous(R: Array, p: Array) -> Array:
    T = np.eye(4)
    T[:3, :3], T[:3, 3] = R, p
    return T


def _collapse(robot: Robot, tree: Tree, chain: Chain) -> None:
    """Hang movers on movers, and lock bodies on fixed joints and symmetric rotors to the movers that carry them."""
    position = {mover.source: k for k, mover in enumerate(chain.movers)}

    def carrier(i: int) -> tuple[int, Array]:
        """The mover that carries tree body i, and the pose of i in it."""
        T = np.eye(4)
        while i != WORLD and i not in position:
            T = _homogeneous(tree.R[i], tree.p[i]) @ T
            i = int(tree.parent[i])
        return (position[i] if i != WORLD else WORLD), T

    for mover in chain.movers:
        k, T = carrier(mover.parent)
        T = T @ _homogeneous(mover.rotation, mover.translation)
        mover.parent, mover.rotation, mover.translation = k, T[:3, :3], T[:3, 3]
    for i in range(tree.n):
        k, T = carrier(i)
        chain.carriers.append((k, T))
        if i in position:
            continue
        if k != WORLD:
            chain.movers[k].pseudo = chain.movers[k].pseudo + T @ inertial.to_pseudo_inertia(tree.parameters[i]) @ T.T
        if i < robot.n_bodies:
            continue
        group = next(g for g in tree.groups if i in g.bodies)
        j = group.bodies.tolist().index(i)
        inertia = float(tree.parameters[i][inertial.INDEX["Izz"]])
        chain.spinning[i] = len(chain.spins)
        chain.spins.append(Spin(k, int(group.v[0, j]), float(group.gear[j]), T[:3, 2], inertia))


def _descendant(chain: Chain, i: int) -> tuple[int, Array] | None:
    """Return the next mover that turns on the longest branch from mover i, and its pose in i at zero positions."""
    sizes = _branch_sizes(chain)
    T = np.eye(4)
    while children := chain.children(i):
        i = max(children, key=lambda k: sizes[k])
        T = T @ _homogeneous(chain.movers[i].rotation, chain.movers[i].translation)
        if chain.movers[i].turn:
            return i, T
    return None


def _branch_sizes(chain: Chain) -> list[int]:
    sizes = [1] * len(chain.movers)
    for k in range(len(chain.movers) - 1, -1, -1):
        if chain.movers[k].parent != WORLD:
            sizes[chain.movers[k].parent] += sizes[k]
    return sizes


def _choose_frames(chain: Chain) -> None:
    """Give every mover its frame in its body's frame, from the tips to the world; sliders follow their parents."""
    for i in range(len(chain.movers) - 1, -1, -1):
        mover = chain.movers[i]
        if not mover.turn:
            continue
        z, origin, x = mover.axis, np.zeros(3), None
        following = _descendant(chain, i)
        if following is not None:
            k, T = following
            T = T @ _homogeneous(*chain.movers[k].frame)
            x, origin = _common_normal(z, T[:3, 2], T[:3, 3])
        elif mover.parent != WORLD:
            R, p, parent = mover.rotation, mover.translation, chain.movers[mover.parent]
            x, origin = _common_normal(z, R.T @ parent.axis, -R.T @ p)
            x = -x if x is not None else None
        x = _upright(z) if x is None else x
        frame = np.stack([x, np.cross(z, x), z], axis=1)
        if following is None:
            frame = frame @ _simplest_turn(frame.T @ mover.pseudo[:3, :3] @ frame, frame.T @ mover.pseudo[:3, 3])
        mover.frame = (frame, origin)
    for i, mover in enumerate(chain.movers):
        if mover.turn:
            continue
        if mover.parent != WORLD:
            mover.frame = (mover.rotation.T @ chain.movers[mover.parent].frame[0], np.zeros(3))
        elif (following := _descendant(chain, i)) is not None:
            mover.frame = (following[1][:3, :3] @ chain.movers[following[0]].frame[0], np.zeros(3))


def _upright(z: Array) -> Array:
    """Return a unit vector across z, a coordinate axis where z is one."""
    x = np.roll(np.eye(3)[np.argmax(np.abs(z))], 1)
    x = x - z * (z @ x)
    return x / np.linalg.norm(x)


def _common_normal(z: Array, e: Array, o: Array) -> tuple[Array | None, Array]:
    """Return direction and foot of the common normal from the axis z through 0 to the axis e through o.

    Parallel axes: the normal that meets o; None as direction if they are one.
    """
    normal = np.cross(z, e)
    sine = float(np.linalg.norm(normal))
    if sine > PARALLEL:
        height = float(np.cross(o, e) @ normal) / sine**2
        return normal / sine, height * z
    height = float(o @ z)
    across = o - height * z
    length = float(np.linalg.norm(across))
    return (across / length if length > TINY else None), height * z


def _simplest_turn(sigma: Array, h: Array) -> Array:
    """Return a turn about z that makes one more parameter of a body at the end of a branch vanish, if one can."""
    size = np.max(np.abs(sigma)) or 1.0

    def aligned(v: Array) -> Array | None:
        x, y = v[0], v[1]
        return None if min(abs(x), abs(y)) <= TINY * max(abs(x), abs(y), TINY) else np.arctan2(y, x)

    angle = aligned(h)
    if angle is None and not np.any(np.abs(h[:2]) > TINY):
        angle = aligned(sigma[:2, 2])
        if angle is None and not np.any(np.abs(sigma[:2, 2]) > TINY * size) and abs(sigma[0, 1]) > TINY * size:
            angle = 0.5 * np.arctan2(2 * sigma[0, 1], sigma[0, 0] - sigma[1, 1])
    if angle is None:
        return np.eye(3)
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0.0], [s, c, 0.0], [0.0, 0.0, 1.0]])


def _apply_frames(chain: Chain, gravity: Array) -> None:
    """Rewrite placements, axes, parameters, spins and gravity in the chosen frames."""
    poses = []
    for i, mover in enumerate(chain.movers):
        T = _homogeneous(mover.rotation, mover.translation)
        if mover.parent != WORLD:
            R, p = chain.movers[mover.parent].frame
            T = _homogeneous(R.T, -R.T @ p) @ T
        T = T @ _homogeneous(*mover.frame)
        if mover.parent == WORLD:
            chain.gravity[i] = clean(T[:3, :3].T @ gravity, float(np.max(np.abs(gravity))) or 1.0)
            T = np.eye(4)
        poses.append(T)
    for mover, T in zip(chain.movers, poses, strict=True):
        R, p = mover.frame
        inverse = _homogeneous(R.T, -R.T @ p)
        mover.rotation, mover.translation = cleaned_rotation(T[:3, :3]), clean(T[:3, 3])
        mover.axis = cleaned_rotation(R.T @ mover.axis)
        mover.pseudo = inverse @ mover.pseudo @ inverse.T
    for i, (k, T) in enumerate(chain.carriers):
        if k != WORLD:
            R, p = chain.movers[k].frame
            chain.carriers[i] = (k, _homogeneous(R.T, -R.T @ p) @ T)
    for k, spin in enumerate(chain.spins):
        R = np.eye(3) if spin.parent == WORLD else chain.movers[spin.parent].frame[0]
        chain.spins[k] = Spin(spin.parent, spin.coordinate, spin.gear, cleaned_rotation(R.T @ spin.axis), spin.inertia)
