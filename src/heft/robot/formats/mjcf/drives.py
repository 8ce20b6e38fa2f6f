"""Drives of joints in an MJCF file: `damping`, `frictionloss`, `armature`, `range`, `actuatorfrcrange`.

`springs.py` writes `stiffness` and, as a part of a spring, offsets. MJCF has no place for an offset without a spring
and for a limit of velocity.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.errors import FormatError
from heft.robot.formats import xml
from heft.robot.formats.mjcf.numbers import in_degrees, set_numbers, set_text
from heft.robot.joint import Joint
from heft.robot.joint_changes import JointChange
from heft.robot.model import Robot

READ_BACK = 1e-9
"""How well MuJoCo has to read back what was written, relative to its size."""

JOINTS = ("joint", "freejoint")


def joint_elements(document: xml.Document, joints: tuple[Joint, ...]) -> dict[str, xml.XmlElement]:
    """Return the elements of a file's joints by the joints' names.

    One that has no name in the file is found by its place, if the file has all joints; `check_read_back` tells whether
    it was the right one.
    """
    found = [e for world in document.root.all("worldbody") for e in world.descendants() if e.tag in JOINTS]
    named = {e.attributes["name"]: e for e in found if "name" in e.attributes}
    if len(found) != len(joints):
        return named
    return {joint.name: e for joint, e in zip(joints, found, strict=True) if "name" not in e.attributes} | named


def edits(
    document: xml.Document,
    changes: list[JointChange],
    elements: dict[str, xml.XmlElement],
    references: dict[str, float],
    where: str,
) -> list[xml.Edit]:
    """Return the edits that give joints their present friction, armature and limits.

    Args:
        document: the file.
        changes: the joints as they were and are.
        elements: of the joints by their names.
        references: the positions [rad, m] that joints are counted from, `ref`, by their names.
        where: what to call the file in errors.

    Raises:
        FormatError: a joint has no element of its name.
    """
    made: list[xml.Edit] = []
    degrees = in_degrees(document.root)
    for old, new in changes:
        if new.name not in elements:
            raise FormatError(
                f"No <joint> there is named '{new.name}', so its drive cannot be written.",
                where=where,
                remedy="Name the joint in the file, load it again and write it then.",
            )
        element = elements[new.name]
        unit = np.degrees(1.0) if degrees and new.kind == "revolute" else 1.0
        for name, value in _changed(old, new, unit, references[new.name]):
            made.append(set_numbers(document, element, name, np.array(value)))
        made += [set_text(document, element, name, "false") for name in _switched_off(old, new)]
    return made


def _changed(old: Joint, new: Joint, unit: float, reference: float) -> Iterator[tuple[str, float | list[float]]]:
    """Yield attributes and their numbers."""
    for name, before, after in (
        ("damping", old.friction.viscous, new.friction.viscous),
        ("frictionloss", old.friction.coulomb, new.friction.coulomb),
        ("armature", old.armature, new.armature),
    ):
        if before != after:
            yield name, after
    bounds = [new.limits.lower, new.limits.upper]
    if bounds != [old.limits.lower, old.limits.upper] and np.all(np.isfinite(bounds)):
        yield "range", [unit * (bound + reference) for bound in bounds]
    if new.limits.effort != old.limits.effort and np.isfinite(new.limits.effort):
        yield "actuatorfrcrange", [-new.limits.effort, new.limits.effort]


def _switched_off(old: Joint, new: Joint) -> Iterator[str]:
    """Yield the switches of limits that the joint has no more."""
    if not np.all(np.isfinite([new.limits.lower, new.limits.upper])) and np.isfinite(old.limits.upper):
        yield "limited"
    if not np.isfinite(new.limits.effort) and np.isfinite(old.limits.effort):
        yield "actuatorfrclimited"


def check_read_back(found: Robot, changes: list[JointChange], where: str) -> None:
    """Compare the drives of a robot that was read back with those that were to be written.

    Raises:
        FormatError: MuJoCo reads others.
    """
    joints = {body.joint.name: body.joint for body in found.bodies}
    for _, new in changes:
        pairs = zip(_read(joints[new.name]), _read(new), strict=True)
        if any(abs(got - wanted) > READ_BACK * abs(wanted) for got, wanted in pairs if np.isfinite(wanted)):
            raise FormatError(
                f"MuJoCo does not read back the drive written for joint '{new.name}'.",
                where=where,
                remedy="Look for a default class that gives the joint more, and name the joint in the file.",
            )


def _read(joint: Joint) -> tuple[float, ...]:
    limits = joint.limits
    return joint.friction.viscous, joint.friction.coulomb, joint.armature, limits.lower, limits.upper, limits.effort
