"""Writing a URDF back: the file that a robot was read from, with only the numbers of its links and drives changed.

The file's bytes are kept. Only attribute values inside the <inertial> of links are replaced whose body has other
parameters than the file gives, and those of joints whose friction or limits changed (`drives.py`). A number that stays
the same keeps its spelling; an inertial <origin> keeps its rpy, and the inertia is turned into those axes; attributes,
an <origin> or an <inertial> are inserted only where a number would otherwise have no place. With a fixed base the root
link, and all that is fixed to it, is the world and never touched.

Fixed joints make one body of several links; `heft.robot.lumping` says which of them gets what of the body's new
inertia. Rotors are not written.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.parameters import to_com
from heft.robot.formats.urdf.drives import joint_edits
from heft.robot.formats.urdf.numbers import line_break, number_text, set_values
from heft.robot.formats.urdf.read import MOMENTS
from heft.robot.formats.xml import Document, Edit, XmlElement, read
from heft.robot.lumping import CHANGE, changed, distribute
from heft.robot.model import Link, Robot
from heft.robot.placement import rotation_from_rpy
from heft.robot.source import source_of

_UPPER_TRIANGLE = np.triu_indices(3)


def urdf_content(robot: Robot) -> bytes:
    """Return the URDF that a robot was read from with the robot's present inertial parameters, friction and limits.

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
    edits += joint_edits(document, robot)
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
    edits = set_values(document, next(inertial.all("mass")), "value", [float(mass)], CHANGE * abs(float(mass)))
    for name, moment in zip(MOMENTS, moments, strict=True):
        edits += set_values(document, next(inertial.all("inertia")), name, [float(moment)], CHANGE * second_moment)
    return edits + (_origin_edits(document, inertial, com, CHANGE * reach) if mass else [])


def _rotation(origin: XmlElement | None) -> Array:
    rpy = "0 0 0" if origin is None else origin.attributes.get("rpy", "0 0 0")
    return rotation_from_rpy(np.array([float(word) for word in rpy.split()]))


def _origin_edits(document: Document, inertial: XmlElement, com: Array, tolerance: float) -> list[Edit]:
    """Move the inertial frame to the centre of mass; one that stands there may be missing from the file."""
    origin = inertial.first("origin")
    if origin is not None:
        return set_values(document, origin, "xyz", com.tolist(), tolerance)
    if np.all(np.abs(com) <= tolerance):
        return []
    place = inertial.children[0].start
    return [(place, place, _origin_tag(com) + line_break(document.content, place))]


def _origin_tag(com: Array) -> bytes:
    return b'<origin xyz="%s" rpy="0 0 0"/>' % b" ".join(map(number_text, com))


def _new_inertial(document: Document, link: XmlElement, mass: float, com: Array, moments: Array) -> Edit:
    """Insert an <inertial> as the first thing in a link, indented as what is there."""
    outer = line_break(document.content, link.start)
    inner = outer + b"  " if outer else b""
    if link.children:
        inner = line_break(document.content, link.children[0].start)
    step = inner[len(outer) :] if outer and inner.startswith(outer) else b""
    named = zip(MOMENTS, moments, strict=True)
    inertia = b" ".join(b'%s="%s"' % (name.encode("ascii"), number_text(value)) for name, value in named)
    tags = [_origin_tag(com), b'<mass value="%s"/>' % number_text(mass), b"<inertia %s/>" % inertia]
    lines = [b"<inertial>", *(step + tag for tag in tags), b"</inertial>"]
    block = b"".join(inner + line for line in lines)
    if link.is_empty_tag:
        return link.tag_end - 2, link.tag_end, b">" + block + outer + b"</link>"
    return link.tag_end, link.tag_end, block + (outer if link.close == link.tag_end else b"")
