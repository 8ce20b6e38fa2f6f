"""The rows of a regression, streamed: for each coordinate a block of its columns and its effort.

A coordinate's torque depends on the bodies beyond it alone, so its block has only their columns (and those of its
drive). The regressor comes in packed tiles from the kernels and is never held whole. A motion's regression filter and
its decimation go over the columns and the efforts alike, tile by tile; tiles overlap by the filter's length, so that
the result does not depend on where they are cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.dynamics.kernels import Tile, regressor_tiles
from heft.dynamics.kernels.layout import LANE, layout_of
from heft.dynamics.kernels.threads import in_threads, lane_ranges
from heft.estimation import householder
from heft.estimation.columns import Model
from heft.estimation.contact_points import Contacts
from heft.estimation.contact_rows import projected_rows
from heft.logs.motion import Motion

TILE = 72 * LANE
"""Samples in a tile."""


@dataclass(frozen=True, eq=False)
class RowSource:
    """Where a coordinate's columns come from.

    Attributes:
        columns: (k,) which of the chosen columns they are, those of bodies first.
        pair, row, second: (k_inertial,) what to take from a packed tile; see `householder.gather`.
        extra, gears: (k_extra,) which extra columns, and by which gear they act here; of rows without contact forces,
            all columns of the model that are chosen.
    """

    columns: Ints
    pair: Ints
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


def sources_of(model: Model, chosen: Sequence[int] | Ints) -> list[RowSource]:
    """Return, for each coordinate, where its part of the chosen columns of a model comes from."""
    if model.contacts is not None:
        return [_all_columns(chosen) for _ in model.rows]
    plant, place = model.plant, {int(c): k for k, c in enumerate(chosen)}
    layout, row = layout_of(plant.held), {int(r): k for k, r in enumerate(plant.rows)}
    named = {int(c): place[k] for k, c in enumerate(plant.columns) if k in place}
    order = np.argsort(layout.pair_place)
    bodies = np.repeat(np.arange(len(layout.parent)), np.diff(layout.pair_start))[order]
    coordinates = layout.pair_coordinate[order]
    parts: list[list[tuple[int, int, int, int]]] = [[] for _ in plant.rows]
    for pair, (r, body) in enumerate(zip(coordinates, bodies, strict=True)):
        symmetric = layout.columns[body] == 4
        # the rows of a packed pair that make a body's columns: ten, or m, mcz, Ixx + Iyy, Izz of a symmetric rotor
        rows = [(0, -1), (3, -1), (4, 7), (9, -1)] if symmetric else [(c, -1) for c in range(10)]
        start = int(layout.column[body])
        parts[row[int(r)]] += [(named[start + c], pair, *two) for c, two in enumerate(rows) if start + c in named]
    sources = []
    for r in range(len(plant.rows)):
        inertial = np.array(sorted(parts[r]), np.int64).reshape(-1, 4)
        extra = [
            (place[model.n_inertial + k], k, gear)
            for k, column in enumerate(model.extra)
            for s, gear in column.gears
            if s == r and model.n_inertial + k in place
        ]
        columns = [*inertial[:, 0], *(c for c, _, _ in extra)]
        which = np.array([k for _, k, _ in extra], np.int64)
        gears = np.array([gear for _, _, gear in extra], float)
        take = [np.ascontiguousarray(inertial[:, k]) for k in (1, 2, 3)]
        sources.append(RowSource(np.array(columns, np.int64), take[0], take[1], take[2], which, gears))
    return sources


def rows_of(model: Model, sources: Sequence[RowSource], motion: Motion, tile: int = TILE) -> Iterator[RegressionRows]:
    """Stream the rows of a motion; the blocks of one stretch are overwritten by the next.

    Args:
        model: the model.
        sources: from `sources_of`.
        motion: cleaned samples of this robot.
        tile: samples at a time.
    """
    if model.contacts is not None:
        yield from _without_contacts(model, sources[0].extra, motion, model.contacts)
        return
    low_pass = motion.regression_filter
    room: list[Array] = []
    states, efforts = model.states(motion), motion.efforts(model.sensors)
    for start, stop in motion.segments:
        if low_pass is None:
            pieces = [slice(start, stop)]
        else:
            pieces = list(low_pass.tiles(start, stop, max(tile, 8 * len(low_pass.taps))))
        for piece in pieces:
            samples = tile if low_pass is None else piece.stop - piece.start
            q, qd, qdd = model.plant.states(motion.q[piece], motion.qd[piece], motion.qdd[piece])
            for part in regressor_tiles(model.plant.held, q, qd, qdd, samples):
                width = part.values.shape[0] * LANE
                if not room or room[0].shape[1] < width:
                    room = [np.empty((len(source.columns) + 1, width)) for source in sources]
                first = piece.start + part.start
                yield _rows(model, sources, motion, part, slice(first, first + part.count), room, states, efforts)


def _all_columns(chosen: Sequence[int] | Ints) -> RowSource:
    """Return the source of rows that have a part of every coordinate."""
    none, every = np.zeros(0, np.int64), np.array(chosen, np.int64)
    return RowSource(np.arange(len(every)), none, none, none, every, np.zeros(0))


def _without_contacts(
    model: Model, chosen: Sequence[int] | Ints, motion: Motion, contacts: Contacts
) -> Iterator[RegressionRows]:
    """Stream the rows in which unknown contact forces have no part."""
    for part in projected_rows(model, chosen, motion, contacts):
        blocks = [np.ascontiguousarray(rows.T) for rows in np.moveaxis(part.rows, 1, 0)]
        yield RegressionRows(part.index, blocks, part.use.T)


def _rows(
    model: Model,
    sources: Sequence[RowSource],
    motion: Motion,
    tile: Tile,
    at: slice,
    room: Sequence[Array],
    states: Mapping[str, Array],
    efforts: Array,
) -> RegressionRows:
    """Return the rows of a tile, made in the arrays of `room`: touching fresh memory takes as long as the work."""
    low_pass = motion.regression_filter
    here = {name: state[at] for name, state in states.items()}
    extra = model.extra_signals(motion.q[at], motion.qd[at], motion.qdd[at], here, motion.run)
    index = np.arange(at.start, at.stop)
    in_threads([partial(_gather, tile.values, sources, room, *lanes) for lanes in lane_ranges(tile.count)])
    blocks = []
    for r, (source, whole) in enumerate(zip(sources, room, strict=True)):
        block = whole[:, : tile.count]
        for k, (which, gear) in enumerate(zip(source.extra, source.gears, strict=True), start=len(source.pair)):
            block[k] = gear * extra[which]
        block[-1] = efforts[at, r]
        blocks.append(block if low_pass is None else np.ascontiguousarray(low_pass.apply(block.T).T))
    if low_pass is not None:
        index = low_pass.kept(at.start, at.stop)
    fast = np.abs(motion.qd[index]) >= motion.velocity_threshold
    use = np.ones((len(blocks), len(index)), bool)
    use[: len(motion.measured)] = (fast | (model.slow_rows & model.holds_at_rest)).T & motion.measured[:, None]
    for r, block in enumerate(blocks):
        use[r] &= np.isfinite(block[-1])
    return RegressionRows(index, blocks, use)


def _gather(tile: Array, sources: Sequence[RowSource], room: Sequence[Array], first: int, last: int) -> None:
    """Copy the inertial columns of lanes first .. last to the blocks of all coordinates."""
    for source, block in zip(sources, room, strict=True):
        householder.gather(tile, source.pair, source.row, source.second, block, first, last)
