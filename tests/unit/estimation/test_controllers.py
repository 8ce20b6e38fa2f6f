"""Payloads and drives in the words of controllers and simulators, read back by other means."""

from __future__ import annotations

import ast
import csv
import io
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

import heft
from heft import parameters as inertial
from heft.errors import ArgumentError
from heft.estimation.controllers import LoadInFrame, drive_words, payload_words, words_named
from heft.estimation.payload import Payload
from heft.robot.joint import Friction

ARM = """<robot name="arm"><link name="base"/><link name="hand"><inertial><mass value="1"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link><link name="flange"/>
<joint name="wrist" type="continuous"><parent link="base"/><child link="hand"/></joint>
<joint name="mount" type="fixed"><parent link="hand"/><child link="flange"/>
<origin xyz="0.1 0 0.107" rpy="0.3 -0.4 0.5"/></joint>
</robot>"""
MASS, COM = 1.5, np.array([0.05, 0.02, 1e-7])
INERTIA = np.array([[0.006, 0.0011, -0.0007], [0.0011, 0.005, 1e-5], [-0.0007, 1e-5, 0.004]])


@pytest.fixture
def robot(tmp_path: Path) -> heft.Robot:
    (tmp_path / "arm.urdf").write_text(ARM)
    return heft.load(tmp_path / "arm.urdf")


@pytest.fixture
def payload(robot: heft.Robot) -> Payload:
    ten = inertial.from_com(MASS, COM, INERTIA)
    return Payload.of(robot, "hand", ten, np.eye(10) * 1e-12)


def read_back(words: str, load: LoadInFrame) -> tuple[float, np.ndarray, np.ndarray]:
    """Return mass, centre of mass and inertia of a file as its controller reads it."""
    text = payload_words()[words].text(load)
    if words == "franka":
        facts = json.loads(text)
        columns = np.array(facts["load_inertia"]).reshape(3, 3, order="F")
        return facts["load_mass"], np.array(facts["F_x_Cload"]), columns
    if words == "ur":
        call = ast.parse(text.strip(), mode="eval").body
        assert isinstance(call, ast.Call)
        assert ast.unparse(call.func) == "set_target_payload"
        mass, com, six = (ast.literal_eval(each) for each in call.args)
        xx, yy, zz, xy, xz, yz = six
    else:
        facts = yaml.safe_load(text)["/**"]["ros__parameters"]["payload"]
        assert facts["frame_id"] == load.link
        mass, com = facts["mass"], facts["center_of_mass"]
        xx, xy, xz, yy, yz, zz = facts["inertia"]
    assert all(isinstance(x, float) for x in (mass, *com))
    return mass, np.array(com), np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


@pytest.mark.parametrize("words", payload_words())
@pytest.mark.parametrize("link", [None, "hand", "flange"])
def test_a_controller_reads_the_payload(robot: heft.Robot, payload: Payload, words: str, link: str | None):
    load = LoadInFrame.of(payload, robot, link)
    mass, com, inertia = read_back(words, load)
    place = next(each.placement for each in robot.bodies[0].links if each.name == (link or "hand"))
    in_body = inertial.transform(inertial.from_com(mass, com, inertia), place.rotation, place.translation)
    np.testing.assert_allclose(in_body, payload.parameters, rtol=1e-12, atol=1e-15)


def test_a_frame_on_another_body_is_refused(robot: heft.Robot, payload: Payload):
    with pytest.raises(ArgumentError, match=r"has no link 'flang'. Did you mean 'flange'"):
        LoadInFrame.of(payload, robot, "flang")
    with pytest.raises(ArgumentError, match="Did you mean 'franka'"):
        words_named(["frank"], payload_words())


def test_the_table_of_drives(robot: heft.Robot):
    (body,) = robot.bodies
    joint = replace(body.joint, name='odd,"name', friction=Friction(0.3, 0.7, 0.1), armature=0.02)
    text = drive_words()["isaac"].text(replace(robot, bodies=(replace(body, joint=joint),)))
    (row,) = csv.DictReader(io.StringIO(text))
    assert row.pop("joint") == 'odd,"name'
    assert {name: float(value) for name, value in row.items()} == {
        **{"armature": 0.02, "friction": 0.7, "viscous_friction": 0.3, "stiffness": 0.0, "offset": 0.1},
        "effort_limit": np.inf,
    }
