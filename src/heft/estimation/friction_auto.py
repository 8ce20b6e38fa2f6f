"""`--friction auto`: the friction laws of every joint, chosen by cross-validation on the runs that are fitted.

The stages: the default laws are fitted; a joint whose gravity is missing gets a spring
(`heft.estimation.counterbalance`); the spectrum of its residual over position says where ripple is worth a trial;
one pass over the runs sums up all candidates (`heft.estimation.friction_candidates`); each joint's laws are chosen from
these sums (`heft.estimation.friction_choice`). The held-out run takes no part in any of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.base import Base, base_of
from heft.estimation.columns import driven, joint_column, positions_of
from heft.estimation.counterbalance import balanced_joints
from heft.estimation.diagnosis import log_faults
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.friction_candidates import blocks_of, gathered
from heft.estimation.friction_choice import Selector, reduced, significant_gain
from heft.estimation.friction_trials import FrictionChoice
from heft.estimation.least_squares import Fit
from heft.estimation.position_spectrum import highest_frequency, peak, residual_of
from heft.friction import DEFAULT_FRICTION, all_laws
from heft.logs.motion import Motion
from heft.robot.model import Robot

MOST_SAMPLES = 200_000
"""Samples of all runs together from which laws are chosen; of longer runs, their beginnings."""

SPRING = "spring"
"""The law of a joint whose gravity is missing."""

LEAST_ROWS = 100
"""Rows of the regression, at least, from which laws are chosen."""


def default_choice(base: Base, note: str) -> FrictionChoice:
    """Return the default laws for every joint, with a sentence on why there was no trial."""
    return FrictionChoice(dict.fromkeys(driven(base.model.robot).values(), DEFAULT_FRICTION), {}, (), note)


def chosen_friction(base: Base, motions: Sequence[Motion]) -> FrictionChoice:
    """Return the laws of every joint.

    Args:
        base: of the model with the default laws.
        motions: the runs that are fitted, in torques.
    """
    runs = [_beginning(motion, MOST_SAMPLES // len(motions)) for motion in motions]
    runs = [motion for motion in runs if len(motion.kept)]
    if sum(len(motion.kept) for motion in runs) < LEAST_ROWS:
        return default_choice(base, "The logs are too short for a choice of friction laws: the default laws are used.")
    evidence = Evidence.of(base, runs)
    fit = Weighted().fit(evidence)
    start = dict(default_choice(base, "").laws)
    suspects = balanced_joints(base, fit, runs)
    if suspects and log_faults(base, runs, suspicious=True):
        suspects = []  # a flipped sign or a swap, which is named later, takes gravity away as well
    if suspects:
        start |= {each.joint: (*DEFAULT_FRICTION, SPRING) for each in suspects}
        base = _with_springs(base, [each.joint for each in suspects])
        evidence = Evidence.of(base, runs)
        fit = Weighted().fit(evidence)
    edges, folds = blocks_of(runs)
    joints = {r: joint for r, joint in _single(base.model.robot).items() if fit.counts[r] >= LEAST_ROWS}
    frequencies = _ripples(base, fit, runs, edges, joints)
    laws = {
        joint: tuple(
            law.name
            for law in all_laws().values()
            if law.automatic and (joint in frequencies or not _in_spectrum(law.name))
        )
        for joint in joints.values()
    }
    sums = gathered(base, runs, laws, frequencies, edges)
    chosen = dict(start)
    numbers: dict[str, dict[str, float]] = {}
    trials = []
    for r, joint in joints.items():
        selector = Selector(joint, start[joint], sums[r], reduced(base, evidence, fit, sums, folds, r))
        chosen[joint] = selector.chosen(laws[joint])
        for term, number in selector.found().items():
            numbers.setdefault(term, {})[joint] = number
        unit = 1 / fit.weights[r]
        trials += [replace(trial, error=unit * trial.error) for trial in selector.trials]
    note = " ".join(f"{each.words} Its model has a linear spring." for each in suspects)
    return FrictionChoice(chosen, numbers, tuple(trials), note)


def _single(robot: Robot) -> dict[int, str]:
    """Return the joints of one coordinate, by coordinate: others keep the default laws on all of theirs."""
    every = driven(robot)
    return {r: joint for r, joint in every.items() if [*every.values()].count(joint) == 1}


def _with_springs(base: Base, joints: Sequence[str]) -> Base:
    """Return the base parameters with a linear spring on some joints."""
    robot = base.model.robot
    springs = [joint_column(robot, r, SPRING) for r, joint in driven(robot).items() if joint in joints]
    return base_of(replace(base.model, extra=(*base.model.extra, *springs)))


def _in_spectrum(name: str) -> bool:
    number = all_laws()[name].terms[0].number
    return number is not None and number.in_spectrum


def _beginning(motion: Motion, samples: int) -> Motion:
    """Return the motion with no more than so many samples in its segments."""
    segments, left = [], samples
    for start, stop in motion.segments:
        if left > 0:
            segments.append((start, min(stop, start + left)))
            left -= stop - start
    return replace(motion, segments=tuple(segments))


def _ripples(
    base: Base, fit: Fit, motions: Sequence[Motion], edges: Sequence[Sequence[int]], joints: dict[int, str]
) -> dict[str, float]:
    """Return the frequency of ripple by joint, where blocks that are left out have it too."""
    values = np.linalg.pinv(base.matrix) @ fit.values
    rest = [residual_of(base.model, values, motion) for motion in motions]
    places = [positions_of(base.model.robot, motion.q) for motion in motions]
    found = {}
    for r, joint in joints.items():
        good = [np.flatnonzero(np.isfinite(each[:, r])) for each in rest]
        q, e = (_joined(parts, good, r) for parts in (places, rest))
        seen = peak(q, e, _blocks(good, edges), highest_frequency(motions, r))
        if seen is not None and significant_gain(seen.gain, float(np.sum(e**2))):
            found[joint] = seen.frequency
    return found


def _joined(parts: Sequence[Array], good: Sequence[Ints], r: int) -> Array:
    return np.concatenate([each[at, r] for each, at in zip(parts, good, strict=True)])


def _blocks(good: Sequence[Ints], edges: Sequence[Sequence[int]]) -> Ints:
    """Return the number of the block of every sample; those before the first row belong to the first."""
    found, first = [], 0
    for at, starts in zip(good, edges, strict=True):
        found.append(first + np.maximum(np.searchsorted(starts, at, side="right") - 1, 0))
        first += len(starts)
    return np.concatenate(found)
