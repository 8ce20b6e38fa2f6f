"""What is told of a learned model: how its axes lean."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import heft
from heft.report.learning import leanings
from heft.robot.floating_base import with_base
from heft.robot.placement import Placement
from heft.robot.zoo import named
from heft.spatial import rotation_about


def turned(robot: heft.Robot, body: int, axis: np.ndarray, degrees: float) -> heft.Robot:
    """The robot with one body placed otherwise, about an axis of its parent."""
    old, R = robot.bodies[body], rotation_about(axis, np.radians(degrees))
    placement = Placement.from_floats(R @ old.placement.rotation, old.placement.translation)
    bodies = [*robot.bodies]
    bodies[body] = replace(old, placement=placement)
    return replace(robot, bodies=tuple(bodies), source=None)


def test_an_axis_leans_by_the_angle_it_was_turned():
    robot = named("furuta")
    assert leanings(robot) == pytest.approx({"arm": 180.0, "pendulum": 90.0})
    x, z = np.eye(3)[[0, 2]]
    assert leanings(turned(robot, 0, x, 3.0)) == pytest.approx({"arm": 177.0, "pendulum": 90.0})
    assert leanings(turned(robot, 1, np.cross(z, x), 2.0))["pendulum"] == pytest.approx(92.0)


def test_turning_about_the_axis_itself_or_the_one_before_changes_nothing():
    robot, z = named("furuta"), np.array([0.0, 0.0, 1.0])
    assert leanings(turned(robot, 0, z, 40.0)) == pytest.approx(leanings(robot))
    assert leanings(turned(robot, 1, z, 40.0)) == pytest.approx(leanings(robot))


def test_joints_with_several_coordinates_have_no_axis():
    floating = leanings(named("cheetah3"))
    assert len(floating) == 8
    assert not any("abad" in name for name in floating)


def test_welded_bodies_are_passed_over():
    robot, y = with_base(named("cheetah3"), "fixed"), np.array([0.0, 1.0, 0.0])
    children = [k for k, body in enumerate(robot.bodies) if body.parent == 0]
    moved = turned(robot, 0, y, 30.0)
    for k in children:
        moved = turned(moved, k, y, -30.0)
    assert len(leanings(robot)) == 12
    assert leanings(moved) == pytest.approx(leanings(robot))
