"""Friction and limits of joints in a URDF: `damping` and `friction` of <dynamics>, and the attributes of <limit>.

URDF has no place for armature, springs and offsets. An infinite limit is written as a number beyond all that heft
reads.
"""

from __future__ import annotations

from heft.errors import FormatError
from heft.robot.formats.urdf.numbers import line_break, number_text, set_values
from heft.robot.formats.xml import Document, Edit, XmlElement
from heft.robot.joint_changes import joint_changes
from heft.robot.model import Robot

UNLIMITED = 1e300
"""What stands for an infinite limit; heft reads it as infinite."""

NEEDED = {"limit": {"effort": UNLIMITED, "velocity": UNLIMITED}}
"""Attributes that an element must have, where it is added."""


def joint_edits(document: Document, robot: Robot) -> list[Edit]:
    """Return the edits that give joints their present friction and limits.

    Raises:
        FormatError: a continuous joint has got limits of position.
    """
    elements = {element.attributes.get("name"): element for element in document.root.all("joint")}
    edits: list[Edit] = []
    for old, new in joint_changes(robot):
        element, tags = elements[new.name], list[bytes]()
        wanted = {
            "dynamics": {"damping": new.friction.viscous, "friction": new.friction.coulomb},
            "limit": {name: value for name, value in vars(new.limits).items() if value != getattr(old.limits, name)},
        }
        if element.attributes.get("type") == "continuous" and wanted["limit"].keys() & {"lower", "upper"}:
            raise FormatError(
                f"Joint '{new.name}' is continuous in the file, where it cannot have limits of position.",
                where=f"{robot.source.path if robot.source else robot.name}:{element.line}",
                remedy="Make it revolute there, load the file again and write it then.",
            )
        for tag, values in wanted.items():
            edits += _element_edits(document, element, tag, values, tags)
        if tags:
            edits.append(_inside(document, element, tags))
    return edits


def _element_edits(
    document: Document, joint: XmlElement, tag: str, values: dict[str, float], tags: list[bytes]
) -> list[Edit]:
    """Return the edits of an element in a joint; one that is not there goes to `tags`, to be added."""
    finite = {name: max(-UNLIMITED, min(value, UNLIMITED)) for name, value in values.items()}
    element = joint.first(tag)
    if element is not None:
        return [edit for name, value in finite.items() for edit in set_values(document, element, name, [value], 0.0)]
    if any(finite.values()):
        numbers = NEEDED.get(tag, {}) | finite
        text = b" ".join(b'%s="%s"' % (name.encode("ascii"), number_text(value)) for name, value in numbers.items())
        tags.append(b"<%s %s/>" % (tag.encode("ascii"), text))
    return []


def _inside(document: Document, joint: XmlElement, tags: list[bytes]) -> Edit:
    """Return the edit that adds elements behind the last one in a joint, indented as that is."""
    last = joint.children[-1]
    before = line_break(document.content, last.start)
    return last.end, last.end, b"".join(before + tag for tag in tags)
