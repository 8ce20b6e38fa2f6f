"""A verdict: as data, as tables, in words; and the reduction it carries."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.small_robots import body, mechanism

import heft
from heft.errors import ArgumentError
from heft.identifiability import Verdict
from heft.identifiability.verdict_table import as_latex, as_markdown, as_text
from heft.parameters import DISPLAY_NAMES
from heft.robot.zoo import random_tree
from heft.text import latex, markdown

LEG = heft.load("zoo:cheetah3_leg")
VERDICT = heft.identifiability(LEG)
CASES = [
    {},
    {"gravity": False, "rotors": False},
    {"static": True},
    {"method": "float"},
    {"sensors": "none,knee,ft@hip:fx+mz"},
]


@pytest.mark.parametrize("options", CASES, ids=str)
def test_through_json_and_back(options: dict[str, object]) -> None:
    verdict = heft.identifiability(LEG, **options)
    data = json.loads(json.dumps(verdict.to_dict()))
    again = Verdict.from_dict(data)
    assert again.to_dict() == verdict.to_dict()
    assert again.reduction.names == verdict.reduction.names
    np.testing.assert_array_equal(again.reduction.matrix, verdict.reduction.matrix)
    np.testing.assert_array_equal(again.reduction.columns, verdict.reduction.columns)
    assert (again.n_base, again.n_parameters, again.classes) == (verdict.n_base, verdict.n_parameters, verdict.classes)
    assert str(again) == str(verdict)
    assert data["parameter_order"] == list(DISPLAY_NAMES)
    assert data["n_base"] == len(data["base_parameters"])


def test_certificates() -> None:
    assert VERDICT.certificate.field == "Q"
    assert VERDICT.certificate.float_agrees is True
    assert heft.identifiability(LEG, method="exact").certificate.float_agrees is None
    assert heft.identifiability(LEG, method="float").certificate.field == "float64"
    turned = heft.identifiability(heft.load("zoo:tx40"), sensors="ft@base")
    assert turned.certificate.field == "F_p"
    assert len(turned.certificate.primes) == 2


def test_reduction() -> None:
    reduction = VERDICT.reduction
    Y = heft.torque_regressor(LEG, *LEG.random_state(0, 20))
    pi = np.random.default_rng(1).standard_normal(Y.shape[-1])
    torques = Y @ pi
    np.testing.assert_allclose(reduction.apply(Y) @ reduction.reduce(pi), torques, atol=1e-9 * np.abs(torques).max())
    assert reduction.apply(Y).shape == (20, 3, 18)
    np.testing.assert_array_equal(reduction.matrix[:, reduction.columns], np.eye(18))
    base = reduction.reduce(pi)
    np.testing.assert_allclose(reduction.reduce(reduction.invert(base)), base, atol=1e-12)
    near = reduction.invert(base, prior=pi)
    np.testing.assert_allclose(near, pi, atol=1e-10)
    prior = np.random.default_rng(2).standard_normal(len(pi))
    moved = reduction.invert(base, prior)
    np.testing.assert_allclose(reduction.reduce(moved), base, atol=1e-10)
    # The least change: it has no part that the base does not see.
    assert np.linalg.norm(moved - prior) <= np.linalg.norm(reduction.invert(base) - prior)


def test_reduction_where_few_samples_do_not_suffice() -> None:
    """Bodies on one coordinate with different parents: the proof asks for more samples than it begins with."""
    robot = random_tree(16, 8)
    Y = heft.torque_regressor(robot, *robot.random_state(0, 50)).reshape(-1, len(robot.parameter_names))
    for method in ("exact", "float"):
        reduction = heft.identifiability(robot, method=method).reduction
        np.testing.assert_allclose(reduction.apply(Y) @ reduction.matrix, Y, atol=1e-10 * np.abs(Y).max())


def test_reduction_refuses_other_sizes() -> None:
    for ask in (VERDICT.reduction.apply, VERDICT.reduction.reduce, VERDICT.reduction.invert):
        with pytest.raises(ArgumentError, match=r"must have \d+ (columns|entries)"):
            ask(np.zeros(7))


def test_explanations() -> None:
    """A parameter of each class says what it is and which condition sees it, or where it goes."""
    expected = {
        "abad.mcx": ("by itself", "momentum condition"),
        "hip.Ixx": ("only in the combination hip.Ixx - hip.Iyy", "mapping condition"),
        "knee.m": (
            "only in combinations that other",
            "moved to 'hip', where it adds to m, mcx, Iyy, Izz, without changing any measured force",
        ),
        "abad.m": ("not identifiable", "moved to the ground"),
        "knee.rotor.Izz": ("by itself", "joint 'knee'"),
    }
    assert {VERDICT.classes[name] for name in expected} == {"I", "B", "c", "X"}
    for name, parts in expected.items():
        said = VERDICT.explain(name)
        assert said.startswith(name)
        for part in parts:
            assert part in said
    with pytest.raises(ArgumentError, match=r"no parameter 'hip\.Ixq'"):
        VERDICT.explain("hip.Ixq")


@pytest.mark.parametrize("method", ["exact", "float"])
def test_an_explanation_names_all_that_must_change_with_a_parameter(method: str) -> None:
    """Iyy of the last link goes unseen only together with its Ixx: two moments of the link before, not one."""
    puma = heft.identifiability(heft.load("zoo:puma560"), method=method)
    said = puma.explain("link6.Iyy")
    assert "changes of link6.Ixx compensate for its effect" in said
    assert said.endswith(
        "Together with them, it can be moved to 'link5', where it adds to Ixx, Izz, "
        "without changing any measured force."
    )
    assert "link1.Izz compensate for its effect. Together with them, it can be moved to the ground" in puma.explain(
        "link1.rotor.Izz"
    )


def test_explanations_name_the_sensors() -> None:
    assert "Measured are: hip." in heft.identifiability(LEG, sensors="none,hip").explain("knee.m")


def test_text() -> None:
    text = as_text(VERDICT)
    assert str(VERDICT) == text
    assert text.startswith(
        "cheetah3_leg: 18 of 42 inertial parameters are identifiable (fixed base, with gravity, rotors included)"
    )
    lines = {line.split()[0]: line for line in text.splitlines() if line}
    assert lines["knee"].split()[1:11] == ["○", "★", "★", "○", "●", "○", "★", "★", "★", "★"]
    assert "Proved in rational arithmetic; floats agree." in text
    assert sum(text.count(sign) for sign in "★●") - 2 == 18  # two in the legend


def test_markdown_and_latex() -> None:
    marked, typeset = as_markdown(VERDICT), as_latex(VERDICT)
    table = [line for line in marked.splitlines() if line.startswith("|")]
    assert len(table) == 2 + 6
    assert len({line.count("|") for line in table}) == 1
    assert marked.count("\n- ") == 18
    assert typeset.count(r"\bigstar") + typeset.count(r"\bullet") == 18
    assert typeset.count(r"\\") == 1 + 6
    assert typeset.count(r"\begin{tabular}") == typeset.count(r"\end{tabular}") == 1


def test_no_format_loses_a_warning_or_a_name() -> None:
    joint = {"type": "revolute", "axis": [0, 0, 1]}
    tilted = body("b|50%_&", "a", joint, placement={"xyz": [1, 0, 0], "rpy": [5e-4, 0, 0]})
    verdict = heft.identifiability(mechanism(body("a", None, joint), tilted, gravity=[0, 0, "-9.81"]), snap=1e-3)
    assert len(verdict.warnings) == 1
    for text, escaped in ((as_text(verdict), str), (as_markdown(verdict), markdown), (as_latex(verdict), str)):
        assert escaped(f"Warning: {verdict.warnings[0]}") in text
        assert escaped("Rounded numbers were snapped: joint 'b|50%_&', rpy: 0.0005 taken as 0.") in text
    assert r"| b\|50%\_\& |" in as_markdown(verdict)
    assert r"b\textbar{}50\%\_\& &" in as_latex(verdict)


def test_names_are_no_commands_in_latex_and_no_markup_in_markdown() -> None:
    name = r"\input{x} [2cm] `code` <b> [a](b) $x$ ~ ^"
    robot = mechanism(body(name, None, {"type": "revolute", "axis": [0, 0, 1]}), name=name)
    verdict = heft.identifiability(robot)
    table = as_latex(verdict).partition(r"\begin{tabular}")[2]
    assert latex(name) + " &" in table
    assert r"\input" not in table
    text = as_markdown(verdict)
    assert text.count(markdown(name)) == 2 + verdict.n_base  # headline, row, combinations
    assert name not in text


@pytest.mark.parametrize("gravity", ["down", 9.81])
def test_gravity_that_is_no_vector_is_refused(gravity: object) -> None:
    with pytest.raises(ArgumentError, match="Give three numbers"):
        heft.identifiability(LEG, gravity=gravity)
