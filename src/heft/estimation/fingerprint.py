"""The fingerprint of a model: everything that the columns of its regression depend on, ready for JSON.

Information of two logs can be added only if their columns mean the same. Names do not say so: a robot with longer
links has the same names. What counts is gravity; how each body hangs on its parent (joint, axis, pitch, placement,
mimic); the placement and the ratio of rotors; and the laws, gears and numbers of friction and reflected inertias.
Masses and inertias do not count, since the regressor does not depend on them. There is one exception: friction that
grows with the load is computed with the masses that the gears carry. Where a model has such friction, these count.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from heft.robot.joint import Joint
from heft.robot.model import Robot
from heft.robot.placement import Placement

if TYPE_CHECKING:
    from heft.estimation.columns import Column

SAME = 1e-9
"""[m, rad, m/s2 and ratios] Numbers that differ by less are the same, written by another program."""


def fingerprint(robot: Robot, extra: Sequence[Column], carrier: Robot) -> dict[str, Any]:
    """Return what the columns of a robot and the extra columns depend on, by words that `difference` uses.

    Args:
        robot: the robot.
        extra: the columns of its drives.
        carrier: the robot whose masses load its gears.
    """
    facts: dict[str, dict[str, Any]] = {"gravity": {"": [float(x) for x in robot.gravity]}}
    facts["tree"] = {
        f"body '{body.name}'": [robot.bodies[body.parent].name if body.parent >= 0 else None, body.joint.name]
        for body in robot.bodies
    }
    facts["joint"] = {f"joint '{joint.name}'": _joint(joint) for joint in (body.joint for body in robot.bodies)}
    facts["position"] = {f"body '{body.name}'": body.placement.translation.tolist() for body in robot.bodies}
    facts["orientation"] = {f"body '{body.name}'": body.placement.rotation.ravel().tolist() for body in robot.bodies}
    facts["rotor"] = {
        f"body '{robot.bodies[k].name}'": [float(rotor.ratio), rotor.symmetric, *_placement(rotor.placement)]
        for k, rotor in robot.rotors
    }
    facts["drive"] = {f"column '{column.name}'": _column(column) for column in extra}
    if any(column.law.loaded for column in extra):
        facts["masses"] = {f"body '{body.name}'": body.parameters.tolist() for body in carrier.bodies}
    return facts


WORDS = {
    "gravity": "Gravity",
    "tree": "The parent and joint",
    "joint": "The type, axis, pitch or mimic",
    "position": "The position [m] on its parent",
    "orientation": "The rotation matrix on its parent",
    "rotor": "The rotor (ratio, symmetry, placement)",
    "drive": "The friction law, its gears or its number",
    "masses": "The inertia, on which friction that grows with the load depends,",
}


def difference(here: Mapping[str, Any], there: Mapping[str, Any]) -> str | None:
    """Return a sentence on the first thing in which two fingerprints differ, None if they are of the same model."""
    for kind, words in WORDS.items():
        ours, theirs = here.get(kind, {}), there.get(kind, {})
        for name in (*ours, *(name for name in theirs if name not in ours)):
            if not _same(ours.get(name), theirs.get(name)):
                of = f" of {name}" if name else ""
                return f"{words}{of} differs: {_shown(theirs.get(name))} there, {_shown(ours.get(name))} here."
    return None


def _joint(joint: Joint) -> list[Any]:
    follows = joint.mimic and [joint.mimic.leader, float(joint.mimic.multiplier), float(joint.mimic.offset)]
    return [joint.kind, *joint.subspace.T.ravel().tolist(), *(follows or ())]


def _placement(placement: Placement) -> list[float]:
    return [*placement.translation.tolist(), *placement.rotation.ravel().tolist()]


def _column(column: Column) -> list[Any]:
    gears = [number for pair in column.gears for number in pair]
    return [column.kind, *gears, column.number, column.run, *column.geometry]


def _same(one: Any, other: Any) -> bool:
    if one is None or other is None or len(one) != len(other):
        return one is other
    return all(
        abs(x - y) <= SAME * max(1.0, abs(x)) if isinstance(x, float) and isinstance(y, float) else x == y
        for x, y in zip(one, other, strict=True)
    )


def _shown(values: Sequence[Any] | None) -> str:
    if values is None:
        return "none"
    return "(" + ", ".join(f"{x:.6g}" if isinstance(x, float) else str(x) for x in values) + ")"
