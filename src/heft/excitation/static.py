"""Postures in place of a motion: chosen by what torques at rest depend on, and visited on a short way."""

from __future__ import annotations

from heft.excitation.design import Design
from heft.excitation.postures import choose
from heft.excitation.problem import Problem
from heft.excitation.search import STARTS, DesignError, Found, Report
from heft.excitation.ways import tour


def still(
    problem: Problem,
    design: Design,
    *,
    starts: int | None,
    seed: int,
    seconds: float | None,
    report: Report | None,
) -> Found:
    """Return the motion that holds the best postures, one after the other.

    Args:
        problem: what is to be determined, within which limits.
        design: how many postures, how long each is held, and at which rate the log is recorded.
        starts: random sets of postures that are improved; None for some.
        seed: of the random postures.
        seconds: for choosing the postures; None for no limit.
        report: called with how many sweeps are done, how many there are, and the best value so far.

    Raises:
        DesignError: no posture keeps all limits, or no way leads from one to another.
    """
    count, samples = design.static or 1, design.hold * design.rate
    chosen = choose(problem, count, samples, starts=starts or STARTS, seed=seed, seconds=seconds, report=report)
    start = problem.posture if problem.from_posture else None
    found = tour(problem, chosen.q, design.hold, start=start, seed=seed)
    if not found.visited:
        raise DesignError(
            "No path was found from the start to any of the postures.",
            remedy="Start elsewhere, or take smaller margins.",
        )
    stopped = chosen.stopped
    if found.unreached:
        stopped += f" No path was found to {len(found.unreached)} of the {count} postures, which are left out."
    return Found(found.curve, chosen.value, chosen.history, stopped.strip())
