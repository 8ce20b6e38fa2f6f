"""The cut-off frequency by what predicts efforts: candidates around that of the spectra, judged by cross-validation.

A spectrum shows where the noise of the positions begins, not what it costs. Too high a cut-off frequency leaves noise
in the accelerations, which biases the estimate towards zero and is predicted as torque; too low a one removes motion
that the measured torque contains. Both show in the error of predicted efforts. So every candidate, a multiple of the
cut-off frequencies of the spectra, is used to clean the fitted logs; a linear model, whose rows the caller gives, is
fitted to all blocks of time but one, and predicts the efforts in that block. The efforts are the same for all
candidates: measured ones, low-pass filtered far above every candidate. Otherwise a low cut-off frequency would look
good because it removes what is to be predicted.

Of the candidates whose error is within one standard error of the best, that nearest to the spectra is taken. Where
recorded velocities agree with the positions, both are tried: recorded ones are used unless differentiated positions
predict better by more than one standard error.

Joints that move each other need the same cut-off frequency where the filter removes some of the motion: what it takes
from one then goes from all terms of an equation. So the lowest and the highest of the chosen frequencies are tried for
all coordinates.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.dynamics.api import torque_regressor
from heft.linalg import significant
from heft.logs.cleaning import ENDS, differentiate
from heft.logs.cleaning_options import Cleaning
from heft.logs.draft import Draft, Drafts, Survey
from heft.logs.low_pass import HIGHEST, low_pass
from heft.logs.slow_samples import OF_LARGEST
from heft.logs.usable_samples import UsableSamples
from heft.robot.model import Robot

Rows = Callable[[Array, Array, Array], Sequence[tuple[Ints, Array]]]
"""The regressor of a linear model at q (n, nq), qd (n, nv) and qdd (n, nv): for each coordinate, which unknowns (k,)
act on it, and how (k, n)."""

SCALES = tuple(2.0 ** (k / 2) for k in (-4, -3, -2, -1, 0, 1, 2))
"""The candidates, as multiples of the cut-off frequencies of the spectra."""

WORTH = 0.9
"""One frequency for all coordinates is taken if it leaves less than this much of the squared error, as a friction law
is."""

INSTANTS = 1500
"""At about this many instants of all logs together efforts are predicted."""

SAMPLES = 30000
"""At most about this many samples of all logs together are filtered for it."""

BLOCKS = 10
"""Blocks of time, each of which is predicted from the others."""

LIGHT = 1.5
"""Efforts are low-pass filtered at this many times the highest candidate."""

RIDGE = 1e-6
"""What keeps directions that the data do not determine small, in units of the squared length of each column."""

LONGEST_ENDS = 0.2
"""A candidate is not tried if, at either end, its filter extrapolates into more of the longest segment than this."""


@dataclass(frozen=True, eq=False)
class Judged:
    """Samples whose efforts are predicted.

    Attributes:
        samples: of one log, on even stamps.
        options: its cleaning.
        effort: (n, nv) lightly filtered.
        at: (m,) the instants.
        moves: (m, nv) whether an effort was measured there and its joint moves.
    """

    samples: UsableSamples
    options: Cleaning
    effort: Array
    at: np.ndarray
    moves: Bools


def torque_rows(robot: Robot, q: Array, qd: Array, qdd: Array) -> list[tuple[Ints, Array]]:
    """Return the `Rows` of a robot: inertial parameters, and on each joint armature and simple friction.

    The friction is viscous and Coulomb friction and an offset.
    """
    driven = np.eye(robot.nv)
    for joint in robot.joints:
        if joint.kind == "floating":
            driven[robot.v_index[joint.name]] = 0.0
    drives = [x[:, :, None] * driven for x in (qdd, qd, np.sign(qd), np.ones_like(qd))]
    whole = np.concatenate([torque_regressor(robot, q, qd, qdd), *drives], axis=2)
    columns = np.arange(whole.shape[2])
    return [(columns, np.ascontiguousarray(whole[:, r].T)) for r in range(robot.nv)]


def refined(robot: Robot, rows: Rows, choose_velocities: bool, drafts: Drafts, cleaning: Cleaning) -> Cleaning:
    """Return cleaning with the cut-off frequencies, and the source of velocities, that predict efforts best.

    Args:
        robot: whose logs they are.
        rows: of the linear model that predicts.
        choose_velocities: whether the positions may be differentiated where recorded velocities agree with them.
        drafts: of the logs that are fitted.
        cleaning: with the cut-off frequencies of the spectra, sources of velocities and lags.
    """
    scales = _scales(robot, drafts.surveys, cleaning)
    total = sum(survey.samples for survey in drafts.surveys)
    judged = [each for each in drafts.held.each(_judged, total, cleaning, scales) if each is not None]
    if len(scales) < 2 or not judged:
        return cleaning
    together = drafts.surveys[0].effort_kind == "joint_torque"

    def errors(sources: Cleaning, scale: float) -> Array:
        return _errors(robot, rows, judged, _scaled(sources, scale, robot), together)

    def level(found: Cleaning) -> Cleaning:
        own = found.cutoffs(robot)
        if own.min() == own.max():
            return found
        same = [replace(found, cutoff=(float(frequency),) * len(own)) for frequency in (own.min(), own.max())]
        losses = [errors(each, 1.0) for each in (found, *same)]
        return _clearly_best([found, *same], [_relative(loss, losses[0]) for loss in losses])

    first = _descended(partial(errors, cleaning), scales, 1.0)
    scale = _chosen(first, first[1.0])
    if not choose_velocities or "recorded" not in cleaning.velocities:
        return level(_scaled(cleaning, scale, robot))
    positions = replace(cleaning, velocities=("positions",) * robot.nv)
    second = _descended(partial(errors, positions), scales, scale)
    other = _chosen(second, first[1.0], scale)
    if _clearly_less(_relative(second[other], first[1.0]), _relative(first[scale], first[1.0])):
        return level(_scaled(positions, other, robot))
    return level(_scaled(cleaning, scale, robot))


def _descended(errors: Callable[[float], Array], scales: Sequence[float], start: float) -> dict[float, Array]:
    """Return the squared errors of candidates, from one of them on in both directions as long as they fall."""
    found = {start: errors(start)}
    at = scales.index(start)
    for way in (scales[at::-1], scales[at:]):
        for before, after in pairwise(way):
            found[after] = errors(after)
            if np.sum(_relative(found[after], found[start])) > np.sum(_relative(found[before], found[start])):
                break
    return found


def _scaled(cleaning: Cleaning, scale: float, robot: Robot) -> Cleaning:
    """Return cleaning with all cut-off frequencies multiplied."""
    return cleaning if scale == 1 else replace(cleaning, cutoff=tuple((scale * cleaning.cutoffs(robot)).tolist()))


def _scales(robot: Robot, surveys: Sequence[Survey], cleaning: Cleaning) -> list[float]:
    """Return the candidates that the rates and the lengths of the logs allow."""
    cutoff = cleaning.cutoffs(robot)
    longest = max(survey.seconds for survey in surveys)
    top = HIGHEST * max(survey.rate for survey in surveys) / 2
    return [
        scale
        for scale in SCALES
        if scale == 1 or (ENDS / (scale * cutoff.min()) <= LONGEST_ENDS * longest and scale * cutoff.min() < top)
    ]


def _judged(draft: Draft, total: int, cleaning: Cleaning, scales: Sequence[float]) -> Judged | None:
    """Return the samples of a draft whose efforts are predicted; None if no effort was measured.

    Args:
        draft: one of the logs.
        total: the usable samples of all logs.
        cleaning: with the cut-off frequencies of the spectra.
        scales: the candidates.
    """
    robot, samples = draft.robot, draft.bridged(cleaning)[0]
    if total > SAMPLES:
        a, b = max(samples.segments, key=lambda segment: segment[1] - segment[0])
        room = int(SAMPLES * (b - a) / total)
        middle = (a + b) // 2
        samples = samples.part(((max(a, middle - room // 2), min(b, middle + room // 2)),))
    measured = np.any(np.nan_to_num(samples.effort) != 0, axis=0)
    if not measured.any():
        return None
    cutoff = cleaning.cutoffs(robot)
    light = np.full(robot.nv, min(LIGHT * max(scales) * cutoff.max(), HIGHEST * samples.rate / 2))
    effort = low_pass(np.nan_to_num(samples.effort), samples.rate, samples.segments, light, cleaning.order)
    margin = int(ENDS * samples.rate / (min(scales) * cutoff.min()))
    inner = [np.arange(a + margin, b - margin) for a, b in samples.segments if b - a > 2 * margin]
    if not inner:
        return None
    inside = np.concatenate(inner)
    at = inside[:: max(1, round(total / INSTANTS))]
    missing = [bool(np.isnan(column).any()) for column in samples.recorded.T]
    sources = tuple("positions" if gone else source for gone, source in zip(missing, cleaning.velocities, strict=True))
    own = replace(cleaning, velocities=sources)
    speeds = np.abs(differentiate(robot, samples, own)[1][at])
    return Judged(samples, own, effort, at, measured & (speeds >= OF_LARGEST * speeds.max(axis=0)))


def _errors(robot: Robot, rows: Rows, judged: Sequence[Judged], cleaning: Cleaning, together: bool) -> Array:
    """Return squared errors (blocks, nv) of efforts, each block predicted from the others; zero where not measured.

    Args:
        robot: whose samples they are.
        rows: of the linear model.
        judged: the samples.
        cleaning: a candidate.
        together: whether all joints share their parameters; otherwise each is fitted alone, as its efforts have a unit
            of their own.
    """
    parts, efforts, moves = [], [], []
    for each in judged:
        pairs = zip(cleaning.velocities, each.options.velocities, strict=True)
        sources = tuple("positions" if "positions" in pair else "recorded" for pair in pairs)
        states = differentiate(robot, each.samples, replace(cleaning, velocities=sources))
        q, qd, qdd = (x[each.at] for x in states)
        parts.append(rows(q, qd, qdd))
        efforts.append(each.effort[each.at])
        moves.append(each.moves)
    b, use = np.concatenate(efforts), np.concatenate(moves)
    b = np.where(use, b, 0.0)
    bounds = np.linspace(0, len(b), BLOCKS + 1).astype(int)
    blocks = [slice(*pair) for pair in pairwise(bounds)]
    there = np.any(b, axis=0)
    sums = []
    for r, each in enumerate(zip(*parts, strict=True)):
        A = np.concatenate([block for _, block in each], axis=1)
        sums.append(_Sums.of(each[0][0], np.where(use[:, r], A, 0.0), b[:, r], blocks))
    alone = _predicted(sums, blocks, np.eye(robot.nv)[there])
    if not together:
        return alone
    least = 1e-6 * np.sum(b**2, axis=0)
    weights = np.where(there, 1 / np.sqrt(np.maximum(np.maximum(alone.sum(axis=0), least), 1e-300)), 0.0)
    return _predicted(sums, blocks, weights[None])


class _Sums(NamedTuple):
    """The rows of one coordinate, and their products in each block.

    Attributes:
        columns: (k,) the unknowns that act on it.
        rows: (k, n) how.
        effort: (n,).
        grams: (blocks, k, k).
        sides: (blocks, k) of the rows with the efforts.
    """

    columns: Ints
    rows: Array
    effort: Array
    grams: Array
    sides: Array

    @classmethod
    def of(cls, columns: Ints, rows: Array, effort: Array, blocks: Sequence[slice]) -> _Sums:
        """Return those of rows and efforts."""
        grams = np.array([rows[:, block] @ rows[:, block].T for block in blocks])
        sides = np.array([rows[:, block] @ effort[block] for block in blocks])
        return cls(columns, rows, effort, grams, sides)


def _predicted(sums: Sequence[_Sums], blocks: Sequence[slice], weights: Array) -> Array:
    """Return squared errors (blocks, nv) of efforts, predicted by rows times unknowns of the other blocks.

    Args:
        sums: of each coordinate.
        blocks: of the samples.
        weights: (fits, nv) of the coordinates in each fit; a coordinate belongs to the fit in which it has a weight.
    """
    errors = np.zeros((len(blocks), len(sums)))
    for weight in weights:
        mine = {r: sums[r] for r in np.flatnonzero(weight).tolist()}
        columns = np.unique(np.concatenate([each.columns for each in mine.values()]))
        at = {r: np.searchsorted(columns, each.columns) for r, each in mine.items()}
        grams, sides = np.zeros((len(blocks), len(columns), len(columns))), np.zeros((len(blocks), len(columns)))
        for r, each in mine.items():
            grams[:, at[r][:, None], at[r]] += weight[r] ** 2 * each.grams
            sides[:, at[r]] += weight[r] ** 2 * each.sides
        unit = np.sqrt(np.einsum("bpp->p", grams))
        there = np.flatnonzero(significant(unit))  # what is rounding errors must not become a column of length one
        unit = unit[there]
        grams, sides = grams[:, there[:, None], there] / np.outer(unit, unit), sides[:, there] / unit
        others = grams.sum(axis=0) - grams + RIDGE * np.eye(len(unit))
        values = np.zeros((len(blocks), len(columns)))
        values[:, there] = np.linalg.solve(others, (sides.sum(axis=0) - sides)[..., None])[..., 0] / unit
        for r, each in mine.items():
            for k, block in enumerate(blocks):
                rest = each.effort[block] - values[k, at[r]] @ each.rows[:, block]
                errors[k, r] = rest @ rest
    return errors


def _relative(errors: Array, reference: Array) -> Array:
    """Return the error of each block, (blocks,): the mean over coordinates, each in units of its reference error."""
    whole = reference.sum(axis=0)
    used = whole > 0
    return np.mean(errors[:, used] / whole[used], axis=1) if used.any() else np.zeros(len(errors))


def _chosen(found: Mapping[float, Array], reference: Array, nearest: float = 1.0) -> float:
    """Return the candidate nearest to a scale of those within one standard error of the best.

    Args:
        found: squared errors (blocks, nv) of each candidate.
        reference: squared errors (blocks, nv), whose sums over blocks are the units.
        nearest: the scale, by default that of the spectra.
    """
    losses = {scale: _relative(errors, reference) for scale, errors in found.items()}
    best = min(losses.values(), key=np.sum)
    good = [scale for scale, loss in losses.items() if not _clearly_less(best, loss)]
    return min(good, key=lambda scale: abs(np.log(scale / nearest)))


def _clearly_best(candidates: Sequence[Cleaning], losses: Sequence[Array]) -> Cleaning:
    """Return the candidate with the least loss (blocks,) if that is clearly worth it, or else the first."""
    best = min(range(len(losses)), key=lambda k: float(np.sum(losses[k])))
    worth = np.sum(losses[best]) < WORTH * np.sum(losses[0]) and _clearly_less(losses[best], losses[0])
    return candidates[best if worth else 0]


def _clearly_less(losses: Array, others: Array) -> bool:
    """Return whether losses (blocks,) are less than others, in sum, by more than one standard error."""
    less = others - losses
    return bool(np.sum(less) > np.sqrt(len(less)) * np.std(less, ddof=1) + 1e-12)
