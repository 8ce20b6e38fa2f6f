"""Options of cleaning that were left open, from all logs of a robot together: cut-offs, and which velocities to use.

Where a log has more to say than the others, as the only one in which a joint moves, that log decides for the joint. A
log that contradicts the others, for example with a velocity of the wrong sign, has its positions differentiated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import ArgumentError
from heft.logs.agreement import Agreement, compare
from heft.logs.cleaning_options import Cleaning
from heft.logs.derivatives import velocities
from heft.logs.draft import Draft, Drafts, Survey
from heft.logs.journal import Journal
from heft.logs.low_pass import low_pass
from heft.logs.robot_order import position_of_velocity
from heft.logs.slow_samples import SIGMAS, joints_that_move, noise_of_positions
from heft.logs.spectrum import longest
from heft.logs.time_units import refuse_wrong_clock, warn_of_clock
from heft.robot.model import Robot

SOURCES = ("positions", "recorded")

MORE_NOISE = 10.0
"""Recorded velocities are preferred even if they are this many times as noisy: they are quiet at rest, and they change
sign together with friction."""

NOTABLE_SCALE = 0.01
"""A recorded velocity whose scale is further from one than this is said to have it."""

OTHER_LAG = 1.0
"""A log whose recorded velocity has a lag this many samples away from that of the others has a lag of its own."""

MOVES = 0.05
"""The spectrum of a log counts for a coordinate that moves there at least this fraction of what it does elsewhere."""

CONSTANT = 1e-12
"""A position that varies less than this, relative to its size or to one, is constant."""

SPREAD = 4.0
"""No coordinate is low-pass filtered at a frequency this many times lower than the highest of all."""


@dataclass(frozen=True, eq=False)
class Compared:
    """A draft beside its own derivative, at common cut-off frequencies.

    Attributes:
        speeds: (nv,) the greatest speed of each coordinate.
        agreements: one for each coordinate whose velocity was recorded, None for the others.
        noise: (nv,) of velocities from positions [rad/s, m/s].
        recorded_noise: (nv,) of recorded velocities.
    """

    speeds: Array
    agreements: tuple[Agreement | None, ...]
    noise: Array
    recorded_noise: Array


@dataclass(frozen=True, eq=False)
class Settled:
    """Options without open ones, for all logs of a robot.

    Attributes:
        options: with cut-off frequencies, sources of velocities and their lags.
        compared: one for each draft.
        moves: (drafts, nv) whether a coordinate moves in a log.
    """

    options: Cleaning
    compared: tuple[Compared, ...]
    moves: Bools

    @property
    def own(self) -> list[SettledForOne]:
        """The same for each log."""
        return [
            SettledForOne(self.options, *one) for one in zip(self.compared, np.array(self.moves, bool), strict=True)
        ]


@dataclass(frozen=True, eq=False)
class SettledForOne:
    """Options for all logs of a robot, beside what was found in one of them.

    Attributes:
        options: as in `Settled`.
        compared: its draft beside its own derivative.
        moves: (nv,) whether a coordinate moves in it.
    """

    options: Cleaning
    compared: Compared
    moves: Bools

    def of(self, draft: Draft, journal: Journal) -> tuple[Cleaning, Array]:
        """Return the options for the draft, and the noise of its velocities (nv,) [rad/s, m/s].

        They differ from those of all logs where a recorded velocity contradicts the positions of this log.
        """
        found, used = self.compared, list(self.options.velocities)
        listed = [a.to_dict() for a in found.agreements if a is not None]
        if listed:
            journal.step("recorded velocities", compared=listed)
        else:
            warn_of_clock(draft.robot, found.speeds, journal)
        lags = self.options.velocity_lags(draft.robot)
        for r, agreement in enumerate(found.agreements):
            if agreement is None:
                used[r] = "positions"
            elif self.moves[r] and agreement.words:
                journal.warn(agreement.words)
                used[r] = "positions"
            elif self.moves[r] and abs(agreement.lag - lags[r] * draft.even.rate) > OTHER_LAG:
                lags[r] = agreement.lag / draft.even.rate
            if used[r] == "recorded" and lags[r]:
                journal.note(_shifted(draft.robot.coordinate_names[r], lags[r], draft.even.rate, agreement))
        cutoff = self.options.cutoffs(draft.robot).tolist()
        kind = "Butterworth, forward and backward"
        journal.step("low-pass", kind=kind, order=self.options.order, cutoff=cutoff)
        journal.step("velocities", method="quintic spline", source=used, lag=lags.tolist())
        recorded = np.array(used) == "recorded"
        own = {"velocities": tuple(used), "velocity_lag": tuple(lags.tolist())}
        options = replace(self.options, **own)
        return options, np.where(recorded, found.recorded_noise, found.noise)


def settled(robot: Robot, drafts: Drafts, options: Cleaning) -> Settled:
    """Return the options with values in place of open ones, from all drafts together.

    Raises:
        ArgumentError: velocities were asked for that do not exist.
    """
    asked = (options.velocities,) * robot.nv if isinstance(options.velocities, str) else options.velocities
    if len(asked) != robot.nv or any(source not in (*SOURCES, "auto") for source in asked):
        raise ArgumentError(
            f"'velocities' is {options.velocities!r}.",
            remedy=f'Give "positions", "recorded" or "auto", once or for each of {robot.nv} coordinates.',
        )
    if "recorded" in asked and not any(survey.recorded for survey in drafts.surveys):
        raise ArgumentError("The log has no recorded velocities.", remedy='Set velocities to "positions".')
    if options.cutoff is None:
        options = replace(options, cutoff=_cutoffs(drafts.surveys))
    compared = tuple(drafts.held.each(_compared, options))
    moves = joints_that_move(robot, np.array([each.speeds for each in compared]), [each.noise for each in compared])
    if {*asked} != {"positions"}:
        for survey, each in zip(drafts.surveys, compared, strict=True):
            clear = each.speeds > SIGMAS * each.noise
            refuse_wrong_clock([a for a, there in zip(each.agreements, clear, strict=True) if there], survey.where)
    used = tuple(_source(r, asked[r], compared, moves) for r in range(robot.nv))
    if options.velocity_lag is None:
        options = replace(options, velocity_lag=_lags(drafts.surveys, compared, moves))
    return Settled(replace(options, velocities=used), compared, moves)


def _shifted(name: str, lag: float, rate: float, agreement: Agreement | None) -> str:
    """Return a sentence about a recorded velocity that is shifted, with its scale if that is not one."""
    scale = ""
    if agreement is not None and abs(agreement.scale - 1) > NOTABLE_SCALE:
        scale = f" and {agreement.scale:.3g} times the derivative of its position"
    late = f"{abs(lag) * rate:.1f} samples ({1e3 * abs(lag):.3g} ms) {'late' if lag > 0 else 'early'}"
    return f"The recorded velocity of '{name}' is {late}{scale}; it is shifted."


def _cutoffs(surveys: Sequence[Survey]) -> tuple[float, ...]:
    """Return a cut-off frequency for each position: the highest by the spectra of the logs in which it moves."""
    found = np.array([survey.spectral for survey in surveys])
    size = np.array([survey.deviation for survey in surveys])
    largest = np.max([survey.largest for survey in surveys], axis=0)
    there = size.max(axis=0) > CONSTANT * np.maximum(largest, 1.0)
    moves = (size >= MOVES * size.max(axis=0)) & there
    highest = np.where(moves, found, 0.0).max(axis=0)
    # a position that is constant in all logs has no spectrum, and no say
    return tuple(np.maximum(highest, highest.max() / SPREAD if there.any() else found.max()).tolist())


def _compared(draft: Draft, options: Cleaning) -> Compared:
    """Compare the recorded velocities of a draft with its positions, in its longest segment."""
    robot = draft.robot
    samples, of_q = draft.even, position_of_velocity(robot)
    rows, names = longest(samples.segments), tuple(robot.coordinate_names)
    t, segments = samples.t[rows], ((0, rows.stop - rows.start),)
    cutoff = options.cutoffs(robot)
    q = low_pass(samples.q[rows], samples.rate, segments, cutoff, options.order)
    differentiated = velocities(robot, t, q, segments)[0]
    inner = differentiated[len(t) // 20 : len(t) - len(t) // 20]
    speeds, noise = np.max(np.abs(inner), axis=0), noise_of_positions(draft.spectra[:, 1], cutoff)[of_q]
    if np.isnan(samples.recorded).all():
        return Compared(speeds, (None,) * robot.nv, noise, noise)
    same = np.full(robot.nv, float(cutoff.min()))
    differentiated = low_pass(differentiated, samples.rate, segments, same, options.order)
    recorded = low_pass(samples.recorded[rows], samples.rate, segments, same, options.order)
    agreements = tuple(compare(names, recorded, differentiated))
    return Compared(speeds, agreements, noise, np.sqrt(draft.velocity_noise * cutoff[of_q]))


def _source(r: int, asked: str, compared: Sequence[Compared], moves: Bools) -> str:
    """Return whether the velocity of a coordinate is the recorded one: where it can be trusted in most logs."""
    if asked != "auto":
        return asked
    votes = []
    for each, moving in zip(compared, moves[:, r], strict=True):
        agreement = each.agreements[r]
        if moving:
            calm = bool(each.recorded_noise[r] <= MORE_NOISE * each.noise[r])
            votes.append(agreement is not None and agreement.trusted and calm)
    return "recorded" if votes and np.mean(votes) > 0.5 else "positions"


def _lags(surveys: Sequence[Survey], compared: Sequence[Compared], moves: Bools) -> tuple[float, ...]:
    """Return how late each recorded velocity is [s]: the median over the logs in which the coordinate moves."""
    lags = []
    for r in range(moves.shape[1]):
        found = [
            (agreement.lag / survey.rate, agreement.in_time)
            for survey, each, moving in zip(surveys, compared, moves[:, r], strict=True)
            if moving and (agreement := each.agreements[r]) is not None and agreement.trusted
        ]
        small = not found or np.mean([in_time for _, in_time in found]) >= 0.5
        lags.append(0.0 if small else float(np.median([lag for lag, _ in found])))
    return tuple(lags)
