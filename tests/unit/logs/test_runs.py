"""Runs: a path, a log, a motion, or a list of them, wherever a run is taken."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.logs import arm_in, measured

import heft
from heft.errors import ArgumentError, FormatError
from heft.logs.runs import as_runs, motions_of


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


@pytest.fixture(scope="module")
def log(robot: heft.Robot) -> heft.Log:
    return measured(robot, 1, 800)


def test_a_path_a_log_and_a_motion_are_the_same_run(robot: heft.Robot, log: heft.Log, tmp_path: Path):
    path = tmp_path / "run.parquet"
    log.write(path)
    motion = heft.clean(robot, log)
    for runs in (path, str(path), log, motion, [path], [log], (motion,)):
        (found,) = motions_of(robot, runs)
        np.testing.assert_array_equal(found.qdd, motion.qdd)
    mixed = motions_of(robot, [str(path), log, motion])
    assert len(mixed) == 3
    assert mixed[2] is motion


def test_cleaning_is_for_logs_and_progress_counts_runs(robot: heft.Robot, log: heft.Log):
    motion = heft.clean(robot, log)
    seen: list[tuple[int, int]] = []
    cut, same = motions_of(robot, [log, motion], heft.Cleaning(cutoff=7.0), lambda *news: seen.append(news))
    assert cut.cleaning.cutoff == 7.0
    assert same.cleaning == motion.cleaning
    assert seen == [(1, 2), (2, 2)]


def test_effort_is_demanded_only_where_it_is_needed(robot: heft.Robot, log: heft.Log):
    still = heft.Log(log.t, log.joints, log.q)
    assert not np.any(motions_of(robot, still)[0].measured)
    with pytest.raises(FormatError, match="No joint has an effort that changes"):
        motions_of(robot, still, needs_effort=True)


@pytest.mark.parametrize("wrong", [3, None, [3], [None], {"a": 1}.values(), np.zeros((4, 3))])
def test_what_is_not_a_run_is_refused_by_its_type(robot: heft.Robot, wrong: object):
    with pytest.raises(ArgumentError, match=r"A run is .* was given.*read_log"):
        as_runs(wrong)  # type: ignore[arg-type]
