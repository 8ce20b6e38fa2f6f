"""`--friction auto`: the friction laws of every joint, chosen by cross-validation on the runs that are fitted.

The stages: the default laws are fitted; a joint whose gravity is missing gets a counterweight, which has the shape of
gravity and predicts the same (`heft.estimation.counterbalance`); the spectrum of its residual over position says where
ripple is worth a trial; one pass over the runs sums up all candidates (`heft.estimation.friction_candidates`). If a
spring or a counterbalance explains most of a joint's residual (`heft.estimation.spring_trials`), it becomes part of
the model, and all of this begins again. Else the laws of all joints are chosen from these sums
(`heft.estimation.friction_choice`). The held-out run takes no part in any of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.base import Base, extended
from heft.estimation.columns import driven, joint_column, positions_of
from heft.estimation.counterbalance import COUNTERWEIGHT, Balanced, balanced_joints, hidden
from heft.estimation.diagnosis import log_faults
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.findings.effort_scales import effort_scales
from heft.estimation.findings.no_gravity import wrong_rate
from heft.estimation.findings.sample_factors import NOTICED, SampleFactors
from heft.estimation.findings.sampled import sampled
from heft.estimation.friction_candidates import Sums, beginnings, blocks_of, gathered, too_short
from heft.estimation.friction_choice import Rule, Selector, significant_gain
from heft.estimation.friction_systems import Systems
from heft.estimation.friction_trials import BALANCES, FrictionChoice, Sprung, Trial
from heft.estimation.least_squares import Fit
from heft.estimation.own_load import carrying_itself
from heft.estimation.position_spectrum import highest_frequency, peak, residual_of
from heft.estimation.scale_free import almost_no_effort
from heft.estimation.spring_trials import contradicted, looks_tilted, single_joints, spring_laws
from heft.friction import DEFAULT_FRICTION, all_laws, law_named
from heft.logs.motion import Motion


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
        sprung: joints with a spring that explains most of their residual.
        trials: those of springs, which come first.
    """

    systems: Systems
    sums: Mapping[int, Sums]
    joints: Mapping[int, str]
    candidates: Mapping[str, Sequence[str]]
    start: Mapping[str, tuple[str, ...]]
    suspects: Sequence[Balanced]
    sprung: Sequence[Sprung] = ()
    trials: Sequence[Trial] = ()

    def selector(self, rule: Rule) -> Selector:
        """Return what chooses laws by a rule."""
        return Selector(self.systems, self.sums, self.joints, self.candidates, self.start, rule)

    def choice(self, rule: Rule) -> FrictionChoice:
        """Return the laws of every joint by a rule."""
        selector = self.selector(rule)
        selector.choose()
        chosen = {**self.start, **{self.joints[r]: each.names for r, each in selector.laws.items()}}
        found = (*self.sprung, *self.suspects)
        note = " ".join(f"{each.words} Its model has {_balance(chosen[each.joint])}." for each in found)
        return FrictionChoice(chosen, selector.numbers(), (*self.trials, *selector.trials), note)


def chosen_friction(base: Base, motions: Sequence[Motion]) -> FrictionChoice:
    """Return the laws of every joint.

    Args:
        base: of the model with the default laws.
        motions: the runs that are fitted, in torques.
    """
    found = contest(base, motions)
    return found.choice(Rule()) if isinstance(found, Contest) else found


def contest(
    base: Base, motions: Sequence[Motion], sprung: tuple[Sprung, ...] = (), trials: tuple[Trial, ...] = ()
) -> Contest | FrictionChoice:
    """Return what laws are chosen from or, where there is nothing to choose from, the default laws.

    Args:
        base: of the model with the default laws, and with the springs that were found.
        motions: the runs that are fitted, in torques.
        sprung: the joints with these springs.
        trials: that led to them.
    """
    runs = beginnings(motions)
    if not runs:
        return default_choice(base, too_short(motions))
    evidence = Evidence.of(base, runs)
    fit = Weighted().fit(evidence)
    start = dict(default_choice(base, "").laws) | {each.joint: (*DEFAULT_FRICTION, each.law) for each in sprung}
    suspects = [
        each
        for each in balanced_joints(base, fit, runs)
        if hidden(base, _coordinate(base, each.joint)) and each.joint not in {other.joint for other in sprung}
    ]
    if suspects and log_faults(base, runs, suspicious=True):
        suspects = []  # a flipped sign or a swap, which is named later, takes gravity away as well
    balanced = {each.joint for each in suspects}
    start |= dict.fromkeys(balanced, (*DEFAULT_FRICTION, COUNTERWEIGHT))
    edges, folds = blocks_of(runs)
    joints = single_joints(base, fit)
    if not joints or np.any(almost_no_effort(evidence)):
        # where terms cancel at a joint, the sizes of parameters are in doubt, and friction elsewhere makes up for it
        return default_choice(base, "")
    frequencies = _ripples(base, fit, runs, edges, joints)
    loaded, _ = carrying_itself(base, evidence, fit)
    laws = {
        joint: tuple(
            law.name
            for law in all_laws().values()
            if (law.automatic and (joint in frequencies or not _in_spectrum(law.name)))
            or (law.name in BALANCES and joint in balanced)
        )
        for joint in joints.values()
    }
    springs = {r: names for r, names in spring_laws(base, joints).items() if joints[r] not in balanced}
    springs = springs if contradicted(joints) else {}
    every = {
        joint: (*names, *springs.get(r, ())) for (r, joint), names in zip(joints.items(), laws.values(), strict=True)
    }
    sums = gathered(loaded, runs, every, frequencies, edges)
    found = Contest(Systems(base, evidence, fit, sums, folds), sums, joints, laws, start, suspects, sprung)
    selector = found.selector(Rule())
    spring = selector.sprung(springs)
    beside = base if spring is None else _with_spring(base, spring)
    if spring and (_faulty(base, beside, runs) or looks_tilted(base, fit, runs, spring)):
        spring, selector.trials = None, [replace(each, chosen=False) for each in selector.trials]
    trials = (*trials, *selector.trials)
    if spring is None:
        return replace(found, trials=trials)
    return contest(beside, motions, (*sprung, spring), trials)


def _with_spring(base: Base, spring: Sprung) -> Base:
    """Return the base parameters with those of a spring."""
    r = _coordinate(base, spring.joint)
    return extended(base, [joint_column(base.model.robot, r, term.name) for term in law_named(spring.law).terms])


def _faulty(base: Base, beside: Base, motions: Sequence[Motion]) -> bool:
    """Return whether logs have a fault that is named later, and that a spring would hide.

    A spring that is missing may look like another unit of one joint. Where all joints fit together beside it, it is the
    better explanation: in another unit, inertia would leave more than noise.
    """
    found, sample = log_faults(base, motions, suspicious=True), sampled(motions)
    if any(wrong_rate(base, motions)):
        return True
    if not found or sample is None or found != [*effort_scales(base, sample)]:
        return bool(found)
    factors = SampleFactors.of(beside, sample)
    return factors.excess >= NOTICED * factors.alone()


def _balance(laws: Sequence[str]) -> str:
    """Return in words which of the laws balances gravity."""
    return next(BALANCES[name] for name in laws if name in BALANCES)


def _coordinate(base: Base, joint: str) -> int:
    return next(r for r, name in driven(base.model.robot).items() if name == joint)


def _in_spectrum(name: str) -> bool:
    number = all_laws()[name].terms[0].number
    return number is not None and number.in_spectrum


def _ripples(
    base: Base, fit: Fit, motions: Sequence[Motion], edges: Sequence[Sequence[int]], joints: dict[int, str]
) -> dict[str, float]:
    """Return the frequency of ripple by joint, where there is a peak that blocks that are left out have too."""
    values = np.linalg.pinv(base.matrix) @ fit.values
    rest = [residual_of(base.model, values, motion) for motion in motions]
    places = [positions_of(base.model.robot, motion.q) for motion in motions]
    found = {}
    for r, joint in joints.items():
        good = [np.flatnonzero(np.isfinite(each[:, r])) for each in rest]
        q, e = (_joined(parts, good, r) for parts in (places, rest))
        seen = peak(q, e, _blocks(good, edges), highest_frequency(motions, r))
        if seen is not None and seen.inside and significant_gain(seen.gain, float(np.sum(e**2))):
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
