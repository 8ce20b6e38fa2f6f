"""Servos in a terminal: doubts and warnings first, then values with intervals, then how well they predict."""

from __future__ import annotations

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from heft.estimation.servo_estimate import ServoEstimate
from heft.report.tables import section, table
from heft.report.words import NOTHING, counted, short
from heft.text import printable

SHORT = {"coulomb": "Coulomb friction"}


def servo_summary(found: ServoEstimate) -> list[RenderableType]:
    """Return all there is to show of servos."""
    fitted, judged = found.samples
    shown: list[RenderableType] = [
        *(Text(printable(f"Do not rely on these servos. {each}"), style="bold red") for each in found.doubts),
        Text(
            printable(
                f"{found.robot.name}  servos of {counted(found.robot.nv, 'joint')} identified from "
                f"{', '.join(found.sources)}: "
                f"{fitted} samples fitted, {judged} held out. The links are those of the robot file."
            )
        ),
    ]
    shown += [Text(f"! {printable(each)}") for each in found.warnings]
    made = table("joint", "<parameter", "value", "± 95 %", "<unit")
    for r, joint in enumerate(found.robot.coordinate_names):
        units = found.units(r)
        for k, name in enumerate(found.names):
            half = found.half_width[k, r]
            reach = short(float(half), 2) if np.isfinite(half) else NOTHING
            value = short(float(found.values[k, r])) if np.isfinite(half) else NOTHING
            made.add_row(printable(joint) if k == 0 else "", SHORT.get(name, name), value, reach, units[name])
    shown.append(section("Servos", made))
    errors = table("joint", "fitted rms", "held-out rms", "command rms")
    for r, joint in enumerate(found.robot.coordinate_names):
        judging = NOTHING if found.held_out_rms is None else short(float(found.held_out_rms[r]), 3)
        errors.add_row(
            printable(joint), short(float(found.fitted_rms[r]), 3), judging, short(float(found.lag_rms[r]), 3)
        )
    title = "Differences of simulated positions and of commands from measured positions [rad, m]"
    shown.append(section(title, errors))
    return shown
