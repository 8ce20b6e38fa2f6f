"""Writing a URDF back: the file that a robot was read from, with only its inertial numbers changed.

The file's bytes are kept. Only attribute values inside the <inertial> of links are replaced whose body has other
parameters than the file gives. A number that stays the same keeps its spelling; an inertial <origin> keeps its rpy,
and the inertia is turned into those axes; attributes, an <origin> or an <inertial> are inserted only where a
number would otherwise have no place. With a fixed base the root link, and all that is fixed to it, is the world and
never touched.

Fixed joints make one body of several links; `heft.robot.lumping` says which of them gets what of the body's new
inertia. Rotors, friction and armature are not written: only inertial numbers change.
"""

from __future__ import annotations

import re

import numpy as np

from heft.arrays import Array
from heft.parameters import to_com
from heft.robot.formats.urdf.read import MOMENTS
from heft.robot.formats.xml import Document, Edit, XmlElement, read
from heft.robot.lumping import CHANGE, changed, distribute
from heft.robot.model import Link, Robot
from heft.robot.placement import rotation_from_rpy
from heft.robot.source import source_of

_UPPER_TRIANGLE = np.triu_indices(3)


def urdf_content(robot: Robot) -> bytes:
    """Return the URDF that a robot was read from with the robot's present inertial parameters.

    Args:
        robot: read from a URDF, perhaps given other parameters since.

    Raises:
        ArgumentError: the robot was not read from a URDF, or a body with inertia has no link in it.
        PhysicsError: a body's new parameters are not physically consistent.
    """
    source = source_of(robot, "urdf")
    document = read(source.content, str(source.path or robot.name))
    elements = {element.attributes["name"]: element for element in document.root.all("link")}
    edits: list[Edit] = []
    for body in robot.bodies:
        if changed(body) or not np.all(np.isfinite(body.parameters)):
            shares = distribute(body)
            for link in body.links:
                edits += _link_edits(document, elements[link.name], link, shares[link.name])
    return document.edited(edits) if edits else source.content


def _link_edits(document: Document, element: XmlElement, link: Link, parameters: Array | None) -> list[Edit]:
    """What to change in a <link> so that it says these parameters, given in the link's frame."""
    inertial = element.first("inertial")
    if parameters is None or (inertial is None and not np.any(parameters)):
        return []
    mass, com, at_com = to_com(parameters)
    if inertial is None:
        return [_new_inertial(document, element, float(mass), com, at_com[_UPPER_TRIANGLE])]
    R = _rotation(inertial.first("origin"))
    moments = (R.T @ at_com @ R)[_UPPER_TRIANGLE]
    reach = float(np.linalg.norm(com) + np.linalg.norm(link.placement.translation))
    second_moment = float(np.abs(moments).max() + abs(mass) * reach**2)
    edits = _set(document, next(inertial.all("mass")), "value", [float(mass)], CHANGE * abs(float(mass)))
    for name, moment in zip(MOMENTS, moments, strict=True):
        edits += _set(document, next(inertial.all("inertia")), name, [float(moment)], CHANGE * second_moment)
    return edits + (_origin_edits(document, inertial, com, CHANGE * reach) if mass else [])


def _rotation(origin: XmlElement | None) -> Array:
    rpy = "0 0 0" if origin is None else origin.attributes.get("rpy", "0 0 0")
    return rotation_from_rpy(np.array([float(word) for word in rpy.split()]))


def _origin_edits(document: Document, inertial: XmlElement, com: Array, tolerance: float) -> list[Edit]:
    """Move the inertial frame to the centre of mass; one that stands there may be missing from the file."""
    origin = inertial.first("origin")
    if origin is not None:
        return _set(document, origin, "xyz", com.tolist(), tolerance)
    if np.all(np.abs(com) <= tolerance):
        return []
    place = inertial.children[0].start
    return [(place, place, _origin_tag(com) + _line_break(document.content, place))]


def _set(document: Document, element: XmlElement, name: str, values: list[float], tolerance: float) -> list[Edit]:
    """Give an attribute these values; those within the tolerance keep the text they have."""
    text = element.attributes.get(name)
    old = [b"0"] * len(values) if text is None else text.encode("ascii").split()
    pairs = zip(old, values, strict=True)
    new = [word if abs(value - float(word)) <= tolerance else _number(value) for word, value in pairs]
    if new == old:
        return []
    span = document.attribute_span(element, name)
    if span is None:
        end = document.attributes_end(element)
        return [(end, end, b' %s="%s"' % (name.encode("ascii"), b" ".join(new)))]
    raw = document.content[slice(*span)]
    words = iter(new)
    return [(*span, b" ".join(new) if b"&" in raw else re.sub(rb"\S+", lambda _: next(words), raw))]


def _number(value: float) -> bytes:
    return repr(float(value) + 0.0).encode("ascii")


def _origin_tag(com: Array) -> bytes:
    return b'<origin xyz="%s" rpy="0 0 0"/>' % b" ".join(map(_number, com))


def _new_inertial(document: Document, link: XmlElement, mass: float, com: Array, moments: Array) -> Edit:
    """Insert an <inertial> as the first thing in a link, indented as what is there."""
    outer = _line_break(document.content, link.start)
    inner = outer + b"  " if outer else b""
    if link.children:
        inner = _line_break(document.content, link.children[0].start)
    step = inner[len(outer) :] if outer and inner.startswith(outer) else b""
    named = zip(MOMENTS, moments, strict=True)
    inertia = b" ".join(b'%s="%s"' % (name.encode("ascii"), _number(value)) for name, value in named)
    tags = [_origin_tag(com), b'<mass value="%s"/>' % _number(mass), b"<inertia %s/>" % inertia]
    lines = [b"<inertial>", *(step + tag for tag in tags), b"</inertial>"]
    block = b"".join(inner + line for line in lines)
    if link.is_empty_tag:
        return link.tag_end - 2, link.tag_end, b">" + block + outer + b"</link>"
    return link.tag_end, link.tag_end, block + (outer if link.close == link.tag_end else b"")


def _line_break(content: bytes, offset: int) -> bytes:
    """Return the line break and indentation before an offset, nothing if it is not the first on its line."""
    match = re.search(rb"(?:\r\n|\n|\r)[ \t]*\Z", content[max(offset - 1000, 0) : offset])
    return match[0] if match else b""
