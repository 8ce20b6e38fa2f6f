"""Words for what is usually wrong with a log: zero efforts, degrees, other units, a flipped sign, swapped joints.

A flipped sign or a swap leaves a mark that needs no other knowledge of the robot: the joints, which share their
parameters, can no longer be explained together. So the fault is searched by undoing it: each single flip and swap is
tried on a few hundred samples, and the one that makes everything fit is named. Units show in the size of the efforts
beside what the robot's file predicts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import torque_regressor
from heft.errors import ArgumentError
from heft.estimation.base import Base
from heft.estimation.consistent import Consistent
from heft.estimation.excitation import base_rows
from heft.estimation.findings.friction_drift import friction_drift
from heft.estimation.findings.position_dependent import position_dependent
from heft.estimation.findings.searched_numbers import searched_numbers
from heft.estimation.information import triangle
from heft.estimation.least_squares import Fit
from heft.estimation.runs import Runs
from heft.linalg import significant
from heft.logs.channel_checks import in_degrees
from heft.logs.motion import Motion

SAMPLES = 300
BAD = 0.05
"""Relative residual, from fitting joints together, from which on a fault is searched."""

BETTER = 0.5
"""An undone fault must leave less than this much of that residual to be believed."""

ALIKE = 1.03
"""Faults whose undoing leaves at most this many times the least residual are named together."""

MOST_JOINTS = 12
"""With more joints than this, swaps are not tried: there are too many."""

UNITS = {1000.0: "N mm", 100.0: "N cm", 1e-3: "kN m", 1 / 9.81: "kgf m", 8.85: "lbf in"}
MOVED = 10.0
"""Standard deviations by which consistency may move a base parameter without a word."""


@dataclass(frozen=True, eq=False)
class Sample:
    """A few samples of all runs."""

    q: Array
    qd: Array
    qdd: Array
    effort: Array


def refuse_hopeless(base: Base, motions: Sequence[Motion]) -> None:
    """Refuse motions from which nothing can be estimated.

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
    efforts = [np.nan_to_num(motion.effort[:, motion.measured]) for motion in motions]
    if not any(np.any(effort) for effort in efforts):
        raise ArgumentError("The efforts are zero throughout.", remedy="Log torques, or map the right columns.")
    rows = sum(len(motion.kept) * int(np.sum(motion.measured)) for motion in motions)
    samples, needed = sum(len(motion.kept) for motion in motions), 2 * len(base.columns)
    if rows < needed:
        raise ArgumentError(
            f"There are only {samples} samples ({rows} torques) to estimate {len(base.columns)} base parameters from; "
            f"at least {needed} torques are needed.",
            remedy="Record a longer motion, or filter and decimate less.",
        )
    for motion in motions:
        degrees = in_degrees(base.model.robot, motion.q)
        if degrees:
            raise ArgumentError(
                f"The positions look like degrees: those of joint '{degrees[0]}' fit its limits in no other way.",
                remedy="Say so when importing the log.",
            )


def refuse_currents(motions: Sequence[Motion]) -> None:
    """Refuse motions whose efforts are currents.

    Raises:
        ArgumentError: says what to do.
    """
    if any(motion.effort_kind == "motor_current" for motion in motions):
        raise ArgumentError(
            "The efforts are motor currents; without drive gains they cannot be converted to torques.",
            remedy="Give drive gains when importing the log, or estimate them from a loaded and an unloaded run.",
        )


def diagnose(base: Base, runs: Runs, fit: Fit, result: Consistent) -> list[str]:
    """Return a sentence for each thing that seems wrong; none if nothing does.

    Where a fault of the log is found, its consequences are not named as well.
    """
    inconsistent = list(_inconsistent(base, result))
    faults = log_faults(base, runs.unloaded, suspicious=bool(inconsistent))
    silent = [
        f"The effort of '{name}' is zero throughout: its channel seems dead and is left out." for name in runs.dead
    ]
    drives = [
        *searched_numbers(base.model, runs),
        *position_dependent(base, runs, fit),
        *friction_drift(base, runs, fit),
    ]
    return [*silent, *(faults or [*_blind(base, fit), *inconsistent, *drives])]


def log_faults(base: Base, motions: Sequence[Motion], *, suspicious: bool) -> list[str]:
    """Return a sentence for each fault of the logs that undoing it reveals.

    Args:
        base: the base parameters.
        motions: without a payload.
        suspicious: whether something else speaks for a fault, so that flips and swaps are tried in any case.
    """
    sample = _sampled(motions)
    return [*_units(base, sample), *_confused(base, sample, suspicious=suspicious)] if sample else []


def _blind(base: Base, fit: Fit) -> Iterator[str]:
    missing = len(fit.values) - fit.rank
    if missing:
        worst = np.argsort(-np.linalg.norm(fit.weak, axis=1))[:3]
        names = ", ".join(base.names[k] for k in worst)
        yield (
            f"The motion excites {fit.rank} of {len(fit.values)} base parameters; {missing} keep the value of the "
            f"prior, most of all {names}. heft check says which joints should move more."
        )


def _inconsistent(base: Base, result: Consistent) -> Iterator[str]:
    k = int(np.argmax(np.abs(result.moved)))
    if abs(result.moved[k]) > MOVED:
        yield (
            f"Physical consistency moved {base.names[k]} by {abs(result.moved[k]):.0f} standard deviations: the "
            "least-squares values are not physically consistent. The model lacks something, or units or signs are "
            "wrong."
        )


def _units(base: Base, sample: Sample) -> Iterator[str]:
    factor = _factor(base, sample)
    if factor is not None and factor < -0.2:
        yield "All efforts have the opposite sign of what the robot's file predicts: are they flipped?"
    elif factor is not None and not 0.05 < factor < 20:
        near = min(UNITS, key=lambda unit: abs(np.log(unit / factor)))
        guess = f" Are they in {UNITS[near]}?" if abs(np.log(near / factor)) < np.log(2) else ""
        yield (
            f"The efforts are about {factor:.3g} times what the robot's file predicts: they seem to be in another unit "
            f"than N m.{guess}"
        )


def _confused(base: Base, sample: Sample, suspicious: bool) -> Iterator[str]:
    """Look for a flipped sign or a swap, where the joints do not fit together or something else speaks for a fault."""
    start, excess = _misfit_of(base, sample)
    if excess < BAD and not suspicious:
        return
    tried = [(*_misfit_of(base, changed), words) for changed, words in _undone(base, sample)]
    if tried:
        left, rest, _ = min(tried)
        if left < start and rest < BETTER * excess:
            # for a joint at the tip that hardly feels more than its friction, effort and position are alike
            good = [words for other, _, words in sorted(tried, key=lambda t: t[0]) if other <= ALIKE * left][:2]
            words = ", or ".join([good[0], *(words[0].lower() + words[1:] for words in good[1:])])
            yield f"{words}: undoing that takes the relative residual from {100 * start:.0f} to {100 * left:.0f} %."


def _sampled(motions: Sequence[Motion]) -> Sample | None:
    """Return some samples of all runs in which every measured effort is finite; None if there are not enough."""
    parts = []
    for motion in motions:
        good = np.flatnonzero(np.all(np.isfinite(motion.effort), axis=1))
        at = (
            good[np.linspace(0, len(good) - 1, min(len(good), SAMPLES // len(motions))).astype(int)]
            if len(good)
            else good
        )
        parts.append([x[at] for x in (motion.q, motion.qd, motion.qdd, motion.effort)])
    q, qd, qdd, effort = (np.concatenate(x) for x in zip(*parts, strict=True))
    return Sample(q, qd, qdd, effort) if len(q) > 50 else None


def _misfit_of(base: Base, sample: Sample) -> tuple[float, float]:
    """Return the relative residual of the best base parameters, and how much of it comes from fitting joints together.

    Both are root mean squares over the coordinates, with the parameters that were fitted taken off the number of
    samples; the second is the excess over fitting each coordinate separately, so that noise does not count. Friction
    and reflected inertias are kept from being negative: with that freedom a flipped torque would be explained by drives
    that push instead of rub.
    """
    from scipy.optimize import nnls

    energy = np.sqrt(np.mean(sample.effort**2, axis=0))
    used = np.flatnonzero(energy > 0)
    first = base.model.n_inertial
    rubs = np.array([c >= first and base.model.extra[c - first].law.nonnegative for c in base.columns])
    order = np.concatenate([base.columns[~rubs], base.columns[rubs]])
    rows = base_rows(base.model, order, sample.q, sample.qd, sample.qdd)
    n, free, alone, factors = len(order), int(np.sum(~rubs)), 0.0, []
    for r in used:
        acts = np.flatnonzero(np.any(rows[:, r], axis=0))
        R = triangle(np.column_stack([rows[:, r, acts], sample.effort[:, r]]) / energy[r])
        alone += R[-1, -1] ** 2 / _freedom(len(rows), R)
        factors.append(np.zeros((len(R), n + 1)))
        factors[-1][:, [*acts, n]] = R
    R = triangle(np.concatenate(factors))
    # the free parameters take all they can explain; the others must not be negative
    unit = np.linalg.norm(R[:, :n], axis=0)
    unit[unit == 0] = 1.0
    push = nnls(R[free:n, free:n] / unit[free:], R[free:n, n])[1] if n > free else 0.0
    together = (push**2 + R[-1, -1] ** 2) / _freedom(len(rows) * len(used), R)
    return float(np.sqrt(together)), float(np.sqrt(max(together - alone / len(used), 0.0)))


def _freedom(samples: int, R: Array) -> int:
    """Return how many samples are left beside the parameters of a factor, whose last column is the effort."""
    return max(samples - int(np.sum(significant(np.abs(np.diag(R)[:-1])))), 1)


def _factor(base: Base, sample: Sample) -> float | None:
    """Return how many times larger the efforts are than the file predicts; None if it has no masses."""
    model = base.model
    expected = torque_regressor(model.robot, sample.q, sample.qd, sample.qdd) @ model.robot.parameter_vector
    factors = []
    for r in range(model.robot.nv):
        size = np.linalg.norm(expected[:, r])
        if size <= 1e-6 * np.linalg.norm(expected) or not np.any(sample.effort[:, r]):
            continue
        signals = [expected[:, r], sample.qd[:, r], np.sign(sample.qd[:, r]), np.ones(len(expected))]
        factors.append(np.linalg.lstsq(np.array(signals).T, sample.effort[:, r], rcond=None)[0][0])
    return float(np.median(factors)) if factors else None


def _undone(base: Base, sample: Sample) -> Iterator[tuple[Sample, str]]:
    """Yield the sample with one fault undone each, and the fault's name."""
    robot = base.model.robot
    single = [joint.name for joint in robot.joints if joint.nq == joint.nv == 1]
    at = {name: (robot.q_index[name].start, robot.v_index[name].start) for name in single}
    for name in single:
        i, r = at[name]
        yield _flipped(sample, [], [r]), f"The effort of joint '{name}' seems to have its sign flipped"
        yield _flipped(sample, [i], [r], effort=False), f"The position of joint '{name}' seems to have its sign flipped"
        yield _flipped(sample, [i], [r]), f"Position and effort of joint '{name}' seem to have their signs flipped"
    if len(single) <= MOST_JOINTS:
        for one, other in combinations(single, 2):
            (i, r), (j, s) = at[one], at[other]
            yield _swapped(sample, (), (r, s)), f"The efforts of joints '{one}' and '{other}' seem to be swapped"
            yield _swapped(sample, (i, j), (r, s)), f"Joints '{one}' and '{other}' seem to be swapped"


def _flipped(sample: Sample, positions: list[int], rates: list[int], effort: bool = True) -> Sample:
    q, qd, qdd, tau = (x.copy() for x in (sample.q, sample.qd, sample.qdd, sample.effort))
    q[:, positions] *= -1
    if positions:
        qd[:, rates] *= -1
        qdd[:, rates] *= -1
    if effort:
        tau[:, rates] *= -1
    return Sample(q, qd, qdd, tau)


def _swapped(sample: Sample, positions: tuple[int, ...], rates: tuple[int, int]) -> Sample:
    q, qd, qdd, tau = (x.copy() for x in (sample.q, sample.qd, sample.qdd, sample.effort))
    back = rates[::-1]
    tau[:, rates] = tau[:, back]
    if positions:
        q[:, positions] = q[:, positions[::-1]]
        qd[:, rates], qdd[:, rates] = qd[:, back], qdd[:, back]
    return Sample(q, qd, qdd, tau)
