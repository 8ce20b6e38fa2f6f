"""The robot flattened: rotors after links, gears composed, and which joints can be eliminated where."""

from __future__ import annotations

import numpy as np
import pytest

from heft.dynamics.tree import tree_of
from heft.robot.exact import Number
from heft.robot.joint import Joint, Mimic
from heft.robot.model import WORLD, Body, Robot, Rotor
from heft.robot.placement import Placement
from heft.robot.zoo import named, random_tree

HALF = Number.parse("-1/2")


def robot_with(*bodies: tuple[int, str, Mimic | None, Rotor | None], armature: float = 0.0) -> Robot:
    """Bodies b0, b1 ... by parent, kind of joint, what they follow and the rotor that drives them."""
    placement = Placement.at([1, 0, 0])
    joints = [Joint(f"j{i}", kind, mimic=mimic, armature=armature) for i, (_, kind, mimic, _) in enumerate(bodies)]
    made = [Body(f"b{i}", parent, joints[i], placement, rotor=rotor) for i, (parent, _, _, rotor) in enumerate(bodies)]
    return Robot("made up", tuple(made))


def test_links_come_first_and_rotors_hang_on_the_parents_of_their_joints():
    tree = tree_of(named("puma560"))
    assert tree.n == 12
    assert all(name.endswith(".rotor") for name in tree.names[6:])
    assert np.array_equal(tree.parent[6:], tree.parent[:6])
    assert np.array_equal(tree.leads, [True] * 6 + [False] * 6)
    assert tree.shared_parents


def test_gears_compose():
    """The rotor of a follower turns ratio * multiplier times as fast as the leader, from ratio * offset."""
    rotor = Rotor(Number.parse(10))
    robot = robot_with(
        (WORLD, "revolute", None, None), (WORLD, "prismatic", Mimic("j0", HALF, Number.parse(3)), rotor), armature=0.5
    )
    tree = tree_of(robot)
    (screws,) = tree.groups
    assert np.array_equal(screws.gear, [1.0, -0.5, -5.0])
    assert np.array_equal(screws.offset, [0.0, 3.0, 30.0])
    assert np.array_equal(tree.S[1][:, 0], [0, 0, 0, 0, 0, -0.5])
    assert np.array_equal(tree.S[2][:, 0], [0, 0, -5.0, 0, 0, 0])
    assert tree.armature == pytest.approx([0.5 * (1 + 0.25)])


@pytest.mark.parametrize(("parent", "shared"), [(WORLD, True), (0, False)])
def test_followers_on_another_parent_cannot_be_eliminated_with_their_leader(parent: int, shared: bool):
    tree = tree_of(robot_with((WORLD, "revolute", None, None), (parent, "revolute", Mimic("j0", HALF), None)))
    assert tree.shared_parents is shared


def test_the_first_body_of_a_joint_leads_even_if_it_follows():
    """A file may give the follower before its leader."""
    tree = tree_of(robot_with((WORLD, "revolute", Mimic("j1", HALF), None), (WORLD, "revolute", None, None)))
    assert np.array_equal(tree.leads, [True, False])
    assert tree.nv == 1


def test_groups_hold_every_body_once():
    for seed in range(20):
        tree = tree_of(random_tree(seed, 8))
        bodies = np.concatenate([group.bodies for group in tree.groups])
        assert sorted(bodies) == list(range(tree.n))
        for group in tree.groups:
            for k, i in enumerate(group.bodies):
                assert np.array_equal(group.S[:, :, k], tree.S[i])
                assert np.array_equal(group.v[:, k], np.arange(tree.nv)[tree.v[i]])


def test_a_tree_is_made_once():
    robot = named("puma560")
    assert tree_of(robot) is tree_of(robot)
