"""Do 95 % intervals hold the truth 95 % of the time? A UR5 whose torques MuJoCo makes, over many seeds.

The plant is MuJoCo's inverse dynamics, not heft's, with its armature and damping and with Coulomb friction. Positions
come at 1 kHz through an encoder (quantisation and noise), torques with noise of each joint's own size. heft reads the
positions, filters and differentiates them, identifies with its defaults, and each of its base parameters is compared
with the true one.

Claim (`--check` exits with 1 if it fails): between 93 and 97 % of the intervals hold the truth, over 200 seeds.
"""

from __future__ import annotations

import argparse
import sys
import sysconfig
import time
from functools import cached_property
from pathlib import Path

import mujoco
import numpy as np

import heft
from heft.estimation.estimate import Estimate
from heft.estimation.identification import Options, identify
from heft.logs.cleaning import clean
from heft.logs.log import Log
from heft.logs.options import Cleaning

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
URDF = ROBOTS / "ur_description/urdf/ur5_robot.urdf"

RATE, SECONDS = 1000.0, 20.0
ENCODER = 2 * np.pi / 2**19
POSITION_NOISE = 1e-5
TORQUE_NOISE = np.array([1.0, 1.0, 1.0, 0.3, 0.3, 0.1])
ARMATURE, VISCOUS, COULOMB, OFFSET = 0.3, 0.6, 0.5, 0.1
CUTOFF = 15.0
"""[Hz] of the low-pass on the positions: the motion ends at 1 Hz."""


class Plant:
    """A UR5 in MuJoCo, and heft's view of it."""

    def __init__(self) -> None:
        self.robot = heft.load(URDF)
        self.model = mujoco.MjModel.from_xml_string(_mjcf(self.robot))
        self.model.dof_armature[:] = ARMATURE
        self.model.dof_damping[:] = VISCOUS
        self.data = mujoco.MjData(self.model)

    def motion(self, seed: int) -> tuple[np.ndarray, ...]:
        """Return a random smooth q, qd, qdd (n, 6) and the torques that make it, by MuJoCo's inverse dynamics."""
        rng = np.random.default_rng(seed)
        t = np.arange(int(SECONDS * RATE))[:, None] / RATE
        q, qd, qdd = np.zeros((3, len(t), 6))
        for harmonic in range(1, 11):
            w = 2 * np.pi * harmonic / 10
            a, b = rng.uniform(-0.5, 0.5, (2, 6)) / np.sqrt(harmonic)
            q += a * np.sin(w * t) + b * np.cos(w * t)
            qd += w * (a * np.cos(w * t) - b * np.sin(w * t))
            qdd -= w * w * (a * np.sin(w * t) + b * np.cos(w * t))
        tau = np.empty_like(q)
        for k in range(len(t)):
            self.data.qpos[:], self.data.qvel[:], self.data.qacc[:] = q[k], qd[k], qdd[k]
            mujoco.mj_inverse(self.model, self.data)
            tau[k] = self.data.qfrc_inverse
        return q, qd, qdd, tau + COULOMB * np.sign(qd) + OFFSET

    def estimate(self, seed: int) -> Estimate:
        """Return what heft makes of one noisy run."""
        rng = np.random.default_rng(10_000 + seed)
        q, _, _, tau = self.motion(seed)
        q = ENCODER * np.round((q + POSITION_NOISE * rng.standard_normal(q.shape)) / ENCODER)
        tau = tau + TORQUE_NOISE * rng.standard_normal(tau.shape)
        log = Log(np.arange(len(q)) / RATE, tuple(self.robot.joint_names), q, effort=tau)
        motion = clean(self.robot, log, Cleaning(cutoff=CUTOFF, trim=False))
        return identify(self.robot, motion, Options(hold_out=False), reduction=self._reduction)

    @cached_property
    def _reduction(self):
        return heft.identifiability(self.robot).reduction

    @property
    def n_base(self) -> int:
        """How many base parameters the model has, drives counted."""
        return len(self._reduction.columns) + 4 + 18

    def covered(self, seed: int) -> np.ndarray:
        """Return (n_base,) whether the 95 % interval of each base parameter holds the truth."""
        found = self.estimate(seed)
        drives = {"armature": ARMATURE, "viscous": VISCOUS, "coulomb": COULOMB, "offset": OFFSET}
        truth = np.concatenate([self.robot.parameter_vector, [drives[c.kind] for c in found.model.extra]])
        return np.abs(found.base_values - found.base.reduce(truth)) <= 1.96 * found.base_deviation


def _mjcf(robot) -> str:
    """Return the arm as MuJoCo's own format, written from the URDF's numbers: its importer would fuse links."""
    text = ['<mujoco><compiler angle="radian" balanceinertia="false"/><option gravity="0 0 -9.81"/><worldbody>']
    for body in robot.bodies:
        mass, com, inertia = heft.parameters.to_com(body.parameters)
        quat = np.empty(4)
        mujoco.mju_mat2Quat(quat, np.ascontiguousarray(body.placement.rotation).ravel())
        axis = " ".join(str(float(x)) for x in body.joint.axis)
        pos = " ".join(repr(float(x)) for x in body.placement.translation)
        full = " ".join(repr(float(inertia[i, j])) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
        text.append(f'<body name="{body.name}" pos="{pos}" quat="{" ".join(repr(float(x)) for x in quat)}">')
        text.append(f'<joint name="{body.joint.name}" type="hinge" axis="{axis}"/>')
        centre = " ".join(repr(float(x)) for x in com)
        text.append(f'<inertial pos="{centre}" mass="{float(mass)!r}" fullinertia="{full}"/>')
    return "".join(text) + "</body>" * robot.n_bodies + "</worldbody></mujoco>"


def main() -> int:
    """Print the share of intervals that hold the truth."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    plant, start = Plant(), time.perf_counter()
    hits = np.array([plant.covered(seed) for seed in range(arguments.seeds)])
    share = 100 * hits.mean()
    print(f"{arguments.seeds} seeds of {hits.shape[1]} base parameters in {time.perf_counter() - start:.0f} s")
    print(f"95 % intervals that hold the truth: {share:.2f} % (claim: 93 to 97)")
    print(f"worst base parameter {100 * hits.mean(axis=0).min():.0f} %, best {100 * hits.mean(axis=0).max():.0f} %")
    return int(arguments.check and not 93 <= share <= 97)


if __name__ == "__main__":
    sys.exit(main())
