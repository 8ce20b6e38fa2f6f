"""Efforts that come more seldom than positions: a drive reports them at a rate of its own, below that of the encoders.

A recorder leaves the samples in between empty, or repeats the last effort that it got. Either way only the samples with
an effort of their own say something about torques; a repeated effort would be late by half the time that it is held.
So the log is thinned out to these samples, at which positions and efforts were recorded together.

Where a controller held the torques themselves, they act half of that time later on average. Logs do not tell the one
from the other before they are compared with a model, so the warning says what to do then.

Efforts are held if all of them change at the same samples, which follow each other at nearly the same distance. Rounded
efforts stay, too, but for as long as they happen to change slowly.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import FormatError
from heft.logs.channel_checks import dead
from heft.logs.journal import Journal
from heft.logs.log import Log
from heft.logs.motion import Motion
from heft.logs.usable_samples import FEWEST

SELDOM = "seldom efforts"
"""The step in which a motion says that its log was thinned out."""

MOST = 0.5
"""The share of the samples without efforts from which on efforts count as recorded more seldom."""

REGULAR = 0.9
"""The share of the steps between changes of efforts that are alike within one sample, where efforts are held."""


def at_efforts(log: Log, journal: Journal) -> Log:
    """Return a log with the samples alone at which efforts were recorded; as it is if these are at least half of it.

    Args:
        log: as measured; contacts and wrenches are left out with the other samples.
        journal: gets a warning if samples are left out.

    Raises:
        FormatError: too few samples have efforts, or joints have theirs in different samples.
    """
    if log.effort is None:
        return log
    kept, why, remedy = _measured(log), "have efforts, which were recorded at a lower rate than positions", ""
    if np.all(kept):
        kept = _renewed(log.effort)
        why = "have new efforts: they were recorded at a lower rate than positions, and are repeated in between"
        remedy = (
            " If a controller held the torques themselves, they act half of that time later: import the log with late "
            "= -{} for the effort in its map."
        )
    count = int(np.count_nonzero(kept))
    if count == log.n:
        return log
    if count < FEWEST:
        raise FormatError(
            f"Only {count} of {log.n} samples {why}; at least {FEWEST} are needed.",
            where=log.where,
            remedy="Record efforts more often, or a longer run.",
        )
    every = int(np.median(np.diff(np.flatnonzero(kept))))
    journal.step(SELDOM, samples=count, of=log.n, every=every)
    journal.warn(f"Only {count} of {log.n} samples {why}. The other samples are left out.{remedy.format(every // 2)}")
    columns = {name: getattr(log, name) for name in ("q", "qd", "qdd", "effort", "command")}
    part = {name: None if values is None else values[kept] for name, values in columns.items()}
    return replace(log, t=log.t[kept], contacts={}, wrenches={}, **part)


def rate_of_log(motion: Motion) -> float:
    """Return the sampling rate [Hz] of the log of a motion, which may have been thinned out to its efforts."""
    return motion.rate * next((float(step["every"]) for step in motion.steps if step["step"] == SELDOM), 1.0)


def _measured(log: Log) -> Bools:
    """Return the samples (n,) in which efforts are there; all of them if they are there in at least half of them.

    A joint whose efforts are much rarer than those of others does not count.
    """
    assert log.effort is not None
    there = np.isfinite(log.effort)
    counts = there.sum(axis=0)
    most = int(np.max(counts, initial=0))
    if not 0 < most < MOST * log.n:
        return np.ones(log.n, bool)
    together = np.asarray(there[:, counts >= MOST * most].all(axis=1))
    if np.count_nonzero(together) < MOST * most:
        first, other = (log.v_names[k] for k in np.argsort(-counts, kind="stable")[:2])
        raise FormatError(
            f"The efforts of its joints are in different samples, those of '{first}' in {100 * most / log.n:.0f} % of "
            f"all, and mostly not where those of '{other}' are.",
            where=log.where,
            remedy="Interpolate the efforts to common time stamps before importing them.",
        )
    return together


def _renewed(effort: Array) -> Bools:
    """Return the samples (n,) with new efforts, if efforts (n, nv) are held in between; else all."""
    everything = np.ones(len(effort), bool)
    changing = effort[:, [not dead(x) and bool(np.isfinite(x).any()) for x in effort.T]]
    if not changing.shape[1]:
        return everything
    new = np.append(True, np.any(np.diff(np.nan_to_num(changing), axis=0) != 0, axis=1))
    steps = np.diff(np.flatnonzero(new))
    if len(steps) < FEWEST:
        return everything
    usual = int(np.median(steps))
    alike = (steps >= max(2, usual - 1)) & (steps <= usual + 1)
    return new if usual >= 2 and np.mean(alike) >= REGULAR else everything
