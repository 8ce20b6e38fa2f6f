"""`heft.check`: how good is this motion for identifying a robot?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Unpack

from heft.estimation.diagnosis import refuse_hopeless
from heft.estimation.evidence import Evidence
from heft.estimation.excitation import Excitation, excitation
from heft.estimation.findings.almost_no_effort import joints_without_effort
from heft.estimation.findings.dropped_loops import dropped_loops
from heft.estimation.findings.effort_lag import effort_lag
from heft.estimation.identify import linear_base, searched_base
from heft.estimation.options import OptionChanges, Options
from heft.estimation.runs import Runs, name_of
from heft.estimation.sensed import oriented, sensed, with_signs
from heft.identifiability.analysis import identifiability
from heft.logs.held import Here
from heft.logs.runs import Progress, RunLike
from heft.one_thread import on_one_thread
from heft.robot.model import Robot


@on_one_thread
def check(
    robot: Robot,
    runs: RunLike | Sequence[RunLike],
    options: Options | None = None,
    *,
    progress: Progress | None = None,
    **changes: Unpack[OptionChanges],
) -> Excitation:
    """Return what logged motions excite of a robot's base parameters, graded by how uncertain torques stay.

    Args:
        robot: the robot.
        runs: paths of logs, logs or motions, one or several; nothing is held out.
        options: the model whose parameters are to be excited.
        progress: called with how many runs have been read, and how many there are.
        changes: fields of `Options` by name.

    Raises:
        HeftError: a log cannot be read or used; the message says why.

    Example:
        >>> heft.check(robot, ["first.csv", "second.csv"]).grade
    """
    options = Options.of(options, {**changes, "held_out": 0.0})
    read = Runs.read(robot, runs, options, progress=progress)
    robot, options = read.robot, options if read.torques else options.without_drives()
    # what a motion excites does not depend on the unit of the efforts
    motions = [replace(motion, effort_kind="joint_torque") for motion in read.whole.fetched()]
    reduction = identifiability(robot).reduction
    base = linear_base(robot, options, reduction)
    refuse_hopeless(base, motions, torques=read.torques)
    of_torques = searched_base(base, Here(motions), options, reduction)
    base = sensed(of_torques, read.sensors, torques=read.torques)
    sensors = oriented(base, motions)
    motions = [with_signs(motion, sensors.turned) for motion in motions]
    evidence = Evidence.of(base, motions)
    notes = {name_of(motion): (*motion.warnings, *motion.notes) for motion in motions}
    told = read.torques and not any(joints_without_effort(evidence))  # of terms that cancel, no lag can be told
    late, a_little_late = effort_lag(of_torques.model, of_torques.columns, motions) if told else ([], [])
    about = (*dropped_loops(robot), *read.held, *sensors.notes, *a_little_late)
    notes = {f"robot '{robot.name}'": about} | notes if about else notes
    logs = tuple(map(name_of, motions))
    return replace(
        excitation(evidence), robot=robot.name, logs=logs, notes=notes, doubts=(*sensors.doubts, *late), runs=read
    )
