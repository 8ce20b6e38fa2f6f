"""The options that verbs share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from heft.cli.terminal import answer, output_file

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
Json = Annotated[bool, Parameter(name="--json", help="Write one JSON object to standard output, and nothing else.")]
Output = Annotated[Path | None, Parameter(name=["--output", "-o"])]
JsonFile = Annotated[Output, Parameter(help="Write the JSON object to this file, NAME.json.")]
Quiet = Annotated[bool, Parameter(name=["--quiet", "-q"], help="Show neither text nor progress.")]


@dataclass(frozen=True)
class Loading:
    """How the robot is loaded, as options."""

    base: Base = None
    free_mimics: FreeMimics = False

    def load(self, name: str) -> Robot:
        """Return the robot of that name."""
        from heft.robot.load import load

        return load(name, self.base, mimic=not self.free_mimics)


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


LoadingOptions = Annotated[Loading, Parameter(name="*")]
AnswerOptions = Annotated[Answering, Parameter(name="*")]
LOADING, ANSWERING = Loading(), Answering()
