"""The physically consistent estimate of all parameters, straight from the triangular factor.

With base = M x, the factor [R | z] of the weighted regression and a prior x0 (the parameters of the robot file):

    minimise  1/2 |R M x - z|^2 + prior(x)    subject to  J_i(x) >= 0 for every body, and prior knowledge

The data fix the excited combinations. Along all other directions the prior decides. Two priors:

* "entropic": the divergence of the pseudo-inertias from those of the file, with a barrier at the boundary of physical
  consistency (`heft.estimation.divergence`). It acts on all directions, so its weight matters. Of all physically
  consistent parameters whose squared residuals exceed the least by a bound, those are taken which diverge least from
  the file. The bound is as much as noise would excuse: `SHARE` of a variance for every direction that the data
  determine. But the rms residual may always grow by `LEAST` percent, and never by more than `MOST` percent, nor the
  squares by more than `LIMIT` variances for every direction.
* "euclidean": 1/2 |N^T (x - x0)|^2 in units of the parameters' sizes, N an orthonormal basis of exactly those
  directions that the data do not determine. Where least squares is physically consistent as it is, its base
  parameters come out unchanged. Links may become points, rods or discs.

What is solved for is the step from the estimate that is best without cones. Its variables are the singular directions
of the data, in standard deviations, and N: in them the cost of a step is the sum of squares.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError, PhysicsError, did_you_mean
from heft.estimation.affine_matrices import AffineMatrices
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.cone_program import ConeProgram, Optimum
from heft.estimation.constraints import ConeRows, Knowledge, clarabel, knowledge_rows, matrices_of_rows, physical
from heft.estimation.divergence import Divergence, add_divergence
from heft.estimation.interior_point import ConvexProblem, Cost, Inequalities, QuadraticCost, minimise
from heft.estimation.least_squares import Fit
from heft.estimation.scales import prior_widths
from heft.estimation.steps import Steps
from heft.linalg import nonzero

PRIORS = ("entropic", "euclidean")

WIDER = (1.0, 2.0)
"""Where the solver of the entropic prior fails, it gets another bound, so many times the first; none that was asked for
is changed."""

FINEST = (1e-5, 1e-4, 1e-3)
"""Along directions in which the error bound allows less than this part of the plausible size, the entropic prior moves
nothing. If rounding then stops the solver, it gets this much room there."""

WORSE = 10.0
"""If the residuals of the consistent estimate are more than so many times those of least squares, they say how large
deviations are, not those of least squares."""

TRIALS = 8

MANY, SOFT = 150, 1e-5
"""With more parameters than this, none of them determined to less than this part of its size, cones stay sparse."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Consistent:
    """A physically consistent set of parameters.

    Attributes:
        values: (n,) all parameters of the model.
        base: (n_base,) their base parameters.
        nearest: (n_base,) the base parameters of the physically consistent robot that is nearest to the data.
        moved: (n_base,) how far consistency alone moved the base parameters that the data determine, in standard
            deviations.
        status: what the solver said.
        seconds: how long it took.
        prior: by which prior: the euclidean one also where the solver of the entropic one failed.
        failed: whether it did.
        held: names of base parameters that are held to the prior beside a spring.
    """

    values: Array
    base: Array
    nearest: Array
    moved: Array
    status: str
    seconds: float
    prior: str
    failed: bool
    held: tuple[str, ...] = ()


def consistent(
    base: Base,
    fit: Fit,
    scales: Array,
    *,
    prior: str = PRIORS[0],
    error_bound: float | None = None,
    reference: Array | None = None,
    knowledge: Knowledge | None = None,
) -> Consistent:
    """Return the physically consistent estimate of all parameters.

    Args:
        base: the base parameters.
        fit: their least-squares estimate.
        scales: (n,) sizes of the model's parameters.
        prior: "entropic" or "euclidean".
        error_bound: how much the entropic prior may raise the rms residual [%]; None: as much as noise excuses.
        reference: (n,) what the prior prefers; the robot's file if None.
        knowledge: bounds and symmetries of links.

    Raises:
        PhysicsError: the prior knowledge contradicts itself.
    """
    if prior not in PRIORS:
        raise ArgumentError(f"'{prior}' is not a prior.", remedy=did_you_mean(prior, PRIORS))
    model = base.model
    x0, scales = model.prior if reference is None else reference, prior_widths(model, scales)
    rows = [*physical(model), *(knowledge_rows(model, knowledge) if knowledge else [])]
    steps, near = _nearest(Steps.of(base, fit, scales, x0), rows, knowledge)
    found = near if prior == "euclidean" else _least_divergent(steps, rows, model, x0, near, error_bound)
    values, nearest = steps.values(found.x), base.reduce(steps.values(near.x))
    deviation = np.sqrt(np.diag(fit.covariance))
    known_well = (deviation > 0) & fit.wholly_excited
    return Consistent(
        values=values,
        base=base.reduce(values),
        nearest=nearest,
        moved=np.where(known_well, (nearest - fit.values) / np.where(known_well, deviation, 1.0), 0.0),
        status=found.status,
        seconds=near.seconds + (found.seconds if found is not near else 0.0),
        prior="euclidean" if found is near else prior,
        failed=found is near and prior != "euclidean",
    )


def _nearest(steps: Steps, rows: list[ConeRows], knowledge: Knowledge | None) -> tuple[Steps, Optimum]:
    """Return the shortest step into the cones, and the unit in which it was measured.

    Where no physically consistent robot comes near the data, deviations are taken from its own residuals: otherwise
    the data would count millions of times more than rounding allows.
    """
    factor, found = 1.0, None
    for _ in range(TRIALS):
        here = steps.longer(factor)
        found = _shortest(here, rows)
        if not found.solved:
            if "Infeasible" in found.status and _contradictory(steps, rows, knowledge):
                break
            factor *= 100.0
            continue
        worse = np.sqrt(1 + here.excess(found.x) / here.rows)
        if worse <= WORSE:
            return here, found
        factor *= worse
    raise _unsolved(steps, rows, knowledge, found.status if found else "none")


def _shortest(steps: Steps, rows: list[ConeRows]) -> Optimum:
    """Return the shortest step into the cones.

    In the parameters themselves each cone has few variables, which is several times faster for many links; in the basis
    the cost is sparse, which is more accurate where the data are very stiff.
    """
    if _many_and_soft(steps):
        Q = steps.basis / steps.scales[:, None] / steps.lengths
        P = (Q / steps.lengths**2) @ Q.T
        unit = 1 / np.sqrt(np.maximum(np.diag(P), 1.0))
        P *= unit * unit[:, None]
        found = _in_parameters(QuadraticCost(P), steps, unit, rows, np.zeros(len(P)))
        if not found.solved:
            program = ConeProgram(P, np.zeros(len(P)))
            for r in rows:
                program.add(r.A * (steps.scales * unit), r.b - r.A @ steps.start, r.cone)
            found = program.solve()
        if found.solved:
            return replace(found, x=(Q.T @ (unit * found.x)) / steps.lengths)
    return steps.program(rows, np.eye(len(steps.start))).solve()


def _in_parameters(
    cost: Cost, steps: Steps, unit: Array, rows: list[ConeRows], x: Array, ball: Array | None = None
) -> Optimum:
    """Return the least cost of x, the parameters' change in units of their sizes times `unit`; none with equalities.

    Args:
        cost: what is minimised.
        steps: whose start x = 0 is.
        unit: (n,) of x, in sizes.
        rows: the cones.
        x: (n,) where the search begins.
        ball: (n, n) G of the constraint x^T G x <= 1, if there is one.
    """
    if any(isinstance(r.cone, clarabel.ZeroConeT) for r in rows):
        return Optimum(x, "Unsupported", 0.0, np.inf)
    at_start, slopes = [r.b - r.A @ steps.start for r in rows], [-r.A * (steps.scales * unit) for r in rows]
    bodies = [k for k, r in enumerate(rows) if isinstance(r.cone, clarabel.PSDTriangleConeT)]
    others = [k for k in range(len(rows)) if k not in bodies]
    matrices = AffineMatrices.of(
        [matrices_of_rows(at_start[k]) for k in bodies], [matrices_of_rows(slopes[k]) for k in bodies]
    )
    A = np.vstack([np.zeros((0, len(x))), *(slopes[k] for k in others)])
    b = np.concatenate([np.zeros(0), *(at_start[k] for k in others)])
    return minimise(ConvexProblem(cost, matrices, Inequalities(A, b, ball)), x)


def _many_and_soft(steps: Steps) -> bool:
    """Tell whether cones should stay sparse, and the data are not too stiff for that."""
    return len(steps.start) > MANY and bool(np.min(steps.lengths) > SOFT)


def _contradictory(steps: Steps, rows: list[ConeRows], knowledge: Knowledge | None) -> bool:
    """Tell whether no parameters at all fit the prior knowledge."""
    if knowledge is None or knowledge == Knowledge():
        return False
    free = replace(steps, basis=np.diag(np.maximum(np.linalg.norm(steps.basis / steps.lengths, axis=1), 1e-300)))
    return not free.program(rows, np.eye(len(steps.start))).solve().solved


def _unsolved(steps: Steps, rows: list[ConeRows], knowledge: Knowledge | None, status: str) -> PhysicsError:
    """Return why there is no solution: because of the prior knowledge, or of the solver."""
    if _contradictory(steps, rows, knowledge):
        return PhysicsError(
            "No physically consistent parameters fit the prior knowledge of the links: its bounds contradict each "
            "other.",
            remedy="Look for bounds that contradict each other or the total mass.",
        )
    return PhysicsError(
        f"The solver of the physically consistent estimate stopped without a solution ({status}).",
        remedy="Try the other prior, or another estimator, and report this log as a defect of heft.",
    )


def _least_divergent(
    steps: Steps, rows: list[ConeRows], model: Model, x0: Array, near: Optimum, percent: float | None
) -> Optimum:
    """Return the step to the parameters that diverge least from x0, of those whose residuals are within a bound.

    Args:
        steps: the steps.
        rows: the cones.
        model: whose parameters they are.
        x0: the prior.
        near: the step with the least residuals; it is returned if the solver fails.
        percent: the bound that was asked for.
    """
    least = steps.excess(near.x)
    for wider in WIDER if percent is None else WIDER[:1]:
        radius = float(np.sqrt(least + wider * steps.room(least, percent)))
        found = _least_divergent_within(radius, steps, rows, model, x0, near)
        if found is not None:
            return found
    return near


def _least_divergent_within(
    radius: float, steps: Steps, rows: list[ConeRows], model: Model, x0: Array, near: Optimum
) -> Optimum | None:
    """Return the same for steps no longer than the radius along the data's directions; None if the solver fails."""
    fine = np.flatnonzero((np.arange(len(steps.start)) < steps.seen) & (radius * steps.lengths < FINEST[0]))
    for finest in (0.0, *FINEST):
        reach = np.ones(len(steps.start))
        reach[: steps.seen] = np.maximum(radius, finest / steps.lengths[: steps.seen])
        # first with the finest directions held, then with a little more room in them
        start, kept = steps.start, np.arange(len(steps.start))
        if not finest:
            start, kept = start + steps.basis[:, fine] @ near.x[fine], np.delete(kept, fine)
        seen = int(np.sum(kept < steps.seen))
        ball = replace(steps, start=start, basis=(steps.basis * reach)[:, kept], seen=seen)
        found = _in_ball(ball, rows, model, x0, steps.values(near.x))
        if found.solved:
            x = near.x.copy()
            x[kept] = reach[kept] * found.x
            return replace(found, x=x)
    return None


def _in_ball(steps: Steps, rows: list[ConeRows], model: Model, x0: Array, near: Array) -> Optimum:
    """Return the step to the parameters that diverge least from x0, whose part along the data's directions is <= 1.

    Args:
        steps: the steps.
        rows: the cones.
        model: whose parameters they are.
        x0: the prior.
        near: (n,) parameters in the cones and near enough to the data, to begin with.
    """
    drives = _undetermined_drives(steps, model)
    if _many_and_soft(steps) and steps.basis.shape[1] == len(steps.start):
        # in the parameters, in units of their sizes: see `_shortest`
        inverse = np.asarray(np.linalg.inv(steps.basis / steps.scales[:, None]), float)
        G = inverse[: steps.seen].T @ inverse[: steps.seen]
        unit = 1 / np.sqrt(np.maximum(np.diag(G), 1.0))
        drive = (drives @ inverse) * unit
        cost = Divergence(model, x0, steps.start, np.diag(steps.scales * unit), drive.T @ drive)
        begin = (near - steps.start) / (steps.scales * unit)
        found = _in_parameters(cost, steps, unit, rows, begin, G * unit * unit[:, None])
        if found.solved:
            return replace(found, x=inverse @ (unit * found.x))
        found = _in_ellipsoid(replace(steps, basis=np.diag(steps.scales)), rows, model, x0, inverse, drives)
        if found.solved:
            return replace(found, x=inverse @ found.x)
    return _in_ellipsoid(steps, rows, model, x0, np.eye(steps.basis.shape[1]), drives)


def _undetermined_drives(steps: Steps, model: Model) -> Array:
    """Return rows (drives, n) whose products with a step are what it changes in drives that the data do not determine.

    Drives have no pseudo-inertia: these stay as in the euclidean prior.
    """
    extra = slice(model.n_inertial, model.n_inertial + len(model.extra))
    rows = steps.basis[extra] / steps.scales[extra, None]
    rows[:, : steps.seen] = 0.0
    size = np.linalg.norm(rows, axis=1, keepdims=True)
    return rows * nonzero(size) / np.where(nonzero(size), size, 1.0)  # what is left of the others is rounding


def _in_ellipsoid(
    steps: Steps, rows: list[ConeRows], model: Model, x0: Array, to_data: Array, drives: Array
) -> Optimum:
    """Return the same where `to_data` turns a step into one along the data's directions and the others."""
    program = steps.program(rows, to_data.T @ (drives.T @ drives) @ to_data)
    add_divergence(program, model, x0, steps.start, steps.basis)
    if steps.seen:
        ball = np.vstack([np.zeros(len(to_data)), -to_data[: steps.seen]])
        program.add(ball, np.eye(steps.seen + 1)[0], clarabel.SecondOrderConeT(steps.seen + 1))
    return program.solve()
