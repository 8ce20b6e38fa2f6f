"""An identified robot, written as a URDF, in other programs: their torques beside heft's.

    python benchmarks/urdf_readers.py            Pinocchio, MuJoCo and Drake, those that are installed
    python benchmarks/urdf_readers.py --check    exit code 1 if one of them has other torques

All links of robots of example-robot-data become heavier and their drives get friction; the file is written and read by
each program. Torques are those of random motions, without friction. The error is the largest difference, relative to
the largest torque.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from input_robots import ROBOTS, URDFS

import heft
from heft.robot.joint import Friction
from heft.robot.model import Robot

NAMES = ("UR5", "Panda with gripper", "Talos, left arm", "SO-101", "solo12")
TOLERANCE = 1e-9
"""Of the relative error: files have numbers of 17 digits, but some programs turn inertias to principal axes."""


def identified(robot: Robot) -> Robot:
    """Return a robot with heavier links and other friction, as an identification returns one."""
    scale = np.linspace(1.05, 1.4, len(robot.bodies))[:, None]
    heavier = robot.with_parameters(scale * robot.parameters)
    bodies = (replace(b, joint=replace(b.joint, friction=Friction(0.3, 0.2), armature=0.0)) for b in heavier.bodies)
    return replace(heavier, bodies=tuple(bodies))


def without_shapes(urdf: Path) -> Path:
    """Write a URDF without meshes, which programs would look for, and with all joints free, and return it."""
    text = re.sub(
        r"<(visual|collision|transmission|gazebo)\b.*?</\1>", "", urdf.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    urdf.write_text(re.sub(r"<mimic\b[^>]*/>", "", text), encoding="utf-8")
    return urdf


def with_pinocchio(urdf: Path, joints: list[str], q, qd, qdd) -> np.ndarray:
    """Return torques of Pinocchio, without friction."""
    import pinocchio as pin

    model = pin.buildModelFromUrdf(str(urdf))
    model.armature[:] = 0.0
    data = model.createData()
    ids = [model.getJointId(name) for name in joints]
    out = []
    for row in zip(q, qd, qdd, strict=True):
        position, velocity, acceleration = pin.neutral(model), np.zeros(model.nv), np.zeros(model.nv)
        for k, i in enumerate(ids):
            joint = model.joints[i]
            angle = row[0][k]
            position[joint.idx_q : joint.idx_q + joint.nq] = angle if joint.nq == 1 else (np.cos(angle), np.sin(angle))
            velocity[joint.idx_v], acceleration[joint.idx_v] = row[1][k], row[2][k]
        tau = pin.rnea(model, data, position, velocity, acceleration)
        out.append([tau[model.joints[i].idx_v] for i in ids])
    return np.array(out)


def with_mujoco(urdf: Path, joints: list[str], q, qd, qdd) -> np.ndarray:
    """Return torques of MuJoCo, without friction."""
    import mujoco

    text = urdf.read_text(encoding="utf-8").replace(
        "</robot>", '<mujoco><compiler balanceinertia="false"/></mujoco></robot>'
    )
    model = mujoco.MjModel.from_xml_string(text)
    model.dof_damping[:] = model.dof_frictionloss[:] = model.dof_armature[:] = 0.0
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    data = mujoco.MjData(model)
    ids = [mujoco.mj_name2id(model, mujoco.mjtObj.mjOBJ_JOINT, name) for name in joints]
    out = []
    for row in zip(q, qd, qdd, strict=True):
        for k, i in enumerate(ids):
            data.qpos[model.jnt_qposadr[i]] = row[0][k]
            data.qvel[model.jnt_dofadr[i]], data.qacc[model.jnt_dofadr[i]] = row[1][k], row[2][k]
        mujoco.mj_inverse(model, data)
        out.append([data.qfrc_inverse[model.jnt_dofadr[i]] for i in ids])
    return np.array(out)


def with_drake(urdf: Path, joints: list[str], q, qd, qdd) -> np.ndarray:
    """Return torques of Drake, without friction."""
    from pydrake.multibody.parsing import Parser
    from pydrake.multibody.plant import MultibodyPlant
    from pydrake.multibody.tree import MultibodyForces

    plant = MultibodyPlant(0.0)
    Parser(plant).AddModels(str(urdf))
    if (root := _root(urdf)) != "world":  # which is Drake's own
        plant.WeldFrames(plant.world_frame(), plant.GetFrameByName(root))
    plant.mutable_gravity_field().set_gravity_vector([0, 0, -9.81])
    plant.Finalize()
    context = plant.CreateDefaultContext()
    starts = [plant.GetJointByName(name).velocity_start() for name in joints]
    for name in joints:
        plant.GetJointByName(name).SetDampingVector(context, [0.0])
    out = []
    for row in zip(q, qd, qdd, strict=True):
        full = np.zeros((3, plant.num_velocities()))
        full[:, starts] = row
        plant.SetPositions(context, full[0])
        plant.SetVelocities(context, full[1])
        forces = MultibodyForces(plant)
        plant.CalcForceElementsContribution(context, forces)
        out.append(plant.CalcInverseDynamics(context, full[2], forces)[starts])
    return np.array(out)


def _root(urdf: Path) -> str:
    text = urdf.read_text(encoding="utf-8")
    children = re.findall(r'<child\s+link="([^"]+)"', text)
    return next(name for name in re.findall(r'<link\s+name="([^"]+)"', text) if name not in children)


PROGRAMS: dict[str, Callable[..., np.ndarray]] = {
    "pinocchio": with_pinocchio,
    "mujoco": with_mujoco,
    "pydrake": with_drake,
}


def errors(names: tuple[str, ...] = NAMES) -> Iterator[tuple[str, str, float]]:
    """Yield each robot and each program that is installed, with the relative error of its torques."""
    with TemporaryDirectory() as folder:
        for name in names:
            robot = identified(heft.load(ROBOTS / URDFS[name], mimic=False))
            urdf = Path(folder, f"{name.split(',')[0].replace(' ', '_')}.urdf")
            robot.write_urdf(urdf)
            q, qd, qdd = robot.random_state(1, 10)
            right = heft.inverse_dynamics(robot, q, qd, qdd)
            without_shapes(urdf)
            for program, torques in PROGRAMS.items():
                try:
                    found = torques(urdf, list(robot.joint_names), q, qd, qdd)
                except ModuleNotFoundError:
                    continue
                yield name, program, float(np.abs(found - right).max() / np.abs(right).max())


def main() -> int:
    """Print the errors."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="exit code 1 if a program has other torques")
    chosen, worst = parser.parse_args(), 0.0
    for name, program, error in errors():
        worst = max(worst, error)
        print(f"{name:20} {program:10} {error:.1e}")
    return int(chosen.check and worst > TOLERANCE)


if __name__ == "__main__":
    sys.exit(main())
