"""How well parameters predict a motion's efforts, per joint and overall."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.estimation.columns import Model
from heft.estimation.information import Information, information_of, merged
from heft.logs.motion import Motion


@dataclass(frozen=True)
class JointError:
    """The errors of one coordinate.

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
class Judgement:
    """The errors of every coordinate, and of all together."""

    joints: tuple[JointError, ...]
    overall: JointError

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; a relative error that does not exist is null."""

        def row(error: JointError) -> dict[str, Any]:
            data = asdict(error)
            return data if np.isfinite(error.relative_percent) else data | {"relative_percent": None}

        overall = row(self.overall)
        overall.pop("name")
        return {"joints": [row(joint) for joint in self.joints], "overall": overall}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Judgement:
        """Read what `to_dict` gives."""

        def error(row: Mapping[str, Any]) -> JointError:
            relative = row["relative_percent"]
            return JointError(
                row.get("name", "overall"), row["rmse"], float("nan") if relative is None else relative, row["n"]
            )

        return cls(tuple(error(row) for row in data["joints"]), error(data["overall"]))


def judgement(information: Information, values: Array) -> Judgement:
    """Return the errors of parameters on the samples behind an information."""
    squares, energy, counts = information.squares(values), information.energy, information.counts
    rows = zip(information.coordinates, squares, energy, counts, strict=True)
    joints = tuple(_error(name, s, e, n) for name, s, e, n in rows if n)
    return Judgement(joints, _error("overall", squares.sum(), energy.sum(), counts.sum()))


def _error(name: str, squares: float, energy: float, n: int) -> JointError:
    relative = 100 * float(np.sqrt(squares / energy)) if energy > 0 else float("nan")
    return JointError(name, float(np.sqrt(squares / max(n, 1))), relative, int(n))


def judge(model: Model, values: Array, motions: Sequence[Motion]) -> Judgement:
    """Return the errors of all parameters of a model (n,) on motions."""
    every = range(len(model.names))
    return judgement(merged(information_of(model, every, motion) for motion in motions), values)
