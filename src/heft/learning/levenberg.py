"""Levenberg-Marquardt with damping lambda I and gain-ratio updates (Nielsen 1999), one step at a time.

Damping that is scaled by the diagonal (Marquardt) mostly fails on virtual parameters; plain damping works. Each step is
solved from the triangular factor of the Jacobian, never from normal equations.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array

Residual = Callable[[Array], Array]
WithJacobian = Callable[[Array], tuple[Array, Array]]

FIRST_DAMPING = 1e-3
"""The first damping, relative to the largest diagonal entry of J^T J."""
SMALLEST_LOSS = 1e-30
"""A normalised squared error that is nothing but rounding."""
SMALL_GAIN, PATIENCE = 1e-7, 6
"""Converged after `PATIENCE` steps in a row that each reduce the loss by less than this fraction."""
MOST_REJECTED = 25
"""Converged if this many trial steps in a row do not reduce the loss."""


@dataclass(frozen=True, eq=False)
class LevenbergState:
    """The state of the iteration.

    Attributes:
        x: (p,) parameters.
        loss: sum of squared residuals.
        damping: lambda.
        growth: factor of the next increase of lambda.
        steps: number of accepted steps.
        slow: number of steps in a row that hardly reduced the loss.
        done: why it stopped, "" while it has not.
    """

    x: Array
    loss: float
    damping: float = 0.0
    growth: float = 2.0
    steps: int = 0
    slow: int = 0
    done: str = ""


def begin(residual: Residual, x: Array) -> LevenbergState:
    """Return the state at a start."""
    r = residual(x)
    loss = float(r @ r)
    return LevenbergState(x, loss, done="" if np.isfinite(loss) else "not finite")


def step(residual: Residual, jacobian: WithJacobian, state: LevenbergState) -> LevenbergState:
    """Take one accepted step, or stop."""
    r, J = jacobian(state.x)
    if not (np.all(np.isfinite(J)) and np.all(np.isfinite(r))):
        return replace(state, done="not finite")
    p = J.shape[1]
    R = np.asarray(np.linalg.qr(np.column_stack([J, r]), mode="r"))
    R, d = R[:, :p], R[:, p]
    gradient = R.T @ d
    damping, growth = state.damping, state.growth
    if damping == 0.0:
        damping = FIRST_DAMPING * float(np.max(np.sum(R**2, axis=0), initial=1e-300))
    for _ in range(MOST_REJECTED):
        stacked = np.concatenate([R, np.sqrt(damping) * np.eye(p)])
        h = np.linalg.lstsq(stacked, -np.concatenate([d, np.zeros(p)]), rcond=None)[0]
        x = state.x + h
        with np.errstate(over="ignore", invalid="ignore"):
            trial = residual(x)
            loss = float(trial @ trial)
        predicted = float(h @ (damping * h - gradient))
        gain = (state.loss - loss) / predicted if predicted > 0 and np.isfinite(loss) else -1.0
        if gain > 0:
            damping *= max(1 / 3, 1 - (2 * gain - 1) ** 3)
            slow = state.slow + 1 if state.loss - loss < SMALL_GAIN * state.loss else 0
            done = "converged" if loss < SMALLEST_LOSS or slow >= PATIENCE else ""
            return LevenbergState(x, loss, max(damping, 1e-300), 2.0, state.steps + 1, slow, done)
        damping, growth = damping * growth, 2 * growth
    return replace(state, damping=damping, growth=2.0, done="converged")
