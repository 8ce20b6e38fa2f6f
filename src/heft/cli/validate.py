"""`heft validate`: how well a result, or a robot file, predicts a log."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heft.cli.log_options import TIDY_ROWS, LogFiles, TidyRowsOptions
from heft.cli.options import ANSWERING, LOADING, AnswerOptions, Loading, LoadingOptions
from heft.cli.terminal import progress

if TYPE_CHECKING:
    from heft.estimation.estimate import Estimate
    from heft.robot.model import Robot

Subject = Annotated[str, Parameter(help="A result.json, the folder that holds it, or a robot file.")]
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
    """Compare the torques of a result, or of a robot as its file has it, with those of logs it has not seen."""
    import heft
    from heft.report.identification import validation_table

    place = answering.place(Path(subject), *logs)
    with progress("reading logs", answering.quiet) as report:
        found = heft.validate(
            _subject(subject, loading),
            logs,
            all_samples=all_samples,
            payload=payload,
            cleaning=tidy.cleaning(),
            progress=report,
        )
    facts = {"subject": subject, "logs": [str(path) for path in logs], "all_samples": all_samples}
    facts |= {"payload": payload}
    title = f"{subject}{' with its payload' if payload else ''} on {', '.join(map(str, logs))}: residuals [N m, N]"
    answering.give(found.to_dict() | facts, lambda: validation_table(found, title), place)


def _subject(name: str, loading: Loading) -> Estimate | Robot:
    """Return the result or the robot of that name."""
    from heft.estimation.estimate import FORMAT, Estimate
    from heft.files import read_bytes

    path = Path(name)
    path = path / "result.json" if path.is_dir() else path
    if path.suffix.lower() == ".json":
        try:
            data = json_module.loads(read_bytes(path))
        except ValueError:
            data = None
        if isinstance(data, dict) and data.get("format") == FORMAT:
            return Estimate.from_dict(data)
    return loading.load(name if path.suffix.lower() != ".json" else str(path))
