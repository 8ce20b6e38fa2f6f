"""A quadruped that trots in MuJoCo, with contact forces that nobody measures: do intervals contain the truth?

The robot has a trunk and four legs of three joints on ball feet. PD control follows an open-loop trot over the floor;
feet stand, slip, and strike. What is recorded is the pose of the trunk (a motion-capture system), joint positions and
joint torques, each with noise. heft reads the MJCF with a floating base and estimates base parameters, friction and
armature; the feet are named as contacts, their forces are unknown. Seeds differ in the gait and in the noise.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import mujoco
import numpy as np

import heft
from heft.estimation.contacts import ContactFit, fit_with_contacts
from heft.logs.cleaning_options import Cleaning
from heft.robot.interop import MujocoMap

STEP, EVERY, SECONDS = 1e-3, 2, 20.0
RADIUS = 0.02
FEET = ("fl", "fr", "rl", "rr")
NOISE = {"joint": 2e-5, "base": 5e-5, "torque": 0.05}
"""[rad], [m and rad] and [N m]."""

ARMATURE, DAMPING, COULOMB = 0.01, 0.1, 0.2


def mjcf() -> str:
    """Return the quadruped."""
    legs = ""
    for name, (x, y) in zip(FEET, ((1, 1), (1, -1), (-1, 1), (-1, -1)), strict=True):
        legs += f"""
        <body name="{name}_hip" pos="{0.2 * x} {0.06 * y} 0">
          <joint name="{name}_roll" axis="1 0 0"/>
          <inertial pos="0 {0.03 * y} 0" mass="0.6" diaginertia="0.0006 0.0009 0.0006"/>
          <body name="{name}_thigh" pos="0 {0.08 * y} 0">
            <joint name="{name}_pitch" axis="0 1 0"/>
            <inertial pos="-0.01 {-0.02 * y} -0.05" mass="0.9" fullinertia="0.005 0.0052 0.001 0.0002 0.0003 0.0001"/>
            <body name="{name}_shank" pos="0 0 -0.2">
              <joint name="{name}_knee" axis="0 1 0"/>
              <inertial pos="0.005 0 -0.09" mass="0.25" diaginertia="0.0012 0.0012 0.0001"/>
              <body name="{name}_foot" pos="0 0 -0.2">
                <geom type="sphere" size="{RADIUS}" contype="1" conaffinity="1" mass="0" solref="0.03 1"/>
              </body>
            </body>
          </body>
        </body>"""
    return f"""<mujoco model="quadruped"><option timestep="{STEP}" integrator="implicitfast"/>
    <default><joint armature="{ARMATURE}" damping="{DAMPING}"/><geom friction="0.8" condim="3"/></default>
    <worldbody><geom type="plane" size="50 50 1" contype="1" conaffinity="1"/>
      <body name="trunk" pos="0 0 0.36"><freejoint name="base"/>
        <inertial pos="0.01 0.005 0.02" mass="6" fullinertia="0.03 0.11 0.12 0.002 -0.004 0.001"/>{legs}
      </body></worldbody></mujoco>"""


@dataclass(frozen=True)
class Trot:
    """One run.

    Attributes:
        seed: of gait and noise.
        seconds: how long.
    """

    seed: int
    seconds: float = SECONDS

    @cached_property
    def model(self) -> mujoco.MjModel:
        """The quadruped as MuJoCo reads it."""
        return mujoco.MjModel.from_xml_string(mjcf())

    @cached_property
    def robot(self) -> heft.Robot:
        """The quadruped as heft reads it."""
        with TemporaryDirectory() as folder:
            path = Path(folder) / "quadruped.xml"
            path.write_text(mjcf())
            return heft.load(path, base="floating")

    def _posture(self, t: np.ndarray, rng: np.random.Generator) -> np.ndarray:
        """Return the joints of an open-loop trot with changing step, sway and height, (n, 12)."""
        rate = 2 * np.pi * (1.6 + 0.2 * np.sin(2 * np.pi * t / 7.0))
        phase = np.cumsum(rate) * (t[1] - t[0])
        slow = [
            np.sin(2 * np.pi * f * t + p) for f, p in zip(rng.uniform(0.1, 0.4, 6), rng.uniform(0, 6, 6), strict=True)
        ]
        joints = []
        for k in range(4):
            side, pair = (1, -1)[k % 2], np.pi * (k in (1, 2))
            swing = np.maximum(0, np.sin(phase + pair))
            stride = np.cos(phase + pair)
            height = 0.06 * slow[0] + 0.05 * (1 if k < 2 else -1) * slow[1]
            joints += [
                0.08 * side + 0.10 * slow[2] + 0.08 * np.sin(phase + pair + 1),
                0.75 + height + (0.12 + 0.05 * slow[3]) * stride + 0.20 * swing,
                -1.5 - 2 * height - (0.35 + 0.1 * slow[4]) * swing,
            ]
        return np.stack(joints, axis=1)

    def log(self) -> heft.Log:
        """Return what is recorded: the pose of the trunk, joint positions, and joint torques."""
        rng, model = np.random.default_rng(self.seed), self.model
        data, settle = mujoco.MjData(model), 2.0
        t = np.arange(0, self.seconds + settle, STEP)
        goal = self._posture(t, rng)
        rates = np.gradient(goal, STEP, axis=0)
        data.qpos[7:] = goal[0]
        q, tau = [], []
        for k in range(len(t)):
            control = 60 * (goal[k] - data.qpos[7:]) + 2 * (rates[k] - data.qvel[6:])
            friction = COULOMB * np.tanh(data.qvel[6:] / 1e-2)
            data.qfrc_applied[6:] = control - friction
            if k * STEP >= settle and k % EVERY == 0:
                q.append(data.qpos.copy())
                tau.append(control)
            mujoco.mj_step(model, data)
        to = MujocoMap(self.robot, model)
        q, tau = to.q_from(np.array(q)), np.array(tau)
        effort = np.hstack([np.zeros((len(q), 6)), tau + NOISE["torque"] * rng.standard_normal(tau.shape)])
        noise = np.full(q.shape[1], NOISE["joint"])
        noise[:7] = NOISE["base"]
        q = q + noise * rng.standard_normal(q.shape)
        q[:, :4] /= np.linalg.norm(q[:, :4], axis=1, keepdims=True)
        stamps = np.arange(len(q)) * STEP * EVERY
        sizes = tuple(joint.nq for joint in self.robot.joints)
        return heft.Log(stamps, tuple(self.robot.joint_names), q, effort=effort, sizes=sizes)

    def estimate(self, cutoff: float | None = None) -> ContactFit:
        """Return base parameters with the contact forces unknown."""
        cleaning = Cleaning() if cutoff is None else Cleaning(cutoff=cutoff)
        feet = dict.fromkeys((f"{name}_foot" for name in FEET), RADIUS)
        return fit_with_contacts(self.robot, self.log(), feet, friction=("viscous", "coulomb"), cleaning=cleaning)

    def identified(self, cutoff: float | None = None) -> heft.Estimate:
        """Return all parameters, physically consistent, with the contact forces unknown."""
        cleaning = Cleaning() if cutoff is None else Cleaning(cutoff=cutoff)
        feet = dict.fromkeys((f"{name}_foot" for name in FEET), RADIUS)
        how = {"friction": ("viscous", "coulomb"), "contacts": feet, "cleaning": cleaning, "held_out": 0.0}
        return heft.identify(self.robot, self.log(), **how)

    def write(self, folder: Path) -> None:
        """Write the robot and the log to a folder: trot.xml and trot.parquet."""
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "trot.xml").write_text(mjcf())
        self.log().write(folder / "trot.parquet")

    def truth(self, found: ContactFit | heft.Estimate) -> np.ndarray:
        """Return the base parameters of the MJCF."""
        model = found.base.model
        drives = {"armature": ARMATURE, "viscous": DAMPING, "coulomb": COULOMB}
        values = [*model.robot.parameter_vector, *(drives[c.kind] for c in model.extra)]
        return found.base.matrix @ np.array(values)


def main() -> int:
    """Print how many intervals contain the truth, and how wide they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--cutoff", type=float)
    parser.add_argument("--identify", action="store_true", help="by heft.identify")
    parser.add_argument("--write", type=Path, help="write robot and log of the first seed to this folder, and end")
    chosen = parser.parse_args()
    if chosen.write:
        Trot(0).write(chosen.write)
        return 0
    inside, total = 0, 0
    for seed in range(chosen.seeds):
        run = Trot(seed)
        if chosen.identify:
            whole = run.identified(chosen.cutoff)
            held = np.abs(whole.base_values - run.truth(whole)) <= whole.base_half_width
            inside, total = inside + int(held.sum()), total + len(held)
            print(f"seed {seed}: {held.sum()} of {len(held)} inside, {whole.rank} excited", flush=True)
            continue
        found = run.estimate(chosen.cutoff)
        x, (low, high) = run.truth(found), found.found.intervals.T
        held = (low <= x) & (x <= high)
        inside, total = inside + int(held.sum()), total + len(x)
        width = np.median((high - low)[np.isfinite(high)])
        names = [n for n, h in zip(found.found.names, held, strict=True) if not h]
        print(
            f"seed {seed}: {held.sum()} of {len(x)} inside, condition {found.found.condition:.3g}, {found.left:.1f} of "
            f"{run.robot.nv} directions left, median width {width:.2g}; outside: {[n[:12] for n in names[:8]]}",
            flush=True,
        )
    print(f"{100 * inside / total:.1f} % of {total} intervals contain the truth.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
