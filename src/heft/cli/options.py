"""The options that verbs share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from heft.cli.terminal import answer, output_file, say

if TYPE_CHECKING:
    from rich.console import RenderableType

    from heft.robot.model import Robot

RobotName = Annotated[
    str, Parameter(help="A .urdf file, an .xml file (MJCF or URDF), a .json or .toml mechanism file, or zoo:NAME.")
]
Base = Annotated[
    Literal["fixed", "floating"] | None,
    Parameter(name="--base", help="Base of the robot, instead of the one in its file."),
]
FreeMimics = Annotated[
    bool, Parameter(name="--free-mimics", help="Treat mimic joints of a URDF as independent joints.")
]
IgnoreLoops = Annotated[
    bool,
    Parameter(
        name="--ignore-loops",
        help="Leave out constraints that close loops, which heft does not support; results need not hold for the "
        "machine.",
    ),
]
Gravity = Annotated[
    tuple[float, float, float] | None,
    Parameter(name="--gravity", help="Gravity in the frame of the base [m/s2] instead of the robot's, as 0 0 -1.62."),
]
Json = Annotated[bool, Parameter(name="--json", help="Write one JSON object to standard output, and nothing else.")]
Output = Annotated[Path | None, Parameter(name=["--output", "-o"])]
JsonFile = Annotated[Output, Parameter(help="Write the JSON object to this file, NAME.json.")]
Quiet = Annotated[bool, Parameter(name=["--quiet", "-q"], help="Show neither text nor progress.")]


@dataclass(frozen=True)
class Viewing:
    """How the robot is loaded to be looked at, as options."""

    base: Base = None
    free_mimics: FreeMimics = False

    def load(self, name: str, *, ignore_loops: bool = True) -> Robot:
        """Return the robot of that name; loops that are ignored are named on standard error."""
        from heft.robot.load import load

        robot = load(name, self.base, mimic=not self.free_mimics, ignore_loops=ignore_loops)
        warn_of_loops(robot)
        return robot


@dataclass(frozen=True)
class Loading(Viewing):
    """How the robot is loaded to work with it, as options."""

    ignore_loops: IgnoreLoops = False
    gravity: Gravity = None

    def load(self, name: str, *, ignore_loops: bool = False) -> Robot:
        """Return the robot of that name, under the gravity that was asked for."""
        robot = super().load(name, ignore_loops=ignore_loops or self.ignore_loops)
        return robot if self.gravity is None else robot.with_gravity(self.gravity)


def warn_of_loops(robot: Robot) -> None:
    """Name the loops that were ignored, and what follows, on standard error."""
    from heft.robot.loops import loop_warning

    if robot.dropped_loops:
        say(f"Warning: {loop_warning(robot.dropped_loops)}")


@dataclass(frozen=True)
class Answering:
    """Where a verb's answer goes, as options."""

    json: Json = False
    output: JsonFile = None
    quiet: Quiet = False

    def place(self, *inputs: Path) -> Path | None:
        """Return the file to write, checked before any work is done and against the inputs; None for no file."""
        return output_file(self.output, ".json", *inputs) if self.output else None

    def give(self, facts: dict[str, Any], shown: Callable[[], Iterable[RenderableType]], place: Path | None) -> None:
        """Give the answer; see `heft.cli.terminal.answer`."""
        answer(facts, shown, place, self.json, self.quiet)


ViewingOptions = Annotated[Viewing, Parameter(name="*")]
LoadingOptions = Annotated[Loading, Parameter(name="*")]
AnswerOptions = Annotated[Answering, Parameter(name="*")]
VIEWING, LOADING, ANSWERING = Viewing(), Loading(), Answering()
