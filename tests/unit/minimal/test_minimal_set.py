"""`heft.minimal.combinations`: the set, its words, and who is refused."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import numpy as np
import pytest
from support.compare import error_of_samples
from support.links import links_only

import heft
from heft import minimal
from heft.errors import ArgumentError
from heft.robot.exact import Number
from heft.robot.joint import Joint, Mimic
from heft.robot.model import Body, Robot
from heft.robot.placement import Placement
from heft.robot.zoo.chains import random_chain

SERIAL = {"cartpole": 4, "double_pendulum": 6, "furuta": 8, "panda": 43, "puma560": 36, "rr_parallel": 6, "scara": 8}
SERIAL |= {"rr_perpendicular": 10, "stanford": 33, "tx40": 36, "ur10e": 36, "cheetah3_leg": 17}


@pytest.mark.parametrize("name", SERIAL)
def test_the_zoo(name: str):
    robot = links_only(heft.load(f"zoo:{name}"))
    mlc = minimal.combinations(robot)
    assert len(mlc) == SERIAL[name]
    assert mlc.agrees
    assert mlc.residual < 1e-10
    state = robot.random_state(3, 6)
    assert error_of_samples(minimal.inverse_dynamics(mlc, *state), heft.inverse_dynamics(robot, *state)) < 1e-10


def test_a_pendulum_by_hand():
    """Two rods in a plane: what every textbook has."""
    mlc = minimal.combinations(heft.load("zoo:planar_n(2)"))
    assert mlc.names == ("link1.U33", "link1.kx", "link1.ky", "link2.U33", "link2.kx", "link2.ky")
    assert mlc.expression(0) == "link1.Izz + 0.25 link2.m + link2.Izz"
    assert mlc.expression(1) == "link1.mcx + 0.5 link2.m"
    assert mlc.expression(4) == "link2.mcx"
    np.testing.assert_allclose(mlc.values, [1 / 12 + 0.25 + 1 / 12, 0.75, 0.0, 1 / 12, 0.25, 0.0], atol=1e-15)


def test_values_are_the_matrix_times_the_parameters():
    mlc = minimal.combinations(heft.load("zoo:stanford"))
    robot = mlc.robot
    assert mlc.matrix.shape == (33, len(robot.parameter_names))
    np.testing.assert_array_equal(mlc.matrix @ robot.parameter_vector, mlc.values)
    assert not mlc.matrix[:, 60:].any()
    for k in range(len(mlc)):
        total = sum(c * robot.parameter_vector[robot.parameter_names.index(p)] for p, c in mlc.terms(k))
        assert total == pytest.approx(mlc.values[k], abs=1e-12)


def test_without_gravity_the_exact_answer_decides():
    mlc = minimal.combinations(heft.load("zoo:puma560").with_gravity((0, 0, 0)))
    assert (len(mlc.theorem), len(mlc), mlc.agrees) == (36, 34, False)
    assert "without gravity" in mlc.notes[-1]
    robot = links_only(mlc.robot)
    state = robot.random_state(0, 5)
    expected = heft.inverse_dynamics(robot, *state)
    assert error_of_samples(minimal.inverse_dynamics(mlc, *state, values=mlc.values), expected) < 1e-10


def test_words_and_json():
    mlc = minimal.combinations(heft.load("zoo:scara"))
    assert str(mlc).splitlines()[1] == f"  arm1.U33 = {mlc.expression(0)}"
    assert "8 of 40" in repr(mlc)
    data = json.loads(json.dumps(mlc.to_dict()))
    assert data["n_combinations"] == len(data["combinations"]) == data["exact_count"] == 8
    assert (data["r"], data["s"]) == ("joint1", None)
    assert [c["name"] for c in data["combinations"]] == list(mlc.names)
    assert data["operations"] == {"multiplications": mlc.operations[0], "additions": mlc.operations[1]}


def test_antiparallel_axes_are_reversed():
    half_turn = Placement.at([0.3, 0, 0.1], ["pi", 0, 0])
    chain = random_chain(1, 3, prismatic=0.0)
    robot = replace(chain, bodies=(chain.bodies[0], *(replace(b, placement=half_turn) for b in chain.bodies[1:])))
    mlc = minimal.combinations(robot)
    assert mlc.chain.sign.tolist() == [1.0, -1.0, 1.0]
    state = robot.random_state(0, 4)
    assert error_of_samples(minimal.inverse_dynamics(mlc, *state), heft.inverse_dynamics(robot, *state)) < 1e-10


def rounded(angle: float) -> Robot:
    chain = random_chain(2, 2, prismatic=0.0, gravity="across")
    placement = Placement.at([0.3, 0.2, 0.1], [angle, 0, 0])
    return replace(chain, bodies=(chain.bodies[0], replace(chain.bodies[1], placement=placement)))


def test_an_axis_that_a_file_rounds_is_parallel_and_said_to_be():
    mlc = minimal.combinations(rounded(3.1416))
    assert len(mlc) == 6
    assert "joint2" in mlc.notes[0]
    assert 1e-6 < mlc.residual < 1e-4
    state = mlc.robot.random_state(0, 4)
    assert error_of_samples(minimal.inverse_dynamics(mlc, *state), heft.inverse_dynamics(mlc.robot, *state)) < 1e-4


def test_an_axis_that_is_meant_to_be_tilted_is_not_parallel():
    mlc = minimal.combinations(rounded(1e-3))
    assert len(mlc) == 10
    assert not mlc.notes


def floating_arm() -> Robot:
    return heft.load("zoo:stanford", base="floating")


def branched() -> Robot:
    arm = heft.load("zoo:planar_n(3)")
    return replace(arm, bodies=(*arm.bodies[:2], replace(arm.bodies[2], parent=0)))


def mimicking() -> Robot:
    arm = heft.load("zoo:planar_n(2)")
    joint = replace(arm.bodies[1].joint, mimic=Mimic("joint1", Number.parse(2)))
    return replace(arm, bodies=(arm.bodies[0], replace(arm.bodies[1], joint=joint)))


def spherical() -> Robot:
    arm = heft.load("zoo:planar_n(2)")
    return replace(arm, bodies=(arm.bodies[0], replace(arm.bodies[1], joint=Joint("ball", "spherical"))))


@pytest.mark.parametrize(
    ("make", "joint"),
    [(floating_arm, "root_joint"), (branched, "joint3"), (mimicking, "joint2"), (spherical, "ball")],
)
def test_others_are_refused_by_joint(make, joint: str):
    with pytest.raises(ArgumentError, match=f"joint '{joint}'.*heft identifiable"):
        minimal.combinations(make())


def test_what_does_not_move_is_refused():
    with pytest.raises(ArgumentError, match="no moving body"):
        minimal.combinations(Robot("rock", ()))


def test_shapes_are_checked():
    mlc = minimal.combinations(heft.load("zoo:planar_n(2)"))
    q = np.zeros((3, 2))
    with pytest.raises(ArgumentError, match="6 combinations"):
        minimal.inverse_dynamics(mlc, q, q, q, values=[1.0])
    with pytest.raises(ArgumentError, match="wrench on the tip"):
        minimal.inverse_dynamics(mlc, q, q, q, tip=np.zeros(3))
    assert minimal.inverse_dynamics(mlc, q[0], q[0], q[0]).shape == (2,)


def test_one_link_alone():
    body = Body("drum", -1, Joint("axle", "revolute"), parameters=np.array([1, 0, 0, 0, 1, 0, 0, 1, 0, math.pi]))
    mlc = minimal.combinations(Robot("drum", (body,)))
    assert mlc.names == ("drum.U33",)
    np.testing.assert_allclose(minimal.inverse_dynamics(mlc, [0.3], [2.0], [1.0]), [math.pi])
