"""Logs that cannot be of the same links are a reason not to rely on the estimate; friction that drifts is not."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from support.logs import RATE, arm_in, measured
from support.motions import wave

import heft
from heft.estimation.estimate import Estimate
from heft.estimation.findings.conflicting_logs import Judge

FIXED = ("viscous", "coulomb", "offset")


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


@pytest.fixture(scope="module")
def logs(robot: heft.Robot, tmp_path_factory: pytest.TempPathFactory) -> list[heft.Log]:
    """Four runs with names."""
    folder = tmp_path_factory.mktemp("logs")
    return [written(measured(robot, seed), folder / f"run{seed}.parquet") for seed in range(4)]


def written(log: heft.Log, path: Path) -> heft.Log:
    log.write(path)
    return heft.read_log(path)


def identified(robot: heft.Robot, logs: list[heft.Log]) -> Estimate:
    return heft.identify(robot, logs, friction=FIXED)


def conflicts(found: Estimate) -> list[str]:
    return [text for text in found.doubts if "go together" in text]


def carrying(robot: heft.Robot, seed: int, kg: float = 1.0) -> heft.Log:
    load = heft.parameters.from_com(kg, np.array([0.1, 0.0, 0.05]), 0.002 * kg * np.eye(3))
    return measured(robot.with_parameters(robot.parameters + np.array([0, 0, 1])[:, None] * load), seed)


@pytest.mark.parametrize("place", [1, 3])
def test_a_load_in_one_of_the_logs_is_named_with_its_log(robot, logs, place: int, tmp_path: Path):
    wrong = written(carrying(robot, place), tmp_path / "loaded.parquet")
    found = identified(robot, [wrong if k == place else log for k, log in enumerate(logs)])
    (said,) = conflicts(found)
    assert said == found.doubts[0]
    assert "loaded.parquet does not go together with the other logs" in said
    assert not any(text.startswith("The logs disagree") for text in found.warnings)


def test_a_load_of_three_percent_of_the_arm_is_named(robot, logs, tmp_path: Path):
    """Its residual is some percent of the effort, but links of their own take most of that."""
    wrong = written(carrying(robot, 1, kg=0.2), tmp_path / "loaded.parquet")
    (said,) = conflicts(identified(robot, [logs[0], wrong, *logs[2:]]))
    assert "loaded.parquet does not go together with the other logs" in said


def test_another_unit_in_one_log_is_named(robot, logs, tmp_path: Path):
    wrong = written(replace(logs[0], effort=1.2 * logs[0].effort, source=None), tmp_path / "scaled.parquet")
    (said,) = conflicts(identified(robot, [wrong, *logs[1:]]))
    assert "scaled.parquet does not go together" in said


def test_of_two_logs_none_is_blamed(robot, logs):
    (said,) = conflicts(identified(robot, [logs[0], carrying(robot, 1)]))
    assert said.startswith("The logs ")


def test_logs_of_one_robot_and_friction_that_drifts_are_silent(robot, logs):
    assert identified(robot, logs).doubts == ()
    _, qd, _ = wave(robot, 1, logs[1].n, RATE, 0.5)
    warm = replace(logs[1], effort=logs[1].effort - 0.2 * np.sign(qd) - 0.2 * qd, source=None)
    assert identified(robot, [logs[0], warm, *logs[2:]]).doubts == ()


def test_a_passive_joint_conflicts_with_nothing():
    """It has no effort that a residual could be compared with."""
    judge = object.__new__(Judge)
    judge.parts = [SimpleNamespace(energy=np.array([0.0, 1.0]))]
    same, own = np.array([1.0, 1.0]), np.array([0.01, 0.1])
    assert judge.most(same, own, [0]) == pytest.approx((1, 1 - np.sqrt(0.1), 1.0))
    assert judge.most(same, np.array([0.01, 1.0]), [0]) is None
