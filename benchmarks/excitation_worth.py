"""Is a designed motion worth it? A UR5 in MuJoCo that follows motions with lag, identified from what was recorded.

    python benchmarks/excitation_worth.py [--seeds N] [--starts N] [--table docs/excitation_worth_table.md]

The plant, its friction and its noise are those of `intervals.py`. The description that motions are designed with, and
that the controller compensates gravity with, has the mass and inertia of every link wrong by up to 30 %. A PD
controller follows the motion, so that the robot moves late and not quite as designed. heft identifies from the recorded
positions and torques with fixed friction laws. Compared at the same duration:

* random: Fourier series with random coefficients within all limits, another one for each seed;
* condition: the motion of the smallest condition number;
* excite: the motion that `heft excite` designs by default;
* and two runs: `excite` and another one from other starts, or `excite` and one designed `--after` it;
* `excite` again on a plant whose dry friction is MuJoCo's `frictionloss`: a soft constraint that holds a slow joint and
  eases the sign over some 0.02 rad/s, which no fitted law contains. No prediction from noise can know such an error.

For each: the median half width of the 95 % intervals of the base parameters, as a share of their plausible sizes; the
rms error of torques on motions that were not fitted, as a share of the rms torque; the share of intervals that contain
the truth; the share of predicted intervals that do, and the median ratio of both widths.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
from intervals import CUTOFF, ENCODER, OFFSET, PLANTS, POSITION_NOISE, RATE

import heft
from heft.estimation.estimate import Estimate
from heft.estimation.identify import identify
from heft.estimation.options import Options
from heft.excitation.design import Design
from heft.excitation.excite import problem_for
from heft.excitation.plan import Plan
from heft.excitation.search import Search
from heft.excitation.verification import repaired
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Log
from heft.robot.interop import MujocoMap

PLANT = PLANTS["ur5"]
WRONG, COULOMB = 0.3, 0.5
SIGN = 0.001
"""[rad/s] over which the sign of friction is smooth, so that the simulation does not chatter."""

STEP = 2
"""Steps of the simulation for each recorded sample."""

STIFFNESS, DAMPING = np.array([2000.0, 2000, 2000, 300, 300, 100]), np.array([200.0, 200, 200, 20, 20, 5])
"""[N m/rad] and [N m s/rad] of the controller."""

UNSEEN = (901, 902, 903)
"""Seeds of the motions that are judged."""

FRICTION = ("viscous", "coulomb", "offset")


@cache
def described() -> heft.Robot:
    """The robot as its description has it: every link wrong by up to 30 %."""
    robot = PLANT.robot
    share = np.random.default_rng(30).uniform(1 - WRONG, 1 + WRONG, (robot.n_bodies, 1))
    return robot.with_parameters(share * robot.parameters)


@cache
def options() -> dict[str, Any]:
    """How all motions are designed."""
    noise = dict(zip(PLANT.robot.joint_names, PLANT.torque_noise, strict=True))
    limits = {"acceleration": 8.0, "jerk": 100.0}
    return {"duration": 20.0, "rate": RATE, "noise": noise, "limits": limits, "friction": FRICTION, "collisions": False}


def random_curve(seed: int) -> Any:
    """A random Fourier series within all limits."""
    problem = problem_for(described(), Design(**options()))[0]
    search = Search(problem, seed, None, None)
    while (curve := repaired(problem, problem.curve(search.random()))) is None:
        pass
    return curve


def recorded(curve: Any, seed: int, *, holds: bool = False) -> Log:
    """What is recorded while the plant follows a motion; its friction may hold joints as MuJoCo's own does."""
    rng, model = np.random.default_rng(seed), PLANT.model
    model.opt.timestep = 1 / (STEP * RATE)
    model.dof_frictionloss[:] = COULOMB * holds
    data, to = mujoco.MjData(model), MujocoMap(PLANT.robot, model)
    n = round(curve.duration * RATE)
    t = np.arange(STEP * n) / (STEP * RATE)
    q, qd, _, _ = curve.sample(t)
    gravity = heft.gravity_forces(described(), q)
    wanted_q, wanted_qd, gravity = to.q(q), to.v(q, qd), to.v(q, gravity)
    stiffness, damping = (to.v(q[:1], x[None])[0] for x in (STIFFNESS, DAMPING))
    data.qpos[:] = wanted_q[0]
    positions, torques = np.empty((n, model.nq)), np.empty((n, model.nv))
    for k in range(len(t)):
        tau = gravity[k] + stiffness * (wanted_q[k] - data.qpos) + damping * (wanted_qd[k] - data.qvel)
        dry = 0.0 if holds else COULOMB * np.tanh(data.qvel / SIGN)
        data.qfrc_applied[:] = tau - OFFSET - dry
        if k % STEP == 0:
            positions[k // STEP], torques[k // STEP] = data.qpos, tau
        mujoco.mj_step(model, data)
    model.dof_frictionloss[:] = 0.0
    order = np.argmax(np.abs(to.q(np.eye(model.nq))), axis=1)  # of heft's joints in MuJoCo
    q, effort = positions[:, order], torques[:, order]
    q = ENCODER * np.round((q + POSITION_NOISE * rng.standard_normal(q.shape)) / ENCODER)
    effort = effort + np.array(PLANT.torque_noise) * rng.standard_normal(effort.shape)
    return Log(np.arange(n) / RATE, tuple(PLANT.robot.joint_names), q, effort=effort)


def identified(curves: Sequence[Any], seed: int, *, holds: bool = False) -> Estimate:
    """What heft makes of the runs of some motions."""
    robot = described()
    runs = [
        clean(robot, recorded(curve, 100 * seed + k, holds=holds), Cleaning(cutoff=CUTOFF, trim=False))
        for k, curve in enumerate(curves)
    ]
    return identify(robot, runs, Options(held_out=0, friction=FRICTION))


@cache
def unseen() -> list[tuple[np.ndarray, ...]]:
    """Motions that are judged, with the torques that make them, without noise."""
    return [PLANT.motion(seed) for seed in UNSEEN]


def error(found: Estimate) -> float:
    """The rms error of torques on unseen motions, as a share of the rms torque of each joint, all joints counted."""
    wrong, size = [], []
    for q, qd, qdd, effort in unseen():
        wrong.append(found.predict(q, qd, qdd) - effort)
        size.append(effort)
    return float(np.sqrt(np.mean(np.concatenate(wrong) ** 2) / np.mean(np.concatenate(size) ** 2)))


@dataclass(frozen=True)
class Outcome:
    """What came of one way to choose motions, over all seeds."""

    width: float
    error: float
    held: float
    predicted: float | None = None
    ratio: float | None = None

    def row(self, name: str) -> str:
        """One row of the table."""
        share = "" if self.predicted is None else f"{100 * self.predicted:.0f} %"
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}"
        numbers = f"{100 * self.width:.2f} % | {100 * self.error:.2f} % | {100 * self.held:.0f} %"
        return f"| {name} | {numbers} | {share} | {ratio} |"


def outcome(motions: Sequence[Sequence[Any]], plan: Plan | None = None, *, holds: bool = False) -> Outcome:
    """Identify from the motions of each seed, and compare with the truth."""
    target = problem_for(described(), Design(**options()))[1]
    sizes = dict(zip(target.base.names, target.scales, strict=True))
    widths, errors, held, predicted, ratios = [], [], [], [], []
    for seed, curves in enumerate(motions):
        found = identified(curves, seed, holds=holds)
        half, miss = found.base_half_width, np.abs(found.base_values - PLANT.truth(found))
        size = np.array([sizes[name] for name in found.base.names])
        widths.append(np.median(half / size))
        errors.append(error(found))
        held.append(np.mean(miss <= half))
        if plan is not None:
            told = {each.name: each.half_width for each in plan.predictions}
            before = np.array([told[name] for name in found.base.names])
            predicted.append(np.mean(miss <= before))
            ratios.append(np.median(half / before))
    some = [float(np.mean(x)) if x else None for x in (predicted, ratios)]
    return Outcome(float(np.median(widths)), float(np.median(errors)), float(np.mean(held)), *some)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--starts", type=int, default=6)
    parser.add_argument("--table", type=Path)
    given = parser.parse_args()
    robot, how = described(), options() | {"starts": given.starts}
    lines = [
        "| motion | median half width | error, unseen | intervals hold | predicted ones hold | obtained / predicted |",
        "| --- | --- | --- | --- | --- | --- |",
    ]
    print(*lines, sep="\n", flush=True)

    def add(name: str, motions: Sequence[Sequence[Any]], plan: Plan | None = None, *, holds: bool = False) -> None:
        lines.append(outcome(motions, plan, holds=holds).row(name))
        print(lines[-1], flush=True)

    seeds = range(given.seeds)
    add("random Fourier series", [[random_curve(seed)] for seed in seeds])
    condition = heft.excite(robot, criterion="condition", **how)
    add("smallest condition number", [[condition.curve]] * given.seeds, condition)
    first = heft.excite(robot, **how)
    add("heft excite", [[first.curve]] * given.seeds, first)
    other, second = heft.excite(robot, seed=1, **how), heft.excite(robot, after=[first], **how)
    add("two, independent", [[first.curve, other.curve]] * given.seeds)
    add("two, the second after the first", [[first.curve, second.curve]] * given.seeds, second)
    add("heft excite, friction that holds", [[first.curve]] * given.seeds, first, holds=True)
    if given.table:
        given.table.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
