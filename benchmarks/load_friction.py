"""Friction that grows with the load: do 95 % intervals hold, and is a new run predicted? Simulated arms, many seeds.

    python benchmarks/load_friction.py                        print the table
    python benchmarks/load_friction.py --seeds 2 --only ur5   fewer
    python benchmarks/load_friction.py --check                exit code 1 if the claim fails

The arms have viscous friction, armatures, and dry friction (beta + alpha C) sign(qd). C is the size of the torque that
moves and holds the links, of the gravity torque alone, or zero. The masses of every link in heft's robot file are wrong
by up to 30 %. Two runs of 20 s are fitted with default options, and a third is predicted: its error is against efforts
without noise. The same runs are fitted with `friction="viscous,coulomb,offset"` beside it.

Claim (`--check`): 93 % of the intervals of the links' base parameters or more contain the truth for every arm and kind
of friction, and friction that is chosen predicts no kind worse than the fixed laws by more than 0.01 % of the efforts.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from intervals import ROBOTS, Motion, sums_of_sines

import heft
from heft.estimation.estimate import Estimate
from heft.friction import AUTO, DEFAULT_FRICTION
from heft.logs.log import Log

RATE, SECONDS, SPEED, SIZE = 100.0, 20.0, 1.5, 0.5
"""[Hz] and [s] of a run; how many times as fast as 0.1 to 1 Hz it is, and its size [rad or m]."""

ENCODER, POSITION_NOISE, NOISE = 2 * np.pi / 2**19, 1e-5, 0.01
"""[rad or m] of the positions; noise of the efforts as a share of them."""

VISCOUS, BETA, ALPHA, ARMATURE = 0.08, 0.04, 0.1, 0.2
"""Friction as shares of a joint's rms torque at its rms speed, of the load, and armature of the joint's inertia."""

WRONG = 0.3
"""By which share masses of the robot file are wrong, at most."""

CARRIED: dict[str, Callable[[heft.Robot, Motion], np.ndarray]] = {
    "all torques": lambda robot, motion: heft.inverse_dynamics(robot, *motion),
    "gravity": lambda robot, motion: heft.gravity_forces(robot, motion[0]),
    "nothing": lambda robot, motion: np.zeros_like(motion[0]),
}
"""What loads the gears."""

ARMS = {"ur5": ROBOTS / "ur_description/urdf/ur5_robot.urdf", "panda": "zoo:panda", "scara": "zoo:scara"}


@dataclass(frozen=True)
class Arm:
    """A simulated arm, and what loads its gears."""

    name: str
    carried: str

    @cached_property
    def robot(self) -> heft.Robot:
        """The arm as it is."""
        return heft.load(ARMS[self.name])

    @cached_property
    def usual(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """(nv,) rms torques and speeds, of which sizes are shares, and armatures; none where rotors are modelled."""
        q, qd, qdd = self.motion(0)
        torque, speed = (np.sqrt(np.mean(x**2, axis=0)) for x in (heft.inverse_dynamics(self.robot, q, qd, qdd), qd))
        inertia = heft.mass_matrix(self.robot, q[::50]).mean(axis=0).diagonal()
        return torque, speed, (0.0 if self.robot.rotors else ARMATURE) * inertia

    def motion(self, run: int) -> Motion:
        """Return q, qd and qdd of a run."""
        t = np.arange(round(SECONDS * RATE)) / RATE
        rng = np.random.default_rng([run, self.robot.nv])
        q, qd, qdd = sums_of_sines(rng, SPEED * t, np.full(self.robot.nv, SIZE))
        return q, SPEED * qd, SPEED**2 * qdd

    def efforts(self, motion: Motion) -> np.ndarray:
        """Return the efforts of a motion, without noise."""
        q, qd, qdd = motion
        torque, speed, armature = self.usual
        dry = BETA * torque + ALPHA * np.abs(CARRIED[self.carried](self.robot, motion))
        smooth = heft.inverse_dynamics(self.robot, q, qd, qdd) + armature * qdd + VISCOUS * torque / speed * qd
        return smooth + dry * np.sign(qd)

    def log(self, run: int) -> Log:
        """Return a run as it would be recorded."""
        rng, motion = np.random.default_rng([run, 5]), self.motion(run)
        q = motion[0] + POSITION_NOISE * rng.standard_normal(motion[0].shape)
        effort = self.efforts(motion) + NOISE * self.usual[0] * rng.standard_normal(q.shape)
        t = np.arange(len(q)) / RATE
        return Log(t, tuple(self.robot.joint_names), ENCODER * np.round(q / ENCODER), effort=effort)

    def file(self, seed: int) -> heft.Robot:
        """Return the arm as its file has it: each link is heavier or lighter."""
        wrong = np.random.default_rng([seed, 99]).uniform(1 - WRONG, 1 + WRONG, (self.robot.n_bodies, 1))
        return self.robot.with_parameters(np.array(self.robot.parameters) * wrong)

    def judged(self, seed: int) -> tuple[int, int, float, float]:
        """Return how many intervals of how many contain the truth, and the error [%] of chosen and of fixed laws."""
        file, logs = self.file(seed), [self.log(100 * seed + k) for k in (1, 2)]
        auto, fixed = (heft.identify(file, logs, held_out=0, friction=laws) for laws in (AUTO, DEFAULT_FRICTION))
        inside = self.inside(auto)
        new = 100 * seed + 3
        return int(np.sum(inside)), len(inside), self.error(auto, new), self.error(fixed, new)

    def inside(self, found: Estimate) -> np.ndarray:
        """Return whether intervals of base parameters without friction contain the truth."""
        extra, matrix = found.model.extra, found.base.matrix
        armature = [self.usual[2][c.coordinate] if c.kind == "armature" else np.nan for c in extra]
        known = np.concatenate([self.robot.parameter_vector, armature])
        links = ~np.any(np.abs(matrix[:, np.isnan(known)]) > 1e-12, axis=1) & np.isfinite(found.base_half_width)
        return (np.abs(found.base_values - found.base.reduce(np.nan_to_num(known))) <= found.base_half_width)[links]

    def error(self, found: Estimate, run: int) -> float:
        """Return the error [%] of the efforts that are predicted of a run."""
        motion = self.motion(run)
        effort = self.efforts(motion)
        return float(100 * np.linalg.norm(found.predict(*motion) - effort) / np.linalg.norm(effort))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=10, help="of every arm and kind of friction")
    parser.add_argument("--only", nargs="+", choices=ARMS, default=[*ARMS], help="these arms")
    parser.add_argument("--check", action="store_true", help="exit code 1 if the claim fails")
    options = parser.parse_args()
    warnings.simplefilter("ignore")
    held = True
    print("| arm | friction grows with | intervals that contain the truth | error, chosen [%] | error, fixed [%] |")
    print("| --- | --- | ---: | ---: | ---: |")
    for name in options.only:
        for carried in CARRIED:
            arm = Arm(name, carried)
            inside, count, auto, fixed = np.array([arm.judged(seed) for seed in range(options.seeds)]).T
            share, errors = np.sum(inside) / np.sum(count), (float(np.mean(auto)), float(np.mean(fixed)))
            held &= bool(share >= 0.93 and errors[0] <= errors[1] + 0.01)
            print(f"| {name} | {carried} | {share:.1%} of {np.sum(count):.0f} | {errors[0]:.3f} | {errors[1]:.3f} |")
            sys.stdout.flush()
    if options.check and not held:
        sys.exit(1)


if __name__ == "__main__":
    main()
