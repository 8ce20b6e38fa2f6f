"""`heft minimal`: the minimal linear combinations of a serial arm."""

from __future__ import annotations

from pathlib import Path

from heft.cli.options import Base, FreeMimics, Json, JsonFile, Quiet, RobotName
from heft.cli.terminal import answer, output_file


def minimal(
    robot: RobotName,
    /,
    *,
    base: Base = None,
    free_mimics: FreeMimics = False,
    json: Json = False,
    output: JsonFile = None,
    quiet: Quiet = False,
) -> None:
    """Show the minimal linear combinations of a serial arm's link parameters, in closed form."""
    from heft.minimal.minimal_set import combinations
    from heft.report.minimal import minimal_set
    from heft.robot.load import load

    place = output_file(output, ".json", Path(robot)) if output else None
    mlc = combinations(load(robot, base, mimic=not free_mimics))
    answer(mlc.to_dict(), lambda: minimal_set(mlc), place, json, quiet)
