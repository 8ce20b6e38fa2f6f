"""Evidence: the information of all logs that are fitted, with the motions and the units that estimators need.

The information may come from motions here, from those that the workers of a cluster have, or from earlier ones that
were saved. Estimators and intervals that need a second pass stream the motions again. The plausible sizes of the
parameters are the units in which singular values are compared.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError
from heft.estimation.base import Base
from heft.estimation.earlier import refuse_strangers
from heft.estimation.information import Information, information_of, merged
from heft.estimation.regression import Regression
from heft.estimation.residuals import Pass
from heft.estimation.scales import scales_of
from heft.estimation.uncertainty import Shares, Stretch, stretch_length, stretches
from heft.logs.held import Held, Here
from heft.logs.motion import Motion


@dataclass(frozen=True, eq=False, kw_only=True)
class Evidence:
    """What logs say about base parameters.

    Attributes:
        base: the base parameters.
        information: of all logs together.
        scales: (n,) the plausible size of each parameter of the model.
        prior: (n_base,) the base parameters of the robot file.
        held: the motions, wherever they are.
        earlier: whether saved information of earlier logs is part of it: their motions cannot be passed over again.
    """

    base: Base
    information: Information
    scales: Array
    prior: Array
    held: Held[Motion] = field(default_factory=lambda: Here(()))
    earlier: bool = False

    @classmethod
    def of(
        cls,
        base: Base,
        motions: Sequence[Motion] | Held[Motion],
        earlier: Information | None = None,
    ) -> Evidence:
        """Gather what motions say, with the information of earlier logs added.

        Raises:
            ArgumentError: the information of earlier logs is of another model.
        """
        held = motions if isinstance(motions, Held) else Here(tuple(motions))
        parts = held.each(_information, base)
        if earlier is not None:
            refuse_strangers(base, earlier)
            parts.append(earlier)
        information = merged(parts)
        return cls(
            base=base,
            information=information,
            scales=scales_of(base.model, information),
            prior=base.reduce(base.model.prior),
            held=held,
            earlier=earlier is not None,
        )

    @property
    def motions(self) -> tuple[Motion, ...]:
        """The motions themselves, here."""
        return tuple(self.held.fetched())

    @property
    def base_scales(self) -> Array:
        """(n_base,) the plausible sizes of the base parameters."""
        return self.base.scales(self.scales)

    @property
    def inertial_prior(self) -> Array:
        """(n_base,) the base parameters of the robot file, zero for those of the drives.

        With contacts it is zero throughout: rows have a part of every effort, so none of them lacks a scale.
        """
        return np.where(self.drives | (self.base.model.contacts is not None), 0.0, self.prior)

    @property
    def drives(self) -> Bools:
        """(n_base,) which base parameters are those of drives."""
        return np.asarray(self.base.columns) >= self.base.model.n_inertial

    @property
    def one_pass(self) -> Pass:
        """A pass over the motions, here."""
        return Pass(self.base.model, self.base.columns, self.motions)

    def stretches(self, values: Array, weights: Array, shares: Shares | None = None) -> Iterator[Stretch]:
        """Return what stretches of equal time say under base parameters; see `heft.estimation.uncertainty.stretches`.

        Args:
            values: (n_base,) base parameters.
            weights: (nv,) of the coordinates' residuals, or (nv, nv) the inverse of their covariance.
            shares: gives each of the residuals (nv, m) its weight, and how its pull grows; None: all count fully.
        """
        length = stretch_length(sum(self.held.each(_rows)))
        if isinstance(self.held, Here):
            return stretches(self.one_pass, values, weights, length, shares, neighbours=True)
        each = self.held.each(_stretches, self.base, values, weights, length, shares)
        return (replace(part, run=run) for run, parts in enumerate(each) for part in parts)


def _information(motion: Motion, base: Base) -> Information:
    return information_of(base.model, base.columns, motion)


def _rows(motion: Motion) -> int:
    return len(motion.kept)


def _stretches(
    motion: Motion, base: Base, values: Array, weights: Array, length: int, shares: Shares | None
) -> list[Stretch]:
    one_pass = Pass(base.model, base.columns, [motion])
    return [*stretches(one_pass, values, weights, length, shares, neighbours=True)]


def of_robot(regression: Regression) -> Evidence:
    """Return the evidence that a regression is.

    Raises:
        ArgumentError: its rows do not come from logs of a robot.
    """
    if not isinstance(regression, Evidence):
        raise ArgumentError("This estimator needs logs of a robot.", remedy="Use heft.identify.")
    return regression
