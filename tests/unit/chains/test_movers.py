"""Frames and regrouped parameters, from which the code is made."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import heft
from heft import parameters as inertial
from heft.chains.assembly import mover_tree
from heft.chains.regrouping import regroup
from heft.export.symbolic_newton_euler import zxz
from heft.robot.zoo.builders import random_tree


def rotation(axis, angle):
    c, s = np.cos(angle), np.sin(angle)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    R = np.eye(3)
    R[a, a], R[a, b], R[b, a], R[b, b] = c, -s, s, c
    return R


@pytest.mark.parametrize("alpha", [0.0, 1e-9, -1e-6, 0.3, np.pi / 2, -np.pi / 2, 2.9, np.pi, np.pi - 1e-9])
@pytest.mark.parametrize(("gamma", "delta"), [(0.0, 0.0), (0.4, -2.0), (-1.5, 3.0)])
def test_three_angles_make_the_rotation(alpha, gamma, delta):
    R = rotation(2, gamma) @ rotation(0, alpha) @ rotation(2, delta)
    g, a, d = zxz(R)
    assert np.max(np.abs(rotation(2, g) @ rotation(0, a) @ rotation(2, d) - R)) < 1e-15 * 4


@pytest.mark.parametrize("seed", range(6))
def test_what_is_left_of_a_body(seed):
    """Seven numbers of a body that turns, four of one that slides, nine of one on a screw."""
    tree = mover_tree(random_tree(seed, 6, kinds=("revolute", "prismatic", "helical")))
    regroup(tree)
    left = {(1.0, False): 7, (0.0, True): 4, (1.0, True): 9}
    for mover in tree.movers:
        numbers = np.count_nonzero(mover.pseudo[np.triu_indices(4)])
        assert numbers <= left[mover.turn, mover.slide != 0]


def test_turning_axes_are_z_and_rotations_sparse():
    for mover in mover_tree(heft.load("zoo:puma560")).movers:
        np.testing.assert_array_equal(mover.axis, [0, 0, 1])
        assert np.all(np.isin(mover.rotation[:, 2], [-1.0, 0.0, 1.0]))
        assert zxz(mover.rotation)[0] == 0.0


@pytest.mark.parametrize("name", ["puma560", "stanford", "ur10e", "panda"])
def test_what_no_motion_shows_leaves_the_code_as_it_is(name):
    """Parameters that differ by what is not identifiable give the same numbers behind the first joint."""
    robot = heft.load(f"zoo:{name}")
    robot = replace(robot, bodies=tuple(replace(body, rotor=None) for body in robot.bodies))
    verdict = heft.identifiability(robot)
    base = verdict.reduction.reduce(robot.parameter_vector)
    other = robot.with_parameters(verdict.reduction.invert(base))
    assert np.linalg.norm(other.parameter_vector - robot.parameter_vector) > 1.0
    chains = [mover_tree(r) for r in (robot, other)]
    for tree in chains:
        regroup(tree)
    for one, two in list(zip(*(tree.movers for tree in chains), strict=True))[1:-1]:
        assert np.max(np.abs(one.pseudo - two.pseudo)) < 1e-13 * np.max(np.abs(robot.parameters))


def test_a_symmetric_hand_is_locked_to_its_wrist():
    """Its angle does not matter, so its sine is not computed."""
    robot = heft.load("zoo:stanford")
    tree = mover_tree(robot)
    regroup(tree)
    assert not tree.movers[-1].pseudo.any()
    spin = tree.spins[len(robot.rotors)]
    assert (spin.parent, spin.coordinate) == (4, 5)
    assert spin.inertia == pytest.approx(robot.parameters[-1, inertial.INDEX["Izz"]], rel=1e-12)
    assert "q[5]" not in heft.generate_code(robot).text
