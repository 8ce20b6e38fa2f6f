"""`heft validate`: how well a result, a learned model, or a robot file, predicts a log."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from heft.cli.given import refuse_given
from heft.cli.log_options import TIDY_ROWS, LogFiles, TidyRowsOptions
from heft.cli.options import ANSWERING, LOADING, AnswerOptions, LoadingOptions
from heft.cli.subjects import subject_of
from heft.cli.terminal import progress

Subject = Annotated[
    str, Parameter(help="A result.json or a learned model.json, the folder that holds it, or a robot file.")
]
Attached = Annotated[bool, Parameter(help="The robot carries the payload of the result in these logs.")]
AllSamples = Annotated[
    bool, Parameter(help="Also count samples at which a joint is too slow for the sign of its friction to be certain.")
]


def validate(
    subject: Subject,
    logs: LogFiles,
    /,
    *,
    all_samples: AllSamples = False,
    payload: Attached = False,
    tidy: TidyRowsOptions = TIDY_ROWS,
    loading: LoadingOptions = LOADING,
    answering: AnswerOptions = ANSWERING,
) -> None:
    """Compare the torques of a result, a learned model, or a robot file, with those of logs it has not seen."""
    import heft
    from heft.report.identification import validation_table

    if all_samples:
        refuse_given("velocity_threshold", "beside --all-samples, which counts samples at any speed")
    place = answering.place(Path(subject), *logs)
    with progress("reading logs", answering.quiet) as report:
        found = heft.validate(
            subject_of(subject, loading),
            logs,
            all_samples=all_samples,
            payload=payload,
            cleaning=tidy.cleaning(),
            progress=report,
        )
    facts = {"subject": subject, "logs": [str(path) for path in logs], "all_samples": all_samples}
    facts |= {"payload": payload}
    unit = "residuals [N m, N]" if found.quantity == "efforts" else "residuals of accelerations [rad/s2, m/s2]"
    title = f"{subject}{' with its payload' if payload else ''} on {', '.join(map(str, logs))}: {unit}"
    answering.give(found.to_dict() | facts, lambda: validation_table(found, title), place)
