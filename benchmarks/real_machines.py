"""Real machines: how well a model identified with the defaults predicts a run that it has not seen.

    python benchmarks/real_machines.py                   make docs/real_machines_table.md
    python benchmarks/real_machines.py --save FILE       store the figures, to be shown as those of before
    python benchmarks/real_machines.py --only ur10e      one machine, to the terminal

No option is given but the robot, its couplings and its logs. Runs are split, never samples, unless there is a single
run: then its last part is judged. The error is the rms residual of the effort as it was measured, at all samples, in
N m and in percent of the rms effort.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import heft
from heft.estimation.residuals import Validation

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data"
TABLE = ROOT / "docs" / "real_machines_table.md"
BEFORE = ROOT / "benchmarks" / "real_machines_before.json"


@dataclass(frozen=True)
class Run:
    """A recorded run: its file below the data, and which of its samples move."""

    path: str
    first: int | None = None
    last: int | None = None


@dataclass(frozen=True)
class Machine:
    """A machine: its robot file, the map of its logs, the runs that are fitted, and the one that is judged.

    A single run is split in time: its first two thirds are fitted, the rest is judged.
    """

    title: str
    robot: str
    map: str
    fitted: tuple[Run, ...]
    judged: Run | None = None
    couplings: tuple[dict[str, float], ...] = ()

    @property
    def logs(self) -> tuple[list[heft.Log], heft.Log]:
        """The logs that are fitted, and the one that is judged."""
        logs = [self._read(run) for run in self.fitted]
        if self.judged is not None:
            return logs, self._read(self.judged)
        (log,) = logs
        cut = 2 * len(log.t) // 3
        return [log.part(None, cut)], log.part(cut, None)

    def _read(self, run: Run) -> heft.Log:
        log = heft.read_log(DATA / run.path, _place(self.map))
        return log.part(run.first, run.last) if run.first is not None or run.last is not None else log


def _pendulum(design: str, *runs: str) -> tuple[Run, ...]:
    return tuple(Run(f"double_pendulum/design_{design}/{run}.csv") for run in runs)


MACHINES = {
    "ur10e": Machine(
        "UR10e, fitted to two runs, judged on a third",
        "ur10e/ur10e.urdf",
        "examples/maps/ur10e.toml",
        (
            Run("ur10e/ur-20_02_10-30sec_12harm.csv", 634, 3510),
            Run("ur10e/ur-20_02_12-40sec_12harm.csv"),
        ),
        Run("ur10e/ur-20_02_19_14harm50sec.csv", 194, 4966),
    ),
    "ur10e-ptp": Machine(
        "UR10e, fitted to one run, judged on motions from point to point",
        "ur10e/ur10e.urdf",
        "examples/maps/ur10e.toml",
        (Run("ur10e/ur-20_02_10-30sec_12harm.csv", 634, 3510),),
        Run("ur10e/ur-20_01_17-ptp_10_points.csv", 699, 4200),
    ),
    "tx40": Machine(
        "TX40, one run split in time",
        "tx40/tx40.urdf",
        "examples/maps/tx40.toml",
        (Run("tx40"),),
        couplings=({"joint_5": 1, "joint_6": 1},),
    ),
    "kr300": Machine(
        "KR300 with a counterbalance, fitted to A, judged on B",
        "kr300/kr300.mech.json",
        "kr300/kuka.toml",
        (Run("kr300/A.mat"),),
        Run("kr300/B.mat"),
    ),
    "panda": Machine(
        "Panda, one run split in time", "zoo:panda", "examples/maps/panda.toml", (Run("panda/first.npz"),)
    ),
    "double-pendulum-a0": Machine(
        "Double pendulum A.0, fitted to four runs, judged on a swing-up",
        "examples/robots/double_pendulum.toml",
        "examples/maps/double_pendulum.toml",
        _pendulum("A.0", *(f"trajectory_0{k}" for k in range(4))),
        *_pendulum("A.0", "validation_12"),
    ),
    "double-pendulum-c0": Machine(
        "Double pendulum C.0, fitted to two runs, judged on a third",
        "examples/robots/double_pendulum_short.toml",
        "examples/maps/double_pendulum.toml",
        _pendulum("C.0", "trajectory_00", "trajectory_01"),
        *_pendulum("C.0", "trajectory_02"),
    ),
    "double-pendulum-c1": Machine(
        "Double pendulum C.1, fitted to three runs, judged on a swing-up",
        "examples/robots/double_pendulum_short.toml",
        "examples/maps/double_pendulum.toml",
        _pendulum("C.1", "143339", "143524", "143747"),
        *_pendulum("C.1", "154220"),
    ),
}


def measured(machine: Machine) -> dict[str, Any]:
    """Return the error of each joint on the judged run, by the robot's file and by the estimate."""
    robot = heft.load(machine.robot if machine.robot.startswith("zoo:") else _place(machine.robot))
    fitted, judged = machine.logs
    start = time.process_time()
    estimate = heft.identify(robot, fitted, held_out=0, couplings=machine.couplings)
    seconds = time.process_time() - start
    found = estimate.validate(judged, all_samples=True)
    file = heft.validate(robot, judged, all_samples=True)
    return {
        "joints": [joint.name for joint in found.joints],
        "file": _errors(file),
        "estimate": _errors(found),
        "seconds": seconds,
        "warnings": list(estimate.warnings),
    }


def _errors(found: Validation) -> list[tuple[float, float]]:
    """Return the rms residual [N m] and the relative one [%] of each joint, and overall."""
    return [(joint.rmse, joint.relative_percent) for joint in (*found.joints, found.overall)]


def table(found: dict[str, dict[str, Any]], before: dict[str, dict[str, Any]]) -> str:
    """Return the errors of all machines as Markdown."""
    parts = []
    for key, facts in found.items():
        head = " | ".join([*facts["joints"], "overall"])
        rows = [_row("robot file", facts["file"])]
        if key in before:
            rows.append(_row("0.1.0", before[key]["estimate"]))
        rows.append(_row("now", facts["estimate"]))
        columns = len(facts["joints"]) + 1
        lines = [f"| rms residual [N m] (%) | {head} |", "| --- " + "| ---: " * columns + "|", *rows]
        parts.append(f"**{MACHINES[key].title}**\n\n" + "\n".join(lines))
    return "\n\n".join(parts) + "\n"


def _row(title: str, errors: Sequence[tuple[float, float]]) -> str:
    return f"| {title} | " + " | ".join(f"{rms:.3g} ({percent:.1f})" for rms, percent in errors) + " |"


def _place(path: str) -> Path:
    """Return a file of the project or, if there is none, of the data."""
    return ROOT / path if (ROOT / path).exists() else DATA / path


def main() -> None:
    """Identify every machine and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", choices=MACHINES, nargs="+", help="these machines, to the terminal")
    parser.add_argument("--save", type=Path, help="store the figures in this file")
    options = parser.parse_args()
    found = {}
    for key in options.only or MACHINES:
        found[key] = measured(MACHINES[key])
        print(
            f"{key}: {found[key]['estimate'][-1][1]:.2f} % overall, {found[key]['seconds']:.1f} s of processor",
            flush=True,
        )
    before = json.loads(BEFORE.read_text()) if BEFORE.exists() else {}
    if options.save:
        options.save.write_text(json.dumps(found, indent=1) + "\n")
    if options.only or options.save:
        print(table(found, before))
    else:
        TABLE.write_text(table(found, before))


if __name__ == "__main__":
    main()
