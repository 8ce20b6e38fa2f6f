"""A folder with a file for each signal, such as position.csv, velocity.csv and effort.csv, as one table.

A column is named by itself if its name says what it is, as `arm_1_joint_effort`, and else together with its file, as
`shoulder_pan` in q.csv. All files must have the same time stamps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FileError, FormatError
from heft.logs.formats import RawArrays
from heft.logs.maps.column_names import reading
from heft.logs.maps.raw_files import RawFiles
from heft.logs.maps.time_column import clocks
from heft.logs.maps.told import BY_HAND

ENDINGS = (".csv", ".txt", ".tsv", ".dat", ".parquet")


@dataclass(frozen=True, eq=False)
class SignalFiles:
    """The columns of a folder.

    Attributes:
        raw: all of them, under names that say what they are.
        places: of each name, the file and the column, as a map has them.
    """

    raw: RawArrays
    places: Mapping[str, dict[str, str]]

    def in_files(self, map: dict[str, Any]) -> dict[str, Any]:
        """Return a map of `raw` as a map of the folder."""
        time = map["time"]
        found = dict(map, time=time | self.places[time["column"]] if "column" in time else time)
        for key, part in map.items():
            if isinstance(part, dict) and "columns" in part:
                found[key] = part | {"columns": [self.places[name] for name in part["columns"]]}
        return found


def signal_files(files: RawFiles, folder: Path) -> SignalFiles:
    """Return the columns of all files in a folder that are signals of joints.

    Raises:
        FileError: there is no such file.
        FormatError: two files have the same column, or other time stamps.
    """
    columns: dict[str, Array] = {}
    places: dict[str, dict[str, str]] = {}
    stamps: tuple[str, Array] | None = None
    times = set[str]()
    for path in sorted(p for p in folder.iterdir() if p.suffix.lower() in ENDINGS and not p.name.startswith(".")):
        recorded = files.raw(path.name)
        own = recorded.columns
        clock = next((each.name for each in clocks(filter(None, map(reading, own)), recorded)), None)
        named = {_telling(column, path.stem): column for column in own if column != clock}
        signals = {name: column for name, column in named.items() if _signal(name) not in ("", "time")}
        if not signals:
            continue
        if clock is not None:
            stamps = stamps or (path.name, own[clock])
            _check_stamps(stamps, path.name, own[clock], folder)
            columns.setdefault("time", own[clock])
            times |= {"time"} if clock in recorded.times else set()
            places.setdefault("time", {"file": path.name, "column": clock})
        for name, column in signals.items():
            if name in columns:
                what = f"'{column}' is in {places[name]['file']} and in {path.name}."
                raise FormatError(what, where=str(folder), remedy="Import the folder with a map that names the files.")
            columns[name], places[name] = own[column], {"file": path.name, "column": column}
    if not columns:
        what = "No file in this folder has columns with names of joint signals."
        raise FileError(what, where=str(folder), remedy=f"Give a file. {BY_HAND}")
    lengths = {places[name]["file"]: len(values) for name, values in columns.items()}
    if len({*lengths.values()}) > 1:
        what = ", ".join(f"{name} has {n} rows" for name, n in lengths.items())
        raise FormatError(
            f"The files are not of one run: {what}.", where=str(folder), remedy="Give the files of one run."
        )
    raw = RawArrays(str(folder), {name: values[:, None] for name, values in columns.items()}, times=times)
    return SignalFiles(raw, places)


def _signal(name: str) -> str:
    found = reading(name)
    return found.signal if found else ""


def _telling(column: str, stem: str) -> str:
    """Return a name that says what a column is, with that of its file if it does not say so itself."""
    return column if _signal(column) else f"{column} {stem}"


def _check_stamps(first: tuple[str, Array], name: str, t: Array, folder: Path) -> None:
    if len(t) == len(first[1]) and np.allclose(t, first[1], rtol=0, atol=1e-6):
        return
    raise FormatError(
        f"The time stamps of {name} are not those of {first[0]}.",
        where=str(folder),
        remedy="Import the folder with a map: a signal may have time stamps of its own there ('time').",
    )
