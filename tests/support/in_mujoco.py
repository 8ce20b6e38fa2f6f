"""Robots in MuJoCo: URDF files, and the torques that its simulation needs."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import mujoco
import numpy as np


def compiled_urdf(path: Path, base: str) -> mujoco.MjModel:
    """Compile a URDF without what only looks or collides (its meshes are not there), and without fusing links.

    MuJoCo takes a root link called "world" for its own world, so that link is called something else.
    """
    root = ElementTree.parse(path).getroot()
    for link in root.findall("link"):
        for child in [*link.findall("visual"), *link.findall("collision")]:
            link.remove(child)
    for element in root.iter():
        for key in {"name", "link"} & element.attrib.keys():
            if element.tag in ("link", "parent", "child") and element.get(key) == "world":
                element.set(key, "root of the robot")
    ElementTree.SubElement(ElementTree.SubElement(root, "mujoco"), "compiler", fusestatic="false")
    spec = mujoco.MjSpec.from_string(ElementTree.tostring(root, encoding="unicode"))
    if base == "floating":
        spec.worldbody.first_body().add_freejoint(name="root_joint")
    return spec.compile()


def torques(model: mujoco.MjModel, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray) -> np.ndarray:
    """Return the torques that MuJoCo's simulation needs for states that are counted from the references of the joints.

    Friction loss and springs are included.
    """
    data, rows = mujoco.MjData(model), []
    for state in zip(q, qd, qdd, strict=True):
        data.qpos, data.qvel, data.qacc = model.qpos0 + state[0], state[1], state[2]
        mujoco.mj_inverse(model, data)
        rows.append(data.qfrc_inverse.copy())
    return np.array(rows)
