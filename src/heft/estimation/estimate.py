"""The result of an identification: every number with its interval and its source, and the robot that it makes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array, Bools
from heft.dynamics.api import check_samples, torque_regressor
from heft.errors import ArgumentError, FormatError, did_you_mean
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.information import Information
from heft.estimation.judgement import Judgement, judge
from heft.logs.cleaning import clean
from heft.logs.log import Log
from heft.logs.motion import Motion
from heft.minimal.tip_to_base import JointFit
from heft.robot.model import Body, Robot

FORMAT = "heft-estimate/1"
TWO_SIDED_95 = 1.959963984540054
"""Standard deviations to either side of a 95 % interval."""


@dataclass(frozen=True, eq=False)
class Estimate:
    """What an identification found.

    Attributes:
        base: the base parameters, and the model whose parameters they combine.
        values: (n,) all parameters, physically possible.
        base_values: (n_base,) base parameters by least squares.
        covariance: (n_base, n_base) of those.
        excited: (n_base,) whether the data tell each base parameter.
        deviation: (n,) standard deviations of `least_squares`; infinite where the data do not tell.
        source: (n,) "data", "combination" or "prior": see `heft.estimation.uncertainty`.
        rank: how many combinations the data tell.
        condition: of the weighted regression, columns of unit length.
        fitted: errors of `values` on the samples that it was fitted to.
        held_out: errors on samples that were kept back; None if none were.
        warnings: sentences.
        options: how it was made, ready for JSON.
        provenance: from what: logs with their hashes, versions; ready for JSON.
        joints: what each joint told, base to tip, if it was estimated joint by joint.
        information: what the logs that were fitted say, to be saved and added to later ones; not part of the JSON.
    """

    base: Base
    values: Array
    base_values: Array
    covariance: Array
    excited: Bools
    deviation: Array
    source: tuple[str, ...]
    rank: int
    condition: float
    fitted: Judgement
    held_out: Judgement | None
    warnings: tuple[str, ...]
    options: Mapping[str, Any]
    provenance: Mapping[str, Any]
    joints: tuple[JointFit, ...] = ()
    information: Information | None = None

    @property
    def model(self) -> Model:
        """The model whose parameters were estimated."""
        return self.base.model

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parameters."""
        return self.model.names

    @property
    def base_deviation(self) -> Array:
        """(n_base,) standard deviations of the base parameters; infinite where nobody excited them."""
        return np.where(self.excited, np.sqrt(np.maximum(np.diag(self.covariance), 0.0)), np.inf)

    @cached_property
    def least_squares(self) -> Array:
        """(n,) what the data alone say of each parameter; NaN where they do not tell.

        Consistency and the prior have no part in it, so it may be no possible robot's: `values` are.
        """
        # base = M x has full row rank, so what its rows determine alone is the same in every solution
        some = np.linalg.pinv(self.base.matrix) @ self.base_values
        return np.where(np.isfinite(self.deviation), some, np.nan)

    def interval(self, name: str) -> tuple[float, float]:
        """Return the 95 % interval of a parameter by the data alone, infinite where they do not tell.

        Like those of the base parameters it lies about least squares, whose scatter it describes, not about `values`.
        """
        if name not in self.names:
            raise ArgumentError(f"There is no parameter '{name}'.", remedy=did_you_mean(name, self.names))
        k = self.names.index(name)
        if not np.isfinite(self.deviation[k]):
            return -float("inf"), float("inf")
        half = TWO_SIDED_95 * self.deviation[k]
        return float(self.least_squares[k] - half), float(self.least_squares[k] + half)

    @cached_property
    def robot(self) -> Robot:
        """The robot with these inertias, armatures and frictions. What the model does not have is zero in it."""
        robot = self.model.robot.with_parameters(self.values[: self.model.n_inertial])
        extra = {
            (column.gears[0][0], column.kind): value
            for column, value in zip(self.model.extra, self.values[self.model.n_inertial :], strict=False)
            if len(column.gears) == 1
        }
        return replace(robot, bodies=tuple(_with_drive(robot, body, extra) for body in robot.bodies))

    def predict(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Return the efforts that the model expects, every column counted, (n, nv) or (nv,) [N m, N]."""
        (q, qd, qdd), single = check_samples(self.model.robot, {"q": q, "qd": qd, "qdd": qdd})
        n = self.model.n_inertial
        tau = torque_regressor(self.model.robot, q, qd, qdd) @ self.values[:n]
        signals = self.model.extra_signals(q, qd, qdd)
        for column, value, signal in zip(self.model.extra, self.values[n:], signals, strict=False):
            for r, gear in column.gears:
                tau[:, r] += gear * value * signal
        return tau[0] if single else tau

    def validate(self, *runs: Motion | Log) -> Judgement:
        """Return the errors on other runs; a log is cleaned first."""
        robot = self.model.robot
        return judge(self.model, self.values, [clean(robot, run) if isinstance(run, Log) else run for run in runs])

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; infinite is null."""
        prior = self.model.prior
        parameters = [
            {
                "name": name,
                "unit": self.model.units[k],
                "value": float(self.values[k]),
                "least_squares": _finite(self.least_squares[k]),
                "deviation": _finite(self.deviation[k]),
                "source": self.source[k],
                "prior": float(prior[k]),
            }
            for k, name in enumerate(self.names)
        ]
        base = [
            {
                "name": name,
                "expression": self.base.expression(k),
                "terms": {self.names[c]: float(self.base.matrix[k, c]) for c in np.flatnonzero(self.base.matrix[k])},
                "unit": self.base.units[k],
                "value": float(self.base_values[k]),
                "consistent_value": float(self.base.matrix[k] @ self.values),
                "deviation": _finite(self.base_deviation[k]),
            }
            for k, name in enumerate(self.base.names)
        ]
        return {
            "format": FORMAT,
            "parameters": parameters,
            "base_parameters": base,
            "covariance": self.covariance.tolist(),
            "rank": self.rank,
            "condition": _finite(self.condition),
            "fitted": self.fitted.to_dict(),
            "held_out": self.held_out and self.held_out.to_dict(),
            "joints": [joint.to_dict() for joint in self.joints],
            "warnings": list(self.warnings),
            "options": dict(self.options),
            "provenance": dict(self.provenance),
            "model": self.model.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Estimate:
        """Read what `to_dict` gives.

        Raises:
            FormatError: it is something else.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            raise FormatError("It is no result of an identification.", remedy=f"Its format should be '{FORMAT}'.")
        try:
            model = Model.from_dict(data["model"])
            where = {name: k for k, name in enumerate(model.names)}
            rows = data["base_parameters"]
            matrix = np.zeros((len(rows), len(where)))
            for k, row in enumerate(rows):
                for name, value in row["terms"].items():
                    matrix[k, where[name]] = value
            base = Base(model, matrix, np.array([where[row["name"]] for row in rows], np.int64))
            held_out = data["held_out"]
            return cls(
                base,
                np.array([row["value"] for row in data["parameters"]], float),
                np.array([row["value"] for row in rows], float),
                np.array(data["covariance"], float).reshape(len(rows), len(rows)),
                np.array([row["deviation"] is not None for row in rows], bool),
                np.array([_infinite(row["deviation"]) for row in data["parameters"]], float),
                tuple(row["source"] for row in data["parameters"]),
                data["rank"],
                _infinite(data["condition"]),
                Judgement.from_dict(data["fitted"]),
                held_out and Judgement.from_dict(held_out),
                tuple(data["warnings"]),
                data["options"],
                data["provenance"],
                tuple(JointFit.from_dict(joint) for joint in data.get("joints", ())),
            )
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise FormatError(f"The result of an identification is damaged: {error}.") from None

    def __repr__(self) -> str:
        held = f", held out {self.held_out.overall.relative_percent:.3g} %" if self.held_out else ""
        return (
            f"<Estimate of '{self.model.robot.name}': {self.rank} of {len(self.base_values)} combinations told, "
            f"fit {self.fitted.overall.relative_percent:.3g} %{held}>"
        )


def _with_drive(robot: Robot, body: Body, extra: Mapping[tuple[int, str], float]) -> Body:
    """Return a body whose joint has the estimated friction and armature of its coordinate."""
    joint = body.joint
    if joint.mimic is not None or joint.nv != 1:
        return body
    r = robot.v_index[joint.name].start

    def value(kind: str) -> float:
        return float(extra.get((r, kind), 0.0))

    plus, minus = value("coulomb+"), value("coulomb-")
    friction = replace(
        joint.friction,
        viscous=value("viscous"),
        coulomb=value("coulomb") + value("hysteresis") + (plus + minus) / 2,
        offset=value("offset") + (plus - minus) / 2,
    )
    return replace(body, joint=replace(joint, friction=friction, armature=value("armature")))


def _finite(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None


def _infinite(value: float | None) -> float:
    return float("inf") if value is None else float(value)
