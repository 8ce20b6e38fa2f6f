"""What a reader of an identification wants to know first: is it better than the file, and what to do next."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.estimation.estimate import Estimate
from heft.report.words import counted, short

CLEARLY, MUCH = 1.05, 2.0
"""Ratios of residuals from which one is better than another, and from which a joint stands out."""

NOISY = 2.0
"""The model error dominates where intervals are more than this many times as wide as noise alone makes them."""

NAMED = 3


def verdict(estimate: Estimate) -> tuple[str, str]:
    """Return "better", "same", "worse" or "unknown", and the sentence that says so with numbers."""
    compared = estimate.comparison
    if compared is None:
        return "unknown", "This result does not hold a comparison with the robot's file."
    own, file, drives = (
        each.judged.overall.relative_percent for each in (compared.estimate, compared.file, compared.file_with_drives)
    )
    where = "held-out data" if compared.estimate.held_out is not None else "the fitted data (nothing was held out)"
    rival, words = min((file, "the file"), (drives, "the file with fitted friction"))
    numbers = (
        f"On {where}, the residual is {short(own, 3)} % of the efforts. With the robot's file it is {short(file, 3)} "
        f"%, or {short(drives, 3)} % with friction fitted to the same logs."
    )
    if not np.isfinite([own, rival]).all():
        return "unknown", f"{numbers} The estimate cannot be compared with the file."
    if own * CLEARLY < rival:
        times = short(rival / own, 2) if rival < 100 * own else f"{rival / own:.0f}"
        return "better", f"{numbers} The estimate predicts {times} times better than {words}."
    if own > CLEARLY * rival:
        return "worse", f"{numbers} The estimate predicts worse than {words}."
    return "same", f"{numbers} The estimate predicts as well as {words}, not better."


def next_steps(estimate: Estimate) -> list[str]:
    """Return what would improve the estimate, or how to use it, a sentence or two each."""
    steps = [*_unexcited(estimate), *_unseen(estimate), *_outstanding(estimate), *_limiting(estimate)]
    if not estimate.doubts:
        steps.append("Run heft validate with further logs to see whether the estimate holds on other motions.")
    return steps


def _unexcited(estimate: Estimate) -> Iterator[str]:
    """Say what to record if some directions of the base parameters are not excited."""
    missing = len(estimate.base_values) - estimate.rank
    if missing > 0:
        weak = np.argsort(-estimate.base_deviation / np.maximum(np.abs(estimate.base_values), 1e-9), kind="stable")
        names = [estimate.base.names[k] for k in weak[: min(NAMED, missing)]]
        yield (
            f"Record a motion that excites more: {missing} of {counted(len(weak), 'base parameter')} are not "
            f"excited, mainly {' and '.join(names)}. Run heft check to see which joints should move more, and heft "
            "excite to design the motion."
        )


def _unseen(estimate: Estimate) -> Iterator[str]:
    if estimate.held_out is None:
        yield "Record one more log and add it to the command: it is held out, and shows how well the estimate predicts."


def _outstanding(estimate: Estimate) -> Iterator[str]:
    judged = estimate.held_out.filtered if estimate.held_out else estimate.fitted
    worst = max(judged.joints, key=lambda joint: _finite(joint.relative_percent), default=None)
    overall = _finite(judged.overall.relative_percent)
    if worst is not None and overall and _finite(worst.relative_percent) > MUCH * overall:
        yield (
            f"Look at the curves of {worst.name}: its residual is {short(worst.relative_percent, 3)} % of its effort, "
            f"compared with {short(overall, 3)} % for all joints together. Its friction, its sensor or its small "
            "efforts may be the reason."
        )


def _limiting(estimate: Estimate) -> Iterator[str]:
    known = np.isfinite(estimate.base_deviation) & (estimate.base_noise > 0)
    if not known.any():
        return
    times = float(np.median(estimate.base_deviation[known] / estimate.base_noise[known]))
    if times > NOISY:
        yield (
            f"The intervals are {short(times, 2)} times as wide as noise alone would make them: model error limits the "
            "estimate. A better friction law helps more than additional data of the same kind."
        )
    else:
        yield "The width of the intervals is mainly due to noise: more data of the same kind will narrow them."


def _finite(value: float) -> float:
    return value if np.isfinite(value) else 0.0
