"""The base parameters of a model: the exact reduction of the robot, and what its drives add.

Which combinations of the inertial parameters any torque depends on is proved in `heft.identifiability`. The columns of
the drives are independent of them but for a few reflected inertias (that of the first joint adds to the inertia of
everything on it). The inertial base columns being independent, that question is benign and is settled by
sampling: a column that the columns before it explain to 1e-8 at random states is one of those, and adds to their
combinations. Where a file rounds its angles, the reduction is proved for the angles that are meant, but the sampled
columns are those of the rounded ones; the tolerance is then as large as the reduction itself misses the samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.estimation.columns import Column, Model
from heft.identifiability.analysis import identifiability
from heft.identifiability.reduction import BaseReduction
from heft.linalg import TOLERANCE

SAMPLES, SEED = 100, 20
MARGIN = 100.0
"""Where a file rounds its angles, how many times worse than inertial columns a column of a drive may be explained."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Base:
    """Base parameters of a model: base = matrix @ parameters.

    Attributes:
        model: whose parameters they combine.
        matrix: (n_base, n) with the identity at the chosen columns.
        columns: (n_base,) the chosen columns: A @ parameters = A[:, columns] @ base for every row A of a torque.
    """

    model: Model
    matrix: Array
    columns: Ints

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the chosen columns, which stand for the combinations."""
        return tuple(self.model.names[c] for c in self.columns)

    @property
    def units(self) -> tuple[str, ...]:
        """The units of the base parameters."""
        return tuple(self.model.units[c] for c in self.columns)

    def reduce(self, values: Array) -> Array:
        """Return the base parameters (n_base,) of all parameters (n,)."""
        return self.matrix @ values

    def scales(self, scales: Array) -> Array:
        """Return the plausible sizes (n_base,) of the base parameters from those of all parameters (n,)."""
        return np.sqrt(self.matrix**2 @ scales**2)

    @property
    def classes(self) -> tuple[str, ...]:
        """The verdict on each parameter of the model: the class letters of `heft identifiable`, and two more.

        `I` identifiable alone, `B` in a combination and chosen to stand for it, `c` in a combination, `X` not
        identifiable; `D` a drive's, `S` the bias of a sensor.
        """
        letters = []
        for c in range(len(self.model.names)):
            rows = np.flatnonzero(self.matrix[:, c])
            if c >= self.model.n_inertial:
                letters.append("S" if self.model.extra[c - self.model.n_inertial].of_sensor else "D")
            elif not len(rows):
                letters.append("X")
            elif c not in self.columns:
                letters.append("c")
            else:
                letters.append("I" if np.count_nonzero(self.matrix[rows[0]]) == 1 else "B")
        return tuple(letters)

    def expression(self, k: int) -> str:
        """Return what base parameter k is, in words such as "link1.Izz + 0.5 link2.m"."""
        chosen = int(self.columns[k])
        others = [int(c) for c in np.flatnonzero(np.abs(self.matrix[k]) > 1e-12) if c != chosen]
        text = self.model.names[chosen]
        for c in others:
            value = self.matrix[k, c]
            factor = "" if abs(abs(value) - 1) < 1e-12 else f"{abs(value):.6g} "
            text += f" {'+' if value > 0 else '-'} {factor}{self.model.names[c]}"
        return text


def base_of(
    model: Model,
    reduction: BaseReduction | None = None,
    *,
    static: bool = False,
    states: tuple[Array, Array, Array] | None = None,
    measured: Bools | None = None,
) -> Base:
    """Return the base parameters of a model.

    Args:
        model: the model.
        reduction: of its robot's inertial parameters; None asks `heft.identifiability` for it.
        static: whether the robot rests: the parameters that torques at rest depend on.
        states: q, qd, qdd at which columns are compared; None for random ones.
        measured: (rows,) which torques and wrenches are measured; None for all.
    """
    reduction = reduction or identifiability(model.robot, static=static).reduction
    inertial, n = model.n_inertial, len(model.names)
    chosen = [int(c) for c in reduction.columns]
    q, qd, qdd = model.robot.random_state(SEED, SAMPLES) if states is None else states
    rows_of = np.ones(len(model.rows), bool) if measured is None else measured
    if static:
        qd, qdd = np.zeros_like(qd), np.zeros_like(qdd)
    signals = model.extra_signals(q, qd, qdd)
    Y = model.plant.regressor(q, qd, qdd)[:, rows_of].reshape(-1, inertial)
    known = np.ones(inertial, bool) if measured is None else np.any(reduction.matrix, axis=0)
    columns, tolerance = Y[:, chosen], max(TOLERANCE, MARGIN * _rounded(model, Y, reduction, known))
    matrix = np.zeros((n, n))
    matrix[: len(chosen), :inertial] = reduction.matrix
    scale = np.linalg.norm(columns, axis=0)
    Q = np.linalg.qr(columns / scale)[0]
    for k, column in enumerate(model.extra):
        rows = np.zeros((len(q), len(model.rows)))
        for r, gear in column.gears:
            rows[:, r] = gear * signals[k]
        new = rows[:, rows_of].ravel()
        size = float(np.linalg.norm(new))
        rest = new - Q @ (Q.T @ new)
        rest -= Q @ (Q.T @ rest)
        if np.linalg.norm(rest) > tolerance * size:
            matrix[len(chosen), inertial + k] = 1.0
            chosen.append(inertial + k)
            columns, scale = np.column_stack([columns, new]), np.append(scale, size)
            Q = np.column_stack([Q, rest / np.linalg.norm(rest)])
        else:
            weights = np.linalg.lstsq(columns / scale, new, rcond=None)[0]
            matrix[: len(chosen), inertial + k] = np.where(np.abs(weights) < tolerance * size, 0.0, weights / scale)
    return Base(model=model, matrix=matrix[: len(chosen)], columns=np.array(chosen, np.int64))


def extended(base: Base, more: Sequence[Column]) -> Base:
    """Return the base parameters of a model with more columns of its drives.

    Args:
        base: those of the model without them.
        more: the columns.
    """
    n = base.model.n_inertial
    k = int(np.sum(base.columns < n))
    reduction = BaseReduction(base.names[:k], base.columns[:k], base.matrix[:k, :n], {})
    return base_of(replace(base.model, extra=(*base.model.extra, *more)), reduction)


def _rounded(model: Model, Y: Array, reduction: BaseReduction, known: Bools) -> float:
    """Return how far torques are from what the reduction says of them, beside columns of the same unit.

    It is rounding, unless the file gives rounded numbers in place of those that the reduction is proved for.
    """
    missed = known * np.linalg.norm(Y - Y[:, reduction.columns] @ reduction.matrix, axis=0)
    size, units = np.linalg.norm(Y, axis=0), np.array(model.units[: model.n_inertial])
    felt = [unit for unit in {*units} if np.any(size[units == unit])]
    return max((float(missed[units == unit].max() / size[units == unit].max()) for unit in felt), default=0.0)
