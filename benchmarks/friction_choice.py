"""Friction that is chosen against the fixed default laws, on every log that we have and on runs that were not fitted.

    python benchmarks/friction_choice.py                    print the table
    python benchmarks/friction_choice.py --only kr300       some machines
    python benchmarks/friction_choice.py --store FILE       store the figures as JSON
    python benchmarks/friction_choice.py --check            exit code 1 if the claim fails

Of several runs, each is left out in turn, and where there are few, each is also fitted alone and judged on each of the
others. A single run is split in time: two thirds of it are fitted and the rest is judged, in both directions. All
options are the default. The error is the rms residual of the efforts as measured, at all samples, in percent of the
rms effort, over all joints.

Claim (`--check`): chosen laws are nowhere worse than the fixed ones by more than 0.1 percentage point.
"""

from __future__ import annotations

import argparse
import json
import sys
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import heft
from heft.friction import DEFAULT_FRICTION
from heft.logs.runs import motions_of

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
ALLOWED = 0.1
"""Percentage points by which chosen laws may be worse than the fixed ones."""

FEW = 5
"""Up to so many runs, each is also fitted alone."""


@dataclass(frozen=True)
class Machine:
    """A robot and its runs.

    Attributes:
        robot: its file.
        map: of its logs.
        runs: files of its logs below the folder of data, by name, and which of their samples move.
        options: that its transmission needs.
    """

    robot: str
    map: str
    runs: Mapping[str, tuple[str, int | None, int | None]]
    options: dict[str, Any] = field(default_factory=dict)

    def load(self) -> heft.Robot:
        """Return the robot as its file has it."""
        return heft.load(self.robot if self.robot.startswith("zoo:") else _place(self.robot))

    def cases(self) -> Iterator[tuple[str, list[heft.Log], list[heft.Log]]]:
        """Yield what is fitted and what is judged: a title, and the logs of both."""
        logs = {
            name: heft.read_log(DATA / path, _place(self.map)).part(first, last)
            for name, (path, first, last) in self.runs.items()
        }
        if len(logs) == 1:
            (log,) = logs.values()
            third = len(log.t) // 3
            yield "the first two thirds -> the rest", [log.part(0, 2 * third)], [log.part(2 * third, None)]
            yield "the last two thirds -> the rest", [log.part(third, None)], [log.part(0, third)]
            return
        if len(logs) > 2:
            for name, log in logs.items():
                yield f"all others -> {name}", [each for each in logs.values() if each is not log], [log]
        if len(logs) <= FEW:
            for name, log in logs.items():
                for other, judged in logs.items():
                    if other != name:
                        yield f"{name} -> {other}", [log], [judged]


def _files(pattern: str, step: int = 1) -> dict[str, tuple[str, None, None]]:
    """Return runs by the ends of their names, which tell them apart."""
    paths = sorted(DATA.glob(pattern))[::step]
    return {path.stem[-13:].strip("_"): (str(path.relative_to(DATA)), None, None) for path in paths}


def machines() -> dict[str, Machine]:
    """Return the robots whose logs are here, by name."""
    ur10e = {
        "30 s": ("ur10e/ur-20_02_10-30sec_12harm.csv", 634, 3510),
        "40 s": ("ur10e/ur-20_02_12-40sec_12harm.csv", None, None),
        "14 harmonics": ("ur10e/ur-20_02_19_14harm50sec.csv", 194, 4966),
        "point to point": ("ur10e/ur-20_01_17-ptp_10_points.csv", 699, 4200),
    }
    coupled = {"couplings": ({"joint_5": 1.0, "joint_6": 1.0},)}
    pendulum = ("examples/robots/double_pendulum.toml", "examples/maps/double_pendulum.toml")
    short = ("examples/robots/double_pendulum_short.toml", "examples/maps/double_pendulum.toml")
    every = {
        "ur10e": Machine("ur10e/ur10e.urdf", "examples/maps/ur10e.toml", ur10e),
        "kr300": Machine("kr300/kr300.mech.json", "kr300/kuka.toml", _files("kr300/?.mat")),
        "tx40": Machine("tx40/tx40.urdf", "examples/maps/tx40.toml", {"run": ("tx40", None, None)}, coupled),
        "panda": Machine("zoo:panda", "examples/maps/panda.toml", _files("panda/first.npz")),
        "pendulum A.0": Machine(*pendulum, _files("double_pendulum/design_A.0/*.csv")),
        "pendulum C.0": Machine(*short, _files("double_pendulum/design_C.0/*.csv")),
        "pendulum C.1": Machine(*short, _files("double_pendulum/design_C.1/*.csv")),
        "qube": Machine("zoo:furuta", "examples/maps/qube.toml", _files("qube_cartpole/qq*.npz", 4)),
        "cart-pole": Machine("zoo:cartpole", "examples/maps/cartpole.toml", _files("qube_cartpole/qcp*.npz", 2)),
    }
    return {
        name: each
        for name, each in every.items()
        if each.runs and all((DATA / path).exists() for path, _, _ in each.runs.values())
    }


@dataclass(frozen=True)
class Case:
    """What was fitted and judged, and the errors.

    Attributes:
        machine: the robot.
        title: which runs.
        fixed: [%] by the default laws.
        auto: [%] by chosen laws.
        laws: chosen beyond the default ones, by joint.
    """

    machine: str
    title: str
    fixed: float
    auto: float
    laws: dict[str, list[str]]


def measured(name: str, machine: Machine) -> Iterator[Case]:
    """Yield the cases of a machine."""
    robot = machine.load()
    fits: dict[str, tuple[heft.Estimate, heft.Estimate]] = {}
    for title, fitted, judged in machine.cases():
        key = " ".join(str(id(log)) for log in fitted)
        if key not in fits:
            fixed = heft.identify(robot, fitted, held_out=0, friction=DEFAULT_FRICTION, **machine.options)
            assert fixed.runs is not None
            auto = heft.identify(robot, fixed.runs.fitted, held_out=0, **machine.options)
            fits[key] = fixed, auto
        fixed, auto = fits[key]
        motions = motions_of(robot, judged, fixed.cleaning, needs_effort=True)
        errors = [each.validate(motions, all_samples=True).overall.relative_percent for each in (fixed, auto)]
        yield Case(name, title, errors[0], errors[1], _laws(auto))


def _laws(estimate: heft.Estimate) -> dict[str, list[str]]:
    assert estimate.friction_choice is not None
    laws = estimate.friction_choice.laws.items()
    found = {joint: [law for law in names if law not in DEFAULT_FRICTION] for joint, names in laws}
    return {joint: names for joint, names in found.items() if names}


def _place(path: str) -> Path:
    """Return a file of the project or, if there is none, of the data."""
    return ROOT / path if (ROOT / path).exists() else DATA / path


def main() -> None:
    """Print the cases of every machine."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", choices=machines(), help="these machines")
    parser.add_argument("--store", type=Path, help="store the figures in this file")
    parser.add_argument("--check", action="store_true", help="exit code 1 if the claim fails")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    found = []
    print(f"{'machine':13s} {'fitted -> judged':40s} {'fixed':>7s} {'auto':>7s} {'more':>6s}  chosen laws")
    for name, machine in machines().items():
        for case in measured(name, machine) if not options.only or name in options.only else ():
            found.append(case)
            words = "; ".join(f"{joint}: {', '.join(laws)}" for joint, laws in case.laws.items())
            more = case.auto - case.fixed
            print(f"{name:13s} {case.title:40s} {case.fixed:7.2f} {case.auto:7.2f} {more:+6.2f}  {words}", flush=True)
    if options.store:
        options.store.write_text(json.dumps([vars(case) for case in found], indent=1) + "\n")
    worse = [case for case in found if case.auto > case.fixed + ALLOWED]
    print(f"{len(worse)} of {len(found)} cases are worse than the fixed laws by more than {ALLOWED} points.")
    if options.check and worse:
        sys.exit(1)


if __name__ == "__main__":
    main()
