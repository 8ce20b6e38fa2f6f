import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import motion_of, wave

import heft
from heft.errors import ArgumentError
from heft.estimation.base import base_of
from heft.estimation.columns import Column, Model, model_of
from heft.estimation.friction_search import search_numbers
from heft.robot.zoo import random_tree

ROBOT = heft.load("zoo:ur10e")


def test_names_units_and_prior():
    robot = heft.load("zoo:tx40")
    model = model_of(robot, ("viscous", "coulomb"), armature=False)
    assert model.names[: len(robot.parameter_names)] == tuple(robot.parameter_names)
    k = model.names.index("joint2.coulomb")
    assert model.units[k] == "N m"
    assert model.prior[k] == 8.26
    assert model.units[model.names.index("link1.mcx")] == "kg m"
    assert Model.from_dict(model.to_dict()).names == model.names


def test_units_follow_the_coordinate():
    robot = random_tree(0, 1, kinds=["cylindrical"])
    model = model_of(robot, ("viscous", "coulomb"), armature=True)
    angle, slide = (model.units[model.n_inertial :][k : k + 3] for k in (0, 3))
    assert angle == ("N m s/rad", "N m", "kg m2")
    assert slide == ("N s/m", "N", "kg")


def test_signals():
    qd, qdd = np.array([[-2.0, 3.0]]), np.array([[1.0, 5.0]])
    gears = ((0, 1.0), (1, 2.0))
    expected = {"viscous": 4.0, "coulomb": 1.0, "coulomb+": 1.0, "coulomb-": 0.0, "offset": 1.0, "armature": 11.0}
    for kind, value in expected.items():
        assert Column("x", kind, gears, "").signal(qd, qdd) == pytest.approx([value])
    assert Column("x", "stribeck", gears, "", number=2.0).signal(qd, qdd) == pytest.approx([np.exp(-4)])


@pytest.mark.parametrize(
    ("words", "message"), [(("viscose",), "viscous"), (("asymmetric", "offset"), "both"), (("stribeck",), "speed")]
)
def test_refuses_what_makes_no_sense(words, message):
    with pytest.raises(ArgumentError, match=message):
        model_of(ROBOT, words)


def test_coupling_of_an_unknown_joint_is_refused():
    with pytest.raises(ArgumentError, match="no joint 'wrist7'"):
        model_of(ROBOT, couplings=[{"wrist7": 1.0}])


def test_counts_of_base_parameters():
    # published: 36 inertial base parameters of a UR arm, 40 with a reflected inertia per joint, and 18 of friction
    assert len(base_of(model_of(ROBOT, (), armature=False)).columns) == 36
    assert len(base_of(model_of(ROBOT, (), armature=True)).columns) == 40
    assert len(base_of(model_of(ROBOT)).columns) == 58


def test_base_columns_carry_every_torque():
    model = model_of(ROBOT, couplings=[{"wrist2": 1.0, "wrist3": 1.0}])
    base = base_of(model)
    x = np.random.default_rng(0).standard_normal(len(model.names))
    q, qd, qdd = ROBOT.random_state(7, 50)
    from heft.estimation.excitation import base_rows

    whole = base_rows(model, range(len(model.names)), q, qd, qdd)
    assert_allclose(whole[..., base.columns] @ base.reduce(x), whole @ x, atol=1e-9)


def test_stribeck_speed_is_found():
    robot = heft.load("zoo:double_pendulum")
    q, qd, qdd = wave(robot, 1, 6000, 200.0)
    speeds = np.array([0.05, 0.12])
    tau = (
        heft.inverse_dynamics(robot, q, qd, qdd) + 0.3 * qd + np.sign(qd) * (0.5 + 0.4 * np.exp(-((qd / speeds) ** 2)))
    )
    tau += 0.01 * np.random.default_rng(0).standard_normal(tau.shape)
    base = base_of(model_of(robot, armature=False))
    found = search_numbers(base, [motion_of(robot, q, qd, qdd, tau)], ("viscous", "stribeck"))["stribeck"]
    assert found["shoulder"] == pytest.approx(0.05, rel=0.1)
    assert found["elbow"] == pytest.approx(0.12, rel=0.1)
