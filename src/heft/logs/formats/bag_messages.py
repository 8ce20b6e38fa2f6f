"""What messages of a ROS bag say: joint states as a table of joints over stamps, wrenches of sensors likewise.

Several topics make one table: joints of other topics, commands and wrenches are interpolated at the stamps of the topic
with the most joints. So do several publishers on one topic, such as the drivers of an arm and of its gripper.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError, listed
from heft.logs.formats.raw_arrays import RawArrays
from heft.logs.wrench_channels import AXES, wrench_column
from heft.sizes import check_expanded

STATE, WRENCH = "sensor_msgs/msg/JointState", "geometry_msgs/msg/WrenchStamped"
FIELDS = {"position": "q", "velocity": "qd", "effort": "tau"}
"""The fields of a joint state, and how a log calls them; efforts are torques or forces at the joints."""

COMMANDS = re.compile(r"(command|cmd|desired|target|reference|goal)", re.IGNORECASE)
"""What names a topic of positions that were asked for."""

NAMED = "heft import BAG --topic TOPIC -o log.parquet"
"""How a person says which topic was measured."""

Messages = Sequence[tuple[int, Any]]
"""When each was received [ns], and the message."""


@dataclass(frozen=True, eq=False)
class States:
    """The messages of one topic as a table.

    Attributes:
        topic: where they were published.
        t: (n,) stamps [s].
        joints: in the order in which they are first named.
        values: (n, joints) by field; NaN where a message does not have it.
    """

    topic: str
    t: Array
    joints: tuple[str, ...]
    values: Mapping[str, Array] = field(default_factory=dict)

    def at(self, t: Array) -> dict[str, Array]:
        """Return the values at other stamps; NaN outside."""
        return {name: _at(t, self.t, values) for name, values in self.values.items()}


def by_publisher(messages: Messages) -> list[Messages]:
    """Return the messages of a topic by the joints that they name; all together if some name joints of others too."""
    found: dict[frozenset[str], list[tuple[int, Any]]] = {}
    for received, message in messages:
        found.setdefault(frozenset(message.name), []).append((received, message))
    apart = sum(map(len, found)) == len(frozenset().union(*found))
    return [*found.values()] if apart else [messages]


def states(topic: str, messages: Messages, where: str, size: int) -> States:
    """Return joint states as a table; a message may hold only some of the joints.

    Args:
        topic: where they were published.
        messages: at least one.
        where: the bag, for errors.
        size: of its files [bytes].

    Raises:
        FormatError: a message does not have a number for each joint that it names.
    """
    joints = list(dict.fromkeys(name for _, message in messages for name in message.name))
    check_expanded(8 * len(FIELDS) * len(messages) * len(joints), size, where)
    place = {name: k for k, name in enumerate(joints)}
    values = {name: np.full((len(messages), len(joints)), np.nan) for name in FIELDS}
    for row, (_, message) in enumerate(messages):
        columns = [place[name] for name in message.name]
        for name in FIELDS:
            numbers = getattr(message, name)
            if len(numbers) == len(columns):
                values[name][row, columns] = numbers
            elif len(numbers):
                what = f"A message on {topic} names {len(columns)} joints, but gives the {name} of {len(numbers)}."
                raise FormatError(what, where=where, remedy="Correct the driver that publishes it, and record again.")
    return States(topic, _stamps(messages), tuple(joints), values)


def merged(found: Sequence[States], where: str, topic: str | None = None) -> tuple[States, States | None]:
    """Return the joints of all topics at the stamps of the one with the most, and the commands, if there are any.

    Args:
        found: the joint states of each topic and publisher.
        where: the bag, for errors.
        topic: the one that was asked for, which was measured whatever its name is.

    Raises:
        FormatError: two topics have the same joints, so that either may be meant, or all have commands.
    """
    measured = [each for each in found if each.topic == topic or not COMMANDS.search(each.topic)]
    if not measured:
        names = sorted({each.topic for each in found})
        raise FormatError(
            f"Judging by the topic {'names' if names[1:] else 'name'} {listed(names)}, these joint states are "
            "commands, and there are no measured ones.",
            where=where,
            remedy=f"Record the measured states, usually /joint_states. If these were measured, say so: {NAMED}.",
        )
    asked = [each for each in found if each not in measured]
    main = max(measured, key=lambda each: (len(each.joints), len(each.t)))
    joints, values = main.joints, dict(main.values)
    for other in measured:
        if other is main:
            continue
        if {*joints} & {*other.joints}:
            raise FormatError(
                f"JointState messages are on {' and '.join(sorted([main.topic, other.topic]))}, for the same joints.",
                where=where,
                remedy=f"Name the topic of the measured ones: {NAMED}.",
            )
        at = other.at(main.t)
        joints = (*joints, *other.joints)
        values = {name: np.concatenate([each, at[name]], axis=1) for name, each in values.items()}
    command = next((each for each in asked if {*each.joints} <= {*joints}), None)
    return States(main.topic, main.t, joints, values), command


def table(
    measured: States, command: States | None, wrenches: Mapping[str, tuple[Array, Array]], where: str
) -> RawArrays:
    """Return all messages as arrays at the stamps of the joint states, with a name for every column.

    Args:
        measured: the joint states.
        command: positions that were asked for.
        wrenches: stamps (m,) and wrenches (m, 6) by frame.
        where: the bag.
    """
    arrays: dict[str, Array] = {**measured.values, "stamp": measured.t[:, None]}
    names = {f"{name}.{joint}": (name, k) for name in FIELDS for k, joint in enumerate(measured.joints)}
    if command is not None:
        arrays["command"] = _at(measured.t, command.t, command.values["position"])
        names |= {f"command.{joint}": ("command", k) for k, joint in enumerate(command.joints)}
    for frame, (t, values) in wrenches.items():
        arrays[f"ft.{frame}"] = _at(measured.t, t, values)
        names |= {wrench_column(frame, axis): (f"ft.{frame}", k) for k, axis in enumerate(AXES)}
    return RawArrays(where, arrays, names)


def wrenches(topics: Mapping[str, Messages], where: str) -> dict[str, tuple[Array, Array]]:
    """Return the stamps and wrenches of each frame.

    Args:
        topics: the messages of each topic of wrenches.
        where: the bag, for errors.

    Raises:
        FormatError: the messages of a topic are in several frames, or two topics have the same.
    """
    found: dict[str, tuple[Array, Array]] = {}
    owner: dict[str, str] = {}
    for topic, messages in topics.items():
        frames = list(dict.fromkeys(message.header.frame_id.lstrip("/") or "sensor" for _, message in messages))
        if len(frames) > 1:
            what = f"The wrenches on {topic} are in several frames: {listed(frames)}."
            remedy = "Record them in one frame, that of the sensor; numbers of different axes cannot be one channel."
            raise FormatError(what, where=where, remedy=remedy)
        for frame in frames:
            if frame in found:
                what = f"The wrenches of the frame '{frame}' are on {owner[frame]} and on {topic}."
                raise FormatError(what, where=where, remedy="Leave one of the topics out of the bag.")
            values = np.array([_six(message.wrench) for _, message in messages]).reshape(-1, len(AXES))
            found[frame], owner[frame] = (_stamps(messages), values), topic
    return found


def _six(wrench: Any) -> list[float]:
    force, torque = wrench.force, wrench.torque
    return [force.x, force.y, force.z, torque.x, torque.y, torque.z]


def _stamps(messages: Messages) -> Array:
    """Return when each was measured [s]; when it was received, where no header says so."""
    headers = [message.header.stamp for _, message in messages]
    told = bool(headers) and bool(headers[0].sec or any(each.sec or each.nanosec for each in headers))
    if told:
        return np.array([each.sec + 1e-9 * each.nanosec for each in headers], float)
    return np.array([1e-9 * received for received, _ in messages], float)


def _at(t: Array, own: Array, values: Array) -> Array:
    """Return values (m, k) at other stamps, linearly; NaN outside and where no number was sent."""
    out = np.full((len(t), values.shape[1]), np.nan)
    for k, column in enumerate(values.T):
        there = np.isfinite(column)
        if np.any(there):
            order = np.argsort(own[there], kind="stable")
            out[:, k] = np.interp(t, own[there][order], column[there][order], np.nan, np.nan)
    return out
