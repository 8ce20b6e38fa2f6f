"""The bodies of a robot as a table, and its figures: what its links weigh, and the friction that its file gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from heft.parameters import is_physical, to_com
from heft.showing.plots import Dots, Figures, Panel, diagrams, intervals
from heft.showing.table import Table, column

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from heft.robot.model import Robot


def body_table(robot: Robot) -> Table:
    """Return the bodies with joint, mass and centre of mass; if folded, those not consistent, then the heaviest."""
    bodies, masses = robot.bodies, robot.parameters[:, 0]
    physical = [bool(is_physical(body.parameters)) for body in bodies]
    centres = np.array([to_com(p)[1] if p[0] > 0 else np.full(3, np.nan) for p in robot.parameters]).reshape(-1, 3)
    return Table(
        f"Bodies of {robot.name}",
        (
            column("body", [body.name for body in bodies]),
            column("joint", [body.joint.name for body in bodies]),
            column("kind", [body.joint.kind for body in bodies]),
            column("mass", masses, "kg"),
            *(column(f"com {axis}", centres[:, k], "m") for k, axis in enumerate("xyz")),
            column("consistent", physical),
        ),
        tuple(max(float(mass), 0.0) if fine else np.inf for mass, fine in zip(masses, physical, strict=True)),
    )


def mass_figure(robot: Robot) -> Figure:
    """Draw the mass of every body."""
    none = np.full(robot.n_bodies, np.nan)
    return intervals([Dots("mass [kg]", robot.body_names, robot.parameters[:, 0], none, none)], ("mass", ""))


def friction_figure(robot: Robot) -> Figure:
    """Draw viscous and Coulomb friction over velocity for the joints with one coordinate."""
    panels = []
    for joint in (joint for joint in robot.joints if joint.nv == 1):
        fastest = float(joint.limits.velocity)
        qd = np.linspace(-1.0, 1.0, 401) * (fastest if np.isfinite(fastest) else 1.0)
        law = joint.friction
        tau = float(law.viscous) * qd + float(law.coulomb) * np.sign(qd) + float(law.offset)
        panels.append(Panel(joint.name, {"friction": (qd, tau)}, ylabel="N m, N"))
    return diagrams(panels, "velocity [rad/s, m/s]", shared=False)


def figures(_: Robot) -> Figures:
    """Return what draws each figure."""
    return {"parameters": mass_figure, "friction": friction_figure}
