"""Residuals of parameters on motions: streamed row by row, and summed up per joint.

The error of a model on a log has two meanings, and both are given by name. *Measured*: against the efforts as they were
recorded, at every sample at which the joint moves fast enough for the sign of its friction to be certain. *Filtered*:
both sides low-pass filtered and decimated, as in the regression; noise that no model can predict counts less there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.columns import Model
from heft.estimation.information import Information
from heft.estimation.rows import RegressionRows, RowSource, rows_of, sources_of
from heft.logs.motion import Motion


@dataclass(frozen=True, eq=False)
class Pass:
    """One pass over motions with chosen columns of a model."""

    model: Model
    chosen: Sequence[int] | Ints
    motions: Sequence[Motion]

    @property
    def sources(self) -> list[RowSource]:
        """Where each coordinate's columns come from."""
        return sources_of(self.model, self.chosen)

    def rows(self) -> Iterator[tuple[RegressionRows, Array]]:
        """Stream rows with an array (nv, m) for their residuals."""
        sources = self.sources
        for motion in self.motions:
            for rows in rows_of(self.model, sources, motion):
                yield rows, np.empty(rows.use.shape)

    def residuals(self, values: Array) -> Iterator[tuple[RegressionRows, Array]]:
        """Stream rows and their residuals (nv, m) under parameters; NaN where a row is not to be used."""
        sources = self.sources
        for rows, errors in self.rows():
            for r, (source, block) in enumerate(zip(sources, rows.blocks, strict=True)):
                errors[r] = np.where(rows.use[r], block[-1] - values[source.columns] @ block[:-1], np.nan)
            yield rows, errors


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
    def of_information(cls, information: Information, values: Array) -> Residuals:
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
            relative = row["relative_percent"]
            return JointResidual(
                row.get("name", "overall"), row["rmse"], float("nan") if relative is None else relative, row["n"]
            )

        return cls(tuple(joint(row) for row in data["joints"]), joint(data["overall"]))


@dataclass(frozen=True)
class Validation:
    """How well a model predicts runs.

    Attributes:
        measured: residuals against the efforts as they were recorded.
        filtered: residuals with both sides low-pass filtered and decimated, as in the regression.
    """

    measured: Residuals
    filtered: Residuals

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
        return self.measured.to_dict() | {"filtered": self.filtered.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Validation:
        """Read what `to_dict` gives."""
        return cls(Residuals.from_dict(data), Residuals.from_dict(data["filtered"]))


def validation(model: Model, values: Array, motions: Sequence[Motion]) -> Validation:
    """Return both residuals of all parameters of a model (n,) on motions.

    The same samples count whatever friction the model has, so that models can be compared.
    """
    model = replace(model, slow_rows=False)
    unfiltered = [replace(motion, regression_filter=None) for motion in motions]
    return Validation(residuals(model, values, unfiltered), residuals(model, values, motions))


def residuals(model: Model, values: Array, motions: Sequence[Motion]) -> Residuals:
    """Return the residuals of all parameters of a model (n,) on motions, filtered as the motions say."""
    squares, energy, counts = np.zeros(model.robot.nv), np.zeros(model.robot.nv), np.zeros(model.robot.nv, np.int64)
    for rows, errors in Pass(model, range(len(values)), motions).residuals(values):
        squares += np.nansum(errors**2, axis=1)
        energy += [np.sum(block[-1, use] ** 2) for block, use in zip(rows.blocks, rows.use, strict=True)]
        counts += np.sum(rows.use, axis=1)
    return Residuals.of(model.robot.coordinate_names, squares, energy, counts)
