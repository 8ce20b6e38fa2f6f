"""Held-out samples that say nothing, or that are predicted far worse than the fitted ones."""

from __future__ import annotations

from collections.abc import Iterator

from heft.errors import listed
from heft.estimation.comparison import Comparison
from heft.estimation.runs import Runs

WORSE, POINTS = 3.0, 10.0
"""A joint is predicted far worse where its relative residual on held-out samples is so many times that on fitted ones,
and so many points above it [%]."""


def held_out(compared: Comparison, runs: Runs) -> Iterator[str]:
    """Yield a sentence if nothing can be judged by the held-out samples, and one for joints that are judged badly."""
    if not runs.held_out:
        return
    fitted, held = compared.estimate.fitted, compared.estimate.held_out
    judged = {} if held is None else {joint.name: joint for joint in held.joints}
    silent = [joint.name for joint in fitted.joints if joint.name not in judged]
    if not judged:
        yield (
            "No held-out sample can be used: the estimate has not been tested on new data. Hold out a log, or a longer "
            "part of it, in which the joints move."
        )
    elif silent:
        names = listed(f"'{name}'" for name in silent)
        yield f"No held-out sample of {names} can be used: these joints have not been tested on new data."
    worse = [
        f"'{joint.name}' {judged[joint.name].relative_percent:.0f} % against {joint.relative_percent:.0f} %"
        for joint in fitted.joints
        if joint.name in judged
        and judged[joint.name].relative_percent > WORSE * joint.relative_percent
        and judged[joint.name].relative_percent > POINTS + joint.relative_percent
    ]
    if worse:
        yield (
            f"Held-out samples are predicted far worse than fitted ones, relative to the torque: {', '.join(worse)}. "
            "Either the two are of different motions or conditions, or some of the samples are wrong."
        )
