"""A log as facts and as a table: duration, sampling rate, the range of each channel, and warnings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.text import Text

from heft.arrays import Array
from heft.logs import channel_checks, stamps
from heft.logs.log import UNITS, Log
from heft.report.plots import sparkline
from heft.report.tables import listed, remarks
from heft.report.words import counted, short
from heft.robot.joints import joint_kind
from heft.robot.model import Robot
from heft.showing.table import Table, column
from heft.text import printable

MOST_LOGS = 4
"""Logs that are named with what was read of them."""


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
    if channel_checks.same_as_command(log.q, log.command).any():
        found.append("Positions are exactly those that were commanded: they were not measured.")
    passive = {f"{log.effort_symbol}.{name}" for name in log.metadata.get("passive", ())}
    lost = log.broken_off
    if lost:
        found.append(f"The last sample breaks off: it lacks {', '.join(map(printable, lost))}. Was the file cut off?")
    for name, values in log.columns.items():
        missing = int(np.count_nonzero(~np.isfinite(values)))
        if missing and name not in lost:
            found.append(f"{printable(name)} is missing in {missing} of {log.n} samples.")
        if channel_checks.dead(values) and name not in passive and log.n > 1:
            found.append(f"{printable(name)} never changes.")
    return found


def what_was_read(logs: Sequence[Log], robot: Robot | None = None, every: bool = False) -> list[RenderableType]:
    """Return a line for each log: its samples, rate and duration, and the ranges of positions and efforts with units.

    Args:
        logs: as they were read.
        robot: whose joints tell angles from lengths; None if it is not known.
        every: name every log, and give the ranges of every joint.
    """
    most = len(logs) if every else MOST_LOGS
    lines: list[RenderableType] = [Text(printable(_read(log, robot))) for log in logs[:most]]
    if len(logs) > most:
        samples = sum(log.n for log in logs[most:])
        lines.append(f"Read {counted(len(logs) - most, 'more log')} with {samples} samples: --all names them.")
    return [*lines, *([listed(range_table(logs, robot))] if every and logs else [])]


def _read(log: Log, robot: Robot | None) -> str:
    size = f"{counted(len(log.joints), 'joint')}, {counted(log.n, 'sample')} in {short(log.duration, 4)} s"
    rate = f" at {short(log.rate)} Hz" if np.isfinite(log.rate) else ""
    spans = [span for span in (_spans("q", log, robot), _spans(log.effort_symbol, log, robot)) if span]
    return f"Read {name_of_log(log)}: {size}{rate}; {', '.join(spans) or 'no positions'}."


def name_of_log(log: Log) -> str:
    """Return the file of a log, or "a motion" where there is none."""
    return log.source.path if log.source else "a motion"


def _spans(symbol: str, log: Log, robot: Robot | None) -> str:
    """Return the range of all joints for each unit, such as "q -1 to 2 rad, 0 to 0.3 m"."""
    found: dict[str, list[float]] = {}
    for _, unit, low, high in _ranges(symbol, log, robot):
        found.setdefault(unit, []).extend((low, high))
    spans = [f"{short(min(each), 3)} to {short(max(each), 3)} {unit}" for unit, each in found.items()]
    return f"{symbol} {' and '.join(spans)}" if spans else ""


def _ranges(symbol: str, log: Log, robot: Robot | None) -> Iterator[tuple[str, str, float, float]]:
    """Yield joint, unit, smallest and largest value of every column of a signal that has finite values.

    With a robot, joints that it does not have are left out, and so are those with several coordinates beside others.
    """
    units = _units(symbol, robot)
    for name, values in log.columns.items():
        first, _, joint = name.partition(".")
        finite = values[np.isfinite(values)]
        if first == symbol and len(finite) and (joint in units or not units):
            yield joint, units.get(joint, UNITS[symbol]), float(finite.min()), float(finite.max())


def _units(symbol: str, robot: Robot | None) -> dict[str, str]:
    """Return the unit of a signal for each joint with one coordinate; for the others it is not one unit."""
    of_angle, of_length = {"q": ("rad", "m"), "tau": ("N m", "N")}.get(symbol, (UNITS[symbol],) * 2)
    screws = [joint for joint in robot.joints if joint_kind(joint.kind).is_screw] if robot is not None else []
    return {joint.name: of_angle if joint_kind(joint.kind).rotational[0] else of_length for joint in screws}


def range_table(logs: Sequence[Log], robot: Robot | None) -> Table:
    """Return the ranges of positions and efforts of every joint, over all logs."""
    spans: dict[tuple[str, str], list[float]] = {}
    for log in logs:
        for symbol in ("q", log.effort_symbol):
            for joint, unit, low, high in _ranges(symbol, log, robot):
                spans.setdefault((f"{symbol}.{joint}", unit), []).extend((low, high))
    return Table(
        "Ranges of what was read",
        (
            column("channel", [name for name, _ in spans]),
            column("min", [min(each) for each in spans.values()]),
            column("max", [max(each) for each in spans.values()]),
            column("unit", [unit for _, unit in spans]),
        ),
    )


def log_summary(log: Log, every: bool = False) -> list[RenderableType]:
    """Return a log as text and a table: warnings, what it holds, and its channels."""
    kind = f", {log.effort_kind.replace('_', ' ')}" if log.effort is not None else ", no effort"
    even = "even stamps" if _stamps(log)["even"] else "uneven stamps"
    size = f"{counted(log.n, 'sample')} in {short(log.duration, 6)} s at {short(log.rate)} Hz"
    title = Text.assemble((f"{counted(len(log.joints), 'joint')}", "bold cyan"), f"  {size}, {even}{kind}")
    found = [remarks(warnings(log)), ""] if warnings(log) else []
    return [*found, title, "", listed(channel_table(log), every=every)]


def channel_table(log: Log) -> Table:
    """Return the range, the step and a curve of every channel; if folded, positions and efforts matter most."""
    entries = [_channel(name, values) for name, values in log.columns.items() if name != "t"]
    matter = ("q", log.effort_symbol)
    return Table(
        "Channels [rad, m, s, N m, N, A]",
        (
            column("channel", [entry["name"] for entry in entries]),
            *(column(key, [entry[key] for entry in entries]) for key in ("min", "max", "step")),
            column("over time", [_curve(log.columns[entry["name"]]) for entry in entries]),
        ),
        tuple(float(entry["name"].partition(".")[0] in matter) for entry in entries),
    )


def _curve(values: Array) -> str:
    finite = values[np.isfinite(values)]
    return sparkline(finite, 30) if len(finite) else ""
