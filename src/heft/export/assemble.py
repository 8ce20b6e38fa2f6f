"""From a robot to a chain of movers in well-chosen frames."""

from __future__ import annotations

import numpy as np

from heft import parameters as inertial
from heft.arrays import Array
from heft.dynamics.tree import Tree, tree_of
from heft.export.chain import Chain, Mover, Spin, check_reach, homogeneous
from heft.export.frames import apply_frames, choose_frames
from heft.robot.model import WORLD, Robot


def chain_of(robot: Robot) -> Chain:
    """Return the robot in the chosen frames, its parameters as they are."""
    check_reach(robot)
    tree = tree_of(robot)
    chain = Chain(robot, _movers(robot, tree), armature=tree.armature.copy())
    _collapse(robot, tree, chain)
    choose_frames(chain)
    apply_frames(chain, tree.gravity)
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
        if not group.kind.is_screw:
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


def _collapse(robot: Robot, tree: Tree, chain: Chain) -> None:
    """Hang movers on movers, and lock bodies on fixed joints and symmetric rotors to the movers that carry them."""
    position = {mover.source: k for k, mover in enumerate(chain.movers)}

    def carrier(i: int) -> tuple[int, Array]:
        """The mover that carries tree body i, and the pose of i in it."""
        T = np.eye(4)
        while i != WORLD and i not in position:
            T = homogeneous(tree.R[i], tree.p[i]) @ T
            i = int(tree.parent[i])
        return (position[i] if i != WORLD else WORLD), T

    for mover in chain.movers:
        k, T = carrier(mover.parent)
        T = T @ homogeneous(mover.rotation, mover.translation)
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
