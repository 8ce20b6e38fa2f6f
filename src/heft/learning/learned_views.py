"""A learned model in Python: its base parameters as a table, and parameters and friction as figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from heft.errors import ArgumentError
from heft.learning.jacobian import torques
from heft.learning.model import BlackBox
from heft.showing.plots import Dots, Figures, Panel, diagrams, intervals
from heft.showing.table import Table, column

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from heft.learning.learned import Learned

SPEEDS = 201


def base_table(learned: Learned) -> Table:
    """Return the base parameters, learned and prior; of a black box, how large it is."""
    if isinstance(learned.model, BlackBox):
        return Table("A network", (column("parameters", [len(learned.x)]),))
    rows = learned.base_parameters()
    return Table(
        f"Base parameters of {learned.model.robot.name}",
        (
            column("base parameter", [row["name"] for row in rows]),
            column("learned", [row["value"] for row in rows]),
            column("prior", [row["prior"] for row in rows]),
            column("terms", [" + ".join(f"{t['coefficient']:.4g} {t['parameter']}" for t in r["terms"]) for r in rows]),
        ),
    )


def parameter_figure(learned: Learned) -> Figure:
    """Draw the learned base parameters beside the prior's values."""
    _refuse_black_box(learned)
    rows = learned.base_parameters()
    priors = np.array([np.nan if row["prior"] is None else row["prior"] for row in rows])
    values = np.array([row["value"] for row in rows])
    names = [row["name"] for row in rows]
    return intervals([Dots("kg, kg m, kg m2", names, values, np.zeros(len(rows)), priors)], ("learned", "prior"))


def friction_figure(learned: Learned) -> Figure:
    """Draw what the actuators add to the torque of a joint over its velocity, without command and at rest otherwise."""
    _refuse_black_box(learned)
    robot, fastest = learned.robot, np.asarray(learned.constants["qd_max"], float)
    share = np.linspace(-1.0, 1.0, SPEEDS)[:, None]
    q = np.broadcast_to(robot.neutral, (SPEEDS, robot.nq))
    panels = []
    for r, name in enumerate(robot.coordinate_names):
        qd = np.zeros((SPEEDS, robot.nv))
        qd[:, r] = share[:, 0] * fastest[r]
        tau = -torques(learned.model, learned.x, learned.constants, q, qd, np.zeros_like(qd))  # type: ignore[arg-type]
        panels.append(Panel(name, {"friction": (qd[:, r], tau[:, r])}, ylabel="N m, N"))
    return diagrams(panels, "velocity [rad/s, m/s]", shared=False)


def _refuse_black_box(learned: Learned) -> None:
    if isinstance(learned.model, BlackBox):
        raise ArgumentError(
            "A network has neither parameters of links nor friction to draw.",
            where="plot",
            remedy="Learn rigid bodies: kind='white-box'.",
        )


def figures(_: Learned) -> Figures:
    """Return what draws each figure."""
    return {"parameters": parameter_figure, "friction": friction_figure}
