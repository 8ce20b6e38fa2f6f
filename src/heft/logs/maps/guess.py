"""A map that is guessed from the names of columns, for files that say what they are in their own words.

Columns of one signal, in one role, make a group; a group has a column for every joint. Positions must have been
measured, or not be said to be commands. Of other signals the measured group is taken, else one that does not say, and
commanded efforts only if nothing else was recorded. Where two groups are equally good, or the numbers of a state have
no names, nothing is guessed: a person is asked, or the file refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.formats import RawArrays
from heft.logs.maps.column_names import Reading, reading
from heft.logs.maps.joint_names import joint_names
from heft.logs.maps.map_file import FORMAT
from heft.logs.maps.time_column import time_table
from heft.logs.maps.told import BY_HAND, NOTHING, Choose, Told, few

PREFERENCE = ("measured", "", "raw", "commanded")

TURNS = 8 * np.pi
"""[rad] A joint seldom turns further; larger positions may be in another unit."""


@dataclass(frozen=True)
class Guess:
    """A map, and what was decided in making it.

    Attributes:
        map: the contents of a map file.
        notes: one sentence for each decision that a person should look at.
    """

    map: dict[str, Any]
    notes: tuple[str, ...]


def guessed_map(raw: RawArrays, told: Told = NOTHING) -> Guess:
    """Return the map that the names of columns suggest.

    Args:
        raw: the numbers of the file, with the names of its columns.
        told: what is known beside them.

    Raises:
        FormatError: there are no time stamps or positions, or two readings are equally plausible.
    """
    columns = raw.columns
    own = {word for joint in told.joints or () for word in re.findall(r"[a-z]+", joint.lower())}
    readings = [found for name in columns if (found := reading(name, own)) is not None]
    groups = _groups(readings)
    time, time_notes = time_table(readings, raw, told.rate)
    positions = _chosen("q", groups, None, raw.where, told.choose)
    if positions is None:
        what = f"No column has a name of positions; the file has {few(columns)}."
        if asked := _chosen("command", groups, None, raw.where):
            what = f"'{asked[0].name}' and so on are commanded positions; the file has no measured ones."
        raise FormatError(what, where=raw.where, remedy=BY_HAND)
    labels = [each.joint for each in positions]
    names, notes = joint_names(positions, told, raw.where)
    notes += time_notes
    map: dict[str, Any] = {"format": FORMAT, "joints": names, "time": time}
    used = {time.get("column", ""), time.get("nanoseconds", "")}
    chosen = {
        signal: _chosen(signal, groups, labels, raw.where, told.choose) for signal in ("qd", "qdd", "tau", "current")
    }
    torques, currents = chosen["tau"], chosen["current"]
    chosen[_weaker(torques, currents)] = None
    chosen["command"] = _chosen("command", groups, labels, raw.where, told.choose)
    for signal, group in {"q": positions, **chosen}.items():
        if group is None:
            continue
        if [each.joint for each in group] != labels:
            notes.append(
                f"The columns of {_WORDS[signal]} are not numbered as those of positions, so they are matched in "
                f"order: '{group[0].name}' belongs to '{positions[0].name}', and so on."
            )
        map[signal] = _columns([_channel(each.name, raw) for each in group])
        used |= {each.name for each in group}
        unit, unit_notes = _unit(signal, group, names, raw.where)
        map[signal] |= {"unit": unit} if unit else {}
        notes += unit_notes
        if signal == "tau" and group[0].role == "commanded":
            notes.append(f"The efforts are commanded ('{group[0].name}' and so on): no measured ones were found.")
    if currents is not None and "current" in map:
        notes.append(
            "The efforts are motor currents; torques need drive gains: see 'gain' in the map, or heft identify."
        )
    largest = max((float(np.max(np.abs(x[np.isfinite(x)]), initial=0)) for x in _values(positions, columns)), default=0)
    if "unit" not in map["q"] and largest > TURNS:
        notes.append(
            f"Positions reach {largest:.4g}, and the file does not say in which unit: radians are assumed, unless they "
            "fit the limits of a robot as degrees (heft import --robot). Give the unit in the map, or a scale for "
            "percent of a range."
        )
    efforts = [each.name for each in readings if each.signal in ("tau", "current")]
    if efforts and not {"tau", "current"} & {*map}:
        notes.append(
            f"The file has columns of efforts ({few(efforts)}), but their names do not say to which joints they "
            f"belong, or in which unit they are. {BY_HAND}"
        )
    left = [name for name in columns if name not in used]
    if left:
        notes.append(f"{len(left)} columns are not used: {few(left)}.")
    return Guess(map, tuple(notes))


def _unit(
    signal: str, group: Sequence[Reading], joints: Sequence[str], where: str
) -> tuple[str | dict[str, str], list[str]]:
    """Return the unit of a signal as a map has it, by joint where columns differ, and a note if some do not say theirs.

    Raises:
        FormatError: columns are in different units, and one does not say in which.
    """
    said = {each.unit for each in group} - {""}
    silent = [each.name for each in group if not each.unit]
    if len(said) > 1 and silent:
        raise FormatError(
            f"The columns of {_WORDS[signal]} are in different units ({', '.join(sorted(said))}), and '{silent[0]}' "
            "does not say in which.",
            where=where,
            remedy=BY_HAND,
        )
    if len(said) > 1:
        return {joint: each.unit for joint, each in zip(joints, group, strict=True)}, []
    unit = next(iter(said), "")
    some = f"Not all columns of {_WORDS[signal]} say their unit, so all are taken to be in {unit}."
    return unit, [some] if unit and silent else []


def _groups(readings: Iterable[Reading]) -> dict[tuple[str, str, str], list[Reading]]:
    """Return the columns of each signal and role; those of numbered joints by the words around the number."""
    found: dict[tuple[str, str, str], list[Reading]] = {}
    for each in readings:
        if each.signal != "time":
            stem = re.sub(r"\d+", "#", each.name)
            found.setdefault((each.signal, each.role, stem if each.numbered else ""), []).append(each)
    return found


def _values(group: Iterable[Reading], columns: Mapping[str, Array]) -> list[Array]:
    return [columns[each.name] for each in group]


def _chosen(
    signal: str,
    groups: Mapping[tuple[str, str, str], list[Reading]],
    labels: list[str] | None,
    where: str,
    choose: Choose | None = None,
) -> list[Reading] | None:
    """Return the columns of a signal, in the order of the labels; None if there are none."""
    fitting: dict[str, list[list[Reading]]] = {}
    for (kind, role, _), group in groups.items():
        by_label = {each.joint: each for each in group}
        asked = "command" if kind == "q" and role == "commanded" else kind
        if asked != signal or len(by_label) != len(group) or (kind in ("qd", "qdd", "current") and role == "commanded"):
            continue
        if labels is None:
            fitting.setdefault(role, []).append(group)
        elif {*labels} <= {*by_label}:
            fitting.setdefault(role, []).append([by_label[label] for label in labels])
        elif len(by_label) == len(labels) and all(label.isdigit() for label in (*labels, *by_label)):
            fitting.setdefault(role, []).append(_in_order(by_label, labels))  # q0, q1 and tau1, tau2
    for role in PREFERENCE:
        found = fitting.get(role, [])
        if labels is None and len(found) > 1:  # a tool or a gripper beside the arm
            most = max(len(group) for group in found)
            found = [group for group in found if len(group) == most]
        if len(found) > 1:
            names = [group[0].name for group in found]
            which = choose(f"Which column is the {_WORDS[signal]} of the first joint?", names) if choose else None
            if which is None:
                raise FormatError(
                    f"Both '{names[0]}' and '{names[1]}' could be the {_WORDS[signal]} of the first joint.",
                    where=where,
                    remedy=BY_HAND,
                )
            return found[which]
        if found:
            return found[0]
    return None


def _in_order(by_label: Mapping[str, Reading], labels: Sequence[str]) -> list[Reading]:
    """Return numbered columns for numbered joints, the lowest number for the lowest."""
    numbers, order = sorted(by_label, key=int), sorted(labels, key=int)
    return [by_label[numbers[order.index(label)]] for label in labels]


def _weaker(torques: list[Reading] | None, currents: list[Reading] | None) -> str:
    """Return which of the two efforts is not used: measured currents say more than torques that were asked for."""
    return "tau" if currents and (torques is None or torques[0].role == "commanded") else "current"


_WORDS = {
    "q": "position",
    "qd": "velocity",
    "qdd": "acceleration",
    "tau": "effort",
    "current": "current",
    "command": "commanded position",
}


def _columns(channels: list[str | dict[str, Any]]) -> dict[str, Any]:
    """Return the columns of a signal, short where they are those of one array in order."""
    arrays = [channel["array"] if isinstance(channel, dict) else None for channel in channels]
    if len({*arrays}) == 1 and channels == [{"array": arrays[0], "column": k} for k in range(len(channels))]:
        return {"array": arrays[0]}
    return {"columns": channels}


def _channel(name: str, raw: RawArrays) -> str | dict[str, Any]:
    """Return how a map names a column."""
    if name in raw.names or name in raw.arrays:
        return name
    array, _, index = name.removesuffix("]").rpartition("[")  # as `RawArrays.columns` names columns without a name
    return {"array": array, "column": int(index)}


def toml(map: Mapping[str, Any], comments: Iterable[str] = ()) -> str:
    """Return a guessed map as the text of a map file."""
    lines = [f"# {comment}" for comment in comments]
    tables = {key: value for key, value in map.items() if isinstance(value, dict)}
    lines += [f"{key} = {_toml(value)}" for key, value in map.items() if key not in tables]
    for name, table in tables.items():
        lines += ["", f"[{name}]", *(f"{key} = {_toml(value)}" for key, value in table.items())]
    return "\n".join(lines) + "\n"


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
