"""`heft identifiable`: which inertial parameters are identifiable."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from heft.cli.given import refuse_given
from heft.cli.options import LOADING, PAGED, LoadingOptions, Measured, PagedOptions, RobotName
from heft.cli.settable import PLAIN
from heft.cli.terminal import show_text
from heft.errors import ArgumentError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from heft.identifiability import SensorGain, Verdict

Snap = Annotated[
    float | None,
    Parameter(help="Angles this close [rad] to a multiple of pi/12 are taken as that multiple; 0 takes all literally."),
]


def identifiable(
    robot: RobotName,
    /,
    *,
    loading: LoadingOptions = LOADING,
    no_gravity: Annotated[bool, Parameter(help="Analyse the robot without gravity.")] = False,
    static: Annotated[bool, Parameter(help="Measure torques at rest only.")] = False,
    no_rotors: Annotated[bool, Parameter(help="Give rotors no parameters of their own.")] = False,
    method: Annotated[
        Literal["auto", "exact", "float"],
        Parameter(
            help="exact proves the answer, float is fast, auto proves it and compares with floats.", show_default=True
        ),
    ] = "auto",
    snap: Snap = None,
    sensors: Measured = None,
    compare_sensors: Annotated[
        bool, Parameter(help="List what each additional sensor would make identifiable.")
    ] = False,
    explain: Annotated[
        str | None, PLAIN, Parameter(help="Explain why a parameter, such as link2.mcz, is identifiable or not.")
    ] = None,
    format: Annotated[
        Literal["text", "markdown", "latex"], Parameter(help="Format of the table.", show_default=True)
    ] = "text",
    answering: PagedOptions = PAGED,
) -> None:
    """Show which inertial parameters are identifiable, alone or only in combinations, from the kinematics alone."""
    from heft.identifiability import compare_sensors as compared
    from heft.identifiability import identifiability
    from heft.identifiability.snapping import DEFAULT_SNAP
    from heft.identifiability.verdict_table import as_latex, as_markdown
    from heft.report.kinds.identifiability import SMALL, Decided
    from heft.report.saved import source_of

    if loading.gravity is not None and no_gravity:
        raise ArgumentError("--gravity and --no-gravity exclude each other.", remedy="Give only one of them.")
    if explain is not None or compare_sensors:
        refuse_given("format", "on explanations and comparisons of sensors, which are not that table")
    elif answering.json or answering.quiet:
        refuse_given("format", "where no table is shown")
    if explain is not None and not (answering.json or answering.output):
        refuse_given("compare_sensors", "with --explain, which shows only the explanation", "Give one of them.")
    place = answering.place(Path(robot))
    loaded = loading.load(robot)
    asked = {
        "gravity": False if no_gravity else loading.gravity,
        "static": static,
        "rotors": not no_rotors,
        "snap": DEFAULT_SNAP if snap is None else snap,
    }
    verdict = identifiability(loaded, method=method, sensors=sensors, **asked)
    gains = compared(loaded, sensors, **asked) if compare_sensors else []
    facts = verdict.to_dict() | {"robot_file": source_of(loaded, robot)}
    if compare_sensors:
        facts["sensor_gains"] = [gain.to_dict() for gain in gains]
    why = None if explain is None else verdict.explain(explain)
    if why is not None:
        facts["explanation"] = why

    def decided() -> Decided:
        few = loaded.n_bodies <= SMALL
        return Decided(verdict, loaded, gains or (compared(loaded, sensors, **asked) if few else None))

    if format == "text" or explain is not None or compare_sensors:
        answering.give_page(facts, lambda: _shown(verdict, gains, why, answering.every), place, decided)
        return
    replace(answering, quiet=True).give_page(facts, list, place, decided)
    if not (answering.json or answering.quiet):
        show_text((as_markdown if format == "markdown" else as_latex)(verdict))


def _shown(verdict: Verdict, gains: list[SensorGain], explanation: str | None, every: bool) -> list[RenderableType]:
    from heft.report.identifiability import gains_report, verdict_report

    if explanation is not None:
        refuse_given("all", "on an explanation, which is shown whole")
        return [explanation]
    return gains_report(verdict, gains, every) if gains else verdict_report(verdict, every)
