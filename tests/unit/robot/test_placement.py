"""Placements: three spellings of a rotation, steps composed left to right, exact numbers kept."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pinocchio as pin
import pytest

from heft.errors import FormatError
from heft.robot.exact import Number
from heft.robot.placement import (
    IDENTITY,
    X_AXIS,
    Z_AXIS,
    Placement,
    Transform,
    rotation_from_quaternion,
    rotation_from_rpy,
    unit,
)


def numbers(*values) -> tuple[Number, ...]:
    return tuple(Number.parse(value) for value in values)


QUARTER_ABOUT_Z = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])


def test_nothing_is_the_identity():
    assert np.array_equal(IDENTITY.rotation, np.eye(3))
    assert np.array_equal(IDENTITY.translation, np.zeros(3))
    assert np.array_equal(Transform().matrix(), np.eye(3))


def test_roll_pitch_yaw_are_about_fixed_axes():
    rpy = np.array([0.3, -0.8, 2.1])
    assert np.allclose(rotation_from_rpy(rpy), pin.rpy.rpyToMatrix(rpy), rtol=0, atol=1e-15)


def test_quaternions_are_w_x_y_z_of_any_length():
    q = np.array([0.5, -1.0, 2.0, 0.25])
    expected = pin.Quaternion(*(q / np.linalg.norm(q))).matrix()
    assert np.allclose(rotation_from_quaternion(q), expected, rtol=0, atol=1e-15)
    assert np.allclose(rotation_from_quaternion(-7 * q), expected, rtol=0, atol=1e-15)


@pytest.mark.parametrize(
    "step",
    [
        Transform(rpy=numbers(0, 0, "pi/2")),
        Transform(quat=numbers(3, 0, 0, 3)),
        Transform(rotation=numbers(0, -1, 0, 1, 0, 0, 0, 0, 1)),
    ],
    ids=["rpy", "quat", "rotation"],
)
def test_three_spellings_of_a_quarter_turn(step: Transform):
    step.check("here")
    assert np.allclose(step.matrix(), QUARTER_ABOUT_Z, rtol=0, atol=1e-15)


def test_steps_compose_left_to_right():
    turn = Placement.at([1, 0, 0], [0, 0, "pi/2"])
    shift = Placement.at(["1/2", 0, 0])
    both = turn.then(shift)
    assert np.allclose(both.translation, [1.0, 0.5, 0.0])
    assert np.allclose(both.rotation, QUARTER_ABOUT_Z)
    assert np.allclose(shift.then(turn).translation, [1.5, 0.0, 0.0])


def test_composition_is_that_of_transforms():
    rng = np.random.default_rng(0)
    parts = [Placement.at(rng.standard_normal(3), rng.standard_normal(3)) for _ in range(4)]
    chain, expected = IDENTITY, pin.SE3.Identity()
    for part in parts:
        chain, expected = chain.then(part), expected * pin.SE3(part.rotation, part.translation)
    assert np.allclose(chain.rotation, expected.rotation, rtol=0, atol=1e-14)
    assert np.allclose(chain.translation, expected.translation, rtol=0, atol=1e-14)
    x = rng.standard_normal(3)
    nested = x
    for part in reversed(parts):
        nested = part.rotation @ nested + part.translation
    assert np.allclose(chain.rotation @ x + chain.translation, nested, rtol=0, atol=1e-14)


def test_the_exact_numbers_are_kept():
    both = Placement.at(["1/3", 0.1, 0], [0, 0, "2/3*pi"]).then(Placement.at([0, 0, "-pi"]))
    assert [len(both.steps), both.steps[0].xyz[0].rational] == [2, Fraction(1, 3)]
    assert both.steps[0].xyz[1].rational == Fraction(1, 10)
    assert both.steps[0].rpy is not None
    assert both.steps[0].rpy[2].pi_multiple == Fraction(2, 3)
    assert both.steps[1].xyz[2].pi_multiple == -1
    assert both.steps[1].rpy is None


def test_a_float_pose_comes_back_as_it_was():
    R, p = rotation_from_rpy(np.array([0.1, 0.2, 0.3])), np.array([0.1, -1e-20, 1e10])
    pose = Placement.from_floats(R, p)
    assert np.array_equal(pose.rotation, R)
    assert np.array_equal(pose.translation, p)


def test_a_pose_cannot_be_changed():
    pose = Placement.at([1, 2, 3])
    with pytest.raises(ValueError, match="read-only"):
        pose.translation[0] = 0.0
    with pytest.raises(ValueError, match="read-only"):
        pose.rotation[0, 0] = 0.0


@pytest.mark.parametrize(
    ("step", "complaint"),
    [
        (Transform(rpy=numbers(0, 0, 0), quat=numbers(1, 0, 0, 0)), "has both rpy and quat"),
        (
            Transform(quat=numbers(1, 0, 0, 0), rotation=numbers(*np.eye(3).ravel().tolist())),
            "has both quat and rotation",
        ),
        (Transform(quat=numbers(0, 0, 0, 0)), "A quaternion of zero length is not a rotation"),
        (Transform(rotation=numbers(1, 0, 0, 0, 1, 0, 0, 0, -1)), "it is a reflection"),
        (Transform(rotation=numbers(1, 0, 0, 0, 1, 0, 0, 0, 2)), "R R^T differs from 1 by 3"),
        (Transform(rotation=numbers(*[0] * 9)), "R R^T differs from 1 by 1"),
        (Transform(rotation=numbers(1, 1e-4, 0, 0, 1, 0, 0, 0, 1)), "R R^T differs from 1 by 0.0001"),
    ],
)
def test_what_is_no_rotation(step: Transform, complaint: str):
    with pytest.raises(FormatError) as caught:
        step.check("body 'arm', placement")
    assert complaint in caught.value.what
    assert caught.value.where == "body 'arm', placement"


def test_rounded_rotations_are_taken():
    c = 0.70710678
    Transform(rotation=numbers(c, -c, 0, c, c, 0, 0, 0, 1)).check("here")


def test_axes_have_any_length():
    assert np.allclose(unit(numbers(3, 0, -4)), [0.6, 0, -0.8])
    assert np.array_equal(unit(Z_AXIS), [0, 0, 1])
    assert np.array_equal(unit(X_AXIS), [1, 0, 0])
