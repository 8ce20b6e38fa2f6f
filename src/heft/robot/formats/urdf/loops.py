"""Joints outside the tree of a URDF, which close loops for the simulators that read them.

URDF itself describes trees only. Files that need a loop close it in the extensions of a simulator: with an SDF joint
inside <gazebo>, or with <loop_joint>, <drake:ball_constraint> or <drake:linear_bushing_rpy>. heft does not support
them.
"""

from __future__ import annotations

from collections.abc import Iterator

from heft.robot.formats.xml import Document, XmlElement
from heft.robot.loops import DroppedLoop

CLOSING = ("loop_joint", "ball_constraint", "linear_bushing_rpy")
"""Elements that hold two links together; their prefix does not matter."""


def closed_loops(document: Document) -> Iterator[DroppedLoop]:
    """Yield the loops that a URDF closes outside its tree."""
    for element in document.root.children:
        tag = element.tag.rpartition(":")[2]
        if tag in CLOSING:
            links = [each for each in map(_link_of, element.children) if each]
            yield DroppedLoop(tag, element.attributes.get("name", ""), tuple(links))
        elif tag == "gazebo":
            for joint in (inner for inner in element.descendants() if _is_sdf_joint(inner)):
                ends = [_text(document, end) for kind in ("parent", "child") for end in joint.all(kind)]
                yield DroppedLoop("gazebo joint", joint.attributes["name"], tuple(ends))


def _is_sdf_joint(element: XmlElement) -> bool:
    """Tell a joint of SDF from settings of a plugin, which may have an element of the same name."""
    named = element.tag == "joint" and {"name", "type"} <= element.attributes.keys()
    return named and element.first("parent") is not None and element.first("child") is not None


def _link_of(element: XmlElement) -> str:
    """Return the link that an end of a constraint names, "" if it is another element."""
    known = ("link", "body", "name") if "body" in element.tag or "link" in element.tag else ("link", "body")
    return next((element.attributes[key] for key in known if key in element.attributes), "")


def _text(document: Document, element: XmlElement) -> str:
    return document.content[element.tag_end : element.close].decode("utf-8", "replace").strip()
