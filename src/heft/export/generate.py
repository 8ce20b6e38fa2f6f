"""From a robot to a file of code that needs only sine and cosine."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain as joined
from typing import Any
from unicodedata import combining, normalize

import numpy as np

from heft.chains.assembly import mover_tree
from heft.chains.movers import MoverTree, check_movers
from heft.chains.regrouping import regroup
from heft.errors import ArgumentError, did_you_mean
from heft.export.base_parameters import BaseParameters, base_parameters, in_base, without_couplings
from heft.export.expression_graph import Graph
from heft.export.print_code import PYTHON, C, Writer, literal
from heft.export.program import Counts, Program, program_of
from heft.export.simplify import simplify
from heft.export.symbolic_mass import mass_matrix
from heft.export.symbolic_newton_euler import JointInputs, inverse_dynamics
from heft.export.symbolic_regressor import columns_of, regressor
from heft.robot.joints import joint_kind
from heft.robot.loops import loop_warning
from heft.robot.model import Robot

LANGUAGES = ("c", "python")


@dataclass(frozen=True)
class Task:
    """One function that can be generated: its inputs, its result, and its description in the header."""

    inputs: tuple[str, ...]
    result: str
    text: str


TASKS = {
    "inverse-dynamics": Task(("q", "qd", "qdd"), "tau", "joint torques tau that produce a motion"),
    "regressor": Task(("q", "qd", "qdd"), "Y", "Y with Y times the base parameters = tau, without armature"),
    "mass-matrix": Task(("q",), "M", "joint-space inertia M(q), rotors and armature included"),
}


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
    """

    robot: str
    language: str
    joints: tuple[str, ...]
    counts: dict[str, Counts]
    functions: dict[str, str]
    base_parameters: tuple[str, ...] | None
    parameters: dict[str, float] | None
    text: str

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
        )


def generate_code(robot: Robot, what: Sequence[str] = ("inverse-dynamics",), language: str = "c") -> GeneratedCode:
    """Generate straight-line code for a fixed-base robot whose joints have one coordinate each.

    Args:
        robot: the robot with the parameters that are written into the code.
        what: of "inverse-dynamics", "regressor", "mass-matrix".
        language: "c" (C99, needs <math.h>) or "python" (needs math).

    Returns:
        The text and its operation counts.

    Raises:
        ArgumentError: an unknown task or language, or a joint with several coordinates.
    """
    for name in what:
        if name not in TASKS:
            raise ArgumentError(f"'{name}' cannot be generated.", remedy=did_you_mean(name, TASKS))
    if language not in LANGUAGES:
        raise ArgumentError(f"Code cannot be generated in '{language}'.", remedy=did_you_mean(language, LANGUAGES))
    if not what:
        raise ArgumentError("No function to generate is named.", remedy=f"Name some of {', '.join(TASKS)}.")
    check_movers(robot)
    tasks = [name for name in TASKS if name in what]
    base = base_parameters(robot) if "regressor" in tasks else None
    lean, carried = _lean(robot) if tasks != ["regressor"] else (robot, None)
    programs = {name: program(robot if name == "regressor" else lean, name, base) for name in tasks}
    prefix = f"{identifier(robot.name)}_" if language == "c" else ""
    functions = {name: prefix + name.replace("-", "_") for name in tasks}
    comment = header(robot, {name: programs[name].counts for name in tasks}, functions, base, carried)
    write = _c_file if language == "c" else _python_file
    return GeneratedCode(
        robot.name,
        language,
        tuple(robot.joint_names),
        {name: programs[name].counts for name in tasks},
        functions,
        base.names if base else None,
        carried,
        write(robot, comment, programs, functions, base),
    )


def _lean(robot: Robot) -> tuple[Robot, dict[str, float] | None]:
    """Return the robot with base parameters only, and these; or the robot itself where its torques would change."""
    base = base_parameters(without_couplings(robot))
    lean = in_base(robot, base)
    if lean is None:
        return robot, None
    return lean, dict(zip(base.names, base.values.tolist(), strict=True))


def program(robot: Robot, task: str, base: BaseParameters | None = None) -> Program:
    """Return the straight-line program of one task; its outputs are row by row."""
    makers: dict[str, Callable[[Graph, MoverTree, JointInputs], list[Any]]] = {
        "inverse-dynamics": lambda graph, tree, state: inverse_dynamics(graph, tree, state),
        "mass-matrix": lambda graph, tree, state: list(joined(*mass_matrix(graph, tree, state))),
        "regressor": lambda graph, tree, state: list(
            joined(*regressor(graph, tree, state, columns_of(tree, base.columns if base else ())))
        ),
    }
    tree, graph = mover_tree(robot), Graph()
    regroup(tree)
    outputs = makers[task](graph, tree, JointInputs.of(graph, robot.nv))
    return program_of(*simplify(graph, outputs))


def identifier(name: str) -> str:
    """Return a robot's name as an identifier in C."""
    letters = "".join(c for c in normalize("NFKD", name) if not combining(c))  # without accents
    word = re.sub(r"[^0-9a-z]+", "_", letters.lower()).strip("_") or "robot"
    return word if word[0].isalpha() else f"robot_{word}"


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
    lines = [f"Robot '{_plain(robot.name)}'. Generated by heft export; generate it again rather than edit it.", ""]
    lines += ["Coordinates, in the order of q, qd, qdd, tau:"]
    for k, joint in enumerate(robot.joints):
        turns = joint_kind(joint.kind).rotational[0]
        units = "rad, rad/s, rad/s2, N m" if turns else "m, m/s, m/s2, N"
        lines.append(f"  {k:2}  {_plain(joint.name):{width}}  {joint.kind}  [{units}]")
    lines += ["", f"Gravity ({gravity}) m/s2 is part of the code; friction is not.", ""]
    for name, c in counts.items():
        lines.append(f"{functions[name]}: {TASKS[name].text};")
        lines.append(
            f"  {c.multiplications} multiplications, {c.additions} additions, {c.trigonometric} sines and cosines."
        )
    if others := [function for name, function in functions.items() if name != "regressor"]:
        lines += ["", f"Links and rotors enter {' and '.join(others)}"]
        if carried is None:
            lines[-1] += " by all their parameters, regrouped where joints allow it."
        else:
            lines[-1] += f" only by these {len(carried)} base parameters"
            lines += ["(SI units, about the body's origin):"]
            lines += [f"  {k:2}  {_plain(name)} = {value:.9g}" for k, (name, value) in enumerate(carried.items())]
    if base and carried and tuple(carried) == base.names:
        lines += ["The columns of Y are in the same order."]
    elif base:
        lines += ["", "Base parameters, in the order of the columns of Y (SI units, about the body's origin):"]
        lines += [f"  {k:2}  {_plain(name)}" for k, name in enumerate(base.names)]
        if base.snapped:
            lines.append(
                f"{base.snapped} numbers of the robot's file were snapped to find them (see `heft identifiable`), "
                "so Y times them equals tau only up to that rounding."
            )
    if robot.dropped_loops:
        lines += ["", f"Warning: {_plain(loop_warning(robot.dropped_loops))}"]
    if base or carried:
        lines += ["Each base parameter carries its combination in `heft identifiable`."]
    return "\n".join(lines)


def _plain(text: str) -> str:
    """Return text that is safe in any comment."""
    return text.replace("\\", "/").replace("*/", "* /").replace("/*", "/ *").replace('"""', "'''")


def _shape(robot: Robot, task: str, base: BaseParameters | None) -> tuple[int, int]:
    if task == "inverse-dynamics":
        return robot.nv, 1
    return robot.nv, len(base.names) if task == "regressor" and base else robot.nv


def _c_file(
    robot: Robot, comment: str, programs: dict[str, Program], functions: dict[str, str], base: BaseParameters | None
) -> str:
    lines = ["/*", *(f" * {line}".rstrip() for line in comment.split("\n")), " */", "", "#include <math.h>"]
    if base:
        table = ",\n".join(f"    {literal(x)}" for x in base.values)
        name = f"{identifier(robot.name)}_base_parameters"
        lines += ["", f"const double {name}[{len(base.values)}] = {{", table, "};"]
    for task, made in programs.items():
        body, results = Writer(made, C).write()
        rows, columns = _shape(robot, task, base)
        size = f"{rows * columns}"
        arguments = [f"const double {name}[{robot.nv}]" for name in TASKS[task].inputs]
        layout = f"/* {TASKS[task].result} is {rows} x {columns}, row by row. */"
        lines += ["", layout] if columns > 1 or task != "inverse-dynamics" else [""]
        lines.append(f"void {functions[task]}({', '.join(arguments)}, double {TASKS[task].result}[{size}])")
        lines += ["{", *(f"    {line}" for line in body)]
        unused = [name for name in TASKS[task].inputs if not any(f" {name}[" in line for line in body)]
        lines += [f"    (void){name};" for name in unused]
        lines += [f"    {TASKS[task].result}[{k}] = {value};" for k, value in enumerate(results)]
        lines.append("}")
    return "\n".join(lines) + "\n"


def _python_file(
    robot: Robot, comment: str, programs: dict[str, Program], functions: dict[str, str], base: BaseParameters | None
) -> str:
    lines = ['"""' + comment, '"""', "", "from math import cos, sin"]
    if base:
        names = [f"    {name!r}," for name in base.names]
        lines += [
            "",
            "BASE_NAMES = [",
            *names,
            "]",
            "BASE_PARAMETERS = [",
            *(f"    {literal(x)}," for x in base.values),
        ]
        lines += ["]"]
    for task, made in programs.items():
        body, results = Writer(made, PYTHON).write()
        rows, columns = _shape(robot, task, base)
        lines += ["", "", f"def {functions[task]}({', '.join(TASKS[task].inputs)}):"]
        lines += [f'    """Return the {TASKS[task].text}."""']
        lines += [f"    {line}" for line in body]
        lines.append("    return [")
        if task == "inverse-dynamics":
            lines += [f"        {value}," for value in results]
        else:
            for row in np.arange(rows * columns).reshape(rows, columns).tolist():
                lines += ["        [", *(f"            {results[k]}," for k in row), "        ],"]
        lines.append("    ]")
    return "\n".join(lines) + "\n"
