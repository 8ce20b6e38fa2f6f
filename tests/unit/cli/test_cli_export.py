"""heft export on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import heft as library
from heft.export.generate import GeneratedCode, generate_code


def test_code_on_standard_output(heft):
    answer = heft("export", "zoo:furuta")
    assert answer.status == 0
    assert answer.err == ""
    assert answer.out == generate_code(library.load("zoo:furuta")).text
    assert heft("export", "zoo:furuta", "-o", "-").out == answer.out


def test_the_header_names_robot_joints_units_and_counts(heft):
    text = heft("export", "zoo:stanford").out
    for words in ("'stanford'", "joint3", "prismatic", "[m, m/s, m/s2, N]", "rad/s2", "multiplications", "Gravity"):
        assert words in text


@pytest.mark.parametrize(("lang", "ending"), [("c", ".c"), ("python", ".py")])
def test_code_in_a_file(heft, folder, lang, ending):
    answer = heft("export", "zoo:furuta", "--lang", lang, "-o", f"arm{ending}")
    assert answer.status == 0
    assert "multiplications" in answer.out
    assert "def " in (folder / f"arm{ending}").read_text() or "void" in (folder / f"arm{ending}").read_text()
    assert heft("export", "zoo:furuta", "--lang", lang, "-o", f"arm{ending}", "--quiet").out == ""


def test_the_object(heft):
    answer = heft("export", "zoo:furuta", "--what", "regressor,mass-matrix", "--json")
    facts = json.loads(answer.out)
    assert [f["what"] for f in facts["functions"]] == ["regressor", "mass-matrix"]
    assert len(facts["base_parameters"]) == library.identifiability(library.load("zoo:furuta")).n_base
    code = GeneratedCode.from_dict(facts)
    assert code.to_dict() == {key: value for key, value in facts.items() if key != "output"}
    assert code.text.startswith("/*")


def test_with_a_file_the_object_has_no_code(heft, folder):
    facts = json.loads(heft("export", "zoo:furuta", "--json", "-o", "arm.c").out)
    assert facts["code"] is None
    assert facts["output"] == "arm.c"
    assert (folder / "arm.c").read_text().startswith("/*")


def test_python_runs_by_itself(heft, folder):
    heft("export", "zoo:double_pendulum", "--lang", "python", "--what", "inverse-dynamics", "-o", "arm.py")
    namespace: dict = {}
    exec((folder / "arm.py").read_text(), namespace)
    robot = library.load("zoo:double_pendulum")
    q, qd, qdd = robot.random_state(0)
    tau = namespace["inverse_dynamics"](q, qd, qdd)
    assert np.allclose(tau, library.inverse_dynamics(robot, q, qd, qdd), rtol=1e-12, atol=0)


def test_joints_out_of_reach_are_named(refused):
    line = refused("export", "zoo:cheetah3")
    assert "'root_joint' is floating" in line
    assert "--base fixed" in line


def test_other_refusals(refused, folder):
    assert "Did you mean 'inverse-dynamics'?" in refused("export", "zoo:furuta", "--what", "inverse")
    assert ".c" in refused("export", "zoo:furuta", "-o", "arm.py")
    assert not (folder / "arm.py").exists()
    assert "cobol" in refused("export", "zoo:furuta", "--lang", "cobol")


def test_an_odd_name_makes_no_odd_code(heft, folder: Path):
    data = library.load("zoo:furuta").to_dict() | {"name": '6-axis */ "arm"'}
    (folder / "odd.json").write_text(json.dumps(data))
    text = heft("export", "odd.json").out
    assert "void robot_6_axis_arm_inverse_dynamics(" in text
    assert text.count("*/") == 1
    namespace: dict = {}
    exec(heft("export", "odd.json", "--lang", "python").out, namespace)
    assert callable(namespace["inverse_dynamics"])
