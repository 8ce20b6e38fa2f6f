"""`heft identify`: from logs to a robot model that predicts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from heft.cli.folders import output_folder, write_folder
from heft.cli.given import refuse_idle_sharing
from heft.cli.log_options import (
    BELIEFS,
    DRIVEN,
    TIDY_ROWS,
    BeliefOptions,
    DrivenOptions,
    Estimator,
    HeldOut,
    LogFiles,
    Scheduler,
    TidyRowsOptions,
)
from heft.cli.options import LOADING, Json, LoadingOptions, Quiet, RobotName
from heft.cli.terminal import output_file, progress, say, show, show_json, to_json
from heft.errors import PhysicsError
from heft.robot.formats import robot_formats

FILES = ("result.json", "report.html", *(f"identified{each.suffix}" for each in robot_formats().values()))

Folder = Annotated[
    Path | None, Parameter(name=["--output", "-o"], help="Write result.json, report.html and the robot here.")
]
Loaded = Annotated[
    list[Path] | None,
    Parameter(
        consume_multiple=True, help="Logs with an unknown payload on the same robot; takes every path that follows."
    ),
]
Carrier = Annotated[str | None, Parameter(help="The link that carries the payload; the last one if not given.")]
Mass = Annotated[
    float | None,
    Parameter(help="Mass of the payload [kg], if it is known: drive gains are then estimated from motor currents."),
]
Earlier = Annotated[Path | None, Parameter(help="Add the information of earlier logs, saved by --save-information.")]
Save = Annotated[Path | None, Parameter(help="Save the information of the logs, NAME.npz; later logs can be added.")]


def identify(
    robot: RobotName,
    logs: LogFiles,
    /,
    *,
    output: Folder = None,
    drives: DrivenOptions = DRIVEN,
    estimator: Estimator = "weighted",
    beliefs: BeliefOptions = BELIEFS,
    held_out: HeldOut = 0.2,
    payload: Loaded = None,
    payload_link: Carrier = None,
    payload_mass: Mass = None,
    tidy: TidyRowsOptions = TIDY_ROWS,
    information: Earlier = None,
    save_information: Save = None,
    scheduler: Scheduler = None,
    loading: LoadingOptions = LOADING,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Estimate what a robot's links weigh from logs: physically consistent, with intervals, judged on held-out data."""
    from heft import identify
    from heft.estimation.information import Information
    from heft.estimation.options import Options
    from heft.report.identification import summary, written
    from heft.report.page import page
    from heft.robot.rewrite import rewritten

    refuse_idle_sharing(logs, held_out)
    inputs = [Path(robot), *logs, *(payload or []), *([information] if information else [])]
    place = output_folder(output, FILES, *inputs) if output else None
    store = output_file(save_information, ".npz", *inputs) if save_information else None
    options = Options(
        **drives.options,
        estimator=estimator,
        **beliefs.options,
        held_out=held_out,
        cleaning=tidy.cleaning(),
        payload_link=payload_link,
        payload_mass=payload_mass,
    )
    with progress("identifying", quiet) as report:
        estimate = identify(
            loading.load(robot),
            logs,
            options,
            loaded=payload or (),
            information=Information.load(information) if information else None,
            scheduler=scheduler,
            progress=report,
        )
    facts, files, refusal = estimate.to_dict(), {}, ""
    try:
        files = dict([rewritten(estimate.robot, "identified")])
    except PhysicsError as error:
        refusal = f"The robot file is not written, since the robot is not physically consistent: {error}"
    if place:
        files = {"result.json": to_json(facts).encode(), "report.html": page(estimate).encode()} | files
        write_folder(place, files, FILES)
    if store and estimate.information is not None:
        estimate.information.save(store)
    if json:
        show_json(facts)
    elif not quiet:
        show(*summary(estimate), *([written(str(output), files, estimate)] if place else []))
    for doubt in [*estimate.doubts * quiet, *([refusal] if refusal else [])]:
        say(doubt)
    return 1 if refusal or estimate.doubts else 0
