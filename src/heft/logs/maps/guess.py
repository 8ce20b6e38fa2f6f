"""A map that is guessed from the names of columns, for files that say what they are in their own words.

Columns of one signal, in one role, make a group; a group has a column for every joint. Positions must have been
measured, or not be said to be commands. Of other signals the measured group is taken, else one that does not say, and
commanded efforts only if nothing else was recorded. Where two groups are equally good, nothing is guessed: a person
is asked, or the file refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.formats import RawArrays
from heft.logs.maps.column_names import Reading, reading
from heft.logs.maps.map_file import FORMAT
from heft.logs.maps.time_column import clocks, time_table

PREFERENCE = ("measured", "", "raw", "commanded")

TURNS = 8 * np.pi
"""[rad] A joint seldom turns further; larger positions may be in another unit."""

Choose = Callable[[str, Sequence[str]], int | None]
"""Asked which of several columns is meant, by a question and their names; answers with a place, or None."""

BY_HAND = "Write a map that names the columns, and give it with --map; the manual's page on logs shows how."


@dataclass(frozen=True)
class Guess:
    """A map, and what was decided in making it.

    Attributes:
        map: the contents of a map file.
        notes: one sentence for each decision that a person should look at.
    """

    map: dict[str, Any]
    notes: tuple[str, ...]


def guessed_map(
    raw: RawArrays, joints: Sequence[str] | None = None, needed: int | None = None, choose: Choose | None = None
) -> Guess:
    """Return the map that the names of columns suggest.

    Args:
        raw: the numbers of the file, with the names of its columns.
        joints: of the robot, in order; None keeps the file's own names.
        needed: how many of the joints, at least, numbered columns are for: the others may be those of a gripper, which
            is seldom recorded. None for all.
        choose: asked where readings are equally plausible; None refuses.

    Raises:
        FormatError: there are no time stamps or positions, or two readings are equally plausible.
    """
    columns = raw.columns
    own = {word for joint in joints or () for word in re.findall(r"[a-z]+", joint.lower())}
    readings = [found for name in columns if (found := reading(name, own)) is not None]
    groups = _groups(readings)
    stamps = clocks(readings, raw)
    if not stamps:
        remedy = f"Name it t, time or timestamp, or give the rate in a map. {BY_HAND}"
        what = f"No column has a name of time stamps; the file has {_few(columns)}."
        raise FormatError(what, where=raw.where, remedy=remedy)
    time, time_notes = time_table(stamps, columns)
    positions = _chosen("q", groups, None, raw.where, choose)
    if positions is None:
        what = f"No column has a name of positions; the file has {_few(columns)}."
        if asked := _chosen("command", groups, None, raw.where):
            what = f"'{asked[0].name}' and so on are commanded positions; the file has no measured ones."
        raise FormatError(what, where=raw.where, remedy=BY_HAND)
    labels = [_label(each) for each in positions]
    names, notes = _named(positions, joints, needed, raw.where)
    notes += time_notes
    map: dict[str, Any] = {"format": FORMAT, "joints": names, "time": time}
    used = {time["column"], time.get("nanoseconds", "")}
    chosen = {signal: _chosen(signal, groups, labels, raw.where, choose) for signal in ("qd", "qdd", "tau", "current")}
    torques, currents = chosen["tau"], chosen["current"]
    chosen[_weaker(torques, currents)] = None
    chosen["command"] = _chosen("command", groups, labels, raw.where, choose)
    for signal, group in {"q": positions, **chosen}.items():
        if group is None:
            continue
        if [_label(each) for each in group] != labels:
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
            "fit the limits of a robot (--robot) as degrees. Give the unit in the map, or a scale for percent of a "
            "range."
        )
    efforts = [each.name for each in readings if each.signal in ("tau", "current")]
    if efforts and not {"tau", "current"} & {*map}:
        notes.append(
            f"The file has columns of efforts ({_few(efforts)}), but their names do not say to which joints they "
            f"belong, or in which unit they are. {BY_HAND}"
        )
    left = [name for name in columns if name not in used]
    if left:
        notes.append(f"{len(left)} columns are not used: {_few(left)}.")
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


def _label(each: Reading) -> str:
    return str(each.number) if each.numbered else each.label


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
        by_label = {_label(each): each for each in group}
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


def _named(
    positions: Sequence[Reading], joints: Sequence[str] | None, needed: int | None, where: str
) -> tuple[list[str], list[str]]:
    """Return what the joints are called in the log, and a note where names were matched by their order."""
    own = [each.label or f"joint{_label(each)}" for each in positions]
    own = [f"joint{name}" if name.isdigit() else name for name in own]
    if joints is None:
        return own, []
    plain = {_plain(joint): joint for joint in joints}
    matched = [plain.get(_plain(name)) for name in own]
    if all(matched):
        return [str(name) for name in matched], []
    if (without := _without_prefix(own, joints)) is not None:
        return without, [f"Joints are matched without the common part of their names: '{own[0]}' is '{without[0]}'."]
    n = len(positions)
    numbers = {each.number for each in positions} - {None}
    if (
        n == 1 == len(joints) and not positions[0].label
    ):  # a servo alone: "position", and which joint goes without saying
        return [*joints], []
    if len(numbers) == n and (needed or len(joints)) <= n <= len(joints):
        order = sorted(range(n), key=lambda k: positions[k].number or 0)
        names = [""] * n
        for joint, k in zip(joints, order, strict=False):
            names[k] = joint
        notes = [f"Joints are matched in order: '{positions[order[0]].name}' is '{joints[0]}', and so on."]
        return names, notes + ([f"The file has no columns for {_few(joints[n:])}."] if n < len(joints) else [])
    raise FormatError(
        f"Its columns name {_few(own)}; the robot has {_few(joints)}.",
        where=where,
        remedy=BY_HAND,
    )


def _without_prefix(own: Sequence[str], joints: Sequence[str]) -> list[str] | None:
    """Return the joints of names with words in front of them, such as a namespace; None if not every name has one."""
    shorter = [_plain(name) for name in _uncommon(own)]
    for known in (joints, _uncommon(joints)):
        plain = {_plain(name): joint for name, joint in zip(known, joints, strict=True)}
        if len({*shorter}) == len(own) and {*shorter} <= {*plain} and all(re.search("[a-z]", name) for name in shorter):
            return [plain[name] for name in shorter]
    return None


def _uncommon(names: Sequence[str]) -> list[str]:
    """Return names without the words with which all of them begin."""
    words = [name.split("_") for name in names]
    most = min(len(each) for each in words) - 1
    same = next((k for k in range(most) if len({each[k] for each in words}) > 1), most)
    return ["_".join(each[same:]) for each in words]


def _plain(name: str) -> str:
    letters = re.sub(r"[^a-z0-9]", "", name.lower())
    return letters.removesuffix("joint").removeprefix("joint") or letters


def _few(names: Iterable[str]) -> str:
    shown = list(names)
    return ", ".join(f"'{name:.30}'" for name in shown[:4]) + (f" and {len(shown) - 4} more" if len(shown) > 4 else "")


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
