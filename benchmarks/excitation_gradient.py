"""One gradient of a design in all coefficients of the motion, three ways: heft's adjoint sweep, JAX, and differences.

The peer is the same criterion (D) written in JAX: the regressor from Newton-Euler recursions for every unit parameter,
friction with the same smooth sign, and JAX's reverse mode through all of it. All three must agree first. Times are the
best of several, processor time on one core; JAX's compilation is given apart.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from heft.dynamics import scan
from heft.dynamics.tree import tree_of
from heft.excitation.problem import Problem

ROUNDS = 10


@dataclass(frozen=True)
class Cost:
    """What a gradient costs, in seconds of processor time, and how far the others are from heft's.

    Attributes:
        coefficients: how many.
        ours, in_jax, numeric: of one gradient.
        compiling: JAX's compilation.
        from_jax, from_numeric: the largest difference, as a part of the largest derivative.
    """

    coefficients: int
    ours: float
    in_jax: float
    numeric: float
    compiling: float
    from_jax: float
    from_numeric: float

    def __str__(self) -> str:
        return (
            f"gradient in {self.coefficients} coefficients: {1e3 * self.ours:.1f} ms; JAX {1e3 * self.in_jax:.1f} ms "
            f"({self.in_jax / self.ours:.1f} times, {self.compiling:.0f} s to compile), differences "
            f"{1e3 * self.numeric:.0f} ms ({self.numeric / self.ours:.0f} times); relative differences "
            f"{self.from_jax:.1e} and {self.from_numeric:.1e}"
        )


def in_jax(problem: Problem) -> Callable[[jax.Array], jax.Array]:
    """The criterion D of a problem as a function of the free numbers, in JAX."""
    columns, m = problem.columns, problem.moving
    model = columns.base.model
    tree, nv, n = tree_of(model.robot), model.robot.nv, model.n_inertial
    inertial = [c for c in columns.base.columns if c < n]
    drives = [model.extra[c - n] for c in columns.base.columns if c >= n]
    units = jnp.asarray(np.eye(n)[inertial].reshape(len(inertial), -1, 10))
    basis, sizes = jnp.asarray(problem.basis[:3]), jnp.asarray(problem.sizes[problem.first :])
    still = jnp.zeros(nv)

    def drive_rows(qd: jax.Array, qdd: jax.Array) -> list[jax.Array]:
        rows = []
        for column in drives:
            ((r, gear),) = column.gears
            signals = {
                "viscous": qd[r],
                "coulomb": jnp.tanh(qd[r] / columns.smooth[r]),
                "offset": jnp.ones_like(qd[r]),
                "armature": qdd[r],
            }
            rows.append(jnp.zeros_like(qd).at[r].set(gear * signals[column.kind]))
        return rows

    def value(x: jax.Array) -> jax.Array:
        coefficients = jnp.zeros((problem.family.size, nv)).at[0].set(problem.posture)
        coefficients = coefficients.at[problem.first :, m].set(x.reshape(-1, len(m)) * sizes)
        q, qd, qdd = jnp.swapaxes(basis @ coefficients, 1, 2)

        def torques(pi: jax.Array) -> jax.Array:
            return scan.inverse_dynamics(tree, q, qd, qdd, parameters=pi, armature=still)

        Y = jnp.concatenate([jax.vmap(torques)(units), jnp.stack(drive_rows(qd, qdd))])
        A = Y * columns.rows[None, :, None] * columns.scales[:, None, None]
        A = A.reshape(len(A), -1)
        M = problem.weight * A @ A.T + problem.earlier
        return -jnp.linalg.slogdet(M)[1] / len(M)

    return value


def gradient_cost(problem: Problem, seed: int = 0) -> Cost:
    """Measure one gradient of a problem, whose criterion is D, three ways."""
    x = 0.3 * np.random.default_rng(seed).standard_normal(problem.sizes[problem.first :].size)

    def value(x: np.ndarray) -> float:
        return problem.value(problem.curve(x))

    def gradient(x: np.ndarray) -> np.ndarray:
        outlook = problem.outlook(x)
        return problem.gradient(outlook, problem.criterion.value_and_gradient(outlook.M)[1])

    ours = _best(lambda: gradient(x))
    began = time.process_time()
    compiled = jax.jit(jax.grad(in_jax(problem))).lower(jnp.asarray(x)).compile()
    compiling = time.process_time() - began
    theirs = _best(lambda: np.asarray(compiled(jnp.asarray(x))))
    began, step = time.process_time(), 1e-6
    by_differences = np.array([(value(x + step * e) - value(x - step * e)) / (2 * step) for e in np.eye(len(x))])
    numeric = time.process_time() - began
    found = gradient(x)
    size = np.abs(found).max()
    errors = [float(np.abs(found - other).max() / size) for other in (np.asarray(compiled(x)), by_differences)]
    return Cost(len(x), ours, theirs, numeric, compiling, *errors)


def _best(run: Callable[[], object]) -> float:
    run()
    times = []
    for _ in range(ROUNDS):
        began = time.process_time()
        run()
        times.append(time.process_time() - began)
    return min(times)
