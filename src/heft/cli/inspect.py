"""`heft inspect`: what a robot file contains."""

from __future__ import annotations

from pathlib import Path

from heft.cli.options import ANSWERING, VIEWING, AnswerOptions, RobotName, ViewingOptions


def inspect(robot: RobotName, /, *, viewing: ViewingOptions = VIEWING, answering: AnswerOptions = ANSWERING) -> None:
    """Show what a robot file contains: its tree, joints and inertias, and whether these are physically consistent."""
    from heft.report.inspection import robot_facts
    from heft.report.tables import inspection

    place = answering.place(Path(robot))
    loaded = viewing.load(robot)
    answering.give(robot_facts(loaded), lambda: inspection(loaded, answering.every), place)
