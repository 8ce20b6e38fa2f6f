"""`heft check`: how good is this motion?"""

from __future__ import annotations

from pathlib import Path

from heft.cli.log_options import DRIVES, TIDY_ROWS, DriveOptions, LogFile, SensorFrames, TidyRowsOptions
from heft.cli.motions import read_logs
from heft.cli.options import LOADING, PAGED, LoadingOptions, PagedOptions, RobotName
from heft.cli.terminal import progress, say
from heft.friction import AUTO


def check(
    robot: RobotName,
    /,
    *logs: LogFile,
    drives: DriveOptions = DRIVES,
    sensors: SensorFrames = AUTO,
    tidy: TidyRowsOptions = TIDY_ROWS,
    loading: LoadingOptions = LOADING,
    answering: PagedOptions = PAGED,
) -> int:
    """Grade what logged motions excite, and what that means for predicted torques; exit code 1 if it is poor."""
    import heft
    from heft.report.identification import excitation_shown
    from heft.report.kinds.check import Graded
    from heft.report.logs import what_was_read
    from heft.report.saved import cleaned_files, source_of

    place = answering.place(Path(robot), *logs)
    with progress("reading logs", answering.quiet) as report:
        loaded, read = loading.load(robot, logs=logs), read_logs(logs)
        found = heft.check(
            loaded,
            read,
            friction=drives.laws,
            armature=drives.armature,
            couplings=drives.couplings,
            sensors=sensors,
            cleaning=tidy.cleaning(),
            progress=report,
        )
    facts = found.to_dict() | {"robot_file": source_of(loaded, robot), "base": loaded.base}
    facts |= {"log_files": cleaned_files(found.runs.fitted if found.runs else ())}
    every = answering.every
    answering.give_page(
        facts,
        lambda: excitation_shown(found, what_was_read(read, loaded, every), every),
        place,
        lambda: Graded.of(found, loaded),
    )
    for doubt in found.doubts * answering.quiet:
        say(doubt)
    return 0 if found.enough else 1
