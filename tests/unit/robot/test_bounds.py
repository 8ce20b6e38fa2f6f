"""Numbers out of bounds are refused in every robot file and in every constructor, by name."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import heft
from heft.bounds import LARGEST
from heft.errors import ArgumentError, FormatError, HeftError
from heft.robot.exact import ZERO, Number
from heft.robot.joint import Friction, Joint, Limits, Mimic
from heft.robot.model import WORLD, Body, Robot, Rotor
from heft.robot.placement import Placement, Transform

HUGE = 10**400
GOOD: dict[str, Any] = {
    "format": "heft-mechanism/1",
    "name": "arm",
    "bodies": [{"name": "link", "joint": {"type": "revolute"}, "inertia": {"mass": 1, "about_com": [1, 1, 1]}}],
}


def mechanism(changes: dict[str, Any]) -> dict[str, Any]:
    """Return the robot with some keys of its body, separated by dots, set."""
    data = json.loads(json.dumps(GOOD))
    for path, value in changes.items():
        *tables, key = path.split(".")
        place = data["bodies"][0]
        for table in tables:
            place = place.setdefault(table, {})
        place[key] = value
    return data


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"inertia.mass": HUGE}, "bodies[0].inertia.mass"),
        ({"inertia.mass": "1e999"}, "bodies[0].inertia.mass"),
        ({"inertia.mass": f"1{'0' * 300}/3"}, "bodies[0].inertia.mass"),
        ({"inertia.mass": "1" * 8000}, "bodies[0].inertia.mass"),
        ({"inertia.parameters": [HUGE] * 10}, "bodies[0].inertia.parameters[0]"),
        ({"inertia.parameters": [1e101] * 10}, "bodies[0].inertia.parameters[0]"),
        ({"inertia.mass": 1e99, "inertia.com": [1e99, 0, 0]}, "body 'link', inertia"),
        ({"inertia.mass": 1e99, "inertia.com": [1e99, 0, 0], "inertia.about_com": [HUGE] * 3}, "inertia.about_com"),
        ({"joint.axis": [1e200, 0, 0]}, "bodies[0].joint.axis"),
        ({"joint.axis": [1e-300, 0, 0]}, "joint 'link'"),
        ({"joint.axis": ["1e-51", 0, 0]}, "joint 'link'"),
        ({"placement": {"xyz": [HUGE, 0, 0]}}, "bodies[0].placement"),
        ({"placement": {"quat": [1e-300, 0, 0, 0]}}, "body 'link', placement"),
        ({"placement": {"quat": [1e200, 0, 0, 0]}}, "bodies[0].placement"),
        ({"placement": [{"xyz": [1e100, 0, 0]}, {"xyz": [1e100, 0, 0]}]}, "body 'link'"),
        ({"armature": HUGE}, "bodies[0].armature"),
        ({"friction.viscous": HUGE}, "bodies[0].friction.viscous"),
        ({"limits.upper": HUGE}, "bodies[0].limits.upper"),
        ({"rotor.ratio": HUGE}, "bodies[0].rotor.ratio"),
    ],
)
@pytest.mark.parametrize("ending", ["json", "toml"])
def test_mechanism_files(changes: dict[str, Any], place: str, ending: str, tmp_path: Path) -> None:
    data, file = mechanism(changes), tmp_path / f"arm.{ending}"
    if ending == "toml":
        body = ", ".join(f"{key} = {_toml(value)}" for key, value in data["bodies"][0].items())
        file.write_text(f'format = "{data["format"]}"\nname = "arm"\nbodies = [{{{body}}}]\n')
    else:
        file.write_text(json.dumps(data))
    with pytest.raises(FormatError) as caught:
        heft.load(str(file))
    assert place in caught.value.where
    assert len(str(caught.value)) < 600


def _toml(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


@pytest.mark.parametrize("ending", ["json", "toml"])
def test_a_literal_that_python_would_not_convert_is_named_in_plain_words(ending: str, tmp_path: Path) -> None:
    file = tmp_path / f"arm.{ending}"
    number = "1" * 5000
    file.write_text(f'{{"format": {number}}}' if ending == "json" else f"format = {number}\n")
    with pytest.raises(FormatError, match="has too many digits") as caught:
        heft.load(str(file))
    assert "sys." not in str(caught.value)


URDF = """<robot name="r"><link name="base"/><link name="tip"><inertial>{origin}<mass value="{mass}"/>
<inertia ixx="{ixx}" iyy="1" izz="1"/></inertial></link><joint name="j" type="revolute"><parent link="base"/>
<child link="tip"/><axis xyz="{axis}"/><limit lower="-1" upper="{upper}"/><dynamics damping="{damping}"/>
</joint></robot>"""
SOUND = {"origin": "", "mass": "1", "ixx": "1", "axis": "0 0 1", "upper": "1", "damping": "0"}


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"mass": "1e101"}, "too large"),
        ({"ixx": "1e999"}, "not a finite number"),
        ({"axis": "1e200 0 0"}, "too large"),
        ({"axis": "1e-300 0 0"}, "zero length"),
        ({"damping": "1e101"}, "too large"),
        ({"mass": "1" * 8000}, "8000 characters"),
        ({"mass": "1" * 8000 + "x"}, "8001 characters"),
    ],
)
def test_urdf(changes: dict[str, str], complaint: str, tmp_path: Path) -> None:
    file = tmp_path / "r.urdf"
    file.write_text(URDF.format(**SOUND | changes))
    with pytest.raises(FormatError, match=complaint):
        heft.load(str(file))


def test_a_huge_limit_of_a_urdf_is_no_limit_and_the_robot_comes_back(tmp_path: Path) -> None:
    file = tmp_path / "r.urdf"
    file.write_text(URDF.format(**SOUND | {"upper": "1.7976931348623157e308"}))
    robot = heft.load(str(file))
    assert robot.joints[0].limits.upper == math.inf
    assert Robot.from_dict(robot.to_dict()).joints[0].limits == robot.joints[0].limits


MJCF = """<mujoco><worldbody><body name="b"><joint name="j" {joint}/>
<inertial pos="0 0 0" mass="{mass}" diaginertia="1 1 1"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize(
    ("joint", "mass"),
    [
        ('axis="1e-300 0 0"', "1"),
        ('axis="0 0 1" damping="1e101"', "1"),
        ('axis="0 0 1"', "1e101"),
        ('pos="1e200 0 0"', "1"),
    ],
)
def test_mjcf(joint: str, mass: str, tmp_path: Path) -> None:
    pytest.importorskip("mujoco")
    file = tmp_path / "r.xml"
    file.write_text(MJCF.format(joint=joint, mass=mass))
    with pytest.raises(FormatError):
        heft.load(str(file))


def body(joint: Joint | None = None, **parts: Any) -> Body:
    return Body("link", WORLD, joint or Joint("j", "revolute"), **parts)


def exact(value: str | int) -> Number:
    return Number(Fraction(value))


@pytest.mark.parametrize(
    ("link", "complaint"),
    [
        (body(parameters=np.full(10, 1e101)), "Its m is 1e\\+101"),
        (body(parameters=np.full(10, math.nan)), "Its m is nan"),
        (body(parameters=np.zeros(9)), "shape \\(9,\\)"),
        (body(Joint("j", "revolute", (exact(10**400), ZERO, ZERO))), "axis\\[0\\] is larger"),
        (body(Joint("j", "revolute", (exact("1e-60"), ZERO, ZERO))), "zero length"),
        (body(Joint("j", "helical", pitch=exact(HUGE))), "pitch is larger"),
        (body(Joint("j", "revolute", armature=math.inf)), "armature is inf"),
        (body(Joint("j", "revolute", friction=Friction(viscous=1e200))), "viscous is 1e\\+200"),
        (body(Joint("j", "revolute", limits=Limits(upper=math.nan))), "limits is not a number"),
        (body(Joint("j", "revolute", mimic=Mimic("k", exact(HUGE)))), "mimic.multiplier is larger"),
        (body(placement=Placement((Transform((exact(HUGE), ZERO, ZERO)),))), "placement"),
        (body(placement=Placement((Transform(rpy=(exact(HUGE), ZERO, ZERO)),))), "placement"),
        (body(placement=Placement((Transform(quat=(ZERO,) * 4),))), "placement"),
        (body(rotor=Rotor(exact(HUGE))), "ratio is larger"),
        (body(rotor=Rotor(exact(2), parameters=np.full(10, math.inf))), "Its m is inf"),
    ],
)
def test_robots_made_in_python(link: Body, complaint: str) -> None:
    with pytest.raises(FormatError, match=complaint) as caught:
        Robot("made", (link,))
    assert "robot 'made', " in caught.value.where


def test_gravity_and_parameters_of_a_robot() -> None:
    robot = Robot("made", (body(),))
    with pytest.raises(HeftError, match="is larger than"):
        robot.with_gravity([0, 0, 1e101])
    with pytest.raises(FormatError, match="Its gravity is larger than"):
        Robot("made", (body(),), gravity=(ZERO, ZERO, exact(HUGE)))
    with pytest.raises(ArgumentError, match=r"link\.m is larger than"):
        robot.with_parameters(np.full((1, 10), 2 * LARGEST))
    assert robot.with_parameters(np.full((1, 10), LARGEST)).parameters.max() == LARGEST
