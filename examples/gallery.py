"""Draw the figures of the manual's gallery: what an identification looks like.

Run it: python examples/gallery.py [FOLDER]
"""

import sys
from pathlib import Path

import numpy as np

import heft

truth = heft.load("zoo:panda")
file = truth.with_parameters(truth.parameters * np.array([1.3, 0.8, 1.2, 0.7, 1.25, 0.8, 1.3])[:, None])


def recorded(seed: int) -> heft.Log:
    """Return a run of 12 s at 200 Hz: sums of sines, with friction, and noise on positions and torques."""
    rng, t = np.random.default_rng(seed), np.arange(0, 12, 0.005)[:, None]
    q, qd, qdd = np.zeros((3, len(t), truth.nv))
    for w in 2 * np.pi * np.array([0.1, 0.25, 0.4]):
        a, phase = rng.uniform(0.2, 0.5, truth.nv), rng.uniform(0, 6, truth.nv)
        q += a * np.sin(w * t + phase)
        qd += a * w * np.cos(w * t + phase)
        qdd -= a * w * w * np.sin(w * t + phase)
    tau = heft.inverse_dynamics(truth, q, qd, qdd) + 0.8 * qd + 0.5 * np.tanh(qd / 0.02)
    noise = rng.standard_normal((2, *q.shape))
    return heft.Log(t[:, 0], tuple(truth.joint_names), q + 1e-6 * noise[0], effort=tau + 0.1 * noise[1])


logs = [recorded(seed) for seed in (1, 2)]
result = heft.identify(file, logs, friction="viscous,coulomb")  # the second run is held out
plan = heft.excite(heft.load("zoo:scara"), duration=6.0, starts=1, seed=1, assume=True)

FIGURES = {
    "torques": result.plot("torques"),
    "residuals": result.plot("residuals"),
    "parameters": result.plot("parameters"),
    "friction": result.plot("friction"),
    "validation": result.validate(logs[1]).plot(),
    "identifiability": heft.identifiability.identifiability(truth).plot(),
    "motion": plan.plot("positions"),
}

folder = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
for name, figure in FIGURES.items():
    figure.savefig(folder / f"gallery_{name}.png", dpi=90)
    print(f"gallery_{name}.png")
