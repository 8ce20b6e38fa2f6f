"""Robots as heft reads them, compared with what Pinocchio and MuJoCo read.

Files are those of the package example-robot-data. Some of these are also given by their name in robot_descriptions,
in a cache with the layout of that package, and as folders like those of the MuJoCo menagerie, which MuJoCo writes of
the URDF. Folders that are those of the menagerie are in other packages, and are given by their paths.
"""

from __future__ import annotations

import os
import re
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from input_trials import Heft, Tried

import heft
from heft.robot.model import Robot
from heft.robot.robot_folder import robot_in

ROBOTS = Path(sysconfig.get_paths()["purelib"]) / "cmeel.prefix/share/example-robot-data/robots"
URDFS = {
    "UR5": "ur_description/urdf/ur5_robot.urdf",
    "UR10, limited": "ur_description/urdf/ur10_joint_limited_robot.urdf",
    "Panda with gripper": "panda_description/urdf/panda.urdf",
    "Kinova": "kinova_description/robots/kinova.urdf",
    "xArm 7": "xarm_description/urdf/xarm7.urdf",
    "Z1": "z1_description/urdf/z1.urdf",
    "SO-101": "so_arm_description/urdf/so101.urdf",
    "TIAGo": "tiago_description/robots/tiago.urdf",
    "Talos, left arm": "talos_data/robots/talos_left_arm.urdf",
    "Talos": "talos_data/robots/talos_full_v2.urdf",
    "Baxter": "baxter_description/urdf/baxter.urdf",
    "iCub": "icub_description/robots/icub.urdf",
    "ANYmal B": "anymal_b_simple_description/robots/anymal.urdf",
    "solo12": "solo_description/robots/solo12.urdf",
    "Go1": "go1_description/urdf/go1.urdf",
    "HyQ": "hyq_description/robots/hyq_no_sensors.urdf",
    "Allegro hand": "allegro_hand_description/urdf/allegro_right_hand.urdf",
}
DESCRIPTIONS = {
    "bolt_description": "bolt_description/robots/bolt.urdf",
    "double_pendulum_description": "double_pendulum_description/urdf/double_pendulum.urdf",
    "finger_edu_description": "finger_edu_description/robots/finger_edu.urdf",
    "gen2_description": "kinova_description/robots/kinova.urdf",
    "hyq_description": "hyq_description/robots/hyq_no_sensors.urdf",
    "panda_description": "panda_description/urdf/panda.urdf",
    "solo_description": "solo_description/robots/solo12.urdf",
    "tiago_description": "tiago_description/robots/tiago.urdf",
    "anymal_c_description": "anymal_c_simple_description/urdf/anymal.urdf",
    "go1_description": "go1_description/urdf/go1.urdf",
    "simple_humanoid_description": "simple_humanoid_description/urdf/simple_humanoid.urdf",
    "so_arm101_description": "so_arm_description/urdf/so101.urdf",
}
"""Names of robot_descriptions, and the file of example-robot-data that each is, or stands in for."""

CHECKOUTS = {
    "example-robot-data/robots": ".",
    "anymal_c_simple_description": "anymal_c_simple_description",
    "unitree_ros/robots/go1_description": "go1_description",
    "simple_humanoid_description": "simple_humanoid_description",
    "SO-ARM100/Simulation/SO101/so101_new_calib.urdf": "so_arm_description/urdf/so101.urdf",
}
"""Places in the cache of robot_descriptions, and what of example-robot-data is put there."""

MENAGERIE = ("UR5", "Kinova", "Z1", "solo12", "SO-101")
"""Robots of `URDFS` that are given as folders of the menagerie."""


def cache_in(folder: Path) -> Path:
    """Make a cache of robot_descriptions, without git, from example-robot-data."""
    for place, source in CHECKOUTS.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).symlink_to(ROBOTS / source)
    return folder


def menagerie_folder(urdf: Path, folder: Path) -> Path:
    """Make a folder like those of the MuJoCo menagerie of a URDF: the robot, and a scene that includes it."""
    import mujoco

    folder.mkdir(parents=True)
    text = re.sub(r"<(visual|collision)\b.*?</\1>", "", urdf.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = text.replace("</robot>", '<mujoco><compiler fusestatic="false" discardvisual="false"/></mujoco></robot>')
    mujoco.mj_saveLastXML(str(folder / f"{folder.name}.xml"), mujoco.MjModel.from_xml_string(text))
    floor = '<worldbody><light pos="0 0 1.5"/><geom name="floor" size="0 0 0.05" type="plane"/></worldbody>'
    scene = f'<mujoco model="scene"><include file="{folder.name}.xml"/>{floor}</mujoco>'
    (folder / "scene.xml").write_text(scene)
    return folder


def robots(call: Heft, names: Iterable[str] | None = None) -> Iterator[Tried]:
    """Inspect real robots, and compare them with what Pinocchio reads."""
    for what in URDFS if names is None else names:
        path = ROBOTS / URDFS[what]
        seconds, found = call("inspect", str(path))
        right = bool(found) and like_pinocchio(heft.load(path), path)
        yield Tried("URDF", what, f"heft inspect {path.name}", seconds, "", right)


def described(call: Heft, names: Iterable[str] | None = None) -> Iterator[Tried]:
    """Inspect robots by their names in robot_descriptions."""
    with TemporaryDirectory() as name, patch.dict(os.environ, ROBOT_DESCRIPTIONS_CACHE=str(cache_in(Path(name)))):
        for what in DESCRIPTIONS if names is None else names:
            seconds, found = call("inspect", what)
            right = bool(found) and like_pinocchio(heft.load(what), ROBOTS / DESCRIPTIONS[what])
            yield Tried("robot_descriptions", what, f"heft inspect {what}", seconds, "", right)


def menagerie(call: Heft, names: Iterable[str] = MENAGERIE) -> Iterator[Tried]:
    """Inspect folders with a scene."""
    with TemporaryDirectory() as name:
        for what in names:
            folder = menagerie_folder(ROBOTS / URDFS[what], Path(name, Path(URDFS[what]).stem))
            seconds, found = call("inspect", str(folder))
            right = bool(found) and like_mujoco(heft.load(folder), folder / f"{folder.name}.xml")
            yield Tried("folder by MuJoCo", what, f"heft inspect {folder.name}", seconds, "", right)


MENAGERIE_NAMES = {
    "franka_emika_panda": "panda_mj_description",
    "universal_robots_ur5e": "ur5e_mj_description",
}
"""Folders of the menagerie, and the names that robot_descriptions has for them."""


def real_folders(call: Heft, folders: Sequence[Path]) -> Iterator[Tried]:
    """Inspect folders of the menagerie as they are, and by their names in robot_descriptions."""
    for folder in folders:
        seconds, found = call("inspect", str(folder))
        right = bool(found) and like_mujoco(heft.load(folder), robot_in(folder)[0])
        yield Tried("menagerie folder", _owner(folder), f"heft inspect {folder.name}", seconds, "", right)
    with TemporaryDirectory() as name, patch.dict(os.environ, ROBOT_DESCRIPTIONS_CACHE=name):
        Path(name, "mujoco_menagerie").mkdir()
        for folder in (each for each in folders if each.name in MENAGERIE_NAMES):
            Path(name, "mujoco_menagerie", folder.name).symlink_to(folder.resolve())
            what = MENAGERIE_NAMES[folder.name]
            seconds, found = call("inspect", what)
            right = bool(found) and like_mujoco(heft.load(what), robot_in(folder)[0])
            yield Tried("robot_descriptions", what, f"heft inspect {what}", seconds, "", right)


def _owner(folder: Path) -> str:
    """Return the folder of a path that is named after the robot."""
    return next(part for part in reversed(folder.parts) if part not in ("xmls", "mjcf"))


def mjcf(call: Heft, files: Sequence[Path]) -> Iterator[Tried]:
    """Inspect MJCF files."""
    for path in files:
        seconds, found = call("inspect", str(path))
        right = bool(found) and like_mujoco(heft.load(path), path)
        yield Tried("MJCF", _owner(path.parent), f"heft inspect {path.name}", seconds, "", right)


def like_pinocchio(robot: Robot, path: Path) -> bool:
    """Return whether a robot has the mass and the number of coordinates that Pinocchio reads."""
    import pinocchio

    model = pinocchio.buildModelFromUrdf(str(path))
    followers = sum(body.joint.mimic is not None for body in robot.bodies)
    return _same(_mass(robot), sum(each.mass for each in model.inertias[1:])) and robot.nv + followers == model.nv


def like_mujoco(robot: Robot, path: Path) -> bool:
    """Return whether a robot has the moving mass and the number of coordinates that MuJoCo reads."""
    import mujoco

    model = mujoco.MjModel.from_xml_path(str(path))
    followers = sum(body.joint.mimic is not None for body in robot.bodies)
    moving = float(model.body_mass[model.body_weldid != 0].sum())
    return _same(_mass(robot), moving) and robot.nv + followers == model.nv


def _mass(robot: Robot) -> float:
    return sum(float(x) for x in robot.parameters[:, 0])


def _same(ours: float, theirs: float) -> bool:
    return abs(ours - theirs) < 1e-9 * max(theirs, 1.0)
