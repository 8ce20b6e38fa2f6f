"""Flipped signs, swapped joints, and robots that are mounted otherwise than their files say.

Each leaves a mark that needs no other knowledge of the robot: the joints, which share their parameters, can no longer
be explained together, or a drive seems to push instead of rub. So the fault is searched by undoing it on a few hundred
samples. Flips are undone joint by joint, effort, position or both, as long as that helps, beginning with none, with the
joints whose friction adds energy, and with every set of efforts if the joints are few. Where flips do not explain the
torques, each swap of two joints is tried, of their efforts, of their positions and velocities, or of all. A robot on a
wall or a ceiling feels another gravity, which several flips may explain nearly as well: gravities along and between the
axes of the base are tried too. What makes everything fit is named, and of several such explanations the simplest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, product

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.findings.sampled import Sample
from heft.estimation.information import triangle
from heft.estimation.samples_of_rows import base_rows
from heft.linalg import least_squares, significant

NOTICED = 0.2
"""A fault is searched where the residual from fitting joints together is at least this much of that of each alone. With
the few thousand rows of a sample, and some ten parameters more, noise makes half of it."""

BETTER = 0.5
"""An undone fault must leave less than this much of that residual to be believed."""

HELPS = 0.98
"""A flip is undone if that leaves less than this much of the residual."""

ALIKE = 1.03
"""Faults whose undoing leaves at most this many times the least residual are named together."""

MOST_JOINTS = 12
"""With more joints than this, swaps are not tried: there are too many."""

FEW_JOINTS = 7
"""With no more joints than this, all sets of flipped efforts are tried."""

NEAR = 0.99
"""Cosine of an angle: gravity nearer to the file's counts as the same."""

WAYS = ("effort", "position", "position and effort")
"""What of a joint may have its sign flipped."""


def confused(base: Base, sample: Sample, suspicious: bool, *, cancels: bool = False) -> Iterator[str]:
    """Look for flips, swaps or another gravity, where joints do not fit together or something else speaks for a fault.

    Args:
        base: the base parameters.
        sample: a few samples of all runs.
        suspicious: whether to look in any case.
        cancels: whether a joint has almost no effort, or all lack gravity: flips are not looked for, as they cannot be
            told there.
    """
    start = SampleFactors.of(base, sample)
    found, excess = start.misfit(), start.excess
    if excess < NOTICED * start.alone() and not suspicious:
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
            alike = [sentence for swapped_left, _, sentence in swaps[:3] if swapped_left <= ALIKE * left]
            words, flips = _either(alike), {"swap": ""}
    most = BETTER if cancels else 1.0
    turned_left, turned_rest, sentence = min(trial.turns(), default=(np.inf, np.inf, ""))
    if turned_left < left or (len(flips) > 1 and turned_left <= ALIKE * left):
        words, rest, left, most = sentence, turned_rest, turned_left, min(most, BETTER**0.5)
    elif turned_left <= ALIKE * left:
        words = _either([words, sentence])
    # where terms cancel or gravity seems to be missing, what fitting joints together costs is itself uncertain: the
    # whole residual must fall; under another gravity there are more parameters to fit with, and half of its squares
    if words and left < most * found and rest < BETTER * excess:
        yield f"{words}: undoing that takes the relative residual from {100 * found:.0f} to {100 * left:.0f} %."


@dataclass(frozen=True, eq=False)
class SampleFactors:
    """Triangular factors of a sample, one for each coordinate, with the efforts of all as right-hand sides.

    Attributes:
        parts: for each coordinate its columns and the factor of those and of all efforts.
        free: how many columns may have any sign; the others are of friction and reflected inertias.
        width: how many columns there are.
        energy: (nv,) rms efforts.
        samples: how many.
    """

    parts: list[tuple[Ints, Array]]
    free: int
    width: int
    energy: Array
    samples: int

    @classmethod
    def of(cls, base: Base, sample: Sample) -> SampleFactors:
        """Return those of base parameters."""
        return cls.of_columns(base.model, base.columns, sample)

    @classmethod
    def of_columns(cls, model: Model, columns: Ints, sample: Sample) -> SampleFactors:
        """Return those of some columns of a model."""
        first = model.n_inertial
        rubs = np.array([c >= first and model.extra[c - first].law.nonnegative for c in columns])
        order = np.concatenate([columns[~rubs], columns[rubs]])
        rows = base_rows(model, order, sample.q, sample.qd, sample.qdd)
        parts = []
        for r in range(rows.shape[1]):
            acts = np.flatnonzero(np.any(rows[:, r], axis=0))
            parts.append((acts, triangle(np.column_stack([rows[:, r, acts], sample.effort]))))
        energy = np.sqrt(np.mean(sample.effort**2, axis=0))
        return cls(parts, int(np.sum(~rubs)), len(order), energy, len(rows))

    def misfit(
        self,
        signs: Mapping[int, float] | None = None,
        source: Mapping[int, int] | None = None,
        scales: Mapping[int, float] | None = None,
    ) -> float:
        """Return the relative residual of the best base parameters: a root mean square over the coordinates.

        Friction and reflected inertias are kept from being negative: with that freedom a flipped torque would be
        explained by drives that push instead of rub. The parameters that were fitted are taken off the number of
        samples.

        Args:
            signs: by which efforts of coordinates are multiplied; 1 if not given.
            source: from which coordinate an effort is taken; its own if not given.
            scales: by which efforts of coordinates are divided; 1 if not given.
        """
        from scipy.optimize import nnls

        R, used = self._factor if not source and not scales else self._together(source or {}, scales or {})
        if not used:
            return 0.0
        n, free = self.width, self.free
        rest = R[:, n:] @ [(signs or {}).get(r, 1.0) for r in range(len(self.parts))]
        # the free parameters take all they can explain; the others must not be negative
        unit = np.linalg.norm(R[:, :n], axis=0)
        unit[unit == 0] = 1.0
        push = nnls(R[free:n, free:n] / unit[free:], rest[free:n])[1] if n > free else 0.0
        return float(np.sqrt((push**2 + np.sum(rest[n:] ** 2)) / _freedom(self.samples * used, R[:, :n])))

    @cached_property
    def _factor(self) -> tuple[Array, int]:
        """`_together`, efforts as they are: signs may be flipped afterwards."""
        return self._together({}, {})

    def _together(self, source: Mapping[int, int], scales: Mapping[int, float]) -> tuple[Array, int]:
        """Return the factor of all coordinates, whose efforts are a column each, and how many of them are not zero."""
        n, blocks = self.width, []
        for r, (acts, R) in enumerate(self.parts):
            k, effort = len(acts), source.get(r, r)
            if self.energy[effort] > 0:
                block = np.zeros((len(R), n + len(self.parts)))
                block[:, acts], block[:, n + r] = scales.get(r, 1.0) * R[:, :k], R[:, k + effort]
                blocks.append(block / self.energy[effort])
        return triangle(np.concatenate(blocks)) if blocks else np.zeros((0, 0)), len(blocks)

    def alone(self, source: Mapping[int, int] | None = None) -> float:
        """Return the relative residual if each coordinate has parameters of its own."""
        total, used = 0.0, 0
        for r, (acts, R) in enumerate(self.parts):
            k, effort = len(acts), (source or {}).get(r, r)
            if self.energy[effort] > 0:
                rest = np.sum((R[k:, k + effort] / self.energy[effort]) ** 2)
                total, used = total + float(rest) / _freedom(self.samples, R[:k, :k]), used + 1
        return float(np.sqrt(total / max(used, 1)))

    def pushing(self) -> list[int]:
        """Return the coordinates whose friction, each coordinate with parameters of its own, adds energy."""
        found = []
        for r, (acts, R) in enumerate(self.parts):
            k, rubs = len(acts), acts >= self.free
            values = least_squares(R[:k, :k], R[:k, k + r]) if k else np.zeros(0)
            # viscous, Coulomb and other friction have the sign of their signals: they brake if all are positive
            if rubs.any() and float(np.sum(values[rubs] * np.linalg.norm(R[:, :k][:, rubs], axis=0))) < 0:
                found.append(r)
        return found

    @cached_property
    def excess(self) -> float:
        """How much of the residual comes from fitting the coordinates together, so that noise does not count."""
        return _beyond(self.misfit(), self.alone())


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
            self._made[turned] = SampleFactors.of(self.base, Sample(q, qd, qdd, self.sample.effort))
        return self._made[turned]

    def misfit(self, flips: Mapping[str, str]) -> float:
        """Return the relative residual with flips undone."""
        signs = {self.at[name][1]: -1.0 for name, way in flips.items() if way != "position"}
        return self.factors(flips).misfit(signs)

    def excess(self, flips: Mapping[str, str]) -> float:
        """Return how much of it comes from fitting the coordinates together."""
        return _beyond(self.misfit(flips), self.factors(flips).alone())

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
        for one, other in combinations(self.at, 2):
            (i, r), (j, s) = self.at[one], self.at[other]
            crossed, both = {r: s, s: r}, f"oints '{one}' and '{other}' seem to be swapped"
            q, qd, qdd = (x.copy() for x in (self.sample.q, self.sample.qd, self.sample.qdd))
            q[:, [i, j]] = q[:, [j, i]]
            for x in (qd, qdd):
                x[:, [r, s]] = x[:, [s, r]]
            as_read, moved = self.factors({}), SampleFactors.of(self.base, Sample(q, qd, qdd, self.sample.effort))
            for factors, source, words in (
                (as_read, crossed, f"The efforts of j{both}"),
                (moved, {}, f"The positions of j{both}"),
                (moved, crossed, f"J{both}"),
            ):
                misfit = factors.misfit(source=source)
                yield misfit, _beyond(misfit, factors.alone(source)), words

    def turns(self) -> Iterator[tuple[float, float, str]]:
        """Yield residual, excess and name of each gravity along, between or against the axes of the base.

        Under another gravity other first moments are felt, so that all columns are fitted and not the base's alone.
        """
        robot, model = self.base.model.robot, self.base.model
        gravity = np.array([float(g) for g in robot.gravity])
        size = float(np.linalg.norm(gravity))
        if robot.base == "floating" or not size:
            return
        columns = np.arange(len(model.names))
        for axes in product((-1, 0, 1), repeat=3):
            vector = size * np.array(axes) / max(float(np.linalg.norm(axes)), 1.0)
            if not any(axes) or vector @ gravity > NEAR * size**2:
                continue
            turned = replace(model, robot=robot.with_gravity(vector.tolist()))
            factors = SampleFactors.of_columns(turned, columns, self.sample)
            option = " ".join(f"{g:.3g}" for g in vector)
            yield (
                factors.misfit(),
                factors.excess,
                f"The robot seems to be mounted otherwise than its file says, with gravity as --gravity {option}",
            )


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


def _beyond(together: float, alone: float) -> float:
    return float(np.sqrt(max(together**2 - alone**2, 0.0)))


def _freedom(samples: int, R: Array) -> int:
    """Return how many samples are left beside the parameters of a factor."""
    return max(samples - int(np.sum(significant(np.abs(np.diag(R))))), 1)
