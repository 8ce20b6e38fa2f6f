"""Do 95 % intervals from separate runs of one robot agree 95 % of the time? Real robots, and their motions simulated.

    python benchmarks/agreement.py                                  print the table
    python benchmarks/agreement.py --table docs/agreement_table.md  write the page of the manual
    python benchmarks/agreement.py --check                          exit code 1 if the claim fails

Each run is identified by itself, with default options. For every base parameter that two runs determine, the difference
of the two estimates is compared with the interval of a difference: z = (a - b)/sqrt(s_a^2 + s_b^2), within the quantile
of Student's t with Welch's degrees of freedom. Friction is compared where the same laws were chosen for the joint in
both runs: beside another law the same word means another quantity. Robots with one long run have it cut into parts with
a gap between them. Nothing is held out, but runs of which heft itself says that they should not be relied on, with exit
code 1, when it holds out their end as it does by default, are counted, and the rest is compared once more. The first
share is that of noise alone (short stretches of time, as intervals were computed before model error became part of
them), the second that of the intervals that heft gives.

The control is a simulation: the positions of the same logs, torques of heft's own model (the physically consistent
parameters that were identified, friction included) with white noise of the size of the real residuals; the effort of a
joint without a drive is not measured, and gets none. There is no model error in it, and the share of intervals that
contain the true value is counted.

Beside the real robots are three in MuJoCo whose torques contain what the model lacks (`imperfect.py`). Their inertial
parameters are known: the share of intervals that contain them is counted, too.

Claim (`--check`): in the median over the real robots at least 93 % of the intervals agree; in the control 92 to 98 %
contain the truth.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from imperfect import IMPERFECT, Imperfect

import heft
from heft.errors import HeftError
from heft.estimation.estimate import Estimate
from heft.estimation.identify import identify
from heft.estimation.options import Options
from heft.estimation.uncertainty import quantile
from heft.files import write_whole

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT.parent / "shared" / "data"
MAPS = ROOT / "examples" / "maps"
KINDS = ("masses", "first moments", "inertias", "armature", "friction")
WORDS = """# Do intervals of separate runs agree?

Made by `benchmarks/agreement.py`. Each run is identified by itself, with default options. The columns show the share
[%] of base parameters whose estimates from two runs of one robot agree within the 95 % interval of their difference:
with *noise alone*, with the *interval* that heft gives, which contains model error too, and the latter by kind of
parameter. *Median z* is the median difference in standard deviations (0.67 if these were exact). *Single* parameters
are those whose value comes from the data by itself. *Halves*: of four and more runs, every other one identified
together, and the rest. *Exit code 1*: of how many runs `heft identify` says that the result should not be relied on;
*others*: the share of agreement without these. *Simulated*: the same motions with torques of the model and white noise;
the share of intervals that contain the true value.

The logs of the real robots are [published](datasets.md) by others. The last rows are robots in MuJoCo with elastic
gears, ripple, Stribeck friction, gears that warm up and torque sensors that drift; *truth* is the share of intervals of
their inertial parameters and armatures that contain the true value. Their friction has none: it does differ from run to
run where gears warm up.

One run cannot show what differs between runs: friction of the UR5 whose gears warm up is another one in each. On arms
that hardly matters otherwise. On the Qube and the pendulum C.1, with runs of three to ten seconds and models that leave
a large part of the torque unexplained, it does. Identify several runs together: their scatter is then part of the
interval (*halves*). They must differ: one half of the pendulum C.1 consists of two runs in which the shoulder is hardly
driven, which shrink its parameters alike. Both have exit code 1, and so has every run of the Qube.
What is wrong in the same way in all runs, no comparison of runs can show. Errors that repeat themselves with the state
of a joint are in the intervals nevertheless, because the residuals show them: 86 % of those of the Z1, whose gears are
elastic and rub and ripple in ways that the model lacks, contain the truth.

"""
GAP = 0.05
"""The part of a long run that is left out between two parts of it."""


@dataclass(frozen=True)
class Machine:
    """A robot with several runs.

    Attributes:
        title: for the table.
        robot: its file.
        map: of its logs.
        files: of its logs, below the folder of data.
        parts: into how many parts each log is cut.
        options: that its transmission needs.
        rename: a prefix of joint names in the log that the robot file does not have.
    """

    title: str
    robot: str
    map: Path
    files: tuple[str, ...]
    parts: int = 1
    options: dict[str, Any] = field(default_factory=dict)
    rename: str = ""

    @property
    def missing(self) -> bool:
        """Whether its logs are not here."""
        return not all((DATA / name).exists() for name in self.files)

    def load(self) -> heft.Robot:
        """Return the robot as its file has it."""
        return heft.load(self.robot)

    def truth(self, _: Estimate) -> None:
        """Nobody knows it."""

    def logs(self) -> Iterator[heft.Log]:
        """Yield its runs."""
        for name in self.files:
            log = heft.read_log(DATA / name, self.map)
            log = replace(log, joints=tuple(joint.removeprefix(self.rename) for joint in log.joints))
            size = len(log.t) // self.parts
            for k in range(self.parts):
                last = k == self.parts - 1
                yield log.part(k * size, len(log.t) if last else (k + 1) * size - round(GAP * size))


def _files(pattern: str, step: int = 1) -> tuple[str, ...]:
    return tuple(str(path.relative_to(DATA)) for path in sorted(DATA.glob(pattern))[::step])


def machines() -> list[Machine | Imperfect]:
    """Return the robots whose logs are here, and those in MuJoCo."""
    pendulum, robots = MAPS / "double_pendulum.toml", ROOT / "examples" / "robots"
    pendulums = {"A.0": "double_pendulum", "C.0": "double_pendulum_short", "C.1": "double_pendulum_short"}
    runs = tuple(name for name in _files("ur10e/ur-*.csv") if "Load" not in name)
    coupled = {"armature": True, "couplings": [{"joint_5": 1.0, "joint_6": 1.0}]}
    panda = DATA / "panda" / "panda.toml"
    every = [
        Machine("UR10e", str(DATA / "ur10e/ur10e.urdf"), MAPS / "ur10e.toml", runs),
        Machine("KR300", str(DATA / "kr300/kr300.mech.json"), DATA / "kr300/kuka.toml", _files("kr300/?.mat")),
        Machine("TX40, halves", str(DATA / "tx40/tx40.urdf"), MAPS / "tx40.toml", ("tx40",), 2, coupled),
        Machine("Panda, halves", "zoo:panda", panda, ("panda/first.npz",), 2, {}, "panda_"),
        Machine("Panda, thirds", "zoo:panda", panda, ("panda/first.npz",), 3, {}, "panda_"),
        Machine("Qube", "zoo:furuta", MAPS / "qube.toml", _files("qube_cartpole/qq*.npz", 4)),
        Machine("cart-pole", "zoo:cartpole", MAPS / "cartpole.toml", _files("qube_cartpole/qcp*.npz", 2)),
        *(
            Machine(
                f"double pendulum {name}",
                str(robots / f"{robot}.toml"),
                pendulum,
                _files(f"double_pendulum/design_{name}/*.csv"),
            )
            for name, robot in pendulums.items()
        ),
    ]
    return [*(machine for machine in every if machine.files and not machine.missing), *IMPERFECT]


@dataclass(frozen=True, eq=False)
class Row:
    """One parameter in one pair of runs, or in one simulated run.

    Attributes:
        kind: of the parameter, one of `KINDS`.
        z: how many standard deviations apart.
        noise_z: the same in deviations of noise alone.
        inside: whether the interval of the difference contains zero.
        noise_inside: whether that of noise alone does.
    """

    kind: str
    z: float
    noise_z: float
    inside: bool
    noise_inside: bool


def kind_of(name: str) -> str:
    """Return the kind of a parameter."""
    last = name.rsplit(".", 1)[-1]
    if last == "m":
        return "masses"
    if last.startswith("mc"):
        return "first moments"
    if last.startswith("I"):
        return "inertias"
    return "armature" if last == "armature" else "friction"


def compared(one: Estimate, other: Estimate) -> list[Row]:
    """Return the base parameters that both determine."""
    names = [name for name in one.base.names if name in other.base.names]
    rows = []
    for name in names:
        i, j = one.base.names.index(name), other.base.names.index(name)
        if one.base.expression(i) != other.base.expression(j):
            continue  # another combination
        if _laws(one, name) != _laws(other, name):
            continue  # viscous friction beside another law is another quantity
        variances = np.array([one.base_deviation[i] ** 2, other.base_deviation[j] ** 2])
        noise = np.hypot(one.base_noise[i], other.base_noise[j])
        if not np.all(np.isfinite(variances)) or not noise > 0:
            continue
        freedom = np.array([one.base_freedom[i], other.base_freedom[j]])
        welch = variances.sum() ** 2 / np.sum(variances**2 / freedom)
        difference = abs(one.base_values[i] - other.base_values[j])
        z = difference / np.sqrt(variances.sum())
        rows.append(_row(name, z, difference / noise, welch))
    return rows


def _laws(found: Estimate, name: str) -> set[str]:
    """Return the friction laws of the joint that a parameter belongs to; of a link there are none."""
    joint = name.rsplit(".", 1)[0]
    return {other.name for other in found.model.extra if other.name.rsplit(".", 1)[0] == joint}


def singles(one: Estimate, other: Estimate) -> list[Row]:
    """Return the single parameters whose value comes from the data in both."""
    rows = []
    for k, name in enumerate(one.names):
        if name not in other.names:
            continue
        j = other.names.index(name)
        if one.source[k] != "data" or other.source[j] != "data" or _laws(one, name) != _laws(other, name):
            continue
        variances = np.array([one.deviation[k] ** 2, other.deviation[j] ** 2])
        freedom = variances.sum() ** 2 / np.sum(variances**2 / np.array([one.freedom[k], other.freedom[j]]))
        difference = abs(one.least_squares[k] - other.least_squares[j])
        z, noise_z = difference / np.sqrt(variances.sum()), difference / np.hypot(one.noise[k], other.noise[j])
        rows.append(_row(name, z, noise_z, freedom))
    return rows


def against_truth(found: Estimate, true: Estimate) -> list[Row]:
    """Return the base parameters of an estimate beside those from which its torques were simulated."""
    truth = {true.base.expression(k): value for k, value in enumerate(true.base.reduce(true.values))}
    values = np.array([truth.get(found.base.expression(k), np.nan) for k in range(len(found.base_values))])
    return beside(found, values)


def beside(found: Estimate, truth: np.ndarray) -> list[Row]:
    """Return the base parameters of an estimate beside true values, where these are known."""
    known = np.flatnonzero(np.isfinite(found.base_deviation) & (found.base_noise > 0) & np.isfinite(truth))
    away = np.abs(found.base_values - truth)
    return [
        _row(
            found.base.names[k], away[k] / found.base_deviation[k], away[k] / found.base_noise[k], found.base_freedom[k]
        )
        for k in known
    ]


def _row(name: str, z: float, noise_z: float, freedom: float) -> Row:
    inside, noise_inside = z <= float(quantile(freedom)), noise_z <= float(quantile(np.inf))
    return Row(kind_of(name), float(z), float(noise_z), bool(inside), bool(noise_inside))


def simulated(found: Estimate, seed: int) -> list[Row]:
    """Return what an identification makes of the same motion with torques of the model, and white noise."""
    motion = found.runs.fitted[0]
    rng = np.random.default_rng(seed)
    torques = found.model.torques(found.values, motion.q, motion.qd, motion.qdd)
    size = np.zeros(motion.effort.shape[1])
    for joint in found.fitted.joints:
        if joint.name not in motion.cleaning.passive:
            size[motion.names.index(joint.name)] = joint.rmse
    # residuals are counted behind the filter of the regression: noise of the recorded torques is larger than that
    kept = max(len(motion.kept), 1)
    noise = size * np.sqrt(sum(b - a for a, b in motion.segments) / kept) * rng.standard_normal(torques.shape)
    effort = np.where(np.isfinite(motion.effort), torques + noise, np.nan)
    again = identify(found.model.robot, replace(motion, effort=effort), replace(found.options, held_out=0.0))
    return against_truth(again, found)


@dataclass(frozen=True, eq=False)
class Result:
    """What the runs of a robot say.

    Attributes:
        runs: how many there are.
        pairs: base parameters in pairs of runs.
        alone: single parameters in pairs of runs.
        halves: base parameters of every other run identified together, beside those of the rest.
        control: base parameters in simulated runs, beside the truth.
        doubtful: how many runs should not be relied on, by what heft says of them.
        others: base parameters in pairs of the others.
        truth: inertial parameters beside the true ones, where these are known.
    """

    runs: int
    pairs: list[Row]
    alone: list[Row]
    halves: list[Row]
    control: list[Row]
    doubtful: int
    others: list[Row]
    truth: list[Row]


def evaluated(machine: Machine | Imperfect) -> Result:
    """Identify the runs of a robot one by one and in two groups, and the simulated ones."""
    robot, found, good = machine.load(), [], []
    for log in machine.logs():
        try:
            found.append(identify(robot, log, Options(held_out=0, **machine.options)))
            if not identify(robot, log, Options(**machine.options)).doubts:
                good.append(found[-1])
        except HeftError as error:
            print(f"{machine.title}: a run was left out: {error}", file=sys.stderr)
    pairs = [row for one, other in combinations(found, 2) for row in compared(one, other)]
    others = [row for one, other in combinations(good, 2) for row in compared(one, other)]
    alone = [row for one, other in combinations(found, 2) for row in singles(one, other)]
    true = [(one, machine.truth(one)) for one in found]
    truth = [row for one, values in true if values is not None for row in beside(one, values)]
    control = [row for seed, one in enumerate(found) for row in simulated(one, seed)]
    halves = []
    if len(found) > 3:
        groups = [[one.runs.fitted[0] for one in found[start::2]] for start in (0, 1)]
        halves = compared(*(identify(robot, group, Options(held_out=0, **machine.options)) for group in groups))
    return Result(len(found), pairs, alone, halves, control, len(found) - len(good), others, truth)


def _share(rows: list[Row], what: str = "inside") -> str:
    return f"{100 * np.mean([getattr(row, what) for row in rows]):.0f}" if rows else "–"


def table(results: dict[str, Result]) -> str:
    """Return the page of the manual."""
    heads = ["robot", "runs", "noise alone", "interval", *KINDS, "median z", "single", "halves"]
    heads += ["exit code 1", "others", "simulated", "truth"]
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1)]
    for title, found in results.items():
        kinds = [_share([row for row in found.pairs if row.kind == kind]) for kind in KINDS]
        median = f"{np.median([row.z for row in found.pairs]):.2f}" if found.pairs else "–"
        noise = _share(found.pairs, "noise_inside")
        more = [_share(found.alone), _share(found.halves), str(found.doubtful), _share(found.others)]
        more += [_share(found.control), _share(found.truth)]
        lines.append([title, str(found.runs), noise, _share(found.pairs), *kinds, median, *more])
    return WORDS + "".join(f"| {' | '.join(line)} |\n" for line in lines)


def main() -> int:
    """Print or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="+", help="only robots whose titles begin like this")
    parser.add_argument("--table", type=Path, help="write the page of the manual to this file")
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    results = {}
    for machine in machines():
        if arguments.robots and not any(machine.title.startswith(word) for word in arguments.robots):
            continue
        start = time.process_time()
        results[machine.title] = found = evaluated(machine)
        line = (
            f"{machine.title}: noise alone {_share(found.pairs, 'noise_inside')} %, interval {_share(found.pairs)} %, "
        )
        line += f"simulated {_share(found.control)} % ({time.process_time() - start:.0f} s)"
        print(line, file=sys.stderr, flush=True)
    page = table(results)
    print(page)
    if arguments.table:
        write_whole(arguments.table, page.encode())
    real = [each for each in results.values() if each.pairs and not each.truth]
    median = np.median([100 * np.mean([row.inside for row in each.pairs]) for each in real])
    control = 100 * np.mean([row.inside for each in results.values() for row in each.control])
    print(
        f"median over the real robots {median:.1f} % (claim: at least 93); simulated {control:.1f} % (claim: 92 to 98)"
    )
    return int(arguments.check and not (median >= 93 and 92 <= control <= 98))


if __name__ == "__main__":
    sys.exit(main())
