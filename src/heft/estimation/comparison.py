"""What else would have predicted the same rows: least squares without constraints, and the robot's own file.

All four are compared on the same rows, low-pass filtered as they are fitted: the physically consistent estimate; the
least-squares estimate, which need not be consistent; the robot as its file has it; and the links of the file with
friction and reflected inertias fitted to the same logs, since most files have none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.information import Information, information_of, merged
from heft.estimation.least_squares import Fit
from heft.estimation.residuals import Residuals
from heft.linalg import least_squares
from heft.logs.motion import Motion


@dataclass(frozen=True)
class Predicted:
    """The residuals of one set of parameters.

    Attributes:
        fitted: on the rows that were fitted.
        held_out: on those that were held out; None if none were.
    """

    fitted: Residuals
    held_out: Residuals | None

    @property
    def judged(self) -> Residuals:
        """Those by which it is judged: held-out ones, if there are any."""
        return self.held_out or self.fitted

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"fitted": self.fitted.to_dict(), "held_out": self.held_out and self.held_out.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Predicted:
        """Read what `to_dict` gives."""
        held_out = data["held_out"]
        return cls(Residuals.from_dict(data["fitted"]), held_out and Residuals.from_dict(held_out))


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """The residuals of an estimate beside those of others.

    Attributes:
        estimate: of the physically consistent estimate.
        unconstrained: of least squares without constraints.
        file: of the robot as its file has it.
        file_with_drives: of the links of the file, with friction and reflected inertias fitted to the same rows.
        scatter: [%] the rms error, relative to the held-out torques, that noise of the fitted rows alone makes in
            their prediction; zero if nothing was held out.
    """

    estimate: Predicted
    unconstrained: Predicted
    file: Predicted
    file_with_drives: Predicted
    scatter: float = 0.0

    @classmethod
    def of(
        cls,
        base: Base,
        fit: Fit,
        values: Array,
        information: Information,
        held_out: Sequence[Motion],
        noise: Array,
    ) -> Comparison:
        """Compare an estimate with others.

        Args:
            base: the base parameters.
            fit: their least-squares estimate.
            values: (n,) the consistent estimate of all parameters.
            information: of the fitted rows, over the base columns.
            held_out: motions that were held out.
            noise: (n_base, n_base) the covariance of the least-squares estimate by noise alone.
        """
        other = merged(information_of(base.model, base.columns, motion) for motion in held_out) if held_out else None

        def predicted(parameters: Array) -> Predicted:
            held = Residuals.of_information(other, parameters) if other and other.counts.any() else None
            return Predicted(Residuals.of_information(information, parameters), held)

        return cls(
            estimate=predicted(base.reduce(values)),
            unconstrained=predicted(fit.values),
            file=predicted(base.reduce(base.model.file)),
            file_with_drives=predicted(_with_drives(base, fit)),
            scatter=_scatter(other, noise) if other else 0.0,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {name: getattr(self, name).to_dict() for name in _RIVALS} | {"scatter": self.scatter}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Comparison:
        """Read what `to_dict` gives."""
        return cls(**{name: Predicted.from_dict(data[name]) for name in _RIVALS}, scatter=data.get("scatter", 0.0))


_RIVALS = tuple(each.name for each in fields(Comparison) if each.name != "scatter")


def _scatter(held_out: Information, noise: Array) -> float:
    """Return the rms error [%] of torques that are predicted by parameters with this covariance."""
    R, energy = held_out.stacked()[:, :-1], float(held_out.energy.sum())
    return float(100 * np.sqrt(max(float(np.sum((R @ noise) * R)), 0.0) / energy)) if energy > 0 else 0.0


def _with_drives(base: Base, fit: Fit) -> Array:
    """Return the base parameters of the file's links with drives that fit the rows best."""
    first, last = base.model.n_inertial, base.model.n_inertial + len(base.model.extra)
    links = base.model.file.copy()
    links[first:last] = 0.0
    fixed, drives = base.reduce(links), base.matrix[:, first:last]
    R, z = fit.factor[:, :-1], fit.factor[:, -1]
    columns = R @ drives
    size = np.linalg.norm(columns, axis=0)
    size[size == 0] = 1.0
    return np.asarray(fixed + drives @ (least_squares(columns / size, z - R @ fixed) / size), float)
