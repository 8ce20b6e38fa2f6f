"""`heft validate`: how well a result, a learned model, or a robot file, predicts a log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from heft.cli.given import refuse_given
from heft.cli.log_options import TIDY_ROWS, LogFile, TidyRowsOptions
from heft.cli.options import LOADING, PAGED, LoadingOptions, PagedOptions
from heft.cli.subjects import robot_of, subject_of
from heft.cli.terminal import progress, say

Subject = Annotated[
    str, Parameter(help="A result.json or a learned model.json, the folder that holds it, or a robot file.")
]
Attached = Annotated[bool, Parameter(help="The robot carries the payload of the result in these logs.")]
AllSamples = Annotated[
    bool, Parameter(help="Also count samples at which a joint is too slow for the sign of its friction to be certain.")
]


def validate(
    subject: Subject,
    /,
    *logs: LogFile,
    all_samples: AllSamples = False,
    payload: Attached = False,
    tidy: TidyRowsOptions = TIDY_ROWS,
    loading: LoadingOptions = LOADING,
    answering: PagedOptions = PAGED,
) -> int:
    """Compare the torques of a result, a learned model, or a robot file, with those of logs it has not seen.

    The exit code is 1 where it has seen them, or where a fault of the logs makes the comparison worthless.
    """
    import heft
    from heft.logs.log_files import read_log
    from heft.report.compared import compared_with
    from heft.report.identification import validation_shown
    from heft.report.logs import what_was_read
    from heft.report.saved import log_files

    if all_samples:
        refuse_given("velocity_threshold", "with --all-samples, which counts samples at any speed")
    place = answering.place(Path(subject), *logs)
    about = subject_of(subject, loading, logs)
    with progress("reading logs", answering.quiet) as report:
        read = [read_log(path) for path in logs]
        found = heft.validate(
            about,
            read,
            all_samples=all_samples,
            payload=payload,
            cleaning=tidy.cleaning(),
            progress=report,
        )
    facts = {"subject": subject, "logs": [str(path) for path in logs], "all_samples": all_samples}
    facts |= {"payload": payload, "log_files": log_files(read), "cleaning": tidy.cleaning().to_dict()}
    unit = "residuals [N m, N]" if found.quantity == "efforts" else "residuals of accelerations [rad/s2, m/s2]"
    title = f"{subject}{' with its payload' if payload else ''} on {', '.join(map(str, logs))}: {unit}"
    robot, every = robot_of(about), answering.every
    answering.give_page(
        found.to_dict() | facts,
        lambda: validation_shown(found, title, what_was_read(read, robot, every), every),
        place,
        lambda: compared_with(about, found, subject, logs, tidy.cleaning(), payload=payload),
    )
    for doubt in found.doubts * answering.quiet:
        say(doubt)
    return 1 if found.doubts else 0
