"""The speed of heft's dynamics compared with the best way there is with Pinocchio from Python, in the same run.

Claims (`--check` exits with 1 if one fails), as multiples of the samples per second of the peer on as many threads:
    inverse and forward dynamics of a batch: 4 times Pinocchio's own batches;
    torque regressor, for which Pinocchio has no batch, beside loops in as many processes: dense 5 times on UR5 and
        Panda, as fast on Talos, where writing to memory takes the time; into fresh memory, as one line of Python gives
        it, 3 times on UR5 and Panda; packed tiles 8 times, 5 times on Talos;
    gradient of a loss on accelerations in all inertial parameters, beside loops in as many processes: 25 times;
    streaming a million samples takes less than 300 MB above the inputs;
    the cost grows linearly from 10 to 100 bodies.

The table also has a single loop, the usual way. What is in the same process is measured in turn, several times, so
that a busy moment of the machine does not affect one row alone; the table gives the best time of each.
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
from pinocchio_batches import LOOP, LOOPED, Batches, answer_in_process, in_processes, seconds_per_sample
from rich.console import Console
from rich.table import Table

import heft
from heft.dynamics import kernels, newton_euler
from heft.dynamics.tree import tree_of
from heft.robot import zoo
from heft.robot.interop import PinocchioMap

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
CASES = {
    "UR5": ("ur_description/urdf/ur5_robot.urdf", "fixed"),
    "Panda": ("panda_description/urdf/panda.urdf", "fixed"),
    "Talos": ("talos_data/robots/talos_reduced.urdf", "floating"),
}
CLAIMS = {
    "inverse dynamics": {"UR5": 4, "Panda": 4, "Talos": 4},
    "forward dynamics": {"UR5": 4, "Panda": 4, "Talos": 4},
    "regressor, dense": {"UR5": 5, "Panda": 5, "Talos": 1},
    "regressor, fresh": {"UR5": 3, "Panda": 3, "Talos": 1},
    "regressor, packed": {"UR5": 8, "Panda": 8, "Talos": 5},
    "gradient": {"UR5": 25, "Panda": 25, "Talos": 25},
}
MEMORY_MB = 300
DENSE_BYTES = 400_000_000
"""Largest dense regressor: that of a humanoid over a long log does not fit in memory."""

SECONDS = 1.5
"""How long loops in several processes run."""


CALLS = 4
"""Calls in a row at each turn."""


@dataclass(frozen=True)
class Result:
    """One row of the table: seconds per sample of a loop, of the peer's best way on all threads, and of heft."""

    robot: str
    what: str
    loop: float
    peer: float
    heft: float
    bytes_written: int

    @property
    def ratio(self) -> float:
        """How many times as many samples per second heft does as the peer's best way."""
        return self.peer / self.heft


def best_of(repeats: int, *pairs: tuple[Callable[[], object], int]) -> list[float]:
    """Run functions in turn, several times; return the best seconds per sample of each.

    A turn is a few calls in a row, of the peer as of heft: the first finds the caches full of what others left there.
    """
    best = [np.inf] * len(pairs)
    for _ in range(repeats):
        for k, (function, samples) in enumerate(pairs):
            best[k] = min(best[k], seconds_per_sample(function, samples, CALLS))
    return best


def loaded(name: str, samples: int) -> tuple[heft.Robot, PinocchioMap, Batches, tuple[np.ndarray, ...]]:
    """Return a robot, its samples (q, qd, qdd, tau), and both as Pinocchio has them."""
    urdf, base = CASES[name]
    robot = heft.load(ROBOTS / urdf, base, mimic=False)
    model = pin.buildModelFromUrdf(str(ROBOTS / urdf), *([pin.JointModelFreeFlyer()] if base == "floating" else []))
    q, qd, qdd = robot.random_state(0, samples)
    tau, to = heft.inverse_dynamics(robot, q, qd, qdd), PinocchioMap(robot, model)
    peer = Batches(model, numba.get_num_threads(), to.q(q), to.v(qd), to.v(qdd), to.tau(tau))
    return robot, to, peer, (q, qd, qdd, tau)


def measure(name: str, samples: int, repeats: int) -> list[Result]:
    """Measure one robot; the results of both sides are compared first."""
    robot, to, peer, (q, qd, qdd, tau) = loaded(name, samples)
    target = np.zeros_like(qdd)
    few = min(samples, DENSE_BYTES // (8 * robot.nv * len(robot.parameter_names)))
    dense = np.zeros((few, robot.nv, len(robot.parameter_names)))
    model, data, rows = peer.model, peer.model.createData(), np.zeros((LOOP, robot.nv))

    def loop_inverse() -> None:
        for k in range(LOOP):
            rows[k] = pin.rnea(model, data, peer.q[k], peer.v[k], peer.a[k])

    def loop_forward() -> None:
        for k in range(LOOP):
            rows[k] = pin.aba(model, data, peer.q[k], peer.v[k], peer.tau[k])

    def packed() -> None:
        for _ in kernels.regressor_tiles(robot, q, qd, qdd):
            pass

    agree(to.v_from(peer.inverse_dynamics()), kernels.inverse_dynamics(robot, q, qd, qdd))
    agree(to.v_from(peer.forward_dynamics()), kernels.forward_dynamics(robot, q, qd, tau))
    agree(to.regressor_from(peer.regressor()[:5]), kernels.torque_regressor(robot, q[:5], qd[:5], qdd[:5]))
    ours = kernels.acceleration_gradient(robot, q[:LOOP], qd[:LOOP], tau[:LOOP], target[:LOOP])
    agree(to.regressor_from(np.tile(peer.gradient(), (1, robot.nv, 1)))[0, 0], ours.parameters.ravel())

    def regressor(out: np.ndarray | None = None) -> np.ndarray:
        return kernels.torque_regressor(robot, q[:few], qd[:few], qdd[:few], out)

    loops = {
        "inverse dynamics": loop_inverse,
        "forward dynamics": loop_forward,
        "regressor": peer.regressor,
        "gradient": peer.gradient,
    }
    batches = {"inverse dynamics": peer.inverse_dynamics, "forward dynamics": peer.forward_dynamics}
    mine: dict[str, tuple[Callable[[], object], int, int]] = {
        "inverse dynamics": (lambda: kernels.inverse_dynamics(robot, q, qd, qdd), samples, 0),
        "forward dynamics": (lambda: kernels.forward_dynamics(robot, q, qd, tau), samples, 0),
        "regressor, dense": (lambda: regressor(dense), few, dense[0].nbytes),
        "regressor, fresh": (regressor, few, dense[0].nbytes),
        "regressor, packed": (packed, samples, 0),
        "gradient": (lambda: kernels.acceleration_gradient(robot, q, qd, tau, target), samples, 0),
    }
    for function, _, _ in mine.values():
        function()
    looped = [processes(name, what) for what in LOOPED]
    best = best_of(
        repeats,
        *((function, LOOP) for function in loops.values()),
        *((function, samples) for function in batches.values()),
        *((function, count) for function, count, _ in mine.values()),
    )
    looped = [min(first, processes(name, what)) for first, what in zip(looped, LOOPED, strict=True)]
    loop = dict(zip(loops, best, strict=False))
    fastest = {**dict(zip(batches, best[len(loops) :], strict=False)), **dict(zip(LOOPED, looped, strict=True))}
    return [
        Result(name, what, loop[_kind(what)], fastest[_kind(what)], seconds, written)
        for (what, (_, _, written)), seconds in zip(mine.items(), best[len(loops) + len(batches) :], strict=True)
    ]


def _kind(what: str) -> str:
    """Return what the peer computes for a row of the table."""
    return what.split(",")[0]


def processes(name: str, what: str) -> float:
    """Return the seconds per sample of Pinocchio's loops in as many processes as there are threads."""
    return in_processes([__file__, "--loop", name, what], numba.get_num_threads())


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


def single_samples(name: str, repeats: int) -> list[float]:
    """Return the seconds of inverse dynamics of one sample: as users call it, by the NumPy recursions, by Pinocchio."""
    robot, to, peer, (q, qd, qdd, _) = loaded(name, 1)
    model, tree = peer.model, tree_of(robot)
    data = model.createData()
    x, v, a = to.q(q)[0], to.v(qd)[0], to.v(qdd)[0]
    return best_of(
        20 * repeats,
        (lambda: heft.inverse_dynamics(robot, q[0], qd[0], qdd[0]), 1),
        (lambda: newton_euler.inverse_dynamics(tree, q.T, qd.T, qdd.T, tree.parameters), 1),
        (lambda: pin.rnea(model, data, x, v, a), 1),
    )


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
    parser.add_argument("--loop", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.stream:
        stream(options.stream)
        return 0
    if options.loop:
        name, what = options.loop
        answer_in_process(getattr(loaded(name, LOOP)[2], what), SECONDS)
        return 0
    console, failed = Console(width=110), []
    repeats = 3 if options.quick else 15
    bandwidth = write_bandwidth()
    table = Table(title=f"heft and Pinocchio {pin.__version__}, {numba.get_num_threads()} threads; thousand samples/s")
    columns = ("robot", "what", "loop", "peer's best", "heft", "heft / best", "claim", "of write bandwidth")
    for column in columns:
        table.add_column(column, justify="left" if column in ("robot", "what") else "right")
    for name in CASES:
        samples = 8192 if options.quick else 32768
        for result in measure(name, samples, repeats):
            claim = CLAIMS[result.what][name]
            if result.ratio < claim:
                failed.append(f"{name}, {result.what}: {result.ratio:.1f} times, claimed {claim}")
            share = f"{result.bytes_written / result.heft / bandwidth:.0%}" if result.bytes_written else ""
            speeds = [f"{1e-3 / seconds:,.0f}" for seconds in (result.loop, result.peer, result.heft)]
            table.add_row(name, result.what, *speeds, f"{result.ratio:.1f}", f">= {claim}", share)
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
        called, recursions, peer = (1e6 * seconds for seconds in single_samples(name, repeats))
        console.print(
            f"{name}, inverse dynamics of a single sample: heft.inverse_dynamics {called:.0f} us, "
            f"the NumPy recursions {recursions:.0f} us, pinocchio.rnea {peer:.1f} us."
        )
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
