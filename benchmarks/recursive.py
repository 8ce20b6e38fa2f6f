"""Claim: without noise, identification joint by joint recovers the Stanford arm's combinations to 1e-8.

With noise, the recursive estimate of P1 is compared with its peers on the same samples: least squares of all torques
at once, and the same with each torque weighted by its noise. Trajectories shrink from large to small, so that their
condition number grows. Prints a table and draws docs/images/recursive.svg.

    python benchmarks/recursive.py
"""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np

import heft
from heft import minimal
from heft.estimation import lin_recursive

mpl.use("Agg")
from matplotlib import pyplot as plt

FIGURE = Path(__file__).resolve().parents[1] / "docs" / "images" / "recursive.svg"
SAMPLES, DRAWS, TRAJECTORIES, NOISE = 1000, 15, 6, 0.01
SIZES = np.geomspace(1.0, 0.01, 9)
METHODS = ("recursive", "all at once", "all at once, weighted")


def trajectory(seed: int, size: float, nv: int) -> tuple[np.ndarray, ...]:
    """A Fourier series of five harmonics in 10 s, about a fixed posture."""
    rng = np.random.default_rng(seed)
    t, w = np.linspace(0, 10, SAMPLES, endpoint=False), 2 * np.pi / 10
    h = np.arange(1, 6)[:, None]
    phase = w * h * t
    amplitude = size * rng.standard_normal((2, nv, 5)) / 2
    posture = rng.uniform(-1, 1, nv)
    q = posture + (amplitude[0] @ np.sin(phase) + amplitude[1] @ np.cos(phase)).T
    qd = ((amplitude[0] * (w * h.T)) @ np.cos(phase) - (amplitude[1] * (w * h.T)) @ np.sin(phase)).T
    qdd = -((amplitude[0] * (w * h.T) ** 2) @ np.sin(phase) + (amplitude[1] * (w * h.T) ** 2) @ np.cos(phase)).T
    return q, qd, qdd


def error(found: np.ndarray, true: np.ndarray) -> float:
    """Return the error of all values, relative to their length."""
    return float(np.linalg.norm(found - true) / np.linalg.norm(true))


def main() -> None:
    """Identify with and without noise, print the table, draw the figure."""
    mlc = minimal.combinations(heft.load("zoo:stanford"))
    true, rng = mlc.values, np.random.default_rng(0)
    worst, points = 0.0, []
    for seed in range(TRAJECTORIES):
        for size in SIZES:
            state = trajectory(seed, size, mlc.robot.nv)
            tau = minimal.inverse_dynamics(mlc, *state)
            factors = lin_recursive.fold(mlc, [(*state, tau)])
            if size == 1.0:
                worst = max(worst, error(lin_recursive.identify_joint_by_joint(factors).values, true))
            condition = lin_recursive.identify_all_at_once(factors).condition
            noise = NOISE * np.sqrt(np.mean(tau**2, axis=0))
            errors = []
            for _ in range(DRAWS):
                noisy = lin_recursive.fold(mlc, [(*state, tau + noise * rng.standard_normal(tau.shape))])
                found = [
                    lin_recursive.identify_joint_by_joint(noisy).values,
                    *(lin_recursive.identify_all_at_once(noisy, w).values for w in (1, 1 / noise)),
                ]
                errors.append([error(values, true) for values in found])
            points.append((size, condition, *np.median(errors, axis=0)))
    table = np.array(points)
    print(f"without noise, large motions: largest relative error {worst:.1e}")
    print(
        f"with noise of {100 * NOISE:g} % of each torque, medians over {TRAJECTORIES} trajectories of {SAMPLES} samples"
    )
    print(f"{'size':>6} {'condition':>10} " + " ".join(f"{name:>22}" for name in METHODS))
    for size in SIZES:
        rows = np.median(table[table[:, 0] == size], axis=0)
        print(f"{size:6.3f} {rows[1]:10.3g} " + " ".join(f"{value:22.2e}" for value in rows[2:]))
    draw(table)


def draw(table: np.ndarray) -> None:
    """Draw the errors over the condition number."""
    plt.rcParams["svg.hashsalt"] = "heft"
    figure, axes = plt.subplots(figsize=(6.4, 4.0), layout="constrained")
    for column, (name, mark) in enumerate(zip(METHODS, "o^s", strict=True), start=2):
        axes.loglog(table[:, 1], table[:, column], mark, markersize=4, label=name, alpha=0.8)
    axes.set_xlabel("condition number of the stacked matrix")
    axes.set_ylabel("relative error of the combinations")
    axes.set_title(f"Stanford arm, {100 * NOISE:g} % noise on every torque", fontsize=10)
    axes.grid(True, which="major", alpha=0.3)
    axes.legend()
    figure.savefig(FIGURE, metadata={"Date": None})
    print(f"drawn: {FIGURE.name}")


if __name__ == "__main__":
    main()
