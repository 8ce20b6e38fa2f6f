"""A few samples of all runs, enough to try out what may be wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from heft.arrays import Array
from heft.logs.motion import Motion

SAMPLES, FEWEST = 300, 50


@dataclass(frozen=True, eq=False)
class Sample:
    """A few samples of all runs: positions (n, nq), velocities, accelerations and efforts (n, nv)."""

    q: Array
    qd: Array
    qdd: Array
    effort: Array


def sampled(motions: Sequence[Motion]) -> Sample | None:
    """Return some samples of all runs in which every measured effort is finite; None if there are not enough."""
    parts = []
    for motion in motions:
        good = np.flatnonzero(np.all(np.isfinite(motion.true_effort), axis=1))
        count = min(len(good), SAMPLES // len(motions))
        at = good[np.linspace(0, len(good) - 1, count).astype(int)] if count else good[:0]
        parts.append([x[at] for x in (motion.q, motion.qd, motion.qdd, motion.effort)])
    q, qd, qdd, effort = (np.concatenate(x) for x in zip(*parts, strict=True))
    return Sample(q, qd, qdd, effort) if len(q) > FEWEST else None
