"""What results were made from, as they keep it for JSON. A run is as `heft.logs.motion.Motion.to_dict` gives it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

RunEntry = Mapping[str, Any]
"""A run without its samples: its source, rate, segments, and what was done to it."""


class RobotFile(TypedDict):
    """The file of a robot; its path and hash are None for one that was not read from a file."""

    name: str
    path: str | None
    sha256: str | None


class Provenance(TypedDict):
    """What an estimate was made from."""

    robot: RobotFile
    logs: Sequence[RunEntry]
    held_out: Sequence[RunEntry]
    loaded: Sequence[RunEntry]
    versions: Mapping[str, str]


class Bias(TypedDict):
    """The bias of a channel of a force/torque sensor, and its standard deviation [N, N m]."""

    value: float
    deviation: float


PayloadProvenance = TypedDict(
    "PayloadProvenance",
    {
        "from": str,
        "loaded": Sequence[RunEntry],
        "unloaded": Sequence[RunEntry],
        "sensor": str,
        "bias": Mapping[str, Bias],
        "wrench": str | None,
    },
    total=False,
)
"""What a payload was made from: "efforts", "rests" or "wrench", and for the last the sensor, and the file if any."""
