"""A payload from static poses: mass and centre of mass from a handful of rests.

At rest the torques are gravity's and what friction holds. The mean of each rest gives rows

    tau_r = A_r(q, 0, 0) (b + B p) + h_r,    |h_r| <= F_r

for the load p; mass and centre of mass act in them, inertia does not. The friction h_r that holds a joint has an
unknown size up to the dry friction F_r and, as a rule, the sign of the motion that came before. It counts as noise of
that size; where all rests of a joint were approached from the same side, its mean does not cancel, and counts as one
common error.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.estimation.base import Base
from heft.estimation.base_fit import BaseFit
from heft.estimation.columns import Model
from heft.estimation.excitation import base_rows
from heft.estimation.payload import Payload, carrier, load_columns
from heft.estimation.residuals import Residuals
from heft.linalg import significant
from heft.logs.motion import Motion
from heft.robot.model import Robot
from heft.text import counted

LEAST = 0.3
"""[s] A rest is at least this long."""

STILL = 0.01
"""[rad/s, m/s] A robot is at rest where every joint is slower than this, or than this part of its fastest speed."""

STATIC = 4
"""The parameters of a load that act at rest: its mass and its first moments."""

SLOW = 1e-6
"""[rad/s, m/s] A speed at which friction is dry friction only."""

FEWEST = 3
"""Poses without which mass and centre of mass are not determined in general."""


@dataclass(frozen=True, eq=False)
class Rests:
    """Poses at which a robot rests.

    Attributes:
        q: (k, nq).
        effort: (k, nv) the mean of each; NaN where not measured.
        side: (k, nv) the sign of the motion before; 0 if there was none.
    """

    q: Array
    effort: Array
    side: Array


def rests_of(robot: Robot, motions: Sequence[Motion]) -> Rests:
    """Return the rests of motions.

    Raises:
        ArgumentError: there are too few.
    """
    q, effort, side = [], [], []
    for motion in motions:
        fastest = np.max(np.abs(motion.qd), axis=0, initial=0.0)
        still = np.all(np.abs(motion.qd) < STILL * np.maximum(fastest, 1.0), axis=1)
        least = max(2, round(LEAST * motion.rate))
        for start, stop in motion.segments:
            edges = np.flatnonzero(np.diff(np.concatenate([[0], still[start:stop].astype(int), [0]])))
            for first, last in zip(edges[::2] + start, edges[1::2] + start, strict=True):
                if last - first < least:
                    continue
                at = slice(first + least // 3, last)
                q.append(np.mean(motion.q[at], axis=0))
                effort.append(np.mean(np.where(motion.measured, motion.true_effort[at], np.nan), axis=0))
                before = max(start, first - least)
                side.append(np.sign(np.round(np.sum(motion.qd[before:first], axis=0) / motion.rate, 4)))
    if len(q) < FEWEST:
        raise ArgumentError(
            f"The logs have {counted(len(q), 'rest')} of {LEAST} s or longer, not counting their ends, where the "
            f"low-pass filter settles; at least {FEWEST} are needed.",
            remedy="Stop for a second at several poses in which the load pulls at other joints.",
        )
    return Rests(np.array(q), np.array(effort), np.array(side))


def payload_at_rest(
    base: Base,
    bare: BaseFit,
    rests: Rests,
    values: Array,
    body: str | None = None,
    gain_covariance: Array | None = None,
    gains: Array | None = None,
) -> Payload:
    """Return mass and centre of mass of the load that a robot carries at rest; its inertia stays unknown.

    Args:
        base: the base parameters of the unloaded robot.
        bare: their estimate.
        rests: with the load; efforts are torques.
        values: (n,) all parameters of the unloaded robot, by which dry friction is known.
        body: that carries the load; the last one if None.
        gain_covariance: (nv, nv) of the drive gains, if these are estimates.
        gains: (nv,) these.

    Raises:
        ArgumentError: the poses do not determine the mass.
    """
    robot = base.model.robot
    body, n, nv = carrier(robot, body), len(base.columns), robot.nv
    zero = np.zeros((len(rests.q), nv))
    dry = dry_friction(base.model, values, rests.q)
    A = base_rows(base.model, base.columns, rests.q, zero, zero)
    used = np.isfinite(rests.effort)
    floor = 0.01 * float(np.sqrt(np.mean(rests.effort[used] ** 2)))
    sigma = np.maximum(dry, floor)[used]
    tau, joint = rests.effort[used], np.nonzero(used)[1]
    rows = np.column_stack([A[used], A[used] @ load_columns(base, body)[:, :STATIC]]) / sigma[:, None]
    M = np.vstack([rows, np.column_stack([bare.weight, np.zeros((len(bare.weight), STATIC))])])
    right = np.concatenate([tau / sigma, bare.weight @ bare.values])
    sizes = np.concatenate([bare.scales, [1.0, 0.1, 0.1, 0.1]])
    U, s, Vt = np.linalg.svd(M * sizes, full_matrices=False)
    seen = significant(s)
    if np.linalg.norm(Vt[~seen][:, n:]) > 1e-3 or len(tau) <= STATIC:
        raise ArgumentError(
            "The poses do not determine mass and centre of mass of the load.",
            remedy="Add poses in which the last joints point in other directions.",
        )
    inverse = sizes[:, None] * (Vt[seen].T / s[seen]) @ U[:, seen].T
    x = inverse @ right
    P, k = inverse[n:], len(tau)
    misfit = (tau / sigma) - rows @ x
    excess = (
        max(1.0, float(misfit @ misfit) / (k - STATIC)) if np.any(dry > 0) else float(misfit @ misfit) / (k - STATIC)
    )
    covariance = excess * P[:, :k] @ P[:, :k].T
    own = P[:, k:] @ bare.weight
    covariance = covariance + own @ bare.covariance @ own.T
    sided = np.abs(np.mean(rests.side, axis=0))
    for r in range(nv):
        common = np.where(joint == r, sided[r] * dry[used] / sigma, 0.0)
        covariance = covariance + np.outer(P[:, :k] @ common, P[:, :k] @ common)
    if gain_covariance is not None and gains is not None:
        moves = own @ bare.moves
        for r in range(nv):
            moves[:, r] += P[:, :k] @ np.where(joint == r, tau / sigma / gains[r], 0.0)
        covariance = covariance + moves @ gain_covariance @ moves.T
    ten, C = np.zeros(10), np.diag([*np.zeros(STATIC), *np.full(10 - STATIC, np.inf)])
    ten[:STATIC], C[:STATIC, :STATIC] = x[n:], covariance
    expected = np.einsum("krn,n->kr", A, x[:n] + load_columns(base, body)[:, :STATIC] @ x[n:])
    squares, energy = (np.nansum(np.where(used, e, 0.0) ** 2, axis=0) for e in (rests.effort - expected, rests.effort))
    return Payload.of(
        robot,
        body,
        ten,
        C,
        residuals=Residuals.of(robot.coordinate_names, squares, energy, used.sum(axis=0)),
        warnings=tuple(_one_sided(robot, sided, dry)),
    )


def dry_friction(model: Model, values: Array, q: Array) -> Array:
    """Return (k, nv) the dry friction of every joint at poses q."""
    slow = np.full((len(q), model.robot.nv), SLOW)
    forth, back = (model.torques(values, q, sign * slow, 0 * slow) for sign in (1, -1))
    return np.abs(forth - back) / 2


def _one_sided(robot: Robot, sided: Array, dry: Array) -> list[str]:
    names = [name for name, share in zip(robot.coordinate_names, sided, strict=True) if share > 0.5]
    if not names:
        return []
    known = "the intervals are widened by it" if np.any(dry > 0) else "the intervals do not include it"
    return [
        f"Most poses were approached from the same side by {', '.join(names)}. The friction at rest adds to "
        f"the load; {known}. Approach each pose from both sides."
    ]
