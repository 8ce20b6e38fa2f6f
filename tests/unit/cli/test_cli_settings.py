"""heft.toml: options by verb, overridden by flags, and refused where they mean nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

PENDULUM = ("simulate", "zoo:double_pendulum", "--json")


def write(text: str) -> None:
    Path("heft.toml").write_text(text)


def test_options_from_the_file(heft):
    write(
        '[simulate]\nduration = 0.1\ndt = 0.01\nq0 = "elbow=1"\nqd0 = ["elbow=2", "shoulder=3"]\n'
        'gravity = [0, 0, -1.0]\nno-friction = true\nintegrator = "semi-implicit-euler"\n'
    )
    answer = heft(*PENDULUM)
    assert answer.status == 0, answer.err
    facts = json.loads(answer.out)
    assert (facts["steps"], facts["dt"], facts["friction"]) == (10, 0.01, False)
    assert facts["gravity"] == [0, 0, -1]
    assert facts["integrator"] == "semi-implicit-euler"
    assert [entry["start"] for entry in facts["q"]] == [0, 1]
    assert [entry["start"] for entry in facts["qd"]] == [3, 2]


def test_pairs_may_be_a_table(heft):
    write("[simulate]\nduration = 0.01\n[simulate.q0]\nknee = 1\n'root_joint.y' = 3.5\nroot_joint.x = 2\n")
    facts = json.loads(heft("simulate", "zoo:cheetah3_torso_leg", "--json").out)
    start = {entry["name"]: entry["start"] for entry in facts["q"]}
    assert (start["knee"], start["root_joint.x"], start["root_joint.y"]) == (1, 2, 3.5)


def test_the_flag_wins(heft):
    write("[simulate]\nduration = 0.1\ndt = 0.01\nno-friction = true\nseed = 1\n")
    facts = json.loads(heft(*PENDULUM, "--duration", 0.2, "--with-friction", "--seed", 2).out)
    assert (facts["steps"], facts["friction"], facts["seed"]) == (20, True, 2)


@pytest.mark.parametrize(
    ("setting", "flags", "gravity"),
    [
        ("gravity = [0, 0, -1]", ["--no-gravity"], [0, 0, 0]),
        ("no-gravity = true", ["--gravity", 0, 0, -2], [0, 0, -2]),
        ("no-gravity = true", [], [0, 0, 0]),
    ],
)
def test_the_flag_wins_over_its_rival(heft, setting, flags, gravity):
    write(f"[simulate]\nduration = 0.01\n{setting}\n")
    answer = heft(*PENDULUM, *flags)
    assert answer.status == 0, answer.err
    assert json.loads(answer.out)["gravity"] == gravity


def test_flags_without_value(heft):
    write("[inspect]\njson = true\nquiet = false\n")
    assert json.loads(heft("inspect", "zoo:scara").out)["robot"] == "scara"


def test_other_verbs_do_not_mind(heft):
    write("[simulate]\nduration = 1\n")
    assert heft("inspect", "zoo:scara", "-q") == (0, "", "")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[simulate", ["not TOML", "Correct it, or remove it"]),
        ("\udcff = 1", ["not TOML"]),
        ("[simulat]\ndt = 1\n", ["'simulat'", "Did you mean 'simulate'?"]),
        ("dt = 1\n", ["heft has no verb 'dt'"]),
        ("simulate = 1\n", ["'simulate' is not a table", "[simulate]"]),
        ("[simulate]\nduratoin = 1\n", ["[simulate]", "'duratoin'", "Did you mean 'duration'?"]),
        ("[simulate]\nduration = 'x'\n", ["[duration]", '"x"']),
        ("[simulate]\nduration = [1, 2]\n", ["duration"]),
        ("[simulate]\nduration = {a = 1}\n", ["duration"]),
        ("[simulate]\nduration = 1\ngravity = [0, 1]\n", ["--gravity", "expected 3 but got 2"]),
        ("[simulate]\nduration = 1\nrobot = 'zoo:scara'\n", ["heft simulate has no option 'robot'"]),
        ("[simulate]\nduration = 1\nintegrator = 'euler'\n", ["euler", "semi-implicit-euler"]),
    ],
)
def test_a_broken_file(refused, text, words):
    Path("heft.toml").write_bytes(text.encode(errors="surrogateescape"))
    line = refused("simulate", "zoo:scara")
    for word in ["heft.toml", *words]:
        assert word in line


def test_a_folder_of_that_name(refused):
    Path("heft.toml").mkdir()
    assert "heft.toml" in refused("inspect", "zoo:scara")


def test_help_needs_no_sound_file(heft):
    write("[simulate")
    assert heft("--help").status == 0
    assert heft("simulate", "--help").status == 0
    assert heft("--version").status == 0


@pytest.mark.parametrize(
    ("verb", "option"),
    [("identify", "scheduler"), ("identify", "output"), ("identify", "save-information"), ("learn", "output")],
)
def test_what_could_harm_is_taken_from_the_command_line_only(refused, verb, option):
    """A folder from a stranger has the stranger's heft.toml."""
    write(f"[{verb}]\n{option} = 'tcp://host:8786'\n")
    line = refused(verb, "zoo:scara", "run.csv")
    assert f"--{option} is taken from the command line only" in line
    assert "heft.toml" in line
