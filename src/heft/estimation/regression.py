"""What an estimator needs of a regression, whether its rows come from logs of a robot or from somebody's own matrix."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from heft.arrays import Array, Bools
from heft.estimation.information import Information
from heft.estimation.residuals import Pass
from heft.estimation.uncertainty import Shares, Stretch


class Regression(Protocol):
    """A regression: `heft.estimation.evidence.Evidence`, or the rows that `heft.fit` is given."""

    @property
    def information(self) -> Information:
        """The triangular factors of all rows."""
        ...

    @property
    def base_scales(self) -> Array:
        """(n,) the plausible sizes of the parameters."""
        ...

    @property
    def prior(self) -> Array:
        """(n,) what directions that are not determined keep."""
        ...

    @property
    def inertial_prior(self) -> Array:
        """(n,) the prior of inertial parameters, zero for others."""
        ...

    @property
    def drives(self) -> Bools:
        """(n,) which parameters belong to drives, not to links."""
        ...

    @property
    def earlier(self) -> bool:
        """Whether some rows cannot be passed over again."""
        ...

    @property
    def one_pass(self) -> Pass:
        """A pass over the rows."""
        ...

    def stretches(self, values: Array, weights: Array, shares: Shares | None = None) -> Iterable[Stretch]:
        """Return what stretches of equal time say under parameters."""
        ...
