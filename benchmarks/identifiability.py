"""Speed and reliability of the identifiability analysis compared with the sampled method, in the same run.

Claims (`--check` exits with 1 if one fails):
    RPNA in floats counts the base parameters of UR5, Panda and Talos in less time than the leanest sampled method,
        regressors of 20 random states and one pivoted QR, which proves nothing and names no combinations; on Talos,
        all combinations and verdicts take less time, too;
    its cost grows linearly from 10 to 200 bodies;
    the exact answer for Talos takes less than 0.1 s, that for a tree of 60 bodies less than 0.2 s;
    on random mechanisms of several families, wherever floats count otherwise than the exact arithmetic does,
        method="auto" says so: no count is silently wrong.

The sampled method is Pinocchio's joint torque regressor in a loop over random states, the columns of zeros removed,
then the diagonal of a pivoted QR (scipy), as in FIGAROH and FloBaRoID. Both sides are given the robot in their own form
and return the number of base parameters; both counts are printed. Times are of the processor, on one thread.
"""

from __future__ import annotations

import argparse
import os
import sys
import sysconfig
import time
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before NumPy; its threads would count as time of the processor

import numpy as np
import pinocchio as pin
import scipy.linalg
from rich.console import Console
from rich.table import Table

import heft
from heft.identifiability.answer import float_field
from heft.identifiability.question import ask
from heft.identifiability.rpna import rpna
from heft.identifiability.snapping import DEFAULT_SNAP
from heft.robot import zoo
from heft.robot.exact import Number
from heft.robot.joint import Joint
from heft.robot.model import WORLD, Body, Robot, Rotor
from heft.robot.placement import Placement, Transform

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
CASES = {
    "UR5": ("ur_description/urdf/ur5_robot.urdf", "fixed"),
    "Panda": ("panda_description/urdf/panda.urdf", "fixed"),
    "Talos": ("talos_data/robots/talos_reduced.urdf", "floating"),
}
SAMPLES = 20
"""States of the sampled method: the fewest that give all three counts, with some to spare."""

EXACT_SECONDS = {"Talos": 0.1, "tree": 0.2}
GROWTH = 1.5
"""How much dearer a body may be in a chain of 200 than in one of 10."""


def best_of(repeats: int, *functions: Callable[[], object]) -> list[float]:
    """Run functions in turn, several times; return the best seconds of each."""
    best = [np.inf] * len(functions)
    for _ in range(repeats):
        for k, function in enumerate(functions):
            start = time.process_time()
            function()
            best[k] = min(best[k], time.process_time() - start)
    return best


# -- speed -----------------------------------------------------------------------------------------


def sampled_regressor(model: pin.Model, samples: int) -> np.ndarray:
    """Return the stacked regressors of random states, without columns of zeros."""
    data, rng = model.createData(), np.random.default_rng(0)
    lower, upper = -np.ones(model.nq), np.ones(model.nq)
    rows = np.zeros((samples, model.nv, 10 * (model.njoints - 1)))
    for k in range(samples):
        q = pin.normalize(model, rng.uniform(lower, upper))
        v, a = rng.standard_normal((2, model.nv))
        rows[k] = pin.computeJointTorqueRegressor(model, data, q, v, a)
    Y = rows.reshape(samples * model.nv, -1)
    return Y[:, np.linalg.norm(Y, axis=0) > 1e-6]


def by_qr(model: pin.Model) -> int:
    """Return the number of base parameters from a pivoted QR."""
    R = scipy.linalg.qr(sampled_regressor(model, SAMPLES), mode="r", pivoting=True)[0]
    diagonal = np.abs(np.diag(R))
    return int(np.sum(diagonal > 1e-8 * diagonal[0]))


def counted(robot: Robot) -> int:
    """Return the number of base parameters from RPNA in floats: what the sampled method finds, without combinations."""
    question = ask(robot, gravity=None, static=False, rotors=True, snap=DEFAULT_SNAP, sensors=None)
    joints = rpna(float_field(question), question.clusters, question.gravity)
    return sum(len(joint.pivots) for joint in joints)


def speeds(console: Console, repeats: int) -> list[str]:
    """Print the seconds of both sides; return the claims not reached."""
    table = Table(title="Milliseconds to the number of base parameters (and the number)")
    for column in ("robot", f"{SAMPLES} samples, QR", "RPNA float, count", "heft float", "heft exact", "QR / count"):
        table.add_column(column, justify="left" if column == "robot" else "right")
    failed = []
    for name, (urdf, base) in CASES.items():
        robot = heft.load(ROBOTS / urdf, base, mimic=False)
        model = pin.buildModelFromUrdf(str(ROBOTS / urdf), *([pin.JointModelFreeFlyer()] if base == "floating" else []))
        routes: list[Callable[[], int]] = [
            lambda m=model: by_qr(m),
            lambda r=robot: counted(r),
            lambda r=robot: heft.identifiability(r, method="float").n_base,
            lambda r=robot: heft.identifiability(r, method="exact").n_base,
        ]
        counts = [route() for route in routes]
        seconds = best_of(repeats, *routes)
        cells = [f"{1e3 * s:.1f} ({n})" for s, n in zip(seconds, counts, strict=True)]
        table.add_row(name, *cells, f"{seconds[0] / seconds[1]:.2f}")
        if len(set(counts)) > 1:
            failed.append(f"{name}: the counts differ, {counts}")
        if seconds[0] < seconds[1]:
            failed.append(f"{name}: a count takes {seconds[1] / seconds[0]:.2f} times as long as a QR of samples")
        if name == "Talos" and seconds[0] < seconds[2]:
            failed.append(f"Talos: a verdict takes {seconds[2] / seconds[0]:.1f} times as long as a QR of samples")
        if seconds[3] > EXACT_SECONDS.get(name, np.inf):
            failed.append(f"{name} exactly: {seconds[3]:.3f} s")
    console.print(table)
    return failed


def growth(console: Console, repeats: int) -> list[str]:
    """Print the cost per body of chains and trees; return the claims not reached."""
    sizes = (10, 20, 50, 100, 200)
    table = Table(title="Milliseconds per body, floats")
    for column in ("bodies", "planar chain", "random tree"):
        table.add_column(column, justify="right")
    costs = []
    for n in sizes:
        robots = [zoo.planar_n(n), revolute_tree(n)]
        runs = [lambda r=r: heft.identifiability(r, method="float") for r in robots]
        costs.append([1e3 * s / n for s in best_of(repeats, *runs)])
        table.add_row(str(n), *(f"{cost:.2f}" for cost in costs[-1]))
    console.print(table)
    largest = max(last / first for first, last in zip(costs[0], costs[-1], strict=True))
    console.print(f"From {sizes[0]} to {sizes[-1]} bodies the cost of a body grows {largest:.2f} times (1 is linear).")
    robot = zoo.random_tree(1, 60, kinds=["revolute"], rotors=False, mimics=False, base="floating")
    (seconds,) = best_of(repeats, lambda: heft.identifiability(robot, method="exact"))
    console.print(f"The exact answer for a tree of 60 bodies takes {seconds:.3f} s.")
    failed = [f"the cost of a body grows {largest:.2f} times"] if largest > GROWTH else []
    return failed + ([f"60 bodies exactly: {seconds:.2f} s"] if seconds > EXACT_SECONDS["tree"] else [])


def revolute_tree(n: int) -> Robot:
    """Return a random tree whose branches are as deep for any number of bodies: what a body costs is comparable."""
    arm = zoo.random_tree(4, 10, kinds=["revolute"], rotors=False, mimics=False)
    bodies = []
    for k in range(n // 10):
        for body in arm.bodies:
            parent = body.parent + 10 * k if body.parent != WORLD else WORLD
            joint = replace(body.joint, name=f"{body.joint.name}_{k}")
            bodies.append(replace(body, name=f"{body.name}_{k}", parent=parent, joint=joint))
    return Robot(f"arms_{n}", tuple(bodies))


# -- floats against exact arithmetic ---------------------------------------------------------------


def _number(value: float, digits: int = 4) -> Number:
    return Number.parse(float(f"{value:.{digits}g}"))


def _angle(rng: np.random.Generator) -> Number:
    """Return mostly zero or a right angle: parallel and perpendicular axes are where parameters are lost."""
    if rng.random() < 0.9:
        return Number(pi_multiple=Fraction(int(rng.choice([0, 0, 0, 1, -1])), 2))
    return Number(pi_multiple=Fraction(int(rng.integers(-6, 7)), 6))


def mechanism(family: str, seed: int) -> Robot:
    """Return a random chain of two to six bodies of a family."""
    rng = np.random.default_rng([seed, FAMILIES.index(family)])
    kinds, bodies = ("revolute", "revolute", "prismatic"), []
    for i in range(int(rng.integers(2, 7))):
        size = 10 ** rng.uniform(-3, 2) if family == "mixed scales" else 0.3
        xyz = [_number(size * rng.standard_normal()) if rng.random() < 0.6 else Number.parse(0) for _ in range(3)]
        rpy = [_angle(rng) for _ in range(3)]
        if family == "near-degenerate angles" and rng.random() < 0.7:
            k = int(rng.integers(3))
            tilt = 10 ** rng.uniform(-9, -2) * rng.choice([-1, 1])
            rpy[k] = _number(float(rpy[k]) + tilt, 12)
        kind = str(rng.choice(["helical", *kinds] if family == "helical pitches" else kinds))
        pitch = _number(10 ** rng.uniform(-5, 0)) if kind == "helical" else Number.parse(0)
        placement = Placement((Transform(tuple(xyz), rpy=tuple(rpy)),))
        rotor = None
        if family == "gears" and rng.random() < 0.8:
            at = placement if rng.random() < 0.5 else Placement((Transform(rpy=tuple(_angle(rng) for _ in range(3))),))
            rotor = Rotor(_number(rng.choice([-1, 1]) * 10 ** rng.uniform(0, 2), 3), bool(rng.random() < 0.5), at)
        joint = Joint(f"joint{i}", kind, pitch=pitch)
        bodies.append(Body(f"body{i}", i - 1, joint, placement, rotor=rotor))
    return Robot(f"{family} {seed}", tuple(bodies))


FAMILIES = ("plain", "mixed scales", "near-degenerate angles", "gears", "helical pitches")


def disagreements(console: Console, count: int) -> list[str]:
    """Print how often floats and exact arithmetic differ, and how often that is said; return the claims not reached."""
    table = Table(title=f"Floats against exact arithmetic, {count} random mechanisms a family")
    for column in ("family", "floats differ", "rate", "flagged by auto", "silently wrong"):
        table.add_column(column, justify="left" if column == "family" else "right")
    failed = []
    for family in FAMILIES:
        differ = flagged = silent = 0
        for seed in range(count):
            robot = mechanism(family, seed)
            exact = heft.identifiability(robot, method="exact").n_base
            floats = heft.identifiability(robot, method="float", snap=0.0).n_base
            auto = heft.identifiability(robot)
            said = auto.certificate.float_agrees is False and bool(auto.warnings)
            if auto.n_base != exact or (floats != exact) != said:
                silent += 1
            differ += floats != exact
            flagged += said
        table.add_row(family, str(differ), f"{differ / count:.1%}", str(flagged), str(silent))
        if silent:
            failed.append(f"{family}: {silent} counts silently wrong or falsely flagged")
    console.print(table)
    return failed


def main() -> int:
    """Measure, print, and with --check judge."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="fewer repeats and mechanisms")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a claim fails")
    parser.add_argument("--only", choices=["speed", "floats"], help="one half only")
    options = parser.parse_args()
    console, failed = Console(width=120), []
    if options.only != "floats":
        failed += speeds(console, 2 if options.quick else 7)
        failed += growth(console, 2 if options.quick else 7)
    if options.only != "speed":
        failed += disagreements(console, 25 if options.quick else 500)
    for line in failed:
        console.print(f"[red]not reached:[/red] {line}")
    return 1 if failed and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
