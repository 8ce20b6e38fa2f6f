"""`heft inspect`: a robot as its file describes it."""

from __future__ import annotations

from pathlib import Path

from heft.cli.options import Base, FreeMimics, Json, JsonFile, Quiet, RobotName
from heft.cli.terminal import answer, output_file


def inspect(
    robot: RobotName,
    /,
    *,
    base: Base = None,
    free_mimics: FreeMimics = False,
    json: Json = False,
    output: JsonFile = None,
    quiet: Quiet = False,
) -> None:
    """Show a robot: its tree, joints and inertias, and whether they are physically consistent."""
    from heft.report.inspection import robot_facts
    from heft.report.tables import inspection
    from heft.robot.load import load

    place = output_file(output, ".json", Path(robot)) if output else None
    loaded = load(robot, base, mimic=not free_mimics)
    facts = robot_facts(loaded)
    answer(facts, lambda: inspection(loaded), place, json, quiet)
