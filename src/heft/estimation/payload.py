"""A payload: what the base parameters of a loaded robot have more than those of the unloaded one.

A load with the ten parameters p on a body adds them to the body's own, so that with B the body's columns of the base
reduction, base = M x,

    b_loaded = b + B p

Runs without and with the load are identified alike, by the same model, estimator and cleaning. Both estimates, each
weighted as its estimator weights it, give b and p together by least squares, which is the same as one regression over
all runs. Friction is part of b: it is the same in both. The covariance of p follows from those of both estimates (a
jackknife, as a rule) and from that of the drive gains, if these are estimates too.

What the load cannot change, friction and armature, is measured twice. If it differs by more than its deviations, the
model is wrong about what a load does, or the robot has changed between the runs: the interval of the load widens by
that factor (Birge's ratio), and a warning says so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.estimation.base import Base
from heft.estimation.base_fit import BaseFit
from heft.estimation.columns import Model
from heft.estimation.consistent import consistent
from heft.estimation.doubts import unexplained, worse_than_nothing
from heft.estimation.least_squares import Fit
from heft.estimation.plausible_links import plausible
from heft.estimation.provenance import PayloadProvenance
from heft.estimation.residuals import Residuals
from heft.estimation.scales import body_sizes, inertial_scales
from heft.estimation.spread import half_width
from heft.linalg import ROUNDING, significant
from heft.parameters import NAMES, from_com, to_com
from heft.robot.joint import Joint
from heft.robot.model import Body, Robot

BLIND = 1e-3
"""A parameter of the load is determined where no more than this part of it lies in directions that are not."""

STIFF = 1e-3
"""Deviations by which consistency may move the mass and the centre of mass."""

EXACT = 1e-6
"""Relative deviation of a mass that is known."""


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
        covariance: (10, 10) of the latter; infinite on the diagonal where the runs do not determine it.
        mass_known: whether the mass was given.
        residuals: of the robot with this payload on the loaded runs, low-pass filtered; None if there were none.
        warnings: sentences.
        provenance: what it was made from, ready for JSON; empty as part of an identification, which has its own.
        faults: sentences on what is wrong with the loaded runs.
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
    mass_known: bool = False
    residuals: Residuals | None = None
    warnings: tuple[str, ...] = ()
    provenance: PayloadProvenance = field(default_factory=PayloadProvenance)
    faults: tuple[str, ...] = ()

    @property
    def doubts(self) -> tuple[str, ...]:
        """Why it should not be relied on: no load, faults of the loaded runs, or efforts that it does not explain."""
        found, first = self.residuals, self.faults or tuple(self._none())
        if found is None or self.provenance.get("from") == "wrench":
            return first
        return (*first, *unexplained(found, "loaded"), *worse_than_nothing(found, "loaded"))

    def _none(self) -> Iterator[str]:
        """Say if there may be no load at all."""
        mass, half = float(self.least_squares[0]), float(half_width(self.mass_deviation))
        if not self.mass_known and mass <= half:
            yield (
                "No load can be distinguished from zero: if there is one, it is lighter than "
                f"{max(mass, 0) + half:.2g} kg (95 %). Its centre of mass and inertia are not determined. Check that "
                "these logs are the loaded ones."
            )

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        data: dict[str, Any] = {name: getattr(self, name) for name in ("body", "mass", "mass_deviation", "mass_known")}
        arrays = ("com", "com_deviation", "inertia", "inertia_deviation", "parameters", "least_squares", "covariance")
        data |= {name: getattr(self, name).tolist() for name in arrays}
        others = {"residuals": self.residuals and self.residuals.to_dict(), "warnings": list(self.warnings)}
        others |= {"faults": list(self.faults)}
        return data | others | {"provenance": {**self.provenance}}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Payload:
        """Read what `to_dict` gives; what JSON has no number for is infinite."""
        plain = ("body", "mass", "mass_deviation", "mass_known")
        values: dict[str, Any] = {
            k: v if k in plain else np.array(v, float) for k, v in data.items() if k not in OTHERS
        }
        for name, array in values.items():
            values[name] = array if name in plain else np.where(np.isnan(array), np.inf, array)
        residuals = data.get("residuals")
        return cls(
            **values,
            residuals=Residuals.from_dict(residuals) if residuals else None,
            warnings=tuple(data.get("warnings", ())),
            faults=tuple(data.get("faults", ())),
            provenance=data.get("provenance", {}),
        )

    @classmethod
    def of(
        cls,
        robot: Robot,
        body: str,
        least_squares: Array,
        covariance: Array,
        mass: float | None = None,
        *,
        residuals: Residuals | None = None,
        warnings: tuple[str, ...] = (),
    ) -> Payload:
        """Return the physically consistent payload of a least-squares estimate.

        Args:
            robot: that carries it.
            body: the body of it that does.
            least_squares: (10,) in that body's frame.
            covariance: (10, 10), infinite on the diagonal for what is not determined.
            mass: [kg], if it is known.
            residuals: of the fit, if there are any.
            warnings: in sentences.
        """
        x, C = (least_squares, covariance) if mass is None else _given_mass(least_squares, covariance, mass)
        values = _consistent(robot, body, x, C)
        if mass is not None:
            values = values * (mass / values[0])
        _, com, inertia = to_com(values)
        return cls(
            body=body,
            mass=float(values[0]),
            mass_deviation=0.0 if mass is not None else float(np.sqrt(C[0, 0])),
            com=com,
            com_deviation=_deviation(lambda p: to_com(p)[1], values, C),
            inertia=inertia,
            inertia_deviation=_deviation(lambda p: to_com(p)[2], values, C),
            parameters=values,
            least_squares=x,
            covariance=C,
            mass_known=mass is not None,
            residuals=residuals,
            warnings=warnings,
        )

    def on(self, robot: Robot) -> Robot:
        """Return a robot with this payload on the body of its name."""
        parameters = np.array(robot.parameters)
        parameters[robot.body_index(self.body)] += self.parameters
        return robot.with_parameters(parameters)

    def __repr__(self) -> str:
        x, y, z = self.com
        mass = f"{self.mass:.4g} +- {half_width(self.mass_deviation):.2g} kg"
        return f"<Payload on '{self.body}': {mass} at ({x:.4g}, {y:.4g}, {z:.4g}) m>"


OTHERS = ("residuals", "warnings", "provenance", "faults")


def carrier(robot: Robot, body: str | None) -> str:
    """Return the body that carries a load: the one that is named, or the last."""
    body = robot.body_names[-1] if body is None else body
    robot.body_index(body)
    return body


def load_columns(base: Base, body: str) -> Array:
    """Return B (n_base, 10): what a load on a body adds to the base parameters."""
    at = [base.model.names.index(f"{body}.{name}") for name in NAMES]
    return base.matrix[:, at]


def payload_between(
    base: Base,
    unloaded: BaseFit,
    loaded: BaseFit,
    body: str | None = None,
    *,
    mass: float | None = None,
    gain_covariance: Array | None = None,
) -> Payload:
    """Return the load that a body carries in one kind of runs and not in the other.

    Args:
        base: the base parameters of the unloaded robot.
        unloaded: their estimate from runs without the load.
        loaded: the same from runs with it.
        body: that carries it; the last one if None.
        mass: of the load [kg], if it is known.
        gain_covariance: (nv, nv) of the drive gains, if these are estimates.

    Raises:
        ArgumentError: the loaded runs do not determine the load.
    """
    robot = base.model.robot
    body = carrier(robot, body)
    B = load_columns(base, body)
    sizes = sizes_of_load(robot, body)
    n = len(base.columns)
    scales = np.concatenate([unloaded.scales, sizes])
    rows = np.block([[unloaded.weight, np.zeros((len(unloaded.weight), 10))], [loaded.weight, loaded.weight @ B]])
    U, s, Vt = np.linalg.svd(rows * scales, full_matrices=True)
    seen = np.zeros(n + 10, bool)
    seen[: len(s)] = significant(s)
    blind = np.linalg.norm(Vt[~seen][:, n:], axis=0) > BLIND
    if blind[0]:
        raise ArgumentError(
            "The loaded runs do not determine the mass of the load.",
            remedy="Move the joints that lift it, against gravity.",
        )
    inverse = sizes[:, None] * (Vt[seen][:, n:].T / s[seen[: len(s)]]) @ U.T[: len(s)][seen[: len(s)]]
    k = len(unloaded.weight)
    parts = [(inverse[:, :k] @ unloaded.weight, unloaded), (inverse[:, k:] @ loaded.weight, loaded)]
    values = sum((P @ fit.values for P, fit in parts), np.zeros(10))
    ratio, warnings = _changed(base, unloaded, loaded, B)
    covariance = ratio**2 * sum((P @ fit.covariance @ P.T for P, fit in parts), np.zeros((10, 10)))
    if gain_covariance is not None:
        moves = sum((P @ fit.moves for P, fit in parts), np.zeros((10, robot.nv)))
        covariance = covariance + moves @ gain_covariance @ moves.T
    covariance[blind] = covariance[:, blind] = 0.0
    covariance[blind, blind] = np.inf
    return Payload.of(robot, body, values, covariance, mass, warnings=warnings)


def _changed(base: Base, unloaded: BaseFit, loaded: BaseFit, B: Array) -> tuple[float, tuple[str, ...]]:
    """Return by how much what a load cannot change differs between the runs, in deviations, and a warning."""
    variance = np.diag(unloaded.covariance) + np.diag(loaded.covariance)
    same = ~np.any(B, axis=1) & (np.diag(unloaded.covariance) > 0) & (np.diag(loaded.covariance) > 0)
    if not np.any(same):
        return 1.0, ()
    z = np.where(same, (loaded.values - unloaded.values) / np.sqrt(np.where(same, variance, 1.0)), 0.0)
    ratio = float(np.sqrt(np.sum(z**2) / np.sum(same)))
    if ratio <= CHANGED:
        return max(ratio, 1.0), ()
    worst = int(np.argmax(np.abs(z)))
    return ratio, (
        "Parameters that a payload cannot change differ between the runs without and with it, by "
        f"{ratio:.1f} standard deviations (root mean square) and most in {base.names[worst]} "
        f"({unloaded.values[worst]:.3g} without, {loaded.values[worst]:.3g} with it). The intervals of the payload are "
        "widened by that factor. Record both runs when the drives are warm, or choose friction that grows with the "
        "load.",
    )


CHANGED = 2.0
"""Root mean square of the differences in deviations from which on a warning is due."""


def _given_mass(x: Array, C: Array, mass: float) -> tuple[Array, Array]:
    """Return an estimate and its covariance under the condition that the mass is known."""
    finite = np.isfinite(np.diag(C))
    slope = np.where(finite, C[:, 0] / C[0, 0], 0.0)
    given = C - np.where(np.outer(finite, finite), np.outer(slope, C[0]), 0.0)
    given[0], given[:, 0] = 0.0, 0.0
    given[0, 0] = (EXACT * mass) ** 2
    return x + slope * (mass - x[0]), given


def sizes_of_load(robot: Robot, body: str) -> Array:
    """Return (10,) the sizes that the parameters of a load could well have: those of the body that carries it."""
    i = robot.body_index(body)
    mass, radius = body_sizes(plausible(robot)[0].parameters)
    return inertial_scales(mass[i], radius[i])


def _consistent(robot: Robot, body: str, x: Array, C: Array) -> Array:
    """Return physically consistent parameters near to an estimate.

    A positive mass and a centre of mass are consistent with some inertia, whatever they are. They keep the values of
    least squares, about which their intervals lie, and the inertia, which logs determine far less well, becomes the
    nearest that a body of this mass and centre can have, as its covariance measures distance.
    """
    sizes = sizes_of_load(robot, body)
    if x[0] > 0:
        C = C.copy()
        C[:4, 4:] = C[4:, :4] = 0.0
        C[:4, :4] *= STIFF**2
    radius = float(np.sqrt(sizes[4] / sizes[0]))
    ball = from_com(sizes[0], np.zeros(3), np.eye(3) * sizes[0] * radius**2)
    model = Model(Robot("payload", (Body("payload", -1, Joint("free", "floating"), parameters=ball),)))
    base = Base(model=model, matrix=np.eye(10), columns=np.arange(10))
    seen = np.isfinite(np.diag(C))
    block = C[np.ix_(seen, seen)] / np.outer(sizes[seen], sizes[seen])
    half = np.zeros((10, 10))
    root = np.linalg.cholesky(block + ROUNDING * np.diag(np.diag(block)))
    half[: seen.sum(), seen] = np.linalg.inv(root) / sizes[seen]
    blind = np.eye(10)[:, ~seen]
    none = np.zeros(model.robot.nv)
    fit = Fit(
        names=model.names,
        values=x,
        covariance=np.where(np.isfinite(C), C, 0.0),
        undetermined=blind,
        weak=blind,
        singular_values=np.asarray(np.linalg.svd(half * sizes, compute_uv=False), float),
        scales=sizes,
        factor=np.column_stack([half, half @ x]),
        unit=1.0,
        weights=none,
        sigma=none,
        counts=none.astype(np.int64),
        squares=none,
        energy=none,
    )
    return consistent(base, fit, sizes, prior="euclidean", reference=np.zeros(10)).values


def _deviation(function: Callable[[Array], Array], x: Array, covariance: Array) -> Array:
    """Return the standard deviations of a function of parameters, to first order."""
    finite = np.isfinite(np.diag(covariance))
    step = 1e-6 * np.maximum(np.abs(x), 1e-3)
    columns = [(function(x + s * e) - function(x - s * e)) / (2 * s) for s, e in zip(step, np.eye(len(x)), strict=True)]
    J = np.moveaxis(np.array(columns), 0, -1)
    variance = np.einsum("...i,ij,...j->...", J[..., finite], covariance[np.ix_(finite, finite)], J[..., finite])
    blind = np.any(np.abs(J[..., ~finite]) > 1e-9, axis=-1)
    return np.where(blind, np.inf, np.sqrt(np.maximum(variance, 0.0)))
