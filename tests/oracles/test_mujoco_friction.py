"""Simulation with friction that is stiff for the step, against MuJoCo's integrator `implicitfast` at small steps."""

from __future__ import annotations

from pathlib import Path

import mujoco
import numpy as np
import pytest

import heft

ARM = """<mujoco><option integrator="implicitfast" timestep="{dt}" tolerance="0" iterations="200"/>
<default><joint solreffriction="{soft} 1" solimpfriction="0.9999 0.9999 0.001 0.5 2"/></default>
<worldbody><body><joint name="a" axis="0 1 0" damping="0.4" frictionloss="{dry}"/>
<inertial pos="0.25 0 0" mass="4" diaginertia="0.01 0.1 0.1"/>
<body pos="0.5 0 0"><joint name="b" axis="0 1 0" damping="0.8" frictionloss="{dry}"/>
<inertial pos="0.1 0 0.02" mass="1" diaginertia="0.002 0.01 0.01"/>
<body pos="0.2 0 0"><joint name="c" axis="0 1 0" damping="0.3"/>
<inertial pos="0.01 0 0.01" mass="0.01" diaginertia="2e-6 2e-6 2e-6"/></body></body></body></worldbody></mujoco>"""
"""The last link has an inertia of 4e-6 kg m2: its friction stops it in 13 us, a hundredth of heft's step."""


def in_mujoco(path: Path, dt: float, duration: float, q: list[float], qd: list[float]) -> np.ndarray:
    """Return the positions at every millisecond, (n, 3)."""
    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    data.qpos, data.qvel = q, qd
    rows = []
    for k in range(round(duration / dt) + 1):
        if k % round(1e-3 / dt) == 0:
            rows.append(data.qpos.copy())
        mujoco.mj_step(model, data)
    return np.array(rows)


@pytest.mark.parametrize("dry", [0.0, 1.5], ids=["viscous", "dry"])
def test_a_light_link_with_strong_friction(tmp_path: Path, dry: float):
    """Both fall to rest the same way, to MuJoCo's own error of first order; dry friction is soft there."""
    path, q, qd = tmp_path / "arm.xml", [0.3, -0.5, 0.2], [1.0, 2.0, -3.0]
    path.write_text(ARM.format(dt=2e-5, soft=4e-5, dry=dry))
    exact = in_mujoco(path, 2e-5, 0.6, q, qd)
    robot = heft.load(path)
    found = heft.simulate(robot, 0.6, q0=q, qd0=qd, dt=1e-3)
    assert np.ptp(exact[:, 0]) > 0.2
    assert np.max(np.abs(found.q - exact)) < 1e-4
