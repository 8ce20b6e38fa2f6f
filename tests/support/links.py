"""Robots reduced to what closed forms know: links alone."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.robot.model import Robot


def links_only(robot: Robot) -> Robot:
    """The robot without rotors and armatures; with some inertias if it has none."""
    bodies = tuple(replace(b, rotor=None, joint=replace(b.joint, armature=0.0)) for b in robot.bodies)
    bare = replace(robot, bodies=bodies)
    if bare.parameters.any():
        return bare
    return bare.with_parameters(np.random.default_rng(0).standard_normal((robot.n_bodies, 10)))
