"""`heft check`: how good is this motion?"""

from __future__ import annotations

from pathlib import Path

from heft.cli.log_options import DRIVES, TIDY_ROWS, DriveOptions, LogFiles, TidyRowsOptions
from heft.cli.options import ANSWERING, LOADING, AnswerOptions, LoadingOptions, RobotName
from heft.cli.terminal import progress


def check(
    robot: RobotName,
    logs: LogFiles,
    /,
    *,
    drives: DriveOptions = DRIVES,
    tidy: TidyRowsOptions = TIDY_ROWS,
    loading: LoadingOptions = LOADING,
    answering: AnswerOptions = ANSWERING,
) -> int:
    """Grade what logged motions excite, and what that means for predicted torques; exit code 1 if it is poor."""
    import heft
    from heft.report.identification import excitation_table

    place = answering.place(Path(robot), *logs)
    with progress("reading logs", answering.quiet) as report:
        found = heft.check(
            loading.load(robot),
            logs,
            friction=drives.friction,
            armature=drives.armature,
            couplings=drives.couplings,
            cleaning=tidy.cleaning(),
            progress=report,
        )
    answering.give(found.to_dict(), lambda: excitation_table(found), place)
    return 0 if found.enough else 1
