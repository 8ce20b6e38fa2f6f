"""A robot as text: everything is there, and nothing is wider than the terminal."""

from __future__ import annotations

import pytest

from heft.parameters import is_physical
from heft.report.inspection import all_parameters, robot_facts
from heft.report.tables import describe
from heft.robot import zoo
from heft.robot.formats.mechanism.read import from_dict
from heft.robot.load import load

ROBOTS = [*zoo.names(), "planar_n(40)", "random_tree(5, 30)"]


@pytest.mark.parametrize("name", ROBOTS)
def test_every_name_is_there(name):
    robot = zoo.named(name)
    text = describe(robot)
    assert all(body in text for body in robot.body_names)
    assert all(joint in text for joint in robot.joint_names)
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("width", [40, 80, 200])
def test_other_widths(width):
    assert max(map(len, describe(zoo.named("tx40"), width).splitlines())) <= width


def test_a_very_deep_tree_runs_straight_down():
    lines = [line for line in describe(zoo.named("planar_n(40)")).splitlines() if " on " in line]
    assert len(lines) == 40
    assert lines[39].startswith("    ↓ link40")
    shallow = [line for line in describe(zoo.named("planar_n(10)")).splitlines() if " on " in line]
    assert shallow[9].startswith(" " * 36 + "└── link10")


def one_body(**changes: object) -> dict[str, object]:
    body = {"name": "b", "joint": {"type": "helical", "pitch": "1/10"}, **changes}
    return {"format": "heft-mechanism/1", "name": "m", "bodies": [body]}


def test_a_helical_joint_tells_its_pitch():
    text = describe(from_dict(one_body()))
    assert "helical z, 0.1 m/rad" in text
    assert "no inertia given" in text
    assert "1 body has none" in text


def test_an_impossible_rotor_is_named():
    rotor = {"ratio": 9, "inertia": {"mass": 1, "about_com": [1, 1, 3]}}
    robot = from_dict(one_body(rotor=rotor, inertia={"mass": -1}))
    text = describe(robot)
    assert "2 inertias are not physically consistent" in text
    assert "✗ b: the mass is negative (-1 kg)" in text
    assert "✗ rotor of b: principal moments" in text
    facts = robot_facts(robot)
    assert not facts["physical"]
    assert not facts["bodies"][0]["rotor"]["physical"]["ok"]
    assert [bool(is_physical(ten)) for ten in all_parameters(robot)] == [False, False]


def test_limits_friction_and_armature_are_shown_where_given():
    text = describe(load("zoo:cartpole"))
    assert "armature" in text
    assert "viscous" in text
    plain = describe(load("zoo:puma560"))
    assert "No limits, no friction, no armature given." in plain
    assert "viscous" not in plain
