"""Joint kinds without compiled code of their own: the kernels read their poses from more columns of q.

NumPy evaluates the pose of such a joint, and each of its bodies gets seven columns behind the robot's own: a unit
quaternion and a position, which the kernels read as they read a floating joint's. All else about the joint is in its S.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.dynamics.kinematics import joint_pose
from heft.dynamics.tree import Tree
from heft.spatial import quaternion_from_rotation


def pose_columns(tree: Tree) -> dict[int, int]:
    """Return, for each body whose joint has no compiled code, the first of its seven columns."""
    bodies = [int(i) for group in tree.groups if group.kind.kernel is None for i in group.bodies]
    return {i: tree.nq + 7 * k for k, i in enumerate(bodies)}


def with_poses(tree: Tree, q: Array) -> Array:
    """Return q (n, nq) as the kernels read it: with seven more columns for each body of `pose_columns`."""
    groups = [group for group in tree.groups if group.kind.kernel is None]
    if not groups:
        return q
    columns = [q]
    for group in groups:
        R, p = joint_pose(group, q.T)
        both = np.concatenate([quaternion_from_rotation(R), p])
        columns.append(both.transpose(2, 1, 0).reshape(len(q), -1))
    return np.concatenate(columns, axis=1)
