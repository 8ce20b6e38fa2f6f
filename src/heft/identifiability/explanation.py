"""Why a parameter is identifiable or not, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.identifiability.clusters import Member
from heft.identifiability.field import Field
from heft.identifiability.rpna import NullspaceDescriptor
from heft.parameters import DISPLAY_NAMES, SYMMETRIC_ROTOR_NAMES
from heft.robot.exact import ONE
from heft.robot.loops import HOLDS_FOR_TREE
from heft.robot.model import WORLD, Robot

if TYPE_CHECKING:
    from heft.identifiability.verdict import Verdict


def explain(verdict: Verdict, parameter: str) -> str:
    """Return a few sentences on a parameter of the robot."""
    letter = verdict.classes[parameter]
    if letter == "I":
        lines = [f"{parameter} is identifiable by itself."]
    elif letter == "B":
        lines = [f"{parameter} is identifiable only in the combination {combination(verdict, parameter)}."]
    elif letter == "c":
        carriers = _carriers(verdict, parameter)
        lines = [f"{parameter} is identifiable only in combinations that other parameters carry: {carriers}."]
    else:
        lines = [f"{parameter} is not identifiable: no motion makes a measured force depend on it."]
    if verdict.source is not None and verdict.source[1]:
        lines += _why(*verdict.source, parameter, static=verdict.static)
    elif verdict.sensors is not None:
        lines.append(f"Measured are: {', '.join(verdict.sensors)}.")
    if verdict.dropped_loops:
        lines.append(HOLDS_FOR_TREE)
    return " ".join(lines)


def combination(verdict: Verdict, base_parameter: str) -> str:
    """Return a base parameter as a sum, such as "link1.Izz + 1/4 link2.m"."""
    text = ""
    for name, value, exact in verdict.terms(base_parameter):
        size = exact.lstrip("-") if exact else f"{abs(value):.6g}"
        sign = ("- " if value < 0 else "+ ") if text else ("-" if value < 0 else "")
        text += f"{' ' if text else ''}{sign}{'' if size == '1' else size + ' '}{name}"
    return text


def _carriers(verdict: Verdict, parameter: str) -> str:
    rows = verdict.reduction.matrix[:, verdict.places[parameter]].nonzero()[0]
    carriers = [verdict.reduction.names[row] for row in rows]
    shown = ", ".join(carriers[:4])
    return shown + (f" and {len(carriers) - 4} more" if len(carriers) > 4 else "")


def _why(
    robot: Robot, descriptors: tuple[NullspaceDescriptor, ...], field: Field, parameter: str, static: bool
) -> list[str]:
    for found in descriptors:
        names = [name for member in found.cluster.members for name in _parameters(robot, member)]
        if parameter in names:
            return _conditions(robot, found, field, names, names.index(parameter), static)
    return []


def _parameters(robot: Robot, member: Member) -> list[str]:
    owner = robot.body_names[member.body] + (".rotor" if member.is_rotor else "")
    return [f"{owner}.{name}" for name in (DISPLAY_NAMES if member.columns[1] == 10 else SYMMETRIC_ROTOR_NAMES)]


def _conditions(
    robot: Robot, found: NullspaceDescriptor, field: Field, names: list[str], column: int, static: bool
) -> list[str]:
    joint, parent = found.cluster.joint, found.cluster.parent
    lines = []
    felt, mapped = bool(found.felt[column]), bool(found.mapped[column])
    at_rest = " at rest" if static else ""
    if felt:
        lines.append(f"The torque of joint '{joint}'{at_rest} depends on it (momentum condition).")
    if mapped:
        lines.append(f"Its effect on '{_name(robot, parent)}' changes as joint '{joint}' moves (mapping condition).")
    if column in found.pivots:
        return lines
    # Moved together with the parameter: those that cancel its effect on the joint.
    moved = field.zeros(len(names), 1)
    moved[list(found.pivots), 0] = -found.conditions[:, column]
    moved[column, 0] = field.number(ONE)
    with_it = [names[k] for k in found.pivots if field.nonzero(moved)[k, 0]]
    into = field.nonzero(field.product(found.B, field.reduce(moved)))[:, 0]
    if with_it:
        lines.append(f"However, changes of {', '.join(with_it)} compensate for its effect.")
        way = "Together with them, it can"
    else:
        lines.append(f"The torque of joint '{joint}' does not depend on it,")
        lines.append(f"and its effect on the joints before does not change as '{joint}' moves.")
        way = "It can therefore"
    if parent == WORLD:
        lines.append(f"{way} be moved to the ground without changing any measured force.")
    elif not into.any():
        lines.append(f"{way} be changed without changing any measured force.")
    else:
        where = ", ".join(name for name, used in zip(DISPLAY_NAMES, into, strict=True) if used)
        place = f"'{_name(robot, parent)}', where it adds to {where}"
        lines.append(f"{way} be moved to {place}, without changing any measured force.")
    return lines


def _name(robot: Robot, link: int) -> str:
    return "the ground" if link == WORLD else robot.body_names[link]
