"""Estimators beside each other by Monte Carlo: bias, spread, coverage and processor time; UR5 and TX40 in MuJoCo.

The plant is MuJoCo's forward dynamics of the URDF that MuJoCo itself reads, at 2 kHz, with armature, damping, Coulomb
friction and an offset in every joint. A PD controller follows sums of sines. Positions and torques are recorded at
200 Hz for 15 s. Seeds differ in the noise of what is recorded alone (the controller has its own, exact encoders); there
are five levels of position noise, and torque noise is the same in all. heft cleans each log and estimates with its
defaults, but for the estimator; with --cutoff, at a fixed frequency that lets more noise through.

An error of the parameters counts as the torque that it makes on another motion without noise, in per cent of that
motion's torque: of the mean over the seeds (bias), and the root mean square about that mean (spread). Coverage is the
share of 95 % intervals of base parameters that contain the truth. Estimates are stored one by one, so that the script
can be stopped and goes on where it was; a second process may work on other seeds. With --update, the table keeps the
rows for which nothing is stored: an estimator that has changed is run again without the others.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

import mujoco
import numpy as np
from intervals import ROBOTS, Plant, sums_of_sines

import heft
from heft.arrays import Array
from heft.errors import HeftError
from heft.estimation.base import Base
from heft.estimation.estimators import estimator
from heft.estimation.evidence import Evidence
from heft.estimation.excitation import base_rows
from heft.estimation.identify import linear_base
from heft.estimation.noise_bias import noise_bias
from heft.estimation.options import Options
from heft.estimation.uncertainty import quantile
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Log
from heft.robot.interop import MujocoMap

DATA = Path(__file__).parents[1] / "../shared/data"
STEP, EVERY, SECONDS = 5e-4, 10, 15.0
LEVELS = (1e-5, 1e-4, 1e-3, 5e-3, 2e-2)
"""Standard deviation of the position noise [rad]."""

COULOMB, OFFSET, SMOOTH = 0.5, 0.1, 5e-3
"""Coulomb friction and offset [N m]; the speed [rad/s] below which the friction of the plant is smooth."""

BANDWIDTH = 2 * np.pi * 4.0
"""Of the position loop [rad/s]: Kp = M w^2, Kd = 2 M w, with M the inertia that a joint feels in the middle."""

ESTIMATORS: tuple[str, ...] = ("ordinary", "weighted", "huber", "covariance", "instrumental", "output-error")
MOTION_SEED, OTHER_MOTION = 1, 2
FIXED = 15.0
"""The cut-off frequency of the second table [Hz]."""


@dataclass(frozen=True)
class Loop:
    """A robot under control.

    Attributes:
        name: for the table.
        plant: the robot in MuJoCo.
    """

    name: str
    plant: Plant

    @property
    def robot(self) -> heft.Robot:
        """As heft reads it."""
        return self.plant.robot

    @cached_property
    def base(self) -> Base:
        """The base parameters of heft's default model."""
        return linear_base(self.robot, Options(), heft.identifiability(self.robot).reduction)

    @cached_property
    def truth(self) -> Array:
        """(n_base,) the true base parameters."""
        drives = {"armature": self.plant.armature, "viscous": self.plant.viscous, "coulomb": COULOMB, "offset": OFFSET}
        extra = [drives[column.kind] for column in self.base.model.extra]
        return self.base.reduce(np.concatenate([self.robot.parameter_vector, extra]))

    def reference(self, seed: int) -> tuple[Array, Array, Array]:
        """Return q, qd, qdd (steps, nv) to follow, within the middle of the joints' ranges."""
        rng, t = np.random.default_rng(seed), np.arange(round(SECONDS / STEP)) * STEP
        sine = sums_of_sines(rng, t, np.full(self.robot.nv, 0.5))
        lower, upper = self.plant.model.jnt_range.T
        shrink = np.minimum(1.0, 0.4 * (upper - lower) / np.abs(sine[0]).max(axis=0))
        return (lower + upper) / 2 + shrink * sine[0], shrink * sine[1], shrink * sine[2]

    @cached_property
    def judged(self) -> tuple[Array, Array]:
        """Rows (m, n_base) of another motion without noise, and the torques (m,) that they give."""
        q, qd, qdd = (x[::100] for x in self.reference(OTHER_MOTION))
        rows = base_rows(self.base.model, self.base.columns, q, qd, qdd).reshape(-1, len(self.base.columns))
        return rows, rows @ self.truth

    @cached_property
    def run(self) -> tuple[Array, Array]:
        """Positions and torques (n, nv) of one run under control, as they are."""
        model, data, to = self.plant.model, mujoco.MjData(self.plant.model), MujocoMap(self.robot, self.plant.model)
        model.opt.timestep, model.opt.disableflags = STEP, int(mujoco.mjtDisableBit.mjDSBL_EULERDAMP)
        order = np.argsort(to.v(np.zeros(self.robot.nq), np.arange(self.robot.nv, dtype=float))).astype(int)
        target, speed, _ = self.reference(MOTION_SEED)
        inertia = np.diag(heft.mass_matrix(self.robot, target.mean(axis=0))) + self.plant.armature
        data.qpos[:], data.qvel[:] = to.q(target[0]), to.v(target[0], speed[0])
        positions, torques = np.empty(target.shape), np.empty(target.shape)
        for k in range(len(target)):
            q, qd = data.qpos[order], data.qvel[order]
            tau = inertia * (BANDWIDTH**2 * (target[k] - q) + 2 * BANDWIDTH * (speed[k] - qd))
            positions[k], torques[k] = q, tau
            data.qfrc_applied[order] = tau - COULOMB * np.tanh(qd / SMOOTH) - OFFSET
            mujoco.mj_step(model, data)
        return positions[::EVERY], torques[::EVERY]

    def log(self, level: float, seed: int) -> Log:
        """Return the run as it is recorded."""
        rng, (q, tau) = np.random.default_rng([seed, round(1e6 * level)]), self.run
        q = q + level * rng.standard_normal(q.shape)
        tau = tau + np.array(self.plant.torque_noise) * rng.standard_normal(tau.shape)
        return Log(np.arange(len(q), dtype=float) * EVERY * STEP, tuple(self.robot.joint_names), q, effort=tau)

    def estimates(
        self, level: float, seed: int, names: list[str], cutoff: float | None
    ) -> Iterator[tuple[str, dict[str, object]]]:
        """Yield what each estimator makes of one run: values, half widths, processor time [s], or why it failed."""
        motion = clean(self.robot, self.log(level, seed), Cleaning(cutoff=cutoff))
        for name in names:
            start, how = time.process_time(), estimator(name)
            try:
                evidence = Evidence.of(self.base, [motion])
                fit = how.fit(evidence)
                bias = noise_bias(evidence, fit, how)
                spread = how.spread(evidence, fit)
            except HeftError as error:
                yield name, {"error": str(error)}
                continue
            seconds = time.process_time() - start
            variance = np.diag(spread.covariance) + (0.0 if bias is None else np.diag(bias.spread))
            half = np.where(fit.determined, quantile(spread.freedom) * np.sqrt(np.maximum(variance, 0)), np.inf)
            yield name, {"values": fit.values.tolist(), "half_width": half.tolist(), "cpu": seconds}


def tx40() -> str:
    """Return a URDF of the TX40 whose last link has an inertia; in the published one it is rounded to zero."""
    published = DATA / "tx40/tx40.urdf"
    if not published.exists():
        return str(published)
    text, zero = published.read_text(), 'ixx="0.000" ixy="0.000" ixz="0.000" iyy="0.000" iyz="0.000" izz="0.000"'
    path = Path(tempfile.mkdtemp()) / "tx40.urdf"
    path.write_text(text.replace(zero, 'ixx="0.0002" ixy="0" ixz="0" iyy="0.0002" iyz="0" izz="0.0002"'))
    return str(path)


LOOPS = {
    "ur5": Loop("UR5", Plant("ur_description/urdf/ur5_robot.urdf", (1.0, 1.0, 1.0, 0.3, 0.3, 0.1), 0.3, 0.6)),
    "tx40": Loop("TX40", Plant(tx40(), (0.5, 0.5, 0.3, 0.1, 0.1, 0.1), 0.1, 0.6)),
}


class Store:
    """Results in a folder, one file for each robot, level, seed and estimator; a folder for each cut-off."""

    def __init__(self, folder: Path, cutoff: float | None) -> None:
        self.cutoff, self.folder = cutoff, folder if cutoff is None else folder / f"{cutoff:g}Hz"
        folder = self.folder
        folder.mkdir(parents=True, exist_ok=True)

    def path(self, robot: str, level: float, seed: int, name: str) -> Path:
        """Return the file of one result."""
        return self.folder / f"{robot}-{level:g}-{seed}-{name}.json"

    def write(self, path: Path, result: dict[str, object]) -> None:
        """Write a result whole."""
        part = path.with_suffix(f".{os.getpid()}")
        part.write_text(json.dumps(result))
        part.rename(path)

    def read(self, robot: str, level: float, name: str) -> list[dict[str, object]]:
        """Return the results of all seeds so far."""
        found = sorted(self.folder.glob(f"{robot}-{level:g}-*-{name}.json"))
        return [json.loads(path.read_text()) for path in found]


def run(store: Store, robots: list[str], levels: tuple[float, ...], seeds: range, names: list[str]) -> None:
    """Estimate whatever is not stored yet."""
    for seed in seeds:
        for robot in robots:
            for level in levels:
                missing = [name for name in names if not store.path(robot, level, seed, name).exists()]
                if missing:
                    for name, result in LOOPS[robot].estimates(level, seed, missing, store.cutoff):
                        store.write(store.path(robot, level, seed, name), result)
        print(f"seed {seed} is done", flush=True)


@cache
def row(store: Store, robot: str, level: float, name: str) -> str | None:
    """Return a row of the table; None without results."""
    loop, found = LOOPS[robot], store.read(robot, level, name)
    good = [each for each in found if "values" in each]
    if not found:
        return None
    head = f"| {loop.name} | {level:g} | `{name}` | {len(found)} |"
    if len(good) < 2:
        return f"{head} failed in {len(found) - len(good)} | | | |"
    rows, torque = loop.judged
    values, half = (np.array([each[key] for each in good], float) for key in ("values", "half_width"))
    mean, size = values.mean(axis=0), np.linalg.norm(torque)
    bias = 100 * np.linalg.norm(rows @ (mean - loop.truth)) / size
    spread = 100 * np.sqrt(np.mean(np.sum((rows @ (values - mean).T) ** 2, axis=0))) / size
    inside = 100 * np.mean(np.abs(values - loop.truth) <= half)
    cpu = float(np.median([float(str(each["cpu"])) for each in good]))
    failed = f" ({len(found) - len(good)} failed)" if len(good) < len(found) else ""
    return f"{head} {bias:.2f} | {spread:.2f} | {inside:.1f}{failed} | {cpu:.2f} |"


Rows = dict[tuple[str, str, str], str]
"""Rows of a table by robot, level and estimator as they are written there."""


def table(store: Store, robots: list[str], levels: tuple[float, ...], names: list[str], kept: Rows) -> str:
    """Return the comparison as Markdown; where nothing is stored, with the rows that are kept."""
    lines = [
        "| robot | position noise [rad] | estimator | seeds | bias [%] | spread [%] | coverage [%] | time [s] |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    rows = (
        row(store, robot, level, name) or kept.get((LOOPS[robot].name, f"{level:g}", f"`{name}`"))
        for robot in robots
        for level in levels
        for name in names
    )
    return "\n".join([*lines, *(each for each in rows if each)]) + "\n"


def written(page: str) -> list[Rows]:
    """Return the rows of each table of a page."""
    tables = []
    for part in page.split("\n## ")[1:]:
        lines = [line for line in part.splitlines() if line.startswith("| ")]
        cells = ([cell.strip() for cell in line.split("|")] for line in lines)
        tables.append(
            {(robot, level, name): line for line, (_, robot, level, name, *_) in zip(lines, cells, strict=True)}
        )
    return tables


def main() -> int:
    """Run what is missing, and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="+", choices=LOOPS, default=list(LOOPS))
    parser.add_argument("--estimators", nargs="+", default=list(ESTIMATORS))
    parser.add_argument("--seeds", type=int, default=100)
    parser.add_argument("--cutoff", type=float, choices=[FIXED], help="of the positions [Hz]; chosen by heft if absent")
    parser.add_argument("--quick", action="store_true", help="three seeds, three levels")
    parser.add_argument("--store", type=Path, default=Path(tempfile.gettempdir()) / "heft-estimators")
    parser.add_argument("--table", type=Path, help="write the table to this file, such as docs/estimators_table.md")
    parser.add_argument("--update", action="store_true", help="keep the rows of that file for which nothing is stored")
    parser.add_argument("--only-table", action="store_true", help="estimate nothing, make the table of what is stored")
    arguments = parser.parse_args()
    if arguments.update and not arguments.table:
        parser.error("--update needs the file in --table")
    robots = [name for name in arguments.robots if (ROBOTS / LOOPS[name].plant.urdf).exists()]
    for name in arguments.robots:
        if name not in robots:
            print(f"{name}: its URDF is not at {ROBOTS / LOOPS[name].plant.urdf}; it is left out.", file=sys.stderr)
    levels, seeds = (LEVELS[::2], 3) if arguments.quick else (LEVELS, arguments.seeds)
    if not arguments.only_table:
        run(Store(arguments.store, arguments.cutoff), robots, levels, range(seeds), arguments.estimators)
    kept: list[Rows] = written(arguments.table.read_text()) if arguments.update else [{}, {}]
    if arguments.update:
        robots, levels, arguments.estimators = list(LOOPS), LEVELS, list(ESTIMATORS)
    stores = (Store(arguments.store, cutoff) for cutoff in (None, FIXED))
    auto, fixed = (
        table(store, robots, levels, arguments.estimators, rows) for store, rows in zip(stores, kept, strict=True)
    )
    print(fixed if arguments.cutoff == FIXED else auto)
    if arguments.table:
        arguments.table.write_text(PAGE.format(auto=auto, fixed=fixed, cutoff=FIXED))
    return 0


PAGE = """# Estimators beside each other

Made by `benchmarks/estimators.py`, which says how; do not edit. UR5 and TX40 are simulated in MuJoCo under a PD
controller, for 15 s at 200 Hz, with the same motion for all seeds. *Bias* and *spread* are the torque that the error of
the mean estimate makes on another motion, and the root mean square about the mean, in per cent of that motion's torque.
*Coverage* is the share of 95 % intervals of base parameters that contain the truth. *Time* is processor time of fit and
intervals. The mean of n seeds is uncertain by spread / sqrt(n), and so is the bias. Rows may come from different runs
of the script, each with some of the same seeds. `output-error` is meant for commands in place of positions; here
it has measured positions, as the others have, and fits controllers that follow them.

## With the cut-off frequency that heft chooses

Coverage of `instrumental` and `output-error` was counted before errors that repeat themselves became part of their
intervals, which only makes these wider.

{auto}
## With a cut-off frequency of {cutoff:g} Hz

The motion ends at 1 Hz. A frequency that is too high lets noise through, which attenuates least squares.

{fixed}"""

if __name__ == "__main__":
    sys.exit(main())
