"""Robots that cannot be, and those that can be but are noted as odd."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.trees import chain_of

from heft.errors import FormatError
from heft.robot.checks import doubtful_joint_values
from heft.robot.exact import Number
from heft.robot.joint import Friction, Joint, Limits, Mimic
from heft.robot.model import WORLD, Body, Robot, Rotor


@pytest.mark.parametrize(
    ("bodies", "complaint"),
    [
        ([Body("a", WORLD, Joint("j", "revolute")), Body("a", 0, Joint("k", "revolute"))], "Two bodies are named 'a'"),
        ([Body("a", WORLD, Joint("j", "revolute")), Body("b", 0, Joint("j", "revolute"))], "Two joints are named 'j'"),
        ([Body("a", 0, Joint("j", "revolute"))], "Bodies must come after their parents"),
        ([Body("a", 1, Joint("j", "revolute")), Body("b", WORLD, Joint("k", "revolute"))], "after their parents"),
        ([Body("a", -2, Joint("j", "revolute"))], "Bodies must come after their parents"),
        ([Body("a", WORLD, Joint("j", "rotary"))], "There is no joint type 'rotary'"),
        ([Body("a", WORLD, Joint("j", "revolute", (Number(), Number(), Number())))], "The axis has zero length"),
        ([Body("a", WORLD, Joint("j", "planar"), rotor=Rotor(Number.parse(2)))], "A rotor cannot drive a planar joint"),
        ([Body("a", WORLD, Joint("j", "fixed"), rotor=Rotor(Number.parse(2)))], "A rotor cannot drive a fixed joint"),
        ([Body("a", WORLD, Joint("j", "revolute", mimic=Mimic("none")))], "It mimics 'none', which is not a joint"),
    ],
)
def test_no_robot(bodies: list[Body], complaint: str):
    with pytest.raises(FormatError, match=complaint) as caught:
        Robot("wrong", tuple(bodies))
    assert "robot 'wrong'" in caught.value.where


def test_a_chain_of_mimics_is_refused():
    """A file reader resolves chains; a robot has only followers of joints that lead themselves."""
    follower = Joint("b", "revolute", mimic=Mimic("a"))
    with pytest.raises(FormatError, match="It mimics 'b', which follows another joint itself"):
        chain_of(Joint("a", "revolute"), follower, Joint("c", "revolute", mimic=Mimic("b")))


@pytest.mark.parametrize("kind", ["spherical", "fixed", "cylindrical"])
def test_only_joints_with_one_coordinate_follow(kind: str):
    with pytest.raises(FormatError, match="Only joints with one coordinate"):
        chain_of(Joint("a", kind), Joint("b", "revolute", mimic=Mimic("a")))
    with pytest.raises(FormatError, match="Only joints with one coordinate"):
        chain_of(Joint("a", "revolute"), Joint("b", kind, mimic=Mimic("a")))


# -- oddities -------------------------------------------------------------------------------------

HINGE = Joint("j", "revolute")


@pytest.mark.parametrize(
    ("joint", "note"),
    [
        (replace(HINGE, limits=Limits(lower=2, upper=1)), "its lower limit 2 is above its upper limit 1"),
        (replace(HINGE, limits=Limits(lower=1, upper=1)), "its limits do not let it move: both are 1"),
        (replace(HINGE, limits=Limits(velocity=-1)), "its velocity limit is negative: -1"),
        (replace(HINGE, limits=Limits(effort=-1)), "its effort limit is negative: -1"),
        (replace(HINGE, armature=-1), "its armature is negative: -1"),
        (replace(HINGE, friction=Friction(viscous=-1)), "its viscous friction is negative: -1"),
        (replace(HINGE, friction=Friction(coulomb=-1)), "its Coulomb friction is negative: -1"),
    ],
)
def test_an_odd_joint_is_noted(joint: Joint, note: str):
    assert list(doubtful_joint_values(Body("b", WORLD, joint))) == [f"joint 'j': {note}"]


def test_a_rotor_that_does_not_turn_is_noted():
    (note,) = doubtful_joint_values(Body("b", WORLD, HINGE, rotor=Rotor(Number.parse(0))))
    assert note == "joint 'j': its rotor has the ratio 0 and does not turn"


def test_a_sound_joint_is_not_noted():
    assert list(doubtful_joint_values(Body("b", WORLD, HINGE, rotor=Rotor(Number.parse(-3))))) == []
