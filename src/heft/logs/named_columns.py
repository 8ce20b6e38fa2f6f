"""A log as a table of named columns: `t`, `q.<joint>`, `qd.`, `qdd.`, `tau.` or `current.`, and `command.<joint>`.

Columns of floating and spherical joints may be numbered (`q.base.0`) or named as `heft simulate` does (`q.base.qw`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError, did_you_mean, listed
from heft.logs.contact_channels import contacts_in, is_contact
from heft.logs.log import Log, Origin
from heft.logs.wrench_channels import is_wrench, wrenches_in
from heft.robot.joints import joint_kind

SIGNALS = ("q", "qd", "qdd", "tau", "current", "command")
"""How the names of columns begin, before the dot and the joint."""

STAMPLESS = "If it has no time stamps: heft import FILE --rate HZ -o log.parquet."
OTHERWISE = (
    "If its columns have other names: heft import FILE --robot ROBOT -o log.parquet recognises many of them, and heft "
    "import FILE --map map.toml -o log.parquet describes the others."
)
"""What to do about a table that is not a log yet."""


def from_columns(
    columns: Mapping[str, Array],
    *,
    joints: Iterable[str] | None = None,
    effort_kind: str | None = None,
    metadata: dict[str, Any] | None = None,
    source: Origin | None = None,
    where: str = "log",
) -> Log:
    """Return the log that named columns make.

    Args:
        columns: by name, each (n,); a joint that lacks a signal that other joints have gets NaN there.
        joints: the names of the joints in order; None takes the order of the position columns.
        effort_kind: None means "motor_current" for columns named current, "joint_torque" for columns named tau.
        metadata: kept with the log.
        source: the file it came from.
        where: named in errors.

    Raises:
        FormatError: a column has no meaning, or there are no stamps or no positions.
    """
    columns = _numbered_components(columns)
    if "t" not in columns:
        what = f"It has no column 't' of time stamps [s]; its columns are {listed(columns)}."
        remedy = f"A log has the columns t, q.<joint>, tau.<joint>. {STAMPLESS} {OTHERWISE}"
        raise FormatError(what, where=where, remedy=remedy)
    table: dict[str, dict[str, Array]] = {signal: {} for signal in SIGNALS}
    wrenches, contacts = wrenches_in(columns), contacts_in(columns)
    columns = {name: values for name, values in columns.items() if not (is_wrench(name) or is_contact(name))}
    for name, values in columns.items():
        signal, dot, coordinate = name.partition(".")
        if name != "t" and not (signal in SIGNALS and dot and coordinate):
            remedy = did_you_mean(name, ["t", *(f"{signal}.<joint>" for signal in SIGNALS)])
            what = f"The column '{name}' has no meaning in a log."
            raise FormatError(what, where=where, remedy=f"{remedy} {OTHERWISE}")
        if name != "t":
            table[signal][coordinate] = values
    if not table["q"]:
        remedy = f"Add a column q.<joint> for each joint. {OTHERWISE}"
        raise FormatError("It has no positions.", where=where, remedy=remedy)
    if table["tau"] and table["current"]:
        raise FormatError("It has both torques and currents.", where=where, remedy="Keep one of them.")
    names, sizes = _joints(list(table["q"]), list(joints) if joints else None)
    symbol = "current" if table["current"] else "tau"
    kind = effort_kind or ("motor_current" if symbol == "current" else "joint_torque")
    empty = Log(np.empty(0), names, np.empty((0, sum(sizes))), sizes=sizes)
    for signal in SIGNALS[1:]:
        for name in table[signal]:
            known = empty.q_names if signal == "command" else empty.v_names
            if name not in known:
                remedy = did_you_mean(name, known)
                raise FormatError(f"'{signal}.{name}' belongs to no joint with positions.", where=where, remedy=remedy)
    t = np.asarray(columns["t"], float)
    missing = np.full(len(t), np.nan)

    def matrix(signal: str, order: tuple[str, ...]) -> Array | None:
        return np.stack([table[signal].get(name, missing) for name in order], axis=1) if table[signal] else None

    q = matrix("q", empty.q_names)
    assert q is not None
    return Log(
        t,
        names,
        q,
        *(matrix(signal, empty.v_names) for signal in ("qd", "qdd", symbol)),
        effort_kind=kind,
        command=matrix("command", empty.q_names),
        wrenches=wrenches,
        contacts=contacts,
        sizes=sizes,
        metadata=metadata or {},
        source=source,
    )


def with_stamps(columns: Mapping[str, Array], rate: float, where: str) -> dict[str, Array]:
    """Return columns that have no time stamps with those of an even rate.

    Args:
        columns: by name, each (n,).
        rate: [Hz].
        where: named in errors.

    Raises:
        FormatError: it is not a rate, or they have time stamps.
    """
    check_rate(rate, ["t"] if "t" in columns else [], where)
    return {"t": np.arange(len(next(iter(columns.values()), ()))) / rate, **columns}


def check_rate(rate: float, stamps: Sequence[str], where: str) -> None:
    """Refuse a rate that no file has, and one for a file that has time stamps.

    Args:
        rate: [Hz] that was given.
        stamps: the names of the columns of time stamps.
        where: the file.

    Raises:
        FormatError: it is not a rate, or not needed.
    """
    if not 0 < rate < np.inf:
        raise FormatError(f"The rate is {rate:g} Hz.", where=where, remedy="Give a rate above zero.")
    if stamps:
        raise FormatError(
            f"It has time stamps, in '{stamps[0]}', and a rate is given as well.",
            where=where,
            remedy="Leave out the rate; if the time stamps are wrong, give it in a map, as 'rate' in [time].",
        )


def _numbered_components(columns: Mapping[str, Array]) -> dict[str, Array]:
    """Rename q.base.qw, ..., qd.base.wx, ... of joints with a quaternion to q.base.0, ..., qd.base.0, ..."""
    names = dict(zip(columns, columns, strict=True))
    for first in [name for name in columns if name.startswith("q.") and name.endswith(".qw")]:
        joint = first[2:-3]
        kind = joint_kind("floating" if f"q.{joint}.x" in columns else "spherical")
        for signal in SIGNALS:
            parts = kind.q_names if signal in ("q", "command") else kind.v_names
            numbered = {f"{signal}.{joint}.{part}": f"{signal}.{joint}.{k}" for k, part in enumerate(parts)}
            names |= {old: new for old, new in numbered.items() if old in columns}
    return {names[name]: values for name, values in columns.items()}


def _joints(coordinates: list[str], given: list[str] | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the joints that position columns belong to, and how many columns each has.

    Names that end in .0, .1, ... without a gap are the coordinates of one joint, unless given joints say otherwise.
    """
    groups: dict[str, list[str]] = {}
    for name in coordinates:
        match = re.fullmatch(r"(.+)\.(\d+)", name)
        groups.setdefault(match[1] if match and name not in (given or ()) else name, []).append(name)
    sizes: dict[str, int] = {}
    for joint, members in groups.items():
        if len(members) > 1 and set(members) == {f"{joint}.{k}" for k in range(len(members))}:
            sizes[joint] = len(members)
        else:
            sizes |= dict.fromkeys(members, 1)
    order = [joint for joint in given or () if joint in sizes]
    order += [joint for joint in sizes if joint not in order]
    return tuple(order), tuple(sizes[joint] for joint in order)
