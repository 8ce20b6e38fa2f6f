"""The torque regressor on expressions: chosen columns of `heft.torque_regressor`.

The wrench of a unit parameter is projected on the motions of all joints before it: Y[j, k] = e_ij . n_k + l_ij . f_k,
where (e_ij, l_ij) is the motion of body i, in its own frame, per unit rate of coordinate j. These motions are
propagated from the joints to the tips, once for all columns.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heft import parameters as inertial
from heft.arrays import Array
from heft.chains.movers import MoverTree, rotation_without_rounding
from heft.export.expression_graph import Graph, Scalar, total
from heft.export.symbolic_newton_euler import (
    JointInputs,
    MoverMotion,
    Vector,
    add,
    body_wrench,
    constants,
    cross,
    dot,
    forward,
    scale,
)
from heft.robot.model import WORLD


@dataclass(frozen=True, eq=False)
class UnitParameter:
    """A column of the regressor: the body of the robot's tree that has the parameter, and its ten numbers per unit."""

    body: int
    unit: Array


def columns_of(tree: MoverTree, indices: Sequence[int]) -> list[UnitParameter]:
    """Return columns by their place in `robot.parameter_names`."""
    robot = tree.robot
    everything = [UnitParameter(i, unit) for i in range(robot.n_bodies) for unit in np.eye(10)]
    for k, (_, rotor) in enumerate(robot.rotors):
        everything += [UnitParameter(robot.n_bodies + k, unit) for unit in rotor.basis.T]
    return [everything[k] for k in indices]


def joint_motions(graph: Graph, tree: MoverTree, motions: list[MoverMotion]) -> list[dict[int, tuple[Vector, Vector]]]:
    """Return per mover the motion (angular, linear) of its frame per unit rate of each coordinate that moves it."""
    found: list[dict[int, tuple[Vector, Vector]]] = []
    for i, mover in enumerate(tree.movers):
        here: dict[int, tuple[Vector, Vector]] = {}
        R, p = motions[i].R, motions[i].p
        if mover.parent != WORLD:
            for j, (e, l) in found[mover.parent].items():
                here[j] = R.to_child(e), R.to_child(add(l, cross(e, p)))
        if mover.free:
            units = [constants(graph, motion) for motion in np.eye(6)]
            found.append({mover.coordinate + k: (unit[:3], unit[3:]) for k, unit in enumerate(units)})
            continue
        a = constants(graph, mover.axis)
        own = scale(a, graph.constant(mover.gear * mover.turn)), scale(a, graph.constant(mover.gear * mover.slide))
        e, l = here.get(mover.coordinate, ([graph.constant(0.0)] * 3,) * 2)
        here[mover.coordinate] = add(e, own[0]), add(l, own[1])
        found.append(here)
    return found


def regressor(graph: Graph, tree: MoverTree, state: JointInputs, columns: Sequence[UnitParameter]) -> list[Vector]:
    """Return Y by rows: one per coordinate, one entry per column."""
    motions = forward(graph, tree, state)
    axes = joint_motions(graph, tree, motions)
    Y: list[list[list[Scalar]]] = [[[] for _ in columns] for _ in range(tree.n)]
    for c, column in enumerate(columns):
        i, T = tree.carriers[column.body]
        n, f = [graph.constant(0.0)] * 3, [graph.constant(0.0)] * 3
        if i != WORLD:
            T = T.copy()
            T[:3, :3] = rotation_without_rounding(T[:3, :3])
            n, f = body_wrench(graph, motions[i], unit_pseudo(column.unit, T))
        inertia = column.unit[inertial.INDEX["Izz"]]
        if column.body in tree.spinning and inertia:
            spin = tree.spins[tree.spinning[column.body]]
            a, J = constants(graph, spin.axis), graph.constant(float(inertia) * spin.gear)
            rate, acceleration = state.qd[spin.coordinate], state.qdd[spin.coordinate]
            Y[spin.coordinate][c].append(acceleration * J * spin.gear)
            if i != WORLD:
                Y[spin.coordinate][c].append(dot(a, motions[i].wd) * J)
                n = add(n, scale(a, acceleration * J), scale(cross(motions[i].w, a), rate * J))
        if i != WORLD:
            for j, (e, l) in axes[i].items():
                Y[j][c] += [x * y for x, y in zip(e + l, n + f, strict=True)]
    return [[total(graph, parts) for parts in row] for row in Y]


def unit_pseudo(unit: Array, T: Array) -> Array:
    """Return the pseudo-inertia of a unit parameter seen from another frame, rounding removed."""
    pseudo = T @ inertial.to_pseudo_inertia(unit) @ T.T
    return np.where(np.abs(pseudo) <= 1e-15 * np.max(np.abs(pseudo)), 0.0, pseudo)
