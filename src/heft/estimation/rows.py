"""The rows of a regression, streamed: for each coordinate a block of its columns and its effort.

Blocks (`heft.estimation.row_blocks`) are made of a tile of samples at a time, and the regressor of a long log is never
held whole. A motion's regression filter and its decimation go over the columns and the efforts alike, tile by tile;
tiles overlap by the filter's length, so that the result does not depend on where they are cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.dynamics.kernels.layout import LANE
from heft.estimation.columns import Model
from heft.estimation.contact_points import Contacts
from heft.estimation.contact_rows import projected_rows
from heft.estimation.kept_rows import kept
from heft.estimation.row_blocks import RowSource, blocks_at, room_for
from heft.logs.log import read_only
from heft.logs.motion import Motion

TILE = 72 * LANE
"""Samples in a tile."""


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


def tiles_of(motion: Motion, tile: int = TILE) -> list[slice]:
    """Return the stretches of samples that rows are made of one after the other; those of a filter overlap."""
    low_pass, found = motion.regression_filter, list[slice]()
    for start, stop in motion.segments:
        if low_pass is None:
            found += [slice(first, min(first + tile, stop)) for first in range(start, stop, tile)]
        else:
            found += low_pass.tiles(start, stop, max(tile, 8 * len(low_pass.taps)))
    return found


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
    use = used_samples(model, motion, at if low_pass is None else index, [block[-1] for block in made])
    return RegressionRows(index, made, use)


def used_samples(model: Model, motion: Motion, at: slice | Ints, efforts: Sequence[Array] | Array) -> Bools:
    """Return (rows, m) which samples of a stretch each coordinate uses; see `RegressionRows`.

    Args:
        model: the model, without contacts.
        motion: cleaned samples of this robot.
        at: the samples.
        efforts: (rows, m) the efforts there, NaN where none was measured.
    """
    threshold = np.where(model.slow_rows & model.holds_at_rest, 0.0, motion.velocity_threshold)
    use = np.isfinite(efforts, order="C")
    use[: len(threshold)] &= motion.measured[:, None]
    for r in np.flatnonzero(threshold):
        use[r] &= np.abs(motion.qd[at, r]) >= threshold[r]
    return use
