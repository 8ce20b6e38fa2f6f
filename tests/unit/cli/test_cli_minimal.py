"""`heft minimal`: what it prints is the set."""

from __future__ import annotations

import json

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
