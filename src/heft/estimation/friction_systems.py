"""The regression of all joints together, with the candidates of one of them, solved from sums over blocks of time.

Joints share unknowns, the inertial ones: a law that one joint is given moves them, and with them the torques that the
model predicts at every other joint. So a candidate is solved, and judged, with the rows of all joints, each in units of
its residual. The unknowns that every choice for a joint has (all base parameters, and the laws that the other joints
have) are eliminated once for each fold (a Schur complement), together with a weak prior of the parameters' sizes, so
that directions that the motion does not excite do no harm. The rest is a system of this joint's candidates alone.

Inertial parameters are differences from the robot file. Those of drives are not: they have signs, and one friction law
may take the place of another, of which then nothing is left, whatever the file says.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.estimation.base import Base
from heft.estimation.evidence import Evidence
from heft.estimation.friction_candidates import Fold, Sums
from heft.estimation.least_squares import Fit

REPLACED = "coulomb"
"""The law of the base that a candidate can replace: hysteresis has Dahl's state in place of the sign."""


@dataclass(frozen=True, eq=False)
class Reduced:
    """The systems of one joint's candidates: everything else is eliminated.

    Attributes:
        train: (folds + 1, m, m) products over what is fitted, the effort last; the last fold leaves nothing out.
        test: (blocks, m, m) products over the rows of all joints in each block, with what is eliminated as its fold
            has it.
        mine: (blocks, m, m) the part of `test` that is this joint's own.
        fold: (blocks,) the fold of each block.
        own: (folds + 1, k, m) the joint's own eliminated coefficients, from those of the candidates.
        own_signs: (k,) whether each of them cannot be negative.
        unit: (m,) sizes of the candidates' coefficients.
        first: 1 if the first candidate is `REPLACED`; 0 if the joint has none.
    """

    train: Array
    test: Array
    mine: Array
    fold: Ints
    own: Array
    own_signs: Bools
    unit: Array
    first: int


class Systems:
    """The sums of all coordinates, in units of their residuals and of the parameters' sizes.

    Unknowns are numbered: the base parameters, the candidates of every coordinate in turn, and the effort.
    """

    def __init__(
        self, base: Base, evidence: Evidence, fit: Fit, sums: Mapping[int, Sums], folds: Sequence[Fold]
    ) -> None:
        model, n = base.model, len(base.columns)
        extra = {k: model.extra[c - model.n_inertial] for k, c in enumerate(base.columns) if c >= model.n_inertial}
        self.single = {k: column for k, column in extra.items() if not column.is_coupling}
        order = [b for fold in folds for b in fold.test]
        self.fold = np.array([f for f, fold in enumerate(folds) for _ in fold.test], np.int64)
        self.rows = {r: max(float(each.counts.sum()), 1.0) for r, each in sums.items()}
        self.weights = fit.weights
        self.places: dict[int, Ints] = {}
        self.units: dict[int, Array] = {}
        self.fitted: dict[int, Array] = {}
        self.blocks: dict[int, Array] = {}
        self.candidates: dict[int, Ints] = {}
        self._latest: dict[int, tuple[tuple[tuple[int, ...], tuple[int, ...]], Reduced]] = {}
        every = Fold(tuple((b, p) for each in sums.values() for b in range(len(each.products)) for p in range(3)), ())
        use = np.array([_used(fold, len(next(iter(sums.values())).products)) for fold in (*folds, every)])
        self.count = n
        for r, each in sums.items():
            if not fit.weights[r]:
                continue
            k, size = len(each.columns), each.products.shape[-1]
            whole = _shifted(each.products, evidence.inertial_prior[each.columns], fit.weights[r])
            energy = np.diag(whole.sum(axis=(0, 1)))
            with np.errstate(over="ignore", invalid="ignore"):  # logs without noise, and signals that are zero
                unit = np.sqrt(energy[-1] / np.maximum(energy[k:-1], 1e-300))
            unit = np.concatenate([evidence.base_scales[each.columns], np.where(np.isfinite(unit), unit, 1.0), [1.0]])
            whole = whole * unit * unit[:, None]
            self.candidates[r] = np.arange(self.count, self.count + size - 1 - k)
            self.count += size - 1 - k
            self.places[r] = np.concatenate([each.columns, self.candidates[r], [-1]])
            self.units[r] = unit
            self.fitted[r] = np.tensordot(use, whole)
            self.blocks[r] = whole.sum(axis=1)[order]
        for places in self.places.values():
            places[-1] = self.count
        self.base = n

    def replaced(self, r: int) -> list[int]:
        """Return the unknown of `REPLACED` at coordinate r, if it has one."""
        return [k for k, column in self.single.items() if column.kind == REPLACED and column.coordinate == r]

    def reduced(self, r: int, chosen: Sequence[int], absent: Sequence[int]) -> Reduced:
        """Return the systems of coordinate r's candidates: the latest, while the other coordinates keep their laws.

        Args:
            r: the coordinate.
            chosen: the candidates that the other coordinates have.
            absent: unknowns of the base that the other coordinates do not have any more.
        """
        key = tuple(chosen), tuple(absent)
        if r not in self._latest or self._latest[r][0] != key:
            self._latest[r] = key, self._eliminated(r, chosen, absent)
        return self._latest[r][1]

    def _eliminated(self, r: int, chosen: Sequence[int], absent: Sequence[int]) -> Reduced:
        """Return the systems of coordinate r's candidates, with everything else eliminated."""
        first = self.replaced(r)
        out = [*first, *self.candidates[r], self.count]
        kept = [k for k in (*range(self.base), *chosen) if k not in absent and k not in first]
        place = np.full(self.count + 1, -1)
        place[[*kept, *out]] = np.arange(len(kept) + len(out))
        n, m = len(kept), len(out)
        H = np.zeros((len(self.fitted[r]), n + m, n + m))
        at = {s: (place[places], np.flatnonzero(place[places] >= 0)) for s, places in self.places.items()}
        for s, (here, use) in at.items():
            H[:, here[use][:, None], here[use]] += self.fitted[s][:, use[:, None], use]
        H[:, np.arange(n + m - 1), np.arange(n + m - 1)] += 1.0
        T = np.linalg.solve(H[:, :n, :n], H[:, :n, n:])
        back = np.concatenate([-T, np.broadcast_to(np.eye(m), (len(T), m, m))], axis=1)[self.fold]
        parts = {}
        for s, (here, use) in at.items():
            rows = back[:, here[use]]
            parts[s] = rows.transpose(0, 2, 1) @ self.blocks[s][:, use[:, None], use] @ rows
        own = [k for k in kept if k in self.single and self.single[k].coordinate == r]
        unit = np.ones(self.count + 1)
        unit[self.places[r]] = self.units[r]
        return Reduced(
            train=H[:, n:, n:] - H[:, n:, :n] @ T,
            test=np.sum(list(parts.values()), axis=0),
            mine=parts[r],
            fold=self.fold,
            own=T[:, place[own]] * unit[own][:, None],
            own_signs=np.array([self.single[k].law.nonnegative for k in own], bool),
            unit=unit[out[:-1]],
            first=len(first),
        )


def _used(fold: Fold, blocks: int) -> Array:
    """Return (blocks, 3): one where a part of a block is fitted."""
    use = np.zeros((blocks, 3))
    for pair in fold.train:
        use[pair] = 1.0
    return use


def _shifted(products: Array, prior: Array, weight: float) -> Array:
    """Return products with the effort reduced by what the prior predicts, in units of its deviation."""
    k, shifted = len(prior), weight**2 * products
    shifted[..., -1] -= shifted[..., :k] @ prior
    shifted[..., -1, :] -= prior @ shifted[..., :k, :]
    return shifted
