"""The rows of a regression, streamed: for each coordinate a block of its columns and its effort.

A coordinate's torque depends on the bodies beyond it alone, so its block has only their columns (and those of its
drive). The kernels write the rows of a tile of samples, and the regressor is never held whole. A motion's regression
filter and its decimation go over the columns and the efforts alike, tile by tile; tiles overlap by the filter's length,
so that the result does not depend on where they are cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.dynamics.kernels import regressor_rows
from heft.dynamics.kernels.layout import LANE, column_rows
from heft.estimation.columns import Model
from heft.estimation.contact_points import Contacts
from heft.estimation.contact_rows import projected_rows
from heft.estimation.kept_rows import kept
from heft.logs.log import read_only
from heft.logs.motion import Motion

TILE = 72 * LANE
"""Samples in a tile."""


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


@dataclass(frozen=True, eq=False)
class RegressionRows:
    """The rows of a stretch of samples.

    Attributes:
        index: (m,) which samples of the motion they belong to.
        blocks: per coordinate (k + 1, m): its columns, then its effort.
        use: (nv, m) whether the effort was measured there and the joint moves fast enough for its kind of friction; the
            numbers of other rows mean nothing.
    """

    index: Ints
    blocks: list[Array]
    use: Bools

    def copied(self) -> RegressionRows:
        """Return rows that stay as they are."""
        return RegressionRows(self.index, [read_only(block.copy()) for block in self.blocks], self.use)

    @property
    def zeroed(self) -> list[Array]:
        """The blocks with zeros for the samples that are not to be used."""
        pairs = zip(self.blocks, self.use, strict=True)
        return [block if use.all() else np.where(use, block, 0.0) for block, use in pairs]


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


def rows_of(model: Model, sources: Sequence[RowSource], motion: Motion, tile: int = TILE) -> Iterable[RegressionRows]:
    """Return the rows of a motion, as far as they are kept, or stream them (`streamed_rows`).

    Args:
        model: the model.
        sources: from `sources_of`.
        motion: cleaned samples of this robot.
        tile: samples at a time.
    """
    size = 8 * len(motion.kept) * sum(len(source.columns) + 1 for source in sources)
    stream = partial(streamed_rows, model, sources, motion, tiles_of(motion, tile))
    return kept((model, tuple(sources), motion, tile), size, stream, RegressionRows.copied)


def streamed_rows(
    model: Model, sources: Sequence[RowSource], motion: Motion, tiles: Sequence[slice], threads: int | None = None
) -> Iterator[RegressionRows]:
    """Stream the rows of a motion; the blocks of one stretch are overwritten by the next.

    Args:
        model: the model.
        sources: from `sources_of`.
        motion: cleaned samples of this robot.
        tiles: some of `tiles_of`, or all; with contacts, rows are those of all.
        threads: at most for one tile.
    """
    if model.contacts is not None:
        yield from _without_contacts(model, sources[0].extra, motion, model.contacts)
        return
    room, states, efforts = np.empty((0, 0)), model.states(motion), motion.efforts(model.sensors)
    for at in tiles:
        if room.shape[1] < at.stop - at.start:
            room = room_for(sources, at.stop - at.start)
        here = {name: state[at] for name, state in states.items()}
        moves = motion.q[at], motion.qd[at], motion.qdd[at]
        yield _rows(model, motion, at, blocks_at(model, sources, *moves, room, here, motion.run, threads), efforts)


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
    regressor_rows(model.plant.held, *model.plant.states(q, qd, qdd), *_chosen(sources), room, threads)
    extra, blocks, top = model.extra_signals(q, qd, qdd, states, run), [], 0
    for source in sources:
        block = room[top : top + len(source.columns) + 1, : len(q)]
        top += len(block)
        block[len(source.row) : -1] = source.gears[:, None] * extra[source.extra]
        blocks.append(block)
    return blocks


def tiles_of(motion: Motion, tile: int = TILE) -> list[slice]:
    """Return the stretches of samples that rows are made of one after the other; those of a filter overlap."""
    low_pass, found = motion.regression_filter, list[slice]()
    for start, stop in motion.segments:
        if low_pass is None:
            found += [slice(first, min(first + tile, stop)) for first in range(start, stop, tile)]
        else:
            found += low_pass.tiles(start, stop, max(tile, 8 * len(low_pass.taps)))
    return found


def _chosen(sources: Sequence[RowSource]) -> tuple[Ints, Ints]:
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


def _without_contacts(
    model: Model, chosen: Sequence[int] | Ints, motion: Motion, contacts: Contacts
) -> Iterator[RegressionRows]:
    """Stream the rows in which unknown contact forces have no part."""
    for part in projected_rows(model, chosen, motion, contacts):
        blocks = [np.ascontiguousarray(rows.T) for rows in np.moveaxis(part.rows, 1, 0)]
        yield RegressionRows(part.index, blocks, part.use.T)


def _rows(model: Model, motion: Motion, at: slice, blocks: Sequence[Array], efforts: Array) -> RegressionRows:
    """Return the rows of a stretch from its blocks: with their efforts, and filtered."""
    low_pass = motion.regression_filter
    for r, block in enumerate(blocks):
        block[-1] = efforts[at, r]
    made = [block if low_pass is None else np.ascontiguousarray(low_pass.apply(block.T).T) for block in blocks]
    index = np.arange(at.start, at.stop) if low_pass is None else low_pass.kept(at.start, at.stop)
    speed = np.abs(np.ascontiguousarray(motion.qd[at if low_pass is None else index].T))
    threshold = np.where(model.slow_rows & model.holds_at_rest, 0.0, motion.velocity_threshold)
    use = np.stack([np.isfinite(block[-1]) for block in made])
    use[: len(speed)] &= speed >= threshold[:, None]
    use[: len(speed)] &= motion.measured[:, None]
    return RegressionRows(index, made, use)
