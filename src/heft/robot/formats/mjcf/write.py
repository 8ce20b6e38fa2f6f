"""Writing MJCF back: inertial numbers of changed bodies, drives, springs, gravity, in place; every other byte stays.

A body's `<inertial>` keeps the attributes that it has. `fullinertia` gets six new numbers; otherwise `diaginertia`
and `quat` get the principal moments and axes, nearest to the old axes. Attributes change only where these cannot
express it: `euler` and other rotations become `quat`, a missing `quat` is added when the body is no longer
diagonal, `fullinertia` without positive eigenvalues becomes `diaginertia`. A body whose inertia came from its
geoms gets an `<inertial>` as first child. MuJoCo refuses principal moments A + B < C even by rounding, so those
of a sheet or line of mass are written thicker by `THICKER`.

The result is read back by MuJoCo before anything is written.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.parameters import rotational_inertia, to_com
from heft.robot.formats import xml
from heft.robot.formats.mjcf import drives, springs
from heft.robot.formats.mjcf.compile import compile_text
from heft.robot.formats.mjcf.numbers import set_numbers, text_of
from heft.robot.formats.mjcf.parts import in_one
from heft.robot.formats.mjcf.read import references_of, robot_of
from heft.robot.joint import Joint
from heft.robot.joint_changes import joint_changes
from heft.robot.lumping import changed, distribute
from heft.robot.model import Link, Robot
from heft.robot.source import Source, source_of
from heft.spatial import quaternion_from_rotation, rotation_from_quaternion

ORIENTATIONS = ("quat", "axisangle", "xyaxes", "zaxis", "euler")
"""The ways to say how the principal axes stand; a file has at most one."""

SAME = 1e-13
"""Numbers that differ by less than this, relative to the largest beside them, keep their spelling."""

NOUGHT = 1e-15
"""Coordinates and products of inertia smaller than this, relative to the body's size and moments, are zero."""

THICKER = 1e-12
"""By how much of C the sum of the principal moments A + B is made to exceed C."""

READ_BACK = 1e-9
"""How well MuJoCo has to read back what was written, relative to the mass, first and second moments."""


def mjcf_content(robot: Robot) -> bytes:
    """Return the MJCF that a robot was read from with the robot's present inertial numbers, drives and gravity.

    Args:
        robot: read from MJCF; its parameters may have changed.

    Raises:
        ArgumentError: the robot was not read from MJCF, or a changed body has no place in the file.
        PhysicsError: the new parameters are not physically consistent.
        FormatError: the file's settings or its structure leave no way to say the new numbers.
    """
    source = source_of(robot, "mjcf")
    wanted, weighed = _wanted(robot), robot.gravity != source.gravity
    driven = joint_changes(robot)
    if not wanted and not weighed and not driven:
        return source.content
    sprung = [new for old, new in driven if old.stiffness or new.stiffness]
    path = source.path or Path("model.xml")
    document = xml.read(in_one(source.content, path), _where(source))
    _refuse_settings(document.root, source)
    bodies = (element for element in document.root.descendants() if element.tag == "body")
    elements = {body.attributes.get("name"): body for body in bodies}
    edits: list[xml.Edit] = []
    for change in wanted:
        if change.link.name not in elements:
            raise FormatError(
                f"No <body> there is named '{change.link.name}', so its inertia cannot be written.",
                where=_where(source),
                remedy="Name the body; if it comes from <replicate>, <attach> or the like, write it out.",
            )
        edits += _edits(document, elements[change.link.name], change)
    gravity = np.array([float(g) for g in robot.gravity])
    edits += [_gravity(document, gravity, source)] if weighed else []
    joints = drives.joint_elements(document, source.joints)
    references = references_of(compile_text(document.content, path).model) if driven else {}
    edits += springs.edits(document, sprung, joints, references, _where(source))
    edits += drives.edits(document, driven, joints, references, _where(source))
    content = document.edited(edits)
    found = _check_read_back(content, source, wanted, gravity, sprung)
    drives.check_read_back(found, driven, _where(source))
    return content


@dataclass(frozen=True, eq=False)
class _Change:
    """A link of the file and the ten parameters, in its own frame, that it shall have."""

    link: Link
    parameters: Array

    @property
    def old(self) -> Array:
        return np.zeros(10) if self.link.parameters is None else self.link.parameters


def _wanted(robot: Robot) -> list[_Change]:
    changes = []
    for body in robot.bodies:
        if changed(body):
            shares = distribute(body)
            changes += [_Change(link, share) for link in body.links if (share := shares[link.name]) is not None]
    return changes


def _where(source: Source) -> str:
    return str(source.path) if source.path else "MJCF"


def _refuse_settings(root: xml.XmlElement, source: Source) -> None:
    """Refuse a file in which the numbers of an <inertial> would not hold.

    Raises:
        FormatError: naming the element.
    """
    settings: dict[str, str] = {}
    for compiler in root.all("compiler"):
        settings |= compiler.attributes
    if settings.get("inertiafromgeom") == "true":
        raise FormatError(
            'With <compiler inertiafromgeom="true"> MuJoCo takes all inertias from geoms and ignores <inertial>.',
            where=_where(source),
            remedy='Set it to "auto", load the file again and write it then.',
        )
    if float(settings.get("settotalmass", -1)) > 0:
        raise FormatError(
            f'With <compiler settotalmass="{settings["settotalmass"]}"> MuJoCo scales all masses that the file gives.',
            where=_where(source),
            remedy="Delete the setting, load the file again and write it then.",
        )
    for element in root.descendants():
        if element.tag == "model":
            raise FormatError(
                f"The file is in parts: <model> brings in '{element.attributes.get('file', '')}'.",
                where=f"{_where(source)}:{element.line}",
                remedy="Load and write the file that has the bodies, or put all in one.",
            )


def _gravity(document: xml.Document, gravity: Array, source: Source) -> xml.Edit:
    """Return the edit that gives the file another gravity: in its last <option>, or in one that is added.

    Raises:
        FormatError: the file switches gravity off.
    """
    root, options = document.root, [*document.root.all("option")]
    flags = [flag for option in options for flag in option.all("flag")]
    if any(flag.attributes.get("gravity") == "disable" for flag in flags):
        raise FormatError(
            'With <flag gravity="disable"/> MuJoCo ignores the gravity of the file.',
            where=_where(source),
            remedy="Delete the flag, load the file again and write it then.",
        )
    if options:
        return set_numbers(document, options[-1], "gravity", gravity)
    return root.tag_end, root.tag_end, f'\n  <option gravity="{text_of(gravity)}"/>'.encode()


# -- one <inertial> -------------------------------------------------------------------------------


def _edits(document: xml.Document, body: xml.XmlElement, change: _Change) -> list[xml.Edit]:
    """Return the edits that give a <body> its new inertia."""
    pairs = zip(_mass_com_inertia(change.old), _mass_com_inertia(change.parameters), strict=True)
    news = [None if _same(old, new) else new for old, new in pairs]
    inertial = body.first("inertial")
    if inertial is None:
        untouched = all(new is None for new in news)
        return [] if untouched else [_insertion(document, body, change.parameters)]
    mass, com, inertia = news
    edits: list[xml.Edit] = []
    if mass is not None:
        edits.append(set_numbers(document, inertial, "mass", mass))
    if com is not None:
        edits.append(set_numbers(document, inertial, "pos", com))
    if inertia is not None:
        edits += _inertia_edits(document, inertial, inertia)
    return edits


def _inertia_edits(document: xml.Document, inertial: xml.XmlElement, inertia: Array) -> list[xml.Edit]:
    given = inertial.attributes
    orientation = next((name for name in ORIENTATIONS if name in given), "")
    old_axes = _axes(given.get("quat", ""))
    moments, axes = _principal(inertia, old_axes)
    if "fullinertia" in given:
        if moments.min() > 0:
            thick = (axes * moments) @ axes.T
            return [set_numbers(document, inertial, "fullinertia", _six(inertia if _same(inertia, thick) else thick))]
        edits = [set_numbers(document, inertial, "diaginertia", moments, instead_of="fullinertia")]
    else:
        edits = [set_numbers(document, inertial, "diaginertia", moments)]
    if _same(axes, old_axes) and orientation in ("", "quat"):
        return edits
    return [*edits, set_numbers(document, inertial, "quat", quaternion_from_rotation(axes), instead_of=orientation)]


def _insertion(document: xml.Document, body: xml.XmlElement, parameters: Array) -> xml.Edit:
    """Return the edit that makes an <inertial> the first child, indented as what follows it."""
    mass, com, inertia = _mass_com_inertia(parameters)
    moments, axes = _principal(inertia, np.eye(3))
    turn = "" if _same(axes, np.eye(3)) else f' quat="{text_of(quaternion_from_rotation(axes))}"'
    element = f'<inertial pos="{text_of(com)}"{turn} mass="{text_of(mass)}" diaginertia="{text_of(moments)}"/>'.encode()
    if body.is_empty_tag:
        slash = document.content.rindex(b"/", body.start, body.end)
        return slash, body.end, b">" + element + b"</body>"
    inside = document.content[body.tag_end : body.close]
    space = inside[: len(inside) - len(inside.lstrip())]
    deeper = b"" if body.children or not space else b"  "
    return body.tag_end, body.tag_end, space + deeper + element


# -- numbers --------------------------------------------------------------------------------------


def _mass_com_inertia(parameters: Array) -> tuple[Array, Array, Array]:
    """Return what <inertial> says, with zero for what is zero but for rounding."""
    mass, com, inertia = to_com(parameters)
    reach = np.sqrt(max(np.trace(inertia), 0.0) / mass) if mass > 0 else 0.0
    com = np.where(np.abs(com) <= NOUGHT * max(reach, np.abs(com).max()), 0.0, com)
    inertia = np.where(np.abs(inertia) <= NOUGHT * np.trace(inertia), 0.0, inertia)
    return mass, com, inertia


def _same(old: Array, new: Array) -> bool:
    return bool(np.abs(new - old).max() <= SAME * np.abs(old).max())


def _six(inertia: Array) -> Array:
    """Return MuJoCo's fullinertia: Ixx Iyy Izz Ixy Ixz Iyz."""
    return inertia[[0, 1, 2, 0, 0, 1], [0, 1, 2, 1, 2, 2]]


def _principal(inertia: Array, old_axes: Array) -> tuple[Array, Array]:
    """Return principal moments (3,) that MuJoCo accepts, and the principal axes (3, 3) nearest to the old ones."""
    seen = old_axes.T @ inertia @ old_axes
    if np.abs(seen - np.diag(np.diag(seen))).max() <= SAME * np.abs(seen).max():
        return _thick_enough(np.diag(seen)), old_axes
    moments, axes = np.linalg.eigh(seen)
    nearest = max(permutations(range(3)), key=lambda p: np.abs(np.diag(axes[:, p])).sum())
    moments, axes = moments[list(nearest)], axes[:, nearest]
    axes = axes * np.where(np.diag(axes) < 0, -1.0, 1.0)
    if np.linalg.det(axes) < 0:
        axes[:, np.argmin(np.diag(axes))] *= -1
    return _thick_enough(moments), old_axes @ axes


def _thick_enough(moments: Array) -> Array:
    """Raise the two smaller moments, by as little as rounding or `THICKER`, until A + B exceeds C."""
    largest = int(np.argmax(moments))
    lack = (1 + THICKER) * moments[largest] - (moments.sum() - moments[largest])
    return moments + max(lack, 0.0) / 2 * (np.arange(3) != largest)


def _axes(quat: str) -> Array:
    """Return the axes (3, 3) that a quat attribute spells; those of the body where it spells none."""
    numbers = np.array([float(x) for x in quat.split()])
    return rotation_from_quaternion(numbers) if numbers.any() else np.eye(3)


# -- reading back ------------------------------------------------------------------------------------


def _check_read_back(
    content: bytes, source: Source, wanted: list[_Change], gravity: Array, sprung: list[Joint]
) -> Robot:
    """Let MuJoCo read the new file, and return what it is then.

    Raises:
        FormatError: it refuses the file, or reads other numbers than were written.
    """
    path = source.path or Path("model.xml")
    compiled = compile_text(content, path)
    robot = robot_of(compiled, path, content)
    found = {link.name: link.parameters for body in robot.bodies for link in body.links}
    if np.abs([float(g) for g in robot.gravity] - gravity).max() > READ_BACK * np.abs(gravity).max(initial=1.0):
        raise FormatError(
            "MuJoCo does not read back the gravity that was written.",
            where=_where(source),
            remedy="Look for a second <option>.",
        )
    springs.check_read_back(compiled.model, sprung, _where(source))
    for change in wanted:
        parameters = found.get(change.link.name)
        parameters = np.zeros(10) if parameters is None else parameters
        mass, moments = change.parameters[0], np.abs(rotational_inertia(change.parameters)).sum()
        scale = np.repeat([mass, np.sqrt(mass * moments), moments], [1, 3, 6])
        if np.any(np.abs(parameters - change.parameters) > READ_BACK * scale):
            raise FormatError(
                f"MuJoCo does not read back the numbers written for body '{change.link.name}'.",
                where=_where(source),
                remedy="Look for a second <inertial>, and <compiler> boundmass, boundinertia or balanceinertia.",
            )
    return robot
