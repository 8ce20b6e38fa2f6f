"""The built-in robots as facts and as a table."""

from __future__ import annotations

from typing import Any

from rich.console import RenderableType
from rich.text import Text

from heft.report.tables import listed
from heft.robot.zoo import SUMMARIES, examples, named, names
from heft.showing.table import Table, column


def zoo_facts() -> dict[str, Any]:
    """Return name, size, mass and source of every built-in robot, and how families of robots are called."""
    robots = [(name, named(name)) for name in names()]
    return {
        "robots": [
            {
                "name": f"zoo:{name}",
                "base": robot.base,
                "bodies": robot.n_bodies,
                "rotors": len(robot.rotors),
                "nv": robot.nv,
                "mass": float(robot.parameters[:, 0].sum()),
                "what": SUMMARIES[name],
                "source": robot.notes[0],
            }
            for name, robot in robots
        ],
        "families": [f"zoo:{example}" for example in examples()],
    }


def zoo_shown(facts: dict[str, Any], every: bool) -> list[RenderableType]:
    """Return the robots as a table, with their sources if asked."""
    robots = facts["robots"]
    rows = Table(
        f"{len(robots)} built-in robots",
        (
            column("name", [each["name"] for each in robots]),
            column("base", [each["base"] for each in robots]),
            *(column(key, [each[key] for each in robots]) for key in ("nv", "rotors")),
            column("mass", [each["mass"] for each in robots], "kg"),
            column("what it is", [each["what"] for each in robots]),
            *([column("source", [each["source"] for each in robots])] if every else []),
        ),
    )
    families = f"Families, with numbers of your choice: {', '.join(facts['families'])}."
    use = "Every verb takes these names in place of a robot file: heft inspect zoo:puma560."
    return [listed(rows), Text(families), Text(use)]
