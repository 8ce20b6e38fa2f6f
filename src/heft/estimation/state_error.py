"""Errors of the model that repeat themselves: a function of each joint's own state.

What the model of a joint lacks, such as friction of another form, ripple, backlash or a drive that is not linear, is
nearly the same whenever the joint comes back to the same position, velocity and acceleration. A motion that repeats
itself repeats these errors, so that stretches of one log agree on an estimate that they move. They do show in the
residuals, which are alike where the state is alike. So the effort of a joint is taken to be

    b = A x + f(s) + noise

with f a Gaussian process over the state s = (q, qd, qdd) of this joint, each part in units of its standard deviation
(Kennedy and O'Hagan 2001). Its covariance at two instants is phi^2 K,

    K = exp(-r^2 / (2 LENGTH^2)),    r^2 = the mean of the squared differences of the three parts

The fit absorbs a part of f and leaves the rest in the residuals e. In units of their standard deviations, with the
joint's rows H = A L (L^T G L = 1, G the information of all rows) and P = 1 - H H^T, these have the covariance

    phi^2 P K P + sigma^2 P

whose likelihood gives phi and sigma (restricted maximum likelihood, REML); phi is zero unless it makes the residuals
significantly likelier (Self and Liang 1987). Then f moves the estimate by L H^T f, with the covariance

    phi^2 L H^T K H L^T

Rows of a short stretch of time are summed up, over the root of their number m: f is the same in them, so K becomes
sqrt(m m') K, and noise keeps its size. Stretches of all logs have one function in common.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.logs.motion import Motion
from heft.robot.model import Robot

LENGTH = 0.25
"""Over which f changes, in standard deviations of the state. By the score of intervals on simulated robots with such
errors, lengths from 0.15 to 0.3 are as good. How large a longer function is, residuals hardly show: it is too much like
the columns of A."""

RATIOS = np.concatenate([[0.0], np.geomspace(1e-2, 1e4, 25)])
"""phi^2 / sigma^2 among which the likeliest is taken; the first is that of noise alone."""

SIGNIFICANT = 2.71
"""By how much twice the logarithm of the likelihood must grow. Noise alone reaches it in one case of twenty: half of
chi-square with one degree of freedom, for phi^2 cannot be negative."""

FEWEST = 20
"""Stretches in which a joint has rows, below which nothing is said of its errors."""

ALONE = 1e-6
"""A direction of the residuals of which the fit leaves no more than this share says nothing."""


class StateSums(NamedTuple):
    """Sums over the rows of a stretch of time, for each joint, in units of the deviation of its residuals.

    Attributes:
        rows: (nv, n) how an error of the efforts pulls at n parameters.
        errors: (nv,) residuals.
        states: (nv, 3) positions, velocities, accelerations.
        counts: (nv,) rows.
    """

    rows: Array
    errors: Array
    states: Array
    counts: Array

    def joined(self, *others: StateSums) -> StateSums:
        """Return those of several stretches together."""
        return StateSums(*(np.sum(each, axis=0) for each in zip(self, *others, strict=True)))

    def moved(self, step: Array) -> StateSums:
        """Return them after a step (n,) of the parameters."""
        return self._replace(errors=self.errors - self.rows @ step)


def states_of(robot: Robot, motion: Motion, at: Ints) -> Array:
    """Return (nv, 3, len(at)) positions, velocities, accelerations; of joints with quaternions, no positions (zero)."""
    position = np.zeros((robot.nv, len(at)))
    for joint in robot.joints:
        if joint.nq == joint.nv:
            position[robot.v_index[joint.name]] = motion.q[at, robot.q_index[joint.name]].T
    return np.stack([position, motion.qd[at].T, motion.qdd[at].T], axis=1)


def state_sums(sizes: Array, pulls: Array, errors: Array, use: Bools, states: Array) -> Iterator[StateSums]:
    """Yield the sums of stretches of equal length.

    Args:
        sizes: (nv,) one over the deviations of the residuals.
        pulls: (stretches, nv, n) sums of how errors of the efforts pull at the parameters.
        errors: (nv, m) residuals, as they pull; zero where a row is not used.
        use: (nv, m) which rows are used.
        states: (joints, 3, m) of the first coordinates; the rows of sensors come after them.
    """
    joints = slice(len(states))
    rows = pulls[:, joints] * np.divide(1.0, sizes, out=np.zeros(len(sizes)), where=sizes > 0)[joints, None]
    parts = (sizes[joints, None] * errors[joints], use[joints, None] * states, use[joints].astype(float))
    sums = (np.moveaxis(part.reshape(*part.shape[:-1], len(pulls), -1).sum(axis=-1), -1, 0) for part in parts)
    for one in zip(rows, *sums, strict=True):
        yield StateSums(*one)


def repeated(L: Array, stretches: Sequence[StateSums]) -> Array:
    """Return the covariance (n, n) of what functions of the joints' states move an estimate by.

    Args:
        L: (n, determined) with L^T G L = 1.
        stretches: of all logs.
    """
    moved = np.zeros((L.shape[1], L.shape[1]))
    for r in range(len(stretches[0].counts) if stretches else 0):
        mine = [each for each in stretches if each.counts[r]]
        counts, errors = (np.array([getattr(each, x)[r] for each in mine]) for x in ("counts", "errors"))
        if len(mine) >= FEWEST and np.any(errors):
            states = np.array([each.states[r] / each.counts[r] for each in mine])
            roots = np.sqrt(counts / counts.mean())
            H = np.array([each.rows[r] for each in mine]) @ L / np.sqrt(counts)[:, None]
            K = np.outer(roots, roots) * _alike(states)
            moved += _likeliest(H, errors / np.sqrt(counts), K) * H.T @ K @ H
    return L @ moved @ L.T


def _alike(states: Array) -> Array:
    """Return K (m, m) of states (m, 3)."""
    deviations = states.std(axis=0)
    units = states / np.where(deviations > 0, deviations, 1.0)
    squared = sum((part[:, None] - part) ** 2 for part in units.T)
    return np.exp(-squared / (2 * LENGTH**2 * units.shape[1]))


def _likeliest(H: Array, errors: Array, K: Array) -> float:
    """Return the likeliest phi^2; zero if noise alone is nearly as likely.

    With S = P^1/2, symmetric, and y = S^+ e, y has the covariance phi^2 S K S + sigma^2 in the directions that P
    leaves. S is the identity but for what H spans. Made tridiagonal, S K S has a likelihood that takes no time.
    """
    shares, W = np.linalg.eigh(H.T @ H)
    left = 1 - shares > ALONE
    root = np.sqrt(np.where(left, 1 - shares, 0.0))
    half = H @ (W / (1 + root)) @ W.T  # S = 1 - half H^T
    inverse = np.divide(1.0, root * (1 + root), out=np.full(len(root), -1.0), where=left)
    y = errors + H @ (W @ (inverse * (W.T @ (H.T @ errors))))
    M = K - half @ (H.T @ K)
    M -= (M @ H) @ half.T
    count = len(y) - np.count_nonzero(~left)
    squares, logarithms = _of_ratios(M, y)
    sigma2 = squares / count
    likelihood = -count * np.log(sigma2) - logarithms
    best = int(np.argmax(likelihood))
    return float(RATIOS[best] * sigma2[best]) if likelihood[best] - likelihood[0] > SIGNIFICANT else 0.0


def _of_ratios(M: Array, y: Array) -> tuple[Array, Array]:
    """Return y^T (1 + ratio M)^-1 y and the logarithm of the determinant of 1 + ratio M, of each ratio."""
    from scipy.linalg import get_lapack_funcs

    sytrd, ormqr, pttrf, pttrs = get_lapack_funcs(("sytrd", "ormqr", "pttrf", "pttrs"), (M,))
    vectors, diagonal, beside, tau, _ = sytrd(M, lower=1)
    turned = np.append(y[0], ormqr("L", "T", vectors[1:, :-1], tau, y[1:, None], len(y))[0])
    squares, logarithms = np.empty(len(RATIOS)), np.empty(len(RATIOS))
    for k, ratio in enumerate(RATIOS):
        pivots, factors, _ = pttrf(1 + ratio * diagonal, ratio * beside)
        squares[k], logarithms[k] = turned @ pttrs(pivots, factors, turned)[0], np.sum(np.log(pivots))
    return squares, logarithms
