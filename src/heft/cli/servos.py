"""`heft identify --servo`: position servos from logs of positions and commands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heft.cli.given import making, refuse_given, refuse_other_options
from heft.cli.options import Loading
from heft.cli.outputs import output_folder
from heft.cli.terminal import progress, say, show, show_json
from heft.folders import write_folder
from heft.reading.written import to_json
from heft.robot.formats import robot_formats

if TYPE_CHECKING:
    from heft.logs.cleaning_options import Cleaning

FILES = (
    *("servos.json", "servos.xml", "report.html"),
    *(f"identified{each.suffix}" for each in robot_formats().values()),
)

USED = (
    *("servo", "servo_limit", "servo_backlash", "output", "held_out", "json", "quiet"),
    *("cutoff", "velocities", "gap", "trim", *(each.name for each in fields(Loading))),
)
"""Options that have an effect on servos."""


@dataclass(frozen=True)
class Servos:
    """Whether servos are identified, and which of their parameters."""

    servo: Annotated[
        bool,
        Parameter(
            negative="",
            help="Identify position servos from measured and commanded positions, without torques: stiffness, damping, "
            "armature, friction and delay. The links are those of the robot file.",
        ),
    ] = False
    servo_limit: Annotated[
        bool, Parameter(negative="", help="With --servo: also estimate the largest torque of each servo.")
    ] = False
    servo_backlash: Annotated[
        bool, Parameter(negative="", help="With --servo: also estimate the backlash of each gear.")
    ] = False


ServoOptions = Annotated[Servos, Parameter(name="*")]
SERVOS = Servos()


def refuse_idle_servos(servos: Servos) -> None:
    """Refuse options that do nothing with, or without, `--servo`.

    Raises:
        ArgumentError: names the option.
    """
    if servos.servo:
        refuse_other_options(USED, "on servos")
    else:
        refuse_given(("servo_limit", "servo_backlash"), "without --servo")


def identify_servos(
    robot: str,
    logs: Sequence[Path],
    servos: Servos,
    output: Path | None,
    held_out: float,
    cleaning: Cleaning,
    loading: Loading,
    json: bool,
    quiet: bool,
) -> int:
    """Identify servos, write and show them; return the exit code."""
    import heft
    from heft.report.kinds.servos import FoundServos
    from heft.report.page import page
    from heft.report.servos import servo_summary
    from heft.robot.rewrite import rewritten

    place = output_folder(output, FILES, Path(robot), *logs) if output else None
    driven = loading.load(robot, logs=logs)
    with progress("identifying servos", quiet):
        found = heft.identify_servos(
            driven,
            logs,
            limit=servos.servo_limit,
            backlash=servos.servo_backlash,
            held_out=held_out,
            cleaning=cleaning,
        )
    facts, files = found.to_dict() | {"subject": robot}, {}
    if place:
        files = {"servos.json": to_json(facts).encode(), "servos.xml": found.mjcf().encode()}
        files["report.html"] = page(FoundServos(facts, driven), making=making()).encode()
        files |= dict([rewritten(found.identified, "identified", place)])
        write_folder(place, files, FILES)
    if json:
        show_json(facts)
    elif not quiet:
        show(*servo_summary(found))
        if place:
            show(f"Written to {output}: {', '.join(files)}.")
    for doubt in found.doubts * quiet:
        say(doubt)
    return 1 if found.doubts else 0
