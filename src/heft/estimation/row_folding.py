"""Rows that are made and folded while they are in the cache, of motions without a regression filter.

`heft.estimation.rows` makes a tile of rows and `heft.estimation.householder` folds it: between both, a tile leaves the
second cache. Here one compiled loop makes the rows of a few hundred samples, folds them where they are, and goes on.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heft.arrays import Array, Ints
from heft.cold_start import Cold
from heft.compiled import compiled
from heft.dynamics.kernels import cold, contiguous
from heft.dynamics.kernels.cache import drop_stale
from heft.dynamics.kernels.layout import LANE, layout_of
from heft.dynamics.kernels.regressor import by_pair, chosen_lane, workspace
from heft.estimation import householder
from heft.estimation.columns import Model
from heft.estimation.householder import PIECE, reflect
from heft.estimation.row_blocks import RowSource, chosen_rows
from heft.estimation.rows import used_samples
from heft.logs.motion import Motion


@compiled(error_model="numpy", nogil=True)
def _fold_rows(robot, q, qd, qdd, row, second, rest, use, sizes, flat):
    """Fold the rows of samples into factors.

    Args:
        robot: its layout.
        q: (samples, nq).
        qd: (samples, nv).
        qdd: (samples, nv).
        row: (k,) which row of a packed lane each row is, those of all factors one after the other, or -1.
        second: (k,) a row of the same pair to add to it, or -1.
        rest: (as many as are -1 in `row`, samples) the rows that are not of the regressor.
        use: (factors, samples) which samples each factor takes.
        sizes: (factors,) how many rows each has.
        flat: the factors (size, size), one after the other.
    """
    samples, (records, axes, state) = len(q), workspace(robot, q.shape[1], qd.shape[1])
    ten, room, (order, begin) = np.empty(10 * LANE), np.empty((len(row), PIECE)), by_pair(robot, row)
    for start in range(0, samples, PIECE):
        count = min(PIECE, samples - start)
        for k in range(-(-count // LANE)):
            here = start + k * LANE
            chosen_lane(robot, records, axes, state, q, qd, qdd, here, row, second, order, begin, ten, room, k)
        top, entry, given = 0, 0, 0
        for r in range(len(sizes)):
            size = sizes[r]
            block = room[top : top + size]
            for c in range(size):
                to = block[c]
                if row[top + c] < 0:
                    for l in range(count):
                        to[l] = rest[given, start + l]
                    given += 1
                for l in range(count, PIECE):
                    to[l] = 0.0
            for l in range(count):
                if not use[r, start + l]:
                    for c in range(size):
                        block[c, l] = 0.0
            reflect(flat[entry : entry + size * size].reshape(size, size), block)
            top, entry = top + size, entry + size * size


drop_stale(_fold_rows, __file__, householder.__file__)


def compile_fold_rows() -> None:
    """Compile what `fold_rows` calls."""
    one, none, robot = np.zeros((1, 1)), np.full(1, -1), cold.example()
    _fold_rows(*robot, none, none, one, np.zeros((1, 1), bool), np.ones(1, np.int64), np.zeros(1))


COLD = Cold(_fold_rows, 8, cold.WORTH, compile_fold_rows)
"""Who decides whether `fold_rows` is called; the unit is a pair of a torque and a body, and a sample."""


def fold_rows(
    model: Model, sources: Sequence[RowSource], motion: Motion, tiles: Sequence[slice]
) -> tuple[list[Array], Ints]:
    """Return the factors (k + 1, k + 1) of the rows of a motion, one per coordinate, and how many samples each has.

    Args:
        model: the model, without contacts.
        sources: from `sources_of`.
        motion: cleaned samples of this robot, without a regression filter.
        tiles: the stretches of samples to fold.
    """
    sizes = np.array([len(source.columns) + 1 for source in sources])
    flat, counts, chosen = np.zeros(np.sum(sizes**2)), np.zeros(len(sizes), np.int64), chosen_rows(sources)
    layout, states, efforts = layout_of(model.plant.held), model.states(motion), motion.efforts(model.sensors)
    for at in tiles:
        here = {name: signal[at] for name, signal in states.items()}
        extra = model.extra_signals(motion.q[at], motion.qd[at], motion.qdd[at], here, motion.run)
        effort = np.ascontiguousarray(efforts[at].T)
        parts = [
            (source.gears[:, None] * extra[source.extra], row) for source, row in zip(sources, effort, strict=True)
        ]
        rest = np.vstack([rows for part in parts for rows in part])
        use = used_samples(model, motion, at, effort)
        state = model.plant.states(motion.q[at], motion.qd[at], motion.qdd[at])
        q, qd, qdd = contiguous(model.plant.held, *state)
        _fold_rows(layout, q, qd, qdd, *chosen, rest, use, sizes, flat)
        counts += use.sum(axis=1)
    ends = np.cumsum(sizes**2)
    return [flat[end - k * k : end].reshape(k, k) for end, k in zip(ends, sizes, strict=True)], counts
