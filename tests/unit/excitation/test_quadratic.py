"""The quadratic program of a step, against the conditions of optimality and another solver."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import minimize

from heft.excitation.quadratic import quadratic_step

RADIUS, PENALTY = 0.4, 50.0


def program(seed: int, offset: float, n: int = 12, m: int = 60) -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(seed)
    C = rng.normal(size=(n, n))
    return C @ C.T / n + 0.1 * np.eye(n), 3 * rng.normal(size=n), rng.normal(size=(m, n)), offset - rng.uniform(0, 1, m)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("offset", [0.0, 0.5])
def test_the_step_is_optimal(seed: int, offset: float):
    """Stationary outside the bounds of the radius, no multiplier without its limit, and slack only where it must be."""
    B, g, A, h = program(seed, offset)
    step = quadratic_step(B, g, A, h, RADIUS, PENALTY)
    over = h + A @ step.p - step.slack
    assert over.max() <= 1e-6
    assert np.abs(step.p).max() <= RADIUS
    assert step.multipliers.min() >= 0
    assert np.all((step.multipliers < 1e-4) | (over > -1e-4))
    slope = g + B @ step.p + A.T @ step.multipliers
    free = np.abs(step.p) < RADIUS - 1e-4
    assert np.abs(slope[free]).max(initial=0.0) < 1e-4
    assert np.all(slope[~free] * np.sign(step.p[~free]) < 1e-4)
    if step.slack > 1e-6:
        assert step.multipliers.sum() == pytest.approx(PENALTY, rel=1e-4)


@pytest.mark.parametrize("seed", range(3))
def test_no_other_step_is_better(seed: int):
    B, g, A, h = program(seed, -0.2)

    def cost(p: np.ndarray) -> float:
        return float(g @ p + 0.5 * p @ B @ p)

    other = minimize(
        cost,
        np.zeros(len(g)),
        jac=lambda p: g + B @ p,
        bounds=[(-RADIUS, RADIUS)] * len(g),
        constraints={"type": "ineq", "fun": lambda p: -h - A @ p, "jac": lambda p: -A},
        method="SLSQP",
        options={"ftol": 1e-12, "maxiter": 500},
    )
    step = quadratic_step(B, g, A, h, RADIUS, PENALTY)
    assert step.slack < 1e-6
    assert cost(step.p) == pytest.approx(other.fun, abs=1e-5)


def test_without_limits_it_is_the_step_of_newton():
    B, g, _, _ = program(5, 0.0)
    step = quadratic_step(B, 0.01 * g, np.zeros((0, len(g))), np.zeros(0), RADIUS, PENALTY)
    np.testing.assert_allclose(step.p, np.linalg.solve(B, -0.01 * g), atol=1e-5)
    assert step.slack < 1e-6
