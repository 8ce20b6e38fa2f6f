"""What the name of a recorded column says: which signal, measured or commanded, of which joint, in which unit.

Recorders name columns in many ways: `position/joint1`, `q_1`, `joint1_pos`, `actual_q_0`, `tau_J[3]`, `Torque A2 [Nm]`.
All have the same parts in some order: a word for the signal, perhaps a word for its role, and what names the joint.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

WORDS = {
    "time": {"t", "time", "times", "timestamp", "timestamps", "stamp", "secs", "seconds", "clock"},
    "q": {
        *("q", "pos", "position", "positions", "angle", "angles", "qpos", "theta", "state", "jointposition"),
        *("jointpositions",),
    },
    "qd": {
        *("qd", "dq", "qdot", "vel", "velocity", "velocities", "speed", "speeds", "qvel", "dtheta", "thetadot"),
        *("jointvelocity",),
    },
    "qdd": {
        *("qdd", "ddq", "qddot", "acc", "accel", "acceleration", "accelerations", "qacc", "ddtheta", "thetaddot"),
    },
    "tau": {"tau", "torque", "torques", "effort", "efforts", "eff", "moment", "moments", "trq", "jointtorque", "qfrc"},
    "current": {"i", "current", "currents", "curr", "amps"},
}
"""Words for each signal, in lower case."""

MEASURED = {"actual", "act", "measured", "meas", "read", "observed", "feedback", "fb", "observation"}
COMMANDED = {
    "desired",
    "des",
    "target",
    "cmd",
    "command",
    "commanded",
    "con",
    "ref",
    "reference",
    "d",
    "goal",
    "action",
}
"""Words that say what a signal is: what a sensor read, or what was asked for."""

RAW = {"raw"}
"""Words for what was recorded before somebody filtered it; what was filtered is in other columns, and is preferred."""

ACTION = "action"
"""Where no other word says what a column is, an action is a position that was asked for."""

ROLES = {"measured": MEASURED, "commanded": COMMANDED, "raw": RAW}

ELSEWHERE = {
    *("tcp", "ee", "eef", "pose", "cartesian", "tool", "flange", "ext", "external", "error", "err", "temp", "ft"),
    *("temperature", "limit", "max", "min", "std", "force", "wrench", "imu", "orientation", "base", "id", "index"),
    *("filt", "filtered", "unfilt", "gripper", "mode", "voltage", "contact", "hat", "fric", "friction", "gravity"),
}
"""Words of columns that are something else."""

IDLE = {
    *("joint", "joints", "jnt", "j", "axis", "dof", "motor", "servo", "actuator", "sensor", "s", "state", "states"),
    *("robot", "arm", "link"),
}
"""Words that say nothing about which joint it is."""

UNITS = {
    "s": "s",
    "sec": "s",
    "ms": "ms",
    "msec": "ms",
    "us": "us",
    "usec": "us",
    "ns": "ns",
    "nsec": "ns",
    "nanosec": "ns",
    "rad": "rad",
    "mrad": "mrad",
    "rev": "rev",
    "turns": "rev",
    "deg": "deg",
    "°": "deg",
    "degree": "deg",
    "degrees": "deg",
    "m": "m",
    "mm": "mm",
    "rad/s": "rad/s",
    "deg/s": "deg/s",
    "°/s": "deg/s",
    "rev/s": "rev/s",
    "rpm": "rpm",
    "m/s": "m/s",
    "mm/s": "mm/s",
    "rad/s2": "rad/s2",
    "rad/s^2": "rad/s2",
    "deg/s2": "deg/s2",
    "nm": "N m",
    "n m": "N m",
    "n*m": "N m",
    "n.m": "N m",
    "mnm": "mN m",
    "knm": "kN m",
    "ncm": "N cm",
    "n cm": "N cm",
    "nmm": "N mm",
    "n mm": "N mm",
    "n": "N",
    "a": "A",
    "amp": "A",
    "ma": "mA",
}
"""Units as people write them, in lower case, and as map files do."""

SUFFIXES = {"ms", "us", "ns", "nsec", "sec", "deg", "rad", "mrad", "nm", "mm", "ma", "rpm"}
"""Units that also stand as a word at the end of a name."""


@dataclass(frozen=True)
class Reading:
    """What a column is.

    Attributes:
        name: as the file has it.
        signal: "time", "q", "qd", "qdd", "tau" or "current".
        word: the one that says so, in lower case; "" if a number or nothing does.
        role: "measured", "commanded", "raw", or "" if the name does not say.
        label: what names the joint, in its own spelling: "joint1", "shoulder_pan", "3"; "" if nothing does.
        number: its last number, if it has one.
        unit: as in map files; "" if the name does not say.
    """

    name: str
    signal: str
    role: str
    label: str
    number: int | None
    unit: str
    word: str = ""

    @property
    def numbered(self) -> bool:
        """Whether the joint has a number only, as in "q_1" or "joint1_pos", and no name, as "wrist1" is one."""
        words = re.findall(r"[a-z]+", self.label.lower())
        return self.number is not None and all(word in IDLE for word in words)

    @property
    def joint(self) -> str:
        """What tells its joint from the others: a number, or a name."""
        return str(self.number) if self.numbered else self.label


def reading(name: str, own: Collection[str] = ()) -> Reading | None:
    """Return what a column's name says; None if it is neither a signal of a joint nor a time stamp.

    Args:
        name: of the column.
        own: words of the names of the robot's joints, in lower case: here they name a joint, whatever else they mean.
    """
    text, unit = _without_unit(re.sub(r"(?<![A-Za-z])mA(?![A-Za-z])", "ma", name))
    text = re.sub(r"(?i)(?<![a-z])(q|theta)[ _.]+(d*dot)(?![a-z])", r"\1\2", text)
    words = list(re.finditer(r"\d+|[A-Z]+(?![a-z])|[A-Z]?[a-z]+", text))
    small = [word[0].lower() for word in words]
    if len(small) > 1 and small[-1] in SUFFIXES and not unit:
        unit = UNITS[small[-1]]
        words, small = words[:-1], small[:-1]
    at = _signal_at(small)
    if at is None and ACTION in small:
        at = small.index(ACTION)
    if at is None or {*small} & (ELSEWHERE - {*own}):
        return None
    signal = next((signal for signal, known in WORDS.items() if small[at] in known), "q")
    rest = [(word, low) for k, (word, low) in enumerate(zip(words, small, strict=True)) if k != at]
    roles = {role for _, low in rest for role, known in ROLES.items() if low in known}
    if small[at] == ACTION:
        roles.add("commanded")
    if len(roles) > 1:
        return None
    label = [word for word, low in rest if not any(low in known for known in ROLES.values())]
    telling = [word[0] for word in label if word[0].lower() not in IDLE]
    if signal == "time" and [word for word in telling if not word.isdigit()] and {*small} & IDLE:
        return None
    numbers = [int(word[0]) for word in label if word[0].isdigit()]
    return Reading(
        name=name,
        signal=signal,
        role=next(iter(roles), ""),
        label=_spelled(label) if telling else "",
        number=numbers[-1] if numbers else None,
        unit=unit,
        word=small[at],
    )


def _without_unit(name: str) -> tuple[str, str]:
    """Return a name without a unit in brackets, and the unit; an index in brackets stays."""
    for inside in re.findall(r"[\[(]([^\[\]()]{1,40})[\])]", name):
        unit = UNITS.get(inside.strip().lower().replace("·", " "))
        if unit:
            return name.replace(f"[{inside}]", "").replace(f"({inside})", ""), unit
    return name, ""


def _spelled(words: list[re.Match[str]]) -> str:
    """Return words as the name has them, with an underscore where something stood between them."""
    text = ""
    for word, before in zip(words, [None, *words], strict=False):
        text += ("_" if before is not None and before.end() < word.start() else "") + word[0]
    return text


def _signal_at(words: list[str]) -> int | None:
    """Return where the word for the signal stands: the one that is least likely to be part of a joint's name."""
    found = [k for k, word in enumerate(words) if any(word in known for known in WORDS.values())]
    if not found:
        return None
    strong = [k for k in found if words[k] not in {"t", "i", "state", "q"}]
    return (strong or found)[0]
