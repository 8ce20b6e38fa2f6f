"""What is not linear in friction, by a search in one dimension for each joint: Stribeck speeds, bending distances.

Friction that falls from stiction to Coulomb's value has the column sign(s) exp(-(s/v)^2), in which v is not linear; a
contact that bends before it slides has a distance d (`heft.estimation.hysteresis`). All candidates are columns of one
information; from its triangular factor the residual of every single candidate follows without going over the logs
again. A second, finer row of candidates around the best ends the search.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.columns import Column, Model, joint_column
from heft.estimation.information import Information, information_of, merged, triangle
from heft.logs.motion import Motion

CANDIDATES = 13

DISTANCES = (1e-5, 1e-2)
"""[rad, m] between which a contact bends."""

MOST = 50_000
"""Samples of a run on which distances are searched: every candidate has a state at every sample."""


def search_numbers(base: Base, motions: Sequence[Motion], kinds: Sequence[str]) -> dict[str, dict[str, float]]:
    """Return the searched numbers of each kind of friction, by the joint's name."""
    search = {"stribeck": stribeck_speeds, "hysteresis": bending_distances}
    return {kind: search[kind](base, motions) for kind in kinds if kind in search}


def stribeck_speeds(base: Base, motions: Sequence[Motion]) -> dict[str, float]:
    """Return the best Stribeck speed of every joint that has a Coulomb column, by the joint's name [rad/s or m/s].

    Args:
        base: of the model without Stribeck columns.
        motions: cleaned samples.
    """
    rubbing = [
        column for column in base.model.extra if column.kind in ("coulomb", "coulomb+") and len(column.gears) == 1
    ]
    fastest = np.max([np.max(np.abs(motion.qd), axis=0, initial=0.0) for motion in motions], axis=0)
    grids = {}
    for column in rubbing:
        top = max(float(fastest[column.gears[0][0]]), 1e-6)
        grids[column.name] = top * np.geomspace(2e-3, 0.5, CANDIDATES)
    for _ in range(2):
        grids = _finer(grids, _search(base, motions, rubbing, grids, "stribeck"))
    names = base.model.robot.coordinate_names
    final = _search(base, motions, rubbing, grids, "stribeck")
    return {names[c.gears[0][0]]: float(grids[c.name][final[c.name]]) for c in rubbing}


def bending_distances(base: Base, motions: Sequence[Motion]) -> dict[str, float]:
    """Return the best distance over which the contact of every joint bends, by the joint's name [rad or m].

    Args:
        base: of the model without friction that has a sign.
        motions: cleaned samples.
    """
    robot = base.model.robot
    driven = [joint for joint in robot.joints if joint.kind != "floating"]
    owner = {r: joint.name for joint in driven for r in range(robot.nv)[robot.v_index[joint.name]]}
    rubbing = [joint_column(robot, r, "hysteresis") for r in owner]
    grids = {column.name: np.geomspace(*DISTANCES, CANDIDATES) for column in rubbing}
    parts = [_stretch(motion) for motion in motions]
    grids = _finer(grids, _search(base, parts, rubbing, grids, "hysteresis"))
    final = _search(base, parts, rubbing, grids, "hysteresis")
    return {owner[c.gears[0][0]]: float(grids[c.name][final[c.name]]) for c in rubbing}


def _stretch(motion: Motion) -> Motion:
    """Return the first samples of a motion's longest segment."""
    start, stop = max(motion.segments, key=lambda segment: segment[1] - segment[0])
    at = slice(start, min(stop, start + MOST))
    parts = {name: getattr(motion, name)[at] for name in ("t", "q", "qd", "qdd", "effort")}
    return replace(motion, **parts, segments=((0, at.stop - at.start),))


def _finer(grids: dict[str, Array], best: dict[str, int]) -> dict[str, Array]:
    """Return as many candidates between the neighbours of the best."""
    around = {
        name: (grid[max(best[name] - 1, 0)], grid[min(best[name] + 1, len(grid) - 1)]) for name, grid in grids.items()
    }
    return {name: np.geomspace(low, high, CANDIDATES) for name, (low, high) in around.items()}


def _search(
    base: Base, motions: Sequence[Motion], rubbing: Sequence[Column], grids: dict[str, Array], kind: str
) -> dict[str, int]:
    """Return which candidate leaves each coordinate the least residual."""
    model = base.model
    tried = tuple(
        replace(column, name=f"{column.name}.{k}", kind=kind, speed=float(v), distance=float(v))
        for column in rubbing
        for k, v in enumerate(grids[column.name])
    )
    wide = Model(model.robot, (*model.extra, *tried))
    chosen = [*base.columns, *range(len(model.names), len(wide.names))]
    information = merged(information_of(wide, chosen, motion) for motion in motions)
    best = {}
    for column in rubbing:
        r = column.gears[0][0]
        left = [_residual(information, r, f"{column.name}.{k}", tried) for k in range(len(grids[column.name]))]
        best[column.name] = int(np.argmin(left))
    return best


def _residual(information: Information, r: int, name: str, tried: Sequence[Column]) -> float:
    """Return the least residual norm of coordinate r with one of the candidates tried."""
    others = {column.name for column in tried} - {name}
    keep = [k for k, c in enumerate(information.columns[r]) if information.names[c] not in others]
    R = information.factors[r][:, [*keep, -1]]
    return float(triangle(R)[-1, -1])
