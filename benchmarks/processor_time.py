"""Processor time of `heft.identify` with default options on a log of 60 s at 100 Hz of a robot with six joints.

    python benchmarks/processor_time.py            print user and system time of each of several runs
    python benchmarks/processor_time.py --check    exit code 1 if the claim fails

The log is simulated: a UR10e with friction and noise. The first lines are of `heft identify` on it in a process of its
own: with an empty cache of kernels, as after an installation; again as soon as it is done; and once more when the
process is done that it starts to compile. Bytecode of the modules is there, as pip leaves it. For the others the
kernels are compiled, and modules are imported, by a run that does not count. Processor time hardly depends on other
programs, but caches do: repeat it on a quiet machine before relying on small differences.

Claim (`--check`): below 3 s of processor time.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

import heft
from heft.cold_start import LOCK

RATE, SECONDS, NOISE, RUNS = 100.0, 60.0, 0.3, 3
ALLOWED = 3.0
"""[s]"""


def log_of(robot: heft.Robot, seed: int) -> heft.Log:
    """Return a log of a motion that excites all joints."""
    random = np.random.default_rng(seed)
    t = np.arange(round(RATE * SECONDS)) / RATE
    w = 2 * np.pi * np.arange(1, 7)[:, None, None] / 20.0
    a, phase = random.uniform(0.05, 0.25, (6, 1, robot.nv)), random.uniform(0, 2 * np.pi, (6, 1, robot.nv))
    angle = w * t[:, None] + phase
    q, qd, qdd = np.sum(a * np.sin(angle), 0), np.sum(a * w * np.cos(angle), 0), np.sum(-a * w**2 * np.sin(angle), 0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + 4 * qd + 3 * np.sign(qd)
    tau += NOISE * random.standard_normal(tau.shape)
    q = q + 1e-5 * random.standard_normal(q.shape)
    return heft.Log(t=t, q=q, effort=tau, joints=tuple(robot.joint_names))


def commands(robot: heft.Robot) -> None:
    """Print how long `heft identify` takes where no kernel is compiled, again at once, and when all are."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        log_of(robot, 0).write(folder / "log.parquet")
        identify(folder, "other_kernels")  # compiles the bytecode of the modules
        wait(folder / "other_kernels")
        for which in ("first", "second"):
            print(f"{which} `heft identify` with a new cache: {identify(folder, 'kernels'):.1f} s", flush=True)
        wait(folder / "kernels")
        identify(folder, "kernels")
        wait(folder / "kernels")
        print(f"`heft identify` with compiled kernels: {identify(folder, 'kernels'):.1f} s", flush=True)


def identify(folder: Path, kernels: str) -> float:
    """Return how long `heft identify` takes [s]."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment |= {"NUMBA_CACHE_DIR": str(folder / kernels), "PYTHONPYCACHEPREFIX": str(folder / "bytecode")}
    call = [sys.executable, "-m", "heft", "identify", "zoo:ur10e", "log.parquet", "-o", "out", "--quiet"]
    start = time.perf_counter()
    subprocess.run(call, cwd=folder, env=environment, check=True)
    return time.perf_counter() - start


def wait(kernels: Path) -> None:
    """Return when nothing is compiled any more."""
    while any(kernels.rglob(LOCK)):
        time.sleep(0.2)


def main() -> None:
    """Print the processor time of each run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="exit code 1 if the claim fails")
    options = parser.parse_args()
    robot = heft.load("zoo:ur10e")
    commands(robot)
    heft.identify(robot, log_of(robot, 0))
    found = []
    for seed in range(1, RUNS + 1):
        log = log_of(robot, seed)
        start = time.process_time()
        heft.identify(robot, log)
        found.append(time.process_time() - start)
        print(f"run {seed}: {found[-1]:.2f} s of processor time", flush=True)
    if options.check and max(found) > ALLOWED:
        sys.exit(1)


if __name__ == "__main__":
    main()
