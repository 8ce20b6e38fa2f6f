"""`heft identifiable`: the contract of its JSON, its tables, and its refusals."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.unit.cli.conftest import Heft


def test_json_is_the_contract(heft: Heft) -> None:
    answer = heft("identifiable", "zoo:puma560", "--no-rotors", "--json")
    assert answer.status == 0
    facts = json.loads(answer.out)
    assert (facts["n_parameters"], facts["n_base"], facts["method"], facts["base"]) == (60, 36, "exact", "fixed")
    assert facts["parameter_order"] == ["m", "mcx", "mcy", "mcz", "Ixx", "Iyy", "Izz", "Iyz", "Ixz", "Ixy"]
    assert facts["bodies"][0] == {
        "name": "link1",
        "dims": {"V": 2, "K": 1, "T": 9},
        "classes": "XXXXXXBXXX",
        "rotor_classes": None,
    }
    first = facts["base_parameters"][0]
    assert first["name"] == "link1.Izz"
    assert first["terms"][0] == {"parameter": "link1.Izz", "coefficient": 1.0, "exact": "1"}
    assert {"parameter": "link2.Iyy", "coefficient": 1.0, "exact": "1"} in first["terms"]
    assert facts["certificate"] == {"field": "Q", "primes": [], "float_agrees": True}
    assert facts["snapped"] == []


@pytest.mark.parametrize(
    ("options", "n_base"),
    [
        (["--no-gravity"], 34),
        (["--static"], 10),
        (["--gravity", "0", "0", "-1.62"], 36),
        (["--base", "floating"], 52),
        (["--method", "float"], 36),
        (["--sensors", "none,ft@base,-joint1"], None),
    ],
)
def test_options_change_the_question(heft: Heft, options: list[str], n_base: int | None) -> None:
    answer = heft("identifiable", "zoo:puma560", "--no-rotors", "--json", *options)
    facts = json.loads(answer.out)
    if n_base is None:
        assert facts["sensors"] == ["ft@base"]
        assert facts["n_base"] > 36
    else:
        assert facts["n_base"] == n_base


def test_tables_for_people(heft: Heft) -> None:
    text = heft("identifiable", "zoo:rr_perpendicular", "--no-rotors").out
    assert "10 of 20 inertial parameters are identifiable" in text
    assert "link1.Izz + 1/4 link2.m + link2.Iyy" in text
    assert "★" in text
    markdown = heft("identifiable", "zoo:rr_perpendicular", "--format", "markdown").out
    assert "| link2.rotor | ○ |" in markdown
    latex = heft("identifiable", "zoo:rr_perpendicular", "--format", "latex").out
    assert r"\begin{tabular}{lccccccccccccc}" in latex
    assert heft("identifiable", "zoo:rr_perpendicular", "--quiet").out == ""


def test_explanation_and_comparison(heft: Heft) -> None:
    why = heft("identifiable", "zoo:rr_perpendicular", "--explain", "link2.mcz").out
    assert "link1.mcy" in why
    gains = heft("identifiable", "zoo:rr_perpendicular", "--sensors=-joint2", "--compare-sensors", "--json").out
    by_sensor = {gain["sensor"]: gain for gain in json.loads(gains)["sensor_gains"]}
    assert set(by_sensor) == {"joint2", "ft@base", "ft@link1", "ft@link2"}
    assert by_sensor["joint2"]["gain"] == 1
    assert all(gain["gain"] >= 0 for gain in by_sensor.values())


def test_output_is_the_same_object(heft: Heft, folder: Path) -> None:
    shown = heft("identifiable", "zoo:scara", "--json", "-o", "scara.json").out
    assert (folder / "scara.json").read_text() == shown


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--sensors", "ft@bas"], ["'bas'", "'base'?"]),
        (["--sensors", "ft@link1:fq"], ["'fq'", "axis"]),
        (["--sensors", "joint7"], ["'joint7'", "joint"]),
        (["--sensors", "none"], ["No sensor is left", "ft@base"]),
        (["--explain", "link2.mzc"], ["'link2.mzc'", "'link2.mcz'?"]),
        (["--gravity", "0", "0", "0"], ["zero length", "--no-gravity"]),
        (["--gravity", "0", "0", "-1", "--no-gravity"], ["exclude each other"]),
        (["--snap", "1"], ["snap", "0.1"]),
        (["--snap", "nan"], ["snap"]),
    ],
)
def test_what_cannot_be_asked_is_said_in_a_line(heft: Heft, options: list[str], words: list[str]) -> None:
    answer = heft("identifiable", "zoo:rr_perpendicular", *options)
    assert answer.status == 2
    assert answer.out == ""
    assert len(answer.err.splitlines()) == 1
    for word in words:
        assert word in answer.err
