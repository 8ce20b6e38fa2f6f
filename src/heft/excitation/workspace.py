"""Boxes that the tip of a robot must not leave, as constraints on postures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array
from heft.dynamics.api import check_samples
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, did_you_mean
from heft.excitation.reach import Reach
from heft.excitation.scene import Scene, fixed_frame
from heft.excitation.solids import Solid
from heft.excitation.witnesses import Postures
from heft.robot.model import Robot
from heft.robot.placement import Placement
from heft.robot.shapes import HalfSpace, Sphere


@dataclass(frozen=True, eq=False)
class TipFace:
    """One face of a workspace and the tip that must stay on its inner side.

    Attributes:
        name: of both.
        tip: the tip, a point.
        normal: inward, in world axes, (3,).
        offset: the tip is inside where normal . x >= offset [m].
    """

    name: str
    tip: Solid
    normal: Array
    offset: float


@dataclass(frozen=True, eq=False)
class TipBoxes:
    """How far tips are inside the faces of their workspaces [m], which must not be negative."""

    robot: Robot
    faces: tuple[TipFace, ...]

    @property
    def names(self) -> list[str]:
        """What each number is the distance of."""
        return [face.name for face in self.faces]

    @cached_property
    def lipschitz(self) -> Array:
        """(m, nv): how much each distance can change per unit of each coordinate, in any posture [m/rad or m/m]."""
        reach, outside = Reach(self.robot), _solid("outside", -1, HalfSpace(), np.zeros((0, 3)))
        rows = [reach.lipschitz(face.tip, outside) for face in self.faces]
        return np.array(rows).reshape(len(self.faces), self.robot.nv)

    def values(self, q: ArrayLike) -> Array:
        """Return (n, m) [m] for configurations q (n, nq)."""
        postures = self._postures(q)
        columns = [self._tip(postures, face) @ face.normal - face.offset for face in self.faces]
        return np.stack(columns, axis=1) if columns else np.zeros((postures.translation.shape[1], 0))

    def gradients(self, q: ArrayLike) -> Array:
        """Return (n, m, nv): the derivatives of `values` in the coordinates."""
        postures, tree = self._postures(q), tree_of(self.robot)
        n, paths = postures.translation.shape[1], Reach(self.robot).paths
        gradients = np.zeros((n, len(self.faces), self.robot.nv))
        columns = [(i, tree.v[i].start + k) for i in range(self.robot.n_bodies) for k in range(tree.S[i].shape[1])]
        for m, face in enumerate(self.faces):
            tip = self._tip(postures, face)
            for c, (body, coordinate) in enumerate(columns):
                if body in paths[face.tip.body]:
                    velocity = postures.move[:, c] + np.cross(postures.turn[:, c], tip)
                    gradients[:, m, coordinate] += velocity @ face.normal
        return gradients

    def _postures(self, q: ArrayLike) -> Postures:
        (rows,), _ = check_samples(self.robot, {"q": q})
        return Postures.at(tree_of(self.robot), self.robot.n_bodies, rows)

    def _tip(self, postures: Postures, face: TipFace) -> Array:
        """Return where a tip is, (n, 3) [m]."""
        body = face.tip.body
        return postures.rotation[body] @ face.tip.in_body[0] + postures.translation[body]


def tip_boxes(robot: Robot, scene: Scene, frames: Mapping[str, Placement]) -> TipBoxes:
    """Return the constraints of a scene's workspaces.

    Args:
        robot: the robot.
        scene: with the workspaces.
        frames: of the links that are fixed to the world, as `heft.robot.geometry.geometry_of` finds them.

    Raises:
        ArgumentError: a tip is not a link that moves, or a frame is not fixed to the world.
    """
    moving = {link.name: (i, link.placement) for i, body in enumerate(robot.bodies) for link in body.links}
    moving |= {body.name: (i, Placement()) for i, body in enumerate(robot.bodies) if body.name not in moving}
    faces = []
    for workspace in scene.workspaces:
        if workspace.tip not in moving:
            what = f"The tip of workspace '{workspace.name}', '{workspace.tip}', is not a link that moves."
            raise ArgumentError(what, remedy=did_you_mean(workspace.tip, moving))
        body, placement = moving[workspace.tip]
        tip = _solid(workspace.tip, body, Sphere(0.0), placement.translation[None])
        R, p = fixed_frame(frames, workspace.frame)
        for k, axis in enumerate("xyz"):
            for sign, bound, side in ((1.0, workspace.low, "low"), (-1.0, workspace.high, "high")):
                normal = sign * R[:, k]
                name = f"{workspace.tip} in {workspace.name}, {side} {axis}"
                faces.append(TipFace(name, tip, normal, float(sign * bound[k] + normal @ p)))
    return TipBoxes(robot, tuple(faces))


def _solid(name: str, body: int, shape: HalfSpace | Sphere, points: Array) -> Solid:
    return Solid(name, body, shape, np.eye(3), np.zeros(3), points, 0.0)
