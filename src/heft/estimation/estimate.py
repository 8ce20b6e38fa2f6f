"""The result of an identification: every number with its interval and its source, and the robot that it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array, Bools
from heft.dynamics.api import check_samples
from heft.errors import ArgumentError, FormatError, did_you_mean
from heft.estimation.base import Base
from heft.estimation.base_tilt import BaseTilt
from heft.estimation.columns import Model
from heft.estimation.comparison import Comparison
from heft.estimation.drive_gains import DriveGains
from heft.estimation.estimate_figures import figures, parameter_table
from heft.estimation.estimate_rows import base_rows, finite, parameter_rows
from heft.estimation.friction_trials import FrictionChoice
from heft.estimation.identified_robot import identified_robot
from heft.estimation.information import Information
from heft.estimation.options import Options
from heft.estimation.payload import Payload
from heft.estimation.provenance import Provenance
from heft.estimation.residuals import Residuals, Validation
from heft.estimation.result_schema import KIND, REMEDY, check_names, check_result
from heft.estimation.runs import Runs
from heft.estimation.tip_to_base import JointFit
from heft.estimation.uncertainty import quantile
from heft.estimation.validate import compared, no_payload, prepared, validated, with_faults
from heft.files import read_bytes, write_whole
from heft.logs.cleaning_options import Cleaning
from heft.logs.comparability import with_doubts
from heft.logs.runs import Progress, RunLike
from heft.parameters import NAMES
from heft.reading.guard import reading
from heft.reading.text import json_value
from heft.reading.written import to_json
from heft.robot.model import Robot
from heft.robot.splitting import joined
from heft.showing.shown import Shown

FORMAT, FILE = "heft-estimate/1", "result.json"
TWO_SIDED_95 = 1.959963984540054
"""Standard deviations to either side of a 95 % interval, if they are certain."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Estimate(Shown):
    """What an identification found.

    Attributes:
        base: the base parameters, and the model whose parameters they combine.
        values: (n,) all parameters, physically consistent.
        base_values: (n_base,) base parameters by least squares.
        covariance: (n_base, n_base) of those: noise, and what the model lacks.
        noise_covariance: (n_base, n_base) of noise alone.
        independent: (n_base, n_base) the same if residuals were independent, which is how runs are weighted beside
            others; None in older results.
        base_freedom: (n_base,) degrees of freedom of their variances; infinite if these are certain.
        determined: (n_base,) whether the data determine each base parameter, well or badly: its interval is finite.
        deviation: (n,) standard deviations of `least_squares`; infinite where the data do not determine it.
        noise: (n,) the part of them that noise makes; see `model_error` for the rest.
        freedom: (n,) degrees of freedom of the deviations.
        source: (n,) "data", "combination" or "prior": see `heft.estimation.uncertainty`.
        rank: how many combinations the data determine.
        condition: of the weighted regression, columns of unit length.
        fitted: residuals of `values` on the rows that were fitted, low-pass filtered as these are.
        held_out: residuals on the held-out samples; None if nothing was held out.
        warnings: sentences.
        options: how it was made.
        cleaning: how its logs were cleaned, with what was chosen; logs that it is judged on are cleaned alike.
        provenance: from what: robot file, logs with their hashes, versions; ready for JSON.
        presliding: distances over which contacts bend before they slide, by column; see
            `heft.estimation.presliding`.
        friction_choice: how the friction laws of every joint were chosen, if they were.
        joints: what each joint determined, base to tip, if the estimate is recursive.
        payload: the payload of the loaded runs, if there were any.
        drive_gains: torque per ampere of each joint, if they were estimated.
        comparison: its residuals beside those of unconstrained least squares and of the robot's file.
        doubts: why it should not be relied on; see `heft.estimation.doubts`.
        base_tilt: how the base is tilted, if that was estimated; the robot has the gravity that follows.
        information: what the logs that were fitted say, to be saved and added to later ones; not part of the JSON.
        runs: the motions that it was made from; not part of the JSON.
    """

    base: Base
    values: Array
    base_values: Array
    covariance: Array
    noise_covariance: Array
    base_freedom: Array
    determined: Bools
    deviation: Array
    noise: Array
    freedom: Array
    source: tuple[str, ...]
    rank: int
    condition: float
    fitted: Residuals
    held_out: Validation | None
    warnings: tuple[str, ...]
    options: Options
    cleaning: Cleaning
    provenance: Provenance
    friction_choice: FrictionChoice | None = None
    presliding: Mapping[str, float] = field(default_factory=dict)
    joints: tuple[JointFit, ...] = ()
    payload: Payload | None = None
    drive_gains: DriveGains | None = None
    independent: Array | None = None
    comparison: Comparison | None = None
    doubts: tuple[str, ...] = ()
    base_tilt: BaseTilt | None = None
    information: Information | None = None
    runs: Runs | None = None
    _table, _figures = parameter_table, figures

    @property
    def model(self) -> Model:
        """The model whose parameters were estimated."""
        return self.base.model

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all parameters."""
        return self.model.names

    @property
    def friction_numbers(self) -> dict[str, float]:
        """The numbers that were searched, such as Stribeck speeds, by column [rad/s, m/s, rad, m]."""
        return {column.name: column.number for column in self.model.extra if column.number and column.run is None}

    @property
    def base_deviation(self) -> Array:
        """(n_base,) standard deviations of the base parameters; infinite where they are not determined."""
        return np.where(self.determined, np.sqrt(np.maximum(np.diag(self.covariance), 0.0)), np.inf)

    @property
    def base_noise(self) -> Array:
        """(n_base,) the part of the standard deviations of the base parameters that noise makes."""
        noise = np.sqrt(np.maximum(np.diag(self.noise_covariance), 0.0))
        return np.minimum(np.where(self.determined, noise, np.inf), self.base_deviation)

    @property
    def base_model_error(self) -> Array:
        """(n_base,) the part of the standard deviations of the base parameters that noise does not explain."""
        return _rest(self.base_deviation, self.base_noise)

    @property
    def model_error(self) -> Array:
        """(n,) the part of the standard deviations that noise does not explain: what the model lacks, drift."""
        return _rest(self.deviation, self.noise)

    @cached_property
    def base_half_width(self) -> Array:
        """(n_base,) how far the 95 % intervals of the base parameters reach to either side."""
        return quantile(self.base_freedom) * self.base_deviation

    @cached_property
    def half_width(self) -> Array:
        """(n,) how far the 95 % interval of each parameter reaches to either side of `least_squares`."""
        return quantile(self.freedom) * self.deviation

    @cached_property
    def least_squares(self) -> Array:
        """(n,) what the data alone say of each parameter; NaN where they do not determine it.

        Consistency and the prior have no part in it, so it may not be physically consistent: `values` are.
        """
        # base = M x has full row rank, so what its rows determine alone is the same in every solution
        some = np.linalg.pinv(self.base.matrix) @ self.base_values
        return np.where(np.isfinite(self.deviation), some, np.nan)

    def interval(self, name: str) -> tuple[float, float]:
        """Return the 95 % interval of a parameter by the data alone, infinite where they do not determine it.

        Like those of the base parameters it lies about least squares, whose scatter it describes, not about `values`.
        """
        if name not in self.names:
            raise ArgumentError(f"There is no parameter '{name}'.", remedy=did_you_mean(name, self.names))
        k = self.names.index(name)
        if not np.isfinite(self.deviation[k]):
            return -float("inf"), float("inf")
        low, high = self.least_squares[k] - self.half_width[k], self.least_squares[k] + self.half_width[k]
        return float(low), float(high)

    @cached_property
    def robot(self) -> Robot:
        """The robot with these inertias, armatures and frictions. What the model does not have is zero in it."""
        return joined(self.in_parts)

    @cached_property
    def in_parts(self) -> Robot:
        """The same with bodies split at the force/torque sensors in them: each part has its own inertia in a file."""
        return identified_robot(self.model, self.values)

    def predict(self, q: ArrayLike, qd: ArrayLike, qdd: ArrayLike) -> Array:
        """Return the efforts that the model expects, every column counted, (n, nv) or (nv,) [N m, N]."""
        (q, qd, qdd), single = check_samples(self.model.robot, {"q": q, "qd": qd, "qdd": qdd})
        tau = self.model.torques(self.values, q, qd, qdd)
        return tau[0] if single else tau

    def validate(
        self,
        runs: RunLike | Sequence[RunLike],
        *,
        cleaning: Cleaning | None = None,
        payload: bool = False,
        all_samples: bool = False,
        progress: Progress | None = None,
    ) -> Validation:
        """Return the residuals on other runs; see `heft.validate`. Motor currents need estimated drive gains.

        Logs are cleaned as those that were fitted, but for options of `cleaning` that are not the default.
        """
        if payload and self.payload is None:
            raise no_payload()
        cleaning = (cleaning or Cleaning()).over(self.cleaning)
        motions = prepared(self.model.robot, runs, gains=self.drive_gains, cleaning=cleaning, progress=progress)
        judge = partial(validated, motions=motions, presliding=self.presliding, all_samples=all_samples)
        found = judge(self.model, self.values)
        if self.payload is not None:
            loaded = judge(*self.loaded())
            pair = (loaded, found) if payload else (found, loaded)
            found = compared(*pair, self.payload, payload)
        fitted = [*self.provenance.get("logs", ()), *self.provenance.get("loaded", ())]
        return with_faults(with_doubts(found, motions, fitted), self.model, motions, lambda: self.base)

    def loaded(self) -> tuple[Model, Array]:
        """Return the model and its parameters (n,) with the payload on the body that carries it.

        Raises:
            ArgumentError: there is no payload.
        """
        payload = self.payload
        if payload is None:
            raise no_payload()
        values = np.array(self.values)
        values[[self.names.index(f"{payload.body}.{name}") for name in NAMES]] += payload.parameters
        return replace(self.model, carrying=payload.on(self.model.carrier)), values

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; infinite is null."""
        return {
            "format": FORMAT,
            "doubts": list(self.doubts),
            "parameters": parameter_rows(self),
            "base_parameters": base_rows(self),
            "covariance": self.covariance.tolist(),
            "noise_covariance": self.noise_covariance.tolist(),
            "independent_covariance": None if self.independent is None else self.independent.tolist(),
            "rank": self.rank,
            "condition": finite(self.condition),
            "fitted": self.fitted.to_dict(),
            "held_out": self.held_out and self.held_out.to_dict(),
            "comparison": self.comparison and self.comparison.to_dict(),
            "joints": [joint.to_dict() for joint in self.joints],
            "warnings": list(self.warnings),
            "options": self.options.to_dict(),
            "cleaning": self.cleaning.to_dict(),
            "provenance": {**self.provenance},
            "friction_choice": self.friction_choice and self.friction_choice.to_dict(),
            "presliding": dict(self.presliding),
            "payload": self.payload and self.payload.to_dict(),
            "drive_gains": self.drive_gains and self.drive_gains.to_dict(),
            "base_tilt": self.base_tilt and self.base_tilt.to_dict(),
            "classes": dict(zip(self.names, self.base.classes, strict=True)),
            "model": self.model.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any], where: str = "result") -> Estimate:
        """Read what `to_dict` gives; results from before noise was stored apart have no other part of deviations.

        Raises:
            FormatError: it is something else, or damaged; names the file `where`.
        """
        if not isinstance(data, Mapping) or data.get("format") != FORMAT:
            remedy = f"Its format should be '{FORMAT}'."
            raise FormatError("This is not a result of an identification.", where=where, remedy=remedy)
        data = check_result(data, where)
        with reading(where, KIND, REMEDY):
            model = Model.from_dict(data["model"])
            check_names(data, model.names, model.rows, where)
            positions = {name: k for k, name in enumerate(model.names)}
            rows = data["base_parameters"]
            matrix = np.zeros((len(rows), len(positions)))
            for k, row in enumerate(rows):
                for name, value in row["terms"].items():
                    matrix[k, positions[name]] = value
            columns = np.array([positions[row["name"]] for row in rows], np.int64)
            base = Base(model=model, matrix=matrix, columns=columns)
            held_out = data["held_out"]
            payload, gains, choice = data["payload"], data["drive_gains"], data.get("friction_choice")
            independent, tilt = data.get("independent_covariance"), data.get("base_tilt")
            return cls(
                base=base,
                values=np.array([row["value"] for row in data["parameters"]], float),
                base_values=np.array([row["value"] for row in rows], float),
                covariance=_square(data["covariance"], len(rows)),
                noise_covariance=np.array(data.get("noise_covariance", data["covariance"]), float).reshape(
                    len(rows), len(rows)
                ),
                base_freedom=np.array([_infinite(row.get("freedom")) for row in rows], float),
                determined=np.array([row["deviation"] is not None for row in rows], bool),
                deviation=np.array([_infinite(row["deviation"]) for row in data["parameters"]], float),
                noise=np.array([_infinite(row.get("noise", row["deviation"])) for row in data["parameters"]], float),
                freedom=np.array([_infinite(row.get("freedom")) for row in data["parameters"]], float),
                source=tuple(row["source"] for row in data["parameters"]),
                rank=data["rank"],
                condition=_infinite(data["condition"]),
                fitted=Residuals.from_dict(data["fitted"]),
                held_out=held_out and Validation.from_dict(held_out),
                warnings=tuple(data["warnings"]),
                options=Options.from_dict(data["options"]),
                cleaning=Cleaning.from_dict(data.get("cleaning") or data["options"]["cleaning"]).for_robot(model.robot),
                provenance=data["provenance"],
                friction_choice=choice and FrictionChoice.from_dict(choice),
                presliding=data["presliding"],
                comparison=Comparison.from_dict(data["comparison"]) if data.get("comparison") else None,
                doubts=tuple(data.get("doubts", ())),
                joints=tuple(JointFit.from_dict(joint) for joint in data["joints"]),
                payload=payload and Payload.from_dict(payload),
                drive_gains=gains and DriveGains.from_dict(gains),
                independent=independent and np.array(independent, float).reshape(len(rows), len(rows)),
                base_tilt=tilt and BaseTilt.from_dict(tilt),
            )

    def save(self, path: str | Path) -> None:
        """Write it as JSON, whole or not at all: the result.json of `heft identify -o`.

        Args:
            path: the file, which should end in .json; one that exists is replaced.

        Raises:
            FileError: it cannot be written.
        """
        write_whole(Path(path), to_json(self.to_dict()).encode())

    @classmethod
    def load(cls, path: str | Path) -> Estimate:
        """Read what `save` or `heft identify -o` wrote; `information` and `runs` are not part of it.

        Args:
            path: the file, or the folder with its result.json.

        Raises:
            FileError: it cannot be read.
            FormatError: it is something else, or damaged; names the file and the key.
        """
        place = Path(path)
        place = place / FILE if place.is_dir() else place
        return cls.from_dict(json_value(read_bytes(place), str(place)), str(place))

    def __repr__(self) -> str:
        held = f", held-out {self.held_out.filtered.overall.relative_percent:.3g} %" if self.held_out else ""
        return (
            f"<Estimate of '{self.model.robot.name}': {self.rank} of {len(self.base_values)} base parameters "
            f"identified, fit {self.fitted.overall.relative_percent:.3g} %{held}>"
        )


def _rest(deviation: Array, noise: Array) -> Array:
    """Return the part of deviations that noise does not explain; infinite where they are."""
    finite = np.isfinite(deviation)
    square = np.where(finite, deviation, 0.0) ** 2 - np.where(finite, noise, 0.0) ** 2
    return np.where(finite, np.sqrt(np.maximum(square, 0.0)), np.inf)


def _square(rows: Any, n: int) -> Array:
    return np.array(rows, float).reshape(n, n)


def _infinite(value: float | None) -> float:
    return float("inf") if value is None else float(value)
