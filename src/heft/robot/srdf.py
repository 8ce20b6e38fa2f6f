"""Groups of joints in SRDF files, as MoveIt and others keep them beside a URDF: `<group name="left_arm">`.

A group names joints, links (whose joints are meant), chains from a base link to a tip link, and other groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from heft.errors import FormatError, HeftError
from heft.files import read_bytes
from heft.robot.formats.xml import XmlElement, parse

ENDING = ".srdf"
PLACES = (".", "srdf", "config", "../srdf", "../config")
"""Folders in which the SRDF files of a robot file are looked for, seen from that file."""


@dataclass
class SrdfGroup:
    """What a group names; those of the groups inside it are its own.

    Attributes:
        joints: their names, fixed ones included.
        links: their names; the joint that carries a link is meant.
        chains: base link and tip link of each.
    """

    joints: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    chains: list[tuple[str, str]] = field(default_factory=list)


def srdf_files(robot_file: Path) -> Iterator[Path]:
    """Yield the SRDF files beside a robot file, in its folder and those where packages keep them."""
    for place in PLACES:
        folder = robot_file.parent / place
        if folder.is_dir():
            yield from sorted(file for file in folder.iterdir() if file.suffix.lower() == ENDING and file.is_file())


def readable_groups(robot_file: Path) -> dict[Path, dict[str, SrdfGroup]]:
    """Return the groups of the SRDF files beside a robot file, by file; one that cannot be read has none."""
    found = {}
    for file in srdf_files(robot_file):
        try:
            found[file] = groups_in(file)
        except HeftError:
            continue
    return found


def groups_in(file: Path) -> dict[str, SrdfGroup]:
    """Return the groups of an SRDF file by name.

    Raises:
        FileError: it cannot be read.
        FormatError: it is not an SRDF, or a group contains itself.
    """
    root = parse(read_bytes(file), str(file))
    if root.tag != "robot":
        what = f"Its outermost element is <{root.tag}>, that of an SRDF is <robot>."
        raise FormatError(what, where=str(file), remedy="Give the SRDF of the robot.")
    elements = {_name(element): element for element in root.all("group") if _name(element)}
    return {name: _gathered(name, elements, str(file), ()) for name in elements}


def _name(element: XmlElement) -> str:
    return element.attributes.get("name", "")


def _gathered(name: str, elements: dict[str, XmlElement], where: str, outer: tuple[str, ...]) -> SrdfGroup:
    if name in outer:
        raise FormatError(f"Group '{name}' contains itself.", where=where, remedy="Remove it from itself.")
    element, group = elements[name], SrdfGroup()
    group.joints.extend(_name(joint) for joint in element.all("joint"))
    group.links.extend(_name(link) for link in element.all("link"))
    for chain in element.all("chain"):
        group.chains.append((chain.attributes.get("base_link", ""), chain.attributes.get("tip_link", "")))
    for inner in element.all("group"):
        if _name(inner) in elements:
            more = _gathered(_name(inner), elements, where, (*outer, name))
            group.joints.extend(more.joints)
            group.links.extend(more.links)
            group.chains.extend(more.chains)
    return group
