"""docs/architecture.md: identification goes through the stages of the page, in their order, each once."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from types import FrameType

import numpy as np
from support.manual import ROOT

import heft

ROW = re.compile(r"^\| .*? \| `(heft\.estimation\.[\w.]+)` \| (.*?) \|$", re.MULTILINE)


def stages() -> list[str]:
    """Return what makes each stage, as the page has it; those of payloads aside."""
    section = (ROOT / "docs/architecture.md").read_text().split("## What happens in heft identify")[1]
    return [name for name, words in ROW.findall(section) if not words.startswith("with ")]


def called(work: Callable[[], object], names: list[str]) -> list[str]:
    """Return which of some functions were called, in their order."""
    found = []

    def note(frame: FrameType, event: str, argument: object) -> None:
        module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_qualname
        if module.startswith("heft.estimation.estimators.") and name.endswith(".fit"):
            module, name = "heft.estimation.estimators", "Estimator.fit"
        if event == "call" and f"{module}.{name}" in names:
            found.append(f"{module}.{name}")

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return found


def test_identification_goes_through_the_stages_once():
    robot = heft.load("zoo:double_pendulum")
    t = np.arange(0, 10, 0.01)[:, None]
    w = np.array([2.0, 3.1])
    q, qd, qdd = np.sin(w * t), w * np.cos(w * t), -(w**2) * np.sin(w * t)
    log = heft.Log(t[:, 0], tuple(robot.joint_names), q, effort=heft.inverse_dynamics(robot, q, qd, qdd))
    *names, last = stages()
    assert last == "heft.estimation.estimate.Estimate"
    assert len(names) == 9
    assert called(lambda: heft.identify(robot, log), names) == names
