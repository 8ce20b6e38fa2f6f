"""The robot that is written: how near its links come to the true ones, by either prior, from files of five kinds.

    python benchmarks/prior.py                         print the table
    python benchmarks/prior.py --robots ur10e a1       some robots alone
    python benchmarks/prior.py --table docs/prior_table.md
    python benchmarks/prior.py --check                 exit code 1 if a claim below does not hold

Every robot is simulated with links that differ from its file, with friction and noise of 1 % of the torques, moved well
(every joint, widely) or poorly (slowly, by a quarter of a radian, a third of the joints hardly at all). `heft.identify`
is given a file of one of five kinds: masses, centres and inertias wrong by some 30 %; unit inertias; inertias in other
units; point masses; no masses. The columns of the table are medians over the robots:

* held-out: rms error of the torques on another, wide motion, beside the true torques [%]
* links: error of the ten parameters of a link in units of its true size, rms over all links
* boundary: how many links are rods, discs or points: second moments about the centre of mass, of which the least is
  below 1e-4 of the true link's size
* intervals: the share of 95 % intervals of base parameters that contain the truth

Claims (`--check` exits with 1 if one fails), for files whose links are wrong by some 30 %: no link at the boundary,
links nearer to the truth than with the euclidean prior, and held-out torques not worse by more than 0.05 points in
the median. For all files: 93 % of the intervals contain the truth.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from input_robots import ROBOTS as FOLDER
from intervals import sums_of_sines

import heft
from heft.estimation.consistent import PRIORS
from heft.estimation.estimate import Estimate
from heft.estimation.scales import body_sizes, inertial_scales
from heft.logs.log import Log
from heft.parameters import from_com, to_com, to_pseudo_inertia

URDFS = {
    "Kinova": "kinova_description/robots/kinova.urdf",
    "xArm 7": "xarm_description/urdf/xarm7.urdf",
    "Z1": "z1_description/urdf/z1.urdf",
    "SO-101": "so_arm_description/urdf/so101.urdf",
    "Talos, left arm": "talos_data/robots/talos_left_arm.urdf",
    "UR10": "ur_description/urdf/ur10_robot.urdf",
    "finger": "finger_edu_description/robots/finger_edu.urdf",
}
ZOO = ("ur10e", "puma560", "tx40", "stanford", "scara", "furuta", "double_pendulum")
NAMES = (*URDFS, *ZOO)
RATE, SECONDS = 100.0, 20.0
NOISE, DRY, VISCOUS = 0.01, 0.1, 0.05
"""Noise, and friction at the usual speed, as shares of the torques."""

FILES = ("off", "unit", "units", "points", "massless")
MOTIONS = ("wide", "poor")
BOUNDARY = 1e-4
HEAD = """# The robot that is written

Made by `benchmarks/prior.py`; do not edit. Fourteen robots, whose links differ from their files, are simulated with
friction and noise of 1 % of the torques. They move well (*wide*: every joint) or poorly (*poor*: slowly, by a
quarter of a radian, a third of the joints hardly at all). Their files have masses, centres and inertias wrong by
some 30 % (*off*), unit inertias, inertias in other *units*, *points* as masses, or no masses at all. *Held-out*:
the rms error of the torques on another, wide motion. *Links*: the rms error of the ten parameters of a link, in
units of the true link's size. *At the boundary*: how many links are rods, discs or points. *Intervals*: how many 95
% intervals of base parameters contain the truth. Every row has medians or shares over the robots.

"""
FRICTION = ("viscous", "coulomb", "offset")


@dataclass(frozen=True)
class Result:
    """What came of one file and one motion, by one prior."""

    robot: str
    file: str
    motion: str
    prior: str
    held_out: float
    links: float
    file_links: float
    boundary: int
    n_links: int
    hits: int
    n_hits: int
    seconds: float


def load(name: str) -> heft.Robot:
    """Return a robot, whose links are taken as the true ones; massless ones get a little."""
    robot = heft.load(FOLDER / URDFS[name]) if name in URDFS else heft.load(f"zoo:{name}")
    mass, radius = body_sizes(robot.parameters)
    rows = []
    for ten, m, r in zip(robot.parameters, mass, radius, strict=True):
        weight, com, inertia = to_com(ten) if ten[0] > 1e-3 * mass.max() else (0.2 * m, np.zeros(3), np.zeros((3, 3)))
        rows.append(from_com(weight, com, inertia + 0.02 * weight * r**2 * np.eye(3)))
    return robot.with_parameters(np.array(rows))


def described(robot: heft.Robot, kind: str, seed: int) -> heft.Robot:
    """Return the robot of a file of this kind."""
    rng, rows = np.random.default_rng(seed), []
    for ten in robot.parameters:
        mass, com, inertia = to_com(ten)
        size = np.sqrt(np.trace(inertia) / mass)
        mass, com = mass * np.exp(0.3 * rng.standard_normal()), com + 0.1 * size * rng.standard_normal(3)
        about = {
            "off": inertia * np.exp(0.3 * rng.standard_normal()),
            "unit": np.eye(3),
            "units": 1e-3 * inertia,
            "points": np.zeros((3, 3)),
            "massless": np.zeros((3, 3)),
        }[kind]
        rows.append(from_com(mass, com, about) if kind != "massless" else np.zeros(10))
    return robot.with_parameters(np.array(rows))


def motion(robot: heft.Robot, kind: str, seed: int) -> tuple[np.ndarray, ...]:
    """Return t, q, qd, qdd."""
    rng, t = np.random.default_rng(seed), np.arange(int(SECONDS * RATE)) / RATE
    sizes = np.full(robot.nv, 0.5)
    if kind == "poor":
        sizes = np.where(rng.permutation(robot.nv) < robot.nv // 3, 0.01, 0.12)
    q, qd, qdd = sums_of_sines(rng, t, sizes)
    lower, upper = bounds(robot)
    shrink = np.minimum(1.0, 0.45 * (upper - lower) / np.abs(q).max(axis=0))
    return t, (lower + upper) / 2 + shrink * q, shrink * qd, shrink * qdd


def bounds(robot: heft.Robot) -> tuple[np.ndarray, np.ndarray]:
    """Return between which positions the joints move: within their limits, and at most half a turn or 3 m from zero."""
    limits = [(joint.limits.lower, joint.limits.upper) for joint in robot.joints if joint.mimic is None]
    lower, upper = np.clip(np.array(limits).T, -np.pi, np.pi)
    return lower, upper


def torques(robot: heft.Robot, run: tuple[np.ndarray, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Return the torques of the links, and those of friction."""
    _, q, qd, qdd = run
    rigid = heft.inverse_dynamics(robot, q, qd, qdd)
    return rigid, sizes(rigid) * (DRY * np.sign(qd) + VISCOUS * qd / np.sqrt(np.mean(qd**2, axis=0)))


def sizes(rigid: np.ndarray) -> np.ndarray:
    """Return how large the torques of each joint are; at least a fiftieth of the largest."""
    size = np.sqrt(np.mean(rigid**2, axis=0))
    return np.maximum(size, 0.02 * size.max())


def results(name: str, file: str, kind: str, seed: int) -> Iterator[Result]:
    """Identify one robot by every prior."""
    true = load(name)
    robot = described(true, file, seed)
    run = motion(true, kind, seed)
    rigid, friction = torques(true, run)
    noise = NOISE * sizes(rigid) * np.random.default_rng(seed).standard_normal(rigid.shape)
    log = Log(run[0], tuple(true.joint_names), run[1], effort=rigid + friction + noise)
    other = motion(true, "wide", seed + 1000)
    expected = torques(true, other)[0]
    for prior in PRIORS:
        start = time.perf_counter()
        found = heft.identify(robot, log, prior=prior, friction=FRICTION, armature=False, held_out=0)
        seconds = time.perf_counter() - start
        error = heft.inverse_dynamics(found.robot, *other[1:]) - expected
        hits = (
            np.abs(found.base_values - truth(found, true, run))[inertial(found)]
            <= found.base_half_width[inertial(found)]
        )
        yield Result(
            name,
            file,
            kind,
            prior,
            held_out=float(100 * np.sqrt(np.mean(error**2) / np.mean(expected**2))),
            links=apart(found.robot, true),
            file_links=apart(robot, true),
            boundary=int(np.sum(thinnest(found.robot, true) < BOUNDARY)),
            n_links=true.n_bodies,
            hits=int(hits.sum()),
            n_hits=len(hits),
            seconds=seconds,
        )


def inertial(found: Estimate) -> np.ndarray:
    """Return which base parameters are excited and have nothing of the drives in them."""
    n = found.model.n_inertial
    return np.asarray(found.determined) & ~np.any(found.base.matrix[:, n:], axis=1) & np.isfinite(found.base_half_width)


def truth(found: Estimate, true: heft.Robot, run: tuple[np.ndarray, ...]) -> np.ndarray:
    """Return the true base parameters, without those of drives."""
    return found.base.reduce(np.concatenate([true.parameter_vector, np.zeros(len(found.model.extra))]))


def apart(robot: heft.Robot, true: heft.Robot) -> float:
    """Return the error of the links, rms over all parameters in units of the true links' sizes."""
    mass, radius = body_sizes(true.parameters)
    scaled = (robot.parameters - true.parameters) / inertial_scales(mass[:, None], radius[:, None])
    return float(np.sqrt(np.mean(scaled**2)))


def thinnest(robot: heft.Robot, true: heft.Robot) -> np.ndarray:
    """Return the least second moment of each link about its centre of mass, beside the size of the true link."""
    mass, radius = body_sizes(true.parameters)
    least = []
    for ten, m, r in zip(robot.parameters, mass, radius, strict=True):
        about = to_pseudo_inertia(ten)[:3, :3] - np.outer(ten[1:4], ten[1:4]) / max(ten[0], 1e-12)
        least.append(np.linalg.eigvalsh(about)[0] / (m * r**2))
    return np.array(least)


def table(found: list[Result]) -> str:
    """Return the table in Markdown."""
    head = ("file", "motion", "held-out, entropic", "euclidean", "links, file", "entropic", "euclidean")
    head = (*head, "at the boundary, entropic", "euclidean", "intervals")
    lines = ["| " + " | ".join(head) + " |", "| --- " * len(head) + "|"]
    for kind in MOTIONS:
        for file in FILES:
            here = [each for each in found if (each.file, each.motion) == (file, kind)]
            if not here:
                continue
            ours, theirs = ([each for each in here if each.prior == prior] for prior in PRIORS)
            cells = [
                f"{median(ours, 'held_out'):.2f} %",
                f"{median(theirs, 'held_out'):.2f} %",
                f"{median(ours, 'file_links'):.3f}",
                f"{median(ours, 'links'):.3f}",
                f"{median(theirs, 'links'):.3f}",
                f"{share(ours, 'boundary', 'n_links'):.0f} %",
                f"{share(theirs, 'boundary', 'n_links'):.0f} %",
                f"{share(ours, 'hits', 'n_hits'):.1f} %",
            ]
            lines.append(f"| {file} | {kind} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def median(some: list[Result], field: str) -> float:
    """Return the median of a field."""
    return float(np.median([getattr(each, field) for each in some]))


def share(some: list[Result], part: str, of: str) -> float:
    """Return the share of one count in another [%]."""
    return 100 * sum(getattr(each, part) for each in some) / max(1, sum(getattr(each, of) for each in some))


def main() -> int:
    """Run everything and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="+", choices=NAMES, default=list(NAMES))
    parser.add_argument("--files", nargs="+", choices=FILES, default=list(FILES))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", action="store_true", help="print every robot")
    parser.add_argument("--table", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    found = []
    for name in arguments.robots:
        for file in arguments.files:
            for kind in MOTIONS:
                some = list(results(name, file, kind, arguments.seed))
                found += some
                if arguments.each:
                    for r in some:
                        print(
                            f"{r.robot:16} {r.file:9} {r.motion:5} {r.prior:10} held-out {r.held_out:8.3f} % "
                            f"links {r.links:.3f} (file {r.file_links:.3f}) boundary {r.boundary}/{r.n_links} "
                            f"intervals {r.hits}/{r.n_hits} {r.seconds:.2f} s",
                            flush=True,
                        )
    text = table(found)
    print(text)
    if arguments.table:
        arguments.table.write_text(HEAD + text + "\n")
    return int(arguments.check and not holds(found))


def holds(found: list[Result]) -> bool:
    """Tell whether the claims hold."""
    good = share([each for each in found if each.prior == PRIORS[0]], "hits", "n_hits") >= 93
    for kind in MOTIONS:
        here = [each for each in found if (each.file, each.motion) == ("off", kind)]
        ours, theirs = ([each for each in here if each.prior == prior] for prior in PRIORS)
        good &= not any(each.boundary for each in ours)
        good &= median(ours, "links") < median(theirs, "links")
        good &= median(ours, "held_out") < median(theirs, "held_out") + 0.05
    return good


if __name__ == "__main__":
    sys.exit(main())
