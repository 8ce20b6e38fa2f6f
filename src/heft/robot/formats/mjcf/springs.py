"""Springs of joints in an MJCF file: `stiffness` and `springref`.

MuJoCo pulls a joint with -stiffness (qpos - springref). A joint here is pulled with -(stiffness q + offset), where q is
counted from `ref`. So the offset of its friction, for which MJCF has no place by itself, becomes a part of the spring:
springref = ref - offset/stiffness, in degrees for a hinge unless the file counts in radians.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from heft.errors import FormatError
from heft.robot.formats import xml
from heft.robot.formats.mjcf.numbers import in_degrees, set_numbers
from heft.robot.formats.mjcf.read import names_in
from heft.robot.joint import Joint

READ_BACK = 1e-9
"""How well MuJoCo has to read back what was written, relative to its size."""


def edits(
    document: xml.Document,
    joints: Sequence[Joint],
    elements: Mapping[str, xml.XmlElement],
    references: Mapping[str, float],
    where: str,
) -> list[xml.Edit]:
    """Return the edits that give joints their springs, or take those away that they have no more.

    Args:
        document: the file.
        joints: as they are now.
        elements: of the joints by their names.
        references: the positions [rad, m] that joints are counted from, `ref`, by their names.
        where: what to call the file in errors.

    Raises:
        FormatError: a joint has no element of its name.
    """
    degrees = in_degrees(document.root)
    made = []
    for joint in joints:
        element = elements.get(joint.name)
        if element is None:
            raise FormatError(
                f"No <joint> there is named '{joint.name}', so its spring cannot be written.",
                where=where,
                remedy="Name the joint in the file, load it again and write it then.",
            )
        unit = np.degrees(1.0) if degrees and joint.kind == "revolute" else 1.0
        made.append(set_numbers(document, element, "stiffness", np.array(joint.stiffness)))
        if joint.stiffness:
            relaxed = references[joint.name] - joint.friction.offset / joint.stiffness
            made.append(set_numbers(document, element, "springref", np.array(unit * relaxed)))
    return made


def check_read_back(model: Any, joints: Sequence[Joint], where: str) -> None:
    """Compare the springs of a compiled model with those that were to be written.

    Raises:
        FormatError: MuJoCo reads others.
    """
    places = {name: j for j, name in enumerate(names_in(model)[1])}
    for joint in joints:
        j = places[joint.name]
        at = model.jnt_qposadr[j]
        # at q = 0 and at the rate of change of its torque with q
        found = np.array([model.jnt_stiffness[j], model.jnt_stiffness[j] * (model.qpos0[at] - model.qpos_spring[at])])
        wanted = np.array([joint.stiffness, joint.friction.offset if joint.stiffness else 0.0])
        if model.jnt_stiffnesspoly[j].any() or np.any(np.abs(found - wanted) > READ_BACK * np.abs(wanted).max()):
            raise FormatError(
                f"MuJoCo does not read back the spring written for joint '{joint.name}'.",
                where=where,
                remedy="Look for a default class that gives the joint a stiffness of several numbers.",
            )
