"""Rows of a regression at a few samples, all in memory: for what only looks at some hundred of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.columns import Model


def base_rows(
    model: Model,
    columns: Sequence[int] | Ints,
    q: Array,
    qd: Array,
    qdd: Array,
    states: Mapping[str, Array] | None = None,
) -> Array:
    """Return the rows (n, rows, k) of chosen columns of a model: for a few samples, all in memory.

    Args:
        model: the model.
        columns: indices of `model.names`.
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
        states: (n,) of friction with memory, by column, from `Model.states`; sign(s) if they are not known.
    """
    n = model.n_inertial
    whole = np.zeros((len(q), len(model.rows), len(model.names)))
    whole[..., :n] = model.plant.regressor(q, qd, qdd)
    for k, (column, signal) in enumerate(zip(model.extra, model.extra_signals(q, qd, qdd, states), strict=True)):
        for r, gear in column.gears:
            whole[:, r, n + k] = gear * signal
    return whole[..., columns]
