"""The recursive estimate: joint by joint from the tip to the base, each joint with what the outer ones determined.

Information holds one triangular factor per coordinate over the columns of its subtree, which is all that
`tip_to_base` needs. The estimate is linear in the measured efforts: the score g_r = A_r^T e_r of a coordinate's
errors moves the values by H_r g_r,

    H_r = (prod over the joints j further in of I - G_j R_j) G_i G_i^T,      r of joint i, G its gain

From H_r, which says how errors at the tip are handed on to the base, come covariance and intervals.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.estimation.estimators import Estimator
from heft.estimation.evidence import of_robot
from heft.estimation.information import Information, triangle
from heft.estimation.least_squares import Fit, reweighted, solve
from heft.estimation.regression import Regression
from heft.estimation.tip_to_base import JointRows, TipToBase, tip_to_base, wide
from heft.estimation.uncertainty import Stretch
from heft.robot.model import Robot


class Recursive(Estimator):
    """The estimate joint by joint.

    Its factor is that of weighted least squares, with the recursive values as the optimum: the consistent estimate
    that is made from it is the physically consistent robot whose torques are nearest to those of the recursive one.
    """

    name = "recursive"
    needs_robot = True
    summary = "joint by joint from the tip to the base, each with the parameters that the outer joints determined"

    def fit(self, evidence: Regression) -> Fit:
        """Return the recursive estimate."""
        evidence = of_robot(evidence)
        robot, information = evidence.base.model.robot, evidence.information
        scales, prior = evidence.base_scales, evidence.prior
        plain = solve(information, None, scales, prior)
        rows = [_rows(information, name, at) for name, at in robot.v_index.items()]
        found = tip_to_base(information.names, rows, prior, scales)
        squares = information.squares(found.values)
        unknowns = np.zeros(len(squares))
        for fit, at in zip(found.fits, robot.v_index.values(), strict=True):
            unknowns[at] = len(fit.names) / (at.stop - at.start)
        sigma = np.sqrt(squares / np.maximum(information.counts - unknowns, 1))
        weights = reweighted(replace(plain, sigma=sigma))
        influence = _influence(robot, rows, found)
        covariance = _covariance(information, influence, sigma)
        variance, directions = np.linalg.eigh(covariance / np.outer(scales, scales))
        fit = solve(information, weights, scales, prior)
        R = fit.factor[:, :-1]
        return replace(
            fit,
            values=found.values,
            covariance=covariance,
            undetermined=found.undetermined,
            weak=np.column_stack([found.undetermined, directions[:, variance > 1]]),
            factor=np.column_stack([R, R @ found.values]),
            sigma=sigma,
            squares=squares,
            joints=found.fits,
            influence=influence,
        )

    def weights(self, evidence: Regression, fit: Fit) -> Array:
        """Return ones: every joint is solved for by itself."""
        return np.ones(len(fit.counts))

    def scatter(self, fit: Fit, parts: Iterable[Stretch]) -> Array:
        """Return the sandwich covariance, joint by joint."""
        half = np.array([np.einsum("rn,rmn->m", part.scores, fit.influence) for part in parts])
        few, samples = len(half) / max(len(half) - 1, 1), max(int(fit.counts.sum()), 1)
        return few * samples / max(samples - fit.rank, 1) * half.T @ half


def _rows(information: Information, joint: str, at: slice) -> JointRows:
    """Return the factors of a joint's coordinates as one, over all columns that they have."""
    columns = sorted({int(c) for part in information.columns[at] for c in part})
    blocks = []
    for part, R in zip(information.columns[at], information.factors[at], strict=True):
        block = np.zeros((len(R), len(columns) + 1))
        block[:, [*np.searchsorted(columns, part), -1]] = R
        blocks.append(block)
    return JointRows(joint, columns, triangle(np.vstack(blocks)), int(information.counts[at].sum()))


def _influence(robot: Robot, rows: list[JointRows], found: TipToBase) -> Array:
    """Return (nv, n, n) H_r."""
    n = len(found.values)
    influence = np.zeros((robot.nv, n, n))
    for part, gain, at in reversed([*zip(rows, found.gains, robot.v_index.values(), strict=True)]):
        influence = (np.eye(n) - gain @ wide(part, n)) @ influence
        influence[at] = gain @ gain.T
    return influence


def _covariance(information: Information, influence: Array, sigma: Array) -> Array:
    """Return (n, n) that of the values, residuals taken as independent: sum of s_r^2 H_r R_r^T R_r H_r^T."""
    pairs = zip(sigma, influence, information.columns, information.factors, strict=True)
    half = np.hstack([s * H[:, c] @ R[:, :-1].T for s, H, c, R in pairs])
    return half @ half.T


ESTIMATOR = Recursive()
