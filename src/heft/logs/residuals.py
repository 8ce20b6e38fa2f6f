"""How far predictions are from what logs measured, joint by joint.

The error of a model on a log has two meanings, and both are given by name. *Measured*: against the efforts as they were
recorded, at every sample at which the joint moves fast enough for the sign of its friction to be certain. *Filtered*:
both sides low-pass filtered and decimated, as in the regression; noise that no model can predict counts less there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

import numpy as np

from heft.arrays import Array, Ints
from heft.logs.residual_table import figures, residual_table
from heft.showing.shown import Shown


class SummedRows(Protocol):
    """Rows of a regression that were summed up, such as `heft.estimation.information.Information`."""

    @property
    def coordinates(self) -> Sequence[str]:
        """The names of the coordinates."""
        ...

    @property
    def energy(self) -> Array:
        """(nv,) sums of squared efforts."""
        ...

    @property
    def counts(self) -> Ints:
        """(nv,) numbers of rows."""
        ...

    def squares(self, values: Array) -> Array:
        """Return (nv,) sums of squared residuals of parameters."""
        ...


@dataclass(frozen=True)
class JointResidual:
    """The residuals of one coordinate.

    Attributes:
        name: of the coordinate.
        rmse: root mean square of measured minus predicted effort [N m or N].
        relative_percent: 100 |tau - tau_hat| / |tau| over the samples used; NaN if the efforts are all zero.
        n: how many samples were used.
    """

    name: str
    rmse: float
    relative_percent: float
    n: int


@dataclass(frozen=True)
class Residuals:
    """The residuals of every coordinate, and of all together."""

    joints: tuple[JointResidual, ...]
    overall: JointResidual

    @classmethod
    def of(cls, names: Sequence[str], squares: Array, energy: Array, counts: Ints) -> Residuals:
        """Sum up squared residuals and squared efforts (nv,) over so many samples (nv,) of each coordinate."""

        def row(name: str, square: float, effort: float, n: int) -> JointResidual:
            relative = 100 * float(np.sqrt(square / effort)) if effort > 0 else float("nan")
            return JointResidual(name, float(np.sqrt(square / max(n, 1))), relative, int(n))

        joints = tuple(row(*each) for each in zip(names, squares, energy, counts, strict=True) if each[3])
        return cls(joints, row("overall", squares.sum(), energy.sum(), counts.sum()))

    @classmethod
    def of_information(cls, information: SummedRows, values: Array) -> Residuals:
        """Return the residuals of parameters on the rows behind an information."""
        return cls.of(information.coordinates, information.squares(values), information.energy, information.counts)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; a relative error that does not exist is null."""

        def row(joint: JointResidual) -> dict[str, Any]:
            data = asdict(joint)
            return data if np.isfinite(joint.relative_percent) else data | {"relative_percent": None}

        overall = row(self.overall)
        overall.pop("name")
        return {"joints": [row(joint) for joint in self.joints], "overall": overall}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Residuals:
        """Read what `to_dict` gives."""

        def joint(row: Mapping[str, Any]) -> JointResidual:
            relative = np.nan if row["relative_percent"] is None else row["relative_percent"]
            return JointResidual(row.get("name", "overall"), row["rmse"], relative, row["n"])

        return cls(tuple(joint(row) for row in data["joints"]), joint(data["overall"]))


@dataclass(frozen=True, repr=False)
class Validation(Shown):
    """How well a model predicts runs.

    Attributes:
        measured: residuals against the efforts as they were recorded.
        filtered: residuals with both sides low-pass filtered and decimated, as in the regression.
        warnings: sentences about what makes the comparison doubtful.
        doubts: sentences why it should not be relied on: the logs are not new to the model, or faulty.
        quantity: "efforts", or "accelerations" of a model that cannot predict efforts; units are then rad/s2 and m/s2.
    """

    measured: Residuals
    filtered: Residuals
    warnings: tuple[str, ...] = ()
    quantity: str = "efforts"
    doubts: tuple[str, ...] = ()
    _table, _figures = residual_table, figures

    def __repr__(self) -> str:
        overall = self.overall
        return (
            f"<Validation: residual {overall.relative_percent:.3g} % of the {self.quantity}, {len(self.joints)} "
            f"joints, {overall.n} samples>"
        )

    @property
    def joints(self) -> tuple[JointResidual, ...]:
        """Those of `measured`."""
        return self.measured.joints

    @property
    def overall(self) -> JointResidual:
        """That of `measured`."""
        return self.measured.overall

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON: the measured residuals, and the filtered ones beside them."""
        more = {"filtered": self.filtered.to_dict(), "warnings": list(self.warnings), "quantity": self.quantity}
        return self.measured.to_dict() | more | {"doubts": list(self.doubts)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Validation:
        """Read what `to_dict` gives."""
        filtered = Residuals.from_dict(data["filtered"])
        quantity = data.get("quantity", "efforts")
        warnings, doubts = (tuple(data.get(kind, ())) for kind in ("warnings", "doubts"))
        return cls(Residuals.from_dict(data), filtered, warnings, quantity, doubts)
