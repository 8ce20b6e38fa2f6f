"""Are faults of recordings found, and named by their cause, on robots at which no threshold was set?

    python benchmarks/findings.py                                  all faults on all robots here
    python benchmarks/findings.py --table docs/findings_table.md   the same, as a table of the manual
    python benchmarks/findings.py arm.xml other.urdf               other robots

Robots are arms of the package example-robot-data and random chains, some with prismatic joints. The machine that is
recorded is not quite that of the file: each link weighs something else. Its drives have Stribeck friction that grows
with the load, and a ripple; encoders have steps, and torques noise. Three runs are identified with the default options,
as they are and with each fault of `injected.py`. A fourth, sound run judges the estimates.

found: exit code 1 or 2, and the fault is named. warned: exit code 0, and a warning names it.
other cause: exit code 1 or 2, but the fault is not named. silent: exit code 0 and not a word, though the estimate is
hurt: its residual on the sound run is a third larger than without the fault. harmless: the same, but it is not hurt.
A warning is counted as hurt as well where the estimate is. Zeros of encoders and a tilt stay with the machine, so that
the run that judges has them, too.
"""

from __future__ import annotations

import argparse
import sys
import time
import warnings
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from injected import FAULTS, Fault, Runs
from intervals import ROBOTS, sums_of_sines

import heft
from heft.errors import HeftError
from heft.logs.log import Log
from heft.robot.model import Robot
from heft.robot.zoo.chains import random_chain

RATE, SECONDS = 100.0, 12.0
ENCODER, NOISE = 2 * np.pi / 2**16, 0.02
"""[rad, m] a step of a position, and white noise of the torques as a share of them."""

DRY, VISCOUS, STRIBECK, LOAD, RIPPLE = 0.08, 0.06, 0.3, 0.1, 0.01
"""Friction as shares of the rms torque; Stribeck's peak and the growth with the load as shares of dry friction."""

ARMATURE = 0.2
"""Inertia of a motor, as a share of what its joint feels of the links."""

HURT = 4 / 3
"""A fault hurts if the residual on the sound run grows by this factor."""

OUTCOMES = ("found", "warned", "warned, hurt", "other cause", "harmless", "silent")

FILES = {
    "Jaco": ("kinova_description/robots/kinova.urdf", None),
    "xArm 7": ("xarm_description/urdf/xarm7.urdf", "joint[1-7]"),
    "Baxter, left arm": ("baxter_description/urdf/baxter.urdf", "left_[sew]*"),
    "SO-100": ("so_arm_description/urdf/so100.urdf", None),
    "finger": ("finger_edu_description/robots/finger_edu.urdf", None),
}
"""Robots that no test of a finding and no choice of a threshold has seen, with the joints that move."""

CHAINS = ((21, 2), (22, 3), (23, 4), (24, 5), (25, 7))
"""Seeds and lengths of random chains."""


def robots() -> Iterator[tuple[str, Robot]]:
    """Yield the robots by title."""
    for title, (path, group) in FILES.items():
        robot = heft.load(ROBOTS / path, base="fixed")
        yield title, robot.part(group=group) if group else robot
    for seed, n in CHAINS:
        chain = random_chain(seed, n, gravity="oblique")
        kinds = "".join(joint.kind[0].upper() for joint in chain.joints)
        yield f"chain {kinds}", chain


def recorded(robot: Robot) -> tuple[Runs, Log]:
    """Return three runs of a machine like a robot, and one to judge by."""
    rng = np.random.default_rng([robot.nv, len(robot.name)])
    machine = robot.with_parameters(robot.parameters * rng.uniform(0.85, 1.2, (len(robot.bodies), 1)))
    motions = [_motion(robot, rng) for _ in range(4)]
    links = [heft.inverse_dynamics(machine, *motion) for motion in motions]
    usual, speed = (np.sqrt(np.mean(np.concatenate(x) ** 2, axis=0)) for x in (links, [m[1] for m in motions]))
    armature = ARMATURE * heft.mass_matrix(machine, motions[0][0][::50]).mean(axis=0).diagonal()
    phase = rng.uniform(0, 2 * np.pi, robot.nv)
    logs = []
    for (q, qd, qdd), link in zip(motions, links, strict=True):
        slow = np.tanh(qd / (0.01 * speed)) * (1 + STRIBECK * np.exp(-((qd / (0.15 * speed)) ** 2)))
        tau = link + armature * qdd + usual * (DRY * slow + VISCOUS * qd / speed + RIPPLE * np.sin(20 * q + phase))
        tau += LOAD * DRY * np.abs(link) * slow + NOISE * usual * rng.standard_normal(q.shape)
        t, read = np.arange(len(q)) / RATE, ENCODER * np.round(q / ENCODER)
        velocity = qd + 1e-3 * speed * rng.standard_normal(q.shape)
        logs.append(Log(t, tuple(robot.joint_names), read, qd=velocity, effort=tau))
    return Runs(robot, machine, tuple(logs[:3]), usual), logs[3]


def _motion(robot: Robot, rng: np.random.Generator) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return a motion within the limits of the joints."""
    t, speed = np.arange(round(SECONDS * RATE)) / RATE, rng.uniform(0.7, 1.2)
    turns = np.array([joint.kind == "revolute" for joint in robot.joints])
    q, qd, qdd = sums_of_sines(rng, speed * t, np.where(turns, 0.5, 0.1))
    lower, upper = (
        np.clip([getattr(joint.limits, side) for joint in robot.joints], -2.0, 2.0) for side in ("lower", "upper")
    )
    shrink = np.minimum(1.0, 0.45 * (upper - lower) / np.abs(q).max(axis=0))
    return (lower + upper) / 2 + shrink * q, shrink * speed * qd, shrink * speed**2 * qdd


@dataclass(frozen=True)
class Judged:
    """What heft makes of runs.

    Attributes:
        code: the exit code.
        said: the reasons for that, or the refusal.
        warned: the warnings.
        error: [%] the residual on the sound run; NaN if runs were refused.
    """

    code: int
    said: tuple[str, ...]
    warned: tuple[str, ...]
    error: float


def judged(robot: Robot, logs: Sequence[Log], sound: Log) -> Judged:
    """Identify, and judge the estimate by a sound run."""
    try:
        found = heft.identify(robot, list(logs))
    except HeftError as refused:
        return Judged(2, (str(refused),), (), np.nan)
    try:
        error = found.validate(sound).filtered.overall.relative_percent
    except HeftError:
        error = np.inf
    return Judged(1 if found.doubts else 0, found.doubts, found.warnings, error)


def outcome(fault: Fault, spoilt: Judged, clean: Judged) -> str:
    """Return one of `OUTCOMES`."""
    new = [
        [text for text in texts if _kind(text) not in {*map(_kind, before)}]
        for texts, before in ((spoilt.said, clean.said), (spoilt.warned, clean.warned))
    ]
    names = [any(word in text for text in texts for word in fault.words) for texts in new]
    hurt = not spoilt.error <= HURT * clean.error
    if names[0] or (names[1] and spoilt.code > clean.code):
        return "found"
    if spoilt.code > clean.code:
        return "other cause"
    if names[1]:
        return "warned, hurt" if hurt else "warned"
    return "silent" if hurt else "harmless"


def _kind(text: str) -> str:
    """Return a sentence without its numbers."""
    return "".join(c for c in text if not c.isdigit())


def tried(
    title: str, robot: Robot, faults: Sequence[Fault], turn: int, show: bool
) -> tuple[Judged, dict[tuple[str, float], str]]:
    """Return what is said of sound runs of a robot, and the outcome of each fault at one of its sizes, by turns."""
    runs, sound = recorded(robot)
    clean = judged(robot, runs.logs, sound)
    print(f"{title}: {robot.nv} joints, exit code {clean.code}, residual {clean.error:.2f} %", flush=True)
    for text in clean.said:
        print(f"    sound, but: {text}")
    found = {}
    for fault in faults:
        size = fault.sizes[turn % len(fault.sizes)]
        judge = fault.change(runs, sound, size) if fault.stays else sound
        spoilt = judged(robot, fault.inject(runs, size), judge)
        found[fault.title, size] = outcome(fault, spoilt, clean)
        print(f"  {fault.title} {size:g}: {found[fault.title, size]} ({spoilt.error:.2f} %)", flush=True)
        if show:
            for text in (*(f"! {x}" for x in spoilt.said), *spoilt.warned):
                print(f"      {text}")
    return clean, found


def table(
    cleans: dict[str, Judged], outcomes: dict[str, dict[tuple[str, float], str]], older: dict[str, Counter[str]]
) -> str:
    """Return the counts as a table of the manual; those of faults that were not tried are older ones."""
    alarms = [title for title, clean in cleans.items() if clean.code]
    count = len(cleans)
    lines = [f"| fault | size | {' | '.join(OUTCOMES)} |", f"| --- | ---: |{' ---: |' * len(OUTCOMES)}"]
    total: Counter[str] = Counter()
    for key in ((fault.title, size) for fault in FAULTS for size in fault.sizes):
        each, head = Counter(found[key] for found in outcomes.values() if key in found), f"{key[0]} | {key[1]:g}"
        each = each or older.get(head, each)
        if not each:
            continue
        total += each
        lines.append(f"| {head} | {' | '.join(str(each[kind] or '') for kind in OUTCOMES)} |")
    lines.append(f"| all | | {' | '.join(str(total[kind]) for kind in OUTCOMES)} |")
    names = f": {', '.join(alarms)}" if alarms else ""
    lines += ["", f"Sound recordings of {count} robots, exit code 1: {len(alarms)}{names}.", ""]
    return "\n".join(lines)


def _counts(text: str) -> dict[str, Counter[str]]:
    """Return the counts of a table by fault and size."""
    rows = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")][2:]
    cells = [[cell.strip() for cell in row] for row in rows]
    return {
        f"{a} | {b}": Counter({k: int(n or 0) for k, n in zip(OUTCOMES, rest, strict=True)}) for a, b, *rest in cells
    }


def main() -> None:
    """Try all faults, and print the table."""
    parser = argparse.ArgumentParser(description=str(__doc__).splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, help="robots; those here if none is given")
    parser.add_argument("--table", type=Path, help="write the table to this file")
    parser.add_argument("--only", default="", help="robots whose title contains this")
    parser.add_argument(
        "--fault",
        nargs="*",
        default=[""],
        help="faults whose titles begin so; the table keeps the rows of others",
    )
    parser.add_argument("--show", action="store_true", help="print what heft says")
    chosen = parser.parse_args()
    warnings.simplefilter("ignore")
    every = [(path.parent.name, heft.load(path, base="fixed")) for path in chosen.files] or [*robots()]
    faults = [fault for fault in FAULTS if fault.title.startswith(tuple(chosen.fault))]
    old = chosen.table.read_text(encoding="utf-8") if chosen.table and chosen.table.exists() else ""
    began, cleans, outcomes = time.process_time(), {}, {}
    for turn, (title, robot) in enumerate(every):
        if chosen.only in title:
            cleans[title], outcomes[title] = tried(title, robot, faults, turn, chosen.show)
    text = table(cleans, outcomes, _counts(old) if len(faults) < len(FAULTS) else {})
    print(f"\n{text}\n{time.process_time() - began:.0f} s of processor time")
    if chosen.table:
        chosen.table.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
