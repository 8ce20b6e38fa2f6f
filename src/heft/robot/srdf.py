"""Groups of joints in SRDF files, as MoveIt and others keep them beside a URDF: `<group name="left_arm">`.

A group names joints, links (whose joints are meant), chains from a base link to a tip link, and other groups.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from heft.errors import FormatError, HeftError
from heft.files import read_bytes
from heft.robot.formats.xml import XmlElement, parse

ENDING = ".srdf"
PLACES = (".", "srdf", "config", "../srdf", "../config")
"""Folders in which the SRDF files of a robot file are looked for, seen from that file."""


@dataclass(frozen=True)
class SrdfGroup:
    """What a group names.

    Attributes:
        joints: their names, fixed ones included.
        links: their names; the joint that carries a link is meant.
        chains: base link and tip link of each.
        groups: the groups inside it, by name.
    """

    joints: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    chains: tuple[tuple[str, str], ...] = ()
    groups: tuple[str, ...] = ()


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
    groups = {_name(element): _group(element) for element in root.all("group") if _name(element)}
    try:
        TopologicalSorter({name: group.groups for name, group in groups.items()}).prepare()
    except CycleError as error:
        what = f"Group '{error.args[1][0]}' contains itself."
        raise FormatError(what, where=str(file), remedy="Remove it from itself.") from None
    return groups


def gathered(name: str, groups: Mapping[str, SrdfGroup]) -> SrdfGroup:
    """Return all that a group names, with what the groups inside it name; each of them counts once."""
    inside: dict[str, None] = {}
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one in groups and one not in inside:
            inside[one] = None
            waiting.extend(groups[one].groups)
    parts = [groups[each] for each in inside]
    return SrdfGroup(
        joints=tuple(dict.fromkeys(joint for part in parts for joint in part.joints)),
        links=tuple(dict.fromkeys(link for part in parts for link in part.links)),
        chains=tuple(dict.fromkeys(chain for part in parts for chain in part.chains)),
    )


def _name(element: XmlElement) -> str:
    return element.attributes.get("name", "")


def _group(element: XmlElement) -> SrdfGroup:
    chains = (chain.attributes for chain in element.all("chain"))
    return SrdfGroup(
        joints=tuple(_name(joint) for joint in element.all("joint")),
        links=tuple(_name(link) for link in element.all("link")),
        chains=tuple((chain.get("base_link", ""), chain.get("tip_link", "")) for chain in chains),
        groups=tuple(_name(inner) for inner in element.all("group")),
    )
