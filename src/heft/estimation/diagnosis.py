"""Words for what seems wrong with an identification: refusals of hopeless logs, and the findings in their order.

Each finding is a file in `heft.estimation.findings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from heft.errors import ArgumentError
from heft.estimation.base import Base
from heft.estimation.comparison import Comparison
from heft.estimation.consistent import Consistent
from heft.estimation.evidence import Evidence
from heft.estimation.findings.almost_no_effort import joints_without_effort
from heft.estimation.findings.base_tilt import base_tilt, tilt_test
from heft.estimation.findings.changed_zeros import changed_zeros
from heft.estimation.findings.common_scale import common_scale, small_alike
from heft.estimation.findings.conflicting_logs import Conflict, conflicting_logs
from heft.estimation.findings.confused import MOST_JOINTS, confused, weightless
from heft.estimation.findings.copied_channels import copied_channels
from heft.estimation.findings.disagreement import disagreement
from heft.estimation.findings.dropped_loops import dropped_loops
from heft.estimation.findings.effort_lag import effort_lag, late_logs
from heft.estimation.findings.effort_scales import effort_scales
from heft.estimation.findings.encoder_zeros import encoder_zeros
from heft.estimation.findings.far_from_file import far_from_file
from heft.estimation.findings.held_out import held_out
from heft.estimation.findings.link_side_torques import link_side_torques
from heft.estimation.findings.links_and_prior import replaced_links, thin_links
from heft.estimation.findings.lost_gravity import lost_gravity
from heft.estimation.findings.misfits import misfits
from heft.estimation.findings.no_gravity import no_gravity, wrong_rate
from heft.estimation.findings.noisy_positions import noisy_positions
from heft.estimation.findings.position_dependent import position_dependent
from heft.estimation.findings.rounded_angles import rounded_angles
from heft.estimation.findings.sampled import sampled
from heft.estimation.findings.searched_numbers import searched_numbers
from heft.estimation.findings.springs_of_model import springs_of_model
from heft.estimation.findings.uncertain_torques import uncertain_torques
from heft.estimation.findings.units import units
from heft.estimation.least_squares import Fit
from heft.estimation.noise_bias import NoiseBias
from heft.estimation.runs import Runs
from heft.estimation.uncertainty import Spread
from heft.logs.channel_checks import in_degrees, in_millimetres
from heft.logs.motion import Motion

NOTHING = 1e-100
"""[N m, N] Efforts below this are zero but for rounding: their squares vanish."""

MOVED = 10.0
"""Standard deviations by which consistency may move a base parameter without a word."""


@dataclass(frozen=True)
class Diagnosis:
    """What seems wrong with an identification, a sentence each.

    Attributes:
        doubts: why the estimate is not to be relied on: faults of the logs, such as signs, swapped joints and units,
            and motions that say too little.
        findings: what else there is to look at.
    """

    doubts: tuple[str, ...]
    findings: tuple[str, ...]


def refuse_hopeless(base: Base, motions: Sequence[Motion], *, torques: bool = True) -> None:
    """Refuse motions from which nothing can be estimated.

    Args:
        base: the base parameters.
        motions: all of them.
        torques: whether joint torques are to be estimated from; wrenches of sensors are, if not.

    Raises:
        ArgumentError: in a sentence that says why.
    """
    refuse_currents(motions)
    names = base.model.robot.coordinate_names
    for motion in motions:
        if tuple(motion.names) != tuple(names):
            raise ArgumentError(
                f"The motion has the coordinates {list(motion.names)}; robot '{base.model.robot.name}' has {names}.",
                remedy="Clean the log for this robot.",
            )
    if torques:
        _refuse_few(base, motions)
    for motion in motions:
        for unit, fitting in (("degrees", in_degrees), ("millimetres", in_millimetres)):
            if found := fitting(base.model.robot, motion.q):
                raise ArgumentError(
                    f"The positions look like {unit}: those of joint '{found[0]}' fit its limits only in {unit}.",
                    remedy="Give the unit when importing the log.",
                )


def _refuse_few(base: Base, motions: Sequence[Motion]) -> None:
    """Refuse motions with fewer efforts than parameters need."""
    efforts = [np.nan_to_num(motion.effort[:, motion.measured]) for motion in motions]
    if not any(np.max(np.abs(effort), initial=0.0) > NOTHING for effort in efforts):
        raise ArgumentError("The efforts are zero throughout.", remedy="Log torques, or map the right columns.")
    rows = sum(len(motion.kept) * int(np.sum(motion.measured)) for motion in motions)
    samples, needed = sum(len(motion.kept) for motion in motions), 2 * len(base.columns)
    if rows < needed:
        raise ArgumentError(
            f"There are only {samples} samples ({rows} torques) to estimate {len(base.columns)} base parameters from; "
            f"at least {needed} torques are needed.",
            remedy="Record a longer motion, or filter and decimate less.",
        )


def refuse_currents(motions: Sequence[Motion]) -> None:
    """Refuse motions whose efforts are currents.

    Raises:
        ArgumentError: says what to do.
    """
    if any(motion.effort_kind == "motor_current" for motion in motions):
        raise ArgumentError(
            "The efforts are motor currents; without drive gains they cannot be converted to torques.",
            remedy="Import the log with drive gains: in its map, or those of a result with heft import --gains. "
            "heft identify --payload LOADED --payload-mass KG estimates them from a loaded and an unloaded run.",
        )


def diagnose(
    *,
    evidence: Evidence,
    of_torques: Base,
    runs: Runs,
    fit: Fit,
    result: Consistent,
    spread: Spread,
    bias: NoiseBias | None,
    compared: Comparison,
    chosen: str = "",
) -> Diagnosis:
    """Return a sentence for each thing that seems wrong; none if nothing does.

    Where a fault of the log is found, its consequences are not named as well.

    Args:
        evidence: what the logs say about the base parameters.
        of_torques: the base parameters of joint torques alone, by which faults of these are told.
        runs: the logs.
        fit: the least-squares estimate.
        result: the consistent estimate.
        spread: how the least-squares estimate scatters.
        bias: whether noise in the positions biases it; None if that was not tested.
        compared: residuals of the consistent estimate beside those of others.
        chosen: sentences on the choice of friction laws, and on springs that it added.
    """
    base = evidence.base
    if base.model.contacts is not None:  # efforts alone say nothing where unknown forces act
        left = far_from_file(base, result, spread.covariance, fit.scales)
        doubtful = [*_blind(base, fit), *_inconsistent(base, result), *misfits(compared)]
        apart = [*disagreement(base, runs, fit, spread)]
        added = springs_of_model(base, result, chosen)
        replaced = replaced_links(base)
        return Diagnosis((), (*dropped_loops(base.model.robot), *replaced, *apart, *left, *doubtful, *added))
    inconsistent, poor = list(_inconsistent(base, result)), list(misfits(compared))
    idle, weak = joints_without_effort(evidence)
    if (idle or weak) and small_alike(of_torques, runs.unloaded):
        idle, weak = [], []  # the unit is another one, and is named
    cancels = bool(idle or weak)
    # torques that are hardly explained speak for a swap, which is not looked for among many joints
    suspicious = bool(inconsistent or (poor and base.model.robot.nv <= MOST_JOINTS))
    faults = [*copied_channels(runs.every)]  # of which flips and swaps may be a consequence
    faults = faults or log_faults(of_torques, runs.unloaded, suspicious=suspicious, cancels=cancels)
    tilt = tilt_test(base, runs.fitted, fit, result.values)
    silent = [
        f"The effort of '{name}' is zero throughout: its channel seems dead and is left out." for name in runs.dead
    ]
    left = [*far_from_file(base, result, spread.covariance, fit.scales)]
    # of terms that cancel, no lag can be told
    apart = [*disagreement(base, runs, fit, spread)]
    conflict, blamed, explained = Conflict([]) if faults else conflicting_logs(base, runs.unloaded, fit)
    if conflict and not explained and not cancels and (changed := changed_zeros(base, runs.unloaded, fit)):
        conflict, blamed = changed, None
    if blamed is not None:  # what is wrong with that log
        conflict += log_faults(of_torques, [runs.unloaded[blamed]], suspicious=False, cancels=cancels)
    sound = not cancels and not faults and not conflict
    scaled = [*common_scale(of_torques, runs.unloaded)] if sound and runs.torques else []
    late, a_little_late = effort_lag(of_torques.model, of_torques.columns, runs.fitted) if sound else ([], [])
    if sound and not late and (late := late_logs(of_torques.model, of_torques.columns, runs.fitted)):
        apart, a_little_late = [], []
    # a lag moves positions against efforts, too
    zeros, grave = encoder_zeros(base, runs.fitted, fit, tilt) if sound and not late else ([], False)
    if sound and not late and (changed := changed_zeros(base, runs.unloaded, fit)):
        zeros, grave, apart = changed, True, []
    tilted = [] if zeros else [*base_tilt(base, tilt)]
    leans = sound and not late and tilt is not None and tilt.grave
    rate, maybe_rate = ([], []) if conflict else wrong_rate(of_torques, runs.unloaded)
    of_efforts = [*maybe_rate, *a_little_late, *link_side_torques(base, fit, result)]
    vague = uncertain_torques(base, fit, spread.noise, runs.fitted) if runs.torques else ()
    # whatever else is wrong looks like noise of the positions, too
    noisy = [] if late or grave or conflict or scaled else [*noisy_positions(base, fit, bias)]
    doubtful = [*noisy, *_blind(base, fit), *inconsistent, *poor]
    balanced, drives = position_dependent(base, runs, fit, spread, far=bool(left or poor or inconsistent))
    consequences = [
        *of_efforts,
        *([] if grave else zeros),
        *([] if scaled else left),
        *doubtful,
        *([] if leans else tilted),
        *drives,
        *held_out(compared, runs),
        *thin_links(base, result),
    ]
    findings = [
        *dropped_loops(base.model.robot),
        *rounded_angles(base.model.robot),
        *replaced_links(base),
        *([] if conflict else apart),
        *silent,
        *([] if faults else [*weak, *consequences]),
        *searched_numbers(base.model, runs),
        *lost_gravity(base.model.robot),
        *springs_of_model(base, result, chosen),
    ]
    of_logs = [*idle, *conflict, *rate, *scaled, *late, *(zeros if grave else ()), *(tilted if leans else ())]
    of_logs = of_logs or balanced  # gravity seems to be missing as a consequence, too
    return Diagnosis(tuple(faults) or (*of_logs, *vague), tuple(findings))


def log_faults(base: Base, motions: Sequence[Motion], *, suspicious: bool, cancels: bool = False) -> list[str]:
    """Return a sentence for each fault of the logs: gravity that is missing, else flips and swaps, else units.

    Args:
        base: the base parameters.
        motions: without a payload.
        suspicious: whether something else speaks for a fault, so that flips and swaps are tried in any case.
        cancels: whether a joint has almost no effort, because its terms cancel or because it is that of another joint.
            Such joints do not fit together with others well, and neither missing gravity nor units can be told.
    """
    sample = sampled(motions)
    if not sample:
        return []
    missing = [] if cancels else [*no_gravity(base, motions)]
    if cancels or missing:  # gravity of another direction may look like none; it must explain more than that
        least = weightless(base, sample) if missing else np.inf
        return [*confused(base, sample, suspicious=True, cancels=True, least=least)] or missing
    return [*confused(base, sample, suspicious=suspicious)] or [*units(base, sample)] or [*effort_scales(base, sample)]


def _blind(base: Base, fit: Fit) -> Iterator[str]:
    missing = len(fit.values) - fit.rank
    if missing:
        worst = np.argsort(-np.linalg.norm(fit.weak, axis=1))[:3]
        names = ", ".join(base.names[k] for k in worst)
        left = (
            f"one combination, mostly of {names}, keeps the value of the prior"
            if missing == 1
            else f"the other {missing} keep the value of the prior, mainly {names}"
        )
        yield (
            f"The motion excites {fit.rank} of {len(fit.values)} base parameters; {left}. Run heft check to see which "
            "joints should move more."
        )


def _inconsistent(base: Base, result: Consistent) -> Iterator[str]:
    k = int(np.argmax(np.abs(result.moved)))
    if abs(result.moved[k]) > MOVED:
        yield (
            f"Physical consistency moved {base.names[k]} by {abs(result.moved[k]):.0f} standard deviations: the "
            "least-squares values are not physically consistent. The model lacks something, or units or signs are "
            "wrong."
        )
