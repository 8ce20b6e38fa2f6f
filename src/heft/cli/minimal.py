"""`heft minimal`: the minimal linear combinations of a serial arm."""

from __future__ import annotations

from pathlib import Path

from heft.cli.options import ANSWERING, LOADING, AnswerOptions, LoadingOptions, RobotName


def minimal(robot: RobotName, /, *, loading: LoadingOptions = LOADING, answering: AnswerOptions = ANSWERING) -> None:
    """Show the minimal linear combinations of a serial arm's link parameters, in closed form."""
    from heft.minimal.minimal_set import combinations
    from heft.report.minimal import minimal_set

    place = answering.place(Path(robot))
    mlc = combinations(loading.load(robot))
    answering.give(mlc.to_dict(), lambda: minimal_set(mlc, answering.every), place)
