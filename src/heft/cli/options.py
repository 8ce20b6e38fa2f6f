"""The options that verbs share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter, Token

from heft.cli.given import making, refuse_given
from heft.cli.outputs import output_file
from heft.cli.settable import PLAIN, REDIRECTS, RUNS_CODE, WRITES
from heft.cli.terminal import answer, say
from heft.errors import ArgumentError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from heft.robot.model import Robot

RobotName = Annotated[
    str,
    Parameter(
        help="A .urdf, .xml (MJCF or URDF) or .xacro file, a .json or .toml mechanism file, a folder with a robot "
        "file, zoo:NAME, or a name of robot_descriptions such as ur5e_description."
    ),
]
Base = Annotated[
    Literal["fixed", "floating"] | None,
    Parameter(name="--base", help="Base of the robot, instead of the one in its file."),
]
FreeMimics = Annotated[
    bool, Parameter(name="--free-mimics", help="Treat mimic joints of a URDF as independent joints.")
]
Lock = Annotated[
    list[str] | None,
    PLAIN,
    Parameter(
        name="--lock",
        help="Hold a joint at a position [rad or m] as if it were rigid, e.g. finger=0.02; separate several with "
        "commas, or repeat the option.",
    ),
]
BaseLink = Annotated[
    str | None,
    PLAIN,
    Parameter(name="--base-link", help="Let only what this link carries move; all other joints are held, see --lock."),
]
TipLink = Annotated[
    str | None,
    PLAIN,
    Parameter(name="--tip-link", help="Let only what is between --base-link, or the base, and this link move."),
]
Group = Annotated[
    str | None,
    PLAIN,
    Parameter(
        name="--group",
        help="Let only these joints move, by names, patterns such as 'arm_left_*', or groups of an SRDF file next "
        "to the robot's (or FILE.srdf:GROUP), separated by commas; all others are held, see --lock.",
    ),
]
PackagePath = Annotated[
    list[Path] | None,
    REDIRECTS,
    Parameter(
        name="--package-path",
        help="A folder with packages that package:// and xacro's $(find) name, searched before ROS_PACKAGE_PATH; may "
        "be repeated.",
    ),
]
XacroArguments = Annotated[
    list[str] | None,
    RUNS_CODE,
    Parameter(
        name="--xacro-arg",
        help="Value of an argument of a .xacro file, e.g. ur_type=ur5e; may be repeated. Xacro runs Python expressions "
        "of the file.",
    ),
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
    Parameter(name="--gravity", help="Gravity in the frame of the base [m/s2] instead of the robot's, e.g. 0 0 -1.62."),
]
Measured = Annotated[
    str | None,
    PLAIN,
    Parameter(
        help="What is measured besides all joint torques, separated by commas: ft@LINK, ft@base or ft@LINK:fx+mz adds "
        "a force/torque sensor, -JOINT removes a torque, none removes all. Write --sensors=-JOINT with an equals sign."
    ),
]
Json = Annotated[bool, Parameter(name="--json", help="Write one JSON object to standard output, and nothing else.")]
Output = Annotated[Path | None, WRITES, Parameter(name=["--output", "-o"])]
JsonFile = Annotated[Output, Parameter(help="Write the JSON object to this file, NAME.json.")]
JsonOrPage = Annotated[
    Output, Parameter(help="Write the JSON object to this file, NAME.json, or a page to look at, NAME.html.")
]
All = Annotated[bool, Parameter(name="--all", help="Show long tables whole, not only the rows that matter most.")]
Quiet = Annotated[bool, Parameter(name=["--quiet", "-q"], help="Show neither text nor progress.")]


@dataclass(frozen=True)
class Viewing:
    """How the robot is loaded to be looked at, as options."""

    base: Base = None
    free_mimics: FreeMimics = False
    lock: Lock = None
    base_link: BaseLink = None
    tip_link: TipLink = None
    group: Group = None
    package_path: PackagePath = None
    xacro_arg: XacroArguments = None

    def load(self, name: str, *, ignore_loops: bool = True, logs: Sequence[Path] = ()) -> Robot:
        """Return the robot of that name; loops that are ignored are named on standard error.

        Args:
            name: of the robot.
            ignore_loops: whether constraints that close loops are left out.
            logs: of the robot; joints beside a part are held where the first of them records them at rest.
        """
        from heft.robot.load import load

        robot = load(
            name,
            self.base,
            mimic=not self.free_mimics,
            ignore_loops=ignore_loops,
            packages=self.package_path or (),
            xacro_arguments=self.arguments,
        )
        warn_of_loops(robot)
        if self.base_link is None and self.tip_link is None and self.group is None:
            return robot.lock(self.locked)
        group = None if self.group is None else [name.strip() for name in self.group.split(",")]
        part = robot.part(self.base_link, self.tip_link, group=group, hold=self.locked)
        leaders = [body.joint.name for body in robot.bodies if body.joint.mimic is None]
        hold = {**_standing([name for name, _ in part.locked if name in leaders], logs), **self.locked}
        return robot.part(self.base_link, self.tip_link, group=group, hold=hold) if hold else part

    @property
    def arguments(self) -> dict[str, str]:
        """Values of the arguments of a xacro file, by name."""
        pairs = [text.partition("=") for text in self.xacro_arg or ()]
        for name, sign, _ in pairs:
            if not (name.strip() and sign):
                what = f"'{name}' does not give an argument a value."
                raise ArgumentError(what, where="--xacro-arg", remedy="Write name=value, as in ur_type=ur5e.")
        return {name.strip(): value for name, _, value in pairs}

    @property
    def locked(self) -> dict[str, str]:
        """Positions of the joints that are held, by name."""
        pairs = [pair.rpartition("=") for text in self.lock or () for pair in text.split(",")]
        for name, sign, value in pairs:
            if not (name.strip() and sign and value.strip()):
                raise ArgumentError(
                    f"'{name or value}' does not say where a joint is held.",
                    where="--lock",
                    remedy="Write joint=position, as in finger=0.02.",
                )
        return {name.strip(): value.strip() for name, _, value in pairs}


@dataclass(frozen=True)
class Loading(Viewing):
    """How the robot is loaded to work with it, as options."""

    ignore_loops: IgnoreLoops = False
    gravity: Gravity = None

    def load(self, name: str, *, ignore_loops: bool = False, logs: Sequence[Path] = ()) -> Robot:
        """Return the robot of that name, under the gravity that was asked for."""
        robot = super().load(name, ignore_loops=ignore_loops or self.ignore_loops, logs=logs)
        return robot if self.gravity is None else robot.with_gravity(self.gravity)


def words_of(_: Any, tokens: Sequence[Token]) -> list[str]:
    """Return the values of an option, separated by commas: it never takes the log that stands after it."""
    return [word.strip() for token in tokens for word in token.value.split(",")]


def _standing(names: Sequence[str], logs: Sequence[Path]) -> dict[str, float]:
    """Return where the first log records joints, if they stand still there."""
    if not logs:
        return {}
    from heft.logs.log_files import read_log
    from heft.logs.unlogged import standing

    return standing(read_log(logs[0]), names)


def refuse_idle_all(json: bool, quiet: bool) -> None:
    """Refuse --all where no table is shown.

    Raises:
        ArgumentError: it was given.
    """
    if json or quiet:
        refuse_given("all", "where no table is shown")


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
    every: All = False

    def place(self, *inputs: Path) -> Path | None:
        """Return the file to write, checked before any work is done and against the inputs; None for no file."""
        refuse_idle_all(self.json, self.quiet)
        return output_file(self.output, ".json", *inputs) if self.output else None

    def give(self, facts: dict[str, Any], shown: Callable[[], Iterable[RenderableType]], place: Path | None) -> None:
        """Give the answer; see `heft.cli.terminal.answer`."""
        answer(facts, shown, place, self.json, self.quiet)


@dataclass(frozen=True)
class PagedAnswering(Answering):
    """Where the answer of a verb goes that can also be a page, as options."""

    output: JsonOrPage = None

    def place(self, *inputs: Path) -> Path | None:
        """Return the file to write; see `Answering.place`."""
        if self.output is None or self.output.suffix.lower() != ".html":
            return super().place(*inputs)
        refuse_idle_all(self.json, self.quiet)
        return output_file(self.output, ".html", *inputs)

    def give_page(
        self,
        facts: dict[str, Any],
        shown: Callable[[], Iterable[RenderableType]],
        place: Path | None,
        subject: Callable[[], Any],
    ) -> None:
        """Give the answer, or the page of what `subject` returns if the file is to be one."""
        if place is None or place.suffix.lower() != ".html":
            self.give(facts, shown, place)
            return
        from heft.files import write_whole
        from heft.report.page import page

        write_whole(place, page(subject(), making=making()).encode())
        self.give(facts, shown, None)


ViewingOptions = Annotated[Viewing, Parameter(name="*")]
LoadingOptions = Annotated[Loading, Parameter(name="*")]
AnswerOptions = Annotated[Answering, Parameter(name="*")]
PagedOptions = Annotated[PagedAnswering, Parameter(name="*")]
VIEWING, LOADING, ANSWERING, PAGED = Viewing(), Loading(), Answering(), PagedAnswering()
