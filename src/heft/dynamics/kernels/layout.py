"""The robot as data for the compiled kernels: one compilation serves every robot.

A kernel works on a lane of `LANE` samples at a time. The data of a body in that lane are one flat record: row k of
body b is b[k * LANE : (k + 1) * LANE]. The compiler turns the innermost loop, over the samples of a row,
into vector instructions as long as the rows have literal offsets in few arrays; hence records, not many small arrays.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.dynamics.kernels.poses import pose_columns
from heft.dynamics.tree import Given, Tree, tree_of
from heft.errors import ArgumentError, did_you_mean
from heft.parameters import transform
from heft.robot.joints.codes import POSE, SLIDE, TURN
from heft.robot.model import WORLD, Robot

LANE = 56
"""Samples in a lane: a row of 7 cache lines. Rows a power of two apart would fall into the same places of the cache."""

GEOMETRY = {"A": 0, "B": 9, "C": 18, "p": 27, "axis_above": 30, "axis": 33, "turn": 36, "in_plane": 40}
"""Where a body's constants begin: a screw's rotation is A + sin B + cos C (other joints: R0 in A), p its place in the
parent, its axis in the parent's and in its own frame, turn, slide, gear and offset, and b across the axis."""

_SKEW = np.cross(np.eye(3)[:, None], np.eye(3)).swapaxes(1, 2)
"""[a] = sum a_k SKEW[k]."""


class Layout(NamedTuple):
    """Arrays that describe a robot to a kernel; n bodies, rotors counted.

    Attributes:
        parent: (n,) -1 for the world.
        kind: (n,) how its joint places it: see `heft.robot.joints.codes`.
        geometry: (n, 43): see `GEOMETRY`.
        iq, iv, nv: (n,) first row of q, first row of qd, number of velocity coordinates.
        S: (n, 6, 6) motion subspace in the first nv columns, gear included.
        leads: (n,) 1 for the first body of its joint.
        store: (n,) where the joint's factors begin in the workspace, in rows (articulated kernels).
        rows: length of that workspace in rows.
        gravity: (3,).
        parameters: (n, 10).
        armature: (nv,).
        pair_start: (n + 1,) body i meets the coordinates of its path in pairs pair_start[i] .. pair_start[i + 1].
        pair_coordinate: (m,) the coordinate of each pair.
        pair_inherited: (m,) the pair of the parent with the same coordinate, or -1.
        pair_own: (m,) the column of S that the body's own joint adds, or -1.
        pair_place: (m,) position of the pair in packed output, sorted by coordinate.
        column: (n,) first column of the body in a dense regressor.
        columns: (n,) how many it has there: 10, or 4 for a symmetric rotor.
    """

    parent: Ints
    kind: Ints
    geometry: Array
    iq: Ints
    iv: Ints
    nv: Ints
    S: Array
    leads: Ints
    store: Ints
    rows: int
    gravity: Array
    parameters: Array
    armature: Array
    pair_start: Ints
    pair_coordinate: Ints
    pair_inherited: Ints
    pair_own: Ints
    pair_place: Ints
    column: Ints
    columns: Ints


@lru_cache(maxsize=128)
def layout_of(robot: Robot) -> Layout:
    """Return the robot's arrays, in the bodies' own frames."""
    return _layout(robot, tree_of(robot), np.zeros(tree_of(robot).n, bool))


@lru_cache(maxsize=128)
def packed_pairs(robot: Robot) -> tuple[Ints, Ints]:
    """Return the coordinate and the body (rotors after the links) of each pair, in the order of packed output."""
    layout = layout_of(robot)
    order = np.argsort(layout.pair_place)
    bodies = np.repeat(np.arange(len(layout.parent)), np.diff(layout.pair_start))
    return layout.pair_coordinate[order], bodies[order]


@lru_cache(maxsize=128)
def column_rows(robot: Robot) -> tuple[Ints, Ints, Ints, Ints]:
    """Return where the dense regressor is in the packed one: coordinate, column, row of the packed one, a row to add.

    A row is 10 times a pair and one of its ten columns; -1 for none. The four columns of a symmetric rotor are m, mcz,
    Ixx + Iyy and Izz.
    """
    layout, found = layout_of(robot), []
    for pair, (r, body) in enumerate(zip(*packed_pairs(robot), strict=True)):
        symmetric = layout.columns[body] == 4
        rows = [(0, -1), (3, -1), (4, 7), (9, -1)] if symmetric else [(c, -1) for c in range(10)]
        found += [
            (r, layout.column[body] + c, 10 * pair + one, -1 if two < 0 else 10 * pair + two)
            for c, (one, two) in enumerate(rows)
        ]
    coordinate, column, row, second = np.array(found, np.int64).reshape(-1, 4).T.copy()
    return coordinate, column, row, second


@lru_cache(maxsize=128)
def turned_layout_of(robot: Robot) -> tuple[Layout, Array]:
    """Return the robot's arrays in frames that make revolute joints turn about z, which is cheaper.

    Torques and accelerations do not depend on the frames of the bodies. A gradient in the inertial parameters does:
    the second array, (n, 10, 10), takes it back to the bodies' own frames.
    """
    tree = tree_of(robot)
    turns, Q = _turned_frames(robot)
    back = Q.swapaxes(1, 2)
    both = np.zeros((tree.n, 6, 6))
    both[:, :3, :3] = both[:, 3:, 3:] = back
    R, p = _turned(tree, Q, tree.R, tree.p)
    turned = replace(
        tree,
        R=R,
        p=p,
        S=tuple(X @ S for X, S in zip(both, tree.S, strict=True)),
        parameters=transform(tree.parameters, back, np.zeros(3)),
    )
    return _layout(robot, turned, turns), transform(np.eye(10), back[:, None], np.zeros(3))


def layout_given(robot: Robot, turned: bool, given: Given) -> Layout:
    """Return the robot's arrays with other numbers in the place of its own.

    Args:
        robot: the robot.
        turned: in turned frames, unless armature is given: a TURN has none.
        given: the numbers.
    """
    tree = tree_of(robot)
    _check_given(tree, given)
    parameters, placement, gravity, armature = (
        given.get(name) for name in ("parameters", "placement", "gravity", "armature")
    )
    turned = turned and (armature is None or np.array_equal(armature, tree.armature))
    layout, to_turned = turned_layout_of(robot) if turned else (layout_of(robot), None)
    if parameters is not None:
        pi = parameters if to_turned is None else np.einsum("nk,nkj->nj", parameters, to_turned)
        layout = layout._replace(parameters=np.array(pi, dtype=float, order="C"))
    if placement is not None:
        turns, Q = _turned_frames(robot) if turned else (np.zeros(tree.n, bool), None)
        R, p = placement if Q is None else _turned(tree, Q, *placement)
        layout = layout._replace(geometry=_geometry(tree, np.asarray(R), np.asarray(p), turns))
    if gravity is not None:
        layout = layout._replace(gravity=np.array(gravity, dtype=float))
    if armature is not None:
        layout = layout._replace(armature=np.array(armature, dtype=float))
    return layout


def _check_given(tree: Tree, given: Given) -> None:
    """Refuse arrays of the wrong shape, which the kernels would read past their end, and unknown names."""
    shapes = {"parameters": [(tree.n, 10)], "placement": [(tree.n, 3, 3), (tree.n, 3)]}
    shapes |= {"gravity": [(3,)], "armature": [(tree.nv,)]}
    values: dict[str, Any] = {**given}
    for name, value in values.items():
        if name not in shapes:
            raise ArgumentError(f"'{name}' cannot be replaced.", remedy=did_you_mean(name, shapes))
        found = [np.shape(part) for part in (value if name == "placement" else [value])] if value is not None else None
        if found is not None and found != shapes[name]:
            raise ArgumentError(f"'{name}' has shape {found}.", remedy=f"It must be {shapes[name]}.")


@lru_cache(maxsize=128)
def _turned_frames(robot: Robot) -> tuple[Bools, Array]:
    """Return which joints are a TURN in turned frames, (n,), and those frames in the bodies' own, (n, 3, 3)."""
    tree = tree_of(robot)
    shared = np.bincount([s.start for s in tree.v if s.stop > s.start], minlength=tree.nv) > 1
    turns, Q = np.zeros(tree.n, bool), np.tile(np.eye(3), (tree.n, 1, 1))
    for group in tree.groups:
        if group.kind.is_screw:
            alone = ~shared[group.v[0]] & (tree.armature[group.v[0]] == 0)
            turns[group.bodies] = (group.turn == 1) & (group.slide == 0) & alone
            for k, i in enumerate(group.bodies):
                if turns[i] and group.axis[2, k] != 1:
                    Q[i] = np.stack([*group.across[:, :, k], group.axis[:, k]], axis=1)
    return turns, Q


def _turned(tree: Tree, Q: Array, R: Array, p: Array) -> tuple[Array, Array]:
    """Return placements between turned frames from those between the bodies' own."""
    above = np.concatenate([Q, np.eye(3)[None]])[tree.parent].swapaxes(1, 2)
    return above @ R @ Q, np.einsum("nij,nj->ni", above, p)


def _geometry(tree: Tree, R: Array, p: Array, turns: Bools) -> Array:
    """Return the bodies' constants, (n, 43), see `GEOMETRY`."""
    geometry = np.zeros((tree.n, 43))
    geometry[:, 0:9], geometry[:, 27:30] = R.reshape(tree.n, 9), p
    for group in tree.groups:
        i, axis = group.bodies, group.axis.T
        if group.kind.is_screw:
            # R0 (a a^T + sin [a] + cos (1 - a a^T)), Rodrigues' formula
            along = axis[:, :, None] * axis[:, None, :]
            parts = np.stack([along, np.tensordot(axis, _SKEW, 1), np.eye(3) - along], axis=1)
            geometry[i, :27] = (R[i, None] @ parts).reshape(-1, 27)
        geometry[i, 30:33], geometry[i, 33:36] = np.einsum("kij,kj->ki", R[i], axis), axis
        geometry[i, 36:40] = np.stack([group.turn, group.slide, group.gear, group.offset], axis=1)
        geometry[i, 40:43] = group.across[0].T
    plain = turns | _slides(tree)
    geometry[plain, :9] = R[plain].reshape(-1, 9)
    return geometry


def _slides(tree: Tree) -> Bools:
    """Return which bodies move along a line without turning, (n,)."""
    found = np.zeros(tree.n, bool)
    for group in tree.groups:
        if group.kind.is_screw:
            found[group.bodies] = group.turn == 0
    return found


def _layout(robot: Robot, tree: Tree, turns: Bools) -> Layout:
    n = tree.n
    kind, iq = np.zeros(n, np.int64), np.zeros(n, np.int64)
    iv, nv = (np.array(x, np.int64) for x in ([s.start for s in tree.v], [s.stop - s.start for s in tree.v]))
    for group in tree.groups:
        kind[group.bodies] = POSE if group.kind.kernel is None else group.kind.kernel
        iq[group.bodies] = group.q[0] if len(group.q) else 0
    for i, start in pose_columns(tree).items():
        iq[i] = start
    kind[_slides(tree)], kind[turns] = SLIDE, TURN
    S = np.zeros((n, 6, 6))
    for i, subspace in enumerate(tree.S):
        S[i, :, : subspace.shape[1]] = subspace
    store, rows = _store(_joints(iv, nv), np.where(turns, 0, nv))
    pairs = _pairs(tree.parent, iv, nv)
    columns = np.array([10] * robot.n_bodies + [len(r.parameter_names) for _, r in robot.rotors], np.int64)
    column = np.concatenate([[0], np.cumsum(columns)[:-1]]).astype(np.int64)
    return Layout(
        tree.parent,
        kind,
        _geometry(tree, tree.R, tree.p, turns),
        iq,
        iv,
        nv,
        S,
        tree.leads.astype(np.int64),
        store,
        rows,
        tree.gravity,
        np.ascontiguousarray(tree.parameters),
        tree.armature,
        *pairs,
        column,
        columns,
    )


def _joints(iv: Ints, nv: Ints) -> Ints:
    """Number the joints by the coordinates that they move; a fixed body has one of its own."""
    keys = np.where(nv > 0, iv, -1 - np.arange(len(iv)))
    return np.unique(keys, return_inverse=True)[1]


def _store(joint: Ints, width: Ints) -> tuple[Ints, int]:
    """Give each joint of width w > 0 room for U (6 w) and D (w w); return where each body's begins, and the total."""
    room = np.zeros(joint.max(initial=-1) + 1, np.int64)
    room[joint] = 6 * width + width**2
    return (np.cumsum(room) - room)[joint], int(room.sum())


def _pairs(parent: Ints, iv: Ints, nv: Ints) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """List, body by body, the coordinates on its path to the world."""
    start, coordinate, inherited, own = [0], [], [], []
    for i, p in enumerate(parent):
        before = {} if p == WORLD else {coordinate[m]: m for m in range(start[p], start[p + 1])}
        mine = {int(iv[i]) + w: w for w in range(int(nv[i]))}
        for c in sorted(before.keys() | mine.keys()):
            coordinate.append(c)
            inherited.append(before.get(c, -1))
            own.append(mine.get(c, -1))
        start.append(len(coordinate))
    place = np.empty(len(coordinate), np.int64)
    place[np.argsort(coordinate, kind="stable")] = np.arange(len(coordinate))
    a, b, c, d = (np.array(x, np.int64) for x in (start, coordinate, inherited, own))
    return a, b, c, d, place
