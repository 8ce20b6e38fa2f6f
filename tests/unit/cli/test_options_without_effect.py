"""Options that have no effect are refused by name, even with their default value, and wherever they are set."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import heft as library
from heft.errors import ArgumentError
from heft.estimation.columns import model_of
from heft.estimation.estimate import FORMAT
from heft.estimation.options import Options

LEARN = ("learn", "zoo:cartpole", "run.csv", "-o", "out")

BESIDE = {
    "--actuator": "stribeck",
    "--kinematics": "known",
    "--virtual": "covariance",
    "--method": "adam",
    "--initial-guess": "prior",
    "--starts": "2",
}
"""Values that a model without bodies would ignore, defaults among them."""


def check(refused, option: str, *call: object) -> None:
    said = refused(*call)
    assert f"{option} has no effect" in said
    assert "Leave " in said or "Give " in said


@pytest.mark.parametrize("option", BESIDE)
@pytest.mark.parametrize("kind", ["black-box", "linear"])
def test_models_without_actuators_and_starts(refused, folder, kind, option):
    pytest.importorskip("jax")
    check(refused, option, *LEARN, "--kind", kind, option, BESIDE[option])
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "words",
    [
        ("--loss", "torques", "--kind", "linear"),
        ("--loss", "accelerations", "--kind", "linear"),
        ("--rollout", "1", "--kind", "linear"),
        ("--seed", "0", "--kind", "linear"),
        ("--seconds", "10", "--kind", "linear"),
        ("--resume", "--kind", "linear"),
        ("--rollout", "0.5"),
        ("--rollout", "1", "--loss", "torques"),
        ("--held-out", "0.2", "--test", "other.csv"),
        ("--starts", "3", "--method", "adam"),
        ("--seed", "3"),
        ("--seed", "3", "--starts", "1", "--actuator", "viscous"),
    ],
)
def test_learning(refused, words):
    pytest.importorskip("jax")
    check(refused, words[0], *LEARN, *words)


def test_a_black_box_has_no_torques(refused):
    pytest.importorskip("jax")
    assert "has no torques" in refused(*LEARN, "--kind", "black-box", "--loss", "torques")


@pytest.mark.parametrize(
    "words",
    [
        ("--seed", "3", "--starts", "2"),
        ("--seed", "3", "--initial-guess", "random"),
        ("--seed", "3", "--actuator", "nn-friction"),
        ("--seed", "3", "--method", "adam"),
        ("--seed", "3", "--kind", "black-box"),
        ("--rollout", "1", "--loss", "rollouts"),
        ("--held-out", "0.3"),
    ],
)
def test_options_with_an_effect_are_taken(refused, words):
    """What is missing then is the log."""
    pytest.importorskip("jax")
    said = refused(*LEARN, *words)
    assert "run.csv" in said
    assert "no effect" not in said


@pytest.mark.parametrize(
    ("settings", "flags", "option"),
    [
        ('actuator = "viscous"', ["--kind", "linear"], "--actuator"),
        ('kind = "linear"\nloss = "torques"', [], "--loss"),
        ('kind = "black-box"', ["--actuator", "viscous"], "--actuator"),
    ],
)
def test_settings_of_a_file_count_too(refused, settings, flags, option):
    pytest.importorskip("jax")
    Path("heft.toml").write_text(f"[learn]\n{settings}\n")
    said = refused(*LEARN, *flags)
    assert f"{option} has no effect" in said
    assert ("heft.toml" in said) is (option not in flags)


def test_what_an_earlier_command_gave_is_forgotten(refused):
    pytest.importorskip("jax")
    check(refused, "--rollout", *LEARN, "--rollout", "1")
    assert "no effect" not in refused(*LEARN)


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "black-box", "actuator": "stribeck"},
        {"kind": "linear", "loss": "torques"},
        {"kind": "linear", "seed": 1},
        {"rollout": 0.5},
        {"seed": 1},
        {"method": "adam", "starts": 2},
    ],
)
def test_in_python(changes):
    pytest.importorskip("jax")
    with pytest.raises(ArgumentError, match=f"{list(changes)[-1]} has no effect"):
        library.learn(library.load("zoo:cartpole"), "run.csv", **changes)


def test_held_out_shares_beside_tests_in_python():
    pytest.importorskip("jax")
    with pytest.raises(ArgumentError, match="held_out has no effect"):
        library.learn(library.load("zoo:cartpole"), "run.csv", test="other.csv", held_out=0.3)


@pytest.mark.parametrize(
    ("option", "call"),
    [
        ("--held-out", ["a.csv", "b.csv", "--held-out", "0.3"]),
        ("--held-out", ["a.csv", "b.csv", "--held-out", "0.2"]),
        ("--scheduler", ["a.csv", "b.csv", "--scheduler", "tcp://127.0.0.1:9"]),
        ("--scheduler", ["a.csv", "--held-out", "0", "--scheduler", "tcp://127.0.0.1:9"]),
    ],
)
def test_identification(refused, option, call):
    check(refused, option, "identify", "zoo:double_pendulum", *call)


def test_identification_without_a_payload(refused):
    for words in (["--payload-link", "lower"], ["--payload-mass", "1"]):
        assert "no loaded run" in refused("identify", "zoo:double_pendulum", "a.csv", *words)


def test_identification_takes_what_has_an_effect(refused):
    for call in (["a.csv", "--held-out", "0.3"], ["a.csv", "b.csv", "--held-out", "0"]):
        said = refused("identify", "zoo:double_pendulum", *call)
        assert "a.csv" in said
        assert "no effect" not in said


def test_validation(refused):
    call = ("validate", "zoo:double_pendulum", "a.csv", "--all-samples")
    check(refused, "--velocity-threshold", *call, "--velocity-threshold", "0.1")


@pytest.mark.parametrize("words", [["--base", "fixed"], ["--free-mimics"], ["--ignore-loops"]])
def test_validation_of_a_result(refused, words):
    """It has its own robot; what is refused is refused before the file is read any further."""
    Path("result.json").write_text(json.dumps({"format": FORMAT}))
    for subject in ("result.json", "."):
        check(refused, words[0], "validate", subject, "a.csv", *words)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--format", ["--format", "latex", "--explain", "upper.m"]),
        ("--format", ["--format", "text", "--compare-sensors"]),
        ("--format", ["--format", "markdown", "--json"]),
        ("--format", ["--format", "markdown", "--quiet"]),
        ("--compare-sensors", ["--compare-sensors", "--explain", "upper.m"]),
    ],
)
def test_identifiability(refused, option, words):
    check(refused, option, "identifiable", "zoo:double_pendulum", *words)


def test_simulation(refused, heft):
    call = ("simulate", "zoo:double_pendulum", "--duration", "0.01", "--seed", "1", "--q0", "shoulder=1,elbow=2")
    check(refused, "--seed", *call, "--qd0", "shoulder=1,elbow=0")
    assert heft(*call, "--qd0", "shoulder=1", "--quiet").status == 0


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--quiet", ["--quiet"]),
        ("--quiet", ["--quiet", "-o", "-"]),
        ("--output", ["--json", "-o", "-"]),
    ],
)
def test_export(refused, option, words):
    check(refused, option, "export", "zoo:double_pendulum", *words)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("identify", "zoo:ur10e", "run.csv", "--payload"), "No path follows it"),
        (("payload", "zoo:ur10e", "run.csv", "--unloaded"), "No path follows it"),
        (("learn", "zoo:cartpole", "run.csv", "-o", "out", "--test"), "No path follows it"),
        (("check", "zoo:ur10e", "run.csv", "--cutoff", "5,,6"), "'' is not a number"),
    ],
)
def test_options_without_a_value_are_refused(refused, words, said):
    assert said in refused(*words)


@pytest.mark.parametrize("gears", [{"elbow": 1.0}, {"elbow": 1.0, "wrist1": 0.0}])
def test_a_motor_that_turns_with_one_joint_is_not_coupled(gears):
    with pytest.raises(ArgumentError, match="turns with two joints or more"):
        model_of(library.load("zoo:ur10e"), couplings=[gears])


@pytest.mark.parametrize("name", ["friction", "sensors"])
def test_names_that_are_empty_are_refused(name):
    with pytest.raises(ArgumentError, match="Write none to leave"):
        Options(**{name: ""})
    Options(**{name: "none"})
