"""A robot as a person reads it: a header, the kinematic tree, and tables of joints, bodies and rotors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from textwrap import shorten

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text
from rich.tree import Tree

from heft.arrays import Array
from heft.parameters import is_physical, to_com
from heft.report.inspection import inertia_given, principal_moments
from heft.report.listing import Listing
from heft.report.words import (
    NOTHING,
    amount,
    axis_name,
    bound,
    coordinate,
    counted,
    in_parentheses,
    render,
    short,
)
from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.robot.model import WORLD, Body, Robot
from heft.showing.table import MOST_ROWS, Table
from heft.text import printable

LONGEST_NOTE = 240
"""Characters of a note that is folded."""

DEEPEST = 14
"""Levels of the tree up to which every body is indented below its parent."""

NO_INERTIA = "no inertia given"


def describe(robot: Robot, width: int = 100) -> str:
    """Return the whole inspection of a robot as text, for ``print(describe(robot))``."""
    return render(*inspection(robot), width=width)


def inspection(robot: Robot, every: bool = True) -> list[RenderableType]:
    """Return what there is to show of a robot: what is wrong first; long tables whole if asked."""
    parts: list[RenderableType] = [header(robot), verdict(robot)]
    if robot.notes:
        parts.append(notes(robot, every))
    if robot.bodies:
        parts += [tree(robot, every), joints(robot, every), bodies(robot, every)]
    if robot.rotors:
        parts.append(rotors(robot, every))
    return parts


def table(*columns: str) -> Listing:
    """Return an empty table: names, and columns marked with <, on the left, numbers on the right."""
    left = (True, *(column.startswith("<") for column in columns[1:]))
    return Listing((columns[0], *(column.lstrip("<") for column in columns[1:])), left)


def section(title: str, *content: RenderableType) -> Group:
    """Return content below a title and above an empty line."""
    return Group(Text(title, style="bold"), *content, "")


def listed(data: Table, *below: str, every: bool = True, most: int = MOST_ROWS) -> RenderableType:
    """Return a table with its title; a long one is folded unless every row is asked for."""
    small = data if every else data.folded(most)
    made = Listing(tuple(column.title for column in small.columns), tuple(column.is_text for column in small.columns))
    for row in small.rows:
        made.add_row(*map(printable, row))
    return section(small.title, made, *more(small.left_out), *below)


def folded(made: Listing, every: bool, weights: Sequence[float] = ()) -> list[RenderableType]:
    """Return a table, folded to the rows that matter unless every row is asked for, and how many are left out."""
    small, left_out = (made, 0) if every else made.folded(weights)
    return [small, *more(left_out)]


def more(left_out: int, word: str = "row", plural: str = "") -> list[Text]:
    """Return a line on rows that are left out, if there are any."""
    if not left_out:
        return []
    them = "it" if left_out == 1 else "them"
    return [Text(f"{counted(left_out, f'more {word}', plural and f'more {plural}')}: --all shows {them}.", style="dim")]


def remarks(sentences: Sequence[str]) -> RenderableType:
    """Return warnings, a line each, or that there are none."""
    if not sentences:
        return Text("Warnings: none.", style="green")
    grid = Grid.grid(padding=(0, 1))
    for sentence in sentences:
        grid.add_row(Text("!", style="bold yellow"), Text(printable(sentence), style="yellow", overflow="fold"))
    return grid


# -- the robot as a whole -------------------------------------------------------------------------


def header(robot: Robot) -> Panel:
    """Return the robot's name and sizes."""
    rotors = f" and {counted(len(robot.rotors), 'rotor')}" if robot.rotors else ""
    rotor_mass = sum(float(rotor.parameters[0]) for _, rotor in robot.rotors)
    in_rotors = f" + {short(rotor_mass)} kg in rotors" if rotor_mass else ""
    lines = [
        [f"{robot.base} base", f"{counted(robot.n_bodies, 'body', 'bodies')}{rotors}", f"nq {robot.nq}, nv {robot.nv}"],
        [
            f"{short(float(robot.parameters[:, 0].sum()), 6)} kg{in_rotors}",
            f"gravity {in_parentheses([float(g) for g in robot.gravity])} m/s²",
        ],
    ]
    content = Text("\n").join(Text("  ·  ").join(Text(fact) for fact in line) for line in lines)
    name = Text(printable(robot.name), style="bold cyan")
    return Panel(content, title=name, title_align="left", border_style="cyan", expand=False)


def tree(robot: Robot, every: bool = True) -> RenderableType:
    """Return the kinematic tree, a long one only if asked; in one that is very deep, chains run straight down."""
    if not every and robot.n_bodies > MOST_ROWS:
        return Group("", Text(f"The tree has {robot.n_bodies} bodies: --all shows it.", style="dim"), "")
    children: dict[int, list[int]] = {}
    for i, body in enumerate(robot.bodies):
        children.setdefault(body.parent, []).append(i)
    straight = _depth(robot) > DEEPEST
    root = Tree(Text("world", style="dim"), guide_style="dim")
    waiting = [(i, root) for i in reversed(children.get(WORLD, []))]
    while waiting:
        i, branch = waiting.pop()
        label = _branch(robot.bodies[i])
        while straight and len(children.get(i, [])) == 1:
            i = children[i][0]
            label.append("\n↓ ", "dim").append_text(_branch(robot.bodies[i]))
        node = branch.add(label)
        waiting += [(k, node) for k in reversed(children.get(i, []))]
    return Group("", root, "")


def _depth(robot: Robot) -> int:
    levels: list[int] = []
    for body in robot.bodies:
        levels.append(1 if body.parent == WORLD else levels[body.parent] + 1)
    return max(levels, default=0)


def _branch(body: Body) -> Text:
    joint = body.joint
    label = Text.assemble((printable(body.name), "bold"), ("  on ", "dim"), printable(joint.name), "  ")
    label.append(joint.kind, "cyan")
    if axis_name(joint):
        label.append(f" {axis_name(joint)}", "cyan")
    if joint_kind(joint.kind).has_pitch:
        label.append(f", {short(float(joint.pitch))} m/rad", "cyan")
    if joint.mimic is not None:
        label.append(f"  = {followed(joint)}", "magenta")
    if body.rotor is not None:
        label.append(f"  rotor ×{short(float(body.rotor.ratio), 6)}", "yellow")
    return label


def followed(joint: Joint) -> str:
    """Return the position of a mimic joint as a formula in its leader's."""
    if joint.mimic is None:
        return ""
    multiplier, offset = float(joint.mimic.multiplier), float(joint.mimic.offset)
    name = printable(joint.mimic.leader)
    scaled = name if multiplier == 1 else f"-{name}" if multiplier == -1 else f"{short(multiplier)} {name}"
    return scaled if not offset else f"{scaled} {'-' if offset < 0 else '+'} {short(abs(offset))}"


# -- joints ---------------------------------------------------------------------------------------

_JOINT_COLUMNS: dict[str, dict[str, Callable[[Joint], str]]] = {
    "limits": {
        "lower": lambda joint: bound(joint.limits.lower),
        "upper": lambda joint: bound(joint.limits.upper),
        "velocity": lambda joint: bound(joint.limits.velocity),
        "effort": lambda joint: bound(joint.limits.effort),
    },
    "friction": {
        "viscous": lambda joint: amount(joint.friction.viscous),
        "coulomb": lambda joint: amount(joint.friction.coulomb),
        "offset": lambda joint: amount(joint.friction.offset),
    },
    "armature": {"armature": lambda joint: amount(joint.armature)},
}


def joints(robot: Robot, every: bool = True) -> RenderableType:
    """Return the joints with their limits, friction and armature, as far as the file gives any."""
    all_joints = [body.joint for body in robot.bodies]
    shown: dict[str, Callable[[Joint], str]] = {}
    absent: list[str] = []
    for group, columns in _JOINT_COLUMNS.items():
        given = {name: cell for name, cell in columns.items() if any(cell(joint) != NOTHING for joint in all_joints)}
        shown |= given
        absent += [name for name in columns if name not in given] if given else [group]
    made = table("joint", "<kind", "<q", *shown)
    for joint in all_joints:
        cells = [cell(joint) for cell in shown.values()]
        made.add_row(Text(printable(joint.name)), joint.kind, _coordinates(robot, joint), *cells)
    remark = [Text(f"No {', no '.join(absent)} given.", style="dim")] if absent else []
    return section("Joints", *folded(made, every), *remark)


def _coordinates(robot: Robot, joint: Joint) -> Text:
    if joint.mimic is not None:
        return Text(f"= {followed(joint)}", style="magenta")
    columns = robot.q_index.get(joint.name)
    if columns is None:
        return Text(NOTHING)
    last = columns.stop - 1
    return Text(str(last) if columns.start == last else f"{columns.start}..{last}")


# -- inertias -------------------------------------------------------------------------------------


_INERTIA = ("mass", "x", "y", "z", "I1", "I2", "I3", "consistent")


def bodies(robot: Robot, every: bool = True) -> RenderableType:
    """Return the bodies with their inertia at the centre of mass and whether it is physically consistent.

    If there are many, those that are not consistent are shown first, and then the heaviest.
    """
    lumped = any(len(body.links) > 1 for body in robot.bodies)
    title = "Bodies: mass [kg], centre of mass [m], principal moments [kg m²], consistency margin"
    made = table("body", *_INERTIA, *(["links"] if lumped else []))
    for body in robot.bodies:
        links = [str(len(body.links))] if lumped else []
        made.add_row(Text(printable(body.name)), *_inertia_cells(body.parameters), *links)
    return section(title, *folded(made, every, [_weight(body.parameters) for body in robot.bodies]))


def _weight(parameters: Array) -> float:
    """Return how much a body matters among many: all of those that are not consistent, and else by mass."""
    return float("inf") if not is_physical(parameters) else max(float(parameters[0]), 0.0)


def rotors(robot: Robot, every: bool = True) -> RenderableType:
    """Return the rotors with their inertia and whether it is physically consistent."""
    made = table("drives", "ratio", *_INERTIA)
    for i, rotor in robot.rotors:
        name = Text(printable(robot.bodies[i].joint.name))
        made.add_row(name, short(float(rotor.ratio), 5), *_inertia_cells(rotor.parameters))
    title = "Rotors, each carried by the body before the joint that it drives"
    return section(title, *folded(made, every))


def _inertia_cells(parameters: Array) -> list[str | Text]:
    if not inertia_given(parameters):
        return ["0", *[NOTHING] * 6, Text(NO_INERTIA, style="yellow")]
    mass, com, _ = to_com(parameters)
    judged = is_physical(parameters)
    word = Text("yes ", style="green") if judged else Text("NO ", style="bold red")
    moments = [short(moment, 3) for moment in principal_moments(parameters).tolist()]
    return [short(float(mass), 3), *map(coordinate, com.tolist()), *moments, word.append(short(judged.margin, 2))]


def verdict(robot: Robot) -> Text:
    """Return whether every inertia is physically consistent, and for each that is not, why."""
    if not robot.bodies:
        return Text("None of its bodies can move.", style="yellow")
    bare = sum(not inertia_given(body.parameters) for body in robot.bodies)
    without = Text(f" {counted(bare, 'body has', 'bodies have')} none." if bare else "", style="yellow")
    wrong = list(_inconsistent(robot))
    if not wrong:
        return Text.assemble(("Every inertia is physically consistent.", "green"), without)
    lines = [Text(f"✗ {name}: {reason}", style="red") for name, reason in wrong]
    summary = f"{counted(len(wrong), 'inertia is', 'inertias are')} not physically consistent:"
    return Text("\n").join([Text(summary, style="bold red"), *lines])


def _inconsistent(robot: Robot) -> Iterator[tuple[str, str]]:
    named = [(printable(body.name), body.parameters) for body in robot.bodies]
    named += [(f"rotor of {printable(robot.bodies[i].joint.name)}", rotor.parameters) for i, rotor in robot.rotors]
    for name, parameters in named:
        if not (judged := is_physical(parameters)):
            yield name, judged.reason


def notes(robot: Robot, every: bool = True) -> RenderableType:
    """Return what the loader ignored or doubts, a line each; only the beginning of a long one unless asked."""
    grid = Grid.grid(padding=(0, 1))
    for note in robot.notes if every else robot.notes[:MOST_ROWS]:
        text = note if every else shorten(note, LONGEST_NOTE, placeholder=" ... (--all shows the rest)")
        grid.add_row(Text("•", style="dim"), Text(printable(text), overflow="fold"))
    left_out = 0 if every else max(len(robot.notes) - MOST_ROWS, 0)
    return Group("", Text("Notes", style="bold"), grid, *more(left_out, "note"))
