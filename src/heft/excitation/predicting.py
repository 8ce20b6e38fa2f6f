"""What a motion will determine: the interval of every base parameter, and why some are not excited.

With M the information of the motion in units of the noise and of the plausible sizes, M^-1 = L L^T is the covariance of
the parameters in units of their sizes. Along eigenvectors whose eigenvalue is zero but for rounding nothing is
determined; a base parameter with a part in those is not determined either. It is excited if its deviation is at most
its size; where nothing is determined, the reason is looked for by moving each joint that is
held, and by measuring each torque that is not measured, at random states.

`heft identify` does not know the noise. It takes covariances from blocks of time (`heft.estimation.spread`): the fit is
repeated without each of them. With the share S_k = L^T G_k L of a block with the information G_k, and independent
noise, the covariance that it will find is expected to be

    L (sum_k (K - 1)/K (1 - S_k)^-1 S_k + S_0) L^T

with S_0 the share of earlier logs, and its intervals have the quantile of Student's t for K blocks. These are the
intervals that are predicted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics import kernels
from heft.estimation.estimate import TWO_SIDED_95
from heft.estimation.uncertainty import quantile
from heft.excitation.causes import FEW, Causes, decomposed, deviations
from heft.excitation.plan import PredictedInterval, WeakDirection
from heft.excitation.sensing import are_sensors
from heft.excitation.targets import Target
from heft.linalg import ROUNDING, significant

WEAKEST, TERMS, SMALL = 5, 4, 0.25
"""How many weak directions are named, by how many terms, and how large a term must be beside the largest."""


def predictions(
    target: Target, earlier: Array, blocks: Array, moving: Ints, causes: Causes
) -> tuple[PredictedInterval, ...]:
    """Return how well each base parameter will be determined.

    Args:
        target: what is to be determined.
        earlier: (n_base, n_base) information of earlier logs in units of noise and sizes.
        blocks: (k, n_base, n_base) that of blocks of the motion.
        moving: the coordinates that move.
        causes: why the motion does not excite what it determines.
    """
    L, null = decomposed(earlier + blocks.sum(axis=0))
    deviation = deviations(L, null)
    known = np.isfinite(deviation)
    half = np.where(known, TWO_SIDED_95 * deviation if target.static else _half_widths(L, earlier, blocks), np.inf)
    base = target.base
    prior = base.reduce(base.model.prior)
    reasons, weak = _reasons(target, null, np.flatnonzero(~known).tolist(), moving), causes.of_all()
    return tuple(
        PredictedInterval(
            name,
            base.expression(k),
            base.units[k],
            float(prior[k]),
            float(half[k] * target.scales[k]),
            float(deviation[k]),
            reasons.get(k, weak[k] if deviation[k] > 1 else ""),
        )
        for k, name in enumerate(base.names)
    )


def weak_directions(target: Target, M: Array) -> tuple[WeakDirection, ...]:
    """Return along which directions the information M (n_base, n_base) is smallest, of those that are determined."""
    values, vectors = np.linalg.eigh(M)
    found = []
    for k in np.flatnonzero(significant(np.sqrt(np.maximum(values, 0.0))))[:WEAKEST]:
        largest = np.argsort(-np.abs(vectors[:, k]), kind="stable")[:TERMS]
        parts = vectors[largest, k] / vectors[largest[0], k]
        terms = [(target.base.names[j], float(part)) for j, part in zip(largest, parts, strict=True)]
        found.append(WeakDirection(tuple(term for term in terms if abs(term[1]) >= SMALL), float(values[k] ** -0.5)))
    return tuple(found)


def _half_widths(L: Array, earlier: Array, blocks: Array) -> Array:
    """Return (n_base,) the half widths of the intervals that `heft identify` is expected to give."""
    K = len(blocks)
    variance = np.einsum("np,pq,nq->n", L, L.T @ earlier @ L, L)
    for G in blocks:
        shares, V = np.linalg.eigh(L.T @ G @ L)
        shares = np.clip(shares, 0.0, 1.0)
        variance += (L @ V) ** 2 @ ((K - 1) / K * shares / (1 + ROUNDING - shares))
    return quantile(K - 1.0) * np.sqrt(np.maximum(variance, 0.0))


def _reasons(target: Target, null: Array, blind: Sequence[int], moving: Ints) -> dict[int, str]:
    """Return why base parameters are not determined, in words, by their number."""
    if not len(blind):
        return {}
    robot, columns = target.base.model.robot, replace(target.exact(), rows=target.measured / target.noise)
    every = robot.random_state(0, len(target.states[0]))
    if target.static:
        every = (every[0], *target.states[1:])
    directions = null @ null[blind].T

    def seen(q: Array, qd: Array, qdd: Array, moved: int) -> Array:
        """Return (nv, blind) what each torque says along the directions that the motion does not determine."""
        A = columns.matrix(kernels.torque_regressor(robot, q, qd, qdd), qd, qdd)
        A[:, [r for r in np.flatnonzero(target.held) if r != moved]] = 0.0
        return np.sqrt(np.mean((A @ directions) ** 2, axis=0))

    names, found = robot.coordinate_names, {}
    sensors = are_sensors(robot.coordinate_names)
    held = [r for r in range(robot.nv) if r not in moving and not sensors[r]]
    gains = np.zeros((robot.nv, len(blind)))
    for r in held:
        q, qd, qdd = (x.copy() for x in target.states)
        for one, other in zip((q, qd, qdd), every, strict=True):
            one[:, r] = other[:, r]
        gains[r] = seen(q, qd, qdd, r).max(axis=0)
    for column, k in enumerate(blind):
        best = np.argsort(-gains[:, column])
        useful = [names[r] for r in best if gains[r, column] > 1e-6 * max(gains.max(), 1e-300)][:2]
        unmeasured = [name for name, measured in zip(names, target.measured, strict=True) if not measured]
        if useful:
            joints = " and ".join(f"'{name}'" for name in useful)
            found[k] = f"It needs motion of {joints}, which {'are' if len(useful) > 1 else 'is'} held."
        elif unmeasured:
            found[k] = f"It needs a torque that is not measured: {', '.join(unmeasured)}."
        elif held:
            found[k] = "It needs motion of several joints that are held."
        else:
            found[k] = FEW if target.static else "No motion within these limits excites it."
    return found
