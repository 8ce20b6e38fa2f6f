"""Excitation: motions of several robots within all limits, with the condition numbers and the time of the search.

    python benchmarks/excitation_robots.py [--starts N] [--table docs/excitation_robots_table.md] [NAME ...]

* iiwa 14: 10 s and 5 harmonics, the condition number of the inertial base parameters beside the published 116.7. The
  lengths, ranges, speeds and torques are those of the data sheet; the condition number does not depend on the masses.
  The noise is 0.3 N m, since this arm has torque sensors; elsewhere it is 1 % of the effort limits.
* Panda, TX40, the left arm of Talos, and solo12 on a stand: the criterion D over all base parameters, friction and
  armature included. Limits are those of the robot files; solo12, whose file has none that bind, gets those of its
  motors.

Each motion is checked here at 2 kHz: positions, speeds, accelerations, jerks, and the torques with every body's inertia
wrong by up to 10 %, drawn at random. Where the robot's file has geometry, Pinocchio and coal look for bodies that come
nearer than 1 cm to each other, at 100 Hz (`self_check.py`). Logs are recorded at 1 kHz.
"""

from __future__ import annotations

import argparse
import json
import sysconfig
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from self_check import near_pairs

import heft

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
RATE, DRAWS, MASS_ERROR = 2000.0, 20, 0.1
NEAR, COARSER = 0.01, 20
"""[m] The least distance of bodies, and one in how many samples at which it is looked at."""

LENGTHS = (0.1575, 0.2025, 0.2045, 0.2155, 0.1845, 0.2155, 0.081)
"""[m] Of the iiwa 14, stretched out: from the frame of each joint to the next one, as in its descriptions."""

RANGES, SPEEDS = (170, 120, 170, 120, 170, 120, 175), (85, 85, 100, 75, 130, 135, 135)
"""[deg] and [deg/s]."""

TORQUES, MASSES = (320, 320, 176, 176, 110, 40, 40), (5.8, 6.4, 3.5, 3.5, 3.5, 1.8, 1.2)
"""[N m] and, in round numbers, [kg]."""


@dataclass(frozen=True)
class Case:
    """A robot and how its motion is designed."""

    title: str
    robot: str
    options: dict[str, Any] = field(default_factory=dict)
    lock: dict[str, float] = field(default_factory=dict)
    published: float | None = None


CASES = {
    "iiwa": Case(
        "KUKA iiwa 14, inertial parameters",
        "iiwa",
        {
            "duration": 10.0,
            "harmonics": 5,
            "criterion": "condition",
            "friction": (),
            "armature": False,
            "margin": 0.0,
            "noise": 0.3,
        },
        published=116.7,
    ),
    "panda": Case(
        "Panda, fingers closed",
        str(ROBOTS / "panda_description/urdf/panda.urdf"),
        lock={"panda_finger_joint1": 0.0},
    ),
    "tx40": Case("TX40", "zoo:tx40", {"assume": True}),
    "talos": Case(
        "Talos, left arm, gripper held",
        str(ROBOTS / "talos_data/robots/talos_left_arm.urdf"),
        lock={"gripper_left_joint": -0.5},
    ),
    "solo12": Case(
        "solo12 on a stand",
        str(ROBOTS / "solo_description/robots/solo12.urdf"),
        {"limits": {"lower": -1.2, "upper": 1.2, "velocity": 10.0, "effort": 2.7}},
    ),
}


def iiwa() -> heft.Robot:
    """The arm by its lengths: stretched out at q = 0, with axes along and across it by turns."""
    bodies: list[dict[str, Any]] = []
    for k, (length, mass) in enumerate(zip(LENGTHS, MASSES, strict=True)):
        reach = float(np.radians(RANGES[k]))
        bodies.append(
            {
                "name": f"link{k + 1}",
                "parent": bodies[-1]["name"] if bodies else None,
                "joint": {"type": "revolute", "name": f"joint{k + 1}", "axis": [0, k % 2, 1 - k % 2]},
                "placement": {"xyz": [0, 0, str(length)]},
                "inertia": {"mass": mass, "com": [0, 0, 0.05], "about_com": [0.02, 0, 0, 0.02, 0, 0.01]},
                "limits": {
                    "lower": -reach,
                    "upper": reach,
                    "velocity": float(np.radians(SPEEDS[k])),
                    "effort": TORQUES[k],
                },
            }
        )
    facts = {"format": "heft-mechanism/1", "name": "iiwa14", "base": "fixed", "gravity": [0, 0, "-9.81"]}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "iiwa14.mech.json"
        path.write_text(json.dumps(facts | {"bodies": bodies}))
        return heft.load(path)


def excess(robot: heft.Robot, plan: heft.Plan) -> float:
    """The largest share of any limit, margins taken off, that the motion uses at 2 kHz; above one it breaks it."""
    t = np.linspace(0, plan.duration, round(plan.duration * RATE) + 1)
    q, qd, qdd, jerk = plan.curve.sample(t)
    limits, rng = plan.limits, np.random.default_rng(0)
    middle, half = (limits.lower + limits.upper) / 2, (limits.upper - limits.lower) / 2
    parts = [(np.abs(q - middle), half), (np.abs(qd), limits.velocity), (np.abs(qdd), limits.acceleration)]
    parts.append((np.abs(jerk), limits.jerk))
    for _ in range(DRAWS):
        share = rng.uniform(1 - MASS_ERROR, 1 + MASS_ERROR, (robot.n_bodies, 1))
        tau = heft.inverse_dynamics(robot.with_parameters(share * robot.parameters), q, qd, qdd)
        parts.append((np.abs(tau + heft.friction_torque(robot, qd)), limits.effort))
    return max(float((values / limit).max()) for values, limit in parts)


def apart(case: Case, plan: heft.Plan) -> str:
    """What Pinocchio and coal say of the distances between bodies."""
    if not case.robot.endswith(".urdf"):
        return "no geometry"
    q = plan.curve.sample(np.linspace(0, plan.duration, round(plan.duration * RATE / COARSER) + 1))[0]
    limits = plan.limits.lower, plan.limits.upper
    pairs, hits = near_pairs(Path(case.robot), ROBOTS.parents[1], plan.curve.joints, q, NEAR, case.lock, limits)
    return f"{len(hits)} of {pairs}"


def line(case: Case, starts: int) -> str:
    """One row of the table."""
    robot = iiwa() if case.robot == "iiwa" else heft.load(case.robot)
    robot = robot.lock(case.lock) if case.lock else robot
    began = time.process_time()
    plan = heft.excite(robot, starts=starts, rate=1000.0, **case.options)
    seconds, used = time.process_time() - began, excess(robot, plan)
    excited = len(plan.predictions) - len(plan.unexcited)
    told = "" if case.published is None else f" (published {case.published:g})"
    return (
        f"| {case.title} | {plan.duration:g} s | {excited} of {len(plan.predictions)} | {plan.condition:.1f}{told} | "
        f"{plan.scaled_condition:.1f} | {100 * used:.1f} % | {apart(case, plan)} | {seconds:.0f} s |"
    )


def main() -> None:
    """Design the motions and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[*CASES, []])
    parser.add_argument("--starts", type=int, default=2)
    parser.add_argument("--table", type=Path)
    given = parser.parse_args()
    lines = [
        "| robot | duration | base parameters excited | condition, SI | columns of unit length | largest share of a "
        "limit used | pairs of bodies too near | processor time |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    print(*lines, sep="\n", flush=True)
    for name in given.names or CASES:
        lines.append(line(CASES[name], given.starts))
        print(lines[-1], flush=True)
    if given.table:
        given.table.write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
