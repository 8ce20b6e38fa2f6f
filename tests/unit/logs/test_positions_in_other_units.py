"""Positions that fit the limits of their joints in another unit only are refused, with the unit."""

import numpy as np
import pytest
from support.small_robots import body, mechanism

import heft
from heft.errors import FormatError

LIMITS = {"velocity": 5, "effort": 50}
INERTIA = {"mass": 1, "com": [0.1, 0, 0], "about_com": [0.01, 0.01, 0.01]}
T = np.arange(1000) / 100
MOVES = np.column_stack([0.3 * np.sin(T), 0.2 + 0.15 * np.sin(1.3 * T), 1.2 * np.sin(0.7 * T)])


def gantry() -> heft.Robot:
    slides = [{"type": "prismatic", "axis": axis, "name": name} for axis, name in (([1, 0, 0], "x"), ([0, 1, 0], "y"))]
    turn = {"type": "revolute", "axis": [0, 0, 1], "name": "turn"}
    return mechanism(
        body("bridge", None, slides[0], inertia=INERTIA, limits=LIMITS | {"lower": -0.5, "upper": 0.5}),
        body("carriage", "bridge", slides[1], inertia=INERTIA, limits=LIMITS | {"lower": 0, "upper": 0.4}),
        body("hand", "carriage", turn, inertia=INERTIA, limits=LIMITS | {"lower": -3, "upper": 3}),
    )


def log(scale) -> heft.Log:
    return heft.Log(T, ("x", "y", "turn"), MOVES * scale, effort=np.cos(MOVES))


def test_millimetres_are_refused():
    with pytest.raises(FormatError, match="x, y fit their limits as millimetres"):
        heft.clean(gantry(), log([1000, 1000, 1]))


def test_degrees_are_refused_beside_metres():
    with pytest.raises(FormatError, match="turn fit their limits as degrees"):
        heft.clean(gantry(), log([1, 1, 180 / np.pi]))


def test_metres_and_radians_are_taken_as_they_are():
    assert np.allclose(heft.clean(gantry(), log(1.0)).q.max(axis=0), MOVES.max(axis=0), atol=0.01)


COUNTS = 16384 / (2 * np.pi)


def wheel(seconds: float, scale: float) -> tuple[heft.Robot, heft.Log]:
    """A joint without limits that turns on and on."""
    turn = {"type": "revolute", "axis": [0, 0, 1], "name": "turn"}
    robot = mechanism(body("wheel", None, turn, inertia=INERTIA))
    t = np.arange(0, seconds, 0.01)
    q = scale * (20 * t + np.sin(t))
    return robot, heft.Log(t, ("turn",), q[:, None], effort=np.cos(q)[:, None])


def test_counts_of_an_encoder_are_refused_with_limits():
    with pytest.raises(
        FormatError, match=r"'turn' reach .*limits are -3 and 3\. .* counts of an encoder.*scale = 2 pi"
    ):
        heft.clean(gantry(), log([1, 1, COUNTS]))


def test_whole_numbers_are_counts_without_limits_too():
    robot, turns = wheel(20, COUNTS)
    with pytest.raises(FormatError, match=r"'turn' reach .* and are whole numbers"):
        heft.clean(robot, heft.Log(turns.t, turns.joints, np.round(turns.q), effort=turns.effort))


def test_many_turns_of_a_joint_without_limits_are_taken():
    assert heft.clean(*wheel(20, 1.0)).q.max() > 350


def test_turns_that_are_undone_are_no_degrees():
    robot = heft.load("zoo:double_pendulum")
    t = np.linspace(0, 10, 2000)
    q = np.column_stack([np.sin(2 * t), 8 * t + np.sin(t)])
    wrapped = (q + np.pi) % (2 * np.pi) - np.pi
    log = heft.Log(t, tuple(robot.joint_names), wrapped, effort=np.cos(3 * q))
    warnings = " ".join(heft.clean(robot, log).warnings)
    assert "jumps by a turn" in warnings
    assert "degrees" not in warnings
    assert "degrees" in " ".join(heft.clean(robot, heft.Log(t, log.q_names, q, effort=np.cos(3 * q))).warnings)


def stage(scale: float, pace: float = 1.0, **limits: float) -> tuple[heft.Robot, heft.Log]:
    """A slide and a turntable without limits; what moves is the slide, by 0.3 m to either side."""
    turn = {"type": "revolute", "axis": [0, 0, 1], "name": "turn"}
    slide = {"type": "prismatic", "axis": [1, 0, 0], "name": "x"}
    more = {"limits": LIMITS | limits} if limits else {}
    robot = mechanism(
        body("carriage", None, slide, inertia=INERTIA, **more),
        body("table", "carriage", turn, inertia=INERTIA),
    )
    q = MOVES[:, [0, 2]] * [scale, 1]
    return robot, heft.Log(T / pace, ("x", "turn"), q, effort=np.cos(MOVES[:, [0, 2]]))


def test_millimetres_are_refused_without_limits_too():
    with pytest.raises(FormatError, match=r"'x' span 600 m at 300 m/s, .* at most 1 m long\. Are these millimetres"):
        heft.clean(*stage(1000.0))


@pytest.mark.parametrize(("scale", "pace"), [(1.0, 1.0), (1.0, 60.0), (1000.0, 0.01)], ids=["arm", "quick", "long"])
def test_quick_stages_and_long_rails_are_taken(scale, pace):
    """Metres by the second on a short way, and hundreds of metres in many minutes."""
    assert heft.clean(*stage(scale, pace)).n > 300


def test_limits_say_more_than_the_length_of_the_robot():
    assert heft.clean(*stage(1000.0, lower=-400, upper=400)).n > 300
