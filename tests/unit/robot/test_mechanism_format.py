"""The format of mechanism files: what it does not know is refused, by its place and in words that help."""

from __future__ import annotations

from typing import Any

import pytest
from support.mechanisms import changed, refusal

from heft.robot.formats.mechanism.schema import FORMAT


@pytest.mark.parametrize(
    ("path", "meant", "place"),
    [
        ("gravty", "gravity", "arm.json: gravty"),
        ("bodies.0.paren", "parent", "arm.json: bodies[0].paren"),
        ("bodies.0.joint.axs", "axis", "arm.json: bodies[0].joint.axs"),
        ("bodies.2.joint.mimic.multiplyer", "multiplier", "arm.json: bodies[2].joint.mimic.multiplyer"),
        ("bodies.0.placement.xzy", "xyz", "arm.json: bodies[0].placement[0].xzy"),
        ("bodies.1.placement.1.rotatoin", "rotation", "arm.json: bodies[1].placement[1].rotatoin"),
        ("bodies.0.inertia.about_con", "about_com", "arm.json: bodies[0].inertia.about_con"),
        ("bodies.0.rotor.ration", "ratio", "arm.json: bodies[0].rotor.ration"),
        ("bodies.0.rotor.inertia.mas", "mass", "arm.json: bodies[0].rotor.inertia.mas"),
        ("bodies.0.rotor.placement.1.quatt", "quat", "arm.json: bodies[0].rotor.placement[1].quatt"),
        ("bodies.0.limits.uper", "upper", "arm.json: bodies[0].limits.uper"),
        ("bodies.0.friction.viscosity", "viscous", "arm.json: bodies[0].friction.viscosity"),
    ],
)
def test_an_unknown_key_is_answered_with_the_nearest(path: str, meant: str, place: str):
    error = refusal(changed((path, 1)))
    assert error.what == f"Unknown key '{path.split('.')[-1]}'."
    assert error.remedy == f"Did you mean '{meant}'?"
    assert error.where == place


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("name", "arm.json: name"),
        ("bodies", "arm.json: bodies"),
        ("bodies.1.name", "arm.json: bodies[1].name"),
        ("bodies.1.joint", "arm.json: bodies[1].joint"),
        ("bodies.1.joint.type", "arm.json: bodies[1].joint.type"),
        ("bodies.0.rotor.ratio", "arm.json: bodies[0].rotor.ratio"),
        ("bodies.2.joint.mimic.joint", "arm.json: bodies[2].joint.mimic.joint"),
    ],
)
def test_a_missing_key_is_named(path: str, place: str):
    error = refusal(changed((path, ...)))
    assert error.what == f"The key '{path.split('.')[-1]}' is missing."
    assert error.where == place


@pytest.mark.parametrize(
    ("changes", "complaint", "place"),
    [
        ([("gravity", [0, 0, float("nan")])], "nan is not a finite number", "gravity[2]"),
        ([("gravity", [0, 0])], "There must be at least 3; found [0, 0]", "gravity"),
        ([("gravity", [0, 0, 0, 0])], "There must be at most 3; found [0, 0, 0, 0]", "gravity"),
        ([("gravity", "down")], "found 'down'", "gravity"),
        ([("base", "flying")], "'fixed' or 'floating'", "base"),
        ([("bodies", {})], "A list is expected", "bodies"),
        ([("bodies.0", "arm")], "A table is expected", "bodies[0]"),
        ([("bodies.0.name", 7)], "A text is expected", "bodies[0].name"),
        ([("bodies.0.joint.axis", [0, True, 0])], "True is not a finite number", "bodies[0].joint.axis[1]"),
        ([("bodies.0.joint.axis", [0, None, 0])], "a number or an exact string is expected", "bodies[0].joint.axis[1]"),
        ([("bodies.0.placement.xyz", ["1/0", 0, 0])], "'1/0' is not a finite number", "bodies[0].placement[0].xyz[0]"),
        ([("bodies.0.placement.rpy", ["2pi", 0, 0])], "'2pi' is not a finite number", "bodies[0].placement[0].rpy[0]"),
        ([("bodies.0.placement", {"quat": [1, 0, 0]})], "There must be at least 4", "bodies[0].placement[0].quat"),
        ([("bodies.0.inertia.mass", float("inf"))], "inf is not a finite number", "bodies[0].inertia.mass"),
        ([("bodies.0.inertia.about_com", [1, 2])], "three, not 2", "bodies[0].inertia.about_com"),
        ([("bodies.2.inertia.parameters", [1] * 9)], "There must be at least 10", "bodies[2].inertia.parameters"),
        ([("bodies.0.rotor.symmetric", "maybe")], "true or false is expected", "bodies[0].rotor.symmetric"),
        ([("bodies.0.friction.coulomb", "much")], "'much' is not a finite number", "bodies[0].friction.coulomb"),
        ([("bodies.0.limits.lower", "-inf")], "'-inf' is not a finite number", "bodies[0].limits.lower"),
        ([("bodies.0.armature", "1e999999")], "too large or too small", "bodies[0].armature"),
    ],
)
def test_a_value_of_the_wrong_kind(changes: list[tuple[str, Any]], complaint: str, place: str):
    error = refusal(changed(*changes))
    assert complaint in error.what
    assert error.where == f"arm.json: {place}"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        ([], "it holds a list"),
        (None, "it holds a NoneType"),
        ({}, "'format' is None"),
        ({"format": "heft-mechanism/2"}, "'format' is 'heft-mechanism/2'"),
    ],
)
def test_what_is_no_mechanism_file(data: object, found: str):
    error = refusal(data)
    assert error.what == f"This is not a mechanism file: {found}."
    assert f'"format": "{FORMAT}"' in error.remedy
