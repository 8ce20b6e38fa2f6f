"""What belongs into an interval beside noise: errors that last, noise in the regressor, differences between logs."""

import json
import re
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.special import stdtrit
from support.motions import DRIVES, drives, motion_of, noisy_run, wave

import heft
from heft import identify
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.estimate import Estimate
from heft.estimation.estimators import estimator
from heft.estimation.evidence import Evidence
from heft.estimation.options import Options
from heft.estimation.spread import BLOCKS, _alone, _common, _contrasts, by_run, long_blocks
from heft.estimation.uncertainty import Stretch, quantile
from heft.parameters import from_com

ROBOT = heft.load("zoo:ur10e")
PENDULUM = heft.load("zoo:double_pendulum")
BASE = base_of(model_of(ROBOT))
TRUTH = np.array(BASE.model.prior)
for k, column in enumerate(BASE.model.extra):
    TRUTH[BASE.model.n_inertial + k] = DRIVES[column.kind]
TRUE_BASE = BASE.reduce(TRUTH)


def spread(*motions, name="weighted"):
    how, evidence = estimator(name), Evidence.of(BASE, motions)
    fit = how.fit(evidence)
    return fit, how.spread(evidence, fit)


def covered(fit, found) -> tuple[float, float]:
    """The share of intervals that contain the truth: of noise alone, and of all."""
    away = np.abs(fit.values - TRUE_BASE)
    noise, whole = np.sqrt(np.diag(found.noise)), np.sqrt(np.diag(found.covariance))
    return float(np.mean(away <= 1.96 * noise)), float(np.mean(away <= quantile(found.freedom) * whole))


def slow_error(n: int, rng, seconds: float, rate: float = 200.0):
    """Torques that the model lacks: noise that lasts, of unit size."""
    width = int(seconds * rate)
    white = rng.standard_normal((n + width, 6))
    return np.apply_along_axis(lambda x: np.convolve(x, np.ones(width) / np.sqrt(width), "valid")[:n], 0, white)


def drifting(seed: int, viscous: float, n: int = 2000, robot=ROBOT):
    """A run whose viscous friction is its own."""
    q, qd, qdd = wave(robot, seed, n, 200.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + drives(qd, qdd) + (viscous - DRIVES["viscous"]) * qd
    tau += 0.05 * np.random.default_rng(seed + 50).standard_normal(tau.shape)
    return motion_of(robot, q, qd, qdd, tau)


def test_white_noise_has_no_other_part():
    shares, parts = [], []
    for seed in range(4):
        fit, found = spread(noisy_run(ROBOT, seed))
        shares.append(covered(fit, found))
        parts.append(np.median(np.sqrt(np.diag(found.covariance) / np.diag(found.noise))))
        assert_allclose(found.freedom, BLOCKS - 1)
        assert not len(found.contrasts)
    assert np.mean(shares, axis=0) == pytest.approx([0.95, 0.95], abs=0.03)
    assert 0.9 < np.mean(parts) < 1.15


def test_errors_that_last_half_a_second_are_in_the_interval():
    shares = []
    for seed in range(4):
        run = noisy_run(ROBOT, seed, noise=0.02)
        error = slow_error(4000, np.random.default_rng(seed), 0.5)
        shares.append(covered(*spread(replace(run, effort=run.effort + 0.2 * error))))
    short, whole = np.mean(shares, axis=0)
    assert short < 0.75  # stretches of a tenth of a second take one error for five
    assert 0.9 < whole < 0.99


def friction_that_drifts(seed: int, size: float, n: int = 2000, rate: float = 200.0):
    """A run of ten seconds of a double pendulum, whose friction changes by so much, for some three seconds."""
    rng = np.random.default_rng(seed)
    q, qd, qdd = wave(PENDULUM, seed, n, rate)
    level = 1 + size * slow_error(n, rng, 3.0)[:, : PENDULUM.nv]
    friction = DRIVES["viscous"] * qd + DRIVES["coulomb"] * np.sign(qd)
    tau = heft.inverse_dynamics(PENDULUM, q, qd, qdd) + drives(qd, qdd) + (level - 1) * friction
    return motion_of(PENDULUM, q, qd, qdd, tau + 0.02 * rng.standard_normal(tau.shape))


@pytest.mark.parametrize(("size", "least", "wider"), [(0.0, 0.92, (1.0, 1.12)), (0.4, 0.92, (1.15, 2.0))])
def test_errors_that_last_longer_than_a_block_are_in_the_interval(size, least, wider):
    base, how = base_of(model_of(PENDULUM)), estimator("weighted")
    links = np.array([column.kind == "armature" for column in base.model.extra])
    true = base.reduce(np.concatenate([PENDULUM.parameter_vector, np.where(links, DRIVES["armature"], 0.0)]))
    links = np.array([not name.endswith(("viscous", "coulomb", "offset")) for name in base.names])
    hits, times = [], []
    for seed in range(16):
        evidence = Evidence.of(base, [friction_that_drifts(seed, size)])
        fit = how.fit(evidence)
        found, blocks = how.spread(evidence, fit), long_blocks([*how.stretches(evidence, fit)])
        half = quantile(found.freedom) * np.sqrt(np.diag(found.covariance))
        hits.append((np.abs(fit.values - true) < half)[links])
        times.append(np.sqrt(np.diag(found.covariance) / np.diag(how.scatter(fit, blocks))))
    assert np.mean(hits) > least  # 0.89 with blocks of half a second alone
    # a ratio of at least one, pooled over some twenty degrees of freedom: 1.06 by chance. In a motion that hardly comes
    # back to a state, what drifts looks like a function of the state too: 1.8 where 1.2 would do.
    low, high = wider
    assert low <= np.median(times) < high


def test_noise_in_the_regressor_is_in_the_interval():
    run = noisy_run(ROBOT, noise=0.02)
    noise = 0.5 * np.random.default_rng(3).standard_normal(run.qdd.shape)
    fit, found = spread(motion_of(ROBOT, run.q, run.qd, run.qdd + noise, run.effort))
    short, whole = covered(fit, found)
    assert short < 0.7  # inertias come out too small
    assert whole > 0.9


def test_friction_that_differs_between_logs_widens_the_intervals_of_drives():
    runs = [drifting(seed, viscous) for seed, viscous in enumerate((0.4, 0.55, 0.6, 0.45))]
    fit, found = spread(*runs)
    _, same = spread(*(drifting(seed, 0.5) for seed in range(4)))
    wider = np.sqrt(np.diag(found.covariance) / np.diag(same.covariance))
    viscous = np.array([name.endswith("viscous") for name in BASE.names])
    assert np.median(wider[viscous]) > 5
    half = quantile(found.freedom) * np.sqrt(np.diag(found.covariance))
    assert np.all((np.abs(fit.values - TRUE_BASE) < half)[viscous])
    within = np.sqrt(np.diag(same.covariance) / np.diag(same.noise))
    assert np.median(within) < 1.2  # logs that agree widen nothing


def test_logs_that_move_different_joints_do_not_contradict_each_other():
    runs = []
    for seed, moving in ((0, slice(0, 3)), (1, slice(3, 6))):
        q, qd, qdd = wave(ROBOT, seed, 2000, 200.0)
        still = np.ones(6, bool)
        still[moving] = False
        q[:, still], qd[:, still], qdd[:, still] = 0.3, 0.0, 0.0
        tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + drives(qd, qdd)
        tau += 0.05 * np.random.default_rng(seed).standard_normal(tau.shape)
        runs.append(motion_of(ROBOT, q, qd, qdd, tau, velocity_threshold=np.full(6, 1e-3)))
    fit, found = spread(*runs)
    assert np.abs(found.contrasts).max() < 6
    ratio = np.sqrt(np.diag(found.covariance) / np.diag(found.noise))[fit.determined]
    assert np.median(ratio) < 1.6  # ten blocks determine each, and nothing that one log alone determines is in doubt


def test_the_covariance_of_few_blocks_has_full_rank():
    fit, found = spread(noisy_run(ROBOT))
    assert np.linalg.matrix_rank(found.covariance / np.outer(fit.scales, fit.scales), hermitian=True) == len(fit.values)
    how, evidence = estimator("weighted"), Evidence.of(BASE, [noisy_run(ROBOT)])
    blocks = how.scatter(fit, long_blocks([*how.stretches(evidence, fit)]))
    assert np.all(np.diag(found.covariance) >= np.diag(blocks) * (1 - 1e-9))


def test_blocks_are_of_equal_time_and_of_one_log():
    evidence = Evidence.of(BASE, [noisy_run(ROBOT, 0, n=3000), noisy_run(ROBOT, 1, n=1000)])
    how = estimator("weighted")
    fit = how.fit(evidence)
    parts = [*how.stretches(evidence, fit)]
    assert [len(run) for run in by_run(parts)] == [150, 50]
    blocks = long_blocks(parts)
    assert [len(run) for run in by_run(blocks)] == [15, 5]
    assert_allclose(sum(block.information for block in blocks), sum(part.information for part in parts))
    assert_allclose(sum(block.neighbours for block in blocks), sum(part.neighbours for part in parts))


def test_the_scatter_that_ratios_of_variances_share():
    rng = np.random.default_rng(0)
    true = 3 * 4 / rng.chisquare(4, 4000)
    size, freedom = _common(true * rng.chisquare(2, 4000) / 2, np.full(4000, 2.0), np.full(4000, np.inf))
    assert size == pytest.approx(3, rel=0.1)
    assert freedom == pytest.approx(4, rel=0.15)
    size, freedom = _common(2 * rng.chisquare(3, 100) / 3, np.full(100, 3.0), np.full(100, np.inf))
    assert size == pytest.approx(2, rel=0.2)
    assert freedom > 20


def test_sums_over_longer_pieces_of_the_same_residuals_share_no_excess():
    blocks = np.random.default_rng(0).standard_normal((4000, 20))
    long, short = np.sum(blocks.reshape(4000, 5, 4).sum(axis=2) ** 2, axis=1), np.sum(blocks**2, axis=1)
    size, freedom = _common(long / short, np.full(4000, 5.0), np.full(4000, 20.0))
    assert size == pytest.approx(1, rel=0.03)
    assert freedom > 50


def test_a_run_whose_instruments_are_rough_scatters_like_any_other():
    """Z^T A is symmetric only where the instruments equal the regressor; the scatter of scores always is."""
    fit, _ = spread(noisy_run(ROBOT, 0, 400))
    fit = replace(fit, scales=np.ones(3), values=np.zeros(3))
    rng = np.random.default_rng(0)
    parts = [
        Stretch(rng.standard_normal((1, 3)), np.eye(3) + 0.8 * rng.standard_normal((3, 3)), run)
        for run in (0, 1, 2)
        for _ in range(40)
    ]
    meat = _alone(fit, parts[:40]).meat
    assert_allclose(meat, meat.T, atol=1e-9 * np.max(meat))
    assert np.linalg.eigvalsh(meat)[0] > 0
    assert np.all(np.isfinite(_contrasts(fit, parts)))


def test_quantiles_are_those_of_student():
    assert_allclose(quantile(np.array([1.0, 19.0, np.inf])), [12.7062, stdtrit(19, 0.975), 1.959964], rtol=1e-5)


def test_result_holds_both_parts_of_every_interval():
    found = identify(ROBOT, noisy_run(ROBOT, n=2000), Options(held_out=0))
    row = next(row for row in found.to_dict()["base_parameters"] if row["name"] == "forearm.Izz")
    assert row["deviation"] ** 2 == pytest.approx(row["noise"] ** 2 + row["model_error"] ** 2)
    assert row["half_width"] == pytest.approx(stdtrit(row["freedom"], 0.975) * row["deviation"])
    data = json.loads(json.dumps(found.to_dict()))
    again = Estimate.from_dict(data)
    assert_allclose(again.half_width, found.half_width)
    assert_allclose(again.noise, found.noise)
    assert_allclose(again.base_model_error, found.base_model_error)
    # a result from before the parts were stored
    for each in (*data["parameters"], *data["base_parameters"]):
        for key in ("noise", "model_error", "freedom", "half_width"):
            del each[key]
    del data["noise_covariance"]
    old = Estimate.from_dict(data)
    finite = np.isfinite(found.deviation)
    assert_allclose(old.half_width[finite], 1.959964 * found.deviation[finite], rtol=1e-6)
    assert not np.any(old.model_error[finite])


def named(motion, name: str):
    return replace(motion, source=heft.logs.log.Origin(name, "0" * 64))


def test_a_log_with_a_payload_is_named():
    heavy = ROBOT.with_parameters(
        ROBOT.parameters + np.eye(6)[:, [5]] * from_com(2.0, np.array([0.0, 0.0, 0.1]), np.eye(3) * 0.01)
    )
    runs = [named(drifting(seed, 0.5), f"run{seed}.csv") for seed in range(3)]
    loaded = named(drifting(3, 0.5, robot=heavy), "loaded.csv")
    loaded = replace(loaded, names=tuple(ROBOT.coordinate_names))
    doubts = identify(ROBOT, [*runs, loaded], Options(held_out=0)).doubts
    (said,) = [text for text in doubts if "go together" in text]
    assert "loaded.csv does not go together with the other logs" in said
    assert "load or tool" in said
    bare = identify(ROBOT, runs, Options(held_out=0))
    assert not [text for text in (*bare.warnings, *bare.doubts) if "disagree" in text or "go together" in text]


def test_friction_that_drifts_far_is_named_as_friction():
    runs = [named(drifting(seed, viscous), f"run{seed}.csv") for seed, viscous in enumerate((0.5, 0.5, 0.9))]
    (said,) = [text for text in identify(ROBOT, runs, Options(held_out=0)).warnings if "disagree" in text]
    assert "Estimated from run2.csv alone" in said
    assert re.search(r"viscous is 0\.(4|39|38)", said)
    assert "Only friction and armature differ" in said


def test_two_logs_that_disagree_are_both_named():
    runs = [named(drifting(seed, viscous), f"run{seed}.csv") for seed, viscous in enumerate((0.5, 0.9))]
    (said,) = [text for text in identify(ROBOT, runs, Options(held_out=0)).warnings if "disagree" in text]
    assert "run0.csv alone" in said
    assert "run1.csv alone" in said
