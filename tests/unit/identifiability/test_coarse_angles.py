"""Angles that a file rounds to two or three decimals are named where the count of base parameters depends on them."""

from __future__ import annotations

import pytest

import heft
from heft.estimation.findings.rounded_angles import rounded_angles

LINK = (
    '<link name="{0}"><inertial><mass value="1"/>'
    '<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>'
)
JOINT = (
    '<joint name="{1}" type="continuous"><parent link="{0}"/><child link="{1}"/><axis xyz="0 0 1"/>'
    '<origin xyz="0.3 0 0.1" rpy="{2}"/></joint>'
)


def arm(tmp_path, *angles):
    """A chain whose axes are turned by angles about x, as a file spells them."""
    names = ["base", *(f"joint{k}" for k in range(1, len(angles) + 1))]
    joints = [JOINT.format(*names[k : k + 2], f"{angle} 0 0") for k, angle in enumerate(angles)]
    path = tmp_path / "arm.urdf"
    path.write_text(f'<robot name="arm">{"".join(map(LINK.format, names))}{"".join(joints)}</robot>')
    return heft.load(path)


@pytest.mark.parametrize(("spelled", "snap"), [("3.142", "0.001"), ("3.14", "0.01"), ("-3.142", "0.001")])
def test_an_angle_that_is_rounded_is_named(tmp_path, spelled, snap):
    """The arm hangs, and taken literally its first axis is not vertical."""
    robot = arm(tmp_path, spelled, "0")
    meant = heft.identifiability(robot, snap=float(snap))
    literal = heft.identifiability(robot)
    assert literal.n_base > meant.n_base
    (warning,) = literal.warnings
    assert spelled in warning
    assert "'joint1'" in warning
    assert f"{literal.n_base} base parameters, otherwise {meant.n_base}" in warning
    assert f"--snap {snap}" in warning
    assert not any("seems to be" in each for each in meant.warnings)
    assert list(rounded_angles(robot)) == [warning]


def test_the_counts_are_those_of_the_question(tmp_path):
    """Without gravity, it does not matter that the first axis is not vertical."""
    assert heft.identifiability(arm(tmp_path, "3.142", "0"), gravity=False).warnings == ()


@pytest.mark.parametrize("spelled", ["3.1416", "3.1", "3.2", "0.3", "0.52", "3.1422"])
def test_angles_that_are_snapped_or_not_rounded_are_not(tmp_path, spelled):
    """0.52 is pi/6 with two decimals, and a likely angle by itself; 3.1422 is not pi with four."""
    assert list(rounded_angles(arm(tmp_path, spelled, "0"))) == []


def test_an_angle_on_which_nothing_depends_is_not_named(tmp_path):
    """The second axis of a hanging arm is horizontal, nearly or not."""
    assert list(rounded_angles(arm(tmp_path, "0", "1.571"))) == []
