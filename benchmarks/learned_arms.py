"""Learned models of arms compared with `heft identify` on the same logs: torques of a held-out run.

* the double pendulum's real logs (design A.0): three runs to learn from, a fourth to test on;
* a Panda, simulated with Stribeck friction, armature and noise on positions and torques: one run and another.

    python benchmarks/learned_arms.py
    python benchmarks/learned_arms.py --logs FOLDER    write the logs and robots there instead, for `heft learn`

Relative errors are 100 |tau - predicted| / |tau| over all samples of the run, per joint.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

import heft
from heft.learning.learned import Learned

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data" / "double_pendulum" / "design_A.0"
RATE = 200.0
FRICTION = ("viscous", "stribeck")


def double_pendulum() -> tuple[heft.Robot, list[heft.Log], heft.Log]:
    """Return the robot, the runs to learn from and the one to test on."""
    robot = heft.load(ROOT / "examples" / "robots" / "double_pendulum.toml")
    names = [f"trajectory_0{k}" for k in range(4)]
    *train, test = (
        heft.read_log(DATA / f"{name}.csv", ROOT / "examples" / "maps" / "double_pendulum.toml") for name in names
    )
    return robot, train, test


def panda_run(robot: heft.Robot, seed: int, seconds: float) -> heft.Log:
    """Return a simulated run: five sines a joint, friction that falls with speed, a rotor's inertia, and noise."""
    rng, t = np.random.default_rng(seed), np.arange(0, seconds, 1 / RATE)
    w = 2 * np.pi * 0.1 * np.arange(1, 6)
    a, b = rng.uniform(-0.3, 0.3, (2, 5, robot.nv))
    sine, cosine = np.sin(t[:, None] * w), np.cos(t[:, None] * w)
    q, qd, qdd = sine @ a + cosine @ b, (cosine * w) @ a - (sine * w) @ b, -(sine * w**2) @ a - (cosine * w**2) @ b
    friction = np.tanh(qd / 0.01) * (0.4 + 0.3 * np.exp(-((qd / 0.2) ** 2))) + 0.5 * qd
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + 0.1 * qdd + friction + 0.05 * rng.standard_normal(q.shape)
    return heft.Log(t, tuple(robot.joint_names), q + 2e-6 * rng.standard_normal(q.shape), effort=tau)


def panda(seconds: float = 10.0) -> tuple[heft.Robot, list[heft.Log], heft.Log]:
    """Return a Panda whose robot file is wrong by a fifth, a run of the true one to learn from, one to test on."""
    true = heft.load("zoo:panda")
    told = replace(true.with_parameters(0.8 * true.parameters), source=None)
    return told, [panda_run(true, 1, seconds)], panda_run(true, 2, seconds)


def torque_errors(model: Learned | heft.Estimate, log: heft.Log) -> np.ndarray:
    """Return the relative error of the torques of each joint [%]."""
    found = heft.validate(model, log, all_samples=True)
    return np.array([joint.relative_percent for joint in found.joints])


def compare(name: str, robot: heft.Robot, train: list[heft.Log], test: heft.Log) -> None:
    """Print the rows of one robot; one whose file has no rotors learns an armature in their place."""

    def row(what: str, errors: np.ndarray, more: str) -> None:
        print(f"| {name} | {what} | {' / '.join(f'{x:.1f}' for x in errors)} | {more} |", flush=True)

    for friction in (("viscous", "coulomb", "offset"), ("viscous", "coulomb", "offset", "stribeck")):
        began = time.process_time()
        result = heft.identify(robot, train, friction=friction, held_out=0)
        seconds = time.process_time() - began
        row(f"identify, {'+'.join(friction)}", torque_errors(result, test), f"- | {seconds:.0f}")
    for friction, loss in product(FRICTION, ("torques", "accelerations")):
        chain = friction if robot.rotors else f"armature+{friction}"
        began = time.process_time()
        model = heft.learn(robot, train, test=[test], actuator=chain, loss=loss, lm_steps=60)
        seconds = time.process_time() - began
        mse = f"{model.facts['test']['mse']:.3f}"
        row(f"learn, {chain}, {loss}", torque_errors(model, test), f"{mse} | {seconds:.0f}")


def write(folder: Path) -> None:
    """Write the robots and logs that are compared."""
    folder.mkdir(parents=True, exist_ok=True)
    cases = {"panda": panda()} | ({"pendulum": double_pendulum()} if DATA.is_dir() else {})
    for name, (robot, train, test) in cases.items():
        (folder / f"{name}.mech.json").write_text(json.dumps(robot.to_dict()))
        for k, log in enumerate([*train, test]):
            log.write(folder / f"{name}{k}.parquet")


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--logs", type=Path, help="write the logs here and do nothing else")
    if place := parser.parse_args().logs:
        write(place)
        return 0
    print("| robot | model | torque error per joint [%] | accelerations, MSE | processor [s] |")
    print("| --- | --- | ---: | ---: | ---: |")
    if DATA.is_dir():
        compare("double pendulum", *double_pendulum())
    else:
        print(f"The double pendulum's logs are missing: there is no folder {DATA}.", file=sys.stderr)
    compare("Panda", *panda())
    return 0


if __name__ == "__main__":
    sys.exit(main())
