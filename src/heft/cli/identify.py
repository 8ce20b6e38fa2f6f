"""`heft identify`: from logs to a robot model that predicts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from heft.cli.given import making, refuse_given, refuse_idle_sharing
from heft.cli.log_options import (
    BELIEFS,
    DRIVEN,
    TIDY_ROWS,
    Ballistic,
    BeliefOptions,
    Controller,
    DrivenOptions,
    Estimator,
    HeldOut,
    LogFile,
    Scheduler,
    SensorFrames,
    TidyRowsOptions,
    Touching,
    gains_of,
    radii_of,
    some_paths,
)
from heft.cli.options import LOADING, All, Json, LoadingOptions, Quiet, RobotName, refuse_idle_all
from heft.cli.outputs import output_file, output_folder
from heft.cli.servos import SERVOS, ServoOptions, identify_servos, refuse_idle_servos
from heft.cli.settable import PLAIN, WRITES
from heft.cli.terminal import progress, say, show, show_json
from heft.errors import FormatError, PhysicsError
from heft.estimation.controllers import drive_words, words_named
from heft.folders import write_folder
from heft.friction import AUTO
from heft.reading.written import to_json
from heft.robot.formats import robot_formats

FILES = (
    *("result.json", "report.html", *(f"identified{each.suffix}" for each in robot_formats().values())),
    *(each.file for each in drive_words().values()),
)

Folder = Annotated[
    Path | None, WRITES, Parameter(name=["--output", "-o"], help="Write result.json, report.html and the robot here.")
]
Words = Annotated[
    str | None,
    PLAIN,
    Parameter(
        help="Also write the drives for simulators, separated by commas: "
        f"{', '.join(f'{name} ({each.summary})' for name, each in drive_words().items())}."
    ),
]
Loaded = Annotated[
    list[Path] | None,
    PLAIN,
    Parameter(
        consume_multiple=True,
        validator=some_paths,
        help="Logs with an unknown payload on the same robot; takes every path that follows.",
    ),
]
Carrier = Annotated[str | None, PLAIN, Parameter(help="The link that carries the payload; the last one if not given.")]
Mass = Annotated[
    float | None,
    Parameter(help="Mass of the payload [kg], if it is known: drive gains are then estimated from motor currents."),
]
Earlier = Annotated[
    Path | None, PLAIN, Parameter(help="Add the information of earlier logs, saved by --save-information.")
]
Save = Annotated[
    Path | None, WRITES, Parameter(help="Save the information of the logs, NAME.npz; later logs can be added.")
]


def identify(
    robot: RobotName,
    /,
    *logs: LogFile,
    output: Folder = None,
    to: Words = None,
    drives: DrivenOptions = DRIVEN,
    sensors: SensorFrames = AUTO,
    contacts: Touching = None,
    ballistic: Ballistic = False,
    estimator: Estimator = "weighted",
    controller: Controller = None,
    beliefs: BeliefOptions = BELIEFS,
    held_out: HeldOut = 0.2,
    servos: ServoOptions = SERVOS,
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
    every: All = False,
) -> int:
    """Estimate what a robot's links weigh from logs: physically consistent, with intervals, judged on held-out data."""
    from heft import identify
    from heft.estimation.identify import check_together
    from heft.estimation.information import Information
    from heft.estimation.options import Options
    from heft.logs.log import Log
    from heft.logs.log_files import read_log
    from heft.report.identification import summary, written
    from heft.report.logs import what_was_read
    from heft.report.page import page
    from heft.robot.rewrite import rewritten

    refuse_idle_servos(servos)
    if servos.servo:
        return identify_servos(robot, logs, servos, output, held_out, tidy.cleaning(), loading, json, quiet)
    refuse_idle_sharing(logs, held_out)
    refuse_idle_all(json, quiet)
    if output is None:
        refuse_given("to", "without a folder to write to", "Give the folder with -o.")
    asked = words_named([name.strip() for name in to.split(",")] if to else [], drive_words())
    inputs = [Path(robot), *logs, *(payload or []), *([information] if information else [])]
    place = output_folder(output, FILES, *inputs) if output else None
    store = output_file(save_information, ".npz", *inputs) if save_information else None
    options = Options(
        **drives.options,
        sensors=sensors,
        contacts=radii_of(contacts),
        ballistic=ballistic,
        estimator=estimator,
        controller=gains_of(controller),
        **beliefs.options,
        held_out=held_out,
        cleaning=tidy.cleaning(),
        payload_link=payload_link,
        payload_mass=payload_mass,
    )
    with progress("identifying", quiet) as report:
        earlier = Information.load(information) if information else None
        check_together(options, payload or (), earlier, scheduler)
        loaded = loading.load(robot, logs=logs)
        runs = logs if scheduler else [read_log(path) for path in logs]  # a cluster reads most of them itself
        heavy = [read_log(path) for path in payload or ()]
        estimate = identify(
            loaded,
            runs,
            options,
            loaded=heavy,
            information=earlier,
            scheduler=scheduler,
            progress=report,
        )
    facts, files, refusal = estimate.to_dict(), {}, ""
    try:
        files = dict([rewritten(estimate.in_parts, "identified", place)])
    except PhysicsError as error:
        refusal = f"The robot file is not written, since the robot is not physically consistent: {error}"
    except FormatError as error:  # a file whose structure leaves no way to write the numbers
        refusal = f"The robot file is not written. {error}" if place else ""
    if place:
        files = {
            "result.json": to_json(facts).encode(),
            "report.html": page(estimate, making=making()).encode(),
        } | files
        files |= {each.file: each.text(estimate.robot).encode() for each in asked.values()}
        write_folder(place, files, FILES)
    if store and estimate.information is not None:
        estimate.information.save(store)
    if json:
        show_json(facts)
    elif not quiet:
        read = what_was_read([run for run in (*runs, *heavy) if isinstance(run, Log)], loaded, every)
        show(*summary(estimate, read, every), *([written(str(output), files, estimate)] if place else []))
    for doubt in [*estimate.doubts * quiet, *([refusal] if refusal else [])]:
        say(doubt)
    return 1 if refusal or estimate.doubts else 0
