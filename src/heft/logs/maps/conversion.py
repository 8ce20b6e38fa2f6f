"""From recorded columns to a log: units, signs, offsets, delays, gears, drive gains, time stamps of their own.

A number is multiplied by `unit` and `scale`; shifted by `late` samples; interpolated at the log's stamps if it has
others; multiplied by `gain` (currents); taken through the gear (`side = "motor"`), q = R^-1 q_m, tau = R^T tau_m; and
`offset` is added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from heft.arrays import Array
from heft.bounds import LARGEST
from heft.errors import FormatError, did_you_mean
from heft.logs import stamps
from heft.logs.log import Log, Origin
from heft.logs.maps.map_file import (
    Channel,
    ChannelEntry,
    CurrentEntry,
    EffortEntry,
    MapEntry,
    SignalEntry,
    TransmissionEntry,
    read_map,
)
from heft.logs.maps.raw_files import RawFiles
from heft.logs.named_columns import from_columns
from heft.logs.wrench_channels import AXES, wrench_column
from heft.reading.guard import reading

TURN = 2 * np.pi
POSITIONS = {"rad": 1, "mrad": 1e-3, "deg": TURN / 360, "rev": TURN, "m": 1, "mm": 1e-3, "1": 1}
MOMENTS = {"N m": 1, "Nm": 1, "mN m": 1e-3, "mNm": 1e-3, "kN m": 1e3, "N mm": 1e-3, "N cm": 1e-2, "N": 1, "kN": 1e3}
UNITS = {
    "q": POSITIONS,
    "qd": {"rad/s": 1, "deg/s": TURN / 360, "rev/s": TURN, "rpm": TURN / 60, "m/s": 1, "mm/s": 1e-3},
    "qdd": {"rad/s2": 1, "deg/s2": TURN / 360, "rev/s2": TURN, "m/s2": 1, "mm/s2": 1e-3},
    "tau": MOMENTS,
    "current": {"A": 1, "mA": 1e-3},
    "command": POSITIONS,
    "ft": MOMENTS,
}
"""The value of one of each unit in SI units."""

TIME_UNITS = {"s": 1.0, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}

FEWER_ROWS = 1
"""A signal may be this many rows shorter than the stamps: commands often stop a sample before the states."""

GAP = 3.5
"""A signal with its own stamps is not interpolated across steps longer than this many median steps."""

SMALLEST = 1 / LARGEST
"""A gear ratio and a rate [Hz] are at least as large: numbers are divided by them."""

T = TypeVar("T")


def read_with_map(path: Path, map: Path, rate: float | None = None) -> Log:
    """Read a log from recorded files by a map file.

    Args:
        path: a file, or a folder of files that the map names.
        map: the map file.
        rate: the sampling rate [Hz], for a map that does not say where the time stamps are.

    Raises:
        FileError: a file cannot be read.
        FormatError: a file is damaged, or files and map do not fit each other.
    """
    entry = read_map(map, rate)
    with reading(str(map), "map of these files", "Check its numbers against the files."):
        return convert(entry, RawFiles(path, entry.file), str(map))


def convert(entry: MapEntry, files: RawFiles, where: str = "map") -> Log:
    """Return the log that a map makes of recorded files; see `read_with_map`."""
    t = _stamps(entry, files, where)
    columns: dict[str, Array] = {"t": t}
    effort: EffortEntry | None = entry.current or entry.tau
    for name in ("q", "qd", "qdd", "tau", "current", "command"):
        signal: SignalEntry | None = getattr(entry, name)
        if signal is None:
            continue
        place = f"{where}: {name}"
        values = _signal(name, signal, entry, entry.joints, files, t, place)
        symbol = "tau" if isinstance(signal, CurrentEntry) and signal.gain is not None else name
        joints = _through_gear(symbol, values, signal, entry, place)
        _check_sizes(values, joints, place)
        for key, value in joints.items():
            columns[f"{symbol}.{key}"] = value + _of(signal.offset, key, 0.0)
        for key in signal.passive if isinstance(signal, EffortEntry) else ():
            columns[f"{symbol}.{key}"] = np.zeros(len(t))
    for frame, signal in entry.ft.items():
        values = _signal("ft", signal, entry, AXES, files, t, f"{where}: ft.{frame}")
        columns |= {wrench_column(frame, axis): x + _of(signal.offset, axis, 0.0) for axis, x in values.items()}
    used = [{"path": path, "sha256": digest} for path, digest in files.digests.items()]
    facts: dict[str, Any] = {"import": {"map": entry.model_dump(exclude_unset=True), "files": used}}
    facts |= files.broken_off
    if effort is not None and effort.passive:
        facts["passive"] = list(effort.passive)
    kind = _effort_kind(entry)
    source = Origin(used[0]["path"], used[0]["sha256"])
    return from_columns(columns, effort_kind=kind, metadata=facts, source=source, where=where)


def _effort_kind(entry: MapEntry) -> str | None:
    if entry.current is not None and entry.current.gain is None:
        return "motor_current"
    effort = entry.current or entry.tau
    if effort is None:
        return None
    return "motor_torque" if effort.side == "motor" and entry.transmission is None else "joint_torque"


# -- stamps ---------------------------------------------------------------------------------------


def _stamps(entry: MapEntry, files: RawFiles, where: str) -> Array:
    """Return the time stamps of the log [s]."""
    time = entry.time
    if time is None:
        assert entry.q.time is not None
        return _read(entry.q.time, entry.q, files)
    if time.rate is not None:
        if not time.rate >= SMALLEST:
            remedy = f"Give a rate of at least {SMALLEST:g} Hz."
            raise FormatError(f"The rate is {time.rate:g} Hz.", where=f"{where}: time.rate", remedy=remedy)
        first = next(iter(_channels(entry.q, entry.joints, files, f"{where}: q").values()))
        return time.start + np.arange(len(_read(first, entry.q, files))) / time.rate
    raw = files.raw(time.file if time.file is not None else entry.q.file)
    t = time.start + TIME_UNITS[time.unit] * raw.column(time.array, time.column)
    return t if time.nanoseconds is None else t + TIME_UNITS["ns"] * raw.column(time.array, time.nanoseconds)


def _at(t: Array, own: Array, values: Array) -> Array:
    """Return values with stamps of their own at the stamps t, by cubic splines; NaN where they have none."""
    from scipy.interpolate import make_interp_spline

    there = np.isfinite(values)
    own, values = own[there], values[there]
    index = stamps.in_order(own)
    own, values = own[index], values[index]
    out = np.full(len(t), np.nan)
    for a, b in stamps.split(own, GAP) if len(own) else ():
        inside = (t >= own[a]) & (t <= own[b - 1])
        if b - a >= 4:
            out[inside] = make_interp_spline(own[a:b] - own[a], values[a:b], k=3)(t[inside] - own[a])
    return out


# -- channels -------------------------------------------------------------------------------------


def _signal(
    name: str, signal: SignalEntry, entry: MapEntry, members: Sequence[str], files: RawFiles, t: Array, where: str
) -> dict[str, Array]:
    """Return the columns of a signal in SI units at the log's stamps, by joint, or by axis of a sensor."""
    channels = _channels(signal, members, files, where)
    return {key: _channel(name, key, channel, signal, entry, files, t, where) for key, channel in channels.items()}


def _channels(signal: SignalEntry, members: Sequence[str], files: RawFiles, where: str) -> Mapping[str, Channel]:
    """Return the column of each member, a joint or an axis: from the map, else by its name, else in order."""
    if isinstance(signal.columns, dict):
        return signal.columns
    if isinstance(signal.columns, list):
        if len(signal.columns) != len(members):
            kind = "axes" if members is AXES else "joints"
            what = f"There are {len(signal.columns)} columns for {len(members)} {kind}."
            raise FormatError(what, where=f"{where}.columns", remedy="Give one for each, or a table by name.")
        return dict(zip(members, signal.columns, strict=True))
    names = files.raw(signal.file).names
    table: dict[str, Channel] = {}
    for k, joint in enumerate(members):
        named = f"{signal.array}.{joint}" if signal.array is not None else joint
        table[joint] = ChannelEntry(column=named) if named in names else k
    return table


def _read(channel: Channel, signal: SignalEntry, files: RawFiles) -> Array:
    """Return a raw column."""
    one = channel if isinstance(channel, ChannelEntry) else ChannelEntry(column=channel)
    raw = files.raw(one.file if one.file is not None else signal.file)
    array = one.array
    if array is None and not (isinstance(one.column, str) and (one.column in raw.names or one.column in raw.arrays)):
        array = signal.array
    return raw.column(array, one.column, signal.transpose)


def _channel(
    name: str,
    key: str,
    channel: Channel,
    signal: SignalEntry,
    entry: MapEntry,
    files: RawFiles,
    t: Array,
    where: str,
) -> Array:
    """Return a column in SI units at the log's stamps."""
    raw = _read(channel, signal, files)
    values = raw * (_unit(name, key, signal, where) * _of(signal.scale, key, 1.0))
    _check_sizes({key: raw}, {key: values}, where)
    values = _moved(values, _of(signal.late, key, 0))
    if signal.time is not None and (name != "q" or entry.time is not None):
        own = _read(signal.time, signal, files)
        if len(own) != len(values):
            what = f"{len(values)} samples of '{key}' have {len(own)} stamps."
            raise FormatError(what, where=where, remedy="Check that 'time' names the right column.")
        return _at(t, own, values)
    if not len(t) - FEWER_ROWS <= len(values) <= len(t):
        remedy = "Signals of another length need stamps of their own: add 'time'."
        raise FormatError(f"'{key}' has {len(values)} samples; there are {len(t)} stamps.", where=where, remedy=remedy)
    return np.concatenate([values, np.full(len(t) - len(values), np.nan)])


def _unit(name: str, key: str, signal: SignalEntry, where: str) -> float:
    unit = "" if signal.unit is None else _of(signal.unit, key, "")
    if not unit:
        return 1.0
    if unit not in UNITS[name]:
        raise FormatError(f"Unknown unit '{unit}'.", where=f"{where}.unit", remedy=did_you_mean(unit, UNITS[name]))
    return UNITS[name][unit]


def _of(value: T | dict[str, T], key: str, default: T) -> T:
    """Return the value for one coordinate: the one value for all, or its entry in a table by name."""
    return cast("T", value.get(key, default) if isinstance(value, dict) else value)


def _moved(values: Array, late: int) -> Array:
    """Return a channel that is `late` by some samples at its own time; samples beyond its end are NaN."""
    out = np.full(len(values), np.nan)
    if late >= 0:
        out[: len(values) - late] = values[late:]
    else:
        out[-late:] = values[:late]
    return out


def _check_sizes(before: Mapping[str, Array], after: Mapping[str, Array], where: str) -> None:
    """Refuse numbers that only the map makes too large; what was as large before is damage, for which logs are checked.

    Raises:
        FormatError: names the joint or axis.
    """
    sound = np.all([~(np.abs(values) > LARGEST) for values in before.values()], axis=0)
    for key, values in after.items():
        if np.any(np.abs(values[sound]) > LARGEST):
            raise FormatError(
                f"It makes numbers beyond {LARGEST:g} of those of '{key}'.",
                where=where,
                remedy="Check the unit, the scale, the gain and the gear ratio.",
            )


# -- gears ----------------------------------------------------------------------------------------


def _through_gear(
    symbol: str, values: dict[str, Array], signal: SignalEntry, entry: MapEntry, where: str
) -> dict[str, Array]:
    """Apply drive gains, and take motor-side signals to the joint side."""
    if isinstance(signal, CurrentEntry) and signal.gain is not None:
        for key in values:
            if isinstance(signal.gain, dict) and key not in signal.gain:
                remedy = "Add it to the table of gains."
                raise FormatError(f"There is no gain for '{key}'.", where=f"{where}.gain", remedy=remedy)
        values = {key: _of(signal.gain, key, np.nan) * value for key, value in values.items()}
    if signal.side == "joint" or entry.transmission is None or symbol == "current":
        return values
    if entry.transmission.matrix is None:
        ratios = {key: _ratio(entry.transmission, key, where) for key in values}
        return {key: value * ratios[key] if symbol == "tau" else value / ratios[key] for key, value in values.items()}
    missing = [joint for joint in entry.joints if joint not in values]
    if missing:
        what = f"A transmission matrix needs the signals of all motors; {', '.join(missing)} has none."
        raise FormatError(what, where=where, remedy="Add its column.")
    R = np.array(entry.transmission.matrix, float)
    motors = np.stack([values[joint] for joint in entry.joints])
    try:
        joints = R.T @ motors if symbol == "tau" else np.linalg.solve(R, motors)
    except np.linalg.LinAlgError:
        remedy = "Correct it so that no motor turns like another."
        raise FormatError("The transmission matrix has no inverse.", where=where, remedy=remedy) from None
    return dict(zip(entry.joints, joints, strict=True))


def _ratio(transmission: TransmissionEntry, key: str, where: str) -> float:
    ratio = transmission.ratio
    if isinstance(ratio, dict) and key not in ratio:
        raise FormatError(f"There is no gear ratio for '{key}'.", where=where, remedy="Add it to transmission.ratio.")
    value = float(_of(ratio if ratio is not None else 0.0, key, 0.0))
    if not abs(value) >= SMALLEST:
        what = f"The gear ratio of '{key}' is {value:g}."
        raise FormatError(what, where=where, remedy=f"Give transmission.ratio a size of at least {SMALLEST:g}.")
    return value
