"""Efforts that are clipped are found, named and left out; crests, rounded values and rest are not called clipped."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft
from heft.logs import saturation
from heft.logs.journal import Journal
from heft.logs.saturation import plateaus

PLAIN = {"friction": "viscous,coulomb", "cleaning": heft.Cleaning(cutoff=10.0, velocity_threshold=0.05)}


@pytest.fixture(scope="module")
def arm(tmp_path_factory):
    return heft.load(arm_in(tmp_path_factory.mktemp("saturation")))


def clip(log, joint, limit):
    effort = np.array(log.effort)
    effort[:, joint] = np.clip(effort[:, joint], -limit, limit)
    return replace(log, effort=effort)


def bounds(arm, effort, q=None):
    journal = Journal()
    n = len(effort)
    q = np.sin(np.linspace(0, 20, n))[:, None] * np.ones(3) if q is None else q
    wide = np.column_stack([effort, np.linspace(-1, 1, n), np.linspace(-2, 1, n)])
    return plateaus(arm, q, wide, journal)[:, 0], journal


def without_detection(monkeypatch):
    monkeypatch.setattr("heft.logs.draft.plateaus", lambda *_: np.tile([[-np.inf], [np.inf]], 3))
    return PLAIN


def test_one_clipped_torque_is_named_and_does_not_ruin_the_estimate(arm, monkeypatch):
    truth = heavier(arm)
    logs = [measured(truth, k, 1600) for k in (1, 2)]
    size = float(np.quantile(np.abs(logs[0].effort[:, 1]), 0.7))
    good = heft.identify(arm, logs, **PLAIN)
    found = heft.identify(arm, [clip(log, 1, size) for log in logs], **PLAIN)
    assert any("'elbow' is clipped" in text for text in found.warnings)
    assert not any("clipped" in text for text in good.warnings)
    whole = [good.validate(measured(truth, 3, 1600)), found.validate(measured(truth, 3, 1600))]
    assert whole[1].filtered.overall.rmse < 1.5 * whole[0].filtered.overall.rmse
    blind = heft.identify(arm, [clip(log, 1, size) for log in logs], **without_detection(monkeypatch))
    assert blind.validate(measured(truth, 3, 1600)).filtered.overall.rmse > 3 * whole[1].filtered.overall.rmse
    monkeypatch.undo()
    other = found.validate(clip(measured(truth, 3, 1600), 1, size))
    assert any("clipped" in text and "'elbow'" in text for text in other.warnings)
    assert other.overall.relative_percent < 20


def test_a_wave_that_is_clipped_has_a_plateau_on_both_sides(arm):
    wave = np.clip(np.sin(np.linspace(0, 30, 3000)), -0.8, 0.9)
    found, journal = bounds(arm, wave)
    assert found.tolist() == [-0.8, 0.9]
    assert "exactly -0.8 and 0.9" in journal.warnings[0]


def test_the_limit_of_the_file_is_named(arm):
    found, journal = bounds(arm, np.clip(150 * np.sin(np.linspace(0, 30, 3000)), -100.0, 100.0))
    assert found.tolist() == [-100, 100]
    assert "the limit in the robot file" in journal.warnings[0]


@pytest.mark.parametrize("step", [0.0, 1e-3, 0.01, 0.05, 0.2])
@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_crests_and_rounded_values_are_no_plateaus(arm, step, noise):
    x = np.sin(np.linspace(0, 30, 3000)) + noise * np.random.default_rng(0).standard_normal(3000)
    found, journal = bounds(arm, np.round(x / step) * step if step else x)
    assert np.isinf(found).all()
    assert journal.warnings == []


def test_an_effort_that_stays_at_rest_is_not_clipped(arm):
    x = np.concatenate([np.full(500, 1.2), np.sin(np.linspace(0, 30, 2500))])
    q = np.concatenate([np.zeros(500), np.sin(np.linspace(0, 20, 2500))])[:, None] * np.ones(3)
    assert np.isinf(bounds(arm, x, q)[0]).all()


def test_a_drive_that_is_off_is_not_clipped(arm):
    assert np.isinf(bounds(arm, np.minimum(np.sin(np.linspace(0, 30, 3000)), 0.0))[0]).all()


def noisy(wave, noise, seed=0):
    return wave + noise * np.random.default_rng(seed).standard_normal(len(wave))


WAVES = {
    "sine": np.sin(np.linspace(0, 30, 3000)),
    "two": np.sin(np.linspace(0, 30, 3000)) + 0.4 * np.sin(np.linspace(0, 69, 3000) + 1),
}


@pytest.mark.parametrize("wave", [*WAVES])
@pytest.mark.parametrize("noise", [0.002, 0.005, 0.01])
@pytest.mark.parametrize("share", [0.6, 0.8])
def test_a_limit_that_is_followed_by_noise_is_found(arm, wave, noise, share):
    """Clipped at the 100 N m of the file, then measured with noise."""
    size = 100 / share / np.max(np.abs(WAVES[wave]))
    clipped = np.clip(size * WAVES[wave], -100, 100)
    found, journal = bounds(arm, noisy(clipped, 100 * noise))
    assert 100 - 400 * noise < found[1] < 100
    assert "within noise of" in journal.warnings[0]
    assert ", the limit in the robot file" in journal.warnings[0]


def test_without_a_limit_in_the_file_no_level_counts_as_the_limit(arm):
    """The same pile that is enough at the limit is not enough elsewhere."""
    wave = noisy(np.clip(125 * WAVES["two"] / np.max(np.abs(WAVES["two"])), -100, 100), 2.0)
    q = saturation.Places.of(np.sin(np.linspace(0, 20, 3000))[:, None])
    turns = saturation.Turns(q.q[:, 0])
    assert saturation._noisy_level(q, turns, wave, 100.0) is not None
    assert saturation._noisy_level(q, turns, wave, np.inf) is None
    assert saturation._noisy_level(q, turns, wave, 200.0) is None


@pytest.mark.parametrize("noise", [0.002, 0.005])
def test_a_noisy_plateau_away_from_the_limit_is_found(arm, noise):
    found, journal = bounds(arm, noisy(np.minimum(10 * WAVES["sine"], 7.0), 10 * noise))
    assert np.isinf(found[0])
    assert 7 - 40 * noise < found[1] < 7
    assert "are within noise of 7, where the effort piles up" in journal.warnings[0]


@pytest.mark.parametrize("noise", [0.002, 0.01, 0.03, 0.1])
@pytest.mark.parametrize("size", [10.0, 100.0])
@pytest.mark.parametrize("seed", range(4))
def test_noisy_crests_and_friction_are_no_plateaus(arm, noise, size, seed):
    t = np.linspace(0, 30, 3000)
    friction = np.sign(np.cos(t)) * 0.6 + 0.3 * np.cos(t) + 0.3 * np.sin(2.1 * t + seed)
    for wave in (*WAVES.values(), friction):
        found, journal = bounds(arm, noisy(size * wave / np.max(wave), size * noise, seed))
        assert np.isinf(found).all()
        assert journal.warnings == []


def test_a_limit_that_is_followed_by_noise_does_not_ruin_the_estimate(arm):
    truth = heavier(arm)
    logs = [measured(truth, k, 1600) for k in (1, 2)]
    size = float(np.quantile(np.abs(logs[0].effort[:, 1]), 0.7))
    rng = np.random.default_rng(5)
    spoilt = [clip(log, 1, size) for log in logs]
    spoilt = [replace(log, effort=log.effort + 0.05 * rng.standard_normal(log.effort.shape)) for log in spoilt]
    found = heft.identify(arm, spoilt, **PLAIN)
    assert any("'elbow' is clipped" in text and "within noise of" in text for text in found.warnings)
    good = heft.identify(arm, logs, **PLAIN)
    residuals = [each.validate(measured(truth, 3, 1600)).filtered.overall.rmse for each in (good, found)]
    assert residuals[1] < 1.5 * residuals[0]


@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_a_drive_can_always_give_nothing(arm, noise):
    """A load that always pulls one way: what its effort piles up at has the wrong sign for a limit."""
    found, journal = bounds(arm, noisy(np.minimum(10 * WAVES["sine"] - 5, -2.0), noise))
    assert np.isinf(found).all()
    assert journal.warnings == []


def cut_crests(count, bend):
    """Crests of an effort whose flanks friction cuts off, because the joint reverses shortly before and after them."""
    u = np.linspace(-1, 1, 3000 // count)
    return np.tile(np.where(np.abs(u) < 0.15, 10 - bend * (u / 0.15) ** 2, 4 * np.cos(np.pi * u)), count)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("count", "bend"), [(1, 0.0), (1, 0.2), (2, 0.25)])
def test_a_crest_that_friction_cuts_off_is_no_plateau(arm, count, bend, seed):
    """A single one may be flat; several are bent."""
    found, journal = bounds(arm, noisy(cut_crests(count, bend), 0.1, seed))
    assert np.isinf(found).all()
    assert journal.warnings == []


def test_a_level_that_is_reached_twice_and_flat_both_times_is_a_plateau(arm):
    found, journal = bounds(arm, noisy(cut_crests(2, 0.0), 0.1))
    assert 9.5 < found[1] < 10
    assert "within noise of" in journal.warnings[0]


def reversals(count):
    """Crests in a periodic motion: friction jumps up where the joint reverses, and the effort then falls smoothly."""
    u = np.linspace(-1, 1, 3000 // count, endpoint=False)
    return np.tile(np.where(u < 0, 4.0 + 14.0 * (1 + u), np.maximum(23.7 - 0.3 * (u / 0.08) ** 6, -40 * u)), count)


@pytest.mark.parametrize("seed", range(4))
def test_a_crest_that_friction_cuts_off_on_one_side_is_no_plateau(arm, seed):
    found, journal = bounds(arm, noisy(reversals(6), 0.2, seed))
    assert np.isinf(found).all()
    assert journal.warnings == []


def between_turns():
    """A slow joint that moves back for a moment, twice: friction alone lifts the effort, from one turn to the next."""
    u = np.linspace(0, 1, 1500)
    speed = 1 - 3.6 * np.exp(-(((u - 0.5) / 0.08) ** 2)) + 0.3 * np.sin(2 * np.pi * u)
    q = np.cumsum(np.tile(speed, 2)) / 300
    return np.tile(np.where(speed < 0, 2.5, 2.0 - 1.5 * np.abs(u - 0.5)), 2), q[:, None] * np.ones(3)


@pytest.mark.parametrize("seed", range(4))
def test_an_effort_that_friction_lifts_from_one_turn_to_the_next_is_no_plateau(arm, seed):
    effort, q = between_turns()
    found, journal = bounds(arm, noisy(effort, 0.02, seed), q)
    assert np.isinf(found).all()
    assert journal.warnings == []
    found, _ = bounds(arm, noisy(effort, 0.02, seed))  # the same with turns elsewhere
    assert np.isfinite(found[1])


def poses(noise, encoder):
    """A robot that stands in one pose after the other, twice in the one with the largest effort: positions, efforts."""
    u = np.linspace(0, 1, 100, endpoint=False)
    way = 10 * u**3 - 15 * u**4 + 6 * u**5
    places, rng = np.array([0.0, 1.0, 0.2, 1.0, -0.4, 0.6]), np.random.default_rng(2)
    q = np.concatenate([np.concatenate([np.full(200, a), a + way * (b - a)]) for a, b in itertools.pairwise(places)])
    moves = np.concatenate([np.zeros(1), np.diff(q)])
    effort = 10 * np.sin(q) - 40 * np.abs(moves)
    return (q + encoder * rng.standard_normal(len(q)))[:, None] * np.ones(3), noisy(effort, noise)


@pytest.mark.parametrize("encoder", [0.0, 2e-6, 1e-3])
@pytest.mark.parametrize("noise", [0.0, 0.02, 0.05, 0.1])
def test_efforts_of_a_robot_that_stands_in_poses_are_not_clipped(arm, noise, encoder):
    """They are constant, and the way there and the noise of the encoders count as little motion."""
    q, effort = poses(noise, encoder)
    found, journal = bounds(arm, effort, q)
    assert np.isinf(found).all()
    assert journal.warnings == []


@pytest.mark.parametrize("noise", [0.0, 0.02])
def test_efforts_that_are_clipped_on_the_way_between_poses_are_found(arm, noise):
    q, _ = poses(0.0, 2e-6)
    effort = np.clip(2 * np.gradient(q[:, 0]) / 0.01, -2.0, 2.0)
    found, journal = bounds(arm, noisy(effort, noise), q)
    assert np.isfinite(found).any()
    assert "clipped" in journal.warnings[0]
