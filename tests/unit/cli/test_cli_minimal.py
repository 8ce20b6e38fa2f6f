"""`heft minimal`: what it prints is the set."""

from __future__ import annotations

import json

import pytest

import heft as package
from heft import minimal


def test_json_is_the_set(heft):
    answer = heft("minimal", "zoo:puma560", "--json")
    assert (answer.status, answer.err) == (0, "")
    assert json.loads(answer.out) == json.loads(json.dumps(minimal.combinations(package.load("zoo:puma560")).to_dict()))


def test_text_names_every_combination(heft):
    answer = heft("minimal", "zoo:scara")
    assert (answer.status, answer.err) == (0, "")
    for name in minimal.combinations(package.load("zoo:scara")).names:
        assert name in answer.out
    assert "8 combinations of 40" in answer.out
    assert "multiplications" in answer.out


def test_output_and_quiet(heft, folder):
    answer = heft("minimal", "zoo:scara", "-o", "set.json", "--quiet")
    assert (answer.status, answer.out, answer.err) == (0, "", "")
    assert json.loads((folder / "set.json").read_text())["n_combinations"] == 8


def test_a_tree_is_refused_by_joint(refused):
    line = refused("minimal", "zoo:cheetah3")
    assert "joint 'root_joint'" in line
    assert "heft identifiable" in line


@pytest.mark.parametrize(
    ("joint", "words"),
    [
        ({"type": "spherical"}, "It is spherical"),
        ({"type": "helical", "pitch": "1/10"}, "It is helical"),
        ({"type": "fixed"}, "It is fixed"),
        ({"type": "revolute", "mimic": {"joint": "arm"}}, "It follows joint 'arm'"),
    ],
    ids=lambda value: value["type"] if isinstance(value, dict) else "",
)
def test_joints_out_of_reach_are_named(refused, folder, joint, words):
    data = package.load("zoo:furuta").to_dict()
    data["bodies"][1]["joint"] = joint | {"name": "wrist"}
    (folder / "odd.json").write_text(json.dumps(data))
    line = refused("minimal", "odd.json")
    assert "joint 'wrist'" in line
    assert words in line
    assert "`heft identifiable` accepts any robot" in line


def test_a_branch_is_named(refused, folder):
    data = package.load("zoo:planar_n(3)").to_dict()
    data["bodies"][2]["parent"] = data["bodies"][0]["name"]
    (folder / "fork.json").write_text(json.dumps(data))
    line = refused("minimal", "fork.json")
    assert f"joint '{data['bodies'][2]['joint']['name']}'" in line
    assert "branches" in line
    assert "`heft identifiable` accepts any robot" in line


def test_rotors_are_left_out_and_said_to_be(heft):
    assert "rotors and armatures are ignored" in heft("minimal", "zoo:stanford").out
