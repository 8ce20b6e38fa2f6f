"""Code in base parameters alone: which robots it is made for, and which keep all that their file says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.compare import error_of_samples
from support.compiled import executed

import heft
from heft.export.base_parameters import base_parameters, in_base, without_couplings
from heft.export.generate import generate_code, program
from heft.robot.zoo.builders import random_tree


def torque_error(robot, code) -> float:
    state = robot.random_state(5, 4)
    found = executed(code)("inverse-dynamics", (robot.nv,), *state)
    return error_of_samples(found, heft.inverse_dynamics(robot, *state))


@pytest.mark.parametrize("name", ["stanford", "puma560", "scara", "cheetah3_leg", "rr_parallel", "panda", "tx40"])
@pytest.mark.parametrize("task", ["inverse-dynamics", "mass-matrix"])
def test_no_more_operations_than_with_all_parameters(name, task):
    robot = heft.load(f"zoo:{name}")
    lean, plain = generate_code(robot, [task]).counts[task], program(robot, task).counts
    assert lean.multiplications <= plain.multiplications
    assert lean.additions <= plain.additions


@pytest.mark.parametrize("name", ["stanford", "puma560", "scara", "cheetah3_leg", "rr_parallel", "tx40"])
def test_robots_with_rotors_need_fewer(name):
    """A rotor's inertia that only adds to a link's is in the link's number."""
    robot = heft.load(f"zoo:{name}")
    lean, plain = generate_code(robot).counts["inverse-dynamics"], program(robot, "inverse-dynamics").counts
    assert lean.multiplications + lean.additions < plain.multiplications + plain.additions


def test_the_parameters_are_the_exact_base():
    robot = heft.load("zoo:scara")
    reduction = heft.identifiability(robot).reduction
    code = generate_code(robot)
    assert code.parameters is not None
    assert tuple(code.parameters) == reduction.names
    np.testing.assert_allclose(list(code.parameters.values()), reduction.reduce(robot.parameter_vector), rtol=1e-12)
    for name in reduction.names:
        assert f"  {name} = " in code.text


def test_what_is_not_in_the_base_is_not_in_the_code():
    """Robots that differ by what no torque shows have the same numbers in their code, but for rounding."""
    robot = heft.load("zoo:scara")
    reduction = heft.identifiability(robot).reduction
    rng = np.random.default_rng(0)
    hidden = np.eye(reduction.matrix.shape[1]) - np.linalg.pinv(reduction.matrix) @ reduction.matrix
    other = robot.with_parameters(robot.parameter_vector + hidden @ rng.uniform(-1, 1, len(hidden)))
    codes = [generate_code(r, ["inverse-dynamics"], "python") for r in (robot, other)]
    assert codes[0].counts == codes[1].counts
    values = [list(code.parameters.values()) for code in codes if code.parameters]
    np.testing.assert_allclose(*values, atol=1e-13)
    assert torque_error(robot, codes[1]) < 1e-12


@pytest.mark.parametrize("tilt", [1e-6, 1e-5, 1e-4, 1e-3])
def test_nearly_parallel_axes_keep_all_parameters_where_the_base_would_lose_digits(tilt):
    """Below 2e-5 rad the base is that of parallel axes, which this robot has not; above, coefficients are 1 / tilt."""
    data = heft.load("zoo:rr_parallel").to_dict()
    data["bodies"][1]["placement"] = {"xyz": ["1/2", "1/10", 0], "rpy": [tilt, 0, 0]}
    robot = heft.Robot.from_dict(data)
    code = generate_code(robot, ["inverse-dynamics"], "python")
    assert torque_error(robot, code) < 1e-12
    if tilt < 2e-5:
        assert code.parameters is None
        assert "all their parameters, regrouped where joints allow it" in code.text


def test_a_symmetric_rotor_with_other_numbers_keeps_them():
    robot = heft.load("zoo:puma560")
    body = robot.bodies[2]
    assert body.rotor is not None
    odd = replace(body.rotor, parameters=np.array([1, 0.1, 0, 0, 0.3, 0, 0, 0.3, 0, 0.2]))
    robot = replace(robot, bodies=tuple(replace(b, rotor=odd) if b is body else b for b in robot.bodies))
    code = generate_code(robot, ["inverse-dynamics"], "python")
    assert torque_error(robot, code) < 1e-12


@pytest.mark.parametrize("seed", range(6))
def test_mimic_joints_are_freed_to_find_the_base_and_coupled_in_the_code(seed):
    robot = random_tree(seed, 6, kinds=("revolute", "prismatic"), mimics=True)
    free = without_couplings(robot)
    assert free.nv >= robot.nv
    lean = in_base(robot, base_parameters(free))
    assert lean is not None
    assert lean.nv == robot.nv
    assert torque_error(robot, generate_code(robot, ["inverse-dynamics"], "python")) < 1e-12
