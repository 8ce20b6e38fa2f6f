"""Mechanism files: they are read exactly, written back exactly, and refused in words that help."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.corpus import FILES, needs_corpus
from support.mechanisms import FULL, changed, refusal

import heft
from heft.errors import FileError, FormatError
from heft.robot import zoo
from heft.robot.formats.mechanism.read import from_dict, read_mechanism, to_dict
from heft.robot.formats.mechanism.schema import FORMAT
from heft.robot.model import WORLD

# -- reading --------------------------------------------------------------------------------------


def test_everything_in_a_file_is_read():
    robot = from_dict(FULL)
    upper, lower, finger = robot.bodies
    assert [robot.name, robot.base, robot.nq, robot.nv] == ["full", "fixed", 2, 2]
    assert robot.gravity[2].rational == Fraction(-981, 100)
    assert robot.notes == ("made up for this test",)
    assert [body.parent for body in robot.bodies] == [WORLD, 0, 1]
    assert robot.joint_names == ["shoulder", "lower"]
    assert upper.placement.steps[0].xyz[0].rational == Fraction(1, 3)
    assert np.allclose(upper.parameters, [2, 0.5, 0, 0, 0.1, 0, 0, 0.325, 0.01, 0.375])
    assert upper.rotor is not None
    assert upper.rotor.ratio.rational == Fraction(101, 2)
    assert np.allclose(upper.rotor.free_parameters, [0.2, 0.002, 1e-4 + 0.2e-4, 2e-4])
    assert np.allclose(upper.rotor.placement.translation, [0, 0, 0.2])
    assert vars(upper.joint.limits) == {"lower": -np.pi, "upper": np.pi / 2, "velocity": 2.0, "effort": 100.0}
    assert vars(upper.joint.friction) == {"viscous": 0.5, "coulomb": 0.125, "offset": -0.1}
    assert upper.joint.armature == 0.02
    assert lower.joint.pitch.rational == Fraction(1, 100)
    assert np.allclose(lower.placement.rotation, [[0, -1, 0], [1, 0, 0], [0, 0, 1]])
    assert np.allclose(lower.parameters, [1, 0, 0, 0, 0.1, 0.01, 0.02, 0.2, 0.03, 0.25])
    assert finger.joint.mimic is not None
    assert finger.joint.mimic.leader == "shoulder"
    assert finger.joint.nq == 0
    assert np.array_equal(finger.placement.rotation, np.eye(3))


def test_what_may_be_left_out():
    robot = from_dict({"format": FORMAT, "name": "bare", "bodies": [{"name": "arm", "joint": {"type": "revolute"}}]})
    assert [float(g) for g in robot.gravity] == [0, 0, -9.81]
    assert robot.notes == ("no inertia given, taken as zero: arm",)
    assert robot.joint_names == ["arm"]
    assert np.array_equal(robot.bodies[0].joint.subspace[:, 0], [0, 0, 1, 0, 0, 0])


def test_about_origin_and_about_com_are_the_same_body():
    about_com = {"mass": 2, "com": [0.1, 0.2, 0.3], "about_com": [0.5, 0.6, 0.7]}
    origin = [[0.5 + 0.26, -0.04, -0.06], [-0.04, 0.6 + 0.2, -0.12], [-0.06, -0.12, 0.7 + 0.1]]
    about_origin = {"mass": 2, "com": [0.1, 0.2, 0.3], "about_origin": origin}
    one, other = (from_dict(changed(("bodies.0.inertia", entry))).parameters[0] for entry in (about_com, about_origin))
    assert np.allclose(one, other, rtol=1e-14)


@needs_corpus
def test_the_exact_corpus_is_there():
    assert len(FILES) >= 53


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".mech.json"))
def test_the_exact_corpus_loads_and_round_trips(path: Path):
    data = json.loads(path.read_text())
    robot = heft.load(path)
    assert robot.body_names == [body["name"] for body in data["bodies"]]
    assert robot.base == data["base"]
    again = from_dict(json.loads(json.dumps(to_dict(robot))))
    assert to_dict(again) == to_dict(robot)
    for body, given in zip(robot.bodies, data["bodies"], strict=True):
        assert body.joint.kind == given["joint"]["type"]
        assert (body.rotor is not None) == ("rotor" in given)
    state = robot.random_state(0, 2)
    assert np.array_equal(heft.torque_regressor(again, *state), heft.torque_regressor(robot, *state))


# -- round trips ----------------------------------------------------------------------------------


def test_the_full_file_round_trips_exactly():
    robot = from_dict(FULL)
    written = to_dict(robot)
    again = from_dict(json.loads(json.dumps(written)))
    assert to_dict(again) == written
    for body, other in zip(robot.bodies, again.bodies, strict=True):
        assert body.placement == other.placement
        assert body.joint == other.joint
        assert np.array_equal(body.parameters, other.parameters)
    assert again.gravity == robot.gravity


@pytest.mark.parametrize("name", zoo.names())
def test_the_zoo_round_trips_exactly(name: str):
    robot = zoo.named(name)
    assert to_dict(heft.Robot.from_dict(json.loads(json.dumps(robot.to_dict())))) == to_dict(robot)


def test_toml_says_the_same_as_json(tmp_path: Path):
    text = """
        format = "heft-mechanism/1"
        name = "arm"
        gravity = [0, 0, "-981/100"]
        [[bodies]]
        name = "upper"
        joint = {type = "revolute", axis = [0, 1, 0]}
        placement = {xyz = ["1/3", 0, 0]}
        inertia = {mass = 2.5}
    """
    toml, other = tmp_path / "arm.toml", tmp_path / "arm.json"
    toml.write_text(text)
    body = {
        "name": "upper",
        "joint": {"type": "revolute", "axis": [0, 1, 0]},
        "placement": {"xyz": ["1/3", 0, 0]},
        "inertia": {"mass": 2.5},
    }
    other.write_text(json.dumps({"format": FORMAT, "name": "arm", "gravity": [0, 0, "-981/100"], "bodies": [body]}))
    assert to_dict(heft.load(toml)) == to_dict(heft.load(other))


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "what", "remedy"),
    [
        (
            [("bodies.1.parent", "uper")],
            "Its parent 'uper' is not among the bodies before it.",
            "Parents come first. Did you mean 'upper'?",
        ),
        ([("bodies.0.parent", "lower")], "Its parent 'lower' is not among the bodies before it.", None),
        ([("bodies.1.parent", "lower")], "Its parent 'lower' is not among the bodies before it.", None),
        ([("bodies.2.name", "upper")], "Two bodies are named 'upper'.", "Names must be unique."),
        ([("bodies.1.joint.name", "shoulder")], "Two joints are named 'shoulder'.", "Names must be unique."),
        ([("bodies.0.joint.type", "revolut")], "There is no joint type 'revolut'.", "Did you mean 'revolute'?"),
        ([("bodies.0.joint.type", "spherical")], "A spherical joint has no axis.", "Remove 'axis'."),
        ([("bodies.0.joint.axis", [0, 0, 0])], "The axis has zero length.", "Give it a direction, such as 0 0 1."),
        ([("bodies.1.joint.pitch", ...)], "A helical joint needs a pitch.", "Give 'pitch' in m/rad."),
        ([("bodies.0.joint.pitch", 1)], "A revolute joint has no pitch.", "Remove 'pitch'."),
        (
            [("bodies.0.placement.quat", [1, 0, 0, 0])],
            "A transform has both rpy and quat.",
            "Keep one of them.",
        ),
        (
            [("bodies.1.placement.1.rotation", [[1, 0, 0], [0, 1, 0], [0, 0, -1]])],
            "The matrix is not a rotation: it is a reflection.",
            "Its rows must be orthonormal and its determinant +1.",
        ),
        (
            [("bodies.1.placement.1.rotation", [[1, 0, 0], [0, 1, 0], [0, 0, 2]])],
            "The matrix is not a rotation: R R^T differs from 1 by 3.",
            None,
        ),
        (
            [("bodies.0.placement", {"quat": [0, 0, 0, 0]})],
            "A quaternion of zero length is not a rotation.",
            None,
        ),
        ([("bodies.0.inertia.mass", ...)], "The mass is missing.", "Give 'mass' in kg, or the ten 'parameters'."),
        (
            [("bodies.0.inertia.about_origin", [1, 1, 1])],
            "It is given both about_com and about_origin.",
            "Keep one of them.",
        ),
        (
            [("bodies.2.inertia.mass", 1)],
            "'parameters' already defines the inertia; no other key is allowed with it.",
            None,
        ),
        (
            [("bodies.0.inertia.about_com", [[1, 0.1, 0], [0, 1, 0], [0, 0, 1]])],
            "The inertia matrix is not symmetric.",
            None,
        ),
        (
            [("bodies.0.rotor.inertia.about_com", [1e-4, 2e-4, 2e-4])],
            "It is called symmetric, but its inertia is not symmetric about its z axis.",
            'Set "symmetric": false or correct the inertia.',
        ),
        (
            [("bodies.0.rotor.inertia.com", [0.001, 0, 0])],
            "It is called symmetric, but its inertia is not symmetric about its z axis.",
            None,
        ),
        (
            [("bodies.0.joint", {"type": "spherical", "name": "shoulder"}), ("bodies.2.joint.mimic.joint", "lower")],
            "A rotor cannot drive a spherical joint.",
            None,
        ),
        (
            [("base", "floating")],
            "'base' is \"floating\", but the bodies make a fixed base.",
            "A floating robot has one body without parent, and its joint is floating.",
        ),
        (
            [("bodies.2.joint.mimic.joint", "shoulde")],
            "It mimics 'shoulde', which is not a joint of this robot.",
            "Did you mean 'shoulder'?",
        ),
        (
            [("bodies.2.joint.mimic.joint", "finger")],
            "It mimics 'finger', which follows another joint itself.",
            None,
        ),
        (
            [("bodies.1.joint.mimic", {"joint": "finger"})],
            "It mimics 'finger', which follows another joint itself.",
            None,
        ),
        (
            [("bodies.1.joint", {"type": "spherical"}), ("bodies.2.joint.mimic.joint", "lower")],
            "Only joints with one coordinate can mimic each other.",
            None,
        ),
    ],
)
def test_a_robot_that_cannot_be(changes: list[tuple[str, Any]], what: str, remedy: str | None):
    error = refusal(changed(*changes))
    assert error.what == what
    if remedy is not None:
        assert error.remedy == remedy


def test_a_general_rotor_need_not_be_symmetric():
    robot = from_dict(changed(("bodies.0.rotor.inertia.com", [0.001, 0, 0]), ("bodies.0.rotor.symmetric", False)))
    assert robot.rotors[0][1].parameter_names == heft.parameters.NAMES


def test_a_floating_robot_has_to_say_so():
    floating = {"name": "torso", "joint": {"type": "floating"}, "inertia": {"mass": 1}}
    error = refusal({"format": FORMAT, "name": "dog", "bodies": [floating]})
    assert error.what == "'base' is \"fixed\", but the bodies make a floating base."
    assert from_dict({"format": FORMAT, "name": "dog", "base": "floating", "bodies": [floating]}).base == "floating"


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("a.json", b"{", "This is not JSON: Expecting property name"),
        ("a.json", b"", "This is not JSON"),
        ("a.json", b"\xff\xfe\x00", "This is not JSON: 'utf-8' codec"),
        ("a.json", b"[" * 100_000, "nested too deeply"),
        ("a.json", b'{"a": 1, "a": 2}', "the key 'a' stands twice"),
        ("a.toml", b"= 1", "This is not TOML: Invalid statement"),
    ],
)
def test_files_that_cannot_be_parsed(tmp_path: Path, name: str, content: bytes, complaint: str):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FormatError) as caught:
        read_mechanism(path)
    assert complaint in caught.value.what
    assert caught.value.where == str(path)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("make", [lambda p: p, lambda p: p.parent], ids=["absent", "a folder"])
def test_files_that_cannot_be_read(tmp_path: Path, make: Callable[[Path], Path]):
    with pytest.raises(FileError) as caught:
        read_mechanism(make(tmp_path / "absent.json"))
    assert str(tmp_path) in caught.value.where


def test_a_file_from_windows_may_have_a_byte_order_mark(tmp_path: Path):
    path = tmp_path / "a.json"
    path.write_bytes(b"\xef\xbb\xbf" + json.dumps(changed()).encode())
    assert read_mechanism(path).n_bodies == from_dict(changed()).n_bodies


def test_odd_joints_are_noted():
    odd = [("bodies.0.armature", -1), ("bodies.0.friction", {"viscous": -1}), ("bodies.0.rotor.ratio", 0)]
    notes = " ".join(from_dict(changed(*odd)).notes)
    for words in ("armature is negative: -1", "viscous friction is negative: -1", "has the ratio 0"):
        assert words in notes


@pytest.mark.parametrize("name", ["", "\ud800", "a\nb"])
def test_a_name_must_be_one_that_can_be_printed(name: str):
    last = len(changed()["bodies"]) - 1
    assert "is not a name" in refusal(changed((f"bodies.{last}.name", name))).what
