"""The robot itself: names, slices, parameters, states and bases. What it refuses to be is in `test_checks.py`."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from support.trees import SCREWS, chain_of

import heft
from heft import parameters as inertial
from heft.errors import ArgumentError
from heft.robot.exact import Number
from heft.robot.floating_base import with_base
from heft.robot.joint import Joint, Limits, Mimic
from heft.robot.model import WORLD, Body, Robot, Rotor
from heft.robot.zoo import named, random_tree


def test_coordinates_follow_the_document():
    kinds = {"f": "floating", "weld": "fixed", "r": "revolute", "s": "spherical", "p": "planar"}
    robot = chain_of(*(Joint(name, kind) for name, kind in kinds.items()))
    assert [robot.base, robot.nq, robot.nv, robot.n_bodies] == ["floating", 15, 13, 5]
    assert robot.joint_names == ["f", "r", "s", "p"]
    assert robot.body_names == ["b0", "b1", "b2", "b3", "b4"]
    assert robot.q_index == {"f": slice(0, 7), "r": slice(7, 8), "s": slice(8, 12), "p": slice(12, 15)}
    assert robot.v_index == {"f": slice(0, 6), "r": slice(6, 7), "s": slice(7, 10), "p": slice(10, 13)}
    assert robot.configuration_names[:8] == ["f.qw", "f.qx", "f.qy", "f.qz", "f.x", "f.y", "f.z", "r"]
    assert robot.coordinate_names[:7] == ["f.wx", "f.wy", "f.wz", "f.vx", "f.vy", "f.vz", "r"]
    assert robot.coordinate_names[7:] == ["s.wx", "s.wy", "s.wz", "p.angle", "p.x", "p.y"]
    assert np.array_equal(robot.neutral, [1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0])


def test_only_one_floating_root_makes_a_floating_base():
    floating = Joint("f", "floating")
    two = Robot("two", (Body("a", WORLD, floating), Body("b", WORLD, Joint("r", "revolute"))))
    assert two.base == "fixed"
    assert chain_of(Joint("r", "revolute"), floating).base == "fixed"


# -- parameters -----------------------------------------------------------------------------------


def test_parameter_names_are_the_columns():
    robot = named("puma560")
    assert len(robot.parameter_names) == len(robot.parameter_vector) == 10 * 6 + 4 * 6
    assert robot.parameter_names[:2] == [f"{robot.body_names[0]}.m", f"{robot.body_names[0]}.mcx"]
    assert robot.parameter_names[60] == f"{robot.body_names[0]}.rotor.m"
    general = replace(robot.bodies[0], rotor=replace(robot.bodies[0].rotor, symmetric=False))
    wider = replace(robot, bodies=(general, *robot.bodies[1:]))
    assert len(wider.parameter_names) == 10 * 7 + 4 * 5
    assert heft.torque_regressor(wider, *wider.random_state(0)).shape == (6, 90)


def test_with_parameters_of_bodies_alone_keeps_the_rotors():
    robot = random_tree(3, 5)
    assert robot.rotors
    new = 2 * robot.parameters
    other = robot.with_parameters(new)
    assert np.array_equal(other.parameters, new)
    for (_, rotor), (_, kept) in zip(other.rotors, robot.rotors, strict=True):
        assert np.allclose(rotor.parameters, kept.parameters, rtol=1e-14, atol=1e-18)
    assert np.array_equal(robot.parameters * 2, new), "the robot itself has changed"


def test_with_all_parameters_sets_bodies_and_rotors():
    robot = random_tree(3, 5)
    vector = np.arange(1.0, len(robot.parameter_vector) + 1)
    other = robot.with_parameters(vector)
    assert np.allclose(other.parameter_vector, vector, rtol=1e-14)
    assert other.joint_names == robot.joint_names


@pytest.mark.parametrize("shape", [(3,), (5, 9), (4, 10), ()])
def test_parameters_of_another_shape_are_refused(shape: tuple[int, ...]):
    with pytest.raises(ArgumentError, match=r"takes parameters of shape \(5, 10\) or"):
        random_tree(3, 5).with_parameters(np.zeros(shape))


def test_the_robot_cannot_be_changed():
    robot = named("double_pendulum")
    with pytest.raises(FrozenInstanceError):
        robot.name = "other"
    with pytest.raises(ValueError, match="read-only"):
        robot.parameters[0, 0] = 1.0
    with pytest.raises(ValueError, match="read-only"):
        robot.neutral[0] = 1.0


def test_gravity_is_exact():
    robot = named("double_pendulum").with_gravity([0, "-981/100", 0.1])
    assert robot.gravity == (Number.parse(0), Number.parse("-981/100"), Number.parse("1/10"))


def test_a_rotor_knows_its_free_parameters():
    four = np.array([0.3, 0.01, 0.002, 0.003])
    rotor = Rotor(Number.parse(10), True, parameters=inertial.SYMMETRIC_ROTOR_BASIS @ four)
    assert np.allclose(rotor.free_parameters, four, rtol=1e-14)
    assert np.allclose(replace(rotor, symmetric=False).free_parameters, rotor.parameters, rtol=1e-14)


# -- states ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("n", [None, 1, 50])
def test_random_states_are_valid_and_repeatable(n: int | None):
    robot = random_tree(8, 8, base="floating")
    state = robot.random_state(4, n)
    shape = () if n is None else (n,)
    assert [x.shape for x in state] == [(*shape, robot.nq), (*shape, robot.nv), (*shape, robot.nv)]
    for a, b in zip(state, robot.random_state(4, n), strict=True):
        assert np.array_equal(a, b)
    assert not np.array_equal(state[0], robot.random_state(5, n)[0])
    for joint in robot.joints:
        if joint.kind in ("spherical", "floating"):
            quaternion = state[0][..., robot.q_index[joint.name]][..., :4]
            assert np.allclose(np.linalg.norm(quaternion, axis=-1), 1.0)


def test_random_states_respect_limits():
    limited = replace(Joint("r", "revolute"), limits=Limits(lower=0.5, upper=0.75))
    stuck = replace(Joint("p", "prismatic"), limits=Limits(lower=0.25, upper=0.25))
    q, _, _ = chain_of(limited, stuck, Joint("free", "prismatic")).random_state(0, 200)
    assert np.all((q[:, 0] >= 0.5) & (q[:, 0] <= 0.75))
    assert np.all(q[:, 1] == 0.25)
    assert 0.9 < np.max(np.abs(q[:, 2])) <= 1.0


# -- followers and names --------------------------------------------------------------------------


@pytest.mark.parametrize("kind", SCREWS)
def test_a_follower_owns_no_coordinate(kind: str):
    robot = chain_of(Joint("a", kind), Joint("b", kind, mimic=Mimic("a", Number.parse("-1/2"))))
    assert [robot.nq, robot.nv, robot.joint_names] == [1, 1, ["a"]]


def test_an_unknown_body():
    with pytest.raises(ArgumentError, match="has no body 'b9'") as caught:
        chain_of(Joint("a", "revolute")).body_index("b9")
    assert caught.value.remedy


def test_repr_says_what_it_is():
    assert repr(named("puma560")).startswith("<Robot 'puma560': fixed base, 6 bodies, 6 rotors, nq 6, nv 6, ")


# -- bases ----------------------------------------------------------------------------------------


def test_a_fixed_robot_floats_on_a_body_without_mass():
    robot = named("double_pendulum")
    floating = with_base(robot, "floating")
    assert floating.base == "floating"
    assert floating.body_names == ["base", *robot.body_names]
    q, qd, qdd = robot.random_state(1)
    still, upright = np.zeros(6), np.array([1.0, 0, 0, 0, 0, 0, 0])
    tau = heft.inverse_dynamics(floating, np.concatenate([upright, q]), np.r_[still, qd], np.r_[still, qdd])
    assert np.allclose(tau[6:], heft.inverse_dynamics(robot, q, qd, qdd), rtol=1e-13)
    assert np.allclose(tau[:6], heft.base_wrench(robot, q, qd, qdd), rtol=1e-12)


def test_a_floating_robot_is_welded():
    robot = named("cheetah3")
    welded = with_base(robot, "fixed")
    assert welded.base == "fixed"
    assert welded.nv == robot.nv - 6
    assert welded.body_names == robot.body_names


def test_the_base_it_has_is_left_alone():
    robot = named("double_pendulum")
    assert with_base(robot, None) is robot
    assert with_base(robot, "fixed") is robot


def test_a_second_floating_base_is_refused():
    floating = with_base(named("double_pendulum"), "floating")
    with pytest.raises(ArgumentError, match="cannot be given a floating base"):
        with_base(with_base(floating, "fixed"), "floating")


def test_a_base_that_is_none():
    with pytest.raises(ArgumentError, match="'fixed' or 'floating'"):
        heft.load("zoo:puma560", base="flying")


def test_gravity_is_three_numbers() -> None:
    robot = named("planar_n(1)")
    assert float(robot.with_gravity(np.array([0, 0, -9])).gravity[2]) == -9
    with pytest.raises(ArgumentError, match=r"three numbers; got \[0, 0\]"):
        robot.with_gravity([0, 0])
    for wrong in (9.81, "000", np.array(9.81), [[0, 0, -9.81]]):
        with pytest.raises(ArgumentError, match="three numbers; got"):
            robot.with_gravity(wrong)
