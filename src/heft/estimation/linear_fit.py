"""`heft.fit`: the same estimators for a regression A x = b that somebody brings along, without a robot.

Rows are in the order of time: intervals come from what stretches of rows say (`heft.estimation.uncertainty`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array, Bools, Ints
from heft.errors import ArgumentError
from heft.estimation.estimators import estimator
from heft.estimation.information import Information, folded, used
from heft.estimation.residuals import Pass, Residuals
from heft.estimation.row_blocks import RowSource
from heft.estimation.rows import RegressionRows
from heft.estimation.scales import alone
from heft.estimation.uncertainty import Shares, Stretch, quantile, stretches


@dataclass(frozen=True, eq=False, kw_only=True)
class LinearFit:
    """Parameters of a linear regression.

    Attributes:
        names: of the parameters.
        values: (n,).
        covariance: (n, n) of the determined part of the values.
        freedom: (n,) degrees of freedom of the variances; infinite if they are certain, zero if no row is left over.
        determined: (n,) whether the rows determine each parameter, well or badly.
        undetermined: (n, k) orthonormal directions, in units of `scales`, that the rows do not determine; the values
            keep the prior along them.
        scales: (n,) the sizes in which directions are compared.
        condition: of the weighted rows, columns of unit length.
        residuals: for each joint, and of all together.
    """

    names: tuple[str, ...]
    values: Array
    covariance: Array
    freedom: Array
    determined: Bools
    undetermined: Array
    scales: Array
    condition: float
    residuals: Residuals

    @property
    def rank(self) -> int:
        """How many directions the rows determine."""
        return len(self.values) - self.undetermined.shape[1]

    @property
    def deviation(self) -> Array:
        """(n,) standard deviations; infinite where one is not determined, or no row is left to show the noise."""
        known = self.determined & (self.freedom > 0)
        return np.where(known, np.sqrt(np.maximum(np.diag(self.covariance), 0.0)), np.inf)

    @property
    def intervals(self) -> Array:
        """(n, 2) the 95 % interval of each parameter."""
        half = quantile(np.maximum(self.freedom, 1.0)) * self.deviation
        return np.column_stack([self.values - half, self.values + half])

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; an infinite deviation is null."""
        rows = [
            {"name": name, "value": float(value), "deviation": float(sigma) if np.isfinite(sigma) else None}
            for name, value, sigma in zip(self.names, self.values, self.deviation, strict=True)
        ]
        return {"parameters": rows, "rank": self.rank, "residuals": self.residuals.to_dict()}

    def __repr__(self) -> str:
        return (
            f"<LinearFit: {len(self.values)} parameters, rank {self.rank}, residual "
            f"{self.residuals.overall.relative_percent:.3g} %>"
        )


def fit(
    A: ArrayLike,
    b: ArrayLike,
    *,
    joints: Sequence[str] | None = None,
    names: Sequence[str] | None = None,
    estimator: str = "weighted",
    scales: ArrayLike | None = None,
    prior: ArrayLike | None = None,
) -> LinearFit:
    """Estimate the parameters of A x = b with one of heft's estimators, each with its interval.

    Args:
        A: rows of the regressor in the order of time: (samples, joints, n), as `heft.torque_regressor` gives them,
            or (rows, n) with a joint for each row.
        b: efforts (samples, joints), or (rows,); NaN where one is missing.
        joints: names of the joints; of a plain matrix the joint of each row. Residuals of a joint have one deviation.
        names: of the parameters.
        estimator: "weighted", "ordinary", "huber" or "covariance".
        scales: (n,) the plausible size of each parameter; None: the value with which it alone would make the efforts.
        prior: (n,) what directions that are not determined keep; zero if None.

    Raises:
        ArgumentError: shapes do not fit, a number is not finite, or the estimator needs a robot.

    Example:
        >>> heft.fit(heft.torque_regressor(robot, q, qd, qdd), tau, names=robot.parameter_names).intervals
    """
    regression = _regression(A, b, joints, names, scales, prior)
    how = _estimator(estimator)
    found = how.fit(regression)
    spread = how.spread(regression, found)
    left_over = int(np.sum(regression.information.counts)) - found.rank
    return LinearFit(
        names=regression.information.names,
        values=found.values,
        covariance=spread.covariance,
        freedom=np.minimum(spread.freedom, max(left_over, 0)),
        determined=found.determined,
        undetermined=found.undetermined,
        scales=regression.base_scales,
        condition=found.condition,
        residuals=Residuals.of_information(regression.information, found.values),
    )


@dataclass(frozen=True, eq=False)
class _Matrix:
    """Rows of one recording: for each joint a block (n + 1, m) of its columns and its effort, and which are used."""

    blocks: list[Array]
    use: Bools

    @property
    def kept(self) -> Ints:
        return np.arange(self.use.shape[1])


class _MatrixPass(Pass):
    """A pass over a matrix in place of motions."""

    @property
    def sources(self) -> list[RowSource]:
        none, every = np.zeros(0, np.int64), np.arange(len(self.chosen))
        matrix = cast(_Matrix, self.motions[0])
        return [RowSource(every, none, none, none, np.zeros(0)) for _ in matrix.blocks]

    def states(self, at: Ints) -> None:
        return None

    def rows(self) -> Iterator[tuple[RegressionRows, Array]]:
        for matrix in cast("Sequence[_Matrix]", self.motions):
            yield RegressionRows(matrix.kept, matrix.blocks, matrix.use), np.empty(matrix.use.shape)


@dataclass(frozen=True, eq=False, kw_only=True)
class _MatrixRegression:
    """A regression whose rows are in memory; see `heft.estimation.regression.Regression`."""

    matrix: _Matrix
    information: Information
    base_scales: Array
    prior: Array
    earlier: bool = False

    @property
    def inertial_prior(self) -> Array:
        return np.zeros(len(self.prior))

    @property
    def one_pass(self) -> Pass:
        return _MatrixPass(cast(Any, None), range(len(self.prior)), cast(Any, [self.matrix]))

    @property
    def drives(self) -> Bools:
        return np.zeros(len(self.prior), bool)

    def stretches(self, values: Array, weights: Array, shares: Shares | None = None) -> Iterable[Stretch]:
        return stretches(self.one_pass, values, weights, None, shares, neighbours=True)


def _estimator(name: str) -> Any:
    how = estimator(name)
    if how.needs_robot:
        raise ArgumentError(
            f"The estimator '{name}' needs logs of a robot, not a regression alone.",
            remedy="Use 'weighted', 'ordinary', 'huber' or 'covariance', or heft.identify.",
        )
    return how


def _regression(
    A: ArrayLike,
    b: ArrayLike,
    joints: Sequence[str] | None,
    names: Sequence[str] | None,
    scales: ArrayLike | None,
    prior: ArrayLike | None,
) -> _MatrixRegression:
    rows, efforts = np.asarray(A, float), np.asarray(b, float)
    if rows.ndim not in (2, 3) or efforts.shape != rows.shape[:-1]:
        raise ArgumentError(
            f"A has shape {rows.shape} and b {efforts.shape}.",
            remedy="Give A (samples, joints, n) with b (samples, joints), or A (rows, n) with b (rows,).",
        )
    if not np.all(np.isfinite(rows[np.isfinite(efforts)])):
        raise ArgumentError(
            "A has a number that is not finite in a row whose effort is.",
            remedy="Set the efforts of such rows to NaN to leave them out.",
        )
    if not np.any(np.isfinite(efforts)):
        raise ArgumentError("There is no sample with an effort.", remedy="Give at least one row for each parameter.")
    n = rows.shape[-1]
    labels = _sized("names", names or [f"x{k}" for k in range(n)], n)
    if rows.ndim == 3:
        count = rows.shape[1]
        each = _sized("joints", joints or [f"joint{k}" for k in range(count)], count)
        blocks = [np.vstack([rows[:, r].T, efforts[:, r]]) for r in range(count)]
    else:
        of_row = _sized("joints", joints or ["joint"] * len(rows), len(rows))
        each = tuple(dict.fromkeys(of_row))
        at = [np.flatnonzero(np.array(of_row, object) == joint) for joint in each]
        blocks = [np.vstack([rows[k].T, efforts[k]]) for k in at]
    length = max((block.shape[1] for block in blocks), default=0)
    padded = [np.pad(block, ((0, 0), (0, length - block.shape[1])), constant_values=np.nan) for block in blocks]
    use = np.array([np.isfinite(block[-1]) for block in padded]).reshape(len(blocks), length)
    blocks = [np.ascontiguousarray(np.where(each_use, block, 0.0)) for block, each_use in zip(padded, use, strict=True)]
    factors, counts = folded([used(RegressionRows(np.arange(length), blocks, use))], [n + 1] * len(each))
    information = Information(labels, each, tuple(np.arange(n) for _ in each), tuple(factors), counts)
    found = np.array([alone(information, c) for c in range(n)])
    sizes = np.where(found > 0, found, 1.0) if scales is None else _numbers("scales", scales, n)
    if not np.all(sizes > 0):
        raise ArgumentError("A scale is not positive.", remedy="Give the size that each parameter could well have.")
    start = np.zeros(n) if prior is None else _numbers("prior", prior, n)
    return _MatrixRegression(matrix=_Matrix(blocks, use), information=information, base_scales=sizes, prior=start)


def _sized(what: str, given: Sequence[str], count: int) -> tuple[str, ...]:
    if len(given) != count:
        raise ArgumentError(f"'{what}' has {len(given)} entries; {count} are expected.", remedy="Give one for each.")
    return tuple(map(str, given))


def _numbers(what: str, given: ArrayLike, count: int) -> Array:
    values = np.asarray(given, float)
    if values.shape != (count,) or not np.all(np.isfinite(values)):
        raise ArgumentError(
            f"'{what}' has shape {values.shape}; {count} finite numbers are expected.", remedy="Give one for each."
        )
    return values
