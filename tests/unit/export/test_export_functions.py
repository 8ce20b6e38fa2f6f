"""Gravity, bias, Coriolis matrix, Slotine and Li's regressor, friction, forward dynamics as code; headers; floats."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from support.compiled import CC, FLAGS, compiled, executed, needs_cc

import heft
from heft.errors import ArgumentError, PhysicsError
from heft.export.base_parameters import base_parameters
from heft.export.generate import TASKS, generate_code
from heft.robot.joint import Friction
from heft.robot.zoo.builders import random_tree

TOLERANCE = 1e-11
PROGRAM = Path(sys.executable).with_name("heft")
NEW = ("gravity", "bias", "coriolis-matrix", "friction", "forward-dynamics")


def tree(seed: int) -> heft.Robot:
    """A small tree with rotors, armature and friction on all joints."""
    robot = random_tree(seed, 4, kinds=("revolute", "prismatic", "helical"), mimics=False)
    bodies = [
        replace(body, joint=replace(body.joint, friction=Friction(0.3 * k, 0.2, -0.1 * k), armature=0.05))
        for k, body in enumerate(robot.bodies)
    ]
    return replace(robot, bodies=tuple(bodies))


ROBOTS = {"furuta": heft.load("zoo:furuta"), "stanford": heft.load("zoo:stanford"), "tree": tree(1), "other": tree(2)}


def close(found: np.ndarray, right: np.ndarray) -> None:
    np.testing.assert_allclose(found, right, atol=TOLERANCE * np.abs(right).max(initial=1.0), rtol=TOLERANCE)


def check(robot: heft.Robot, call) -> None:
    q, qd, qdd = robot.random_state(3, 5)
    n = robot.nv
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    gravity, bias = heft.gravity_forces(robot, q), heft.inverse_dynamics(robot, q, qd, 0 * qdd)
    close(call("gravity", (n,), q), gravity)
    close(call("bias", (n,), q, qd), bias)
    C = call("coriolis-matrix", (n, n), q, qd)
    close(np.einsum("kij,kj->ki", C, qd) + gravity, bias)
    close(call("friction", (n,), qd), heft.friction_torque(robot, qd))
    solved = call("forward-dynamics", (n,), q, qd, tau)
    np.testing.assert_allclose(solved, qdd, atol=1e-8 * np.abs(qdd).max())


@pytest.mark.parametrize("name", ROBOTS)
def test_python(name: str):
    check(ROBOTS[name], executed(generate_code(ROBOTS[name], NEW, "python")))


@needs_cc
@pytest.mark.parametrize("name", ["furuta", "tree"])
def test_c(name: str, tmp_path: Path):
    check(ROBOTS[name], compiled(generate_code(ROBOTS[name], NEW), tmp_path))


@pytest.mark.parametrize("name", ["furuta", "tree", "other"])
def test_the_coriolis_matrix_is_of_christoffel(name: str):
    """dM/dt - 2 C is skew-symmetric, as adaptive control needs it."""
    robot = ROBOTS[name]
    q, qd, _ = robot.random_state(5, 4)
    call, step = executed(generate_code(robot, ["coriolis-matrix"], "python")), 1e-6
    C = call("coriolis-matrix", (robot.nv, robot.nv), q, qd)
    rate = (heft.mass_matrix(robot, q + step * qd) - heft.mass_matrix(robot, q - step * qd)) / (2 * step)
    N = rate - 2 * C
    # the difference quotient is good to about the square of the step and rounding over it
    np.testing.assert_allclose(N + np.swapaxes(N, 1, 2), 0.0, atol=1e-7 * np.abs(C).max(initial=1.0))


@pytest.mark.parametrize("name", ["furuta", "tree", "stanford"])
def test_the_regressor_of_slotine_and_li(name: str):
    robot = ROBOTS[name]
    bodies = tuple(replace(body, joint=replace(body.joint, armature=0.0)) for body in robot.bodies)
    robot = replace(robot, bodies=bodies)
    base = base_parameters(robot)
    call = executed(generate_code(robot, ["slotine-li-regressor", "coriolis-matrix"], "python"))
    q, qd, qdd_r = robot.random_state(7, 4)
    qd_r = robot.random_state(8, 4)[1]
    n = robot.nv
    Y = call("slotine-li-regressor", (n, len(base.names)), q, qd, qd_r, qdd_r)
    C = call("coriolis-matrix", (n, n), q, qd)
    M = heft.mass_matrix(robot, q)
    right = np.einsum("kij,kj->ki", M, qdd_r) + np.einsum("kij,kj->ki", C, qd_r) + heft.gravity_forces(robot, q)
    close(Y @ base.values, right)
    same = call("slotine-li-regressor", (n, len(base.names)), q, qd, qd, qdd_r)
    close(same, heft.torque_regressor(robot, q, qd, qdd_r)[..., list(base.columns)])


def test_forward_dynamics_bring_what_they_call():
    code = generate_code(ROBOTS["furuta"], ["forward-dynamics"])
    assert list(code.functions) == ["mass-matrix", "bias", "forward-dynamics"]
    assert code.counts["forward-dynamics"].multiplications > 0


def test_numbers_need_inertia():
    robot = heft.load("zoo:double_pendulum")
    weightless = robot.with_parameters(0 * robot.parameters)
    for what in ("inverse-dynamics", "gravity", "mass-matrix", "forward-dynamics"):
        with pytest.raises(PhysicsError, match="would be all zeros"):
            generate_code(weightless, [what])
    assert generate_code(weightless, ["regressor", "friction"]).base_parameters
    light = robot.with_parameters(robot.parameters * [[1.0], [0.0]])
    with pytest.raises(PhysicsError, match="mass matrix is singular"):
        generate_code(light, ["forward-dynamics"])
    assert generate_code(light, ["inverse-dynamics"]).text


@needs_cc
def test_floats(tmp_path: Path):
    robot = ROBOTS["furuta"]
    code = generate_code(robot, list(TASKS), precision="float")
    assert "double" not in code.text.replace("(double", "")
    (tmp_path / "code.c").write_text(code.text)
    flags = [*FLAGS, "-Wdouble-promotion", "-Wfloat-conversion"]
    call = [str(CC), *flags, "-o", str(tmp_path / "code.so"), str(tmp_path / "code.c"), "-lm"]
    subprocess.run(call, check=True, capture_output=True)
    function = ctypes.CDLL(str(tmp_path / "code.so"))[code.functions["inverse-dynamics"]]
    state = [np.float32(x) for x in robot.random_state(3)]
    tau = np.full(robot.nv, np.nan, np.float32)
    function(*(x.ctypes.data_as(ctypes.POINTER(ctypes.c_float)) for x in (*state, tau)))
    right = heft.inverse_dynamics(robot, *(x.astype(float) for x in state))
    np.testing.assert_allclose(tau, right, atol=1e-5 * np.abs(right).max())


def test_what_python_has_not():
    with pytest.raises(ArgumentError, match="one precision only"):
        generate_code(ROBOTS["furuta"], language="python", precision="float")
    with pytest.raises(ArgumentError, match="double or float"):
        generate_code(ROBOTS["furuta"], precision="half")
    assert generate_code(ROBOTS["furuta"], language="python").header == ""


@needs_cc
@pytest.mark.skipif(shutil.which("c++") is None, reason="there is no C++ compiler 'c++' on the path")
def test_a_program_in_cpp_includes_the_header(tmp_path: Path):
    robot = ROBOTS["furuta"]
    code = generate_code(robot, list(TASKS))
    (tmp_path / "arm.c").write_text(code.text)
    (tmp_path / "arm.h").write_text(code.header)
    (tmp_path / "main.cpp").write_text(
        '#include "arm.h"\n#include <cstdio>\nint main() { const double q[FURUTA_COORDINATES] = {0.3, 0.4};\n'
        "double tau[FURUTA_COORDINATES];\n"
        'furuta_gravity(q, tau); std::printf("%.17g %.17g", tau[0], tau[1]); return furuta_base_parameters[0] < -1; }\n'
    )
    run = {"check": True, "capture_output": True, "cwd": tmp_path, "text": True}
    subprocess.run([str(CC), "-std=c99", "-Wall", "-Wextra", "-Werror", "-include", "arm.h", "-c", "arm.c"], **run)
    subprocess.run(["c++", "-Wall", "-Werror", "main.cpp", "arm.o", "-lm", "-o", "main"], **run)
    printed = [float(x) for x in subprocess.run(["./main"], **run).stdout.split()]
    np.testing.assert_allclose(printed, heft.gravity_forces(robot, [0.3, 0.4]), rtol=1e-12, atol=1e-15)


@needs_cc
@pytest.mark.skipif(shutil.which("cmake") is None, reason="there is no cmake on the path")
@pytest.mark.skipif(not PROGRAM.exists(), reason="the program heft is not installed beside this Python")
def test_the_cmake_example_builds_and_tests_itself(tmp_path: Path):
    example = Path(__file__).parents[3] / "examples" / "cmake"
    run = {"check": True, "capture_output": True, "text": True}
    subprocess.run(["cmake", "-S", str(example), "-B", str(tmp_path), f"-DHEFT={PROGRAM}"], **run)
    subprocess.run(["cmake", "--build", str(tmp_path)], **run)
    answer = subprocess.run(["ctest", "--test-dir", str(tmp_path), "--output-on-failure"], **run)
    assert "100% tests passed, 0 tests failed out of 1" in answer.stdout
