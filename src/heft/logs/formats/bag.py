"""ROS bags with joint states, and wrenches beside them: rosbag2 folders, .mcap, .db3 and ROS 1 .bag files.

Needs rosbags (extra `ros`).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError, MissingExtraError, did_you_mean
from heft.logs.formats import Format, RawArrays
from heft.logs.formats.bag_files import bounded, digests_of
from heft.logs.formats.bag_messages import FIELDS, STATE, WRENCH, by_publisher, merged, states, table, wrenches
from heft.sizes import check_expanded


class Bag(Format):
    """Messages of the type JointState, which name their joints and have SI units: no map is needed."""

    name = "ROS bag"
    endings = (".mcap", ".db3", ".bag")
    settings: ClassVar = {"topic": str}
    extra = "ros"

    def can_read(self, path: Path) -> bool:
        """Return whether this is a file of a bag, or the folder of a rosbag2."""
        return super().can_read(path) or (os.path.isdir(path) and (path / "metadata.yaml").is_file())

    def load(self, path: Path, settings: Mapping[str, Any]) -> RawArrays:
        """Return the arrays position, velocity and effort, a column for each joint, and stamp; commands and wrenches.

        A message may hold only some of the joints, and a topic have several publishers; a number that no message
        holds is NaN. The setting `topic` names the
        topic of the joint states; without it, topics are merged if they have different joints.

        Raises:
            MissingExtraError: rosbags is not installed.
            FileError: the bag cannot be read, or expands too far.
            FormatError: it has no such messages.
        """
        try:
            from rosbags import rosbag1, rosbag2
            from rosbags.typesys import Stores, get_typestore
        except ImportError:
            raise MissingExtraError("rosbags", "ros", "Reading ROS bags") from None
        digests = digests_of(path)
        size = sum(Path(file).stat().st_size for file in digests)
        # messages are read by the definitions that rosbags has: those in a bag would become code
        if path.suffix.lower() == ".bag":
            bag, decode = rosbag1.Reader(path), get_typestore(Stores.ROS1_NOETIC).deserialize_ros1
        else:
            bag, decode = rosbag2.Reader(path), get_typestore(Stores.LATEST).deserialize_cdr
        found: dict[str, list[tuple[int, Any]]] = {}
        total, topic = 0, settings.get("topic")
        with bounded(path, size), bag:
            connections = _connections(bag.connections, topic, str(path))
            for connection, stamp, data in bag.messages(connections=connections):
                total += len(data)
                check_expanded(total, size, str(path))
                found.setdefault(connection.topic, []).append((stamp, decode(data, connection.msgtype)))
        kinds = {connection.topic: connection.msgtype for connection in connections}
        sent = [(name, each) for name, all in found.items() if kinds[name] == STATE for each in by_publisher(all)]
        parts = [states(name, each, str(path), size) for name, each in sent]
        if not parts:
            remedy = "Record the topic again while the robot moves."
            raise FormatError("It has no messages of joint states.", where=str(path), remedy=remedy)
        sensors = wrenches({name: each for name, each in found.items() if kinds[name] == WRENCH}, str(path))
        return replace(table(*merged(parts, str(path), topic), sensors, str(path)), digests=digests)

    def columns(self, raw: RawArrays) -> dict[str, Array]:
        """Return positions, velocities and efforts as a log has them; a field that no message fills is omitted."""
        found = {"t": raw.arrays["stamp"][:, 0]}
        for name, (field, k) in raw.names.items():
            if not np.isnan(raw.arrays[field]).all():
                found[f"{FIELDS.get(field, field)}{name.removeprefix(field)}"] = raw.arrays[field][:, k]
        return found


def _connections(connections: Any, topic: str | None, where: str) -> list[Any]:
    """Return the connections that are read: joint states, of one topic if it is named, and wrenches.

    Raises:
        FormatError: there are no joint states, or not on that topic.
    """
    topics = sorted({c.topic for c in connections if c.msgtype == STATE})
    if not topics:
        found = sorted({c.msgtype for c in connections})
        raise FormatError(
            f"It has no JointState messages; it has {', '.join(found[:4]) or 'none'}.",
            where=where,
            remedy=f"Record a topic of the type {STATE}.",
        )
    if topic is not None and topic not in topics:
        raise FormatError(f"It has no joint states on '{topic}'.", where=where, remedy=did_you_mean(topic, topics))
    chosen = [c for c in connections if c.msgtype == STATE and topic in (None, c.topic)]
    return chosen + [c for c in connections if c.msgtype == WRENCH]


FORMAT = Bag()
