"""What the tests take: processor time by folder, the most memory of a process and the tests that raised it most.

Shown beside --durations.

Times are of the processor, those of child processes included, so that what else the machine does counts little.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

NAME, RAISED = "processor", "raised"
SHOWN = 8
"""Tests that are named because they raised the most memory that their process had had."""

_began = [0.0, 0.0]
_peaks: dict[str, float] = {}


def processor() -> float:
    """Return the processor time that this process and the children it has waited for have taken [s]."""
    return sum(os.times()[:4])


def peak() -> float:
    """Return the most memory that this process has had [MB]; 0 where the system does not say."""
    if sys.platform == "win32":
        return 0.0
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most / (2**20 if sys.platform == "darwin" else 2**10)


def pytest_runtest_logstart() -> None:
    _began[:] = processor(), peak()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    report: Any = yield
    now = [processor(), peak()]
    report.user_properties += [(NAME, now[0] - _began[0]), (RAISED, now[1] - _began[1])]
    _began[:] = now
    return report


def pytest_sessionfinish(session: Any) -> None:
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["peak"] = peak()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    _peaks[node.gateway.id] = getattr(node, "workeroutput", {}).get("peak", 0.0)


def by_folder(reports: Iterable[Any]) -> list[tuple[str, int, float]]:
    """Return folder, tests and processor time [s], the longest first."""
    tests, times = defaultdict(set), defaultdict(float)
    for report in reports:
        folder = report.nodeid.split("::")[0].rpartition("/")[0]
        tests[folder].add(report.nodeid)
        times[folder] += sum(value for name, value in report.user_properties if name == NAME)
    return sorted(((folder, len(tests[folder]), times[folder]) for folder in times), key=lambda row: -row[2])


def that_raised(reports: Iterable[Any]) -> list[tuple[str, float]]:
    """Return tests and by how much they raised the most memory of their process [MB], the largest first."""
    raised = defaultdict(float)
    for report in reports:
        raised[report.nodeid] += sum(value for name, value in report.user_properties if name == RAISED)
    return sorted(raised.items(), key=lambda row: -row[1])[:SHOWN]


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if terminalreporter.config.option.durations is None:
        return
    reports = [r for each in terminalreporter.stats.values() for r in each if isinstance(r, pytest.TestReport)]
    rows = by_folder(reports)
    terminalreporter.section("processor time")
    for folder, tests, time in [*rows, ("all", sum(row[1] for row in rows), sum(row[2] for row in rows))]:
        terminalreporter.write_line(f"{folder:30}{tests:6} tests{time:9.1f} s")
    for name, most in sorted((_peaks or {"this process": peak()}).items()):
        terminalreporter.write_line(f"{name} took {most:.0f} MB at most")
    for test, most in that_raised(reports):
        terminalreporter.write_line(f"{most:6.0f} MB more by {test}")
