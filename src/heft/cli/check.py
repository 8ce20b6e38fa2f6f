"""`heft check`: is this motion enough?"""

from __future__ import annotations

from pathlib import Path

from heft.cli.log_options import DRIVES, TIDY_ROWS, DriveOptions, LogFiles, TidyRowsOptions
from heft.cli.options import Base, FreeMimics, Json, JsonFile, Quiet, RobotName
from heft.cli.terminal import answer, output_file, progress


def check(
    robot: RobotName,
    logs: LogFiles,
    /,
    *,
    drives: DriveOptions = DRIVES,
    tidy: TidyRowsOptions = TIDY_ROWS,
    base: Base = None,
    free_mimics: FreeMimics = False,
    json: Json = False,
    output: JsonFile = None,
    quiet: Quiet = False,
) -> int:
    """Tell whether logged motions excite every base parameter; exit code 1 if they do not."""
    import heft
    from heft.report.identification import excitation_table

    place = output_file(output, ".json", Path(robot), *logs) if output else None
    with progress("reading logs", quiet) as report:
        found = heft.check(
            heft.load(robot, base, mimic=not free_mimics),
            logs,
            friction=drives.friction,
            armature=drives.armature,
            couplings=drives.couplings,
            cleaning=tidy.cleaning(),
            progress=report,
        )
    answer(found.to_dict(), lambda: excitation_table(found), place, json, quiet)
    return 0 if found.enough else 1
