"""The gain of one joint that changed between logs: its efforts in one log are a multiple of those in the others.

A gain multiplies everything that the joint carries: gravity, inertia and friction. So all logs are fitted together with
the same links and drives, and the efforts of one joint in one log are divided by a factor, which is fitted too. With
rows A of all logs and efforts b, of which b_kr are those of joint r in log k, and s = 1 / factor,

    min over x, s of |A x - b - (s - 1) b_kr|^2

is linear in x and s. The joint and the log are those that leave least. They are named if logs that conflict without the
factor agree with it. Friction drifts as well; where it may explain the conflict, one factor must explain it better than
friction and reflected inertias of their own in each log, which are many more numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.estimation.information import Information
from heft.estimation.least_squares import Fit

LEAST = 1.1
"""A factor nearer to one is not named: the torque constant of a motor changes by as much when its magnets get warm."""

BETTER = 0.25
"""The part that a factor leaves at most of what drives of their own in each log leave, beyond what logs alone do."""

Conflict = Callable[[Array, Array], bool]
"""Whether squared residuals (nv,) of logs that are fitted together are much larger than those of each log alone."""


@dataclass(frozen=True)
class ChangedGain:
    """Efforts of one joint that are another multiple in one log.

    Attributes:
        log: which of the logs.
        row: which of the coordinates.
        factor: of its efforts there, relative to the other logs.
    """

    log: int
    row: int
    factor: float


def changed_gain(
    parts: Sequence[Information], fit: Fit, conflict: Conflict, drifted: Array | None = None
) -> ChangedGain | None:
    """Return the gain that explains why logs conflict, if one does.

    Args:
        parts: of each log, over the same columns.
        fit: the least-squares estimate, from whose values and sizes the logs' own start.
        conflict: by which logs are judged.
        drifted: (nv,) the squared residuals with drives of their own in each log, if these may explain the conflict.
    """
    alone = np.sum([_Rows.of([part], fit, np.ones(len(part.coordinates))).squares() for part in parts], axis=0)
    counts = np.sum([part.counts for part in parts], axis=0)
    rows = _Rows.of(parts, fit, np.sqrt(np.maximum(counts, 1) / np.maximum(alone, 1e-300)) * (counts > 0))
    if not conflict(rows.squares(), alone):
        return None
    tried = [
        rows.scaled(k, r) for k, part in enumerate(parts) for r, energy in enumerate(part.energy) if energy * counts[r]
    ]
    _, gain, squares = min(tried, key=lambda each: each[0])
    if gain.factor <= 0 or max(gain.factor, 1 / gain.factor) < LEAST or conflict(squares, alone):
        return None
    if drifted is not None and rows.excess(squares, alone) > BETTER * rows.excess(drifted, alone):
        return None
    return gain


@dataclass(frozen=True, eq=False)
class _Rows:
    """Rows of logs that are fitted together, in units of the parameters' sizes, and how far the fit is from them.

    Attributes:
        basis: orthonormal columns that span the rows, with those of a weak prior below.
        rest: the residuals.
        efforts: of all rows.
        log: which log each row is of; -1 for the prior.
        row: which coordinate.
        weights: (nv,) of the coordinates.
    """

    basis: Array
    rest: Array
    efforts: Array
    log: Array
    row: Array
    weights: Array

    @classmethod
    def of(cls, parts: Sequence[Information], fit: Fit, weights: Array) -> _Rows:
        n = len(fit.values)
        A, b, log, row = [np.eye(n)], [np.zeros(n)], [np.full(n, -1)], [np.full(n, -1)]
        for k, part in enumerate(parts):
            for r, (c, R) in enumerate(zip(part.columns, part.factors, strict=True)):
                wide = np.zeros((len(R), n))
                wide[:, c] = weights[r] * R[:, :-1] * fit.scales[c]
                A.append(wide)
                b.append(weights[r] * (R[:, -1] - R[:, :-1] @ fit.values[c]))
                log.append(np.full(len(R), k))
                row.append(np.full(len(R), r))
        basis = np.linalg.qr(np.vstack(A))[0]
        side = np.concatenate(b)
        efforts = [np.zeros(n)] + [w * R[:, -1] for part in parts for w, R in zip(weights, part.factors, strict=True)]
        rest = side - basis @ (basis.T @ side)
        return cls(basis, rest, np.concatenate(efforts), np.concatenate(log), np.concatenate(row), weights)

    def squares(self, rest: Array | None = None) -> Array:
        """Return (nv,) squared residuals of the coordinates."""
        rest, real = self.rest if rest is None else rest, self.row >= 0
        found = np.bincount(self.row[real], rest[real] ** 2, len(self.weights))
        return np.divide(found, self.weights**2, out=np.zeros_like(found), where=self.weights > 0)

    def excess(self, squares: Array, least: Array) -> float:
        """Return by how much some squared residuals (nv,) are larger than others, each joint in units of its noise."""
        return float(self.weights**2 @ (squares - least))

    def scaled(self, k: int, r: int) -> tuple[float, ChangedGain, Array]:
        """Return the weighted squares with the best factor of joint r in log k, that factor, and squares by joint."""
        own = np.where((self.log == k) & (self.row == r), self.efforts, 0.0)
        free = own - self.basis @ (self.basis.T @ own)
        step = -float(self.rest @ free) / max(float(free @ free), 1e-300)
        rest, s = self.rest + step * free, 1 + step
        return float(rest @ rest), ChangedGain(k, r, 1 / s if s else np.inf), self.squares(rest)
