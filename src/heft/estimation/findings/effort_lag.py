"""Efforts that are late or early against the motion are named.

A lag of the recorder, of a filter in the drive, or between a command and the motion turns inertia into friction and the
other way round, and nothing in the residuals of single samples shows it (`heft.estimation.lags` measures it). If no
more than half of the joints explain the residual as well as a lag of all of them, they alone are named.

Friction that the model leaves out looks like a lag too; lags are then looked for beside it
(`heft.estimation.findings.left_out_friction`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from heft.errors import listed
from heft.estimation.columns import Model
from heft.estimation.coordinates import driven
from heft.estimation.findings.left_out_friction import beside_friction, without_friction
from heft.estimation.lags import HALVED, Columns, EffortLags, lags_of
from heft.estimation.runs import name_of
from heft.logs.motion import Motion
from heft.logs.seldom_efforts import rate_of_log

COMMANDS = " Commanded positions run ahead of the efforts in the same way: log the measured ones."
"""What else late efforts may mean."""


def effort_lag(model: Model, columns: Columns, motions: Sequence[Motion]) -> tuple[list[str], list[str]]:
    """Return sentences on efforts of motions that are late or early: reasons not to rely on them, and warnings.

    Args:
        model: the model.
        columns: which of its columns to fit; those of the base parameters, or all.
        motions: the runs.
    """
    found = lags_of(model, columns, motions)
    if found is not None and found.speak and (lacking := without_friction(model)):
        model, columns = beside_friction(model, columns, [*lacking])
        if (left := lags_of(model, columns, motions)) is None or not left.speak:
            return [], [_of_friction(found, _place(model, lacking))]
        found = left
    if found is not None and found.speak and any(model.holds_at_rest):
        # friction with memory lags behind the motion by itself: a lag must be left beside it
        held = np.array(model.robot.coordinate_names)[model.holds_at_rest]
        found = found.beside(lags_of(model, columns, motions, memory=True), held)
    if found is None:
        return [], []
    grave, light, common = list[str](), list[str](), found.named
    samples = sorted({_samples(common.seconds, motion) for motion in motions}) if common else []
    if common and any(samples):
        (grave if found.grave else light).append(
            f"The efforts are {common.words} relative to the motion: without that lag, the rms residual would "
            f"be {100 * (1 - np.sqrt(common.remains)):.0f} % lower. Import the log again with late = "
            f"{' or '.join(map(str, samples))} for the effort in its map.{COMMANDS * (common.seconds > 0)}"
        )
    whole = common.seconds if common else 0.0
    for name, lag in found.joints.items():
        late = sorted({_samples(whole + lag.seconds, motion) for motion in motions})
        if any(late):
            grave.append(
                f"The effort of joint '{name}' is {lag.words} relative to those of the other joints: without that lag, "
                f"its rms residual would be {100 * (1 - np.sqrt(lag.remains)):.0f} % lower. Import the log again with "
                f"late = {{ {name} = {' or '.join(map(str, late))} }} for the effort in its map."
            )
    return grave, light


def _samples(seconds: float, motion: Motion) -> int:
    """Return a lag in samples of the log; 0 below half a sample of the motion."""
    return round(seconds * rate_of_log(motion)) if round(seconds * motion.rate) else 0


def late_logs(model: Model, columns: Columns, motions: Sequence[Motion]) -> list[str]:
    """Return a sentence on each log, of several, whose own rms residual halves without a lag.

    Args:
        model: the model.
        columns: which of its columns to fit.
        motions: the runs, in all of which together no such lag shows.
    """
    found = list[str]()
    for motion in motions if len(motions) > 1 else ():
        lags = lags_of(model, columns, [motion])
        if lags is not None and (lags.joints or (lags.named and lags.common.remains < HALVED)):
            found += [f"In {name_of(motion)}: {sentence}" for sentence in effort_lag(model, columns, [motion])[0]]
    return found


def _place(model: Model, joints: Mapping[int, str]) -> str:
    """Return where joints are, in words; nothing if they are all that the robot has."""
    every = len(joints) == len(driven(model.robot))
    return "" if every else " at " + listed(f"'{name}'" for name in joints.values())


def _of_friction(found: EffortLags, where: str) -> str:
    """Return a sentence on friction that looks like lags."""
    late = "the efforts seem to be " + found.named.words if found.named else "some efforts seem to be out of time: "
    late += "" if found.named else listed(f"'{name}' {lag.words}" for name, lag in found.joints.items())
    return (
        f"Without friction{where} in the model, {late}. With viscous and Coulomb friction there is no such lag, "
        "so friction is the more likely cause. Include it in the model: use --friction auto."
    )
