"""`heft identifiable`: which inertial parameters can be known."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from heft.cli.options import Base, FreeMimics, Json, JsonFile, Quiet, RobotName
from heft.cli.terminal import answer, output_file, show_text
from heft.errors import ArgumentError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from heft.identifiability import SensorGain, Verdict

Gravity = tuple[float, float, float]
Snap = Annotated[float | None, Parameter(help="Angles [rad] this near to a multiple of pi/12 are it; 0: none is.")]
Measured = Annotated[
    str | None,
    Parameter(
        help="What is measured, separated by commas: all joint torques, but -JOINT not, none at all; ft@LINK, "
        "ft@base or ft@LINK:fx+mz adds a force/torque sensor. Write --sensors=-JOINT with an equals sign."
    ),
]


def identifiable(
    robot: RobotName,
    /,
    *,
    base: Base = None,
    gravity: Annotated[Gravity | None, Parameter(help="Gravity [m/s2] instead of the robot's, as 0 0 -1.62.")] = None,
    no_gravity: Annotated[bool, Parameter(help="Without gravity.")] = False,
    static: Annotated[bool, Parameter(help="Only what holds the robot still is measured.")] = False,
    no_rotors: Annotated[bool, Parameter(help="Give rotors no parameters of their own.")] = False,
    method: Annotated[
        Literal["auto", "exact", "float"], Parameter(help="auto proves and compares with floats.", show_default=True)
    ] = "auto",
    snap: Snap = None,
    sensors: Measured = None,
    compare_sensors: Annotated[bool, Parameter(help="List what each further sensor would add.")] = False,
    explain: Annotated[
        str | None, Parameter(help="Say why a parameter, such as link2.mcz, can be known or not.")
    ] = None,
    format: Annotated[
        Literal["text", "markdown", "latex"], Parameter(help="How the table is written.", show_default=True)
    ] = "text",
    free_mimics: FreeMimics = False,
    json: Json = False,
    output: JsonFile = None,
    quiet: Quiet = False,
) -> None:
    """Tell which inertial parameters can be identified, alone or only in combinations, from the kinematics alone."""
    from heft.identifiability import compare_sensors as compared
    from heft.identifiability import identifiability
    from heft.identifiability.snapping import DEFAULT_SNAP
    from heft.identifiability.table import as_latex, as_markdown
    from heft.robot.load import load

    if gravity is not None and no_gravity:
        raise ArgumentError("--gravity and --no-gravity exclude each other.", remedy="Give one of them.")
    place = output_file(output, ".json", Path(robot)) if output else None
    loaded = load(robot, base, mimic=not free_mimics)
    asked = {
        "gravity": False if no_gravity else gravity,
        "static": static,
        "rotors": not no_rotors,
        "snap": DEFAULT_SNAP if snap is None else snap,
    }
    verdict = identifiability(loaded, method=method, sensors=sensors, **asked)
    gains = compared(loaded, sensors, **asked) if compare_sensors else []
    facts = verdict.to_dict()
    if compare_sensors:
        facts["sensor_gains"] = [gain.to_dict() for gain in gains]
    if explain is not None:
        facts["explanation"] = verdict.explain(explain)
    if format == "text" or explain is not None or compare_sensors:
        answer(facts, lambda: _shown(verdict, gains, facts.get("explanation")), place, json, quiet)
        return
    answer(facts, list, place, json, quiet=True)
    if not (json or quiet):
        show_text((as_markdown if format == "markdown" else as_latex)(verdict))


def _shown(verdict: Verdict, gains: list[SensorGain], explanation: str | None) -> list[RenderableType]:
    from heft.report.identifiability import gains_report, verdict_report

    if explanation is not None:
        return [explanation]
    return gains_report(verdict, gains) if gains else verdict_report(verdict)
