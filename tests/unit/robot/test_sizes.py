"""Large robot files: read in time that grows with their size and not with its square, or refused with a sentence.

Each of these took minutes or gigabytes where a reader compared everything with everything.
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

import heft
from heft.bounds import MOST_BODIES as ROBOT_BODIES
from heft.errors import ArgumentError, FormatError
from heft.identifiability.question import MOST_BODIES
from heft.robot.model import Robot
from heft.robot.placement import MOST_STEPS


def chain(n: int, kind: str = "revolute", inside: str = "") -> str:
    """Return a URDF of n links of 1 kg in a row, 1 m apart; `{before}` stands for the joint before."""
    parts = ['<robot name="chain"><link name="l0"/>']
    for k in range(1, n + 1):
        more = inside.format(before=f"j{k - 1}") if k > 1 else ""
        parts.append(
            f'<link name="l{k}"><inertial><mass value="1"/><inertia/></inertial></link>'
            f'<joint name="j{k}" type="{kind if k > 1 else "revolute"}"><parent link="l{k - 1}"/><child link="l{k}"/>'
            f'<origin xyz="1 0 0"/>{more}</joint>'
        )
    return "".join([*parts, "</robot>"])


def load(tmp_path: Path, content: str, name: str = "r.urdf") -> Robot:
    (tmp_path / name).write_text(content)
    return heft.load(str(tmp_path / name))


def test_a_chain_of_mimics_is_followed_once(tmp_path: Path):
    robot = load(tmp_path, chain(2000, inside='<mimic joint="{before}" multiplier="-1" offset="2"/>'))
    assert robot.nv == 1
    last = robot.bodies[-1].joint.mimic
    assert last is not None
    assert (last.leader, float(last.multiplier), float(last.offset)) == ("j1", -1.0, 2.0)


def test_chains_of_mimics_compose_exactly(tmp_path: Path):
    robot = load(tmp_path, chain(5, inside='<mimic joint="{before}" multiplier="0.1" offset="0.3"/>'))
    last = robot.bodies[-1].joint.mimic
    assert last is not None
    assert last.multiplier.rational == Fraction(1, 10**4)
    assert last.offset.rational == Fraction(3333, 10**4)


@pytest.mark.parametrize(
    ("multiplier", "complaint"),
    [("0.123456789", "more than 1000 digits"), ("1000", "is larger than"), ("0.001", "small")],
)
def test_a_chain_of_mimics_that_ends_out_of_bounds(multiplier: str, complaint: str, tmp_path: Path):
    with pytest.raises(FormatError, match=rf"joint 'j\d+': Along its chain of mimics, the \w+ .*{complaint}"):
        load(tmp_path, chain(500, inside=f'<mimic joint="{{before}}" multiplier="{multiplier}"/>'))


def test_a_cycle_of_many_mimics_is_named_in_a_line(tmp_path: Path):
    content = chain(2000, inside='<mimic joint="{before}"/>')
    first = '<joint name="j1" type="revolute">'
    with pytest.raises(FormatError, match="form a cycle: j1 -> j2000 -> j1999") as caught:
        load(tmp_path, content.replace(first, f'{first}<mimic joint="j2000"/>'))
    assert len(str(caught.value)) < 400


def test_fixed_links_in_a_row(tmp_path: Path):
    robot = load(tmp_path, chain(MOST_STEPS, "fixed"))
    assert robot.parameters[0, 0] == MOST_STEPS
    assert robot.bodies[0].links[-1].placement.translation[0] == MOST_STEPS - 1
    with pytest.raises(FormatError, match=f"joint 'j{MOST_STEPS + 2}': It is the end of more than {MOST_STEPS} fixed"):
        load(tmp_path, chain(3 * MOST_STEPS, "fixed"))


def test_a_loop_of_many_links_is_named_in_a_line(tmp_path: Path):
    content = chain(2000).replace('<parent link="l0"/>', '<parent link="l2000"/>')
    with pytest.raises(FormatError, match=r"The links form a loop: .* more") as caught:
        load(tmp_path, content)
    assert len(str(caught.value)) < 400


def test_a_long_chain_is_a_robot_but_not_analysed(tmp_path: Path):
    bodies = [
        {"name": f"b{k}", "parent": f"b{k - 1}" if k else None, "joint": {"type": "revolute"}}
        for k in range(MOST_BODIES + 1)
    ]
    data = {"format": "heft-mechanism/1", "name": "long", "bodies": bodies}
    robot = load(tmp_path, json.dumps(data), "r.json")
    assert robot.n_bodies == MOST_BODIES + 1
    with pytest.raises(ArgumentError, match=f"has {MOST_BODIES + 1} bodies"):
        heft.identifiability(robot)


def test_many_transforms_in_one_placement(tmp_path: Path):
    body = {"name": "b", "joint": {"type": "revolute"}, "placement": [{"xyz": [1, 0, 0]}] * MOST_STEPS}
    data = {"format": "heft-mechanism/1", "name": "long", "bodies": [body]}
    assert load(tmp_path, json.dumps(data), "r.json").bodies[0].placement.translation[0] == MOST_STEPS
    body["placement"] *= 2
    with pytest.raises(FormatError, match="placement: a placement has at most 1000 transforms, not 2000"):
        load(tmp_path, json.dumps(data), "r.json")


def test_many_keys(tmp_path: Path):
    data = {"format": "heft-mechanism/1", "name": "a", "bodies": []} | {f"key{k}": k for k in range(200_000)}
    with pytest.raises(FormatError, match="Unknown key 'key0'"):
        load(tmp_path, json.dumps(data), "r.json")
    twice = json.dumps(data).replace("key199999", "key0")
    with pytest.raises(FormatError, match="the key 'key0' stands twice"):
        load(tmp_path, twice, "r.json")


@pytest.mark.parametrize("key", ["a" + ".a" * 10**5, "[a" + " . a" * 10**5 + "]\nx", "x = {a" + '."b"' * 10**5])
def test_a_key_of_many_parts(key: str, tmp_path: Path):
    """The parser of TOML takes time in the square of a dotted key's length."""
    with pytest.raises(FormatError, match="This is not TOML: a key has more than 64 parts"):
        load(tmp_path, f"{key} = 1", "r.toml")


@pytest.mark.parametrize("word", ["1" * 10**6, "1" * 10**6 + "x", "." * 10**6, "1/" * 10**5, " " * 10**6 + "x"])
def test_long_words(word: str, tmp_path: Path):
    gravity = {"format": "heft-mechanism/1", "name": "a", "bodies": [], "gravity": [word, 0, 0]}
    with pytest.raises(FormatError) as caught:
        load(tmp_path, json.dumps(gravity), "r.json")
    assert len(str(caught.value)) < 600
    with pytest.raises(FormatError) as caught:
        load(tmp_path, chain(1).replace('"1 0 0"', f'"{word} 0 0"'))
    assert len(str(caught.value)) < 600


def test_many_ties_between_joints_of_an_mjcf(tmp_path: Path):
    pytest.importorskip("mujoco")
    inertial = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
    bodies = "".join(f'<body name="b{k}"><joint name="j{k}"/>{inertial}</body>' for k in range(300))
    ties = "".join(f'<joint joint1="j{k + 1}" joint2="j{k}" polycoef="1 -1 0 0 0"/>' for k in reversed(range(299)))
    robot = load(tmp_path, f"<mujoco><worldbody>{bodies}</worldbody><equality>{ties}</equality></mujoco>", "r.xml")
    last = robot.bodies[-1].joint.mimic
    assert last is not None
    assert (last.leader, float(last.multiplier), float(last.offset)) == ("j0", -1.0, 1.0)


BODY = '<body><joint/><geom size="1"/></body>'


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("r.urdf", chain(ROBOT_BODIES + 1), f"{ROBOT_BODIES + 2} links"),
        ("r.json", json.dumps({"format": "heft-mechanism/1", "bodies": [{}] * 99_999}), "99999 bodies"),
        ("r.xml", f"<mujoco><worldbody>{BODY * (ROBOT_BODIES + 1)}</worldbody></mujoco>", f"{ROBOT_BODIES + 1} bodies"),
        (
            "r.xml",
            f'<mujoco><worldbody><replicate count="1000"><replicate count="900000">{BODY}</replicate></replicate>'
            "</worldbody></mujoco>",
            "900000000 bodies",
        ),
        (
            "r.xml",
            '<mujoco><worldbody><body><joint/><geom size="1"/><composite type="grid" count="900 900 900"/></body>'
            "</worldbody></mujoco>",
            "729000001 bodies",
        ),
    ],
    ids=["urdf", "mechanism", "mjcf", "replicate", "composite"],
)
def test_more_bodies_than_any_machine_has_are_refused_before_they_are_made(name, content, what, tmp_path: Path):
    with pytest.raises(FormatError, match=rf"It has {what}; a robot with more than {ROBOT_BODIES} is not read"):
        load(tmp_path, content, name)


def test_robots_made_in_python_obey_the_same_bound():
    robot = heft.load("zoo:planar_n(2)")
    bodies = [replace(robot.bodies[0], name=f"b{k}", parent=-1) for k in range(ROBOT_BODIES + 1)]
    with pytest.raises(FormatError, match=f"It has {ROBOT_BODIES + 1} bodies"):
        replace(robot, bodies=tuple(bodies))


@pytest.mark.parametrize("name", ["planar_n(999999999)", "planar_n(0)", "random_tree(1, 999999999)"])
def test_robots_of_the_zoo_have_a_size(name):
    with pytest.raises(ArgumentError, match=rf"'n' of .*a whole number from 1 to {ROBOT_BODIES}"):
        heft.load(f"zoo:{name}")
