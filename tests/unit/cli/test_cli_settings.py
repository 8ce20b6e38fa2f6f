"""heft.toml: options by verb, overridden by flags, and refused where they mean nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cyclopts import App

from heft.cli import VERBS
from heft.cli.app import app
from heft.cli.settable import declared, is_harmless, settable

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


OPTIONS = {
    (verb, name): argument
    for verb in VERBS
    for argument in app[verb].assemble_argument_collection(default_parameter=app.default_parameter)
    for name in argument.names
    if name.startswith("--")
}
"""Every option of every verb."""

DECLARED = {key: argument for key, argument in OPTIONS.items() if not is_harmless(argument.hint)}
"""Those whose value is a text or a path: it could name a file, an address or a program."""

REFUSED = [key for key, argument in OPTIONS.items() if settable(argument).refusal]


@pytest.mark.parametrize(("verb", "option"), DECLARED)
def test_every_text_and_path_declares_whether_the_file_may_set_it(verb, option):
    assert declared(DECLARED[verb, option]) is not None, "Declare PLAIN, or why not, in its Annotated[...]"


@pytest.mark.parametrize(
    ("verb", "option"),
    [
        *((verb, "--output") for verb in VERBS),
        *[("identify", "--save-information"), ("report", "--rerun"), ("export", "--header")],
        *[("identify", "--scheduler"), ("inspect", "--xacro-arg"), ("import", "--robot")],
        *((verb, "--package-path") for verb in VERBS if verb not in ("report", "zoo", "demo", "warm-up")),
    ],
)
def test_what_writes_runs_or_redirects_is_declared_so(verb, option):
    assert (verb, option) in REFUSED


def sample(*, file: Path | None = None, texts: list[str] | None = None, on: bool = False, speed: float = 0.0) -> None:
    """A verb whose options declare nothing."""


def test_an_option_that_declares_nothing_is_refused_if_it_could_name_anything():
    found = {
        each.names[0]: settable(each).refusal for each in App(default_command=sample).assemble_argument_collection()
    }
    assert {name for name, refusal in found.items() if refusal} == {"--file", "--texts"}


@pytest.mark.parametrize(("verb", "option"), REFUSED)
def test_what_could_harm_is_taken_from_the_command_line_only(refused, verb, option):
    """A folder from a stranger has the stranger's heft.toml."""
    name = option.removeprefix("--")
    write(f"[{verb}]\n{name} = 'tcp://host:8786'\n")
    line = refused(verb, *([] if verb in ("zoo", "demo") else ["zoo:scara"]), "-o", "out.json")
    assert f"{option} is taken from the command line only" in line
    assert "heft.toml" in line
    assert f"give {option} on the command line" in line


def test_the_command_line_does_not_lift_the_refusal(refused):
    write("[inspect]\npackage-path = ['elsewhere']\n")
    assert "--package-path" in refused("inspect", "zoo:scara", "--package-path", "here")


def test_plain_texts_and_files_that_are_read_may_be_set(heft):
    write("[inspect]\nlock = 'joint2=0.1'\n[excite]\nscene = 'missing.toml'\n")
    assert heft("inspect", "zoo:scara", "-q").status == 0
    assert "missing.toml" in heft("excite", "zoo:scara").err
