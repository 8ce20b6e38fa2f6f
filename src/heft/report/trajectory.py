"""A simulated trajectory: its energy, the range of every coordinate, and a curve of each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from heft.arrays import Array
from heft.dynamics.api import kinetic_energy, potential_energy
from heft.dynamics.simulation import Trajectory
from heft.friction import robot_friction
from heft.report.plots import curve, sparkline
from heft.report.tables import folded, section, table
from heft.report.words import NOTHING, counted, short
from heft.text import printable

INSTANTS = 1000
"""Largest number of instants at which the energy is computed."""

TALL = 12
"""Up to this many coordinates, each has a curve of two lines; beyond it, of one line."""


@dataclass(frozen=True, eq=False)
class TrajectorySummary:
    """A trajectory with or without joint friction, summed up."""

    trajectory: Trajectory
    friction: bool

    @cached_property
    def energies(self) -> tuple[Array, Array]:
        """Kinetic and potential energy at instants spread over the motion, first and last included [J]."""
        path = self.trajectory
        k = np.unique(np.linspace(0, len(path.t) - 1, INSTANTS).astype(int))
        return kinetic_energy(path.robot, path.q[k], path.qd[k]), potential_energy(path.robot, path.q[k])

    @cached_property
    def conserved(self) -> bool:
        """Whether energy should be conserved: neither torques nor friction do work."""
        path = self.trajectory
        dissipated = self.friction and bool(np.any(robot_friction(path.robot, path.qd) * path.qd))
        return not dissipated and not np.any(path.tau)

    def to_dict(self) -> dict[str, Any]:
        """Return the summary, ready for JSON; angles in rad, lengths in m, energies in J."""
        path = self.trajectory
        kinetic, potential = self.energies
        total = kinetic + potential
        largest = float(kinetic.max())
        change = float(total[-1] - total[0])
        return {
            "robot": path.robot.name,
            "base": path.robot.base,
            "gravity": [float(g) for g in path.robot.gravity],
            "duration": float(path.t[-1]),
            "dt": float(path.t[1]) if len(path.t) > 1 else None,
            "steps": len(path.t) - 1,
            "friction": self.friction,
            "energy": {
                "start": float(total[0]),
                "end": float(total[-1]),
                "change": change,
                "largest_kinetic": largest,
                "conserved": self.conserved,
                "relative_drift": abs(change) / largest if self.conserved and largest > 0 else None,
            },
            "q": extremes(path.q, path.robot.configuration_names),
            "qd": extremes(path.qd, path.robot.coordinate_names),
            "tau": extremes(path.tau, path.robot.coordinate_names),
        }


def extremes(values: Array, names: list[str]) -> list[dict[str, Any]]:
    """Return the first, last, smallest and largest value of each column."""
    return [
        {"name": name, "start": float(x[0]), "end": float(x[-1]), "min": float(x.min()), "max": float(x.max())}
        for name, x in zip(names, values.T, strict=True)
    ]


def summary(motion: TrajectorySummary, every: bool = False) -> list[RenderableType]:
    """Return the trajectory as text, a table and curves."""
    path = motion.trajectory
    steps = counted(len(path.t) - 1, "step")
    name = printable(path.robot.name)
    step = f" of {short(float(path.t[1]))} s" if len(path.t) > 1 else ""
    title = Text.assemble((name, "bold cyan"), f"  {short(float(path.t[-1]), 6)} s in {steps}{step}")
    return [title, energy(motion), "", coordinates(path, every)]


def coordinates(path: Trajectory, every: bool = True) -> RenderableType:
    """Return a table of the coordinates: start, end, smallest and largest value, largest speed, and a curve."""
    names = path.robot.configuration_names
    speeds = dict(zip(path.robot.coordinate_names, np.abs(path.qd).max(axis=0).tolist(), strict=True))
    made = table("coordinate", "start", "end", "min", "max", "max |qd|", "<q over time")
    for entry, values in zip(extremes(path.q, names), path.q.T, strict=True):
        plot = curve(values, 30) if len(names) <= TALL else sparkline(values, 30)
        speed = short(speeds[entry["name"]]) if entry["name"] in speeds else NOTHING
        numbers = [short(entry[key]) for key in ("start", "end", "min", "max")]
        made.add_row(Text(printable(entry["name"])), *numbers, speed, Text(plot, style="cyan"))
    return section("Coordinates [rad, m]", *folded(made, every))


def energy(motion: TrajectorySummary) -> RenderableType:
    """Return the energy at the start and at the end and, if it should be conserved, its drift."""
    facts = motion.to_dict()["energy"]
    start, end, change = (short(facts[key], 6) for key in ("start", "end", "change"))
    line = Text.assemble(("Energy  ", "bold"), f"{start} J at the start, {end} J at the end\n")
    if not facts["conserved"]:
        return line.append("Change  ", "bold").append(f"{change} J, by torques and friction")
    drift, colour = short(facts["change"], 2), "green" if _small(facts["relative_drift"]) else "yellow"
    line.append("Drift   ", "bold").append(f"{drift} J", colour)
    if facts["relative_drift"] is not None:
        line.append(f", {short(facts['relative_drift'], 2)} of the largest kinetic energy")
    return line


def _small(drift: float | None) -> bool:
    return drift is None or drift < 1e-6
