"""Lin's recursive identification: the minimal linear combinations joint by joint, tip to base (P1 section IV).

The torque of joint i depends on the combinations w_i of its own composite body and on those further out, which are
identified before its turn comes:

    tau_i = v_i . w_i + phi_i(w_{i+1}, .., w_n)                      eqs. 94, 100, 106, 111

Steps 1-4 of P1 go through all samples once per joint. Here one pass is enough: the rows [v_i, phi_i's columns, tau_i]
of each joint are folded into a triangular factor, tile by tile (QR, never normal equations), and the steps are back
substitutions in the factors. The least squares solved are the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array
from heft.dynamics.api import check_samples, torque_regressor
from heft.errors import ArgumentError
from heft.estimation.tip_to_base import JointFit, JointRows, tip_to_base, wide
from heft.friction import DEFAULT_FRICTION, DriveMotion, law_named
from heft.minimal.minimal_set import Combinations

Batch = tuple[ArrayLike, ArrayLike, ArrayLike, ArrayLike]
"""q, qd, qdd, tau, each (n, nv) [rad, m; N m, N]."""

TILE = 4096
"""Samples folded at a time."""


@dataclass(frozen=True, eq=False)
class Factors:
    """The samples of each joint, compressed: the norm of ``R [w_i; w_out; -1]`` is the error of its torque.

    Attributes:
        mlc: the combinations.
        friction: whether each joint has columns of friction among its own.
        R: per joint, the triangular factor of [own columns, columns of the combinations further out, torque].
        n_samples: how many were folded.
    """

    mlc: Combinations
    friction: bool
    R: tuple[Array, ...]
    n_samples: int

    def own(self, i: int) -> list[int]:
        """Return which combinations belong to joint i."""
        return [k for k, element in enumerate(self.mlc.elements) if element.joint == i]

    def outer(self, i: int) -> list[int]:
        """Return which combinations belong to joints beyond joint i."""
        return [k for k, element in enumerate(self.mlc.elements) if element.joint > i]

    def losses(self, i: int) -> list[int]:
        """Return the columns of joint i's friction, which come after all combinations."""
        return [len(self.mlc) + len(DEFAULT_FRICTION) * i + c for c in range(len(DEFAULT_FRICTION) * self.friction)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the combinations, then of the joints' friction."""
        joints = [body.joint.name for body in self.mlc.robot.bodies[: self.mlc.chain.n]]
        return (*self.mlc.names, *(f"{joint}.{name}" for joint in joints for name in DEFAULT_FRICTION if self.friction))

    @property
    def rows(self) -> list[JointRows]:
        """The rows of each joint, base to tip."""
        bodies = self.mlc.robot.bodies
        return [
            JointRows(bodies[i].joint.name, [*self.own(i), *self.losses(i), *self.outer(i)], R, self.n_samples)
            for i, R in enumerate(self.R)
        ]


@dataclass(frozen=True, eq=False)
class LinEstimate:
    """The combinations identified from the tip to the base.

    Attributes:
        mlc: the combinations.
        values: (len(mlc),) their estimates.
        joints: base to tip.
        n_samples: how many were used.
    """

    mlc: Combinations
    values: Array
    joints: tuple[JointFit, ...]
    n_samples: int

    @property
    def friction(self) -> Array:
        """(n, 3) viscous, Coulomb and offset of each joint; (n, 0) if none was identified."""
        own = [len(f.names) - sum(name.endswith(DEFAULT_FRICTION) for name in f.names) for f in self.joints]
        return np.array([fit.values[k:] for fit, k in zip(self.joints, own, strict=True)])

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {
            "robot": self.mlc.robot.name,
            "n_samples": self.n_samples,
            "joints": [fit.to_dict() for fit in self.joints],
        }

    def __str__(self) -> str:
        lines = [f"{len(self.mlc)} combinations of '{self.mlc.robot.name}' from {self.n_samples} samples, tip to base"]
        for fit in reversed(self.joints):
            word = "" if fit.determined else "   NOT DETERMINED"
            lines.append(f"  {fit.joint}: condition {fit.condition:.4g}, rms {fit.rms:.4g}{word}")
            lines += [f"    {name} = {value:.6g}" for name, value in zip(fit.names, fit.values, strict=True)]
        return "\n".join(lines)


def fold_samples(mlc: Combinations, batches: Iterable[Batch], *, friction: bool = False) -> Factors:
    """Fold samples into one triangular factor per joint; the samples are read once and not kept.

    Args:
        mlc: from `heft.minimal.combinations`.
        batches: q, qd, qdd, tau of consecutive samples.
        friction: give each joint viscous and Coulomb friction and an offset of its own to identify.
    """
    robot, n = mlc.robot, mlc.chain.n
    carry = np.linalg.pinv(mlc.matrix[:, : 10 * n])
    empty = Factors(mlc, friction, (), 0)
    columns = [(empty.own(i), empty.outer(i)) for i in range(n)]
    R = [np.zeros((0, len(own) + len(empty.losses(i)) + len(outer) + 1)) for i, (own, outer) in enumerate(columns)]
    count = 0
    for batch in batches:
        (q, qd, qdd, tau), _ = check_samples(robot, dict(zip(("q", "qd", "qdd", "tau"), batch, strict=True)))
        for start in range(0, len(q), TILE):
            tile = slice(start, start + TILE)
            Y = torque_regressor(robot, q[tile], qd[tile], qdd[tile])[:, :, : 10 * n] @ carry
            for i, (own, outer) in enumerate(columns):
                speed = qd[tile, i, None]
                lost = [law_named(name).signal(DriveMotion(speed)) for name in DEFAULT_FRICTION] if friction else []
                rows = np.hstack([Y[:, i, own], *lost, Y[:, i, outer], tau[tile, i, None]])
                R[i] = np.asarray(np.linalg.qr(np.vstack([R[i], rows]), mode="r"), float)
        count += len(q)
    if not count:
        raise ArgumentError(
            "There are no samples to identify from.",
            remedy="Pass at least one batch (q, qd, qdd, tau) with samples in it.",
        )
    return Factors(mlc, friction, tuple(R), count)


def identify_joint_by_joint(factors: Factors) -> LinEstimate:
    """Identify the combinations from the tip to the base (steps 2-4 of P1), each joint with those beyond it fixed."""
    n = len(factors.names)
    found = tip_to_base(factors.names, factors.rows, np.zeros(n), np.ones(n))
    return LinEstimate(factors.mlc, found.values[: len(factors.mlc)], found.fits, factors.n_samples)


class AllTorquesEstimate(NamedTuple):
    """The combinations from all torques at once: (len(mlc),), friction as in `LinEstimate`, condition number."""

    values: Array
    friction: Array
    condition: float


def identify_all_at_once(factors: Factors, weights: ArrayLike = 1.0) -> AllTorquesEstimate:
    """Identify all combinations at once by the least squares of all torques, for comparison.

    Args:
        factors: from `fold_samples`.
        weights: (n,) of the joints' residuals: the inverse of the standard deviation of each torque.
    """
    mlc, n = factors.mlc, len(factors.names)
    weights = np.broadcast_to(weights, mlc.chain.n)
    A = np.vstack([weight * wide(rows, n) for weight, rows in zip(weights, factors.rows, strict=True)])
    right = np.concatenate([weight * rows.R[:, -1] for weight, rows in zip(weights, factors.rows, strict=True)])
    solved, _, _, s = np.linalg.lstsq(A, right, rcond=None)
    values, friction = np.asarray(solved[: len(mlc)], float), np.asarray(solved[len(mlc) :], float)
    condition = float(s[0] / s[-1]) if s[-1] > 0 else np.inf
    return AllTorquesEstimate(values, friction.reshape(mlc.chain.n, -1), condition)
