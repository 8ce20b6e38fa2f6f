"""Logs that cannot be of the same links: a load that was attached in one of them, another unit, sign, rate or mounting.

All logs are fitted together with the same links, each with friction and reflected inertias of its own, since those
drift. If links of their own take most of the residual of a joint from the logs, and that residual matters beside the
effort, something changed between them or a log is wrong. Of three logs or more it is the one without which the others
agree. The held-out log counts as well: what is asked is not how well it is predicted. If one factor in the efforts of
one joint explains it all, its gain has changed (`heft.estimation.findings.changed_gains`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.base import Base
from heft.estimation.findings.changed_gains import changed_gain
from heft.estimation.friction_per_log import drifts
from heft.estimation.information import Information, information_of
from heft.estimation.least_squares import Fit, reweighted
from heft.logs.motion import Motion

if TYPE_CHECKING:
    from heft.estimation.runs import Runs

OWN = 0.25
"""The squared residual of a joint that links of their own leave at most, as a fraction: the rms residual is halved."""

MATTERS = 0.02
"""The rms residual of the joint beside its rms effort, with the same links, from which on a conflict is named: what
links of their own take from it is then an error of the estimate of a percent or more."""

AS_WELL = 0.64
"""A load explains loaded runs as well as other links would if these leave at least this fraction of squared residuals:
the rms residual falls by a fifth at most. Of simulated drift they leave more than 0.9, of faults less than 0.4."""

MOST_LOGS = 8


class Conflict(NamedTuple):
    """What is said of logs that cannot be of the same links.

    Attributes:
        said: a sentence, or none.
        blamed: the log without which the others agree, if there is one.
        explained: whether a drive gain that changed explains it.
    """

    said: list[str]
    blamed: int | None = None
    explained: bool = False


def conflicting_logs(base: Base, logs: Sequence[Motion], fit: Fit) -> Conflict:
    """Return a sentence if logs cannot be of the same links, and which one is to blame, if one is.

    Args:
        base: the base parameters.
        logs: those without a payload.
        fit: the least-squares estimate.
    """
    told_apart = any(column.run is not None for column in base.model.extra)
    if not 2 <= len(logs) <= MOST_LOGS or told_apart or base.model.contacts is not None:
        return Conflict([])
    judge, every = _judge(base, logs, fit), list(range(len(logs)))
    here = judge.conflict(every)
    names = [motion.source.path if motion.source else "the motion" for motion in logs]
    drifted = judge.together(every) if here is None else None
    gain = changed_gain(judge.parts, fit, lambda same, own: judge.most(same, own, every) is not None, drifted)
    if gain is not None:
        where, others = names[gain.log], names[1 - gain.log] if len(names) == 2 else "the other logs"
        sentence = (
            f"The efforts of '{base.model.rows[gain.row]}' in {where} are {gain.factor:.3g} times as large as in "
            f"{others}, relative to what the same links and friction need. With this factor, the logs agree. Was a "
            f"drive gain or a gear ratio changed? Import one of the logs again with the right scale for this joint, or "
            "leave it out."
        )
        return Conflict([sentence], explained=True)
    if here is None:
        return Conflict([])
    clear = [k for k in every if len(logs) > 2 and judge.conflict([j for j in every if j != k]) is None]
    blamed = min(clear, key=lambda k: float(judge.together([j for j in every if j != k]).sum())) if clear else None
    joint, gain, before = here
    who = (
        f"{names[blamed]} does not go together with the other logs"
        if blamed is not None
        else f"The logs {', '.join(names)} do not go together"
    )
    sentence = (
        f"{who}: the links cannot be the same. With separate links for each log, the rms residual of "
        f"'{base.model.rows[joint]}' would fall by {100 * gain:.0f} %, from {100 * before:.3g} % of its effort. Was a "
        "load or tool changed, or does a log have another unit, sign, rate or mounting? Leave it out, or give logs "
        "with a load as loaded runs."
    )
    return Conflict([sentence], blamed)


def excess(base: Base, logs: Sequence[Motion], fit: Fit) -> float:
    """Return by how much squared residuals are larger with the same links than with links of their own for each log.

    Residuals of each coordinate are in units of its noise. Friction and reflected inertias are of their own in both.
    """
    judge = _judge(base, logs, fit)
    return float(reweighted(fit) ** 2 @ (judge.together(range(len(logs))) - judge.alone.sum(axis=0)))


def _judge(base: Base, logs: Sequence[Motion], fit: Fit) -> Judge:
    parts = [information_of(base.model, base.columns, motion) for motion in logs]
    return Judge(parts, np.asarray(base.columns) < base.model.n_inertial, fit)


@dataclass(frozen=True)
class Drift:
    """Friction that differs between logs.

    Attributes:
        row: where it shows most.
        gain: the part by which the rms residual there would fall with friction of its own in each log.
        before: that residual beside the rms effort.
    """

    row: str
    gain: float
    before: float


def friction_drift(base: Base, runs: Runs, fit: Fit) -> Drift | None:
    """Return where friction of its own in each log that is fitted, with the same links, halves a residual that matters.

    Args:
        base: the base parameters.
        runs: the logs.
        fit: the least-squares estimate.
    """
    first = base.model.n_inertial
    own = np.array([c >= first and drifts(base.model.extra[c - first]) for c in base.columns])
    told_apart = any(column.run is not None for column in base.model.extra)
    if told_apart or base.model.contacts is not None or not own.any():
        return None
    parts = [information_of(base.model, base.columns, motion) for motion in runs.fitted]
    every = list(range(len(parts)))
    apart = Judge(parts, ~own, fit)
    found = apart.most(Judge(parts, np.ones(len(own), bool), fit).together(every), apart.together(every), every)
    return Drift(base.model.rows[found[0]], found[1], found[2]) if found else None


def load_faults(base: Base, loaded: Sequence[Motion], fit: Fit, values: Array, load: Array) -> Iterator[str]:
    """Yield a sentence if no rigid load explains loaded runs, or if it changes during a run or between runs.

    Friction that drifted between the runs without and with the load is not such a fault, though it moves the load that
    was found: then the load that fits best beside friction of their own explains the runs as well as other links do.

    Args:
        base: the base parameters.
        loaded: the runs.
        fit: the least-squares estimate of base parameters from them.
        values: (n_base,) the base parameters of the robot with the load.
        load: (n_base, 10) what a load of plausible sizes adds to them.
    """
    halves = [half for motion in loaded for half in _halves(motion)]
    parts = [information_of(base.model, base.columns, motion) for motion in halves]
    judge = Judge(parts, np.asarray(base.columns) < base.model.n_inertial, fit)
    every, names = list(range(len(parts))), base.model.rows
    changed = judge.conflict(every)
    if changed is not None:
        yield (
            f"The load does not stay the same in the loaded runs: with a separate load in each half of each run, the "
            f"rms residual of '{names[changed[0]]}' would fall by {100 * changed[1]:.0f} %, from "
            f"{100 * changed[2]:.3g} % of its effort. Was the load picked up or lost on the way? Give a run in which "
            "it is carried throughout."
        )
        return
    own = judge.together(every)
    beside = judge.most(judge.with_load(values, load[:, :0]), own, every)
    if beside is not None and judge.most(judge.with_load(values, load), own, every, AS_WELL) is not None:
        yield (
            f"A rigid load does not explain the loaded runs: with other links of the robot, the rms residual of "
            f"'{names[beside[0]]}' would fall by {100 * beside[1]:.0f} %, from {100 * beside[2]:.3g} % of its effort. "
            "Do these runs have another unit, sign, rate, mounting or tool than the runs without load?"
        )


def _halves(motion: Motion) -> list[Motion]:
    """Return the two halves of a motion."""
    cut = motion.n // 2
    first = tuple((a, min(b, cut)) for a, b in motion.segments if a < cut)
    last = tuple((max(a, cut), b) for a, b in motion.segments if b > cut)
    return [replace(motion, segments=each) for each in (first, last) if each]


class Judge:
    """Fits logs with the same links and with links of their own."""

    def __init__(self, parts: Sequence[Information], shared: Bools, fit: Fit) -> None:
        self.parts, self.shared, self.fit = parts, shared, fit
        weights = reweighted(fit)
        self.factors = [part.stacked(weights)[:-1] * np.append(fit.scales, 1.0) for part in parts]
        self.alone = np.array([part.squares(self._values([k])[0]) for k, part in enumerate(parts)])

    def together(self, logs: Sequence[int]) -> Array:
        """Return (nv,) squared residuals of some logs with the same links."""
        values = self._values(logs)
        return np.sum([self.parts[k].squares(x) for k, x in zip(logs, values, strict=True)], axis=0)

    def conflict(self, logs: Sequence[int]) -> tuple[int, float, float] | None:
        """Return the coordinate in which some logs conflict most, by how much its rms residual would fall, and it."""
        return self.most(self.together(logs), self.alone[list(logs)].sum(axis=0), logs)

    def most(
        self, same: Array, own: Array, logs: Sequence[int], fraction: float = OWN
    ) -> tuple[int, float, float] | None:
        """Return where squared residuals (nv,) of some logs are much larger than others; see `conflict`.

        Args:
            same: the squared residuals.
            own: the others.
            logs: of which they are.
            fraction: of the first, below which the others are much smaller.
        """
        energy = np.sum([self.parts[k].energy for k in logs], axis=0)
        matters = (energy > 0) & (same > MATTERS**2 * energy)  # a passive joint has no effort
        ratio = np.where(matters, own / np.maximum(same, 1e-300), 1.0)
        r = int(np.argmin(ratio))
        return (r, float(1 - np.sqrt(ratio[r])), float(np.sqrt(same[r] / energy[r]))) if ratio[r] < fraction else None

    def with_load(self, values: Array, load: Array) -> Array:
        """Return (nv,) squared residuals of all logs with given links and the load that fits best, and own drives.

        Args:
            values: (n,) parameters of the links and the load that were found.
            load: (n, k) what the load may add to them, in steps of a plausible size.
        """
        found = self._values(range(len(self.parts)), values, load / self.fit.scales[:, None])
        return np.sum([part.squares(x) for part, x in zip(self.parts, found, strict=True)], axis=0)

    def _values(self, logs: Sequence[int], near: Array | None = None, along: Array | None = None) -> list[Array]:
        """Return the parameters of each of some logs: links in common, drives of their own.

        Sizes that are plausible are a prior about given parameters, so that what a log does not excite stays.

        Args:
            logs: some of them.
            near: (n,) parameters to start from; those of the fit if None.
            along: (n, k) directions in which links may differ from these, in scales; all if None.
        """
        start = (self.fit.values if near is None else near) / self.fit.scales
        links = np.eye(len(self.shared))[:, self.shared] if along is None else along
        drives, (n, common) = np.flatnonzero(~self.shared), links.shape
        width = common + len(logs) * len(drives)
        rows, sides = [np.eye(width)], [np.zeros(width)]
        for k, log in enumerate(logs):
            R = self.factors[log]
            wide = np.zeros((len(R), width))
            own = slice(common + k * len(drives), common + (k + 1) * len(drives))
            wide[:, :common], wide[:, own] = R[:, :n] @ links, R[:, drives]
            rows.append(wide)
            sides.append(R[:, n] - R[:, :n] @ start)
        x = np.linalg.lstsq(np.vstack(rows), np.concatenate(sides), rcond=None)[0]
        found = []
        for k in range(len(logs)):
            values = start + links @ x[:common]
            values[drives] += x[common + k * len(drives) : common + (k + 1) * len(drives)]
            found.append(self.fit.scales * values)
        return found
