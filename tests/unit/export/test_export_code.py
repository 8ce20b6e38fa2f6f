"""Generated code, compiled and executed, computes what heft's own dynamics compute."""

from __future__ import annotations

import ctypes
import subprocess
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.compare import error_of_mass_matrices, error_of_samples
from support.compiled import CC, compiled, executed, needs_cc
from support.example_robots import PATHS

import heft
from heft.export.base_parameters import BaseParameters, base_parameters
from heft.export.generate import generate_code, program
from heft.robot import zoo
from heft.robot.zoo.builders import random_tree

TOLERANCE = 1e-12
TASKS = ("inverse-dynamics", "regressor", "mass-matrix")
SCREWS = ("revolute", "prismatic", "helical")
FIXED = [name for name in zoo.names() if not name.startswith("cheetah3") or name == "cheetah3_leg"]
URDF = {"ur5": "ur_description/urdf/ur5_robot.urdf", "panda": "panda_description/urdf/panda.urdf"}


def without_drives(robot):
    bodies = (replace(body, rotor=None, joint=replace(body.joint, armature=0.0)) for body in robot.bodies)
    return replace(robot, bodies=tuple(bodies))


def expected(robot, what, q, qd, qdd):
    if what == "inverse-dynamics":
        return heft.inverse_dynamics(robot, q, qd, qdd)
    if what == "mass-matrix":
        return heft.mass_matrix(robot, q)
    return heft.torque_regressor(robot, q, qd, qdd)[..., list(base_parameters(robot).columns)]


def check(robot, call, tasks, n=8):
    q, qd, qdd = robot.random_state(7, n)
    for what in tasks:
        right = expected(robot, what, q, qd, qdd)
        found = call(what, right.shape[1:], *((q,) if what == "mass-matrix" else (q, qd, qdd)))
        judge = error_of_mass_matrices if what == "mass-matrix" else error_of_samples
        assert judge(found, right) < TOLERANCE, what


@needs_cc
@pytest.mark.parametrize("name", FIXED)
def test_c_for_the_zoo(name, tmp_path):
    robot = heft.load(f"zoo:{name}")
    check(robot, compiled(generate_code(robot, list(TASKS)), tmp_path), TASKS)


@pytest.mark.parametrize("name", FIXED)
def test_python_for_the_zoo(name):
    robot = heft.load(f"zoo:{name}")
    tasks = list(TASKS) if robot.nv < 5 else ["inverse-dynamics", "mass-matrix"]
    check(robot, executed(generate_code(robot, tasks, "python")), tasks, n=3)


@needs_cc
@pytest.mark.parametrize("name", URDF)
def test_c_for_urdf_files(name, tmp_path):
    if not PATHS:
        pytest.skip("example-robot-data is not installed")
    robot = heft.load(PATHS[URDF[name]])
    check(robot, compiled(generate_code(robot, list(TASKS)), tmp_path), TASKS)


@pytest.mark.parametrize("seed", range(12))
def test_trees_with_rotors_mimics_and_fixed_bodies(seed):
    """All of it together, rotors both symmetric and not: what Python computes, without waiting for a compiler."""
    robot = random_tree(seed, 3 + seed // 2, kinds=(*SCREWS, "fixed"))
    tasks = ("inverse-dynamics", "mass-matrix")
    check(robot, executed(generate_code(robot, tasks, "python")), tasks, n=4)


@needs_cc
@pytest.mark.parametrize("seed", range(3))
def test_c_for_trees(seed, tmp_path):
    robot = random_tree(seed, 5, kinds=SCREWS, mimics=False, armature=False)
    check(robot, compiled(generate_code(robot, list(TASKS)), tmp_path), TASKS)


@pytest.mark.parametrize("seed", range(6))
def test_every_column_of_the_regressor(seed):
    """Not only the base columns: each parameter of each body and rotor has its column."""
    robot = random_tree(seed, 4, kinds=(*SCREWS, "fixed"))
    columns = tuple(range(len(robot.parameter_names)))
    everything = BaseParameters(tuple(robot.parameter_names), columns, robot.parameter_vector, 0)
    q, qd, qdd = robot.random_state(2, 3)
    found = evaluated(program(robot, "regressor", everything), q, qd, qdd)
    right = heft.torque_regressor(robot, q, qd, qdd)
    assert error_of_samples(found.reshape(right.shape), right) < TOLERANCE


def evaluated(made, q, qd, qdd):
    """The outputs of a program, statement by statement, over samples."""
    inputs = {"q": q, "qd": qd, "qdd": qdd}
    value = {0: np.ones(len(q))}
    for node, name in made.inputs.items():
        which, _, index = name.rstrip("]").partition("[")
        value[node] = inputs[which][:, int(index)]
    for s in made.statements:
        if s.kind == "product":
            value[s.target] = np.prod([value[node] for node in s.factors], axis=0)
        else:
            total = sum(c * value[node] for node, c in s.terms)
            value[s.target] = {"sum": lambda x: x, "sin": np.sin, "cos": np.cos}[s.kind](total)
    return np.stack([c * value[node] if c else np.zeros(len(q)) for node, c in made.outputs], axis=-1)


def test_the_regressor_times_the_printed_base_parameters_is_the_torque():
    robot = without_drives(heft.load("zoo:ur10e"))
    code = generate_code(robot, ["regressor"], "python")
    namespace: dict = {}
    exec(code.text, namespace)
    q, qd, qdd = robot.random_state(3)
    tau = np.array(namespace["regressor"](q, qd, qdd)) @ namespace["BASE_PARAMETERS"]
    right = heft.inverse_dynamics(robot, q, qd, qdd)
    assert np.linalg.norm(tau - right) < TOLERANCE * np.linalg.norm(right)
    assert tuple(namespace["BASE_NAMES"]) == code.base_parameters == heft.identifiability(robot).reduction.names


@needs_cc
def test_results_may_overwrite_arguments(tmp_path):
    """Controllers call with one buffer; all inputs are read before any output is written."""
    robot = heft.load("zoo:puma560")
    code = generate_code(robot)
    call = compiled(code, tmp_path)
    q, qd, qdd = robot.random_state(1, 1)
    right = call("inverse-dynamics", (6,), q, qd, qdd)[0]
    function = ctypes.CDLL(str(tmp_path / "code.so"))[code.functions["inverse-dynamics"]]
    buffer = qdd[0].copy()
    pointers = [a.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for a in (q[0].copy(), qd[0].copy(), buffer, buffer)]
    function(*pointers)
    np.testing.assert_array_equal(buffer, right)


def test_nearly_parallel_axes_lose_no_digits():
    """The common normal of two axes 1e-9 rad from parallel is far away; frames are chosen without it."""
    data = heft.load("zoo:rr_parallel").to_dict()
    for tilt in (1e-9, 1e-6, 1e-3):
        data["bodies"][1]["placement"] = {"xyz": ["1/2", "1/10", 0], "rpy": [tilt, 0, 0]}
        robot = heft.Robot.from_dict(data)
        check(robot, executed(generate_code(robot, ["inverse-dynamics"], "python")), ["inverse-dynamics"])


def test_gravity_in_any_direction():
    for gravity in ([0, 0, 0], [3, -2, 5], [0, "-9.81", 0]):
        robot = heft.load("zoo:puma560").with_gravity(gravity)
        check(robot, executed(generate_code(robot, ["inverse-dynamics"], "python")), ["inverse-dynamics"])


@needs_cc
def test_the_controller_of_the_manual_runs(tmp_path):
    page = (Path(__file__).parents[3] / "docs" / "export.md").read_text(encoding="utf-8")
    main = page.split("```c\n", 1)[1].split("```", 1)[0]
    robot = heft.load("zoo:double_pendulum")
    (tmp_path / "main.c").write_text(main, encoding="utf-8")
    (tmp_path / "arm.c").write_text(generate_code(robot).text, encoding="utf-8")
    subprocess.run([str(CC), "-std=c99", "-O2", "main.c", "arm.c", "-lm", "-o", "control"], cwd=tmp_path, check=True)
    printed = subprocess.run([tmp_path / "control"], capture_output=True, text=True, check=True).stdout
    right = heft.inverse_dynamics(robot, [0.1, 0.2], [0, 0], [20, -20])
    np.testing.assert_allclose([float(x) for x in printed.split()], right, atol=1e-8)


@pytest.mark.parametrize("name", ["furuta", "stanford", "puma560", "panda"])
def test_the_manual_shows_the_counts(name):
    page = (Path(__file__).parents[3] / "docs" / "export.md").read_text(encoding="utf-8")
    row = next(line for line in page.split("\n") if line.startswith(f"| {name}"))
    counts = generate_code(heft.load(f"zoo:{name}"), list(TASKS)).counts
    shown = [f"{c.multiplications} / {c.additions} / {c.trigonometric}" for c in counts.values()]
    assert [cell.strip() for cell in row.split("|")[2:5]] == shown


@needs_cc
def test_bodies_without_inertia_need_nothing(tmp_path):
    """Arguments that do not matter are no warnings, and every entry of a result is written."""
    robot = heft.load("zoo:scara")
    first_alone = np.zeros((robot.n_bodies, 10))
    first_alone[0, 9] = 1.0  # Izz, about its joint
    robot = without_drives(robot.with_parameters(first_alone))
    code = generate_code(robot, ["inverse-dynamics", "mass-matrix"])
    assert all(c.multiplications == c.additions == c.trigonometric == 0 for c in code.counts.values())
    call, state = compiled(code, tmp_path), robot.random_state(0, 2)
    one = np.array([1.0, 0.0, 0.0, 0.0])
    assert np.array_equal(call("inverse-dynamics", (robot.nv,), *state), state[2] * one)
    assert np.all(call("mass-matrix", (robot.nv, robot.nv), state[0]) == np.diag(one))
