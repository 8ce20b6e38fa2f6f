"""By NumPy, as before the kernels are compiled, and by the kernels, results agree to 1e-12 of the largest number.

`heft.cold_start` switches from one to the other at any time. The robots are machines; random trees, whose mass matrices
can be badly conditioned, are in `test_drivers_agree.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import numpy as np
import pytest

import heft
from heft.cold_start import Cold
from heft.dynamics import engines
from heft.robot.model import Robot

AGREE = 1e-12
ROBOTS = ("zoo:puma560", "zoo:panda", "zoo:ur10e", "zoo:cartpole")
State = tuple[np.ndarray, np.ndarray, np.ndarray]

FUNCTIONS: dict[str, Callable[[Robot, State], np.ndarray]] = {
    "inverse_dynamics": lambda robot, state: heft.inverse_dynamics(robot, *state),
    "forward_dynamics": lambda robot, state: heft.forward_dynamics(robot, *state),
    "torque_regressor": lambda robot, state: heft.torque_regressor(robot, *state),
    "bias_forces": lambda robot, state: heft.bias_forces(robot, *state[:2]),
    "gravity_forces": lambda robot, state: heft.gravity_forces(robot, state[0]),
    "simulate": lambda robot, state: heft.simulate(robot, 0.05, q0=state[0][0], qd0=0.1 * state[1][0]).qdd,
}
"""The public functions that have a kernel."""


class Path:
    """The way that all functions take: by NumPy, or by the kernels; and how often each was asked about."""

    def __init__(self, by_numpy: bool) -> None:
        self.by_numpy, self.asked = by_numpy, 0

    def __enter__(self) -> Path:
        path = self

        def takes(cold: Cold, work: float) -> bool:
            path.asked += 1
            return path.by_numpy

        ready = property(lambda cold: not path.by_numpy)
        self._patches = [patch.object(Cold, "takes", takes), patch.object(Cold, "ready", ready)]
        self._patches.append(patch.object(engines, "LOADING", 0))
        for each in self._patches:
            each.start()
        return self

    def __exit__(self, *_: object) -> None:
        for each in self._patches:
            each.stop()


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("robot", ROBOTS)
def test_dynamics(robot: str, name: str):
    machine = heft.load(robot)
    state = machine.random_state(0, 100)
    found = []
    for by_numpy in (True, False):
        with Path(by_numpy) as path:
            found.append(FUNCTIONS[name](machine, state))
        assert path.asked
    cold, warm = found
    assert np.abs(cold - warm).max() < AGREE * np.abs(warm).max()
    assert not np.array_equal(cold, warm) or not np.any(warm)  # or they would have gone the same way


def test_identification():
    """What is estimated agrees as far as the condition of the regression lets it: far below its standard deviation."""
    robot = heft.load("zoo:double_pendulum")
    t = np.arange(600) / 200
    w = 2 * np.pi * np.array([0.5, 0.8])
    q, qd, qdd = 0.5 * np.sin(np.outer(t, w)), 0.5 * w * np.cos(np.outer(t, w)), -0.5 * w**2 * np.sin(np.outer(t, w))
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + 0.01 * np.random.default_rng(0).standard_normal(q.shape)
    log, found = heft.Log(t=t, q=q, effort=tau, joints=tuple(robot.joint_names)), []
    for by_numpy in (True, False):
        with Path(by_numpy) as path:
            found.append(heft.identify(robot, [log], friction="none"))
        assert path.asked
    cold, warm = found
    assert np.abs(cold.base_values - warm.base_values).max() < AGREE * np.abs(warm.base_values).max() * warm.condition
    assert np.all(np.abs(cold.base_values - warm.base_values) < 1e-6 * warm.base_deviation)
