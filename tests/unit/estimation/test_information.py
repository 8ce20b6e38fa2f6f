import pickle
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import drives, motion_of, noisy_run, wave

import heft
from heft.errors import ArgumentError, FileError, FormatError
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.estimators import estimator
from heft.estimation.evidence import Evidence
from heft.estimation.excitation import base_rows
from heft.estimation.information import Information, information_of, merged, triangle
from heft.estimation.least_squares import solve
from heft.logs.motion import Motion
from heft.logs.regression_filter import RegressionFilter

ROBOT = heft.load("zoo:ur10e")
BASE = base_of(model_of(ROBOT))


def dense(motion, base=BASE):
    """The rows and efforts of a motion all in memory, by the generic regressor."""
    Y = base_rows(base.model, base.columns, motion.q, motion.qd, motion.qdd)
    return motion.filtered(Y), motion.filtered(motion.effort)


def stacked_lstsq(motion):
    Y, tau = dense(motion)
    A = Y.reshape(-1, Y.shape[-1])
    size = np.linalg.norm(A, axis=0)
    return np.linalg.lstsq(A / size, tau.ravel(), rcond=None)[0] / size


def test_equals_stacked_least_squares():
    motion = noisy_run(ROBOT, n=1500)
    information = information_of(BASE.model, BASE.columns, motion)
    n = len(BASE.columns)
    fit = solve(information, None, np.ones(n), np.zeros(n))
    expected = stacked_lstsq(motion)
    assert np.max(np.abs(fit.values - expected)) < 1e-10 * np.max(np.abs(expected))


def test_keeps_every_sum_of_squares():
    motion = noisy_run(ROBOT, n=700)
    information = information_of(BASE.model, BASE.columns, motion)
    Y, tau = dense(motion)
    x = np.random.default_rng(3).standard_normal(len(BASE.columns))
    assert_allclose(information.squares(x), np.sum((Y @ x - tau) ** 2, axis=0), rtol=1e-11)
    assert_allclose(information.energy, np.sum(tau**2, axis=0), rtol=1e-12)
    assert_allclose(np.triu(information.factors[0]), information.factors[0])


@pytest.mark.parametrize("tile", [56, 300, 4032])
def test_does_not_depend_on_the_tile(tile):
    motion = noisy_run(ROBOT, n=1111)
    some = information_of(BASE.model, BASE.columns, motion, tile=tile)
    other = information_of(BASE.model, BASE.columns, motion)
    # columns that are zero but for rounding have a direction by chance, so products are compared
    for R, S in zip(some.factors, other.factors, strict=True):
        assert_allclose(R.T @ R, S.T @ S, atol=1e-12 * np.max(S.T @ S))


@pytest.mark.parametrize("tile", [200, 5000])
def test_filter_goes_over_both_sides_and_is_streamed(tile):
    taps = np.hanning(43)[1:-1]
    low_pass = RegressionFilter(taps / taps.sum(), 3, 10.0)
    motion = noisy_run(ROBOT, n=2000, regression_filter=low_pass, segments=((0, 900), (950, 2000)))
    information = information_of(BASE.model, BASE.columns, motion, tile=tile)
    Y, tau = dense(motion)
    assert information.counts.tolist() == [len(motion.kept)] * 6
    x = np.random.default_rng(3).standard_normal(len(BASE.columns))
    assert_allclose(information.squares(x), np.sum((Y @ x - tau) ** 2, axis=0), rtol=1e-10)


def test_slow_and_missing_samples_are_left_out():
    motion = noisy_run(ROBOT, n=800)
    effort = np.array(motion.effort)
    effort[100:150, 2] = np.nan
    threshold = np.full(6, 0.2)
    motion = motion_of(ROBOT, motion.q, motion.qd, motion.qdd, effort, velocity_threshold=threshold)
    information = information_of(BASE.model, BASE.columns, motion)
    use = (np.abs(motion.qd) >= 0.2) & np.isfinite(effort)
    assert information.counts.tolist() == use.sum(axis=0).tolist()
    Y, _ = dense(motion)
    x = np.random.default_rng(3).standard_normal(len(BASE.columns))
    error = np.where(use, Y @ x - np.nan_to_num(effort), 0.0)
    assert_allclose(information.squares(x), np.sum(error**2, axis=0), rtol=1e-10)


def test_save_and_load(tmp_path):
    information = information_of(BASE.model, BASE.columns, noisy_run(ROBOT, n=300))
    information.save(tmp_path / "a.information")
    again = Information.load(tmp_path / "a.information")
    assert again.names == information.names
    assert again.sources == information.sources
    for R, S in zip(again.factors, information.factors, strict=True):
        assert np.array_equal(R, S)
    assert np.array_equal(again.counts, information.counts)


def test_damaged_file_is_refused(tmp_path):
    path = tmp_path / "a.information"
    information_of(BASE.model, BASE.columns, noisy_run(ROBOT, n=300)).save(path)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(FormatError, match="damaged"):
        Information.load(path)
    with pytest.raises(FileError, match="File not found"):
        Information.load(tmp_path / "nothing")


def test_other_robots_are_refused():
    panda = heft.load("zoo:panda")
    q, qd, qdd = wave(panda, 0, 100, 100.0)
    with pytest.raises(ArgumentError, match="coordinates"):
        information_of(BASE.model, BASE.columns, motion_of(panda, q, qd, qdd, drives(qd, qdd)))
    mine = information_of(BASE.model, BASE.columns, noisy_run(ROBOT, n=100))
    other = base_of(model_of(panda))
    theirs = information_of(other.model, other.columns, motion_of(panda, q, qd, qdd, drives(qd, qdd)))
    with pytest.raises(ArgumentError, match="different robots"):
        mine.merge(theirs)


def test_merged_logs_are_one_long_log():
    parts = [noisy_run(ROBOT, seed, n=400) for seed in range(3)]
    together = merged(information_of(BASE.model, BASE.columns, part) for part in parts)
    whole = motion_of(
        ROBOT, *(np.concatenate([getattr(part, name) for part in parts]) for name in ("q", "qd", "qdd", "effort"))
    )
    evidence = Evidence.of(BASE, [whole])
    one, other = (estimator("weighted").fit(e) for e in (replace(evidence, information=together), evidence))
    assert_allclose(one.values, other.values, rtol=1e-8, atol=1e-9)


def test_triangle_of_few_rows():
    rows = np.random.default_rng(0).standard_normal((2, 5))
    R = triangle(rows)
    assert R.shape == (5, 5)
    assert_allclose(R.T @ R, rows.T @ rows, atol=1e-14)


def test_samples_are_hashed_when_sources_are_asked_for_and_are_not_sent():
    motion = noisy_run(ROBOT, n=400)
    information = information_of(BASE.model, BASE.columns, motion)
    assert "content" not in vars(motion)
    sent = pickle.dumps(information)
    assert len(sent) < motion.q.nbytes + motion.effort.nbytes + sum(R.nbytes for R in information.factors)
    assert pickle.loads(sent).sources == information.sources
    assert information.sources[0]["content"] == motion.content
    assert not any(isinstance(origin, Motion) for origin in merged([information]).merge(other_log()).origins)


def other_log() -> Information:
    return information_of(BASE.model, BASE.columns, noisy_run(ROBOT, n=400, seed=5))
