"""Every wrong input ends in one line that names the file, the element and what to do, and in exit code 2."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import pytest

LINK = (
    '<link name="{}"><inertial><mass value="1"/>'
    '<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial></link>'
)


def joint(name: str, parent: str, child: str, inside: str = "", kind: str = "revolute") -> str:
    return f'<joint name="{name}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>{inside}</joint>'


def urdf(links: str, *joints: str) -> bytes:
    return "\n".join(['<robot name="r">', *map(LINK.format, links), *joints, "</robot>"]).encode()


def mechanism(changes: dict[str, Any]) -> bytes:
    body = {"name": "b", "joint": {"type": "revolute"}, "inertia": {"mass": 1, "about_com": [1, 1, 1]}} | changes
    return json.dumps({"format": "heft-mechanism/1", "name": "m", "bodies": [body]}).encode()


BOMB = b'<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]><robot name="&c;"/>'
EXTERNAL = b'<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]><robot name="&x;"/>'
NOISE = bytes((k * 193 + (k >> 7) * 71 + 130) % 256 for k in range(1_000_000))

FILES = {
    "not_xml.urdf": (b"I am no XML", ["not well-formed XML", "Is this an XML file"]),
    "empty.urdf": (b"", ["empty"]),
    "cyclic.urdf": (
        urdf("abc", joint("j1", "a", "b"), joint("j2", "b", "c"), joint("j3", "c", "a")),
        ["'j1'", "form a loop", "a -> b -> c -> a", "delete one"],
    ),
    "disconnected.urdf": (
        urdf("abcd", joint("j1", "a", "b"), joint("j2", "c", "d")),
        ["<robot>", "2 pieces", "a, c", "Join the pieces"],
    ),
    "two_roots.urdf": (urdf("abc", joint("j1", "a", "b")), ["<robot>", "2 pieces", "a, c", "Join the pieces"]),
    "two_parents.urdf": (
        urdf("abc", joint("j1", "a", "c"), joint("j2", "b", "c")),
        ["'j2'", "'c'", "'j1'", "delete one joint"],
    ),
    "kind.urdf": (urdf("ab", joint("j1", "a", "b", kind="revolut")), ["'j1'", "'revolut'", "'revolute'?"]),
    "axis.urdf": (
        urdf("ab", joint("j1", "a", "b", '<axis xyz="0 0 0"/>')),
        ["'j1'", "<axis>", "zero length", "direction"],
    ),
    "nan.urdf": (
        urdf("ab", joint("j1", "a", "b")).replace(b'"1"/>', b'"nan"/>', 1),
        ["link 'a'", "<mass>", "'nan'", "decimal"],
    ),
    "same_links.urdf": (urdf("aa"), ["link 'a'", "same name", "Rename"]),
    "same_joints.urdf": (
        urdf("abc", joint("j1", "a", "b"), joint("j1", "b", "c")),
        ["joint 'j1'", "same name", "Rename"],
    ),
    "mimics.urdf": (
        urdf("abc", joint("j1", "a", "b", '<mimic joint="j2"/>'), joint("j2", "b", "c", '<mimic joint="j1"/>')),
        ["'j1'", "form a cycle", "j1 -> j2 -> j1", "Delete the <mimic>"],
    ),
    "no_parent.urdf": (urdf("ab", joint("j1", "aa", "b")), ["'j1'", "<parent>", "'aa'", "Did you mean 'a'?"]),
    "bomb.urdf": (BOMB, ["<!DOCTYPE>", "entities", "Delete the declaration"]),
    "external.urdf": (EXTERNAL, ["<!DOCTYPE>", "another file", "Delete the declaration"]),
    "noise.urdf": (NOISE, ["not well-formed XML", "Is this an XML file"]),
    "noise.xml": (NOISE, ["not well-formed XML", "Is this an XML file"]),
    "noise.json": (NOISE, ["not JSON", "mechanism file"]),
    "noise.toml": (NOISE, ["not TOML", "mechanism file"]),
    "deep.json": (b"[" * 100_000, ["nested too deeply", "mechanism file"]),
    "key.json": (mechanism({"inertai": {}}), ["bodies[0]", "'inertai'", "Did you mean 'inertia'?"]),
    "rotation.json": (
        mechanism({"placement": {"rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 2]]}}),
        ["body 'b'", "placement", "not a rotation", "orthonormal"],
    ),
    "kind.json": (mechanism({"joint": {"type": "revolt"}}), ["body 'b'", "'revolt'", "'revolute'?"]),
    "nan.json": (mechanism({"armature": float("nan")}), ["bodies[0].armature", "nan", "decimal"]),
    "format.json": (b"{}", ["'format'", "heft-mechanism/1"]),
    "robot.step": (b"", [".step", ".urdf", "zoo:NAME"]),
    "robot": (b"", ["zoo:NAME"]),
}


@pytest.mark.parametrize("name", FILES)
def test_a_bad_robot_file(refused, name):
    content, words = FILES[name]
    Path(name).write_bytes(content)
    line = refused("inspect", name)
    for word in [name, *words]:
        assert word in line
    assert Path(name).read_bytes() == content
    assert refused("simulate", name, "--duration", 1, "-o", "out.csv") == line
    assert os.listdir() == [name]


def test_no_such_file(refused):
    assert "nowhere.urdf: File not found." in refused("inspect", "nowhere.urdf")


def test_a_folder(refused):
    Path("robots.urdf").mkdir()
    assert "robots.urdf" in refused("inspect", "robots.urdf")


@pytest.mark.parametrize(
    ("robot", "words"),
    [
        ("zoo:puma", ["'puma'", "Did you mean 'puma560'?"]),
        ("zoo:", ["''", "Known: "]),
        ("zoo:planar_n(2, 3)", ["takes 1 integer", "zoo:planar_n(5)"]),
        ("zoo:plana_n(2)", ["'plana_n'", "Did you mean 'planar_n'?"]),
    ],
)
def test_not_in_the_zoo(refused, robot, words):
    line = refused("inspect", robot)
    assert all(word in line for word in words)


def test_mjcf_without_mujoco(refused, monkeypatch):
    monkeypatch.setitem(sys.modules, "mujoco", None)
    Path("arm.xml").write_text("<mujoco><worldbody><body><joint/></body></worldbody></mujoco>")
    line = refused("inspect", "arm.xml")
    assert "'mujoco'" in line
    assert "pip install 'heft-robotics[mjcf]'" in line


# -- options of simulate --------------------------------------------------------------------------

FURUTA = ("simulate", "zoo:furuta", "--duration", "1")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--q0", "pendulm=1"], ["--q0", "'pendulm'", "Did you mean 'pendulum'?"]),
        (["--q0", "pendulum"], ["--q0", "'pendulum' is not joint=value", "commas"]),
        (["--q0", "pendulum=up"], ["--q0, pendulum", "'up'", "multiple of pi"]),
        (["--q0", "pendulum=nan"], ["--q0 is nan", "finite number"]),
        (["--q0", "arm=1,arm=2"], ["--q0", "'arm' is given twice"]),
        (["--qd0", "wrist=1"], ["--qd0", "'wrist'", "arm, pendulum"]),
        (["--base", "floating", "--q0", "root_joint=1"], ["'root_joint'", "root_joint.qw"]),
        (["--base", "floating", "--q0", "root_joint.qx=1"], ["length 1.414", "all four"]),
        (["--seed", "-1"], ["--seed", "negative"]),
        (["--gravity", "0", "0", "-1", "--no-gravity"], ["--gravity", "--no-gravity", "Keep one"]),
        (["--gravity", "0", "0", "inf"], ["inf"]),
        (["--dt", "0"], ["--dt", "steps of 0 s", "positive"]),
        (["--dt", "nan"], ["--dt", "finite"]),
        (["--dt", "1e-12"], ["--dt", "GB", "longer --dt"]),
        (["-o", "missing/out.csv"], ["missing/out.csv", "no folder 'missing'"]),
        (["-o", "out.txt"], ["out.txt", "end in .csv", "-o out.csv"]),
        (["--tau", "missing.csv"], ["missing.csv", "File not found"]),
    ],
)
def test_a_bad_option(refused, arguments, words):
    line = refused(*FURUTA, *arguments)
    for word in words:
        assert word in line


@pytest.mark.parametrize("duration", ["-1", "nan", "inf"])
def test_a_bad_duration(refused, duration):
    line = refused("simulate", "zoo:furuta", "--duration", duration)
    assert "--duration" in line
    assert ("positive" if duration == "-1" else "finite") in line


def test_a_robot_that_cannot_move(refused):
    Path("rock.urdf").write_bytes(urdf("a"))
    line = refused("simulate", "rock.urdf", "--duration", 1)
    assert "robot 'r': None of its bodies can move. Try --base floating." in line


def test_a_follower_has_no_coordinate(refused):
    Path("r.urdf").write_bytes(urdf("abc", joint("j1", "a", "b"), joint("j2", "b", "c", '<mimic joint="j1"/>')))
    line = refused("simulate", "r.urdf", "--duration", 1, "--q0", "j2=1")
    assert "'j2' follows 'j1'" in line


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("", ["no column 't'", "t,tau."]),
        ("tau.arm\n1\n", ["no column 't'"]),
        ("t,tau.arm\n", ["no rows"]),
        ("t,tau.arn\n0,1\n", [":1", "'tau.arn'", "Did you mean 'arm'?"]),
        ("t,torque\n0,1\n", [":1", "'torque'", "tau.arm"]),
        ("t,q.arm\n0,1\n", ["no torque column", "tau.arm"]),
        ("t,tau.arm,tau.arm\n0,1,1\n", ["two columns 'tau.arm'"]),
        ("t,tau.arm\n0,1\n1,x\n", [":3", "'x' is not a finite number"]),
        ("t,tau.arm\n0,inf\n", [":2", "'inf'"]),
        ("t,tau.arm\n0,1\n0,1\n", [":3", "later"]),
        ("t,tau.arm\n0\n", [":2", "1 cells", "2"]),
        ('t,tau.arm\n0,"1\n', ["not CSV"]),
        ("t,tau.arm\n0,\udcff\n", ["not CSV"]),
    ],
)
def test_a_bad_torque_table(refused, table, words):
    Path("tau.csv").write_bytes(table.encode(errors="surrogateescape"))
    line = refused(*FURUTA, "--tau", "tau.csv")
    for word in ["tau.csv", *words]:
        assert word in line


# -- where the answer goes ------------------------------------------------------------------------


def test_an_output_that_is_a_folder(refused):
    Path("out.json").mkdir()
    assert "not a file" in refused("inspect", "zoo:scara", "-o", "out.json")


def test_an_output_that_is_an_input(refused):
    content = mechanism({})
    Path("robot.json").write_bytes(content)
    os.link("robot.json", "other.json")
    for name in ("robot.json", "other.json"):
        assert "never changed" in refused("inspect", "robot.json", "-o", name)
    assert Path("robot.json").read_bytes() == content


def test_a_folder_without_permission(refused, monkeypatch):
    def denied(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(tempfile, "TemporaryFile", denied)
    assert "Nothing can be written to the folder '.': Permission denied" in refused(
        "inspect", "zoo:scara", "-o", "out.json"
    )


def test_a_disk_that_fails_while_writing(refused, monkeypatch):
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    Path("out.json").write_text("before")
    monkeypatch.setattr(os, "replace", full)
    assert "out.json: It cannot be written: No space left on device." in refused(
        "inspect", "zoo:scara", "-o", "out.json"
    )
    assert os.listdir() == ["out.json"]
    assert Path("out.json").read_text() == "before"
