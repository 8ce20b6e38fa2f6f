"""Flipped signs, swapped joints, and robots that are mounted otherwise than their files say.

Each leaves a mark that needs no other knowledge of the robot: the joints, which share their parameters, can no longer
be explained together, or a drive seems to push instead of rub. So the fault is searched by undoing it on a few hundred
samples. Flips are undone joint by joint, effort, position or both, as long as that helps, beginning with none, with the
joints whose friction adds energy, and with every set of efforts if the joints are few. Where flips do not explain the
torques, each swap of two joints is tried, of their efforts, of their positions and velocities, or of all. A robot on a
wall or a ceiling feels another gravity, which several flips may explain nearly as well: gravities along and between the
axes of the base are tried too. What makes everything fit is named, and of several such explanations the simplest.
Nothing is named where a small tilt of the base explains more, which `heft.estimation.findings.base_tilt` measures.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base, base_of
from heft.estimation.base_tilt import GENERAL, PLAUSIBLE
from heft.estimation.findings.far_zeros import far_zeros
from heft.estimation.findings.other_gravity import LEAST, MOUNTED
from heft.estimation.findings.sample_factors import ALIKE, BETTER, NOTICED, SampleFactors, beyond
from heft.estimation.findings.sampled import Sample
from heft.estimation.tilt_rows import Gravity
from heft.robot.model import STANDARD_GRAVITY
from heft.text import fall

HELPS = 0.98
"""A flip is undone if that leaves less than this much of the residual."""

MOST_JOINTS = 12
"""With more joints than this, swaps are not tried: there are too many."""

FEW_JOINTS = 7
"""With no more joints than this, all sets of flipped efforts are tried."""

NEAR = 0.99
"""Cosine of an angle: gravity nearer to the file's counts as the same."""

WAYS = ("effort", "position", "position and effort")
"""What of a joint may have its sign flipped."""


def confused(
    base: Base,
    sample: Sample,
    suspicious: bool,
    *,
    cancels: bool = False,
    clear: bool = False,
    least: float = np.inf,
) -> Iterator[str]:
    """Look for flips, swaps or another gravity, where joints do not fit together or something else speaks for a fault.

    Args:
        base: the base parameters.
        sample: a few samples of all runs.
        suspicious: whether to look in any case.
        cancels: whether a joint has almost no effort, or all lack gravity: flips are not looked for, as they cannot be
            told there.
        clear: whether undoing a fault must halve the whole residual, and not only what fitting joints together costs.
        least: the relative residual that another explanation leaves; a fault must explain more.
    """
    start = SampleFactors.of(base, sample)
    found, excess = start.misfit(), start.excess
    zeros_left, zeros = far_zeros(base, sample, found)
    if excess < NOTICED * start.alone() and not suspicious and not zeros:
        return
    robot = base.model.robot
    at = {
        joint.name: (robot.q_index[joint.name].start, robot.v_index[joint.name].start)
        for joint in robot.joints
        if joint.nq == joint.nv == 1
    }
    trial = _Trial(base, sample, at)
    flips, left = ({}, found) if cancels else trial.flips(found)
    words, rest = (trial.words(flips, left), trial.excess(flips)) if flips else ("", np.inf)
    if (not flips or len(flips) > 1 or rest > BETTER * excess) and len(at) <= MOST_JOINTS:
        swaps = sorted(trial.swaps())
        if swaps and (swaps[0][0] < left or not flips):
            left, rest, _ = swaps[0]
            # joints that are swapped in all channels may fit together, and each alone is hardly explained
            rest = -np.inf if left < BETTER * found else rest
            alike = [sentence for swapped_left, _, sentence in swaps[:3] if swapped_left <= ALIKE * left]
            words, flips = _either(alike), {"swap": ""}
    most = BETTER if cancels or clear else 1.0
    turned_left, turned_rest, sentence = min(trial.turns(), default=(np.inf, np.inf, ""))
    if turned_left * ALIKE < left or (len(flips) > 1 and turned_left <= ALIKE * left):
        words, rest, left, most = sentence, turned_rest, turned_left, min(most, BETTER**0.5)
    elif turned_left <= ALIKE * left:
        words = _either([words, sentence])
    if zeros_left < left or (len(flips) > 1 and zeros_left <= ALIKE * left):
        words, rest, left = _either(zeros), -np.inf, zeros_left  # they halve the whole residual, too
    elif zeros_left <= ALIKE * left:
        words = _either([words, *zeros])
    # where terms cancel or gravity seems to be missing, what fitting joints together costs is itself uncertain: the
    # whole residual must fall; under another gravity there are more parameters to fit with, and half of its squares
    named = words and left < min(most * found, least) and rest < BETTER * excess
    if named and not trial.tilted() * ALIKE < left:
        yield f"{words}: undoing this reduces the relative residual {fall(found, left)}."


def weightless(base: Base, sample: Sample) -> float:
    """Return the relative residual of the best parameters of a robot on which no gravity acts."""
    return SampleFactors.of(under(base, (0, 0, 0)), sample).misfit()


def under(base: Base, gravity: Sequence[float]) -> Base:
    """Return the base parameters under another gravity, of which others may be felt.

    Columns that no torque depends on are rounding errors, and huge parameters would make them explain anything.
    """
    return base_of(replace(base.model, robot=base.model.robot.with_gravity(gravity)))


class _Trial:
    """A sample with faults undone; joints by name, each with its places in q and qd."""

    def __init__(self, base: Base, sample: Sample, at: Mapping[str, tuple[int, int]]) -> None:
        self.base, self.sample, self.at = base, sample, at
        self._made: dict[frozenset[str], SampleFactors] = {}

    def factors(self, flips: Mapping[str, str]) -> SampleFactors:
        """Return the factors with positions flipped; efforts are as measured."""
        turned = frozenset(name for name, way in flips.items() if way != "effort")
        if turned not in self._made:
            q, qd, qdd = (x.copy() for x in (self.sample.q, self.sample.qd, self.sample.qdd))
            for name in turned:
                i, r = self.at[name]
                q[:, i] *= -1
                qd[:, r] *= -1
                qdd[:, r] *= -1
            self._made[turned] = SampleFactors.of(self.base, replace(self.sample, q=q, qd=qd, qdd=qdd))
        return self._made[turned]

    def misfit(self, flips: Mapping[str, str]) -> float:
        """Return the relative residual with flips undone."""
        signs = {self.at[name][1]: -1.0 for name, way in flips.items() if way != "position"}
        return self.factors(flips).misfit(signs)

    def excess(self, flips: Mapping[str, str]) -> float:
        """Return how much of it comes from fitting the coordinates together."""
        return beyond(self.misfit(flips), self.factors(flips).alone())

    def flips(self, residual: float) -> tuple[dict[str, str], float]:
        """Return the flips whose undoing explains most, and the residual then; no more of them than that needs."""
        found = [self._greedy(start, self.misfit(start) if start else residual) for start in self._starts()]
        least = min(left for left, _ in found)
        if not least < HELPS * residual:
            return {}, residual
        enough = [each for each in found if each[0] <= ALIKE * least]
        left, flips = min(enough, key=lambda each: (len(each[1]), each[0]))
        return flips, left

    def _starts(self) -> Iterator[dict[str, str]]:
        """Yield where to start: no flips; drives that seem to push; the best sets of efforts and pairs of positions."""
        yield {}
        pushing = self.factors({}).pushing()
        hint = [name for name, (_, r) in self.at.items() if r in pushing]
        for way in ("effort", "position"):
            if hint:
                yield dict.fromkeys(hint, way)
        if len(self.at) <= FEW_JOINTS:
            efforts = (each for k in range(2, len(self.at) + 1) for each in combinations(self.at, k))
            yield from self._best(dict.fromkeys(chosen, "effort") for chosen in efforts)
            pairs = [*combinations(self.at, 2)]
            yield from self._best(dict.fromkeys(pair, way) for pair in pairs for way in WAYS[1:])

    def _best(self, sets: Iterable[dict[str, str]]) -> list[dict[str, str]]:
        """Return the two sets of flips whose undoing explains most."""
        return sorted(sets, key=self.misfit)[:2]

    def _greedy(self, flips: dict[str, str], residual: float) -> tuple[float, dict[str, str]]:
        """Undo one flip after the other as long as that helps, and drop those that do not."""
        while len(flips) < len(self.at):
            tried = [
                (self.misfit(flips | {name: way}), flips | {name: way})
                for name in self.at
                if name not in flips
                for way in WAYS
            ]
            best, more = min(tried, key=lambda each: each[0])
            if not best < HELPS * residual:
                break
            residual, flips = best, more
        for name in list(flips):
            fewer = {other: way for other, way in flips.items() if other != name}
            if fewer and self.misfit(fewer) <= ALIKE * residual:
                flips = fewer
        return (self.misfit(flips) if flips else residual), flips

    def words(self, flips: Mapping[str, str], left: float) -> str:
        """Name flips; for a single one also what explains the torques as well."""
        if len(flips) == 1:
            # for a joint at the tip that hardly feels more than its friction, effort and position are alike
            # and joints about axes that are mirrored together, as the first and the last of many arms, are too
            others = [{name: way} for name in self.at for way in WAYS if {name: way} != dict(flips)]
            alike = sorted((self.misfit(each), k) for k, each in enumerate(others))
            good = [_flipped(others[k]) for residual, k in alike if residual <= ALIKE * left][:2]
            return _either([_flipped(flips), *good])
        if len(flips) == len(self.at) and {*flips.values()} == {"effort"}:
            return "All efforts seem to have the opposite sign"
        return _flipped(flips)

    def swaps(self) -> Iterator[tuple[float, float, str]]:
        """Yield residual, excess and name of each swap of two joints: of their efforts, their positions or both."""
        told = [name for name, (_, r) in self.at.items() if self.sample.counts[:, r].any()]
        for one, other in combinations(told, 2):
            (i, r), (j, s) = self.at[one], self.at[other]
            crossed, both = {r: s, s: r}, f"oints '{one}' and '{other}' seem to be swapped"
            q, qd, qdd = (x.copy() for x in (self.sample.q, self.sample.qd, self.sample.qdd))
            q[:, [i, j]] = q[:, [j, i]]
            for x in (qd, qdd):
                x[:, [r, s]] = x[:, [s, r]]
            as_read, moved = self.factors({}), SampleFactors.of(self.base, replace(self.sample, q=q, qd=qd, qdd=qdd))
            for factors, source, words in (
                (as_read, crossed, f"The efforts of j{both}"),
                (moved, {}, f"The positions of j{both}"),
                (moved, crossed, f"J{both}"),
            ):
                misfit = factors.misfit(source=source)
                yield misfit, beyond(misfit, factors.alone(source)), words

    def turns(self) -> Iterator[tuple[float, float, str]]:
        """Yield residual, excess and name of each gravity along, between or against the axes of the base."""
        robot = self.base.model.robot
        gravity = np.array([float(g) for g in robot.gravity])
        given, usual = (float(np.linalg.norm([float(g) for g in each])) for each in (gravity, STANDARD_GRAVITY))
        size = given or usual
        seems = (
            "The robot seems to be mounted differently from its file, with gravity"
            if given
            else "The model has no gravity, but it seems to act"
        )
        if robot.base == "floating":
            return
        for axes in product((-1, 0, 1), repeat=3):
            vector = size * np.array(axes) / max(float(np.linalg.norm(axes)), 1.0)
            if not any(axes) or vector @ gravity > NEAR * size**2:
                continue
            factors = SampleFactors.of(under(self.base, vector.tolist()), self.sample)
            option = " ".join(f"{g:.3g}" for g in vector)
            yield (
                factors.misfit(),
                factors.excess,
                f"{seems} as in --gravity {option}",
            )

    def tilted(self) -> float:
        """Return the least residual under gravities near that of the file; infinity where there is none."""
        from scipy.optimize import minimize

        robot, gravity = self.base.model.robot, Gravity.of(self.base.model.robot)
        if robot.base == "floating" or not np.any(gravity.vector):
            return np.inf
        base = under(self.base, gravity.turned(GENERAL).tolist())

        def left(angles: Array) -> float:
            if not LEAST <= np.linalg.norm(angles) <= MOUNTED:
                return np.inf
            turned = robot.with_gravity(gravity.turned(angles).tolist())
            return SampleFactors.of_columns(replace(base.model, robot=turned), base.columns, self.sample).misfit()

        corners = PLAUSIBLE * np.array([[1.0, 0.0], [-0.5, 0.75**0.5], [-0.5, -(0.75**0.5)]])
        options = {"initial_simplex": corners, "xatol": LEAST, "fatol": np.inf}
        return float(minimize(left, corners[0], method="Nelder-Mead", options=options).fun)


def _flipped(flips: Mapping[str, str]) -> str:
    """Return what is flipped, in words."""
    parts = []
    for way in WAYS:
        names = [f"'{name}'" for name, each in flips.items() if each == way]
        if len(names) == 1:
            parts.append(f"the {way} of joint {names[0]}" if " " not in way else f"{way} of joint {names[0]}")
        elif names:
            both = "efforts" if way == "effort" else "positions" if way == "position" else "positions and efforts"
            parts.append(f"the {both} of joints {', '.join(names[:-1])} and {names[-1]}")
    text = " and ".join(parts)
    single = len(flips) == 1 and " " not in next(iter(flips.values()))
    return f"{text[0].upper()}{text[1:]} {'seems to have its sign' if single else 'seem to have their signs'} flipped"


def _either(sentences: Sequence[str]) -> str:
    """Return several explanations in one sentence."""
    first, *others = sentences
    return ", or ".join([first, *(words[0].lower() + words[1:] for words in others)])
