"""A few samples of all runs, enough to try out what may be wrong with them.

The effort of a joint that stays at rest throughout a run says nothing about the run: a brake may hold the joint, and
its drive gives anything. Nor does an effort that was not measured. Neither counts, as in the fit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array, Bools
from heft.logs.motion import Motion

SAMPLES, FEWEST = 300, 50


@dataclass(frozen=True, eq=False)
class Sample:
    """A few samples of all runs: positions (n, nq), velocities, accelerations and efforts (n, nv).

    `counts` (n, nv) says which efforts count; the others are zero.
    """

    q: Array
    qd: Array
    qdd: Array
    effort: Array
    counts: Bools


def sampled(motions: Sequence[Motion]) -> Sample | None:
    """Return some samples of all runs in which every effort that counts is finite; None if there are not enough."""
    parts = []
    for motion in motions:
        counts = motion.measured & np.any(np.abs(motion.qd) >= motion.velocity_threshold, axis=0)
        effort = np.where(counts, motion.true_effort, 0.0)
        good = np.flatnonzero(np.all(np.isfinite(effort), axis=1))
        count = min(len(good), SAMPLES // len(motions))
        at = good[np.linspace(0, len(good) - 1, count).astype(int)] if count else good[:0]
        parts.append([x[at] for x in (motion.q, motion.qd, motion.qdd, effort, np.tile(counts, (motion.n, 1)))])
    q, qd, qdd, effort, counts = (np.concatenate(x) for x in zip(*parts, strict=True))
    return Sample(q, qd, qdd, effort, counts) if len(q) > FEWEST and np.any(counts) else None
