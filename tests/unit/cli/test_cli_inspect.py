"""`heft inspect`: what it says is what the robot is."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import heft as package
from heft.parameters import DISPLAY_NAMES, INDEX, from_com

SHOWN = [INDEX[name] for name in DISPLAY_NAMES]

ROBOTS = ["zoo:puma560", "zoo:panda", "zoo:stanford", "zoo:cheetah3", "zoo:cartpole", "zoo:random_tree(3, 12)"]


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("base", ["fixed", "floating"])
def test_json_is_the_robot(heft, name, base):
    answer = heft("inspect", name, "--base", base, "--json")
    assert (answer.status, answer.err) == (0, "")
    facts = json.loads(answer.out)
    robot = package.load(name, base)
    assert facts["robot"] == robot.name
    assert facts["base"] == base
    assert (facts["nq"], facts["nv"]) == (robot.nq, robot.nv)
    assert facts["gravity"] == [float(g) for g in robot.gravity]
    assert facts["parameter_order"] == list(DISPLAY_NAMES)
    assert facts["notes"] == list(robot.notes)
    assert facts["total_mass"] == pytest.approx(robot.parameters[:, 0].sum())
    assert [body["name"] for body in facts["bodies"]] == robot.body_names
    np.testing.assert_array_equal([body["parameters"] for body in facts["bodies"]], robot.parameters[:, SHOWN])
    owners = [joint for joint in facts["joints"] if joint["q"]]
    assert [joint["name"] for joint in owners] == robot.joint_names
    assert [k for joint in owners for k in joint["q"]] == list(range(robot.nq))
    assert [k for joint in owners for k in joint["v"]] == list(range(robot.nv))


@pytest.mark.parametrize("name", ROBOTS)
def test_json_bodies_add_up(heft, name):
    facts = json.loads(heft("inspect", name, "--json").out)
    names = [body["name"] for body in facts["bodies"]]
    for k, body in enumerate(facts["bodies"]):
        assert body["parent"] is None or body["parent"] in names[:k]
        again = from_com(body["mass"], body["com"], body["inertia_at_com"])
        np.testing.assert_allclose(again[SHOWN], body["parameters"], rtol=1e-12, atol=1e-14)
        np.testing.assert_allclose(sum(body["principal_moments"]), np.trace(body["inertia_at_com"]), atol=1e-12)
        assert body["physical"] == {"ok": True, "reason": "", "margin": body["physical"]["margin"]}
    assert facts["physical"]
    assert facts["n_rotors"] == sum(body["rotor"] is not None for body in facts["bodies"])


def test_infinite_limits_are_null(heft):
    joints = {joint["name"]: joint for joint in json.loads(heft("inspect", "zoo:furuta", "--json").out)["joints"]}
    assert joints["arm"]["limits"]["upper"] == pytest.approx(2.007, abs=1e-3)
    assert joints["pendulum"]["limits"] == {"lower": None, "upper": None, "velocity": None, "effort": None}
    assert joints["pendulum"]["axis"] == [1.0, 0.0, 0.0]


URDF = """<robot name="finger [bold]">
<link name="palm"/>
<link name="one"><inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="3"/></inertial></link>
<link name="two"/>
<link name="tip"><inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
<link name="bare"/>
<joint name="a" type="revolute"><parent link="palm"/><child link="one"/><axis xyz="0 0 1"/></joint>
<joint name="b" type="revolute"><parent link="one"/><child link="two"/><axis xyz="0 -1 0"/>
  <mimic joint="a" multiplier="-2" offset="0.5"/></joint>
<joint name="c" type="fixed"><parent link="two"/><child link="tip"/></joint>
<joint name="d" type="prismatic"><parent link="two"/><child link="bare"/><axis xyz="1 1 0"/></joint>
</robot>"""


def test_oddities_are_shown(heft):
    Path("finger.urdf").write_text(URDF)
    answer = heft("inspect", "finger.urdf")
    assert (answer.status, answer.err) == (0, "")
    for words in (
        "finger [bold]",
        "one  on a  revolute z",
        "two  on b  revolute -y  = -2 a + 0.5",
        "bare  on d  prismatic (1, 1, 0)",
        "no inertia given",
        "1 inertia is not physically consistent",
        "one: principal moments (1, 1, 3) kg m2 break the triangle inequality by 1",
    ):
        assert words in answer.out
    facts = json.loads(heft("inspect", "finger.urdf", "--json").out)
    assert not facts["physical"]
    one, two, bare = facts["bodies"]
    assert not one["physical"]["ok"]
    assert one["physical"]["margin"] < 0
    assert two["links"] == [{"name": "two", "mass": None}, {"name": "tip", "mass": 2.0}]
    assert not bare["inertia_given"]
    assert facts["joints"][1]["mimic"] == {"leader": "a", "multiplier": -2.0, "offset": 0.5}
    assert facts["joints"][1]["q"] == []


def test_free_mimics(heft):
    Path("finger.urdf").write_text(URDF)
    facts = json.loads(heft("inspect", "finger.urdf", "--free-mimics", "--json").out)
    assert facts["nq"] == 3
    assert facts["joints"][1]["mimic"] is None


def test_text_says_it_all(heft):
    out = heft("inspect", "zoo:tx40").out
    for words in ("fixed base", "6 bodies and 6 rotors", "rotor ×32", "coulomb", "Rotors", "Every inertia", "Notes"):
        assert words in out
    assert max(map(len, out.splitlines())) <= 100


def test_output_and_quiet(heft):
    answer = heft("inspect", "zoo:scara", "-o", "scara.json", "-q")
    assert answer == (0, "", "")
    both = heft("inspect", "zoo:scara", "-o", "again.json", "--json")
    assert Path("scara.json").read_text() == Path("again.json").read_text() == both.out


def test_an_output_link_is_followed(heft):
    Path("real.json").write_text("")
    Path("link.json").symlink_to("real.json")
    assert heft("inspect", "zoo:scara", "-o", "link.json", "-q").status == 0
    assert Path("link.json").is_symlink()
    assert json.loads(Path("real.json").read_text())["robot"] == "scara"


def test_a_xacro_file_takes_arguments_and_packages(heft, refused, folder):
    pytest.importorskip("xacro")
    (folder / "parts").mkdir()
    (folder / "parts" / "package.xml").write_text("<package><name>parts_of_arms</name></package>")
    (folder / "parts" / "macro.xacro").write_text(
        '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="mass" default="1"/></robot>'
    )
    text = """<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
      <xacro:include filename="$(find parts_of_arms)/macro.xacro"/>
      <link name="world"/><link name="arm"><inertial><mass value="$(arg mass)"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>
      <joint name="hinge" type="continuous"><parent link="world"/><child link="arm"/></joint></robot>"""
    (folder / "sub").mkdir()
    (folder / "sub" / "arm.xacro").write_text(text)
    said = refused("inspect", "sub/arm.xacro")
    assert "--package-path FOLDER" in said
    call = ("inspect", "sub/arm.xacro", "--package-path", "parts", "--json")
    assert json.loads(heft(*call, "--xacro-arg", "mass=2.5").out)["total_mass"] == 2.5
    assert "Write name=value" in refused(*call, "--xacro-arg", "mass")
    assert "Only a .xacro file takes arguments" in refused("inspect", "zoo:puma560", "--xacro-arg", "mass=2")
    assert "have no effect" in refused("inspect", "zoo:puma560", "--package-path", "parts")


def test_a_description_that_is_not_downloaded(refused, folder, monkeypatch):
    pytest.importorskip("robot_descriptions")
    monkeypatch.setenv("ROBOT_DESCRIPTIONS_CACHE", str(folder))
    assert "robot_descriptions pull ur5e_description" in refused("inspect", "ur5e_description")
