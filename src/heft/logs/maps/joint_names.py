"""Which columns are of which joints: by their names, by their numbers, or in an order that a person gives."""

from __future__ import annotations

import re
from collections.abc import Sequence

from heft.errors import FormatError, did_you_mean
from heft.logs.maps.column_names import Reading
from heft.logs.maps.told import BY_HAND, Choose, Told, few
from heft.text import counted


def joint_names(positions: Sequence[Reading], told: Told, where: str) -> tuple[list[str], list[str]]:
    """Return what the joints are called in the log, and a note where names were matched by their order.

    Args:
        positions: the columns of positions, in the order of the file.
        told: what is known beside them.
        where: the file, for errors.

    Raises:
        FormatError: the columns cannot be matched with the joints, or only by an order that nobody has confirmed.
    """
    joints, needed = told.joints, told.needed
    if told.order is not None:
        return _in_order(positions, told.order, joints, where), []
    own = [each.label or f"joint{each.joint}" for each in positions]
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
        if all(each.word == "state" and each.numbered for each in positions):
            _confirm(positions, joints[:n], told.choose, where)
        order = sorted(range(n), key=lambda k: positions[k].number or 0)
        names = [""] * n
        for joint, k in zip(joints, order, strict=False):
            names[k] = joint
        notes = [f"Joints are matched in order: '{positions[order[0]].name}' is '{joints[0]}', and so on."]
        return names, notes + ([f"The file has no columns for {few(joints[n:])}."] if n < len(joints) else [])
    raise FormatError(
        f"Its columns name {few(own)}; the robot has {few(joints)}.",
        where=where,
        remedy=f"Name the joints of the columns in their order: heft import FILE --joints NAME,NAME,... {BY_HAND}",
    )


def _in_order(
    positions: Sequence[Reading], order: Sequence[str], joints: Sequence[str] | None, where: str
) -> list[str]:
    """Return the names that were given for the columns.

    Raises:
        FormatError: they are not those of so many joints.
    """
    if len(order) != len(positions):
        raise FormatError(
            f"There {'is' if len(order) == 1 else 'are'} {counted(len(order), 'name')} for "
            f"{counted(len(positions), 'column')} of positions: {few(each.name for each in positions)}.",
            where=where,
            remedy="Give heft import --joints a name for each of these columns, in their order.",
        )
    unknown = [name for name in order if name not in (joints or order)]
    if unknown and (missing := [joint for joint in joints or () if joint not in order]):
        what = f"The robot has no joint '{unknown[0]}', and '{missing[0]}' is not named."
        raise FormatError(
            what, where=where, remedy=f"{did_you_mean(unknown[0], missing)} Correct heft import --joints."
        )
    return [*order]


def _confirm(positions: Sequence[Reading], joints: Sequence[str], choose: Choose | None, where: str) -> None:
    """Let a person confirm that the numbers of a state are the positions of joints in the robot's order.

    Raises:
        FormatError: there is nobody, or it is not so.
    """
    found = f"{few(each.name for each in positions)} do not name their joints"
    question = f"{found}. Are they the positions of these, in this order?"
    if choose is None or choose(question, [", ".join(joints)]) is None:
        raise FormatError(
            f"{found}.",
            where=where,
            remedy=f"If they are the positions in this order, give heft import --joints {','.join(joints)}.",
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
