"""Published logs of a UR10e, and what is identified from them, once for all tests of a process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import heft

ROOT = Path(__file__).parents[2]
FOLDER = ROOT.parent / "shared" / "data" / "ur10e"

BARE = ("ur-20_02_10-30sec_12harm", "ur-20_02_12-40sec_12harm", "ur-20_02_19_14harm50sec")
"""Three days, without a load."""


@cache
def ur10e() -> heft.Robot:
    """Return the robot as its file has it."""
    return heft.load(FOLDER / "ur10e.urdf")


@cache
def log_of(name: str) -> heft.Log:
    """Return a log with efforts as torques."""
    return heft.read_log(FOLDER / f"{name}.csv", ROOT / "examples" / "maps" / "ur10e.toml")


@cache
def estimate_of(name: str, **options: Any) -> heft.Estimate:
    """Return what is identified from one log."""
    return heft.identify(ur10e(), log_of(name), **options)
