"""A log as facts and as a table: duration, sampling rate, the range of each channel, and warnings."""

from __future__ import annotations

from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from heft.arrays import Array
from heft.logs import channel_checks, stamps
from heft.logs.log import Log
from heft.report.plots import sparkline
from heft.report.tables import section, table
from heft.report.words import NOTHING, counted, printable, short


def log_facts(log: Log) -> dict[str, Any]:
    """Return everything about a log except its samples, ready for JSON."""
    return log.facts() | {
        "channels": [_channel(name, values) for name, values in log.columns.items() if name != "t"],
        "stamps": _stamps(log),
        "warnings": warnings(log),
    }


def _channel(name: str, values: Array) -> dict[str, Any]:
    finite = values[np.isfinite(values)]
    return {
        "name": name,
        "min": float(finite.min()) if len(finite) else None,
        "max": float(finite.max()) if len(finite) else None,
        "missing": int(len(values) - len(finite)),
        "dead": channel_checks.dead(values),
        "step": channel_checks.quantum(values),
    }


def _stamps(log: Log) -> dict[str, Any]:
    ordered = stamps.in_order(log.t)
    steps = np.diff(log.t[ordered])
    return {
        "bad": log.n - len(ordered),
        "even": len(steps) > 0 and stamps.even_step(log.t[ordered], ((0, len(ordered)),)) is not None,
        "shortest_step": float(steps.min()) if len(steps) else None,
        "longest_step": float(steps.max()) if len(steps) else None,
    }


def warnings(log: Log) -> list[str]:
    """Return sentences about what may be wrong with a log."""
    found = []
    facts = _stamps(log)
    if facts["bad"]:
        found.append(f"{facts['bad']} of {log.n} time stamps are missing or do not increase.")
    if facts["longest_step"] is not None and facts["longest_step"] > 3.5 / log.rate:
        length = facts["longest_step"]
        found.append(f"The longest step is {short(length)} s, {length * log.rate:.0f} samples.")
    passive = {f"{log.effort_symbol}.{name}" for name in log.metadata.get("passive", ())}
    for name, values in log.columns.items():
        missing = int(np.count_nonzero(~np.isfinite(values)))
        if missing:
            found.append(f"{printable(name)} is missing in {missing} of {log.n} samples.")
        if channel_checks.dead(values) and name not in passive and log.n > 1:
            found.append(f"{printable(name)} never changes.")
    return found


def log_summary(log: Log) -> list[RenderableType]:
    """Return a log as text and a table."""
    kind = f", {log.effort_kind.replace('_', ' ')}" if log.effort is not None else ", no effort"
    facts = _stamps(log)
    even = "even stamps" if facts["even"] else "uneven stamps"
    size = f"{counted(log.n, 'sample')} in {short(log.duration, 6)} s at {short(log.rate)} Hz"
    title = Text.assemble((f"{counted(len(log.joints), 'joint')}", "bold cyan"), f"  {size}, {even}{kind}")
    made = table("channel", "min", "max", "step", "<over time")
    for name, values in log.columns.items():
        if name == "t":
            continue
        entry = _channel(name, values)
        shown = [NOTHING if entry[key] is None else short(entry[key]) for key in ("min", "max", "step")]
        finite = values[np.isfinite(values)]
        made.add_row(Text(printable(name)), *shown, Text(sparkline(finite, 30) if len(finite) else "", style="cyan"))
    lines: list[RenderableType] = [title, "", section("Channels [rad, m, s, N m, N, A]", made)]
    found = warnings(log)
    return lines + ([section("Warnings", Text("\n".join(f"• {warning}" for warning in found)))] if found else [])
