"""`heft identify`: from logs to a robot that one can trust."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import Parameter

from heft.cli.logs import (
    ESTIMATORS,
    TIDY_ROWS,
    Armature,
    Coupling,
    Estimator,
    Friction,
    LogFiles,
    TidyRowsOptions,
    couplings,
    file_facts,
    kinds,
    output_folder,
    write_folder,
)
from heft.cli.options import Base, FreeMimics, Json, Quiet, RobotName
from heft.cli.terminal import output_file, progress, say, show, show_json, to_json
from heft.errors import ArgumentError

if TYPE_CHECKING:
    from heft.estimation.drive_gains import DriveGains
    from heft.logs.motion import Motion
    from heft.robot.model import Robot

FILES = ("result.json", "report.html", "identified.urdf", "identified.xml", "identified.mech.json")

Folder = Annotated[
    Path | None, Parameter(name=["--output", "-o"], help="Write result.json, report.html and the robot here.")
]
HoldOut = Annotated[
    bool,
    Parameter(
        negative="--no-hold-out",
        help="Keep the last log, or the last fifth of a single one, back and judge it; or not.",
    ),
]
Loaded = Annotated[list[Path] | None, Parameter(help="Logs of the same robot with an unknown payload.")]
Carrier = Annotated[str | None, Parameter(help="The link that carries the payload; the last one if not given.")]
Mass = Annotated[
    float | None,
    Parameter(help="Mass of the payload [kg], if it is known: drive gains are then estimated from motor currents."),
]
Earlier = Annotated[Path | None, Parameter(help="Add the information of earlier logs, saved by --save-information.")]
Save = Annotated[
    Path | None, Parameter(help="Save what the logs say, NAME.npz, so that later logs can be added to it.")
]
Scheduler = Annotated[
    str | None,
    Parameter(
        help="Let workers of this dask scheduler, such as tcp://host:8786, read the logs between the first and the "
        "one held out."
    ),
]


def identify(
    robot: RobotName,
    logs: LogFiles,
    /,
    *,
    output: Folder = None,
    friction: Friction = "viscous,coulomb,offset",
    armature: Armature = None,
    coupling: Coupling = None,
    estimator: Estimator = "wls",
    prior: Annotated[
        Literal["euclidean", "entropic"],
        Parameter(help="How what the data do not tell stays near the file.", show_default=True),
    ] = "euclidean",
    total_mass: Annotated[float | None, Parameter(help="Mass of all links together [kg], if it is known.")] = None,
    hold_out: HoldOut = True,
    payload: Loaded = None,
    payload_link: Carrier = None,
    payload_mass: Mass = None,
    tidy: TidyRowsOptions = TIDY_ROWS,
    information: Earlier = None,
    save_information: Save = None,
    scheduler: Scheduler = None,
    base: Base = None,
    free_mimics: FreeMimics = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Estimate what a robot's links weigh from logs: possible, with intervals, judged on what was held out."""
    from heft.estimation.constraints import Knowledge
    from heft.estimation.from_logs import identify, motions_of, shared_out
    from heft.estimation.identification import held_out
    from heft.estimation.information import Information
    from heft.report.identification import classes, summary
    from heft.report.page import page
    from heft.robot.load import load

    inputs = [Path(robot), *logs, *(payload or []), *([information] if information else [])]
    place = output_folder(output, FILES, *inputs) if output else None
    store = output_file(save_information, ".npz", *inputs) if save_information else None
    if payload_mass is not None and not payload:
        raise ArgumentError("--payload-mass is that of no payload.", remedy="Give loaded logs by --payload.")
    if payload and scheduler:
        raise ArgumentError("--payload and --scheduler do not go together.", remedy="Leave --scheduler away.")
    loaded = load(robot, base, mimic=not free_mimics)
    options: dict[str, Any] = {
        "friction": kinds(friction),
        "armature": armature,
        "couplings": couplings(coupling),
        "estimator": ESTIMATORS[estimator],
        "prior": prior,
        "knowledge": Knowledge(total_mass=total_mass),
        "hold_out": hold_out,
    }
    how = tidy.cleaning()
    before = Information.load(information) if information else None
    with progress("identifying", quiet) as report:
        near, far = shared_out(logs, hold_out) if scheduler else (logs, [])
        motions = motions_of(loaded, near, how, report)
        heavy = motions_of(loaded, payload or [], how, report)
        gains, load_found = None, None
        if heavy:
            motions, heavy, gains, load_found = _with_load(loaded, motions, heavy, options, payload_link, payload_mass)
        runs = [*motions[:1], *far, *motions[1:]]
        estimate = identify(loaded, runs, cleaning=how, information=before, scheduler=scheduler, **options)
        # all notes stand in the provenance
        pairs = zip(near, motions, strict=True)
        notes = [f"{path}: {warning}" for path, motion in pairs for warning in motion.warnings]
        estimate = replace(
            estimate,
            warnings=(*estimate.warnings, *notes),
            provenance={**estimate.provenance, "robot": file_facts(robot), "verb": "identify"},
        )
    kept_back = held_out(motions)[1] if hold_out else []
    shown = [("The run held out", run) for run in kept_back] or [("The first run", motions[0])]
    facts = estimate.to_dict() | {"classes": dict(zip(estimate.names, classes(estimate.base), strict=True))}
    facts |= {"payload": load_found and load_found.to_dict(), "drive_gains": gains and gains.to_dict()}
    robot_file, refusal = _robot_file(estimate.robot)
    if place:
        contents = {"result.json": to_json(facts).encode()}
        contents["report.html"] = page(estimate, shown, load_found, gains).encode()
        write_folder(place, contents | robot_file, FILES)
    if store and estimate.information is not None:
        estimate.information.save(store)
    if json:
        show_json(facts)
    elif not quiet:
        written = [f"Written to {output}: {', '.join(['result.json', 'report.html', *robot_file])}."] if place else []
        if place and estimate.model.extra and {"identified.urdf", "identified.xml"} & {*robot_file}:
            written.append("The robot's file has the links. Friction and drive inertias are in result.json.")
        show(*summary(estimate, load_found, gains), *written)
    if refusal:
        say(refusal)
        return 1
    return 0


def _with_load(
    robot: Robot,
    motions: list[Motion],
    heavy: list[Motion],
    options: dict[str, Any],
    link: str | None,
    mass: float | None,
) -> tuple[list[Motion], list[Motion], DriveGains | None, Any]:
    """Return unloaded and loaded runs in torques, the drive gains if they were needed, and the payload."""
    from heft.estimation.base import base_of
    from heft.estimation.columns import model_of
    from heft.estimation.diagnosis import refuse_hopeless
    from heft.estimation.drive_gains import drive_gains
    from heft.estimation.from_logs import SEARCHED
    from heft.estimation.payload import payload

    friction = tuple(kind for kind in options["friction"] if kind not in SEARCHED)
    base = base_of(model_of(robot, friction, options["armature"], options["couplings"]))
    gains = None
    if mass is not None:
        gains = drive_gains(base, motions, heavy, {"m": mass}, link)
        motions, heavy = [gains.torques(motion) for motion in motions], [gains.torques(motion) for motion in heavy]
    refuse_hopeless(base, [*motions, *heavy])
    return motions, heavy, gains, payload(base, motions, heavy, link)


def _robot_file(robot: Robot) -> tuple[dict[str, bytes], str]:
    """Return the robot as a file of the kind that it came from, by name; or nothing, and why."""
    from heft.errors import PhysicsError
    from heft.robot.formats.mjcf.write import mjcf_content
    from heft.robot.formats.urdf.write import urdf_content

    kind = robot.source.format if robot.source else ""
    try:
        if kind == "urdf":
            return {"identified.urdf": urdf_content(robot)}, ""
        if kind == "mjcf":
            return {"identified.xml": mjcf_content(robot)}, ""
    except PhysicsError as error:
        return {}, f"No robot file is written, since no robot can be like this: {error}"
    return {"identified.mech.json": to_json(robot.to_dict()).encode()}, ""
