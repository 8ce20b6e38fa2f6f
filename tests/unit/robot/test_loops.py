"""Constraints that close loops are not in the robot: it is refused, or remembers them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from support.logs import ARM
from support.looped import CONNECT, fourbar

import heft
from heft.errors import ArgumentError, FormatError
from heft.robot.floating_base import with_base
from heft.robot.loops import DroppedLoop

CLOSING = DroppedLoop("connect", "closing", ("rocker", "frame"))
TENDONS = (
    '<tendon><fixed name="belt"><joint joint="a" coef="1"/><joint joint="c" coef="-1"/></fixed>'
    '<spatial name="rope"><site site="end"/><site site="knob"/></spatial></tendon>'
)


def loops(path: Path) -> list[DroppedLoop]:
    return list(heft.load(path, ignore_loops=True).dropped_loops)


def test_a_file_that_closes_a_loop_is_refused(tmp_path: Path) -> None:
    path = fourbar(tmp_path)
    with pytest.raises(FormatError, match="closes one loop") as refused:
        heft.load(path)
    message = str(refused.value)
    assert "connect 'closing' between 'rocker' and 'frame'" in message
    assert "--ignore-loops" in message
    assert "the tree without loops" in message  # of one loop as of several
    assert "ignore_loops=True" in message
    assert loops(path) == [CLOSING]


@pytest.mark.parametrize(
    ("equality", "expected"),
    [
        (CONNECT, CLOSING),
        ('<connect body1="rocker" anchor="0.5 0 0"/>', DroppedLoop("connect", "", ("rocker", "world"))),
        ('<weld name="w" body1="rocker" body2="crank"/>', DroppedLoop("weld", "w", ("rocker", "crank"))),
        ('<weld site1="end" site2="knob"/>', DroppedLoop("weld", "", ("coupler", "cap"))),
        ('<joint name="cam" joint1="b" joint2="a" polycoef="0 1 0.5 0 0"/>', ("joint", "cam", ("coupler", "crank"))),
        ('<joint joint1="b" polycoef="0.2 0 0 0 0"/>', DroppedLoop("joint", "", ("coupler",))),
        ('<tendon name="t" tendon1="belt"/>', DroppedLoop("tendon", "t", ("crank", "rocker"))),
        ('<tendon tendon1="belt" tendon2="rope"/>', DroppedLoop("tendon", "", ("crank", "rocker", "coupler", "cap"))),
    ],
)
def test_what_closes_a_loop(tmp_path: Path, equality: str, expected: DroppedLoop | tuple) -> None:
    expected = expected if isinstance(expected, DroppedLoop) else DroppedLoop(*expected)
    path = fourbar(tmp_path, equality, TENDONS)
    assert loops(path) == [expected]
    with pytest.raises(FormatError, match=r"closes one loop"):
        heft.load(path)


@pytest.mark.parametrize(
    "equality",
    [
        '<joint joint1="b" joint2="a" polycoef="0.1 -2 0 0 0"/>',
        '<connect body1="rocker" body2="frame" anchor="0 0 0" active="false"/>',
        '<joint joint1="b" joint2="a" polycoef="0 1 0.5 0 0" active="false"/>',
        '<weld body1="rocker" body2="cap"/>',
        '<weld body1="frame"/>',
        "",
    ],
)
def test_what_closes_no_loop(tmp_path: Path, equality: str) -> None:
    """A mimic joint, what is switched off, and what holds two parts of one rigid body together."""
    assert heft.load(fourbar(tmp_path, equality)).dropped_loops == ()


def test_constraints_that_the_file_switches_off_close_nothing(tmp_path: Path) -> None:
    off = '<option><flag equality="disable"/></option>'
    both = CONNECT + '<joint joint1="b" joint2="a" polycoef="0 1 0.5 0 0"/>'
    assert heft.load(fourbar(tmp_path, both, option=off)).dropped_loops == ()


def test_several_loops_are_counted(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=r"closes 2 loops.*connect 'closing'.*weld 'w'"):
        heft.load(fourbar(tmp_path, CONNECT + '<weld name="w" body1="rocker" body2="crank"/>'))


def test_everything_made_of_the_robot_remembers(tmp_path: Path) -> None:
    robot = heft.load(fourbar(tmp_path), ignore_loops=True)
    same = json.loads(json.dumps(robot.to_dict()))
    for other in (
        heft.Robot.from_dict(same),
        robot.with_parameters(2 * robot.parameters),
        robot.with_gravity([0, 0, -1]),
        with_base(robot, "floating"),
    ):
        assert other.dropped_loops == (CLOSING,)
    assert "dropped_loops" not in heft.load("zoo:puma560").to_dict()


def test_a_mechanism_file_that_names_dropped_loops_is_refused_too(tmp_path: Path) -> None:
    robot = heft.load(fourbar(tmp_path), ignore_loops=True)
    path = tmp_path / "fourbar.mech.json"
    path.write_text(json.dumps(robot.to_dict()))
    with pytest.raises(FormatError, match="connect 'closing'"):
        heft.load(path)
    assert loops(path) == [CLOSING]


@pytest.mark.parametrize(
    ("extension", "expected"),
    [
        (
            '<gazebo><joint name="close" type="revolute"><parent>hand</parent><child> upper </child></joint></gazebo>',
            DroppedLoop("gazebo joint", "close", ("hand", "upper")),
        ),
        (
            '<loop_joint name="l" type="ball"><link1 link="hand"/><link2 link="upper"/></loop_joint>',
            DroppedLoop("loop_joint", "l", ("hand", "upper")),
        ),
        (
            '<drake:linear_bushing_rpy><drake:bushing_frameA name="f"/></drake:linear_bushing_rpy>',
            DroppedLoop("linear_bushing_rpy"),
        ),
    ],
)
def test_loops_that_a_urdf_closes_for_a_simulator(tmp_path: Path, extension: str, expected: DroppedLoop) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(ARM.replace("</robot>", f"{extension}</robot>"))
    with pytest.raises(FormatError, match="closes one loop"):
        heft.load(path)
    assert loops(path) == [expected]


@pytest.mark.parametrize(
    "extension",
    [
        '<gazebo reference="elbow"><implicitSpringDamper>1</implicitSpringDamper></gazebo>',
        '<gazebo><plugin name="p" filename="x.so"><joint>elbow</joint></plugin></gazebo>',
        '<transmission name="t"><joint name="elbow"/><actuator name="m"/></transmission>',
    ],
)
def test_other_extensions_close_none(tmp_path: Path, extension: str) -> None:
    path = tmp_path / "arm.urdf"
    path.write_text(ARM.replace("</robot>", f"{extension}</robot>"))
    assert heft.load(path).dropped_loops == ()


def test_the_option_is_a_switch(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="'ignore_loops'"):
        heft.load(fourbar(tmp_path), ignore_loops="yes")


def test_nothing_is_said_to_be_proved(tmp_path: Path) -> None:
    """The tree has nine base parameters; with the loop, one degree of freedom leaves three."""
    robot = heft.load(fourbar(tmp_path), ignore_loops=True)
    tree = heft.load(fourbar(tmp_path, ""))
    assert "Proved" in str(heft.identifiability(tree))
    for method in ("auto", "exact", "float"):
        verdict = heft.identifiability(robot, method=method)
        assert verdict.n_base == heft.identifiability(tree).n_base == 9
        assert "proved" not in str(verdict).lower()
        assert "for the tree without its loops, which need not hold for the machine" in str(verdict)
        assert "loops ignored" in str(verdict)
        assert "connect 'closing'" in verdict.warnings[0]
        again = heft.identifiability(robot, method=method).to_dict()
        assert again["dropped_loops"] == [{"kind": "connect", "name": "closing", "bodies": ["rocker", "frame"]}]
        assert type(verdict).from_dict(again).dropped_loops == (CLOSING,)
        assert "need not hold for the machine" in verdict.explain("crank.Iyy")
