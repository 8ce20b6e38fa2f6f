"""Three joints of an arm, for designs that take a moment."""

from __future__ import annotations

from dataclasses import replace

import heft
from heft.robot.joint import Limits


def small_arm(**limits: float) -> heft.Robot:
    """The first three joints of an arm, with limits."""
    robot = heft.load("zoo:puma560")
    bounds = Limits(**({"lower": -2.0, "upper": 2.0, "velocity": 2.0, "effort": 150.0} | limits))
    bodies = tuple(replace(body, joint=replace(body.joint, limits=bounds), rotor=None) for body in robot.bodies[:3])
    return replace(robot, bodies=bodies, source=None)
