"""Do 95 % intervals of position servos contain the truth? An SO-101 in MuJoCo, recorded as hobby servos are.

    python benchmarks/servos.py [--seeds N]

The plant: links of the SO-101 (its gripper held), motors whose voltage is proportional to the position error and
limited by the supply, so that

    tau = limited(stiffness z(u(t - delay) + offset - q)) - damping qd

with the back-EMF as damping, armature, dry friction and backlash z. Encoders have 12 bits; positions and commands are
recorded at 50 Hz, torques are not. MuJoCo steps at 20 kHz: with steps h, damping that is taken at their beginning acts
like an armature that is smaller by damping h / 2, which at 4 kHz is 0.3 % of it, beside intervals of 0.7 %. Its dry
friction is made as hard as it allows.

Claim (`--check`): at least 90 % of the intervals contain the true value.
"""

from __future__ import annotations

import argparse
import sys
import sysconfig
from pathlib import Path
from xml.etree import ElementTree

import mujoco
import numpy as np

import heft
from heft.estimation.servo_loop import ARMATURE as INERTIA
from heft.estimation.servo_loop import BACKLASH, COULOMB, DAMPING, DELAY, LIMIT, NAMES, OFFSET, STIFFNESS, servo_error

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
SO101 = ROBOTS / "so_arm_description/urdf/so101.urdf"
RATE, STEP = 50, 0.00005
COUNTS = 4096
"""Of an encoder, in a turn."""

HARD = 2.1, np.array([0.99, 0.9999, 0.001, 0.5, 2.0])
"""MuJoCo's solref, in steps, and solimp of dry friction: by default it eases the sign of a velocity for a fiftieth of a
second."""


def servos(joints: int, seed: int = 0) -> np.ndarray:
    """Return servos (8, joints) like those of small arms, each a little different."""
    rng = np.random.default_rng(seed)
    plain = {
        STIFFNESS: 12.0,
        DAMPING: 0.6,
        INERTIA: 0.026,
        COULOMB: 0.06,
        DELAY: 0.03,
        OFFSET: 0.0,
        LIMIT: 2.9,
        BACKLASH: 0.01,
    }
    theta = np.array([plain[k] for k in range(len(NAMES))])[:, None] * rng.uniform(0.85, 1.15, (len(NAMES), joints))
    theta[OFFSET] = rng.uniform(-0.01, 0.01, joints)
    return theta


def commands(joints: int, seconds: float, seed: int) -> np.ndarray:
    """Return commanded positions (n, joints) that begin at rest, with steps that saturate the servos now and then."""
    rng = np.random.default_rng(seed)
    t = np.arange(int(seconds * RATE)) / RATE
    u = np.zeros((len(t), joints))
    for k in range(joints):
        for h in range(1, 6):
            frequency, phase = 0.1 * h + 0.05 * rng.random(), rng.uniform(0, 2 * np.pi)
            u[:, k] += 0.35 / np.sqrt(h) * np.sin(2 * np.pi * frequency * t + phase) * (1 - np.exp(-t))
        for number, at in enumerate(np.arange(3.0, seconds, 3.0)):
            u[t >= at + k / 2, k] += 0.5 * (-1) ** number
    return u


def recorded(urdf: Path, theta: np.ndarray, u: np.ndarray, step: float = STEP) -> heft.Log:
    """Return what an arm with these servos records under commands (n, nv): positions and commands."""
    model = compiled(urdf)
    model.opt.timestep = step
    model.jnt_limited[:] = 0
    model.dof_armature[:], model.dof_frictionloss[:] = theta[INERTIA], theta[COULOMB]
    model.dof_solref[:], model.dof_solimp[:] = (HARD[0] * step, 1.0), HARD[1]
    data, t, q = mujoco.MjData(model), np.arange(len(u)) / RATE, np.zeros_like(u)
    steps = round(1 / RATE / step)
    fine = np.arange(len(u) * steps) * step
    wanted = np.column_stack([np.interp(fine - d, t, u[:, k]) for k, d in enumerate(theta[DELAY])])
    for i in range(len(u)):
        q[i] = data.qpos
        for command in wanted[i * steps : (i + 1) * steps]:
            pull = np.clip(theta[STIFFNESS] * servo_error(theta, command, data.qpos), -theta[LIMIT], theta[LIMIT])
            data.qfrc_applied[:] = pull - theta[DAMPING] * data.qvel
            mujoco.mj_step(model, data)
    count = 2 * np.pi / COUNTS
    names = tuple(mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, k) for k in range(model.njnt))
    return heft.Log(t=t, joints=names, q=np.round(q / count) * count, command=u)


def compiled(urdf: Path) -> mujoco.MjModel:
    """Return a URDF in MuJoCo, without meshes, its gripper rigid."""
    root = ElementTree.parse(urdf).getroot()
    for link in root.findall("link"):
        for child in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(child)
    for joint in root.findall("joint"):
        if joint.get("name") == "gripper":
            joint.set("type", "fixed")
    return mujoco.MjModel.from_xml_string(ElementTree.tostring(root, encoding="unicode"))


def main() -> int:
    """Print the share of intervals that contain the truth, by parameter."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    names: tuple[str, ...] = ()
    robot, inside, width = heft.load(SO101).lock({"gripper": 0}), [], []
    for seed in range(arguments.seeds):
        theta = servos(robot.nv, seed)
        log = recorded(SO101, theta, commands(robot.nv, arguments.seconds, seed))
        found = heft.identify_servos(robot, log, limit=True, backlash=True)
        names = found.names
        true = theta[[NAMES.index(name) for name in names]]
        inside.append(np.abs(found.values - true) <= found.half_width)
        width.append(found.half_width / np.maximum(np.abs(true), 1e-9))
        print(f"seed {seed}: {np.sum(inside[-1])} of {inside[-1].size}", file=sys.stderr, flush=True)
    print("| parameter | intervals that contain the truth [%] | median half width [%] |\n| --- | ---: | ---: |")
    for k, name in enumerate(names):
        half = "–" if name == "offset" else f"{100 * np.median([each[k] for each in width]):.1f}"
        print(f"| {name} | {100 * np.mean([each[k] for each in inside]):.0f} | {half} |")
    share = 100 * float(np.mean(inside))
    print(f"\n{share:.0f} % of {np.size(inside)} intervals contain the truth (claim: at least 90).")
    return int(arguments.check and share < 90)


if __name__ == "__main__":
    sys.exit(main())
