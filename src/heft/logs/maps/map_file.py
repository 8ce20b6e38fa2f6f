"""The map file (`heft-map/1`, TOML): which column of which file is what, in which unit, on which side of the gear.

The `...Entry` classes are the format: a file may have only the keys that they name. Numbers may be strings like "pi/2".
Wherever a signal has one value for all joints, it may have a table with one value for each joint by name.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from heft.errors import FormatError, did_you_mean
from heft.files import read_bytes
from heft.logs.formats import settings
from heft.logs.wrench_channels import AXES
from heft.reading.entries import entries
from heft.reading.guard import reading
from heft.reading.text import toml_table
from heft.robot.exact import Number

FORMAT = "heft-map/1"


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise ValueError("a number or an exact string is expected")
    try:
        return float(Number.parse(value))
    except FormatError as error:
        raise ValueError(f"{error.what} {error.remedy}".strip()) from None


Real = Annotated[float, BeforeValidator(_number)]


class _MapTable(BaseModel):
    model_config = ConfigDict(extra="forbid")


class ChannelEntry(_MapTable):
    """One column: its name or number (from 0), in an array of its own, in a file of its own."""

    file: StrictStr | None = None
    array: StrictStr | None = None
    column: StrictInt | StrictStr | None = None


Channel = StrictInt | StrictStr | ChannelEntry
"""A column's number (from 0), its name, or a table."""


class TimeEntry(_MapTable):
    """Time stamps from a column, or from a rate; without a `time` table, from the positions' own `time`."""

    file: StrictStr | None = None
    array: StrictStr | None = None
    column: StrictInt | StrictStr | None = None
    nanoseconds: StrictInt | StrictStr | None = None
    rate: Real | None = None
    start: Real = 0.0
    unit: Literal["s", "ms", "us", "ns"] = "s"


class SignalEntry(_MapTable):
    """The columns of one signal, by joint, and how to convert them."""

    columns: list[Channel] | dict[str, Channel] | None = None
    file: StrictStr | None = None
    array: StrictStr | None = None
    transpose: StrictBool = False
    time: Channel | None = None
    unit: StrictStr | dict[str, StrictStr] | None = None
    scale: Real | dict[str, Real] = 1.0
    offset: Real | dict[str, Real] = 0.0
    late: StrictInt | dict[str, StrictInt] = 0
    side: Literal["joint", "motor"] = "joint"


class EffortEntry(SignalEntry):
    """Torques or forces; `passive` joints have no drive and an effort of exactly zero."""

    passive: list[str] = []


class CurrentEntry(EffortEntry):
    """Motor currents; with `gain` [N m/A] they become torques on the side that `side` says."""

    gain: Real | dict[str, Real] | None = None


class TransmissionEntry(_MapTable):
    """q_motor = R q_joint, tau_joint = R^T tau_motor: `ratio` is R's diagonal, `matrix` is R, a row for each motor."""

    ratio: Real | dict[str, Real] | None = None
    matrix: list[list[Real]] | None = None


class MapEntry(_MapTable):
    """A whole map file; `file` holds settings of the format, `source` says in words where the data come from."""

    format: Literal["heft-map/1"]
    source: str = ""
    joints: Annotated[list[StrictStr], Field(min_length=1)]
    file: dict[str, StrictBool | StrictStr] = {}
    time: TimeEntry | None = None
    q: SignalEntry
    qd: SignalEntry | None = None
    qdd: SignalEntry | None = None
    tau: EffortEntry | None = None
    current: CurrentEntry | None = None
    command: SignalEntry | None = None
    ft: dict[StrictStr, SignalEntry] = {}
    transmission: TransmissionEntry | None = None


def read_map(path: Path, rate: float | None = None) -> MapEntry:
    """Read a map file.

    Args:
        path: the file.
        rate: the sampling rate [Hz], for a map that does not say where the time stamps are.

    Raises:
        FileError: it cannot be read.
        FormatError: it is not TOML, or breaks a rule of the format; says where.
    """
    remedy = "Correct the map file at that place."
    with reading(str(path), "map file", remedy):
        table = toml_table(read_bytes(path), str(path), remedy)
        if rate is not None and "time" in table:
            remedy = "Leave out the rate, or [time] of the map."
            raise FormatError("It says where the time stamps are, and a rate is given.", where=str(path), remedy=remedy)
        return check_map(table if rate is None else table | {"time": {"rate": rate}}, str(path))


def check_map(data: dict[str, Any], where: str = "map") -> MapEntry:
    """Make a map of a map file's contents.

    Raises:
        FormatError: a rule of the format is broken; says where.
    """
    remedy = "Correct it; the manual's page on logs shows a whole map."
    entry = entries(MapEntry, data, "map file", where, remedy)
    _check_settings(entry, where)
    for name in entry.joints:
        if entry.joints.count(name) > 1:
            remedy = "Name each joint once."
            raise FormatError(f"The joint '{name}' is named twice.", where=f"{where}: joints", remedy=remedy)
    _check_names(entry, where)
    if entry.tau is not None and entry.current is not None:
        raise FormatError("It has both [tau] and [current].", where=where, remedy="Keep one of them.")
    if entry.time is not None and (entry.time.rate is None) == (_no_column(entry.time)):
        what = (
            "The time is given neither by a column nor by a rate." if _no_column(entry.time) else "It is given twice."
        )
        raise FormatError(what, where=f"{where}: time", remedy="Give 'column' (or 'array'), or 'rate' in Hz.")
    if entry.time is None and entry.q.time is None:
        remedy = "Add [time] with a column or a rate, or 'time' to [q]; or give the rate, heft import FILE --rate HZ."
        raise FormatError("It does not say where the time stamps are.", where=where, remedy=remedy)
    _check_transmission(entry, where)
    _check_wrenches(entry, where)
    return entry


def _check_settings(entry: MapEntry, where: str) -> None:
    """The [file] table has settings that some format knows, each of its type."""
    known = settings()
    for key, value in entry.file.items():
        if key not in known:
            remedy = did_you_mean(key, known)
            raise FormatError(f"Unknown key '{key}'.", where=f"{where}: file.{key}", remedy=remedy)
        if not isinstance(value, known[key]):
            expected = "true or false" if known[key] is bool else "a text in quotation marks"
            raise FormatError(f"It is {value!r}.", where=f"{where}: file.{key}", remedy=f"Give {expected}.")


def _check_names(entry: MapEntry, where: str) -> None:
    """Every table by name has names of joints, or of their coordinates: joint.0, joint.1, ..."""
    for section in ("q", "qd", "qdd", "tau", "current", "command", "transmission"):
        part = getattr(entry, section)
        for option, value in () if part is None else part:
            for name in value if isinstance(value, dict) or option == "passive" else ():
                joint, _, k = name.rpartition(".")
                if name not in entry.joints and not (joint in entry.joints and k.isdigit()):
                    remedy = did_you_mean(name, entry.joints)
                    raise FormatError(
                        f"There is no joint '{name}'.", where=f"{where}: {section}.{option}", remedy=remedy
                    )


def _check_wrenches(entry: MapEntry, where: str) -> None:
    """The tables of a sensor name its axes."""
    for frame, signal in entry.ft.items():
        for option, value in signal:
            for axis in value if isinstance(value, dict) else ():
                if axis not in AXES:
                    raise FormatError(
                        f"A sensor has no axis '{axis}'.",
                        where=f"{where}: ft.{frame}.{option}",
                        remedy=did_you_mean(axis, AXES),
                    )


def _no_column(time: TimeEntry) -> bool:
    return time.column is None and time.array is None and time.file is None


def _check_transmission(entry: MapEntry, where: str) -> None:
    matrix = entry.transmission and entry.transmission.matrix
    if entry.transmission is not None and (entry.transmission.ratio is None) == (matrix is None):
        remedy = "Keep one of them."
        raise FormatError(
            "A transmission has either 'ratio' or 'matrix'.", where=f"{where}: transmission", remedy=remedy
        )
    if matrix is not None and [len(row) for row in matrix] != [len(entry.joints)] * len(entry.joints):
        n = len(entry.joints)
        remedy = "Give a row for each motor and a column for each joint."
        raise FormatError(f"The matrix is not {n} x {n}.", where=f"{where}: transmission.matrix", remedy=remedy)
    for name in ("q", "qd", "qdd", "command"):
        signal = getattr(entry, name)
        if signal is not None and signal.side == "motor" and entry.transmission is None:
            remedy = "Add [transmission] with 'ratio' or 'matrix'."
            raise FormatError(f"[{name}] is on the motor side, and no gear is given.", where=where, remedy=remedy)
