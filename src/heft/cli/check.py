"""`heft check`: is this motion enough?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from heft.cli.logs import (
    TIDY_ROWS,
    Armature,
    Coupling,
    Friction,
    LogFiles,
    TidyRowsOptions,
    couplings,
    kinds,
)
from heft.cli.options import Base, FreeMimics, Json, JsonFile, Quiet, RobotName
from heft.cli.terminal import answer, output_file, progress


def check(
    robot: RobotName,
    logs: LogFiles,
    /,
    *,
    friction: Friction = "viscous,coulomb,offset",
    armature: Armature = None,
    coupling: Coupling = None,
    tidy: TidyRowsOptions = TIDY_ROWS,
    base: Base = None,
    free_mimics: FreeMimics = False,
    json: Json = False,
    output: JsonFile = None,
    quiet: Quiet = False,
) -> int:
    """Tell whether logged motions excite every base parameter; exit code 1 if they do not."""
    from heft.estimation import excitation
    from heft.estimation.base import base_of
    from heft.estimation.columns import model_of
    from heft.estimation.diagnosis import living, refuse_hopeless
    from heft.estimation.from_logs import motions_of
    from heft.report.identification import excitation as shown
    from heft.robot.load import load

    place = output_file(output, ".json", Path(robot), *logs) if output else None
    loaded = load(robot, base, mimic=not free_mimics)
    with progress("reading logs", quiet) as report:
        motions = motions_of(loaded, logs, tidy.cleaning(), report)
        whole = base_of(model_of(loaded, kinds(friction), armature, couplings(coupling)))
        # what a motion excites does not depend on the unit of the efforts
        torques = [replace(motion, effort_kind="joint_torque") for motion in motions]
        refuse_hopeless(whole, torques)
        found = excitation.check(whole, living(loaded, torques))
    notes = {str(path): (*motion.warnings, *motion.notes) for path, motion in zip(logs, motions, strict=True)}
    facts = found.to_dict() | {"robot": loaded.name, "notes": {path: list(each) for path, each in notes.items()}}
    answer(facts, lambda: shown(found, loaded.name, notes), place, json, quiet)
    return 0 if found.enough else 1
