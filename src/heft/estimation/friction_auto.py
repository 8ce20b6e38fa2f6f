"""`--friction auto`: the friction laws of every joint, chosen by cross-validation on the runs that are fitted.

The stages: the default laws are fitted; a joint whose gravity is missing gets a counterweight, which has the shape of
gravity and predicts the same (`heft.estimation.counterbalance`); the spectrum of its residual over position says where
ripple is worth a trial; one pass over the runs sums up all candidates (`heft.estimation.friction_candidates`); the laws
of all joints are chosen from these sums (`heft.estimation.friction_choice`). The held-out run takes no part in any of
them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.base import Base
from heft.estimation.columns import driven, positions_of
from heft.estimation.counterbalance import COUNTERWEIGHT, Balanced, balanced_joints, hidden
from heft.estimation.diagnosis import log_faults
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.friction_candidates import Sums, blocks_of, gathered
from heft.estimation.friction_choice import Rule, Selector, significant_gain
from heft.estimation.friction_systems import Systems
from heft.estimation.friction_trials import FrictionChoice
from heft.estimation.least_squares import Fit
from heft.estimation.position_spectrum import highest_frequency, peak, residual_of
from heft.estimation.scale_free import almost_no_effort
from heft.friction import DEFAULT_FRICTION, all_laws
from heft.logs.motion import Motion
from heft.robot.model import Robot

MOST_SAMPLES = 200_000
"""Samples of all runs together from which laws are chosen; of longer runs, their beginnings."""

BALANCES = {
    COUNTERWEIGHT: "a counterweight",
    "spring": "a linear spring",
    "counterbalance": "a counterbalance of two harmonics",
}
"""The laws of a joint whose gravity is missing, in words: the first one, unless another predicts better."""

LEAST_ROWS = 100
"""Rows of the regression, at least, from which laws are chosen."""


def default_choice(base: Base, note: str) -> FrictionChoice:
    """Return the default laws for every joint, with a sentence on why there was no trial."""
    return FrictionChoice(dict.fromkeys(driven(base.model.robot).values(), DEFAULT_FRICTION), {}, (), note)


@dataclass(frozen=True, eq=False)
class Contest:
    """All that laws are chosen from.

    Attributes:
        systems: the sums of all candidates.
        sums: the same by coordinate.
        joints: that have a choice, by coordinate.
        candidates: the laws that each of them tries.
        start: the laws that every joint begins with.
        suspects: joints whose gravity is missing.
    """

    systems: Systems
    sums: Mapping[int, Sums]
    joints: Mapping[int, str]
    candidates: Mapping[str, Sequence[str]]
    start: Mapping[str, tuple[str, ...]]
    suspects: Sequence[Balanced]

    def choice(self, rule: Rule) -> FrictionChoice:
        """Return the laws of every joint by a rule."""
        selector = Selector(self.systems, self.sums, self.joints, self.candidates, self.start, rule)
        selector.choose()
        chosen = {**self.start, **{self.joints[r]: each.names for r, each in selector.laws.items()}}
        note = " ".join(f"{each.words} Its model has {_balance(chosen[each.joint])}." for each in self.suspects)
        return FrictionChoice(chosen, selector.numbers(), tuple(selector.trials), note)


def chosen_friction(base: Base, motions: Sequence[Motion]) -> FrictionChoice:
    """Return the laws of every joint.

    Args:
        base: of the model with the default laws.
        motions: the runs that are fitted, in torques.
    """
    found = contest(base, motions)
    return found.choice(Rule()) if isinstance(found, Contest) else found


def contest(base: Base, motions: Sequence[Motion]) -> Contest | FrictionChoice:
    """Return what laws are chosen from or, where there is nothing to choose from, the default laws.

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
    suspects = [each for each in balanced_joints(base, fit, runs) if hidden(base, _coordinate(base, each.joint))]
    if suspects and log_faults(base, runs, suspicious=True):
        suspects = []  # a flipped sign or a swap, which is named later, takes gravity away as well
    balanced = {each.joint for each in suspects}
    start |= dict.fromkeys(balanced, (*DEFAULT_FRICTION, COUNTERWEIGHT))
    edges, folds = blocks_of(runs)
    joints = {r: joint for r, joint in _single(base.model.robot).items() if fit.counts[r] >= LEAST_ROWS}
    if not joints or np.any(almost_no_effort(evidence)):
        # where terms cancel at a joint, the sizes of parameters are in doubt, and friction elsewhere makes up for it
        return default_choice(base, "")
    frequencies = _ripples(base, fit, runs, edges, joints)
    laws = {
        joint: tuple(
            law.name
            for law in all_laws().values()
            if (law.automatic and (joint in frequencies or not _in_spectrum(law.name)))
            or (law.name in BALANCES and joint in balanced)
        )
        for joint in joints.values()
    }
    sums = gathered(base, runs, laws, frequencies, edges)
    return Contest(Systems(base, evidence, fit, sums, folds), sums, joints, laws, start, suspects)


def _single(robot: Robot) -> dict[int, str]:
    """Return the joints of one coordinate, by coordinate: others keep the default laws on all of theirs."""
    every = driven(robot)
    return {r: joint for r, joint in every.items() if [*every.values()].count(joint) == 1}


def _balance(laws: Sequence[str]) -> str:
    """Return in words which of the laws balances gravity."""
    return next(BALANCES[name] for name in laws if name in BALANCES)


def _coordinate(base: Base, joint: str) -> int:
    return next(r for r, name in driven(base.model.robot).items() if name == joint)


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
