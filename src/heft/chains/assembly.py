"""From a robot to a tree of movers in their chosen frames."""

from __future__ import annotations

import numpy as np

from heft import parameters as inertial
from heft.arrays import Array
from heft.chains.mover_frames import apply_frames, choose_frames
from heft.chains.movers import FLOATING, Mover, MoverTree, Spin, check_movers, homogeneous
from heft.dynamics.tree import Tree, tree_of
from heft.robot.model import WORLD, Robot


def mover_tree(robot: Robot) -> MoverTree:
    """Return the robot in the chosen frames, its parameters as they are.

    Raises:
        ArgumentError: a joint has several coordinates, or no body moves.
    """
    check_movers(robot)
    bodies = tree_of(robot)
    tree = MoverTree(robot, _movers(robot, bodies), armature=bodies.armature.copy())
    _collapse(robot, bodies, tree)
    choose_frames(tree)
    apply_frames(tree, bodies.gravity)
    return tree


def is_symmetric(robot: Robot, k: int) -> bool:
    """Return whether rotor k is symmetric about its axis, by its flag and by its numbers."""
    rotor = robot.rotors[k][1]
    return rotor.symmetric and bool(np.allclose(rotor.basis @ rotor.free_parameters, rotor.parameters, rtol=1e-13))


def _movers(robot: Robot, bodies: Tree) -> list[Mover]:
    """Return every body that moves by itself, in the robot's own frames; `parent` is the robot tree's for now."""
    locked = {robot.n_bodies + k for k in range(len(robot.rotors)) if is_symmetric(robot, k)}
    found: dict[int, Mover] = {}
    for group in bodies.groups:
        if group.kind.name == FLOATING:
            found |= {i: _free(bodies, i, int(group.v[0, j])) for j, i in enumerate(group.bodies.tolist())}
        if not group.kind.is_screw:
            continue
        for j, i in enumerate(group.bodies.tolist()):
            if i in locked:
                continue
            found[i] = Mover(
                name=bodies.names[i],
                source=i,
                parent=int(bodies.parent[i]),
                coordinate=int(group.v[0, j]),
                gear=float(group.gear[j]),
                offset=float(group.offset[j]),
                turn=float(group.turn[j]),
                slide=float(group.slide[j]),
                axis=group.axis[:, j].copy(),
                frame=(np.eye(3), np.zeros(3)),
                rotation=bodies.R[i].copy(),
                translation=bodies.p[i].copy(),
                pseudo=inertial.to_pseudo_inertia(bodies.parameters[i]),
            )
    return [found[i] for i in sorted(found)]


def _free(bodies: Tree, i: int, coordinate: int) -> Mover:
    """Return the body of a floating base."""
    return Mover(
        name=bodies.names[i],
        source=i,
        parent=WORLD,
        coordinate=coordinate,
        gear=1.0,
        offset=0.0,
        turn=0.0,
        slide=0.0,
        axis=np.zeros(3),
        frame=(np.eye(3), np.zeros(3)),
        rotation=bodies.R[i].copy(),
        translation=bodies.p[i].copy(),
        pseudo=inertial.to_pseudo_inertia(bodies.parameters[i]),
        free=True,
    )


def _collapse(robot: Robot, bodies: Tree, tree: MoverTree) -> None:
    """Give movers their parents, and lock bodies on fixed joints and symmetric rotors to the movers that carry them."""
    position = {mover.source: k for k, mover in enumerate(tree.movers)}

    def carrier(i: int) -> tuple[int, Array]:
        """The mover that carries body i of the robot's tree, and the pose of i in it."""
        T = np.eye(4)
        while i != WORLD and i not in position:
            T = homogeneous(bodies.R[i], bodies.p[i]) @ T
            i = int(bodies.parent[i])
        return (position[i] if i != WORLD else WORLD), T

    for mover in tree.movers:
        k, T = carrier(mover.parent)
        T = T @ homogeneous(mover.rotation, mover.translation)
        mover.parent, mover.rotation, mover.translation = k, T[:3, :3], T[:3, 3]
    for i in range(bodies.n):
        k, T = carrier(i)
        tree.carriers.append((k, T))
        if i in position:
            continue
        if k != WORLD:
            tree.movers[k].pseudo = tree.movers[k].pseudo + T @ inertial.to_pseudo_inertia(bodies.parameters[i]) @ T.T
        if i < robot.n_bodies:
            continue
        group = next(g for g in bodies.groups if i in g.bodies)
        j = group.bodies.tolist().index(i)
        inertia = float(bodies.parameters[i][inertial.INDEX["Izz"]])
        tree.spinning[i] = len(tree.spins)
        tree.spins.append(Spin(k, int(group.v[0, j]), float(group.gear[j]), T[:3, 2], inertia))
