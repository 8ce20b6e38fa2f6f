"""Identify an arm with a wrong robot file: simulate noisy logs, estimate, validate on a held-out run.

Run it: python examples/identify_arm.py
"""

import numpy as np

import heft

truth = heft.load("zoo:puma560")
file = truth.with_parameters(truth.parameters * np.linspace(0.7, 1.3, truth.n_bodies)[:, None])


def recorded(seed: int) -> heft.Log:
    """Return a run of 15 s at 200 Hz: sums of sines, with friction, and noise on positions and torques."""
    rng, t = np.random.default_rng(seed), np.arange(0, 15, 0.005)[:, None]
    q, qd, qdd = np.zeros((3, len(t), truth.nv))
    for w in 2 * np.pi * np.array([0.1, 0.2, 0.3, 0.5]):
        a, phase = rng.uniform(0.2, 0.6, truth.nv), rng.uniform(0, 6, truth.nv)
        q += a * np.sin(w * t + phase)
        qd += a * w * np.cos(w * t + phase)
        qdd -= a * w * w * np.sin(w * t + phase)
    tau = heft.inverse_dynamics(truth, q, qd, qdd) + 1.5 * qd + 0.8 * np.sign(qd)
    noise = rng.standard_normal((2, *q.shape))
    return heft.Log(t[:, 0], tuple(truth.joint_names), q + 1e-6 * noise[0], effort=tau + 0.2 * noise[1])


logs = [recorded(seed) for seed in (1, 2, 3)]
result = heft.identify(file, logs)  # the last run is held out

print(result)
print(f"relative error on the held-out run: {result.held_out.overall.relative_percent:.2f} %")
print(f"relative error of the robot file:   {heft.validate(file, logs[2]).overall.relative_percent:.2f} %")
low, high = result.interval("joint3.viscous")
print(f"viscous friction of joint3: {low:.3f} .. {high:.3f} N m s/rad, truth 1.5")
