"""ROS bags with JointState messages: rosbag2 folders, .mcap, .db3 and ROS 1 .bag files. Needs rosbags (extra `ros`)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError, MissingExtraError, did_you_mean
from heft.files import read_bytes
from heft.logs.formats import Format, RawArrays, register

TYPE = "sensor_msgs/msg/JointState"
FIELDS = {"position": "q", "velocity": "qd", "effort": "tau"}
"""The fields of a message, and how a log calls them; efforts are torques or forces at the joints."""


class Bag(Format):
    """Messages of the type JointState, which name their joints and have SI units: no map is needed."""

    name = "ROS bag"
    endings = (".mcap", ".db3", ".bag")
    settings: ClassVar = {"topic": str}
    extra = "ros"

    def can_read(self, path: Path) -> bool:
        """Return whether this is a file of a bag, or the folder of a rosbag2."""
        return super().can_read(path) or (path.is_dir() and (path / "metadata.yaml").is_file())

    def load(self, path: Path, settings: Mapping[str, Any]) -> RawArrays:
        """Return the arrays position, velocity and effort, a column for each joint, and stamp.

        A message may hold only some of the joints; a number that no message holds is NaN. The setting `topic` names the
        topic of the messages; without it there must be one topic only.

        Raises:
            MissingExtraError: rosbags is not installed.
            FileError: the bag cannot be read.
            FormatError: this is not a whole bag, or it has no such messages.
        """
        try:
            from rosbags.highlevel import AnyReader
            from rosbags.highlevel.anyreader import AnyReaderError
            from rosbags.typesys import Stores, get_typestore
        except ImportError:
            raise MissingExtraError("rosbags", "ros", "Reading ROS bags") from None
        files = sorted(p for p in path.iterdir() if p.is_file()) if path.is_dir() else [path]
        digests = {str(file): hashlib.sha256(read_bytes(file)).hexdigest() for file in files}
        try:
            with AnyReader([path], default_typestore=get_typestore(Stores.LATEST)) as reader:
                connection = _connection(reader.connections, settings.get("topic"), str(path))
                messages = [
                    (stamp, reader.deserialize(data, TYPE))
                    for _, stamp, data in reader.messages(connections=connection)
                ]
        except (AnyReaderError, OSError, ValueError) as error:
            raise self.damaged(error, str(path)) from None
        if not messages:
            remedy = "Record the topic again while the robot moves."
            raise FormatError("It has no messages on that topic.", where=str(path), remedy=remedy)
        return replace(_table(messages, str(path)), digests=digests)

    def columns(self, raw: RawArrays) -> dict[str, Array]:
        """Return positions, velocities and efforts as a log has them; a field that no message fills is omitted."""
        found = {"t": raw.arrays["stamp"][:, 0]}
        for name, (field, k) in raw.names.items():
            if not np.isnan(raw.arrays[field]).all():
                found[f"{FIELDS[field]}{name.removeprefix(field)}"] = raw.arrays[field][:, k]
        return found


def _connection(connections: Any, topic: str | None, where: str) -> list[Any]:
    states = [c for c in connections if c.msgtype == TYPE]
    topics = sorted({c.topic for c in states})
    if not states:
        found = sorted({c.msgtype for c in connections})
        raise FormatError(
            f"It has no JointState messages; it has {', '.join(found[:4]) or 'none'}.",
            where=where,
            remedy=f"Record a topic of the type {TYPE}.",
        )
    if topic is None and len(topics) > 1:
        remedy = 'Name one of them in the [file] table of a map: topic = "...".'
        raise FormatError(f"JointState messages are on {', '.join(topics)}.", where=where, remedy=remedy)
    if topic is not None and topic not in topics:
        raise FormatError(f"It has no topic '{topic}'.", where=where, remedy=did_you_mean(topic, topics))
    return [c for c in states if topic is None or c.topic == topic]


def _table(messages: list[tuple[int, Any]], where: str) -> RawArrays:
    joints = list(dict.fromkeys(name for _, message in messages for name in message.name))
    place = {name: k for k, name in enumerate(joints)}
    arrays: dict[str, Array] = {field: np.full((len(messages), len(joints)), np.nan) for field in FIELDS}
    stamp = np.empty((len(messages), 1))
    first = messages[0][1].header.stamp.sec
    for row, (received, message) in enumerate(messages):
        header = message.header.stamp
        stamp[row] = header.sec + 1e-9 * header.nanosec if first or header.sec or header.nanosec else 1e-9 * received
        columns = [place[name] for name in message.name]
        for field in FIELDS:
            values = getattr(message, field)
            if len(values) == len(columns):
                arrays[field][row, columns] = values
    names = {f"{field}.{joint}": (field, k) for field in FIELDS for joint, k in place.items()}
    return RawArrays(where, arrays | {"stamp": stamp}, names)


register(Bag())
