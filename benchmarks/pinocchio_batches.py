"""The best ways to many samples with Pinocchio from Python: its own batches, and loops in several processes.

Pinocchio has batches for inverse and forward dynamics (`rneaInParallel`, `abaInParallel`), on as many threads as asked
for. It has none for regressors and gradients: there a user calls it in a loop, and in one process for each core to use
them all. Processes are timed while all of them run; starting them and returning their results is not counted, which
is in favour of the peer.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import pinocchio as pin

LOOP = 500
"""Samples of a loop in one measurement."""

LOOPED = ("regressor", "gradient")


@dataclass(frozen=True, eq=False)
class Batches:
    """A model and its samples, in Pinocchio's order.

    Attributes:
        model: the model.
        threads: how many threads its batches may use.
        q, v, a, tau: (samples, .) states and torques.
    """

    model: pin.Model
    threads: int
    q: np.ndarray
    v: np.ndarray
    a: np.ndarray
    tau: np.ndarray
    _data: pin.Data = field(init=False)
    _pool: pin.ModelPool = field(init=False)
    _columns: tuple[np.ndarray, ...] = field(init=False)
    _result: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        columns = tuple(np.asfortranarray(x.T) for x in (self.q, self.v, self.a, self.tau))
        made = {
            "_data": self.model.createData(),
            "_pool": pin.ModelPool(self.model, self.threads),
            "_columns": columns,
            "_result": np.zeros_like(columns[1]),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)

    def inverse_dynamics(self) -> np.ndarray:
        """Return the torques (samples, nv) of all samples, by Pinocchio's batch."""
        q, v, a, _ = self._columns
        pin.rneaInParallel(self.threads, self._pool, q, v, a, self._result)
        return self._result.T

    def forward_dynamics(self) -> np.ndarray:
        """Return the accelerations (samples, nv) of all samples, by Pinocchio's batch."""
        q, v, _, tau = self._columns
        pin.abaInParallel(self.threads, self._pool, q, v, tau, self._result)
        return self._result.T

    def regressor(self) -> np.ndarray:
        """Return the regressors (LOOP, nv, 10 bodies) of the first samples, by a loop."""
        rows = np.zeros((LOOP, self.model.nv, 10 * (self.model.njoints - 1)))
        for k in range(LOOP):
            rows[k] = pin.computeJointTorqueRegressor(self.model, self._data, self.q[k], self.v[k], self.a[k])
        return rows

    def gradient(self) -> np.ndarray:
        """Return the gradient (10 bodies,) of half the squared accelerations of the first samples, by a loop."""
        total = np.zeros(10 * (self.model.njoints - 1))
        for k in range(LOOP):
            q, v = self.q[k], self.v[k]
            a = pin.aba(self.model, self._data, q, v, self.tau[k])
            adjoint = pin.computeMinverse(self.model, self._data, q) @ a
            total -= adjoint @ pin.computeJointTorqueRegressor(self.model, self._data, q, v, a)
        return total


def seconds_per_sample(function: Callable[[], object], samples: int, repeats: int) -> float:
    """Return the best of several measurements."""
    best = np.inf
    for _ in range(repeats):
        start = time.perf_counter()
        function()
        best = min(best, (time.perf_counter() - start) / samples)
    return float(best)


def in_processes(command: list[str], processes: int) -> float:
    """Run a command, which prints the seconds per sample of its loop, in several processes at once.

    Returns:
        The seconds per sample of all of them together.
    """
    running = [
        subprocess.Popen([sys.executable, *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for _ in range(processes)
    ]
    for each in running:
        assert each.stdout is not None
        each.stdout.readline()  # it has loaded everything
    for each in running:
        assert each.stdin is not None
        each.stdin.write("\n")
        each.stdin.flush()
    return 1 / sum(1 / float(each.communicate()[0]) for each in running)


def answer_in_process(function: Callable[[], object], seconds: float) -> None:
    """Be one of the processes of `in_processes`: load, wait, loop for some time, and print the seconds per sample."""
    function()
    print("ready", flush=True)
    sys.stdin.readline()
    start, loops = time.perf_counter(), 0
    while time.perf_counter() - start < seconds:
        function()
        loops += 1
    print((time.perf_counter() - start) / (loops * LOOP), flush=True)
