"""The speed of heft's dynamics compared with Pinocchio called in a loop, in the same run.

Claims (`--check` exits with 1 if one fails):
    torque regressor, dense: 10 times the samples per second of the loop on UR5 and Panda, 2 times on Talos;
    torque regressor, packed tiles: 15 times, 5 times on Talos;
    inverse and forward dynamics of a batch: 15 times;
    gradient of a loss on accelerations in all inertial parameters: 50 times;
    streaming a million samples takes less than 300 MB above the inputs;
    the cost grows linearly from 10 to 100 bodies.

The loop is how Pinocchio is used from Python: one call for each sample, with the result stored in a preallocated array.
All measurements on a robot are taken in turn, several times, so that a busy moment of the machine does not affect
one row alone; the table gives the best time of each, and the ratio of both sides.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numba
import numpy as np
import pinocchio as pin
from rich.console import Console
from rich.table import Table

import heft
from heft.dynamics import kernels
from heft.robot import zoo
from heft.robot.interop import PinocchioMap

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
CASES = {
    "UR5": ("ur_description/urdf/ur5_robot.urdf", "fixed"),
    "Panda": ("panda_description/urdf/panda.urdf", "fixed"),
    "Talos": ("talos_data/robots/talos_reduced.urdf", "floating"),
}
CLAIMS = {
    "regressor, dense": {"UR5": 10, "Panda": 10, "Talos": 2},
    "regressor, packed": {"UR5": 15, "Panda": 15, "Talos": 5},
    "inverse dynamics": {"UR5": 15, "Panda": 15, "Talos": 15},
    "forward dynamics": {"UR5": 15, "Panda": 15, "Talos": 15},
    "gradient": {"UR5": 50, "Panda": 50, "Talos": 50},
}
MEMORY_MB = 300
DENSE_BYTES = 400_000_000
"""Largest dense regressor: that of a humanoid over a long log does not fit in memory."""

LOOP = 500
"""Samples of the loop in one measurement."""


@dataclass(frozen=True)
class Result:
    """One row of the table: seconds per sample of both sides."""

    robot: str
    what: str
    loop: float
    heft: float
    bytes_written: int

    @property
    def ratio(self) -> float:
        """How many times as many samples per second heft does."""
        return self.loop / self.heft


def best_of(repeats: int, *pairs: tuple[Callable[[], object], int]) -> list[float]:
    """Run functions in turn, several times; return the best seconds per sample of each."""
    best = [np.inf] * len(pairs)
    for _ in range(repeats):
        for k, (function, samples) in enumerate(pairs):
            start = time.perf_counter()
            function()
            best[k] = min(best[k], (time.perf_counter() - start) / samples)
    return best


def measure(name: str, samples: int, repeats: int) -> list[Result]:
    """Measure one robot; the results of both sides are compared first."""
    urdf, base = CASES[name]
    robot = heft.load(ROBOTS / urdf, base, mimic=False)
    arguments = [pin.JointModelFreeFlyer()] if base == "floating" else []
    model = pin.buildModelFromUrdf(str(ROBOTS / urdf), *arguments)
    data, to_pin = model.createData(), PinocchioMap(robot, model)
    q, qd, qdd = robot.random_state(0, samples)
    tau, target = heft.inverse_dynamics(robot, q, qd, qdd), np.zeros_like(qdd)
    Q, V, A = to_pin.q(q[:LOOP]), to_pin.v(qd[:LOOP]), to_pin.v(qdd[:LOOP])
    T, columns = to_pin.tau(tau[:LOOP]), 10 * (model.njoints - 1)
    rows, matrices, gradient = np.zeros((LOOP, model.nv)), np.zeros((LOOP, model.nv, columns)), np.zeros(columns)
    few = min(samples, DENSE_BYTES // (8 * robot.nv * len(robot.parameter_names)))
    dense = np.zeros((few, robot.nv, len(robot.parameter_names)))

    def loop_regressor() -> None:
        for k in range(LOOP):
            matrices[k] = pin.computeJointTorqueRegressor(model, data, Q[k], V[k], A[k])

    def loop_inverse() -> None:
        for k in range(LOOP):
            rows[k] = pin.rnea(model, data, Q[k], V[k], A[k])

    def loop_forward() -> None:
        for k in range(LOOP):
            rows[k] = pin.aba(model, data, Q[k], V[k], T[k])

    def loop_gradient() -> None:
        gradient[:] = 0
        for k in range(LOOP):
            a = pin.aba(model, data, Q[k], V[k], T[k])
            adjoint = pin.computeMinverse(model, data, Q[k]) @ a
            gradient[:] -= adjoint @ pin.computeJointTorqueRegressor(model, data, Q[k], V[k], a)

    def packed() -> None:
        for _ in kernels.regressor_tiles(robot, q, qd, qdd):
            pass

    cases: dict[str, tuple[Callable[[], object], Callable[[], object], int]] = {
        "regressor, dense": (
            loop_regressor,
            lambda: kernels.torque_regressor(robot, q[:few], qd[:few], qdd[:few], dense),
            dense[0].nbytes,
        ),
        "regressor, packed": (loop_regressor, packed, 0),
        "inverse dynamics": (loop_inverse, lambda: kernels.inverse_dynamics(robot, q, qd, qdd), 0),
        "forward dynamics": (loop_forward, lambda: kernels.forward_dynamics(robot, q, qd, tau), 0),
        "gradient": (loop_gradient, lambda: kernels.acceleration_gradient(robot, q, qd, tau, target), 0),
    }
    for _, ours, _ in cases.values():
        ours()
    loop_regressor()
    agree(to_pin.regressor_from(matrices[:5]), dense[:5])
    loop_forward()
    agree(to_pin.v_from(rows[:5]), kernels.forward_dynamics(robot, q, qd, tau)[:5])
    loop_gradient()
    ours = kernels.acceleration_gradient(robot, q[:LOOP], qd[:LOOP], tau[:LOOP], target[:LOOP])
    agree(to_pin.regressor_from(np.tile(gradient, (1, model.nv, 1)))[0, 0], ours.parameters.ravel())
    pairs = []
    for loop, ours, written in cases.values():
        pairs += [(loop, LOOP), (ours, few if written else samples)]
    best = best_of(repeats, *pairs)
    return [
        Result(name, what, best[2 * k], best[2 * k + 1], written)
        for k, (what, (_, _, written)) in enumerate(cases.items())
    ]


def agree(theirs: np.ndarray, ours: np.ndarray) -> None:
    """Stop unless both sides computed the same: a fast wrong answer does not count."""
    error = np.max(np.abs(theirs - ours)) / np.max(np.abs(theirs))
    if not error < 1e-8:
        sys.exit(f"heft and Pinocchio differ by {error:.2g}; nothing was measured.")


@numba.njit(parallel=True)
def _fill(array: np.ndarray, value: float) -> None:
    for k in numba.prange(array.shape[0]):
        array[k] = value


def write_bandwidth() -> float:
    """Return how many bytes per second all threads together can write."""
    array = np.zeros((512, 1 << 16))
    _fill(array, 1.0)
    (seconds,) = best_of(5, (lambda: _fill(array, 2.0), array.nbytes))
    return 1 / seconds


def linearity(repeats: int) -> list[tuple[int, list[float]]]:
    """Return the bodies and, per body and sample, the nanoseconds of inverse dynamics, forward dynamics, gradient."""
    rows = []
    for n in (10, 20, 50, 100):
        robot = zoo.planar_n(n)
        q, qd, qdd = robot.random_state(1, 16384)
        seconds = best_of(
            repeats,
            (lambda r=robot, q=q, qd=qd, qdd=qdd: kernels.inverse_dynamics(r, q, qd, qdd), len(q)),
            (lambda r=robot, q=q, qd=qd, qdd=qdd: kernels.forward_dynamics(r, q, qd, qdd), len(q)),
            (lambda r=robot, q=q, qd=qd, qdd=qdd: kernels.acceleration_gradient(r, q, qd, qdd, qdd), len(q)),
        )
        rows.append((n, [1e9 * s / n for s in seconds]))
    return rows


def streamed_memory(name: str) -> tuple[float, float, float]:
    """Stream a million samples in a process of its own; return MB of inputs, MB above them, seconds."""
    command = [sys.executable, __file__, "--stream", name]
    inputs, above, seconds = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(inputs), float(above), float(seconds)


def stream(name: str, samples: int = 1_000_000) -> None:
    """Print the megabytes of a million samples, what streaming them takes above that, and the seconds."""
    urdf, base = CASES[name]
    robot = heft.load(ROBOTS / urdf, base, mimic=False)
    few = robot.random_state(0, 4096)
    for _ in kernels.regressor_tiles(robot, *few):
        pass
    rng = np.random.default_rng(0)
    q = np.tile(few[0], (samples // 4096 + 1, 1))[:samples].copy()
    qd, qdd = rng.standard_normal((2, samples, robot.nv))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    start, total = time.perf_counter(), 0.0
    for tile in kernels.regressor_tiles(robot, q, qd, qdd):
        total += float(tile.values[0, 0, 0, 0])
    seconds = time.perf_counter() - start
    above = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    print((q.nbytes + qd.nbytes + qdd.nbytes) / 1e6, above, seconds)


def main() -> int:
    """Measure, print, and with --check judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer samples and repeats")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a claim fails")
    parser.add_argument("--stream", choices=CASES, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.stream:
        stream(options.stream)
        return 0
    console, failed = Console(width=110), []
    repeats = 3 if options.quick else 15
    bandwidth = write_bandwidth()
    table = Table(title=f"heft and a Pinocchio {pin.__version__} loop, {numba.get_num_threads()} threads")
    for column in ("robot", "what", "loop, samples/s", "heft, samples/s", "ratio", "claim", "of write bandwidth"):
        table.add_column(column, justify="left" if column in ("robot", "what") else "right")
    for name in CASES:
        samples = 8192 if options.quick else 32768
        for result in measure(name, samples, repeats):
            claim = CLAIMS[result.what][name]
            if result.ratio < claim:
                failed.append(f"{name}, {result.what}: {result.ratio:.1f} times, claimed {claim}")
            share = f"{result.bytes_written / result.heft / bandwidth:.0%}" if result.bytes_written else ""
            speeds = (f"{1 / result.loop:,.0f}", f"{1 / result.heft:,.0f}", f"{result.ratio:.1f}", f">= {claim}")
            table.add_row(name, result.what, *speeds, share)
    console.print(table)
    console.print(f"Memory is written at {bandwidth / 1e9:.1f} GB/s by all threads together.")

    table = Table(title="Nanoseconds per body and sample: a chain of n bodies")
    for column in ("bodies", "inverse dynamics", "forward dynamics", "gradient"):
        table.add_column(column, justify="right")
    rows = linearity(repeats)
    for n, costs in rows:
        table.add_row(str(n), *(f"{cost:.0f}" for cost in costs))
    console.print(table)
    growth = max(last / first for first, last in zip(rows[0][1], rows[-1][1], strict=True))
    console.print(f"From 10 to 100 bodies the cost of a body grows {growth:.2f} times (1 is linear).")
    if growth > 1.5:
        failed.append(f"cost per body grows {growth:.2f} times from 10 to 100 bodies")

    for name in CASES:
        inputs, above, seconds = streamed_memory(name)
        console.print(
            f"{name}: a million samples ({inputs:.0f} MB) streamed in {seconds:.2f} s, {above:.0f} MB above the inputs."
        )
        if above > MEMORY_MB:
            failed.append(f"{name}: {above:.0f} MB above the inputs")
    for line in failed:
        console.print(f"[red]not reached:[/red] {line}")
    return 1 if failed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
