"""The columns that act on each coordinate of a model, in blocks.

A coordinate's torque depends on the bodies beyond it alone, so its block has only their columns, and those of its
drive. The kernels write the rows of all blocks at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.kernels import regressor_rows
from heft.dynamics.kernels.layout import LANE, column_rows
from heft.estimation.columns import Model


@dataclass(frozen=True, eq=False)
class RowSource:
    """Where a coordinate's columns come from.

    Attributes:
        columns: (k,) which of the chosen columns they are, those of bodies first.
        row, second: (k_inertial,) which rows of the packed regressor they are; see `regressor_rows`.
        extra, gears: (k_extra,) which extra columns, and by which gear they act here; of rows without contact forces,
            all columns of the model that are chosen.
    """

    columns: Ints
    row: Ints
    second: Ints
    extra: Ints
    gears: Array


def sources_of(model: Model, chosen: Sequence[int] | Ints) -> Sequence[RowSource]:
    """Return, for each coordinate, where its part of the chosen columns of a model comes from."""
    return _sources(model, tuple(map(int, chosen)))


@lru_cache(maxsize=8)
def _sources(model: Model, chosen: tuple[int, ...]) -> tuple[RowSource, ...]:
    """Return what `sources_of` does; an identification asks some fifty times for those of the same columns."""
    if model.contacts is not None:
        return (_all_columns(chosen),) * len(model.rows)
    plant, place = model.plant, np.full(len(model.names), -1)
    place[list(chosen)] = np.arange(len(chosen))
    coordinate, column, row, second = column_rows(plant.held)
    named = np.full(len(plant.held.parameter_names), -1)
    named[plant.columns] = place[: model.n_inertial]
    extra: list[list[tuple[int, int, float]]] = [[] for _ in model.rows]
    for k, (here, each) in enumerate(zip(place[model.n_inertial :].tolist(), model.extra, strict=True)):
        for r, gear in each.gears if here >= 0 else ():
            extra[r].append((here, k, gear))
    sources = []
    for measured, drives in zip(plant.rows, extra, strict=True):
        inertial = np.flatnonzero((coordinate == measured) & (named[column] >= 0))
        inertial = inertial[np.argsort(named[column[inertial]])]
        places, which, gears = zip(*sorted(drives), strict=True) if drives else ((), (), ())
        columns = np.array([*named[column[inertial]], *places], np.int64)
        source = row[inertial], second[inertial], np.array(which, np.int64), np.array(gears, float)
        sources.append(RowSource(columns, *source))
    return tuple(sources)


def room_for(sources: Sequence[RowSource], samples: int) -> Array:
    """Return memory for the blocks of all coordinates at so many samples."""
    return np.empty((sum(len(source.columns) + 1 for source in sources), -(-samples // LANE) * LANE))


def blocks_at(
    model: Model,
    sources: Sequence[RowSource],
    q: Array,
    qd: Array,
    qdd: Array,
    room: Array,
    states: Mapping[str, Array] | None = None,
    run: int | None = None,
    threads: int | None = None,
) -> list[Array]:
    """Return per coordinate a block (k + 1, n): its columns at n samples, then a row for its effort.

    Args:
        model: the model, without contacts.
        sources: from `sources_of`.
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
        room: from `room_for`, of which the blocks are rows: touching fresh memory takes as long as the work.
        states: (n,) of friction with memory, by column, from `Model.states`; sign(s) if they are not known.
        run: the number of the run that the samples are of; None for one that was not fitted.
        threads: at most.
    """
    regressor_rows(model.plant.held, *model.plant.states(q, qd, qdd), *chosen_rows(sources), room, threads)
    extra, blocks, top = model.extra_signals(q, qd, qdd, states, run), [], 0
    for source in sources:
        block = room[top : top + len(source.columns) + 1, : len(q)]
        top += len(block)
        block[len(source.row) : -1] = source.gears[:, None] * extra[source.extra]
        blocks.append(block)
    return blocks


def acting_rows(
    model: Model, chosen: Sequence[int] | Ints, q: Array, qd: Array, qdd: Array
) -> list[tuple[Ints, Array]]:
    """Return for each coordinate which of the chosen columns (k,) act on it, and how (k, n): of a few samples.

    Args:
        model: the model, without contacts.
        chosen: indices of `model.names`.
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
    """
    sources = sources_of(model, chosen)
    blocks = blocks_at(model, sources, q, qd, qdd, room_for(sources, len(q)))
    return [(source.columns, block[:-1]) for source, block in zip(sources, blocks, strict=True)]


def chosen_rows(sources: Sequence[RowSource]) -> tuple[Ints, Ints]:
    """Return, for the blocks of all coordinates one after the other, what the kernel writes to each row; else -1."""
    row, second = [], []
    for source in sources:
        rest = np.full(len(source.columns) + 1 - len(source.row), -1)
        row += [source.row, rest]
        second += [source.second, rest]
    return np.concatenate(row), np.concatenate(second)


def _all_columns(chosen: Sequence[int] | Ints) -> RowSource:
    """Return the source of rows that have a part of every coordinate."""
    none, every = np.zeros(0, np.int64), np.array(chosen, np.int64)
    return RowSource(np.arange(len(every)), none, none, every, np.zeros(0))
