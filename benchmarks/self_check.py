"""Whether a motion keeps a robot's bodies apart, by Pinocchio and coal alone: nothing of heft's collision code is used.

Pinocchio reads the robot's file with the meshes as they are. Every pair of shapes is looked at whose bodies no joint
connects, but for pairs that are nearer than the margin in all of some random postures.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import pinocchio as pin

POSTURES = 50
"""Random ones, by which pairs are found that touch always."""


def near_pairs(
    path: Path,
    packages: Path,
    joints: Sequence[str],
    q: np.ndarray,
    margin: float,
    held: Mapping[str, float],
    limits: tuple[np.ndarray, np.ndarray],
) -> tuple[int, set[str]]:
    """Return how many pairs were looked at, and the names of those that come nearer than the margin.

    Args:
        path: the robot's file.
        packages: the folder of the packages that its meshes are in.
        joints: the names of the columns of q.
        q: (n, joints) the motion [rad].
        margin: the least distance [m].
        held: positions of the other joints.
        limits: lowest and highest positions of the joints, for the random postures.
    """
    model = pin.buildModelFromUrdf(str(path))
    geometry = pin.buildGeomFromUrdf(model, str(path), pin.GeometryType.COLLISION, package_dirs=[str(packages)])
    objects, data = geometry.geometryObjects, model.createData()
    for a in range(len(objects)):
        for b in range(a + 1, len(objects)):
            one, other = objects[a].parentJoint, objects[b].parentJoint
            if one != other and model.parents[one] != other and model.parents[other] != one:
                geometry.addCollisionPair(pin.CollisionPair(a, b))
    found, at = geometry.createData(), [model.joints[model.getJointId(name)].idx_q for name in joints]
    for request in found.collisionRequests:
        request.security_margin = margin
    posture = pin.neutral(model)
    for name, value in held.items():
        posture[model.joints[model.getJointId(name)].idx_q] = value

    def near(row: np.ndarray) -> np.ndarray:
        posture[at] = row
        pin.computeCollisions(model, data, geometry, found, posture, False)
        return np.array([result.isCollision() for result in found.collisionResults])

    rng = np.random.default_rng(0)
    always = np.all([near(rng.uniform(*limits)) for _ in range(POSTURES)], axis=0)
    hit = np.any([near(row) for row in q], axis=0) & ~always
    names = [f"{objects[pair.first].name} - {objects[pair.second].name}" for pair in geometry.collisionPairs]
    return int(np.sum(~always)), {name for name, each in zip(names, hit, strict=True) if each}
