"""A payload from a loaded and an unloaded run: mass, centre of mass, inertia, each with its uncertainty.

The load is a second set of ten parameters on the columns of the body that carries it; only the loaded run has them:

    unloaded:  tau = A b            loaded:  tau = A b + A_body p

Both informations merge by the names of their columns, and one weighted least squares gives the robot's base parameters
b (friction included) and the load p together, so that nothing of the robot need be known beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.consistent import consistent
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.information import Information, information_of, merged
from heft.estimation.least_squares import Fit
from heft.estimation.residuals import Pass
from heft.estimation.scales import scales_of
from heft.estimation.uncertainty import jackknife, stretches
from heft.logs.motion import Motion
from heft.parameters import to_com


@dataclass(frozen=True, eq=False, kw_only=True)
class Payload:
    """An estimated payload, in the frame of the body that carries it.

    Attributes:
        body: the body that carries it.
        mass, mass_deviation: [kg].
        com, com_deviation: (3,) centre of mass [m].
        inertia, inertia_deviation: (3, 3) about the centre of mass, in the body's axes [kg m2].
        parameters: (10,) as `heft.parameters.NAMES`, physically consistent.
        least_squares: (10,) the same before consistency was asked for.
        covariance: (10, 10) of the latter.
    """

    body: str
    mass: float
    mass_deviation: float
    com: Array
    com_deviation: Array
    inertia: Array
    inertia_deviation: Array
    parameters: Array
    least_squares: Array
    covariance: Array

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        data: dict[str, Any] = {"body": self.body, "mass": self.mass, "mass_deviation": self.mass_deviation}
        arrays = ("com", "com_deviation", "inertia", "inertia_deviation", "parameters", "least_squares", "covariance")
        return data | {name: getattr(self, name).tolist() for name in arrays}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Payload:
        """Read what `to_dict` gives."""
        plain = ("body", "mass", "mass_deviation")
        values: dict[str, Any] = {k: v if k in plain else np.array(v, float) for k, v in data.items()}
        return cls(**values)

    def __repr__(self) -> str:
        x, y, z = self.com
        mass = f"{self.mass:.4g} +- {1.96 * self.mass_deviation:.2g} kg"
        return f"<Payload on '{self.body}': {mass} at ({x:.4g}, {y:.4g}, {z:.4g}) m>"


@dataclass(frozen=True, eq=False)
class LoadedBase:
    """The base parameters of a robot and the ten of a load on one of its bodies."""

    robot: Base
    whole: Base

    @property
    def n(self) -> int:
        """How many base parameters the robot has; the load's follow."""
        return len(self.robot.columns)

    @property
    def load(self) -> Base:
        """The ten of the load alone."""
        return replace(self.whole, matrix=self.whole.matrix[self.n :], columns=self.whole.columns[self.n :])

    def information(self, unloaded: Sequence[Motion], loaded: Sequence[Motion]) -> Information:
        """Return what both kinds of runs say."""
        bare, model = self.robot.model, self.whole.model
        return merged(
            [
                *(information_of(model, self.whole.columns, motion) for motion in loaded),
                *(information_of(bare, self.robot.columns, motion) for motion in unloaded),
            ]
        )


def loaded_base(base: Base, body: str) -> LoadedBase:
    """Return the base parameters of a robot with an unknown load on a body."""
    base.model.robot.body_index(body)
    model = Model(base.model.robot, base.model.extra, payload=body)
    k, n = base.matrix.shape
    matrix = np.zeros((k + 10, n + 10))
    matrix[:k, :n], matrix[k:, n:] = base.matrix, np.eye(10)
    columns = np.concatenate([base.columns, np.arange(n, n + 10)])
    return LoadedBase(base, Base(model=model, matrix=matrix, columns=columns))


def payload(base: Base, unloaded: Sequence[Motion], loaded: Sequence[Motion], body: str | None = None) -> Payload:
    """Return the load that a body carries in one kind of runs and not in the other.

    Args:
        base: the base parameters of the unloaded robot.
        unloaded: runs without the load; efforts are torques.
        loaded: runs with it.
        body: that carries it; the last one if None.

    Raises:
        ArgumentError: a run is missing, or the loaded runs do not determine the load.
    """
    if not unloaded or not loaded:
        raise ArgumentError(
            "A payload needs at least one unloaded and one loaded run.",
            remedy="Give logs with the payload, and logs without.",
        )
    robot = base.model.robot
    body = robot.body_names[-1] if body is None else body
    both = loaded_base(base, body)
    information = both.information(unloaded, loaded)
    scales = scales_of(both.whole.model, information)
    prior = both.whole.reduce(both.whole.model.prior)
    fit = Weighted().fit(Evidence(base=both.whole, information=information, scales=scales, prior=prior))
    blind = ~fit.excited[both.n :]
    if blind[0]:
        raise ArgumentError(
            "The loaded runs do not determine the mass of the load.",
            remedy="Move the joints that lift it, against gravity.",
        )
    runs = [
        (Pass(both.whole.model, both.whole.columns, loaded), fit.values),
        (Pass(base.model, base.columns, unloaded), fit.values[: both.n]),
    ]
    parts = (part.widened(len(fit.values)) for run, values in runs for part in stretches(run, values, fit.weights))
    covariance = jackknife(fit, parts)[both.n :, both.n :]
    covariance[blind] = covariance[:, blind] = 0.0
    covariance[blind, blind] = np.inf
    values = consistent(both.load, _load_fit(fit, both.n, covariance, ~blind), scales).values[-10:]
    mass, com, inertia = to_com(values)
    return Payload(
        body=body,
        mass=float(mass),
        mass_deviation=float(_deviation(lambda x: to_com(x)[0], values, covariance)),
        com=com,
        com_deviation=_deviation(lambda x: to_com(x)[1], values, covariance),
        inertia=inertia,
        inertia_deviation=_deviation(lambda x: to_com(x)[2], values, covariance),
        parameters=values,
        least_squares=fit.values[both.n :],
        covariance=covariance,
    )


def _load_fit(fit: Fit, n: int, covariance: Array, excited: Bools) -> Fit:
    """Return the load's part of a fit, its residuals weighted by how the estimate really scatters.

    The regression's own factor takes residuals as independent. Where they are not, it is far too sure of the load's
    inertia, and consistency would rather change the mass, which is well determined.
    """
    scales, values = fit.scales[n:], fit.values[n:]
    half = np.zeros((10, 10))
    block = covariance[np.ix_(excited, excited)] / np.outer(scales[excited], scales[excited])
    half[: excited.sum(), excited] = np.linalg.inv(np.linalg.cholesky(block)) / scales[excited]
    factor = np.column_stack([half, half @ values])
    return replace(
        fit,
        names=fit.names[n:],
        values=values,
        covariance=np.where(np.isfinite(covariance), covariance, 0.0),
        unexcited=np.eye(10)[:, ~excited],
        weak=np.eye(10)[:, ~excited],
        singular_values=np.linalg.svd(half * scales, compute_uv=False),
        scales=scales,
        factor=factor,
    )


def _deviation(function: Callable[[Array], Array], x: Array, covariance: Array) -> Array:
    """Return the standard deviations of a function of parameters, to first order."""
    finite = np.isfinite(np.diag(covariance))
    step = 1e-6 * np.maximum(np.abs(x), 1e-3)
    columns = [(function(x + s * e) - function(x - s * e)) / (2 * s) for s, e in zip(step, np.eye(len(x)), strict=True)]
    J = np.moveaxis(np.array(columns), 0, -1)
    variance = np.einsum("...i,ij,...j->...", J[..., finite], covariance[np.ix_(finite, finite)], J[..., finite])
    blind = np.any(np.abs(J[..., ~finite]) > 1e-9, axis=-1)
    return np.where(blind, np.inf, np.sqrt(np.maximum(variance, 0.0)))
