"""The numbers in which friction is not linear, by a search in one dimension for each joint.

The Stribeck speed and the bending distance are such numbers; a law says how its own is searched
(`heft.friction.SearchedNumber`). All candidates are columns of one information. From its triangular factor the
residual of every single candidate follows without another pass over the logs. Finer grids around the best candidate
end the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.columns import Column, Model, driven, joint_column, laws_by_joint
from heft.estimation.information import Information, information_of, merged, triangle
from heft.estimation.position_spectrum import frequencies
from heft.friction import Law, SearchedNumber, law_named, searched
from heft.logs.motion import Motion

CANDIDATES = 13


def search_numbers(
    base: Base, motions: Sequence[Motion], friction: Iterable[str] | Mapping[str, Iterable[str]]
) -> dict[str, dict[str, float]]:
    """Return the best number of every law, or term of one, that has one, by its name and the joint's.

    Args:
        base: of the model without these laws.
        motions: the samples that are to be fitted.
        friction: names of friction laws, of all joints or by joint; those without a number are ignored.
    """
    robot = base.model.robot
    by_joint = laws_by_joint(friction, driven(robot).values())
    found: dict[str, dict[str, float]] = {}
    shared = []
    for name in dict.fromkeys(law for laws in by_joint.values() for law in laws):
        joints = {r: joint for r, joint in driven(robot).items() if name in searched(by_joint[joint])}
        terms = [term for term in law_named(name).terms if term.number]
        if not joints or not terms or terms[0].number is None:
            continue
        if terms[0].number.source:
            shared += terms
        elif terms[0].number.in_spectrum:
            numbers = frequencies(base, motions, joints)
            found |= {term.name: numbers for term in terms}
        else:
            found |= {term.name: _searched(base, motions, joints, term, terms[0].number) for term in terms}
    return found | {law.name: found[law.number.source] for law in shared if law.number}


def _searched(
    base: Base, motions: Sequence[Motion], joints: Mapping[int, str], law: Law, number: SearchedNumber
) -> dict[str, float]:
    """Return the best number of every joint."""
    columns = [joint_column(base.model.robot, r, law.name) for r in joints]
    grids = {column.name: np.geomspace(*range_of(number, column, motions), CANDIDATES) for column in columns}
    parts = motions if number.samples is None else [motion.longest(number.samples) for motion in motions]
    best = _best(base, parts, columns, grids)
    for _ in range(number.refinements):
        grids = {name: _finer(grid, best[name]) for name, grid in grids.items()}
        best = _best(base, parts, columns, grids)
    return {joints[column.coordinate]: float(grids[column.name][best[column.name]]) for column in columns}


def range_of(number: SearchedNumber, column: Column, motions: Sequence[Motion]) -> tuple[float, float]:
    """Return the bounds between which a column's number is searched in motions."""
    fastest = max(float(np.max(np.abs(column.rate(motion.qd)), initial=1e-6)) for motion in motions)
    unit = fastest if number.relative_to_speed else 1.0
    return unit * number.lowest, unit * number.highest


def _finer(grid: Array, best: int) -> Array:
    """Return as many candidates between the neighbours of the best."""
    return np.geomspace(grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)], len(grid))


def _best(
    base: Base, motions: Sequence[Motion], columns: Sequence[Column], grids: Mapping[str, Array]
) -> dict[str, int]:
    """Return, for each column, which candidate leaves its coordinate the least residual."""
    model = base.model
    tried = tuple(
        replace(column, name=f"{column.name}.{k}", number=float(value))
        for column in columns
        for k, value in enumerate(grids[column.name])
    )
    wide = Model(model.robot, (*model.extra, *tried), model.carrying)
    chosen = [*base.columns, *range(len(model.names), len(wide.names))]
    information = merged(information_of(wide, chosen, motion) for motion in motions)
    names = {column.name for column in tried}
    best = {}
    for column in columns:
        candidates = [f"{column.name}.{k}" for k in range(len(grids[column.name]))]
        left = [_residual(information, column.coordinate, names - {name}) for name in candidates]
        best[column.name] = int(np.argmin(left))
    return best


def _residual(information: Information, r: int, omitted: set[str]) -> float:
    """Return the least residual norm of coordinate r without the columns that are omitted."""
    keep = [k for k, c in enumerate(information.columns[r]) if information.names[c] not in omitted]
    R = information.factors[r][:, [*keep, -1]]
    return float(triangle(R)[-1, -1])
