"""Whether a motion is clear of a work cell, by Pinocchio and coal alone: nothing of heft's collision code is used.

Pinocchio reads the robot's file, with its own kinematics and the meshes as they are. A floor is added. Every pair of
shapes on different bodies is looked at, but for links that a joint connects, with the margin of the pair: one for what
is fixed to the world, another one between links.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path

import coal
import numpy as np
import pinocchio as pin

FLOOR = "floor"
BASE = "base_link_inertia"
"""The link that the robot is mounted on: it counts as part of the robot."""


@dataclass(frozen=True)
class Found:
    """What Pinocchio finds.

    Attributes:
        samples: how many postures were looked at.
        pairs: how many pairs of shapes.
        hits: names of pairs that come nearer than their margin, with the number of samples at which they do.
    """

    samples: int
    pairs: int
    hits: dict[str, int]


class Cell:
    """A robot's file in Pinocchio, with a floor.

    Args:
        path: the file; its folder stands for the packages that its meshes are in.
    """

    def __init__(self, path: Path, package: str = "ur_description") -> None:
        text = _without_missing(path, package)
        self.model = pin.buildModelFromXML(text)
        self.data = self.model.createData()
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / package).symlink_to(path.parent)
            shapes = pin.GeometryType.COLLISION
            self.geometry = pin.buildGeomFromUrdfString(self.model, text, shapes, package_dirs=[folder])
        ground = coal.Box(10.0, 10.0, 1.0)
        below = pin.SE3(np.eye(3), np.array([0.0, 0.0, -0.5]))
        self.geometry.addGeometryObject(pin.GeometryObject(FLOOR, 0, 0, below, ground))
        self.joined = {frozenset(pair) for pair in re.findall(_JOINED, text, flags=re.DOTALL)}

    def link(self, k: int) -> str:
        """The link of a shape."""
        shape = self.geometry.geometryObjects[k]
        return FLOOR if shape.name == FLOOR else self.model.frames[shape.parentFrame].name

    def check(self, joints: list[str], q: np.ndarray, around: float, between: float) -> Found:
        """Return the pairs that come too near.

        Args:
            joints: the names of the columns.
            q: (n, joints) [rad].
            around: the least distance from what is fixed to the world [m].
            between: the least distance between links [m].
        """
        objects, geometry = self.geometry.geometryObjects, self.geometry
        geometry.removeAllCollisionPairs()
        margins = []
        for a in range(len(objects)):
            for b in range(a + 1, len(objects)):
                names = {self.link(a), self.link(b)}
                if objects[a].parentJoint == objects[b].parentJoint or frozenset(names) in self.joined:
                    continue
                fixed = {self.link(k) for k in (a, b) if objects[k].parentJoint == 0} - {BASE}
                geometry.addCollisionPair(pin.CollisionPair(a, b))
                margins.append(around if fixed else between)
        found = geometry.createData()
        for request, margin in zip(found.collisionRequests, margins, strict=True):
            request.security_margin = margin
        at = [self.model.joints[self.model.getJointId(name)].idx_q for name in joints]
        configuration, hits = pin.neutral(self.model), dict[str, int]()
        for row in q:
            configuration[at] = row
            if not pin.computeCollisions(self.model, self.data, geometry, found, configuration, False):
                continue
            for k, pair in enumerate(geometry.collisionPairs):
                if found.collisionResults[k].isCollision():
                    name = f"{self.link(pair.first)} - {self.link(pair.second)}"
                    hits[name] = hits.get(name, 0) + 1
        return Found(len(q), len(margins), hits)


_JOINED = r"<joint [^>]*type=\"revolute\">(?:(?!</joint>).)*<parent link=\"(\w+)\"\s*/>\s*<child link=\"(\w+)\"\s*/>"


def _without_missing(path: Path, package: str) -> str:
    """The text of the file without collision geometry whose meshes are in other packages, which Pinocchio refuses."""
    elements = rf"<collision>(?:(?!</collision>).)*package://(?!{package}/).*?</collision>"
    return re.sub(elements, "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
