"""Estimators, one per file: how the residuals of a regression are weighted.

An estimator makes a `Fit` of the `Evidence`, says whether it needs a second pass over the logs, and how the jackknife
weights residuals. To add one, write a file in this folder with a class that derives from `Estimator`, and `ESTIMATOR`,
an instance of it; the command line, the manual and the error messages find it by themselves.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.estimation.least_squares import Fit
from heft.estimation.spread import spread_of
from heft.estimation.uncertainty import Shares, Spread, Stretch, jackknife
from heft.registry import Registry

if TYPE_CHECKING:
    from heft.estimation.regression import Regression


class Estimator(ABC):
    """A way to estimate base parameters.

    Attributes:
        name: by which it is asked for.
        summary: what it does, in a line for tables and help.
        needs_second_pass: whether it must pass over the logs again, once their information is gathered.
        needs_robot: whether it needs a robot and its motions, not a regression alone.
        attenuated: whether noise of the positions biases it, as it does all kinds of least squares.
        simulates: whether its regressor is that of a simulated motion, so that its bias is another than least squares'.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    needs_second_pass: ClassVar[bool] = False
    attenuated: ClassVar[bool] = True
    simulates: ClassVar[bool] = False
    needs_robot: ClassVar[bool] = False

    @abstractmethod
    def fit(self, evidence: Regression) -> Fit:
        """Return the estimate of the base parameters."""

    def controlled_by(self, controller: Mapping[str, tuple[float, float]]) -> Estimator:
        """Return the estimator for robots whose controller has known gains: Kp and Kd by joint.

        Raises:
            ArgumentError: it simulates no controller.
        """
        raise ArgumentError(
            f"The gains of a controller have no effect on the estimator '{self.name}'.",
            remedy="Leave them out, or use the estimator 'output-error'.",
        )

    def weights(self, evidence: Regression, fit: Fit) -> Array:
        """Return how the jackknife weights residuals: (nv,), or (nv, nv) the inverse of their covariance."""
        return fit.weights

    def shares(self, fit: Fit) -> Shares | None:
        """Return the function that gives single residuals (nv, m) weights and slopes; None where all count fully."""
        return None

    def scatter(self, fit: Fit, parts: Iterable[Stretch]) -> Array:
        """Return the covariance (n_base, n_base) from what stretches of time say of a fit."""
        return jackknife(fit, parts)

    def stretches(self, evidence: Regression, fit: Fit) -> Iterable[Stretch]:
        """Return what short stretches of time say of a fit."""
        return evidence.stretches(fit.values, self.weights(evidence, fit), self.shares(fit))

    def spread(self, evidence: Regression, fit: Fit) -> Spread:
        """Return how a fit's values scatter.

        Saved information of earlier logs does not say how residuals scatter in time: residuals then count as
        independent.
        """
        if evidence.earlier:
            return Spread.independent(fit)
        return spread_of(evidence.drives, fit, self.stretches(evidence, fit), self.scatter)


_ESTIMATORS: Registry[Estimator] = Registry(__name__, "ESTIMATOR", "estimator")
register, unregister = _ESTIMATORS.register, _ESTIMATORS.unregister
estimator, estimators = _ESTIMATORS.named, _ESTIMATORS.all


def table() -> str:
    """Return the estimators as a table for the manual."""
    rows = [
        f"| `{one.name}` | {one.summary} | {'more than one' if one.needs_second_pass else 'one'} |"
        for one in estimators().values()
    ]
    return "\n".join(["| estimator | what it does | passes over the logs |", "| --- | --- | --- |", *rows])
