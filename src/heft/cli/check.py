"""`heft check`: is this motion enough?"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from heft.cli.logs import (
    Armature,
    Coupling,
    Cutoff,
    Decimate,
    Friction,
    LogFiles,
    Passive,
    Slow,
    Trim,
    cleaning,
    couplings,
    kinds,
)
from heft.cli.options import Base, FreeMimics, Json, Output, Quiet, RobotName
from heft.cli.terminal import answer, output_file, progress


def check(
    robot: RobotName,
    logs: LogFiles,
    /,
    *,
    friction: Friction = "viscous,coulomb,offset",
    armature: Armature = None,
    coupling: Coupling = None,
    cutoff: Cutoff = None,
    decimate: Decimate = None,
    slow: Slow = None,
    trim: Trim = True,
    passive: Passive = None,
    base: Base = None,
    free_mimics: FreeMimics = False,
    json: Json = False,
    output: Annotated[Output, Parameter(help="Write the JSON object to this file, NAME.json.")] = None,
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
        motions = motions_of(loaded, logs, cleaning(cutoff, decimate, slow, trim, passive), report)
        whole = base_of(model_of(loaded, kinds(friction), armature, couplings(coupling)))
        # what a motion excites does not depend on the unit of the efforts
        torques = [replace(motion, effort_kind="joint_torque") for motion in motions]
        refuse_hopeless(whole, torques)
        found = excitation.check(whole, living(loaded, torques))
    notes = {str(path): motion.notes for path, motion in zip(logs, motions, strict=True)}
    facts = found.to_dict() | {"robot": loaded.name, "notes": {path: list(each) for path, each in notes.items()}}
    answer(facts, lambda: shown(found, loaded.name, notes), place, json, quiet)
    return 0 if found.enough else 1
