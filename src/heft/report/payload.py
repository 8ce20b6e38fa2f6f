"""A payload in a terminal: what was fitted, mass, centre of mass and inertia with intervals, residuals."""

from __future__ import annotations

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from heft.estimation.estimate import TWO_SIDED_95
from heft.estimation.payload import Payload
from heft.estimation.spread import half_width
from heft.logs.residuals import Residuals
from heft.report.tables import section, table
from heft.report.words import NOTHING, short
from heft.text import printable

WAYS = {
    "efforts": "the joint efforts of {}",
    "rests": "the rests in {}",
    "wrench": "the force/torque sensor's record and {}",
}
"""What a payload was fitted to, in words."""

INERTIAS = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))


def payload_summary(payload: Payload, subject: str) -> list[RenderableType]:
    """Return all there is to show of a payload but its warnings, what it was fitted to first."""
    shown: list[RenderableType] = [Text(printable(headline(payload, subject))), "", payload_table(payload)]
    if payload.residuals is not None:
        shown.append(loaded_table(payload.residuals))
    bias = payload.provenance.get("bias")
    if bias:
        made = table("channel", "bias", "± 95 %", "<unit")
        for name, row in bias.items():
            half = short(TWO_SIDED_95 * row["deviation"], 2)
            made.add_row(name, short(row["value"]), half, "N" if name.startswith("f") else "N m")
        shown.append(section("Bias of the sensor", made))
    return shown


def headline(payload: Payload, subject: str) -> str:
    """Return a sentence that says what was fitted, and beside what."""
    names = {
        key: ", ".join((entry.get("source") or {}).get("path", "a motion") for entry in entries)
        for key, entries in ((key, payload.provenance.get(key, ())) for key in ("loaded", "unloaded"))
    }
    way = WAYS[payload.provenance.get("from", "efforts")]
    text = f"Payload on {payload.body}, fitted to {way.format(names['loaded'])}"
    if names["unloaded"]:
        return f"{text}, compared with {names['unloaded']} without it. Robot: {subject}."
    return f"{text}. Robot: {subject}."


def payload_table(payload: Payload) -> RenderableType:
    """Return an estimated payload."""
    made = table("payload", "value", "± 95 %", "<unit")
    for label, value, half, unit in payload_rows(payload):
        made.add_row(label, short(value) if np.isfinite(half) else NOTHING, _reach(payload, label, half), unit)
    return section(f"Payload on {printable(payload.body)}, inertia about its centre of mass", made)


def payload_rows(payload: Payload) -> list[tuple[str, float, float, str]]:
    """Return label, value, half width of the 95 % interval and unit of each number of a payload."""
    rows = [("mass", payload.mass, float(half_width(payload.mass_deviation)), "kg")]
    for k, axis in enumerate("xyz"):
        half = float(half_width(payload.com_deviation[k]))
        rows.append((f"centre of mass {axis}", float(payload.com[k]), half, "m"))
    for i, j in INERTIAS:
        half = float(half_width(payload.inertia_deviation[i, j]))
        rows.append((f"I{'xyz'[i]}{'xyz'[j]}", float(payload.inertia[i, j]), half, "kg m2"))
    return rows


def _reach(payload: Payload, label: str, half: float) -> str:
    return "given" if payload.mass_known and label == "mass" else short(half, 2)


def loaded_table(found: Residuals) -> RenderableType:
    """Return the residuals per joint of the robot with its payload on the loaded runs."""
    made = table("joint", "rmse", "rel. %")
    for joint in (*found.joints, found.overall):
        relative = NOTHING if np.isnan(joint.relative_percent) else f"{joint.relative_percent:.2f}"
        made.add_row(Text(printable(joint.name)), short(joint.rmse), relative)
    return section("Residuals on the loaded logs, with the payload [N m, N], low-pass filtered", made)
