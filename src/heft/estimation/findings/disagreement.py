"""Logs of one robot that disagree: the strongest sign that something changed between them, or that a log is wrong.

Each log is compared with all others together, in standard deviations from the scatter within the logs
(`heft.estimation.spread`). Where only drives differ, friction has drifted. Where links differ too, friction of their
own in the logs, with the same links, is tried: if it halves the residual of a joint, what seems to differ in the links
is a consequence. Else they carried something else, or the log has other gains or units.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.estimation.base import Base
from heft.estimation.findings.conflicting_logs import friction_drift
from heft.estimation.least_squares import Fit
from heft.estimation.runs import Runs, name_of
from heft.estimation.uncertainty import Spread
from heft.text import in_unit

TOO_FAR = 10.0
"""Standard deviations of a difference from which on it is named."""

MOST = 4
"""Parameters that are named."""


def disagreement(base: Base, runs: Runs, fit: Fit, spread: Spread) -> Iterator[str]:
    """Yield a sentence on the log that differs most from the others, if it differs by far.

    Args:
        base: the base parameters.
        runs: the logs.
        fit: the least-squares estimate.
        spread: how the estimate scatters between them.
    """
    names = [*map(name_of, runs.fitted)]
    far = np.abs(spread.contrasts)
    if len(far) < 2 or len(far) != len(names) or far.max() < TOO_FAR:
        return
    # a log that is wrong moves every other one's contrast, but by less, and not in all parameters
    apart = far.max(axis=1) >= TOO_FAR
    run = int(np.argmax(np.where(apart, np.mean(far**2, axis=1), -1.0)))
    order = [int(k) for k in np.argsort(-far[run]) if far[run, k] >= TOO_FAR]
    first = order[0]
    difference = float(spread.differences[run, first])
    others = ", ".join(f"{base.names[k]} ({far[run, k]:.0f})" for k in order[1:MOST])
    more = f" Also above {TOO_FAR:.0f} standard deviations: {others}" if others else ""
    more += f" and {len(order) - MOST} more" if len(order) > MOST else ""
    more += "." if others else ""
    rest = f"from {names[1 - run]} alone" if len(names) == 2 else "from the other logs"
    drives = all(base.columns[k] >= base.model.n_inertial for k in order)
    drift = None if drives else friction_drift(base, runs, fit)
    warm = "Record logs with warm drives, or use --friction-per-log, which estimates friction for each log."
    cause = (
        f"Only friction and armature differ, so friction has probably drifted, with temperature or load. {warm}"
        if drives
        else f"With friction of its own in each log, and the same links, the rms residual of '{drift.row}' would fall "
        f"by {100 * drift.gain:.0f} %, from {100 * drift.before:.3g} % of its effort, so friction has probably "
        f"drifted, with temperature or load. {warm}"
        if drift
        else "Was a payload or tool changed between the logs? Does one log have other gains, units, signs or encoder "
        "zeros, or a bias from noise? Identify the logs separately, or give those with a payload as loaded runs."
    )
    apart = in_unit(f"{abs(difference):.3g}", base.units[first])
    yield (
        f"The logs disagree. Estimated from {names[run]} alone, {base.names[first]} is {apart} "
        f"({far[run, first]:.0f} standard deviations) {'larger' if difference > 0 else 'smaller'} than {rest}.{more} "
        f"{cause} The intervals include the differences between the logs."
    )
