"""`heft validate`: how well a result, or a robot file, predicts a log."""

from __future__ import annotations

import json as json_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from heft.cli.logs import TIDY_ROWS, LogFiles, TidyRowsOptions
from heft.cli.options import Base, FreeMimics, Json, JsonFile, Quiet
from heft.cli.terminal import answer, output_file, progress

if TYPE_CHECKING:
    from heft.estimation.estimate import Estimate
    from heft.robot.model import Robot

Subject = Annotated[str, Parameter(help="A result.json, the folder that holds it, or a robot file.")]


def validate(
    subject: Subject,
    logs: LogFiles,
    /,
    *,
    filtered: Annotated[
        bool, Parameter(help="Filter and thin measured and predicted efforts as identification does.")
    ] = False,
    all_samples: Annotated[
        bool, Parameter(help="Judge samples too at which a joint is too slow to know friction's sign.")
    ] = False,
    tidy: TidyRowsOptions = TIDY_ROWS,
    base: Base = None,
    free_mimics: FreeMimics = False,
    json: Json = False,
    output: JsonFile = None,
    quiet: Quiet = False,
) -> None:
    """Judge a result, or a robot as its file has it, on logs: against the efforts as measured, not filtered."""
    from heft.estimation.diagnosis import living, refuse_currents
    from heft.estimation.estimate import Estimate
    from heft.estimation.from_logs import judged, motions_of
    from heft.estimation.identification import validate as judged_as_fitted
    from heft.report.identification import judgement

    place = output_file(output, ".json", Path(subject), *logs) if output else None
    known = _subject(subject, base, free_mimics)
    robot = known.model.robot if isinstance(known, Estimate) else known
    with progress("reading logs", quiet) as report:
        motions = living(robot, motions_of(robot, logs, tidy.cleaning(), report))
        refuse_currents(motions)
        found = judged_as_fitted(known, motions) if filtered else judged(known, motions, every=all_samples)
    facts = found.to_dict() | {
        "subject": subject,
        "logs": [str(path) for path in logs],
        "filtered": filtered,
        "all_samples": all_samples,
    }
    title = f"{subject} on {', '.join(map(str, logs))}: errors [N m, N]"
    answer(facts, lambda: judgement(found, title), place, json, quiet)


def _subject(name: str, base: str | None, free_mimics: bool) -> Estimate | Robot:
    """Return the result or the robot of that name."""
    from heft.estimation.estimate import FORMAT, Estimate
    from heft.files import read_bytes
    from heft.robot.load import load

    path = Path(name)
    path = path / "result.json" if path.is_dir() else path
    if path.suffix.lower() == ".json":
        try:
            data = json_module.loads(read_bytes(path))
        except ValueError:
            data = None
        if isinstance(data, dict) and data.get("format") == FORMAT:
            return Estimate.from_dict(data)
    return load(name if path.suffix.lower() != ".json" else path, base, mimic=not free_mimics)
