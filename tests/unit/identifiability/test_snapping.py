"""What a file means where it rounds."""

from __future__ import annotations

import math

import numpy as np
import pytest
from support.ranks import sampled_rank
from support.small_robots import Z, body, mechanism

import heft
from heft.errors import ArgumentError

R = {"type": "revolute"} | Z


def perpendicular(placement: dict[str, object], axis: object = (0, 0, 1), **more: object):
    second = body("b", "a", {"type": "revolute", "axis": list(axis)}, placement={"xyz": ["1/2", 0, 0]} | placement)
    return mechanism(body("a", None, R), second, **more)


EXACT = heft.identifiability(perpendicular({"rpy": ["pi/2", 0, 0]}))


@pytest.mark.parametrize(
    ("placement", "what"),
    [
        ({"rpy": [1.5708, 0, 0]}, "rpy"),
        ({"rpy": [1.57079632679, 0, 0]}, "rpy"),
        ({"rotation": [[1, 0, 0], [0, 3.7e-6, -1], [0, 1, 3.7e-6]]}, "rotation"),
        ({"rotation": [[1, 0, 0], [0, 6e-17, -1], [0, 1, 6e-17]]}, None),
        ({"quat": [0.7071068, 0.7071068, 0, 0]}, None),
    ],
)
def test_right_angles(placement: dict[str, object], what: str | None) -> None:
    found = heft.identifiability(perpendicular(placement))
    assert found.n_base == EXACT.n_base
    assert found.reduction.exact == EXACT.reduction.exact
    assert [snap.what for snap in found.snapped] == ([what] if what else [])
    assert all(snap.joint == "b" for snap in found.snapped)


@pytest.mark.parametrize(
    "quat", [[0.5, 0.5, 0.5, 0.499999], [0.5, 0.499999, 0.5, 0.5], [0.653281, 0.270599, 0.653282, -0.270598]]
)
def test_a_rounded_pitch_of_a_right_angle(quat: list[float]) -> None:
    """Roll and yaw are then about one axis, and rounding alone would say how much of each."""
    found = heft.identifiability(perpendicular({"quat": quat}))
    assert [snap.what for snap in found.snapped] == ["rotation"]
    assert found.snapped[0].value < 4e-6


def test_a_snap_says_what_was_taken_for_what() -> None:
    [snap] = heft.identifiability(perpendicular({"rpy": [1.5708, 0, 0]})).snapped
    assert str(snap) == "joint 'b', rpy: 1.5708 taken as 1/2*pi"
    assert snap.to_dict() == {"joint": "b", "what": "rpy", "value": 1.5708, "meant": "1/2*pi"}


def test_without_snapping_numbers_are_taken_as_they_stand() -> None:
    robot = perpendicular({"rpy": [3.7e-6, 0, 0]}, gravity=[0, 0, "-9.81"])
    assert heft.identifiability(robot, snap=0.0).snapped == ()
    assert heft.identifiability(robot, snap=0.0).n_base > heft.identifiability(robot).n_base


def test_where_rounding_changes_the_count_auto_says_so_and_why() -> None:
    """Parallel axes but for half a milliradian: as meant 4, and floats see the tilt in the numbers as they stand."""
    robot = perpendicular({"rpy": [5e-4, 0, 0]}, gravity=[0, 0, "-9.81"])
    found, literal = heft.identifiability(robot, snap=1e-3), heft.identifiability(robot, method="exact", snap=0.0)
    floats = heft.identifiability(robot, method="float", snap=0.0)
    assert found.n_base == 4
    assert floats.n_base > found.n_base
    assert found.certificate.float_agrees is False
    [warning] = found.warnings
    assert f"The exact count is 4; floats find {floats.n_base}" in warning
    assert "joint 'b', rpy: 0.0005 taken as 0" in warning
    assert f"the exact count would be {literal.n_base}" in warning


def test_where_floats_miss_a_tilt_that_is_meant_auto_says_so() -> None:
    robot = perpendicular({"rpy": [3.7e-6, 0, 0]}, gravity=[0, 0, "-9.81"])
    found = heft.identifiability(robot, snap=0.0)
    assert found.n_base > heft.identifiability(robot, method="float", snap=0.0).n_base
    assert found.certificate.float_agrees is False
    assert "nearly degenerate" in found.warnings[0]


def test_axes_and_gravity_lose_what_rounding_made() -> None:
    found = heft.identifiability(perpendicular({"rpy": ["pi/2", 0, 0]}, axis=(0, 6e-17, 1), gravity=[0, 1e-6, "-9.81"]))
    assert {(snap.joint, snap.what, snap.meant) for snap in found.snapped} == {("b", "axis", "0"), ("", "gravity", "0")}


def test_short_distances_are_zero() -> None:
    found = heft.identifiability(perpendicular({"xyz": ["1/2", 1e-12, 0]}))
    assert [(snap.what, snap.value, snap.meant) for snap in found.snapped] == [("xyz", 1e-12, "0")]


@pytest.mark.parametrize(
    ("placement", "axis"),
    [
        ({"rpy": ["7854/5000", 0, 0]}, (0, 0, 1)),
        ({"rpy": ["1/1000000", 0, 0]}, (0, 0, 1)),
        ({"quat": ["1000000", "1", 0, 0]}, (0, 0, 1)),
        ({"xyz": ["1/2", "1/1000000000000", 0]}, (0, 0, 1)),
        ({}, (0, "1/1000000", 1)),
    ],
)
def test_exact_numbers_are_literal(placement: dict[str, object], axis: object) -> None:
    """Only decimals may be rounded: 7854/5000 is not pi/2, and a millionth is not zero."""
    robot = perpendicular(placement, axis, gravity=[0, "1/1000000", -10])
    found = heft.identifiability(robot)
    assert found.snapped == ()
    assert found.n_base == heft.identifiability(robot, snap=0.0).n_base == sampled_rank(robot, snap=0.0)


@pytest.mark.parametrize("far", [1e6, 1e3, 12.5, 0.5])
def test_distances_are_not_zero_because_others_are_large(far: float) -> None:
    assert heft.identifiability(perpendicular({"xyz": [far, 2e-9, 0]})).snapped == ()
    [snap] = heft.identifiability(perpendicular({"xyz": [far, 1e-10, 0]})).snapped
    assert (snap.what, snap.value) == ("xyz", 1e-10)


def test_a_file_that_is_written_and_read_again_is_snapped_alike() -> None:
    robot = perpendicular({"rpy": [1.5708, 0, 0]})
    again = heft.Robot.from_dict(robot.to_dict())
    assert heft.identifiability(again).snapped == heft.identifiability(robot).snapped != ()


def test_decimal_rotations_that_are_no_right_angles_stay_near() -> None:
    c, s = math.cos(0.3), math.sin(0.3)
    rounded = [[1, 0, 0], [0, round(c, 8), -round(s, 8)], [0, round(s, 8), round(c, 8)]]
    found = heft.identifiability(perpendicular({"rotation": rounded}), method="exact")
    assert found.n_base == heft.identifiability(perpendicular({"rpy": ["0.3", 0, 0]}), method="exact").n_base
    floats = heft.identifiability(perpendicular({"rotation": rounded}), method="float")
    assert found.n_base == floats.n_base
    assert np.isfinite(found.reduction.matrix).all()


@pytest.mark.parametrize("snap", [-1e-6, 0.1, 1.0, math.nan, math.inf])
def test_nonsense_is_refused(snap: float) -> None:
    with pytest.raises(ArgumentError, match=r"between 0 and 0\.1 rad"):
        heft.identifiability(perpendicular({}), snap=snap)
