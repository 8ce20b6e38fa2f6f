"""Log files: one table a run, columns `t`, `q.<joint>`, `qd.`, `qdd.`, and `tau.<joint>` or `current.<joint>`.

Parquet carries the metadata of the log under the key `heft.log`; CSV has the columns alone. An empty cell is NaN.
Columns of floating and spherical joints may be numbered (`q.base.0`) or named as `heft simulate` does (`q.base.qw`).
"""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from textwrap import shorten
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FileError, FormatError, did_you_mean
from heft.files import read_bytes, write_whole
from heft.logs.log import Log, Origin
from heft.robot.joints import joint_kind

METADATA = b"heft.log"
"""The key of the metadata in a Parquet file; its value is JSON."""

SIGNALS = ("q", "qd", "qdd", "tau", "current")

ENDINGS = (".parquet", ".csv")


def read_log(path: str | Path) -> Log:
    """Read a log from a .parquet or .csv file.

    Raises:
        FileError: it cannot be read.
        FormatError: it is damaged, or no log.
    """
    path = Path(path)
    _check_ending(path)
    content = read_bytes(path)
    origin = Origin(str(path), hashlib.sha256(content).hexdigest())
    if path.suffix.lower() == ".csv":
        return from_columns(csv_columns(content, str(path)), source=origin, where=str(path))
    columns, facts = parquet_columns(content, str(path))
    return from_columns(
        columns,
        joints=facts.get("joints"),
        effort_kind=facts.get("effort_kind"),
        metadata=facts.get("metadata", {}),
        source=origin,
        where=str(path),
    )


def write_log(log: Log, path: Path) -> None:
    """Write a log to a .parquet or .csv file, whole or not at all.

    Raises:
        FileError: it cannot be written, or is the file that the log was read from.
    """
    _check_ending(path)
    if log.source is not None and path.exists() and Path(log.source.path).exists() and path.samefile(log.source.path):
        raise FileError("The log was read from this file, and an input is never changed.", where=str(path))
    write_whole(path, _csv(log) if path.suffix.lower() == ".csv" else _parquet(log))


def _check_ending(path: Path) -> None:
    if path.suffix.lower() not in ENDINGS:
        remedy = "Other files become logs by: heft import RAW --map map.toml -o log.parquet."
        raise FileError("A log is a .parquet or a .csv file.", where=str(path), remedy=remedy)


# -- a table and a log ----------------------------------------------------------------------------


def from_columns(
    columns: Mapping[str, Array],
    *,
    joints: Iterable[str] | None = None,
    effort_kind: str | None = None,
    metadata: dict[str, Any] | None = None,
    source: Origin | None = None,
    where: str = "log",
) -> Log:
    """Make a log of named columns.

    Args:
        columns: by name, each (n,); a joint that lacks one that others have gets NaN there.
        joints: their names in order; None takes those of the position columns as they come.
        effort_kind: None is "motor_current" where columns say current, "joint_torque" where they say tau.
        metadata: kept with the log.
        source: the file it came from.
        where: named in errors.

    Raises:
        FormatError: a column has no meaning, or there are no stamps or no positions.
    """
    columns = _numbered_components(columns)
    if "t" not in columns:
        raise FormatError("It has no column 't' of time stamps [s].", where=where, remedy=_what_a_log_has(columns))
    table: dict[str, dict[str, Array]] = {signal: {} for signal in SIGNALS}
    for name, values in columns.items():
        signal, dot, coordinate = name.partition(".")
        if name != "t" and not (signal in SIGNALS and dot and coordinate):
            remedy = did_you_mean(name, ["t", *(f"{signal}.<joint>" for signal in SIGNALS)])
            raise FormatError(f"The column '{name}' has no meaning in a log.", where=where, remedy=remedy)
        if name != "t":
            table[signal][coordinate] = values
    if not table["q"]:
        raise FormatError("It has no positions.", where=where, remedy="Add a column q.<joint> for each joint.")
    if table["tau"] and table["current"]:
        raise FormatError("It has both torques and currents.", where=where, remedy="Keep tau. or current. columns.")
    names, sizes = _joints(list(table["q"]), list(joints) if joints else None)
    symbol = "current" if table["current"] else "tau"
    kind = effort_kind or ("motor_current" if symbol == "current" else "joint_torque")
    empty = Log(np.empty(0), names, np.empty((0, sum(sizes))), sizes=sizes)
    for signal in SIGNALS[1:]:
        for name in table[signal]:
            if name not in empty.v_names:
                remedy = did_you_mean(name, empty.v_names)
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
        sizes=sizes,
        metadata=metadata or {},
        source=source,
    )


def _what_a_log_has(columns: Mapping[str, Array]) -> str:
    found = ", ".join(list(columns)[:6])
    return f"A log has the columns t, q.<joint>, tau.<joint>; this has {found}. See heft import for other tables."


def _numbered_components(columns: Mapping[str, Array]) -> dict[str, Array]:
    """Rename q.base.qw, ..., qd.base.wx, ... of joints with a quaternion to q.base.0, ..., qd.base.0, ..."""
    names = dict(zip(columns, columns, strict=True))
    for first in [name for name in columns if name.startswith("q.") and name.endswith(".qw")]:
        joint = first[2:-3]
        kind = joint_kind("floating" if f"q.{joint}.x" in columns else "spherical")
        for signal in SIGNALS:
            parts = kind.q_names if signal == "q" else kind.v_names
            numbered = {f"{signal}.{joint}.{part}": f"{signal}.{joint}.{k}" for k, part in enumerate(parts)}
            names |= {old: new for old, new in numbered.items() if old in columns}
    return {names[name]: values for name, values in columns.items()}


def _joints(coordinates: list[str], given: list[str] | None) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """Return the joints that position columns belong to, and how many each has.

    Names that end in .0, .1, ... without a hole are the coordinates of one joint, unless given joints say otherwise.
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


# -- Parquet --------------------------------------------------------------------------------------


def parquet_columns(content: bytes, where: str) -> tuple[dict[str, Array], dict[str, Any]]:
    """Return the number columns of a Parquet file, and heft's metadata ({} if it has none).

    Raises:
        FormatError: it is not a whole Parquet file.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        table = pq.read_table(io.BytesIO(content))
        columns = {name: _as_floats(table.column(name), name, where) for name in table.column_names}
        facts = json.loads((table.schema.metadata or {}).get(METADATA, b"{}"))
    except (pa.ArrowException, OSError, ValueError) as error:
        reason = shorten(str(error).splitlines()[0].split(". ")[0], 160, placeholder="").rstrip(".")
        remedy = "It may be truncated: copy or record it again."
        raise FormatError(f"This is not a whole Parquet file: {reason}.", where=where, remedy=remedy) from None
    if not isinstance(facts, dict):
        raise FormatError("Its metadata are not those of a log.", where=where)
    return columns, facts


def _as_floats(column: Any, name: str, where: str) -> Array:
    try:
        return np.array(column.cast("float64").to_numpy(), float)
    except Exception:
        raise FormatError(f"The column '{name}' of type {column.type} is no column of numbers.", where=where) from None


def _parquet(log: Log) -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    table = pa.table({name: np.ascontiguousarray(values) for name, values in log.columns.items()})
    facts = log.facts()
    facts["rate"] = None if np.isnan(log.rate) else log.rate
    table = table.replace_schema_metadata({METADATA: json.dumps({"format": "heft-log/1"} | facts).encode()})
    sink = io.BytesIO()
    pq.write_table(table, sink, compression="zstd")
    return sink.getvalue()


# -- CSV ------------------------------------------------------------------------------------------


def csv_columns(content: bytes, where: str) -> dict[str, Array]:
    """Return the columns of a CSV table with a header.

    Raises:
        FormatError: it is not such a table; says the line.
    """
    from heft.logs.importing.text import read_table

    table = read_table(content, where, delimiter=",", header=True)
    return dict(zip(table.names, table.values.T, strict=True))


def _csv(log: Log) -> bytes:
    columns = log.columns
    rows = np.stack(list(columns.values()), axis=1)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if x != x else repr(x) for x in row] for row in rows.tolist())
    return text.getvalue().encode()
