"""Every numeric option of every verb, with values that nobody means: an answer or a sentence, never a traceback.

The options come from the verbs themselves, so that a new one is tried too.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from support.motions import wave

import heft as library
from heft.cli import VERBS
from heft.cli.app import app
from heft.cli.numbers import takes_numbers

NONSENSE = ("nan", "inf", "-inf", "", "word", "1e999", "1_")
"""What is not a number that an option could take."""

ODD = ("-1", "0", "1e308", "-1e-300")
"""Numbers that some options take and others refuse."""

CALLS = {
    "inspect": ["zoo:double_pendulum"],
    "identifiable": ["zoo:double_pendulum"],
    "minimal": ["zoo:puma560"],
    "import": ["run.csv", "-o", "imported.csv"],
    "excite": ["zoo:double_pendulum", "--search-seconds", "0.01"],
    "check": ["zoo:double_pendulum", "run.csv", "--friction", "viscous"],
    "identify": ["zoo:double_pendulum", "run.csv", "--friction", "viscous"],
    "payload": ["zoo:double_pendulum", "run.csv", "--unloaded", "other.csv", "--friction", "viscous"],
    "validate": ["zoo:double_pendulum", "run.csv"],
    "learn": ["zoo:double_pendulum", "nowhere.csv", "-o", "out"],
    "simulate": ["zoo:double_pendulum"],
    "export": ["zoo:double_pendulum", "-o", "code.c"],
}
"""How each verb is called but for the option; those of `learn` end where the log is missing, before anything compiles.
What is left out here has no option that is a number."""

BESIDE = {
    "--error-bound": ["--prior", "entropic"],
    "--payload-mass": ["--payload", "other.csv"],
    "--rollout": ["--loss", "rollouts"],
    "--starts": ["--method", "lm"],
}
"""What an option has an effect with."""


SHORT = ["--duration", "0.01"]


def numbers(verb: str) -> Iterator[tuple[str, int]]:
    """Yield the options of a verb that take numbers, and how many each takes."""
    for argument in app[verb].assemble_argument_collection():
        names = [name for name in argument.names if name.startswith("--")]
        if names and takes_numbers(argument):
            yield names[0], max(argument.token_count()[0], 1)


CASES = [(verb, *each) for verb in VERBS if verb in CALLS for each in numbers(verb)]
NAMES = [f"{verb} {option}" for verb, option, _ in CASES]


@pytest.fixture(scope="module")
def logs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("numbers")
    robot = library.load("zoo:double_pendulum")
    for name, seed in (("run.csv", 1), ("other.csv", 2)):
        q, qd, qdd = wave(robot, seed, 500, 100.0, 0.5)
        noise = 1e-3 * np.random.default_rng(seed).standard_normal(q.shape)
        tau = library.inverse_dynamics(robot, q, qd, qdd) + noise
        library.Log(np.arange(500) / 100.0, tuple(robot.joint_names), q, effort=tau).write(folder / name)
    return folder


@pytest.fixture
def called(heft, logs):
    for name in ("run.csv", "other.csv"):
        Path(name).write_bytes((logs / name).read_bytes())

    def call(verb: str, option: str, count: int, value: str):
        beside = [*BESIDE.get(option, []), *(SHORT if verb == "simulate" and option != "--duration" else [])]
        words = [f"{option}={value}"] if count == 1 else [option, *[value] * count]
        return heft(verb, *CALLS[verb], *beside, *words)

    return call


def in_words(answer) -> None:
    """Check a refusal: exit code 2, and one line on standard error."""
    assert answer.status == 2, answer
    assert answer.err.startswith("heft: ")
    assert answer.err.count("\n") == 1
    assert "Traceback" not in answer.err
    assert len(answer.err) < 600


def test_every_verb_with_a_number_is_called():
    assert {verb for verb in VERBS if [*numbers(verb)]} <= {*CALLS}
    assert len(CASES) > 40


@pytest.mark.parametrize(("verb", "option", "count"), CASES, ids=NAMES)
def test_nonsense_is_refused_in_words(called, verb, option, count):
    for value in NONSENSE:
        answer = called(verb, option, count, value)
        in_words(answer)
        assert "nowhere.csv" not in answer.err, f"{value} was taken"


@pytest.mark.parametrize(("verb", "option", "count"), CASES, ids=NAMES)
def test_odd_numbers_are_answered_or_refused_in_words(called, verb, option, count):
    for value in ODD:
        answer = called(verb, option, count, value)
        if answer.status == 2:
            in_words(answer)
        else:
            assert answer.status in (0, 1)
            assert answer.err == ""


@pytest.mark.parametrize("value", ["-1", "0", "nan", "inf", "-inf"])
def test_a_payload_without_a_mass_is_refused(called, value):
    answer = called("identify", "--payload-mass", 1, value)
    in_words(answer)
    words = "mass of the payload" if value in ("-1", "0") else "--payload-mass is"
    assert words in answer.err


TEXTS = (
    ("identify", "--spring", "shoulder={},0.2,1.5"),
    ("identify", "--spring", "shoulder=0.5,0.2,{}"),
    ("identify", "--coupling", "shoulder=1,elbow={}"),
    ("identify", "--controller", "elbow={},8"),
    ("identify", "--lock", "elbow={}"),
    ("inspect", "--lock", "shoulder=0,elbow={}"),
    ("simulate", "--q0", "shoulder=1,elbow={}"),
    ("simulate", "--qd0", "elbow={}"),
    ("excite", "--lower", "{}"),
    ("excite", "--upper", "elbow={}"),
    ("excite", "--velocity", "{}"),
    ("excite", "--acceleration", "shoulder=1,elbow={}"),
    ("excite", "--jerk", "{}"),
    ("excite", "--effort", "{}"),
    ("excite", "--noise", "{}"),
    ("excite", "--q0", "elbow={}"),
    ("excite", "--coupling", "shoulder={},elbow=1"),
    ("import", "--samples", "0:{}"),
    ("learn", "--actuator", "motor({},8)"),
    ("learn", "--actuator", "elbow=motor(0.04,{})"),
)
"""Options whose values are texts with numbers in them."""


@pytest.mark.parametrize("value", ["nan", "-inf", "1e50", "1e-200", "9" * 1200], ids=lambda value: value[:6])
@pytest.mark.parametrize(("verb", "option", "text"), TEXTS)
def test_numbers_inside_texts_are_bounded_too(called, verb, option, text, value):
    answer = called(verb, option, 1, text.format(value))
    in_words(answer)
    assert answer.err.startswith(f"heft: {option} is ")
