"""Frames for a tree of movers, chosen for few operations.

A body that turns has z along its joint's axis. Its x axis points along the common normal to the axis of the next
turning joint on its longest branch, and its origin is the foot of that normal (the modified Denavit-Hartenberg frames
of P1, fig. 1), so that the rotation from the parent is Rx(alpha) Rz(angle); further branches have Rz(gamma) before
it. A body that only slides keeps the orientation of its parent. The frame of the body at a branch's end may be turned
about z, and is turned so that a parameter vanishes. A free body keeps its own frame, in which its velocity is given.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.chains.movers import (
    TINY,
    MoverTree,
    homogeneous,
    rotation_without_rounding,
    without_rounding,
)
from heft.chains.normals import common_normal
from heft.robot.model import WORLD

PARALLEL = 0.05
"""Sine of the angle below which axes count as parallel here, since their common normal may be far away."""


def choose_frames(tree: MoverTree) -> None:
    """Give every mover its frame in its body's frame, from the tips to the world; sliders follow their parents."""
    for i in range(len(tree.movers) - 1, -1, -1):
        mover = tree.movers[i]
        if not mover.turn:
            continue
        z, origin, x = mover.axis, np.zeros(3), None
        following = _descendant(tree, i)
        if following is not None:
            k, T = following
            T = T @ homogeneous(*tree.movers[k].frame)
            x, origin = common_normal(z, T[:3, 2], T[:3, 3], parallel=PARALLEL, coincident=TINY)
        elif mover.parent != WORLD and not tree.movers[mover.parent].free:
            R, p, parent = mover.rotation, mover.translation, tree.movers[mover.parent]
            x, origin = common_normal(z, R.T @ parent.axis, -R.T @ p, parallel=PARALLEL, coincident=TINY)
            x = -x if x is not None else None
        x = _upright(z) if x is None else x
        frame = np.stack([x, np.cross(z, x), z], axis=1)
        if following is None:
            frame = frame @ _simplest_turn(frame.T @ mover.pseudo[:3, :3] @ frame, frame.T @ mover.pseudo[:3, 3])
        mover.frame = (frame, origin)
    for i, mover in enumerate(tree.movers):
        if mover.turn or mover.free:
            continue
        if mover.parent != WORLD:
            mover.frame = (mover.rotation.T @ tree.movers[mover.parent].frame[0], np.zeros(3))
        elif (following := _descendant(tree, i)) is not None:
            mover.frame = (following[1][:3, :3] @ tree.movers[following[0]].frame[0], np.zeros(3))


def _descendant(tree: MoverTree, i: int) -> tuple[int, Array] | None:
    """Return the next mover that turns on the longest branch from mover i, and its pose in i at zero positions."""
    sizes = _branch_sizes(tree)
    T = np.eye(4)
    while children := tree.children(i):
        i = max(children, key=lambda k: sizes[k])
        T = T @ homogeneous(tree.movers[i].rotation, tree.movers[i].translation)
        if tree.movers[i].turn:
            return i, T
    return None


def _branch_sizes(tree: MoverTree) -> list[int]:
    sizes = [1] * len(tree.movers)
    for k in range(len(tree.movers) - 1, -1, -1):
        if tree.movers[k].parent != WORLD:
            sizes[tree.movers[k].parent] += sizes[k]
    return sizes


def _upright(z: Array) -> Array:
    """Return a unit vector across z, a coordinate axis where z is one."""
    x = np.roll(np.eye(3)[np.argmax(np.abs(z))], 1)
    x = x - z * (z @ x)
    return x / np.linalg.norm(x)


def _simplest_turn(sigma: Array, h: Array) -> Array:
    """Return a turn about z that makes one more parameter of a body at the end of a branch vanish, if there is one."""
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


def apply_frames(tree: MoverTree, gravity: Array) -> None:
    """Rewrite placements, axes, parameters, spins and gravity in the chosen frames."""
    poses = []
    for i, mover in enumerate(tree.movers):
        T = homogeneous(mover.rotation, mover.translation)
        if mover.parent != WORLD:
            R, p = tree.movers[mover.parent].frame
            T = homogeneous(R.T, -R.T @ p) @ T
        T = T @ homogeneous(*mover.frame)
        if mover.parent == WORLD:
            tree.gravity[i] = without_rounding(T[:3, :3].T @ gravity, float(np.max(np.abs(gravity))) or 1.0)
            T = np.eye(4)
        poses.append(T)
    for mover, T in zip(tree.movers, poses, strict=True):
        R, p = mover.frame
        inverse = homogeneous(R.T, -R.T @ p)
        mover.rotation, mover.translation = rotation_without_rounding(T[:3, :3]), without_rounding(T[:3, 3])
        mover.axis = rotation_without_rounding(R.T @ mover.axis)
        mover.pseudo = inverse @ mover.pseudo @ inverse.T
    for i, (k, T) in enumerate(tree.carriers):
        if k != WORLD:
            R, p = tree.movers[k].frame
            tree.carriers[i] = (k, homogeneous(R.T, -R.T @ p) @ T)
    for k, spin in enumerate(tree.spins):
        R = np.eye(3) if spin.parent == WORLD else tree.movers[spin.parent].frame[0]
        tree.spins[k] = replace(spin, axis=rotation_without_rounding(R.T @ spin.axis))
