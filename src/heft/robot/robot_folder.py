"""The robot file in a folder, such as those of the MuJoCo menagerie.

A menagerie folder has the robot, perhaps variants of it, and `scene.xml`, which includes the robot and adds a floor and
lights. The robot is the file that the scene includes; without a scene, the only robot file there.
"""

from __future__ import annotations

from pathlib import Path

from heft.errors import FileError, HeftError, listed
from heft.files import read_bytes
from heft.robot.formats.xml import XmlElement, parse

SCENE = "scene.xml"


def robot_in(folder: Path) -> tuple[Path, str]:
    """Return the robot file of a folder, and a note that says which was chosen among several; "" for the only one.

    Raises:
        FileError: there is none, or there are several and no scene says which.
    """
    scene = folder / SCENE
    others = sorted(p for p in folder.iterdir() if p.suffix.lower() in (".xml", ".urdf") and p.name != SCENE)
    if scene.is_file():
        included = [folder / e.attributes.get("file", "") for e in _root(scene).descendants() if e.tag == "include"]
        robots = [file for file in included if file.is_file() and _has_bodies(_root(file))]
        if len(robots) == 1:
            rest = [p.name for p in others if p != robots[0]]
            beside = f"; other files there: {listed(rest)}" if rest else ""
            return robots[0], f"read from {robots[0].name}, without the floor and lights of {SCENE}{beside}"
    robots = [file for file in others if _is_robot(file)] or ([scene] if scene.is_file() else [])
    if not robots:
        raise FileError(
            "This folder has no URDF and no MJCF file.", where=str(folder), remedy="Name the robot file itself."
        )
    if len(robots) > 1:
        what = f"This folder has {len(robots)} robot files: {listed((p.name for p in robots), 12)}."
        raise FileError(what, where=str(folder), remedy="Name the one that is meant.")
    return robots[0], ""


def _root(file: Path) -> XmlElement:
    return parse(read_bytes(file), str(file))


def _has_bodies(root: XmlElement) -> bool:
    return any(element.tag == "body" for element in root.descendants())


def _is_robot(file: Path) -> bool:
    """Return whether a file is a URDF, or an MJCF with bodies; one that is neither XML nor readable is not."""
    try:
        root = _root(file)
    except HeftError:
        return False
    return root.tag == "robot" or (root.tag == "mujoco" and _has_bodies(root))
