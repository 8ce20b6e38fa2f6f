"""A first approach to a good motion: the criterion and a penalty on excesses over the limits, minimised by L-BFGS.

An iteration costs a small part of one of `sequential`, since no program is solved, and the way may lead through motions
that exceed limits. Where obstacles are in the way it must not: a motion that has once passed through a table does not
find its way back.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from heft.arrays import Array
from heft.excitation.problem import Problem

PENALTIES, ITERATIONS = (10.0, 100.0), 60
"""Of each round, and the iterations of each."""

MEMORY = 30
"""Pairs of steps and gradient differences that L-BFGS keeps."""


def approached(problem: Problem, x: Array, watch: Callable[[], None]) -> Array:
    """Return the free numbers of a better motion, which may exceed limits by a few percent.

    Args:
        problem: the problem.
        x: where to begin.
        watch: called before every evaluation; it stops the search by raising.
    """
    from scipy.optimize import minimize

    def cost(x: Array, penalty: float) -> tuple[float, Array]:
        watch()
        outlook = problem.outlook(x)
        value, to_M = problem.criterion.value_and_gradient(outlook.M)
        over = {kind: np.maximum(0.0, h) for kind, h in outlook.excess.items()}
        value += 0.5 * penalty * sum(float(np.sum(h**2)) / len(h) for h in over.values())
        to_excess = {kind: penalty * h / len(h) for kind, h in over.items()}
        return value, problem.gradient(outlook, to_M) + problem.limit_gradient(outlook, to_excess)

    options = {"maxiter": ITERATIONS, "maxcor": MEMORY, "maxfun": 2 * ITERATIONS}
    for penalty in PENALTIES:
        x = np.asarray(minimize(cost, x, (penalty,), jac=True, method="L-BFGS-B", options=options).x)
    return x
