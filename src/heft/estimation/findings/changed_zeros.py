"""Encoders whose zeros differ between logs: set by hand at each start, moved by a belt that skipped, calibrated anew.

In one log, links that are turned by the same angle explain such an error nearly as well. The links are the same in all
logs, so that several logs show it: the columns of small errors (`heft.estimation.zero_rows`) of each zero in each log,
and in all of them, are added to a regression over all logs, beside links that are the same and friction that drifts.
Zeros are named by the rules for those that are off in all logs alike (`heft.estimation.findings.encoder_zeros`), and
only if they explain most of what links of their own in each log do: a load or another unit in one log moves zeros, too,
but links explain more. Small errors say nothing of zeros that are off by more than 20 degrees.
"""

from __future__ import annotations

from collections.abc import Sequence

from heft.estimation.base import Base
from heft.estimation.findings.conflicting_logs import MOST_LOGS, excess
from heft.estimation.findings.encoder_zeros import MANY_JOINTS, NOTABLE
from heft.estimation.findings.far_zeros import SMALL
from heft.estimation.friction_per_log import numbered
from heft.estimation.least_squares import Fit
from heft.estimation.zero_rows import Zero, turning
from heft.estimation.zero_search import Zeros, ZeroSearch, corrected
from heft.logs.motion import Motion

LEFT = 0.25
"""The part of what links of their own explain that corrected zeros leave to them at most."""


def changed_zeros(base: Base, logs: Sequence[Motion], fit: Fit) -> list[str]:
    """Return a sentence if the zeros of joints seem to differ between logs.

    Args:
        base: the base parameters.
        logs: those without a payload.
        fit: the least-squares estimate.
    """
    joints = turning(base.model.robot)
    told_apart = any(column.run is not None for column in base.model.extra)
    if not 2 <= len(logs) <= MOST_LOGS or not 0 < len(joints) <= MANY_JOINTS or told_apart or base.model.sensors:
        return []
    zeros = [Zero(name, place, run) for run in (None, *range(len(logs))) for name, place in joints.items()]
    search = ZeroSearch.of(base, logs, fit, zeros, drifting=True)
    found = search.found(fit.values)
    largest = max((abs(size) for size, _ in found.offsets.values()), default=0.0)
    if all(zero.run is None for zero in found.offsets) or largest > SMALL or not found.leave(NOTABLE):
        return []
    right = corrected(numbered(logs), {zero: size for zero, (size, _) in found.offsets.items()})
    return [] if excess(base, right, fit) > LEFT * excess(base, logs, fit) else [_words(found, logs)]


def _words(found: Zeros, logs: Sequence[Motion]) -> str:
    joint, left = found.least
    names = {k: motion.source.path if motion.source else f"log {k + 1}" for k, motion in enumerate(logs)}
    runs = sorted({zero.run for zero in found.offsets}, key=lambda run: -1 if run is None else run)
    where = {run: "all logs" if run is None else names[run] for run in runs}
    sizes = "; ".join(f"{', '.join(found.sizes(run))} in {where[run]}" for run in runs)
    again = "; ".join(f"{found.table(run)} for {where[run]}" for run in runs)
    return (
        f"The zeros of the positions seem to differ between the logs: relative to the others, add {sizes}. This would "
        f"remove {100 * (1 - left):.0f} % of the squared residual of the estimate at '{joint}'. Were encoders zeroed "
        f"anew, or did a belt skip? If so, import with these entries in the map: {again}."
    )
