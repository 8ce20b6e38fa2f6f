"""What an editor and a type checker know of the public names: which there are, their arguments and their types."""

from __future__ import annotations

import inspect
import json
import os
import re
import subprocess
import sys
import typing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import heft
from heft.estimation.excitation import Excitation
from heft.estimation.options import OptionChanges, Options
from heft.estimation.residuals import Residuals, Validation
from heft.excitation.design import Design, DesignChanges
from heft.identifiability.verdict import Verdict
from heft.learning.course import FitPlan
from heft.learning.learn import LearningChanges, LearningOptions

SOURCE = Path(heft.__file__).parents[1]
FUNCTIONS = {
    name: inspect.unwrap(getattr(heft, name))
    for name in heft.__all__
    if inspect.isfunction(inspect.unwrap(getattr(heft, name)))
}
CLASSES = {name: getattr(heft, name) for name in heft.__all__ if inspect.isclass(getattr(heft, name))}
BARE = (dict, list, tuple, object, typing.Mapping, typing.Sequence)
RESULTS = {kind.__name__: kind for kind in (Excitation, Residuals, Validation, Verdict)}

CALLS = """
import heft
from heft.excitation.motion_limits import Stated

robot = heft.load("arm.urdf", base="fixed")
robot = heft.load("arm.urdf", bse="fixed")  # error
limits: Stated = {"velocity": 1.0, "lower": {"elbow": -1.0}}
plan = heft.excite(robot, duration=3, joints=["elbow"], limits=limits, after=["motion"], starts=1)
heft.excite(robot, duraton=3)  # error
heft.excite(robot, duration="3")  # error
heft.excite(robot, heft.Design(duration=3.0), seed=0.5)  # error
found = heft.identify(robot, ["a.csv", "b.csv"], friction="viscous,coulomb", held_out=0.1, loaded="c.csv")
heft.identify(robot, "a.csv", estimtor="huber")  # error
heft.identify(robot, "a.csv", estimator=3)  # error
heft.identify(robot, "a.csv", cleaning={"order": 4})  # error
heft.check(robot, "a.csv", friction={"elbow": ["viscous"], "*": []}, cleaning=heft.Cleaning(order=3))
heft.check(robot, "a.csv", armture=True)  # error
heft.payload(found, "c.csv", payload_link="hand")
heft.payload(robot, "c.csv", unloaded="a.csv", payload_lnk="hand")  # error
heft.learn(robot, "a.csv", actuator="viscous", seed=3, rate=1e-3, rollout=0.5)
heft.learn(robot, "a.csv", actuater="viscous")  # error
heft.learn(robot, "a.csv", starts="many")  # error
heft.identifiability(robot, gravity=False, method="exact").n_base
heft.identifiability(robot, metod="exact")  # error
heft.validate(found, "a.csv", all_samples=True).overall.relative_percent
heft.validate(robot, "a.csv", all_sample=True)  # error
heft.validate(1, "a.csv")  # error
heft.simulate(robot, 1.0, dt=1e-3, integrator="rk4")
heft.simulate(robot, 1.0, dt="1 ms")  # error
heft.fit([[1.0]], [1.0], estimator="ordinary").deviation
heft.fit([[1.0]], [1.0], scale=[1.0])  # error
velocity: float = plan.peaks()[0]["velocity"]
velocity = plan.peaks()[0]["speed"]  # error
seed: int | None = plan.options.get("seed")
path: str | None = found.provenance["robot"]["path"]
version: str = found.provenance["versions"]  # error
bias: float = heft.payload(found, "c.csv", wrench="ft.csv").provenance.get("bias", {})["fz"]["value"]
learned: heft.Learned = heft.learn(robot, "a.csv")
rms: float = found.validate("a.csv", payload=True).overall.rmse
"""


EXAMPLES = re.compile(r"^ *>>> (.*)$", re.MULTILINE)
PRELUDE = """
import heft
robot = quadruped = heft.load("arm.urdf")
q, qd, qdd = robot.random_state(0)
tau = qdd
"""


def errors(tmp_path: Path, code: str) -> dict[str, str]:
    """Return what a type checker says, by line."""
    pytest.importorskip("pyright", reason="pyright is not installed")
    (tmp_path / "calls.py").write_text(code, encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [str(SOURCE)], "include": ["calls.py"]}))
    answer = subprocess.run(
        [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "--project", str(tmp_path)],
        capture_output=True,
        text=True,
        env=os.environ | {"PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"},
        check=False,
    )
    found = json.loads(answer.stdout)["generalDiagnostics"]
    return {code.splitlines()[each["range"]["start"]["line"]]: each["message"] for each in found}


def test_a_type_checker_knows_every_keyword(tmp_path: Path) -> None:
    refused = errors(tmp_path, CALLS)
    assert {line: said for line, said in refused.items() if not line.endswith("# error")} == {}
    assert {line for line in CALLS.splitlines() if line.endswith("# error")} == {*refused}


def test_functions_show_how_they_are_called(tmp_path: Path) -> None:
    """Those of the dynamics take the arguments of `inverse_dynamics`, which shows them."""
    examples = {name: EXAMPLES.findall(function.__doc__ or "") for name, function in FUNCTIONS.items()}
    of_dynamics = {name for name, function in FUNCTIONS.items() if function.__module__ == "heft.dynamics.api"}
    assert {name for name, found in examples.items() if not found} <= of_dynamics - {"inverse_dynamics"}
    lines = [line for found in examples.values() for line in found]
    assert all(f"heft.{name}(" in line for name, found in examples.items() for line in found)
    assert errors(tmp_path, PRELUDE + "\n".join(f"_ = {line}" for line in lines)) == {}


@pytest.mark.parametrize(
    ("changes", "records"),
    [(OptionChanges, (Options,)), (DesignChanges, (Design,)), (LearningChanges, (LearningOptions, FitPlan))],
    ids=lambda given: getattr(given, "__name__", None),
)
def test_changes_are_the_fields_of_the_options(changes: type, records: tuple[type, ...]) -> None:
    fields = [typing.get_type_hints(record) for record in records]
    assert sum(map(len, fields)) == len(typing.get_type_hints(changes))
    assert typing.get_type_hints(changes) == {name: kind for each in fields for name, kind in each.items()}
    assert not changes.__required_keys__  # type: ignore[attr-defined]


def vague(hint: Any, json_object: bool) -> bool:
    """Return whether a type is, or is made of, Any.

    The types of numpy are as numpy has them, with Any in them. What is read from JSON is a mapping from names to
    anything.
    """
    if hint is Any:
        return True
    if typing.get_origin(hint) is typing.Unpack:
        return any(vague(each, json_object) for each in typing.get_type_hints(typing.get_args(hint)[0]).values())
    if json_object and typing.get_args(hint) == (str, Any):
        return False
    module = getattr(typing.get_origin(hint) or hint, "__module__", "")
    return not module.startswith("numpy") and any(vague(each, json_object) for each in typing.get_args(hint))


class Unloaded(type):
    """Of what stands for modules and classes that type checkers alone import."""

    def __getattr__(cls, name: str) -> type:
        return cls if name[0].isalpha() else super().__getattribute__(name)


def hints(function: Callable[..., Any]) -> dict[str, Any]:
    """Return the types of a function."""
    unloaded: dict[str, Any] = {}
    while True:
        try:
            return typing.get_type_hints(function, localns=unloaded)
        except NameError as error:
            name = str(error.name)
            unloaded[name] = Unloaded(name, (), {})


def members(kind: type) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield what a class defines under public names, as functions."""
    for owner in (each for each in kind.__mro__ if each.__module__.startswith("heft")):
        for name, value in vars(owner).items():
            function = getattr(value, "__func__", getattr(value, "fget", getattr(value, "func", value)))
            if not name.startswith("_") and inspect.isfunction(function):
                yield f"{kind.__name__}.{name}", function


def test_every_argument_has_a_type() -> None:
    """Options of functions have no Any; arguments of methods may be objects of JSON, as `from_dict` reads them."""
    vague_ones = []
    of_classes = [pair for kind in (*CLASSES.values(), *RESULTS.values()) for pair in members(kind)]
    for name, function in (*FUNCTIONS.items(), *of_classes):
        known = hints(function)
        arguments = [each for each in inspect.signature(function).parameters if each not in ("self", "cls")]
        json_object = name.endswith(".from_dict")
        vague_ones += [f"{name}({each})" for each in arguments if vague(known.get(each, Any), json_object)]
        vague_ones += [f"{name} returns nothing known"] if "return" not in known else []
    assert vague_ones == []


def test_results_have_types() -> None:
    """What `to_dict` returns is for JSON."""
    vague_ones = []
    for kind in (heft.Estimate, heft.Plan, heft.Payload, heft.LinearFit, *RESULTS.values()):
        returned = {name: hints(function).get("return", Any) for name, function in members(kind)}
        fields = {f"{kind.__name__}.{name}": hint for name, hint in hints(kind).items() if not name.startswith("_")}
        known = {name: hint for name, hint in (returned | fields).items() if not name.endswith(".to_dict")}
        assert len(known) >= 5
        vague_ones += [name for name, hint in known.items() if vague(hint, json_object=False) or hint in BARE]
    assert vague_ones == []


def test_dir_shows_the_public_names_alone() -> None:
    """In a process of its own: there, no name has been used yet."""
    code = "import heft; before = dir(heft); heft.Robot, heft.fit; print(*(before + ['|'] + dir(heft)))"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    before, after = printed[: printed.index("|")], printed[printed.index("|") + 1 :]
    assert before == after == sorted(heft.__all__)


def test_a_star_import_brings_the_public_names_alone() -> None:
    brought: dict[str, object] = {}
    exec("from heft import *", brought)
    assert {*brought} - {"__builtins__"} == {*heft.__all__}
    assert all(brought[name] is getattr(heft, name) for name in heft.__all__)


def test_a_shell_shows_the_arguments_of_identifiability() -> None:
    assert inspect.signature(heft.identifiability) == inspect.signature(FUNCTIONS["identifiability"])
    assert "method" in inspect.signature(heft.identifiability).parameters
