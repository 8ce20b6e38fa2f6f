"""Friction laws that are chosen for each joint by cross-validation, from sums over blocks of time.

For joint r the unknowns are its own and those that it shares with the other joints (the inertial ones), on which the
other joints' rows are prior knowledge. All unknowns that every choice has are eliminated once for each fold (a Schur
complement), together with a weak prior of the parameters' sizes, so that directions that the motion does not excite do
no harm. The rest is a system of the candidates alone, in which a choice of laws is solved in a few operations and
tried on the blocks that are left out.

The choice begins with the default laws. In each round every law that is not yet there is tried; numbers in which it is
not linear are chosen within each fold. The law that reduces the error most is added if it reduces it by more than
`DEVIATIONS` standard errors over the blocks (and over the runs) and by more than `LEAST`, with coefficients of the sign
that they must have and numbers inside the range that is searched. The held-out run takes no part in this.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.estimation.base import Base
from heft.estimation.evidence import Evidence
from heft.estimation.friction_candidates import Fold, Sums
from heft.estimation.friction_trials import Trial
from heft.estimation.least_squares import Fit
from heft.friction import law_named

LEAST = 0.05
"""The part of a joint's mean square error, at least, by which a law must reduce it."""

LEAST_TRIED = 0.01
"""The part of the square of a residual, noise included, by which a peak of its spectrum must reduce it to be tried."""

DEVIATIONS = 2.0
"""The standard errors by which a law must reduce the error: one, and one more since the best of several is taken."""

MOST_LAWS = 4
"""Laws that are added to a joint at most."""

REPLACED = "coulomb"
"""The law whose place hysteresis takes: Dahl's state in place of the sign."""


@dataclass(frozen=True, eq=False)
class Reduced:
    """The systems of one joint's candidates: everything else is eliminated.

    Attributes:
        train: (folds + 1, m, m) products over what is fitted, the effort last; the last fold leaves nothing out.
        test: (blocks, m, m) products over each block, with what is eliminated as its fold has it.
        fold: (blocks,) the fold of each block.
        counts: (blocks,) rows.
        own: (folds + 1, k, m) the joint's own eliminated coefficients, from those of the candidates.
        own_signs: (k,) whether each of them cannot be negative.
        unit: (m,) sizes of the candidates' coefficients.
        first: the place of `REPLACED`; -1 if the joint has none.
    """

    train: Array
    test: Array
    fold: Ints
    counts: Array
    own: Array
    own_signs: Bools
    unit: Array
    first: int


def reduced(
    base: Base, evidence: Evidence, fit: Fit, sums: Mapping[int, Sums], folds: Sequence[Fold], r: int
) -> Reduced:
    """Return the systems of coordinate r's candidates.

    Args:
        base: of the model that every choice starts from.
        evidence: what the runs say of it.
        fit: its estimate, which weights the coordinates.
        sums: of all coordinates.
        folds: which blocks each fit leaves out.
        r: the coordinate.
    """
    model, n = base.model, len(base.columns)
    extra = {int(c): model.extra[c - model.n_inertial] for c in base.columns if c >= model.n_inertial}
    single = {k: extra[int(c)] for k, c in enumerate(base.columns) if int(c) in extra and not extra[int(c)].is_coupling}
    shared = np.array([k for k in range(n) if k not in single], np.int64)
    scales, prior = evidence.base_scales, evidence.prior
    mine = sums[r]
    k = len(mine.columns)
    whole = _shifted(mine.products, prior[mine.columns], fit.weights[r])
    energy = whole.sum(axis=(0, 1))
    unit = np.sqrt(energy[-1, -1] / np.maximum(np.diag(energy)[k:-1], 1e-300))
    unit = np.concatenate([scales[mine.columns], np.where(np.isfinite(unit), unit, 1.0), [1.0]])
    whole = whole * unit * unit[:, None]
    movable = [k + c for c in range(whole.shape[-1] - 1 - k)]
    replaced = [
        place
        for place, c in enumerate(mine.columns)
        if int(c) in single and single[int(c)].kind == REPLACED and single[int(c)].coordinate == r
    ]
    out = [*replaced, *movable, whole.shape[-1] - 1]
    kept = [place for place in range(k) if place not in replaced]
    own = [place for place in kept if int(mine.columns[place]) in single]
    train, test, owned = [], [], []
    every = Fold(tuple((b, p) for b in range(len(mine.products)) for p in range(3)), ())
    for fold in (*folds, every):
        H = _total(whole, fold)
        H[np.arange(len(H) - 1), np.arange(len(H) - 1)] += 1.0
        others = _others(base, sums, fit, scales, prior, fold, r, shared, mine.columns)
        at = [place for place, c in enumerate(mine.columns) if c in shared]
        H[np.ix_([*at, -1], [*at, -1])] += others
        T = np.linalg.solve(H[np.ix_(kept, kept)], H[np.ix_(kept, out)])
        train.append(H[np.ix_(out, out)] - H[np.ix_(out, kept)] @ T)
        owned.append(T[[kept.index(place) for place in own]] * unit[own][:, None])
        back = np.zeros((whole.shape[-1], len(out)))
        back[kept] = -T
        back[out, np.arange(len(out))] = 1.0
        test += [back.T @ whole[b].sum(axis=0) @ back for b in fold.test]
    order = [b for fold in folds for b in fold.test]
    return Reduced(
        train=np.array(train),
        test=np.array(test),
        fold=np.array([f for f, fold in enumerate(folds) for _ in fold.test]),
        counts=mine.counts[order],
        own=np.array(owned),
        own_signs=np.array([single[int(mine.columns[place])].law.nonnegative for place in own], bool),
        unit=unit[out[:-1]],
        first=0 if replaced else -1,
    )


def _shifted(products: Array, prior: Array, weight: float) -> Array:
    """Return products with the effort reduced by what the prior predicts, in units of its deviation."""
    L = np.eye(products.shape[-1])
    L[: len(prior), -1] = -prior
    return weight**2 * (L.T @ products @ L)


def _total(products: Array, fold: Fold) -> Array:
    use = np.zeros(products.shape[:2])
    for pair in fold.train:
        use[pair] = 1.0
    return np.einsum("bp,bpij->ij", use, products)


def _others(
    base: Base,
    sums: Mapping[int, Sums],
    fit: Fit,
    scales: Array,
    prior: Array,
    fold: Fold,
    r: int,
    shared: Ints,
    wanted: Ints,
) -> Array:
    """Return what the other coordinates, and the prior, say of the shared columns that coordinate r has.

    (k + 1, k + 1) products in units of the scales, beyond the prior of r's own rows; the effort's row is last.
    """
    n = len(base.columns)
    H = np.zeros((n + 1, n + 1))
    for s, each in sums.items():
        if s == r or not fit.weights[s]:
            continue
        k = len(each.columns)
        at = [*range(k), -1]
        part = each.products[:, :, at][:, :, :, at]
        unit = np.append(scales[each.columns], 1.0)
        G = _shifted(_total(part, fold), prior[each.columns], fit.weights[s]) * unit * unit[:, None]
        H[np.ix_([*each.columns, n], [*each.columns, n])] += G
    H[np.arange(n), np.arange(n)] += 1.0
    keep = [*(c for c in wanted if c in shared), n]
    drop = [c for c in range(n) if c not in keep]
    S = H[np.ix_(keep, keep)]
    if drop:
        S = S - H[np.ix_(keep, drop)] @ np.linalg.solve(H[np.ix_(drop, drop)], H[np.ix_(drop, keep)])
    S[np.arange(len(S) - 1), np.arange(len(S) - 1)] -= 1.0  # the prior is among r's own
    S[-1, -1] = 0.0
    return S


class Selector:
    """Chooses the laws of one joint."""

    def __init__(self, joint: str, start: Sequence[str], sums: Sums, system: Reduced) -> None:
        self.joint, self.sums, self.system = joint, sums, system
        self.laws = tuple(start)
        self.numbers: dict[str, int] = {}
        self.trials: list[Trial] = []

    def chosen(self, candidates: Sequence[str]) -> tuple[str, ...]:
        """Return the laws after as many rounds as help."""
        before, _ = self._tried([self._columns(self.laws, {})])
        self._note(self.laws, before, before, chosen=True)
        while sum(name in candidates for name in self.laws) < MOST_LAWS:
            found = []
            for name in candidates:
                laws = self._with(name)
                if laws is None:
                    continue
                shared = law_named(name).terms[0].number
                grid = range(1 if shared and shared.source else len(self.sums.numbers[name]))
                tries = [self.numbers | {name: k} for k in grid]
                errors, best = self._tried([self._columns(laws, numbers) for numbers in tries])
                found.append((laws, errors, tries[best]))
            if not found:
                break
            taken = None
            for laws, errors, numbers in sorted(found, key=lambda each: float(np.sum(each[1]))):
                good = taken is None and self._better(before, errors) and self._possible(laws, numbers)
                self._note(laws, before, errors, chosen=good)
                if good:
                    taken = laws, errors, numbers
            if taken is None:
                break
            self.laws, before, self.numbers = taken
        return self.laws

    def found(self) -> dict[str, float]:
        """Return the numbers of the laws that were chosen, by term."""
        numbers = {}
        for name in self.laws:
            if name in self.sums.numbers:
                number = self.sums.numbers[name][self._place(name, self.laws, self.numbers)]
                numbers |= {term.name: number for term in law_named(name).terms if number}
        return numbers

    def _with(self, name: str) -> tuple[str, ...] | None:
        """Return the laws with one more; None if it is there already, or has nothing to stand on."""
        law = law_named(name)
        if name in self.laws or (law.needs and not {*law.needs} & {*self.laws}):
            return None
        rest = tuple(each for each in self.laws if not (name == "hysteresis" and each == REPLACED))
        return (*rest, name)

    def _columns(self, laws: Sequence[str], numbers: Mapping[str, int]) -> list[int]:
        """Return the places of the columns of laws among the candidates."""
        shift = self.system.first + 1
        found = [self.system.first] if REPLACED in laws and shift else []
        for name in laws:
            if name in self.sums.options:
                found += [shift + c for c in self.sums.options[name][self._place(name, laws, numbers)]]
        return found

    @staticmethod
    def _place(name: str, laws: Sequence[str], numbers: Mapping[str, int]) -> int:
        """Return which number of its grid a law has; one that shares another law's has that one's, behind none."""
        number = law_named(name).terms[0].number
        if number is not None and number.source:
            return numbers[number.source] + 1 if number.source in laws else 0
        return numbers.get(name, 0)

    def _tried(self, tries: Sequence[Sequence[int]]) -> tuple[Array, int]:
        """Return the squared errors (blocks,), each fold with the try that fits it best, and the best of all data."""
        system = self.system
        fitted, errors = [], []
        for columns in tries:
            x, left = self._solved(columns)
            v = np.concatenate([-x, np.ones((len(x), 1))], axis=1)[system.fold]
            at = [*columns, -1]
            Q = system.test[:, at][:, :, at]
            errors.append(np.einsum("bi,bij,bj->b", v, Q, v))
            fitted.append(left)
        which = np.argmin(fitted, axis=0)
        picked = np.array(errors)[which[system.fold], np.arange(len(system.fold))]
        return picked, int(which[-1])

    def _solved(self, columns: Sequence[int]) -> tuple[Array, Array]:
        """Return the coefficients (folds + 1, k) of candidates in units of their sizes, and the squared residual."""
        S = self.system.train
        y = S[:, columns, -1]
        x = np.asarray(np.linalg.solve(S[:, columns][:, :, columns], y[:, :, None])[:, :, 0] if columns else y, float)
        return x, S[:, -1, -1] - np.sum(x * y, axis=1)

    def _gain(self, before: Array, after: Array) -> tuple[float, float]:
        """Return by which part a sum of squares over blocks became less, and the standard error of that.

        The blocks of one fold share their fit: where folds are runs, runs scatter too.
        """
        total, less = max(float(np.sum(before)), 1e-300), before - after
        runs = np.bincount(self.system.fold, less).astype(float)
        return float(np.sum(less)) / total, max(_deviation_of_sum(less), _deviation_of_sum(runs)) / total

    def _better(self, before: Array, after: Array) -> bool:
        gain, deviation = self._gain(before, after)
        return gain > max(DEVIATIONS * deviation, LEAST)

    def _possible(self, laws: Sequence[str], numbers: Mapping[str, int]) -> bool:
        """Return whether all data give coefficients of the signs that they must have, at numbers that they decide."""
        system, columns = self.system, self._columns(laws, numbers)
        for name, place in numbers.items():  # a number at a bound of its range is not determined
            grid, number = self.sums.numbers[name], law_named(name).terms[0].number
            if len(grid) > 1 and number and not number.source and place in (0, len(grid) - 1):
                return False
        x = self._solved(columns)[0][-1]
        terms = ([law_named(REPLACED)] if REPLACED in laws and system.first == 0 else []) + [
            term for name in laws if name in self.sums.options for term in law_named(name).terms
        ]
        values = dict(zip((term.name for term in terms), x * system.unit[columns], strict=True))
        own = system.own[-1][:, -1] - system.own[-1][:, columns] @ x
        return (
            all(value >= 0 for term, value in zip(terms, values.values(), strict=True) if term.nonnegative)
            and bool(np.all(own[system.own_signs] >= 0))
            and all(
                values[term.name] + values[other] >= 0 for term in terms for other in term.adds_to if other in values
            )
        )

    def _note(self, laws: Sequence[str], before: Array, after: Array, chosen: bool) -> None:
        gain, deviation = self._gain(before, after)
        rows = max(float(np.sum(self.system.counts)), 1.0)
        error = float(np.sqrt(max(float(np.sum(after)), 0.0) / rows))
        self.trials.append(Trial(self.joint, tuple(laws), error, gain, deviation, chosen))


def significant_gain(gain: Array, total: float) -> bool:
    """Return whether the sum of gains over blocks is more than chance and more than a small part of the total."""
    return float(np.sum(gain)) > max(DEVIATIONS * _deviation_of_sum(gain), LEAST_TRIED * total)


def _deviation_of_sum(parts: Array) -> float:
    return float(np.sqrt(len(parts) * np.var(parts, ddof=1))) if len(parts) > 1 else 0.0
