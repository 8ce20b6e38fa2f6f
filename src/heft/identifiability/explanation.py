"""Why a parameter can be known or not, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heft.identifiability.rpna import Step
from heft.parameters import DISPLAY_NAMES
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
        lines = [f"{parameter} shows only inside of other combinations: {_carriers(verdict, parameter)}."]
    else:
        lines = [f"{parameter} is not identifiable: no motion makes a measured force depend on it."]
    if verdict.source is not None and verdict.source[1]:
        lines += _why(*verdict.source, parameter, static=verdict.static)
    elif verdict.sensors is not None:
        lines.append(f"Measured are: {', '.join(verdict.sensors)}.")
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
    carriers = [b for b in verdict.reduction.names if any(name == parameter for name, _, _ in verdict.terms(b))]
    shown = ", ".join(carriers[:4])
    return shown + (f" and {len(carriers) - 4} more" if len(carriers) > 4 else "")


def _why(robot: Robot, steps: tuple[Step, ...], parameter: str, static: bool) -> list[str]:
    owner, _, name = parameter.rpartition(".")
    is_rotor = owner.endswith(".rotor") and owner not in robot.body_names
    body = robot.body_names.index(owner.removesuffix(".rotor") if is_rotor else owner)
    for step in steps:
        at = 0
        for member in step.cluster.members:
            if member.body == body and member.is_rotor == is_rotor:
                names = DISPLAY_NAMES if member.columns[1] == 10 else ("m", "mcz", "It", "Izz")
                return _conditions(robot, step, at + names.index(name), static)
            at += member.columns[1]
    return []


def _conditions(robot: Robot, step: Step, column: int, static: bool) -> list[str]:
    joint, parent = step.cluster.joint, step.cluster.parent
    lines = []
    felt, mapped = bool(step.felt[column]), bool(step.mapped[column])
    still = " holding still" if static else ""
    if felt:
        lines.append(f"The force of joint '{joint}' itself{still} feels it (momentum condition).")
    if mapped:
        lines.append(f"It maps on '{_name(robot, parent)}' differently as '{joint}' moves (mapping condition).")
    if column in step.pivots:
        return lines
    if not felt and not mapped:
        lines.append(f"Neither does joint '{joint}' feel it, nor does its effect on the joints before change with it.")
    elif step.pivots:
        lines.append("But what they see, other parameters of the same body show as well.")
    if parent == WORLD:
        lines.append("It can be moved to the ground, which nothing feels.")
        return lines
    moved = [DISPLAY_NAMES[k] for k in range(10) if _is_nonzero(step.B[k, column])]
    lines.append(f"So it can be moved unseen to '{_name(robot, parent)}', where it adds to {', '.join(moved)}.")
    return lines


def _is_nonzero(value: object) -> bool:
    return abs(value) > 1e-12 if isinstance(value, float) else bool(value != 0)


def _name(robot: Robot, link: int) -> str:
    return "the ground" if link == WORLD else robot.body_names[link]
