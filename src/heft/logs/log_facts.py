"""The metadata of a log in a Parquet file: JSON of the format `heft-log/1`."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from heft.reading.schema import Checked, Line, checked
from heft.reading.text import json_value

REMEDY = "Remove the metadata key 'heft.log', or write the file with heft."


class LogFacts(Checked):
    """What is read of the metadata; the rest is for people."""

    format: Literal["heft-log/1"]
    joints: list[Line] | None = None
    effort_kind: Literal["joint_torque", "motor_torque", "motor_current"] | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)


def log_facts(content: bytes, where: str) -> dict[str, Any]:
    """Return the metadata of a log.

    Raises:
        FormatError: they are not those of a log.
    """
    facts = checked(LogFacts, json_value(content, where, REMEDY), "log", f"{where}: metadata", REMEDY)
    return facts.model_dump()
