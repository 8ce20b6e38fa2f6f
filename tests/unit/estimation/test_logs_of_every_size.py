"""Logs of any number, length, rate and pauses: a result or a clean refusal, in memory that grows by samples alone."""

from __future__ import annotations

import resource
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from support.motions import wave

import heft
from heft.estimation.tilt_rows import thinned
from heft.robot.model import Robot

ROBOT = Path(__file__).parents[3] / "examples/robots/double_pendulum.toml"

ANY, EACH = 2**29, 20_000
"""Bytes of address space that are taken at most: by logs of few samples, and by each sample more. Windows of an hour's
pause took gigabytes."""

HOUR, YEAR = 3600.0, 3.15e7

SLOW = heft.Cleaning(cutoff=2.5, decimation=80)
"""One row in 80 of a fast recorder: a row of the regression is made of 1601 samples."""

Pauses = dict[float, float]
"""How long pauses are [s], by the share of a log's samples before each."""


@pytest.fixture(scope="module")
def robot() -> Robot:
    return heft.load(ROBOT)


def log(
    robot: Robot, seed: int, samples: int, rate: float, pauses: Pauses | None = None, start: float = 0.0
) -> heft.Log:
    """A log with friction and noise, of a machine a fifth heavier than the file."""
    q, qd, qdd = wave(robot, seed, samples, rate, 0.5)
    rng = np.random.default_rng(seed)
    tau = heft.inverse_dynamics(robot.with_parameters(1.2 * robot.parameters), q, qd, qdd)
    tau += 0.1 * np.tanh(qd / 0.01) + 0.05 * qd + 0.02 * rng.standard_normal(q.shape)
    t = start + np.arange(samples) / rate
    for share, seconds in (pauses or {}).items():
        t[int(share * samples) :] += seconds
    return heft.Log(t, tuple(robot.joint_names), q + 1e-5 * rng.standard_normal(q.shape), effort=tau)


def bounded(call: Callable[[], object], samples: int) -> object:
    """Return what a call returns, or None if it refuses; it must not need more memory than so many samples may."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + ANY + EACH * samples
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        return call()
    except heft.HeftError:
        return None
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def test_many_logs_of_a_fast_recorder_are_searched_for_wrong_zeros(robot: Robot):
    """A part of each is looked at, and all of them together were left with parts shorter than the filter."""
    runs = [log(robot, seed, 30_000, 500.0) for seed in range(7)]
    found = heft.identify(robot, runs, friction="viscous,coulomb,offset", cleaning=SLOW)
    assert not found.doubts


@pytest.mark.parametrize("pieces", [1, 6])
def test_a_part_of_many_logs_keeps_rows_of_each(robot: Robot, pieces: int):
    pauses = {k / pieces: HOUR for k in range(1, pieces)}
    motions = [heft.clean(robot, log(robot, seed, 30_000, 500.0, pauses), SLOW) for seed in range(2)] * 4
    few = thinned(motions, 8_000)
    assert all(len(motion.kept) for motion in few)
    assert sum(len(motion.kept) for motion in few) < sum(len(motion.kept) for motion in motions) / 2


def test_a_part_of_a_log_with_many_pauses_has_as_many_samples_as_that_of_another(robot: Robot):
    pauses = {k / 300: HOUR for k in range(1, 300)}
    motion = heft.clean(robot, log(robot, 1, 60_000, 200.0, pauses), heft.Cleaning(cutoff=10.0, trim=False))
    whole = sum(stop - start for start, stop in motion.segments)
    (few,) = thinned([motion], whole // 3)
    assert sum(stop - start for start, stop in few.segments) == pytest.approx(whole / 3, rel=0.1)


@pytest.mark.parametrize("start", [0.0, 1.7e9])
@pytest.mark.parametrize("pauses", [{0.5: HOUR}, {0.5: YEAR}, {0.003: YEAR}, {0.2: 1.0, 0.5: HOUR, 0.8: YEAR}])
def test_a_pause_takes_no_memory(robot: Robot, pauses: Pauses, start: float):
    runs = [log(robot, seed, 2_000, 200.0, pauses, start) for seed in range(2)]
    samples = sum(run.n for run in runs)
    found = bounded(lambda: heft.identify(robot, runs), samples)
    assert isinstance(found, heft.Estimate)
    assert bounded(lambda: found.validate(runs[1]), samples) is not None
    assert bounded(lambda: heft.check(robot, runs), samples) is not None


def test_a_pause_is_not_bridged_by_many_more_samples_than_there_are(robot: Robot):
    run = log(robot, 1, 2_000, 200.0, {0.3: 1.0, 0.6: YEAR})
    found = heft.clean(robot, run, heft.Cleaning(cutoff=10.0, gap=1e12))
    assert len(found.segments) == 2
    assert found.n < 2 * run.n
    (said,) = (text for text in found.warnings if "bridges" in text)
    assert said.startswith("Pauses of 3.15e+07 s and more split the log")


@pytest.mark.parametrize(
    ("count", "samples", "rate", "pauses"),
    [
        *((count, 1_200, 200.0, {}) for count in (1, 2, 4, 8)),
        *((2, samples, 100.0, {}) for samples in (3, 33, 90, 200, 600, 8_000)),
        *((3, 1_000, rate, {}) for rate in (1.0, 10.0, 1_000.0, 5_000.0)),
        *((2, 1_000, 100.0, {k / pieces: HOUR for k in range(1, pieces)}) for pieces in (3, 8, 30, 300)),
    ],
)
def test_every_number_and_length_ends_in_a_result_or_a_refusal(
    robot: Robot, count: int, samples: int, rate: float, pauses: Pauses
):
    runs = [log(robot, seed, samples, rate, pauses) for seed in range(count)]
    heavy = log(robot.with_parameters(1.5 * robot.parameters), 99, samples, rate, pauses)
    total = (count + 1) * samples
    found = bounded(lambda: heft.identify(robot, runs), total)
    if isinstance(found, heft.Estimate):
        bounded(lambda: found.validate(runs[-1]), total)
        bounded(lambda: heft.identify(robot, runs, loaded=heavy), total)
    bounded(lambda: heft.check(robot, runs), total)
    bounded(lambda: heft.validate(robot, runs[-1]), total)
