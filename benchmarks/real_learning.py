"""Real machines: how long learned models predict recordings that they have not seen.

    python benchmarks/real_learning.py            make the table of docs/learning.md
    python benchmarks/real_learning.py --check    exit code 1 if the chosen model of a machine misses its bar

Quanser Qube (Furuta pendulum) and Quanser cart-pole, 250 Hz, commands in volt. Recordings are split, never samples:
models are learned on the first, the best of those that cannot gain energy is chosen on the second, and all are tested
on the last. Each row is stored in a file under --results, named after the code, so that a run can be stopped and
continued.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from diffnea_fit import version

import heft
from heft.report.learning import leanings

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data" / "qube_cartpole"
FRICTION = ("none", "viscous", "stribeck", "nn-friction", "nn-residual")
LOSSES = ("accelerations", "rollouts")
DELAYS = (0.0, 0.004, 0.006, 0.008)
"""[s] by which the voltage may act late, each with viscous friction."""
ADAM_STEPS = 1000
ROLLOUT = 1.0
"""[s] length of the stretches of the loss "rollouts"."""


@dataclass(frozen=True)
class Machine:
    """A machine: its robot, the motor by the maker's numbers, the bar [s], and its recordings by pattern.

    Attributes:
        delay: [s] by which the voltage acts late: two samples, or for the Qube what `delay` without a number finds on
            the runs to learn from; on the cart-pole, whose cart hardly accelerates, that finds nothing.
        learn, choose, test: patterns of file names and how many of them, in the order of recording.
    """

    title: str
    robot: str
    motor: str
    delay: float
    bar: float
    learn: tuple[tuple[str, slice], ...]
    choose: tuple[tuple[str, slice], ...]
    test: tuple[tuple[str, slice], ...]


MACHINES = (
    Machine(
        "Qube",
        "furuta",
        "motor(0.042,8.4)",
        0.004,
        0.64,
        (("qq-su_*", slice(0, 11)),),
        (("qq-su_*", slice(11, 15)),),
        (("qq-su_*", slice(15, None)),),
    ),
    Machine(
        "cart-pole",
        "cartpole",
        "motor(4.481,2.6)",
        0.008,
        1.5,
        (("qcp-su_*", slice(0, 1)), ("qcp_chrip_*", slice(None))),
        (("qcp-su_*", slice(1, 2)),),
        (("qcp-su_*", slice(2, None)),),
    ),
)


def logs(robot: heft.Robot, parts: Sequence[tuple[str, slice]]) -> list[heft.Log]:
    """Return recordings as logs: measured positions and the applied voltage; velocities are the positions'."""
    driven, passive = robot.joint_names
    runs: list[heft.Log] = []
    for pattern, part in parts:
        for path in sorted(DATA.glob(f"{pattern}.npz"), key=lambda path: path.stem[-19:])[part]:
            file = np.load(path)
            volts = file["actions_applied"].astype(float)
            q = file["states"][: len(volts), :2].astype(float)
            q[:, 1] = np.unwrap(q[:, 1])
            effort = np.concatenate([volts, np.zeros_like(volts)], axis=1)
            t = file["time"][: len(volts)].astype(float)
            runs.append(heft.Log(t, (driven, passive), q, effort=effort, metadata={"passive": [passive]}))
    return runs


@dataclass(frozen=True)
class Try:
    """A model of a machine."""

    machine: Machine
    friction: str
    loss: str
    kinematics: str
    delay: float

    @property
    def name(self) -> str:
        """Its name among those of all machines."""
        return f"{self.machine.robot}-{self.friction}-{self.loss}-{self.kinematics}-{1000 * self.delay:g}ms"


def tries(machine: Machine) -> list[Try]:
    """Return what is tried: kinds of friction by both losses, kinematics learned, and other delays."""
    shapes = [*product(FRICTION, LOSSES[:1], ("known",)), *product(FRICTION[1:4], LOSSES[1:], ("known",))]
    shapes += [*product(FRICTION[1:4], LOSSES[:1], ("learned",)), ("viscous", LOSSES[1], "learned")]
    delays = [Try(machine, "viscous", LOSSES[0], "known", delay) for delay in DELAYS if delay != machine.delay]
    return [*(Try(machine, *shape, machine.delay) for shape in shapes), *delays]


def row_of(job: Try, results: Path) -> dict[str, Any]:
    """Fit and judge one model, or read what was found before."""
    machine, file = job.machine, results / f"{job.name}.json"
    if not file.exists():
        robot = robot_of(machine.robot)
        driven, passive = robot.joint_names
        train, choose, test = (logs(robot, parts) for parts in (machine.learn, machine.choose, machine.test))
        chains = {driven: f"delay({job.delay})+{machine.motor}+{job.friction}", passive: job.friction}
        began = time.process_time()
        options = {"actuator": chains, "loss": job.loss, "kinematics": job.kinematics}
        options |= {"rollout": ROLLOUT} if job.loss == "rollouts" else {}
        model = heft.learn(robot, train, test=test, adam_steps=ADAM_STEPS, **options)
        row = {"friction": job.friction, "loss": job.loss, "kinematics": job.kinematics, "delay": job.delay}
        row |= {
            "machine": machine.title,
            "energy": model.energy_class,
            "tilt": abs(leanings(model.robot)[driven] - leanings(robot)[driven]),
        }
        row |= {"chosen_by": model.judge(choose).to_dict(), "test": model.facts["test"]}
        row |= {"seconds": time.process_time() - began}
        file.write_text(json.dumps(row))
        print(f"{job.name}: {row['test']['valid']['0.1']:.2f} s (took {row['seconds']:.0f} s)", flush=True)
    return json.loads(file.read_text())


@lru_cache
def robot_of(name: str) -> heft.Robot:
    """Return a robot of the zoo, the same object each time, so that what is compiled for it is found again."""
    return heft.load(f"zoo:{name}")


def best(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the model that is chosen: bounded, and valid longest on the recordings to choose by.

    Where several are valid to the end, it is the one that stays within the smaller error longest.
    """
    bounded = [row for row in rows if row["energy"] != "unbounded"]
    return max(bounded, key=lambda row: (row["chosen_by"]["valid"]["0.1"], row["chosen_by"]["valid"]["0.01"]))


def table(machine: Machine, rows: list[dict[str, Any]]) -> str:
    """Return the rows as markdown."""
    chosen = best(rows)
    lines = [
        f"| {machine.title}: friction | loss | kinematics | delay [ms] | energy | choosing, valid [s] | "
        "test, valid [s] | to 0.01 [s] | MSE | diverged | energy gain |",
        "| --- | --- | --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in rows:
        test = row["test"]
        mark = "**" if row is chosen else ""
        kinematics = "known" if row["kinematics"] == "known" else f"learned, {row['tilt']:.1f}°"
        gain = "-" if test["energy_gain"] is None else f"{test['energy_gain']:.1g}"
        lines.append(
            f"| {row['friction']} | {row['loss']} | {kinematics} | {1000 * row['delay']:g} | {row['energy']} | "
            f"{row['chosen_by']['valid']['0.1']:.2f} | "
            f"{mark}{test['valid']['0.1']:.2f}{mark} | {test['valid']['0.01']:.2f} | {test['mse']:.3g} | "
            f"{100 * test['diverged']:.0f} % | {gain} |"
        )
    words = (
        f"Chosen: {chosen['friction']} by {chosen['loss']}, valid for {chosen['test']['valid']['0.1']:.2f} s "
        f"(bar {machine.bar} s) of {chosen['test']['horizon']:.2f} s, {chosen['test']['starts']} predictions; "
        f"all rows took {sum(row['seconds'] for row in rows):.0f} s of a processor."
    )
    return "\n".join([*lines, "", words])


def main() -> int:
    """Run it all, print the tables, and check the bars if asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="end with 1 if a bar is missed")
    titles = [machine.title for machine in MACHINES]
    parser.add_argument("--machines", nargs="+", choices=titles, default=titles)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--results", type=Path, default=ROOT / "build" / "real_learning" / version(Path(__file__)))
    arguments = parser.parse_args()
    if not DATA.is_dir():
        print(f"The real logs are missing: there is no folder {DATA}.", file=sys.stderr)
        return 2
    arguments.results.mkdir(parents=True, exist_ok=True)
    chosen = [machine for machine in MACHINES if machine.title in arguments.machines]
    jobs = [job for machine in chosen for job in tries(machine)]
    with ProcessPoolExecutor(arguments.processes, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(partial(row_of, results=arguments.results), jobs))
    missed = False
    for machine in chosen:
        rows = [row for row in found if row["machine"] == machine.title]
        print(f"\n{table(machine, rows)}")
        missed |= best(rows)["test"]["valid"]["0.1"] < machine.bar
    return int(arguments.check and missed)


if __name__ == "__main__":
    sys.exit(main())
