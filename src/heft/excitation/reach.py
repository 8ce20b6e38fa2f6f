"""How fast distances can change: bounds over all postures of d(distance)/d(coordinate).

A coordinate moves the points of a body at most as fast as they can be far from its axis. Along a chain of bodies,
distances add up, whatever the joints between do. Of a distance between two solids, the coordinate moves only one; the
bound may as well be taken as if it moved the other one, because the component of the velocity along the line
between the nearest points is the same.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.dynamics.tree import Tree, tree_of
from heft.excitation.solids import Solid
from heft.robot.model import WORLD, Robot


class Reach:
    """The lengths of a robot's chains."""

    def __init__(self, robot: Robot) -> None:
        self.robot = robot
        self.tree: Tree = tree_of(robot)
        self.paths = {WORLD: [], **{i: self._path(i) for i in range(robot.n_bodies)}}
        self.steps = [float(np.linalg.norm(self.tree.p[i])) + self._slide(i) for i in range(robot.n_bodies)]

    def _path(self, body: int) -> list[int]:
        """Return the bodies from the world to this one."""
        path = []
        while body != WORLD:
            path.append(body)
            body = int(self.tree.parent[body])
        return path[::-1]

    def _slide(self, body: int) -> float:
        """Return how far a joint can move the origin of its body from where it is at q = 0 [m]."""
        joint = self.robot.bodies[body].joint
        if not np.any(self.tree.S[body][3:]):
            return 0.0
        own, offset = joint, 0.0
        if joint.mimic is not None:
            own = next(each for each in self.robot.joints if each.name == joint.mimic.leader)
            offset = abs(float(joint.mimic.offset))
        farthest = max(abs(own.limits.lower), abs(own.limits.upper))
        return float(np.linalg.norm(self.tree.S[body][3:], axis=0).sum()) * farthest + offset

    def farthest(self, joint: int, solid: Solid, axis: Array) -> float:
        """Return how far points of a solid can be from a line through a joint's origin, along a unit axis [m].

        Args:
            joint: index of the joint's body; the axis is fixed in it.
            solid: on any body.
            axis: (3,) in the body's frame; zeros for the distance to the origin instead.
        """
        if not len(solid.points):
            return np.inf
        own, other = self.paths[joint], self.paths[solid.body]
        if joint == solid.body:
            return float(_off_axis(solid.in_body, axis).max()) + solid.radius
        radius = float(np.linalg.norm(solid.in_body, axis=1).max()) + solid.radius
        if joint in other:
            first, *rest = other[other.index(joint) + 1 :]
            across = float(_off_axis(self.tree.p[first], axis)) + self.steps[first] - np.linalg.norm(self.tree.p[first])
            return across + sum(self.steps[i] for i in rest) + radius
        shared = len([1 for a, b in zip(own, other, strict=False) if a == b])
        return sum(self.steps[i] for i in own[shared:] + other[shared:]) + radius

    def lipschitz(self, a: Solid, b: Solid) -> Array:
        """Return the largest |d distance / d coordinate| of two solids, (nv,) [m/rad or m/m]."""
        total = np.zeros(self.robot.nv)
        moving_a, moving_b = set(self.paths[a.body]), set(self.paths[b.body])
        for joint in moving_a ^ moving_b:
            for k, column in enumerate(self.tree.S[joint].T):
                turn, slide = np.linalg.norm(column[:3]), np.linalg.norm(column[3:])
                speed = slide
                if turn > 0:
                    speed += turn * min(self.farthest(joint, solid, column[:3] / turn) for solid in (a, b))
                total[self.tree.v[joint].start + k] += speed
        return total


def _off_axis(points: Array, axis: Array) -> Array:
    """Return the distances of points (..., 3) from a line along a unit axis through the origin."""
    return np.linalg.norm(points - (points @ axis)[..., None] * axis, axis=-1)
