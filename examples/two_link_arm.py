"""Write the files that README and the manual use: an arm whose inertias are wrong, and logs of the real arm.

    python examples/two_link_arm.py

writes into the current folder:

    arm.urdf                                      a two-link arm, with the masses of an early drawing
    run1.parquet, run2.parquet, run3.parquet      logs of the arm as it was built, simulated with friction and noise
    recording.csv, recording.toml                 another run as a logger might write it, and the map that explains it
"""

from pathlib import Path

import numpy as np

import heft

URDF = """<robot name="arm">
  <!-- inertias: from an early drawing -->
  <link name="base"/>
  <link name="upper_arm">
    <inertial><origin xyz="0 0 0.15"/><mass value="3.0"/>
      <inertia ixx="0.025" iyy="0.025" izz="0.003" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <link name="forearm">
    <inertial><origin xyz="0 0 0.12"/><mass value="1.5"/>
      <inertia ixx="0.010" iyy="0.010" izz="0.001" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="shoulder" type="revolute">
    <parent link="base"/><child link="upper_arm"/><origin xyz="0 0 0.4"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" velocity="6" effort="80"/>
  </joint>
  <joint name="elbow" type="revolute">
    <parent link="upper_arm"/><child link="forearm"/><origin xyz="0 0 0.3"/><axis xyz="0 1 0"/>
    <limit lower="-3" upper="3" velocity="8" effort="40"/>
  </joint>
</robot>
"""

MAP = """format = "heft-map/1"
joints = ["shoulder", "elbow"]

[time]
column = 0

[q]
columns = [1, 2]
unit = "deg"

[tau]
columns = [3, 4]
"""


def as_built(drawn: heft.Robot) -> heft.Robot:
    """Return the arm with the inertias that it really has: a heavier forearm, its centre of mass further out."""
    upper = heft.parameters.from_com(3.4, [0.01, 0, 0.14], np.diag([0.03, 0.03, 0.004]))
    forearm = heft.parameters.from_com(2.1, [0, 0, 0.16], np.diag([0.018, 0.018, 0.001]))
    return drawn.with_parameters(np.array([upper, forearm]))


def recorded(arm: heft.Robot, seed: int) -> heft.Log:
    """Return a run of 10 s at 200 Hz: sums of sines, with friction, and noise on positions and torques."""
    rng, t = np.random.default_rng(seed), np.arange(0, 10, 0.005)[:, None]
    q, qd, qdd = np.zeros((3, len(t), arm.nv))
    for _ in range(3):
        w, a, phase = 2 * np.pi * rng.uniform(0.2, 1.0, 2), rng.uniform(0.3, 0.7, 2), rng.uniform(0, 6, 2)
        q += a * np.sin(w * t + phase)
        qd += a * w * np.cos(w * t + phase)
        qdd -= a * w * w * np.sin(w * t + phase)
    tau = heft.inverse_dynamics(arm, q, qd, qdd) + 0.4 * qd + 0.8 * np.sign(qd)
    noise = rng.standard_normal((2, *q.shape))
    return heft.Log(t[:, 0], ("shoulder", "elbow"), q + 1e-5 * noise[0], effort=tau + 0.1 * noise[1])


if __name__ == "__main__":
    Path("arm.urdf").write_text(URDF, encoding="utf-8")
    arm = as_built(heft.load("arm.urdf"))
    for run in (1, 2, 3):
        recorded(arm, seed=run).write(f"run{run}.parquet")
    load = heft.parameters.from_com(0.8, [0.02, 0, 0.25], np.diag([0.002, 0.002, 0.001]))
    recorded(arm.with_parameters(arm.parameters + np.array([np.zeros(10), load])), seed=5).write("loaded.parquet")
    log = recorded(arm, seed=4)
    columns = np.column_stack([log.t, np.degrees(log.q), log.effort])
    np.savetxt("recording.csv", columns, delimiter=",", fmt="%.6f")
    Path("recording.toml").write_text(MAP, encoding="utf-8")
