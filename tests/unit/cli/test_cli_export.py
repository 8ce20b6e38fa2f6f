"""heft export on the command line."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pytest
from support.compiled import CC, needs_cc

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


def test_joints_out_of_reach_are_named(refused, folder):
    inertia = {"mass": 1, "com": [0.1, 0, 0], "about_com": [0.01, 0.01, 0.01]}
    ball = {"name": "ball", "parent": None, "joint": {"type": "spherical", "name": "socket"}, "inertia": inertia}
    file = {"format": "heft-mechanism/1", "name": "r", "base": "fixed", "gravity": [0, 0, -9], "bodies": [ball]}
    (folder / "ball.json").write_text(json.dumps(file))
    line = refused("export", "ball.json")
    assert "'socket' is spherical" in line
    assert "heft.inverse_dynamics" in line


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


def renamed(folder: Path, name: str, *joints: str) -> str:
    """Write the Furuta pendulum under other names; return the file's name."""
    data = library.load("zoo:furuta").to_dict() | {"name": name}
    for body, joint in zip(data["bodies"], joints, strict=False):
        body["joint"]["name"] = joint
    (folder / "odd.json").write_text(json.dumps(data), encoding="utf-8")
    return "odd.json"


@needs_cc
@pytest.mark.parametrize(
    ("name", "function"),
    [
        ("double", "double"),
        ("Röbot α", "robot"),
        ("アーム", "robot"),
        ("a /* b \\* c ??/", "a_b_c"),
        ("one two */ x", "one_two_x"),
        ("__", "robot"),
        ("3", "robot_3"),
    ],
)
def test_every_name_compiles(heft, folder, name, function):
    """No warning of the compiler, whatever robot and joints are called; the joints bear words of C."""
    file = renamed(folder, name, "for", "while")
    assert heft("export", file, "--what", "inverse-dynamics,regressor", "-o", "arm.c").status == 0
    text = (folder / "arm.c").read_text(encoding="utf-8")
    assert f"void {function}_inverse_dynamics(" in text
    cc = [str(CC), "-std=c99", "-Wall", "-Wextra", "-Werror", "-c", "arm.c", "-o", "arm.o"]
    done = subprocess.run(cc, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    namespace: dict = {}
    exec(heft("export", file, "--lang", "python").out, namespace)
    assert len(namespace["inverse_dynamics"]([0, 0], [0, 0], [0, 0])) == 2


def test_places_that_cannot_be_written(refused, heft, folder):
    assert "no folder 'nowhere'" in refused("export", "zoo:furuta", "-o", "nowhere/arm.c")
    assert not (folder / "nowhere").exists()
    data = library.load("zoo:furuta").to_dict()
    (folder / "arm.json").write_text(json.dumps(data))
    before = (folder / "arm.json").read_bytes()
    assert "must end in .c" in refused("export", "arm.json", "-o", "arm.json")
    assert (folder / "arm.json").read_bytes() == before
    (folder / "arm.c").write_text("old")
    assert heft("export", "arm.json", "-o", "arm.c").status == 0
    assert (folder / "arm.c").read_text().startswith("/*")
    assert sorted(path.name for path in folder.iterdir()) == ["arm.c", "arm.json"]


def test_robots_in_which_nothing_moves(refused, folder):
    data = library.load("zoo:furuta").to_dict()
    for body in data["bodies"]:
        body["joint"] = {"type": "fixed", "name": body["joint"]["name"]}
    (folder / "stiff.json").write_text(json.dumps(data))
    assert "It has no moving body" in refused("export", "stiff.json")
    (folder / "empty.json").write_text(json.dumps(data | {"bodies": []}))
    assert "It has no moving body" in refused("export", "empty.json")


def test_a_spherical_joint_is_named_and_what_to_use_instead(refused, folder):
    data = library.load("zoo:furuta").to_dict()
    data["bodies"][1]["joint"] = {"type": "spherical", "name": "wrist"}
    (folder / "ball.json").write_text(json.dumps(data))
    line = refused("export", "ball.json")
    assert "'wrist' is spherical" in line
    assert "heft.inverse_dynamics" in line


def test_the_header_stands_beside_the_code(heft, refused, folder):
    call = ("export", "zoo:furuta", "--what", "gravity,forward-dynamics", "--precision", "float")
    answer = heft(*call, "--header", "-o", "a.c")
    assert answer.status == 0
    assert "Written to a.c and a.h." in answer.out
    assert "void furuta_gravity(const float q[2], float tau[2]);" in (folder / "a.h").read_text()
    assert "--header has no effect without a file" in refused("export", "zoo:furuta", "--header")
    assert "--header has no effect on code in Python" in refused(
        "export", "zoo:furuta", "--lang", "python", "-o", "a.py", "--header"
    )
    assert "--precision has no effect" in refused("export", "zoo:furuta", "--lang", "python", "--precision", "float")
