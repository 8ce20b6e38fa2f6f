"""`heft payload`: what a robot carries."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from heft.cli.given import making, refuse_given
from heft.cli.log_options import DRIVES, TIDY_ROWS, DriveOptions, Drives, LogFile, TidyRowsOptions, some_paths
from heft.cli.options import LOADING, All, Json, LoadingOptions, Quiet, refuse_idle_all
from heft.cli.outputs import output_folder
from heft.cli.settable import PLAIN, WRITES
from heft.cli.subjects import robot_beside, robot_of, subject_of
from heft.cli.terminal import progress, say, show, show_json
from heft.errors import ArgumentError, FormatError, PhysicsError
from heft.estimation.controllers import LoadInFrame, payload_words, words_named
from heft.estimation.estimators import estimators
from heft.folders import write_folder
from heft.reading.written import to_json
from heft.robot.formats import robot_formats

FILES = (
    *("payload.json", "report.html", *(f"loaded{each.suffix}" for each in robot_formats().values())),
    *(each.file for each in payload_words().values()),
)

Subject = Annotated[
    str,
    Parameter(help="A result.json or its folder, whose friction, drive gains and estimator are used; or a robot file."),
]
Unloaded = Annotated[
    list[Path] | None,
    PLAIN,
    Parameter(
        consume_multiple=True,
        validator=some_paths,
        help="Logs without the payload; takes every path that follows. Needed with a robot file.",
    ),
]
Carrier = Annotated[str | None, PLAIN, Parameter(help="The link that carries the payload; the last one if not given.")]
Static = Annotated[bool, Parameter(help="Use only the rests in the logs: they give mass and centre of mass.")]
Wrench = Annotated[
    Path | None,
    PLAIN,
    Parameter(
        help="Record of a force/torque sensor on --link: a table with the columns t, fx, fy, fz, mx, my, mz "
        "[s, N, N m] in the clock of the log, or the log itself if it has wrenches. Its bias is estimated too; joint "
        "efforts are not used."
    ),
]
Weighting = Annotated[
    str | None,
    PLAIN,
    Parameter(help=f"How residuals are weighted, for a robot file: {', '.join(sorted(estimators()))}."),
]
Words = Annotated[
    str | None,
    PLAIN,
    Parameter(
        help="Also write the payload for controllers, separated by commas: "
        f"{', '.join(f'{name} ({each.summary})' for name, each in payload_words().items())}."
    ),
]
Frame = Annotated[
    str | None,
    PLAIN,
    Parameter(help="The link in whose frame --to gives the payload, such as the flange; by default that of --link."),
]
Folder = Annotated[
    Path | None,
    WRITES,
    Parameter(name=["--output", "-o"], help="Write payload.json, report.html and the loaded robot here."),
]


def payload(
    subject: Subject,
    /,
    *logs: LogFile,
    unloaded: Unloaded = None,
    link: Carrier = None,
    static: Static = False,
    wrench: Wrench = None,
    drives: DriveOptions = DRIVES,
    estimator: Weighting = None,
    to: Words = None,
    frame: Frame = None,
    output: Folder = None,
    tidy: TidyRowsOptions = TIDY_ROWS,
    loading: LoadingOptions = LOADING,
    every: All = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Estimate the load that a robot carries in these logs: mass, centre of mass and inertia, with 95 % intervals."""
    import heft
    from heft.estimation.estimate import Estimate
    from heft.logs.log_files import read_log
    from heft.report.kinds.payload import Weighed
    from heft.report.logs import what_was_read
    from heft.report.page import page
    from heft.report.payload import payload_summary
    from heft.report.tables import remarks
    from heft.robot.model import Robot
    from heft.robot.rewrite import rewritten

    refuse_idle_all(json, quiet)
    if output is None:
        refuse_given(("to", "frame"), "without a folder to write to", "Give the folder with -o.")
    if to is None:
        refuse_given("frame", "without --to")
    asked = words_named([name.strip() for name in to.split(",")] if to else [], payload_words())
    inputs = [Path(subject), *logs, *(unloaded or []), *([wrench] if wrench else [])]
    place = output_folder(output, FILES, *inputs) if output else None
    about = subject_of(subject, loading, logs)
    if not isinstance(about, Robot | Estimate):
        raise ArgumentError(
            "A payload cannot be weighed with a learned model.",
            where=subject,
            remedy="Give a robot file, or the result of heft identify.",
        )
    changes = _given(drives, estimator, link)
    if tidy != TIDY_ROWS or isinstance(about, Robot):
        changes["cleaning"] = tidy.cleaning()
    with progress("weighing", quiet) as report:
        read, bare_logs = ([read_log(path) for path in paths] for paths in (logs, unloaded or ()))
        found = heft.payload(about, read, unloaded=bare_logs, static=static, wrench=wrench, progress=report, **changes)
    facts = found.to_dict() | {"subject": subject, "doubts": list(found.doubts)}
    doubts = [f"Do not rely on this payload. {doubt}" for doubt in found.doubts]
    bare = about if isinstance(about, Robot) else robot_beside(subject, loading) or about.robot
    files, refusal = {}, ""
    if place:
        try:
            files = dict([rewritten(found.on(bare), "loaded", place)])
        except PhysicsError as error:
            refusal = f"The robot file is not written, since the robot is not physically consistent: {error}"
        except FormatError as error:  # a file whose structure leaves no way to write the numbers
            refusal = f"The robot file is not written. {error}"
        load = LoadInFrame.of(found, bare, frame)
        said = {each.file: each.text(load).encode() for each in asked.values()}
        shown = page(Weighed(found, subject, bare), making=making()).encode()
        files = {"payload.json": to_json(facts).encode(), "report.html": shown} | files | said
        write_folder(place, files, FILES)
    if json:
        show_json(facts)
    elif not quiet:
        written = [f"Written to {output}: {', '.join(files)}."] if place else []
        lines = what_was_read([*read, *bare_logs], robot_of(about), every)
        show(*doubts, *lines, remarks(found.warnings), "", *payload_summary(found, subject), *written)
    for text in [*doubts * quiet, *([refusal] if refusal else [])]:
        say(text)
    return 1 if refusal or doubts else 0


def _given(drives: Drives, estimator: str | None, link: str | None) -> dict[str, Any]:
    """Return the options that were given, by the names of `heft.Options`."""
    names = {"friction": "laws", "armature": "armature", "couplings": "couplings"}
    changes: dict[str, Any] = {name: getattr(drives, of) for name, of in names.items()}
    changes = {name: value for name, value in changes.items() if value != getattr(DRIVES, names[name])}
    others = {"estimator": estimator, "payload_link": link}
    return changes | {name: value for name, value in others.items() if value is not None}
