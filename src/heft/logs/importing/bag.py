"""ROS bags with JointState messages: rosbag2 folders, .mcap, .db3 and ROS 1 .bag files. Needs rosbags (extra `ros`)."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FileError, FormatError, MissingExtraError, did_you_mean
from heft.logs.importing.raw import Raw

TYPE = "sensor_msgs/msg/JointState"
FIELDS = ("position", "velocity", "effort")


def is_bag(path: Path) -> bool:
    """Return whether a folder is a rosbag2."""
    return path.is_dir() and (path / "metadata.yaml").is_file()


def hashes(path: Path) -> dict[str, str]:
    """Return the SHA-256 of the files of a bag."""
    files = sorted(p for p in path.iterdir() if p.is_file()) if path.is_dir() else [path]
    try:
        return {str(file): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}
    except OSError as error:
        raise FileError(f"It cannot be read: {error.strerror}.", where=str(path)) from None


def read_bag(path: Path, topic: str | None) -> Raw:
    """Read the JointState messages of a bag: arrays position, velocity, effort, a column for each joint, and stamp.

    A message may hold some of the joints only; what it does not say is NaN.

    Args:
        path: the bag.
        topic: of the messages; None takes the only one with JointState.

    Raises:
        MissingExtraError: rosbags is not installed.
        FormatError: it is no whole bag, or has no such messages.
    """
    try:
        from rosbags.highlevel import AnyReader
        from rosbags.highlevel.anyreader import AnyReaderError
        from rosbags.typesys import Stores, get_typestore
    except ImportError:
        raise MissingExtraError("rosbags", "ros", "Reading ROS bags") from None
    try:
        with AnyReader([path], default_typestore=get_typestore(Stores.LATEST)) as reader:
            connection = _connection(reader.connections, topic, str(path))
            messages = [
                (stamp, reader.deserialize(data, TYPE)) for _, stamp, data in reader.messages(connections=connection)
            ]
    except (AnyReaderError, OSError, ValueError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0][:100].rstrip(".")
        raise FormatError(f"This is not a whole bag: {reason}.", where=str(path)) from None
    if not messages:
        raise FormatError("It has no messages on that topic.", where=str(path))
    return _table(messages, str(path))


def _connection(connections: Any, topic: str | None, where: str) -> list[Any]:
    states = [c for c in connections if c.msgtype == TYPE]
    topics = sorted({c.topic for c in states})
    if not states:
        found = sorted({c.msgtype for c in connections})
        raise FormatError(f"It has no JointState messages; it has {', '.join(found[:4]) or 'none'}.", where=where)
    if topic is None and len(topics) > 1:
        raise FormatError(
            f"JointState messages are on {', '.join(topics)}.", where=where, remedy="Give 'topic' in the map's [file]."
        )
    if topic is not None and topic not in topics:
        raise FormatError(f"It has no topic '{topic}'.", where=where, remedy=did_you_mean(topic, topics))
    return [c for c in states if topic is None or c.topic == topic]


def _table(messages: list[tuple[int, Any]], where: str) -> Raw:
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
    return Raw(where, arrays | {"stamp": stamp}, names)
