"""Mechanism files, `heft-mechanism/1` in JSON or TOML: what URDF cannot say, with exact numbers."""

from __future__ import annotations

import json
from pathlib import Path

from heft.robot.floating_base import with_base
from heft.robot.formats.format import ReadOptions, RobotFormat
from heft.robot.model import Robot


class Mechanism(RobotFormat):
    """Files that end in .json or .toml."""

    name, files, suffix = "mechanism", ".json and .toml (mechanism files)", ".mech.json"
    holds = ("viscous", "coulomb", "offset", "armature")

    def can_read(self, path: Path) -> bool:
        """Tell by the ending."""
        return path.suffix.lower() in (".json", ".toml")

    def read(self, path: Path, options: ReadOptions) -> Robot:
        """Read a robot on the base that the file gives it, or on another."""
        from heft.robot.formats.mechanism.read import read_mechanism

        return with_base(read_mechanism(path), options.base)

    def content(self, robot: Robot) -> bytes:
        """Return any robot as JSON."""
        return (json.dumps(robot.to_dict(), indent=1) + "\n").encode()


FORMAT = Mechanism()
