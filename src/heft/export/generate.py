"""From a robot to a file of code that needs only sine and cosine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heft.chains.movers import FLOATING, check_movers
from heft.dynamics.api import forward_dynamics
from heft.errors import ArgumentError, PhysicsError, did_you_mean
from heft.export.base_parameters import BaseParameters, base_parameters, in_base, without_couplings
from heft.export.program import Counts
from heft.export.source_files import FUNCTION_COUNTS, c_file, c_header, identifier, plain, python_file
from heft.export.tasks import REGRESSOR, TASKS, program, with_needs
from heft.robot.joints import joint_kind
from heft.robot.loops import loop_warning
from heft.robot.model import Robot

__all__ = ["TASKS", "GeneratedCode", "generate_code", "program"]

LANGUAGES = ("c", "python")
PRECISIONS = ("double", "float")
LEGEND = (
    "Local names: s, c the sine and cosine of q; of the body that coordinate k moves, w, wd its angular velocity and",
    "acceleration, a the acceleration of its origin minus gravity, U = [wd x] + [w x][w x], n, f the moment and force",
    "on it at its joint, h, S the first and second moments of all that moves with it; x, y, z the axes of a frame at",
    "its joint, z along the axis. A name that ends in _ is a constant multiple of the quantity; t is anything else.",
)
"""What the names in the code mean."""

POSE = (
    "floating: qd, qdd, tau are angular, then linear, in the axes of the base and at its origin",
    "[rad/s, m/s; rad/s2, m/s2; N m, N]; q[0..3] is the unit quaternion w x y z, q[4..6] the position [m].",
    "The position of any other joint k is q[k + 1].",
)
"""How the coordinates of a floating base are explained."""


@dataclass(frozen=True)
class GeneratedCode:
    """Code for one robot.

    Attributes:
        robot: its name.
        language: "c" or "python".
        joints: in the order of q.
        counts: operations per function, by what it computes.
        functions: names in the code, by what they compute.
        base_parameters: names of the regressor's columns; None where no regressor was requested.
        parameters: the base parameters of links and rotors in inverse dynamics and mass matrix, by name, with their
            values [SI units]; None where the code has all parameters, or neither function was requested.
        text: the whole file.
        header: a header file with the prototypes, for C and C++; "" for Python.
    """

    robot: str
    language: str
    joints: tuple[str, ...]
    counts: dict[str, Counts]
    functions: dict[str, str]
    base_parameters: tuple[str, ...] | None
    parameters: dict[str, float] | None
    text: str
    header: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {
            "robot": self.robot,
            "language": self.language,
            "joints": list(self.joints),
            "functions": [
                {"what": what, "name": self.functions[what], **counts.to_dict()} for what, counts in self.counts.items()
            ],
            "base_parameters": None if self.base_parameters is None else list(self.base_parameters),
            "parameters": self.parameters,
            "code": self.text,
            "header": self.header,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> GeneratedCode:
        """Read what `to_dict` gives."""
        names = ("multiplications", "additions", "sines_and_cosines")
        base = data["base_parameters"]
        return cls(
            data["robot"],
            data["language"],
            tuple(data["joints"]),
            {f["what"]: Counts(*(f[name] for name in names)) for f in data["functions"]},
            {f["what"]: f["name"] for f in data["functions"]},
            None if base is None else tuple(base),
            data["parameters"],
            data["code"],
            data["header"],
        )


def generate_code(
    robot: Robot, what: Sequence[str] = ("inverse-dynamics",), language: str = "c", precision: str = "double"
) -> GeneratedCode:
    """Generate straight-line code for a robot whose joints have one coordinate each, on a fixed or a floating base.

    Args:
        robot: the robot with the parameters that are written into the code.
        what: names of `TASKS`, as "inverse-dynamics" and "regressor"; functions that they call are added.
        language: "c" (C99, needs <math.h>) or "python" (needs math).
        precision: of the numbers in C, "double" or "float".

    Returns:
        The text and its operation counts.

    Raises:
        ArgumentError: an unknown task or language, or a joint with several coordinates.
        PhysicsError: numbers of a robot without inertia, or forward dynamics where a coordinate moves none.

    Example:
        >>> heft.generate_code(robot, ["inverse-dynamics"]).text
    """
    for name in what:
        if name not in TASKS:
            raise ArgumentError(f"'{name}' cannot be generated.", remedy=did_you_mean(name, TASKS))
    if language not in LANGUAGES:
        raise ArgumentError(f"Code cannot be generated in '{language}'.", remedy=did_you_mean(language, LANGUAGES))
    if precision not in PRECISIONS:
        raise ArgumentError(f"Numbers cannot be '{precision}'.", remedy="They are double or float.")
    if precision != "double" and language != "c":
        raise ArgumentError("Python has numbers of one precision only.", remedy="Leave the precision out.")
    if not what:
        raise ArgumentError("No function to generate is named.", remedy=f"Name some of {', '.join(TASKS)}.")
    check_movers(robot)
    tasks = with_needs(what)
    numbers = [name for name in tasks if TASKS[name].shape != REGRESSOR and name != "friction"]
    if numbers and not (np.any(robot.parameter_vector) or any(joint.armature for joint in robot.joints)):
        raise PhysicsError(
            f"Robot '{robot.name}' has no masses and no inertias: {numbers[0]} would be all zeros.",
            remedy="Give its file masses, identify it from logs first, or generate a regressor.",
        )
    if "forward-dynamics" in tasks:
        forward_dynamics(robot, *robot.random_state(0))  # a singular mass matrix, by which the code would divide
    base = base_parameters(robot) if any(TASKS[name].shape == REGRESSOR for name in tasks) else None
    lean, carried = _lean(robot) if any(_by_links(name) for name in tasks) else (robot, None)
    made = {name: program(lean if _by_links(name) else robot, name, base) for name in tasks if TASKS[name].expressions}
    counts = {name: made[name].counts if name in made else FUNCTION_COUNTS[name](robot) for name in tasks}
    prefix = f"{identifier(robot.name)}_" if language == "c" else ""
    functions = {name: prefix + name.replace("-", "_") for name in tasks}
    comment = header(robot, counts, functions, base, carried)
    if language == "c":
        text = c_file(robot, comment, made, functions, base, precision)
        declared = c_header(robot, functions, base, precision)
    else:
        text, declared = python_file(robot, comment, made, functions, base), ""
    joints = tuple(robot.joint_names)
    names = base.names if base else None
    return GeneratedCode(robot.name, language, joints, counts, functions, names, carried, text, declared)


def _by_links(task: str) -> bool:
    """Return whether a function has the parameters of links in it."""
    return TASKS[task].expressions and TASKS[task].shape != REGRESSOR


def _lean(robot: Robot) -> tuple[Robot, dict[str, float] | None]:
    """Return the robot with base parameters only, and these; or the robot itself where its torques would change."""
    base = base_parameters(without_couplings(robot))
    lean = in_base(robot, base)
    if lean is None:
        return robot, None
    return lean, dict(zip(base.names, base.values.tolist(), strict=True))


def header(
    robot: Robot,
    counts: dict[str, Counts],
    functions: dict[str, str],
    base: BaseParameters | None,
    carried: dict[str, float] | None,
) -> str:
    """Return the comment at the head of the file, as plain lines."""
    gravity = ", ".join(f"{float(g):g}" for g in robot.gravity)
    width = max(len(name) for name in robot.joint_names)
    lines = [f"Robot '{plain(robot.name)}'. Generated by heft export. Do not edit; generate it again.", ""]
    lines += ["Coordinates, in the order of q, qd, qdd, tau:"]
    for joint in robot.joints:
        k, name = robot.v_index[joint.name].start, plain(joint.name)
        if joint.kind == FLOATING:
            lines += [f"  {k}-{k + 5} {name:{width}}  {POSE[0]}", *(f"      {line}" for line in POSE[1:])]
            continue
        turns = joint_kind(joint.kind).rotational[0]
        units = "rad, rad/s, rad/s2, N m" if turns else "m, m/s, m/s2, N"
        lines.append(f"  {k:2}  {name:{width}}  {joint.kind}  [{units}]")
    rubbing = f"is in {functions['friction']} only" if "friction" in functions else "is not"
    lines += ["", f"Gravity ({gravity}) m/s2 is part of the code; friction {rubbing}.", ""]
    if any(TASKS[name].expressions for name in counts):
        lines += [*LEGEND, ""]
    for name, c in counts.items():
        lines += [f"{functions[name]}: {TASKS[name].text};", f"  {c}."]
    if others := [function for name, function in functions.items() if _by_links(name)]:
        lines += ["", f"Links and rotors enter {' and '.join(others)}"]
        if carried is None:
            lines[-1] += " by all their parameters, regrouped where joints allow it."
        else:
            lines[-1] += f" only by these {len(carried)} base parameters"
            lines += ["(SI units, about the body's origin):"]
            lines += [f"  {k:2}  {plain(name)} = {value:.9g}" for k, (name, value) in enumerate(carried.items())]
    if base and carried and tuple(carried) == base.names:
        lines += ["The columns of Y are in the same order."]
    elif base:
        lines += ["", "Base parameters, in the order of the columns of Y (SI units, about the body's origin):"]
        lines += [f"  {k:2}  {plain(name)}" for k, name in enumerate(base.names)]
        if base.snapped:
            lines.append(
                f"{base.snapped} numbers of the robot's file were snapped to find them (see `heft identifiable`), "
                "so Y times them equals tau only up to that rounding."
            )
    if robot.dropped_loops:
        lines += ["", f"Warning: {plain(loop_warning(robot.dropped_loops))}"]
    if base or carried:
        lines += ["Each base parameter carries its combination in `heft identifiable`."]
    return "\n".join(lines)
