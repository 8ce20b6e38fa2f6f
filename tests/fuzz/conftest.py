"""How long to fuzz, and the table of what was tried: make fuzz, or pytest tests/fuzz --fuzz-seconds 3600."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

COLUMNS = ("kind", "inputs", "refused", "answered", "failed", "inputs/s", "peak MB")


def pytest_addoption(parser: pytest.Parser) -> None:
    words = "how long tests/fuzz tries inputs [s]; without it a number of inputs that is the same in every run"
    parser.addoption("--fuzz-seconds", type=float, help=words)


@pytest.fixture
def fuzz_seconds(request: pytest.FixtureRequest) -> float | None:
    """The time for all kinds together [s], on each process of this run; None for the same inputs in every run."""
    given: Any = request.config.getoption("--fuzz-seconds")
    return None if given is None else float(given) * int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Print a row for each kind."""
    calls = [r for reports in terminalreporter.stats.values() for r in reports if getattr(r, "when", "") == "call"]
    rows = [value for report in calls for name, value in report.user_properties if name == "fuzz"]
    if not rows:
        return
    total = ["all", *(sum(row[k] for row in rows) for k in range(1, 5)), "", ""]
    terminalreporter.section("fuzz")
    for row in (COLUMNS, *sorted(rows), total):
        terminalreporter.write_line(f"{row[0]:22}" + "".join(f"{cell!s:>10}" for cell in row[1:]))
