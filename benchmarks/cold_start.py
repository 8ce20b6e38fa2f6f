"""The first minute on a fresh installation: seconds until heft is fast, and what a user waits in the meantime.

    python benchmarks/cold_start.py            print the table (some minutes)
    python benchmarks/cold_start.py --check    exit code 1 if the claim fails

Torque regressors of a UR5, with 1, 100 and 20 000 samples a call. Each row begins with an empty cache of kernels in a
temporary folder:

script: calls in a row.
notebook: calls with a pause between cells, in which a person reads and writes.
two scripts: both begin at the same time; the slower one.
read-only: a script of an installation and a user without a folder that can be written, but for temporary files.
command: `heft identify` with a simulated log of 60 s, again and again.

*Until fast* is the time from the first call until the kernel does the next one. The peer is a loop with Pinocchio and
the same samples, in the same process just before; the table has its time over that of the usual call until then and
after.

Claim (`--check`): no call before that takes MORE than the usual one by NumPy. It never waits for a compiler, but may
load the compiler and the kernel, once each. Repeat it on a quiet machine: others that use the processor delay a process
of low priority.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

SIZES = (1, 100, 20_000)
LIMIT, AFTER, PAUSE = 240.0, 1.0, 2.0
"""[s] A process ends after LIMIT, or AFTER it is fast; PAUSE is between the cells of a notebook."""

ENOUGH = 20
"""Calls after it is fast, at least: the first ones still load."""

MORE = 3.0
"""[s]"""

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
UR5 = ROBOTS / "ur_description/urdf/ur5_robot.urdf"
HEADS = ("", "samples", "until fast [s]", "usual call by NumPy [s]", "longest call [s]", "peer / heft before", "after")


def measure(samples: int, pause: float) -> dict[str, float]:
    """Call the regressor until it is fast; return what a row has."""
    import pinocchio as pin

    import heft

    robot, model = heft.load(UR5, "fixed"), pin.buildModelFromUrdf(str(UR5))
    state, data = robot.random_state(0, samples), model.createData()
    rows = np.zeros((samples, robot.nv, 10 * robot.n_bodies))

    def peer() -> None:
        for k in range(samples):
            rows[k] = pin.computeJointTorqueRegressor(model, data, state[0][k], state[1][k], state[2][k])

    def ours() -> None:
        heft.torque_regressor(robot, *state)

    loop, times, begin = min(seconds(peer) for _ in range(3)), [], time.perf_counter()
    while not ready() and time.perf_counter() < begin + LIMIT:
        times.append(seconds(ours))
        if len(times) % max(1, 1000 // samples) == 0:
            time.sleep(pause)
    until, fast = time.perf_counter() - begin, []
    while time.perf_counter() < begin + until + AFTER or len(fast) < ENOUGH:
        fast.append(seconds(ours))
    usual = float(np.median(times))
    return {
        "until": until,
        "usual": usual,
        "longest": max(times),
        "before": loop / usual,
        "after": loop / float(np.median(fast)),
    }


def ready() -> bool:
    """Return whether the next call is done by the kernel."""
    kernels = sys.modules.get("heft.dynamics.kernels")
    return kernels is not None and kernels.COLD["torque_regressor"].ready


def seconds(work: Callable[[], object]) -> float:
    """Return how long a piece of work takes [s]."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def process(samples: int, pause: float, environment: dict[str, str]) -> subprocess.Popen[str]:
    """Start `measure` in a process of its own."""
    command = [sys.executable, __file__, "--measure", str(samples), str(pause)]
    return subprocess.Popen(command, env=os.environ | environment, stdout=subprocess.PIPE, text=True)


def result(started: subprocess.Popen[str]) -> dict[str, float]:
    """Return what a process has measured."""
    out, _ = started.communicate()
    return json.loads(out)


def fresh(folder: Path) -> dict[str, str]:
    """Return the environment of a user without kernels."""
    return {"NUMBA_CACHE_DIR": str(folder / "kernels"), "HEFT_SILENT_COMPILING": "1"}


def read_only(folder: Path) -> dict[str, str]:
    """Return the environment of a user without a folder for kernels; a file stands where each would be."""
    import heft

    shutil.copytree(Path(heft.__file__).parent, folder / "heft", ignore=shutil.ignore_patterns("__pycache__"))
    for package in (folder / "heft", *(path for path in (folder / "heft").rglob("*") if path.is_dir())):
        (package / "__pycache__").touch()
    homes = dict.fromkeys(("HOME", "XDG_CACHE_HOME", "LOCALAPPDATA", "NUMBA_CACHE_DIR"), str(folder / "file"))
    (folder / "file").touch()
    return homes | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1", "HEFT_SILENT_COMPILING": "1"}


def one(pause: float, user: Callable[[Path], dict[str, str]], samples: int) -> dict[str, float]:
    """Measure one process."""
    with tempfile.TemporaryDirectory() as folder:
        return result(process(samples, pause, user(Path(folder))))


def two(samples: int) -> dict[str, float]:
    """Measure two processes that begin at the same time; return the slower one."""
    with tempfile.TemporaryDirectory() as folder:
        both = [process(samples, 0.0, fresh(Path(folder))) for _ in range(2)]
        return max(map(result, both), key=lambda found: found["until"])


CASES: dict[str, Callable[[int], dict[str, float]]] = {
    "script": lambda samples: one(0.0, fresh, samples),
    "notebook": lambda samples: one(PAUSE, fresh, samples),
    "two scripts": two,
    "read-only": lambda samples: one(0.0, read_only, samples),
}


def commands() -> list[float]:
    """Return how long `heft identify` takes each time [s], from an empty cache until all is compiled."""
    from processor_time import log_of

    import heft
    from heft.background import LOCK

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log_of(heft.load("zoo:ur10e"), 0).write(folder / "log.parquet")
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
        environment |= fresh(folder) | {"PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
        call = [sys.executable, "-m", "heft", "identify", "zoo:ur10e", "log.parquet", "-o", "out", "--quiet"]

        def identify(**other: str) -> float:
            return seconds(lambda: subprocess.run(call, cwd=folder, env=environment | other, check=True))

        identify(NUMBA_DISABLE_JIT="1")  # compiles the bytecode of the modules, as pip does
        times = [identify()]
        while any((folder / "kernels").rglob(LOCK)) and sum(times) < LIMIT:
            times.append(identify())
        return [*times, identify()]


def row(case: str, samples: int, found: dict[str, float]) -> str:
    """Return a row of the table."""
    numbers = f"{found['until']:.1f} | {found['usual']:.4f} | {found['longest']:.2f}"
    return f"| {case} | {samples} | {numbers} | {found['before']:.2g} | {found['after']:.2g} |"


def main() -> int:
    """Measure, print, and with --check judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="exit with 1 if the claim fails")
    parser.add_argument("--measure", nargs=2, type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        print(json.dumps(measure(int(options.measure[0]), options.measure[1])))
        return 0
    print("| " + " | ".join(HEADS) + " |")
    print("| --- |" + " ---: |" * (len(HEADS) - 1))
    late = []
    for case, of in CASES.items():
        for samples in SIZES:
            found = of(samples)
            print(row(case, samples, found), flush=True)
            if found["longest"] > found["usual"] + MORE:
                late.append(f"{case}, {samples} samples: a call took {found['longest']:.1f} s")
    times = ", ".join(f"{each:.1f}" for each in commands())
    print(f"\n`heft identify`, one after the other, the last one when all is compiled: {times} s")
    for line in late:
        print(f"not reached: {line}")
    return 1 if late and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
