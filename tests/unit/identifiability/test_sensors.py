"""Sensors: how they are written, what they see, what another would buy; robots with little or nothing to see."""

from __future__ import annotations

import numpy as np
import pytest
from support import example_robots
from support.ranks import exact_geometry, sampled_rank
from support.small_robots import Z, body, mechanism

import heft
from heft.errors import ArgumentError, FormatError
from heft.identifiability import Sensors, compare_sensors
from heft.identifiability.geometry import prime_field
from heft.identifiability.sampled import wrenches

RR = heft.load("zoo:rr_parallel")
REVOLUTE = {"type": "revolute"} | Z


@pytest.mark.parametrize(
    ("words", "read"),
    [
        (None, ["joint1", "joint2"]),
        ("-joint1", ["joint2"]),
        ("none, joint1", ["joint1"]),
        ("ft@base", ["joint1", "joint2", "ft@base"]),
        (["none", "ft@link2:fz+mx"], ["ft@link2:mx+fz"]),
        ("none,ft@link2:fz,ft@link2:mx", ["ft@link2:mx+fz"]),
    ],
)
def test_words(words: object, read: list[str]) -> None:
    assert Sensors.parse(RR, words).describe(RR) == read


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("joint9", "There is no joint 'joint9' to measure. Did you mean"),
        ("ft@link9", "There is no link 'link9' to mount a sensor in. Did you mean"),
        ("ft@base:fz+qq", "A force/torque sensor has no axis 'qq'."),
        ("ft@base:", "A force/torque sensor has no axis ''."),
        ("none", "No sensor is left."),
        ("-joint1,-joint2", "No sensor is left."),
    ],
)
def test_what_cannot_be_measured(words: str, message: str) -> None:
    with pytest.raises(ArgumentError) as caught:
        heft.identifiability(RR, sensors=words)
    assert str(caught.value).startswith(message)


def test_more_sensors_than_bodies() -> None:
    """A sensor at every place, some named twice, sees what all of them see together, and no less than each."""
    every = ["ft@base", "ft@link1", "ft@link2", "ft@base:fx", "joint1", "joint1"]
    verdict = heft.identifiability(RR, sensors=every)
    assert verdict.n_base == sampled_rank(RR, sensors=",".join(every))
    for word in every[:3]:
        assert heft.identifiability(RR, sensors=word).n_base <= verdict.n_base
    assert verdict.bodies[0].dims is None


@pytest.mark.parametrize(
    "words", ["-joint1", "none,ft@base", "none,ft@link2", "none,ft@base:fx+fy", "-joint2,ft@base:mz"]
)
def test_the_reduction_of_what_sensors_see(words: str) -> None:
    """Counted as samples count, and the exact matrix has the echelon's identity."""
    verdict = heft.identifiability(RR, sensors=words, method="auto")
    assert verdict.n_base == sampled_rank(RR, sensors=words)
    assert verdict.certificate.float_agrees is True
    np.testing.assert_array_equal(verdict.reduction.matrix[:, verdict.reduction.columns], np.eye(verdict.n_base))


def test_a_base_sensor_sees_what_the_base_wrench_regressor_has() -> None:
    """Against floats of the dynamics, which know nothing of fields."""
    Y = heft.base_wrench_regressor(RR, *RR.random_state(0, 60)).reshape(360, -1)
    verdict = heft.identifiability(RR, sensors="none,ft@base")
    assert np.linalg.matrix_rank(Y, tol=1e-8 * np.linalg.norm(Y, 2)) == verdict.n_base
    assert np.abs(verdict.reduction.apply(Y) @ verdict.reduction.matrix - Y).max() < 1e-9 * np.abs(Y).max()


def test_what_another_sensor_would_buy() -> None:
    gains = compare_sensors(RR, "-joint1")
    assert {gain.sensor for gain in gains} == {"joint1", "ft@base", "ft@link1", "ft@link2"}
    assert [gain.gain for gain in gains] == sorted((gain.gain for gain in gains), reverse=True)
    before = heft.identifiability(RR, sensors="-joint1")
    for gain in gains:
        after = heft.identifiability(RR, sensors=["-joint1", gain.sensor])
        assert (gain.n_base, gain.gain) == (after.n_base, after.n_base - before.n_base)
        assert all(after.classes[name] == "I" != before.classes[name] for name in gain.newly_alone)
        assert all(before.classes[name] == "X" != after.classes[name] for name in gain.newly_identifiable)
        assert gain.to_dict()["sensor"] == gain.sensor


# -- mimic joints ------------------------------------------------------------------------------------


def test_fingers_that_share_a_parent_go_through_the_recursion() -> None:
    path = example_robots.PATHS.get("panda_description/urdf/panda.urdf")
    if path is None:
        pytest.skip(f"example-robot-data is not installed: no panda in {example_robots.FOLDER}")
    robot = heft.load(path)
    assert any(b.joint.mimic for b in robot.bodies)
    verdict = heft.identifiability(robot)
    assert verdict.bodies[-1].dims is not None
    assert verdict.n_base == sampled_rank(robot)
    assert verdict.certificate.float_agrees is True


@pytest.mark.parametrize("offset", [0, "1/3", "pi/6"])
def test_followers_on_other_parents_go_through_samples(offset: object) -> None:
    mimic = {"mimic": {"joint": "j1", "multiplier": "-3/2", "offset": offset}}
    robot = mechanism(
        body("a", None, REVOLUTE | {"name": "j1"}),
        body("b", "a", REVOLUTE | {"name": "j2"}, placement={"xyz": ["1/2", 0, 0], "rpy": ["pi/2", 0, 0]}),
        body("c", "b", REVOLUTE | mimic, placement={"xyz": ["1/3", 0, "1/7"]}),
    )
    verdict = heft.identifiability(robot, method="auto")
    assert all(b.dims is None for b in verdict.bodies)
    assert verdict.n_base == sampled_rank(robot)
    Y = heft.torque_regressor(robot, *robot.random_state(0, 40))
    assert np.abs(verdict.reduction.apply(Y) @ verdict.reduction.matrix - Y).max() < 1e-9 * np.abs(Y).max()


# -- robots with little to see -----------------------------------------------------------------------


def test_a_robot_without_joints() -> None:
    robot = mechanism(body("plate", None, {"type": "fixed"}))
    verdict = heft.identifiability(robot)
    assert (verdict.n_base, verdict.bodies[0].classes) == (0, "X" * 10)
    assert "plate" in str(verdict)
    assert heft.identifiability(robot, sensors="ft@base").n_base == 3  # a scale: weight and where it acts


def test_zero_motion_and_rotors_on_nothing_are_refused_when_loaded() -> None:
    with pytest.raises(FormatError, match="axis has zero length"):
        mechanism(body("a", None, {"type": "revolute", "axis": [0, 0, 0]}))
    with pytest.raises(FormatError, match="A rotor cannot drive a fixed joint"):
        mechanism(body("a", None, {"type": "fixed"}, rotor={"ratio": 2}))


def test_gravity_of_zero_length() -> None:
    with pytest.raises(ArgumentError, match="Gravity has zero length"):
        heft.identifiability(RR, gravity=[0, 0, 0])
    silent = heft.identifiability(RR.with_gravity([0, 0, 0]))
    assert silent.to_dict() == heft.identifiability(RR, gravity=False).to_dict()


def test_unknown_methods() -> None:
    with pytest.raises(ArgumentError, match="Did you mean 'exact'"):
        heft.identifiability(RR, method="exat")


def test_wrenches_of_some_links_are_those_of_all() -> None:
    leg = heft.load("zoo:cheetah3_leg")
    clusters, gravity = exact_geometry(leg)
    field = prime_field(clusters, seed=1)
    every = wrenches(field, leg, clusters, gravity, False, 3)
    some = wrenches(field, leg, clusters, gravity, False, 3, links=[-1, 1])
    assert sorted(every.link) == [-1, 0, 1, 2]
    assert sorted(some.link) == [-1, 1]
    for link, wrench in some.link.items():
        np.testing.assert_array_equal(wrench, every.link[link])
    np.testing.assert_array_equal(some.torque, every.torque)


def test_a_link_called_base_is_not_offered_twice() -> None:
    robot = mechanism(body("base", None, {"type": "revolute"} | Z), body("b", "base", {"type": "revolute"} | Z))
    assert sorted(gain.sensor for gain in compare_sensors(robot)) == ["ft@b", "ft@base"]
