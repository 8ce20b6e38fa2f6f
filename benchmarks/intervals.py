"""Do 95 % intervals contain the truth 95 % of the time? UR5 and a quadruped, with torques from MuJoCo, many seeds.

The plant is MuJoCo's inverse dynamics of the URDF that MuJoCo itself reads, not heft's, with armature and damping, and
with Coulomb friction and an offset on top. Positions come at 1 kHz through encoders (quantisation and noise), torques
with noise of each joint's own size. The quadruped hangs on a platform that moves it about, with its legs in the air:
the platform gives the pose of the trunk, and a sensor between both the six forces and torques. heft reads the
positions, filters and differentiates them, identifies with its defaults but for the cut-off, and each of its base
parameters is compared with the true one.

Claim (`--check` exits with 1 if it fails): 93 to 97 % of the intervals contain the truth, over 200 seeds.
"""

from __future__ import annotations

import argparse
import sys
import sysconfig
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cached_property, lru_cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import mujoco
import numpy as np

import heft
from heft.estimation.estimate import Estimate
from heft.estimation.identify import identify
from heft.estimation.options import Options
from heft.logs.cleaning import clean
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Log
from heft.robot.interop import MujocoMap

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"

RATE, SECONDS = 1000.0, 20.0
ENCODER = 2 * np.pi / 2**19
POSITION_NOISE = 1e-5
"""[rad], and [m] of a trunk."""

COULOMB, OFFSET = 0.5, 0.1
CUTOFF = 15.0
"""[Hz] of the low-pass on the positions: the motion ends at 1 Hz."""

Motion = tuple[np.ndarray, np.ndarray, np.ndarray]


@dataclass(frozen=True)
class Plant:
    """A robot in MuJoCo, and heft's view of it.

    Attributes:
        urdf: below the folder of robots.
        torque_noise: [N m] of each coordinate with a drive.
        armature: [kg m2] in each joint.
        viscous: [N m s/rad].
        wrench_noise: [N m] and [N] between platform and trunk; () is a robot that is bolted to the floor.
    """

    urdf: str
    torque_noise: tuple[float, ...]
    armature: float
    viscous: float
    wrench_noise: tuple[float, ...] = ()

    @cached_property
    def robot(self) -> heft.Robot:
        """The robot as heft reads it."""
        return heft.load(ROBOTS / self.urdf, base="floating" if self.wrench_noise else "fixed")

    @cached_property
    def model(self) -> mujoco.MjModel:
        """The robot as MuJoCo reads it, without what only looks or collides."""
        root = ElementTree.parse(ROBOTS / self.urdf).getroot()
        for link in root.findall("link"):
            for child in [*link.findall("visual"), *link.findall("collision")]:
                link.remove(child)
        ElementTree.SubElement(ElementTree.SubElement(root, "mujoco"), "compiler", fusestatic="false")
        spec = mujoco.MjSpec.from_string(ElementTree.tostring(root, encoding="unicode"))
        if self.wrench_noise:
            spec.worldbody.first_body().add_freejoint(name=self.robot.joint_names[0])
        model = spec.compile()
        drives = np.arange(len(self.wrench_noise), model.nv)
        model.dof_armature[:], model.dof_damping[:] = 0.0, 0.0
        model.dof_armature[drives], model.dof_damping[drives] = self.armature, self.viscous
        return model

    def motion(self, seed: int) -> tuple[np.ndarray, ...]:
        """Return a random smooth q, qd, qdd and the efforts that make it, by MuJoCo's inverse dynamics."""
        rng, n = np.random.default_rng(seed), len(self.torque_noise)
        t = np.arange(int(SECONDS * RATE)) / RATE
        q, qd, qdd = self.within_limits(*sums_of_sines(rng, t, np.full(n, 0.5)))
        coulomb = COULOMB * np.sign(qd) + OFFSET
        if self.wrench_noise:
            trunk = on_a_platform(sums_of_sines(rng, t, np.array([0.2, 0.2, 0.2, 0.1, 0.1, 0.1])))
            q, qd, qdd = (np.hstack(both) for both in zip(trunk, (q, qd, qdd), strict=True))
            coulomb = np.hstack([np.zeros((len(t), 6)), coulomb])
        return q, qd, qdd, self.efforts(q, qd, qdd) + coulomb

    def efforts(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
        """Return (n, nv) what MuJoCo's inverse dynamics give."""
        data, to = mujoco.MjData(self.model), MujocoMap(self.robot, self.model)
        forces = np.empty((len(q), self.model.nv))
        for k, state in enumerate(zip(to.q(q), to.v(q, qd), to.a(q, qd, qdd), strict=True)):
            data.qpos[:], data.qvel[:], data.qacc[:] = state
            mujoco.mj_inverse(self.model, data)
            forces[k] = data.qfrc_inverse
        return to.tau_from(q, forces)

    def within_limits(self, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> Motion:
        """Return joints that turn about the middle of their range and end before it does: MuJoCo would push back."""
        n = q.shape[1]
        limited = self.model.jnt_limited[-n:] != 0
        lower, upper = np.where(limited, self.model.jnt_range[-n:].T, [[-np.pi], [np.pi]])
        shrink = np.minimum(1.0, 0.45 * (upper - lower) / np.abs(q).max(axis=0))
        return (lower + upper) / 2 + shrink * q, shrink * qd, shrink * qdd

    def log(self, seed: int) -> Log:
        """Return one noisy run, as it would be recorded."""
        rng = np.random.default_rng(10_000 + seed)
        q, _, _, effort = self.motion(seed)
        q = ENCODER * np.round((q + POSITION_NOISE * rng.standard_normal(q.shape)) / ENCODER)
        effort = effort + np.array(self.wrench_noise + self.torque_noise) * rng.standard_normal(effort.shape)
        sizes = tuple(joint.nq for joint in self.robot.joints)
        return Log(np.arange(len(q)) / RATE, tuple(self.robot.joint_names), q, effort=effort, sizes=sizes)

    def estimate(self, seed: int, **changes: Any) -> Estimate:
        """Return what heft makes of one noisy run; changes are fields of `Options`."""
        motion = clean(self.robot, self.log(seed), Cleaning(cutoff=CUTOFF, trim=False))
        return identify(self.robot, motion, Options(held_out=0, **changes))

    def truth(self, found: Estimate) -> np.ndarray:
        """Return the true base parameters."""
        drives = {"armature": self.armature, "viscous": self.viscous, "coulomb": COULOMB, "offset": OFFSET}
        return found.base.reduce(
            np.concatenate([self.robot.parameter_vector, [drives[c.kind] for c in found.model.extra]])
        )

    def misses(self, seed: int, **changes: Any) -> np.ndarray:
        """Return (n_base,) how far each base parameter is from the truth, in half widths of its 95 % interval."""
        return self.misses_of(self.estimate(seed, **changes))

    def misses_of(self, found: Estimate) -> np.ndarray:
        """Return the same of an estimate."""
        return (found.base_values - self.truth(found)) / found.base_half_width


PLANTS = {
    "ur5": Plant("ur_description/urdf/ur5_robot.urdf", (1.0, 1.0, 1.0, 0.3, 0.3, 0.1), 0.3, 0.6),
    "a1": Plant("a1_description/urdf/a1.urdf", (0.3,) * 12, 0.005, 0.05, (0.1, 0.1, 0.1, 0.5, 0.5, 0.5)),
}


def sums_of_sines(rng: np.random.Generator, t: np.ndarray, sizes: np.ndarray) -> Motion:
    """Return ten random harmonics of 0.1 Hz per coordinate with their derivatives, (n, coordinates) each."""
    t = t[:, None]
    q, qd, qdd = np.zeros((3, len(t), len(sizes)))
    for harmonic in range(1, 11):
        w = 2 * np.pi * harmonic / 10
        a, b = sizes * rng.uniform(-1, 1, (2, len(sizes))) / np.sqrt(harmonic)
        q += a * np.sin(w * t) + b * np.cos(w * t)
        qd += w * (a * np.cos(w * t) - b * np.sin(w * t))
        qdd -= w * w * (a * np.sin(w * t) + b * np.cos(w * t))
    return q, qd, qdd


def on_a_platform(motion: Motion) -> Motion:
    """Return q, qd, qdd of a floating base from roll, pitch, yaw and position in the world, with their derivatives."""
    (rpy, p), (rpyd, pd), (rpydd, pdd) = ((x[:, :3], x[:, 3:]) for x in motion)
    c, s = np.cos(rpy), np.sin(rpy)
    zero, one = np.zeros(len(rpy)), np.ones(len(rpy))
    cr, cp, sr, sp = c[:, 0], c[:, 1], s[:, 0], s[:, 1]
    rd, pitchd = rpyd[:, 0], rpyd[:, 1]
    # the angular velocity in the body is E rpyd
    E = np.array([[one, zero, -sp], [zero, cr, sr * cp], [zero, -sr, cr * cp]])
    Ed = np.array(
        [
            [zero, zero, -cp * pitchd],
            [zero, -sr * rd, cr * cp * rd - sr * sp * pitchd],
            [zero, -cr * rd, -sr * cp * rd - cr * sp * pitchd],
        ]
    )
    w = np.einsum("ijn,nj->ni", E, rpyd)
    wd = np.einsum("ijn,nj->ni", E, rpydd) + np.einsum("ijn,nj->ni", Ed, rpyd)
    quaternion = np.array([_quaternion(angles) for angles in rpy])
    R = heft.spatial.rotation_from_quaternion(quaternion.T)
    v = np.einsum("jin,nj->ni", R, pd)
    vd = np.einsum("jin,nj->ni", R, pdd) - np.cross(w, v)
    return np.hstack([quaternion, p]), np.hstack([w, v]), np.hstack([wd, vd])


def _quaternion(rpy: np.ndarray) -> np.ndarray:
    """Return MuJoCo's quaternion of turns about x, then y, then z of the world."""
    quaternion = np.empty(4)
    mujoco.mju_euler2Quat(quaternion, rpy, "XYZ")
    return quaternion


@lru_cache
def plant(name: str) -> Plant:
    """Return a plant, one for a process."""
    return PLANTS[name]


def _misses(name: str, seed: int, estimator: str) -> np.ndarray:
    return plant(name).misses(seed, estimator=estimator)


def main() -> int:
    """Print the share of intervals that contain the truth."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--robots", nargs="+", choices=PLANTS, default=list(PLANTS))
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--estimator", default=Options().estimator)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    good = True
    for name in arguments.robots:
        start = time.perf_counter()
        with ProcessPoolExecutor(arguments.processes, mp_context=get_context("spawn")) as pool:
            jobs = [[name] * arguments.seeds, range(arguments.seeds), [arguments.estimator] * arguments.seeds]
            found = np.array(list(pool.map(_misses, *jobs)))
        hits = np.abs(found) <= 1
        share, each = 100 * hits.mean(), 100 * hits.mean(axis=0)
        print(f"{name}: {len(hits)} seeds of {hits.shape[1]} base parameters in {time.perf_counter() - start:.0f} s")
        print(f"  95 % intervals that hold the truth: {share:.2f} % (claim: 93 to 97)")
        print(f"  worst base parameter {each.min():.1f} %, best {each.max():.1f} %", flush=True)
        good &= bool(93 <= share <= 97)
    return int(arguments.check and not good)


if __name__ == "__main__":
    sys.exit(main())
