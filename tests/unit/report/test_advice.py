"""The first lines of a report: is the estimate better than the file, and what to do next."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.motions import noisy_run
from support.reports import estimate_of

import heft
from heft.estimation.options import Options
from heft.report.advice import next_steps, verdict


@pytest.fixture(scope="module")
def estimate():
    return estimate_of(heft.load("zoo:double_pendulum"))


def scaled(estimate, factor):
    """Return the estimate with its own held-out residual times a factor."""
    own = estimate.comparison.estimate
    overall = replace(own.held_out.overall, relative_percent=factor * own.held_out.overall.relative_percent)
    own = replace(own, held_out=replace(own.held_out, overall=overall))
    return replace(estimate, comparison=replace(estimate.comparison, estimate=own))


def test_it_says_how_much_better_than_the_file(estimate) -> None:
    compared = estimate.comparison
    own = compared.estimate.held_out.overall.relative_percent
    best = min(each.held_out.overall.relative_percent for each in (compared.file, compared.file_with_drives))
    word, sentence = verdict(estimate)
    assert word == "better"
    assert f"{best / own:.2g} times better" in sentence
    assert "On held-out data" in sentence


def test_a_large_factor_is_a_plain_number(estimate) -> None:
    compared = estimate.comparison
    own = compared.estimate.held_out.overall.relative_percent
    best = min(each.held_out.overall.relative_percent for each in (compared.file, compared.file_with_drives))
    assert "predicts 300 times better" in verdict(scaled(estimate, best / own / 300))[1]


def test_it_says_if_the_file_is_as_good_or_better(estimate) -> None:
    compared = estimate.comparison
    own = compared.estimate.held_out.overall.relative_percent
    best = min(each.held_out.overall.relative_percent for each in (compared.file, compared.file_with_drives))
    assert verdict(scaled(estimate, best / own))[0] == "same"
    assert verdict(scaled(estimate, 2 * best / own))[0] == "worse"
    assert verdict(scaled(estimate, float("nan")))[0] == "unknown"
    assert verdict(replace(estimate, comparison=None))[0] == "unknown"


def test_it_says_what_to_record(estimate) -> None:
    assert not any("Record" in step for step in next_steps(estimate))
    missing = next_steps(replace(estimate, rank=estimate.rank - 1))[0]
    assert missing.startswith("Record a motion that excites more: 1 of")
    robot = heft.load("zoo:double_pendulum")
    unseen = heft.identify(robot, noisy_run(robot, n=800), Options(friction=("viscous",), held_out=0))
    assert any(step.startswith("Record one more log") for step in next_steps(unseen))
    assert "nothing was held out" in verdict(unseen)[1]


def test_it_names_a_joint_that_stands_out(estimate) -> None:
    held = estimate.held_out
    first, *rest = held.filtered.joints
    worse = replace(first, relative_percent=10 * held.filtered.overall.relative_percent)
    seen = replace(estimate, held_out=replace(held, filtered=replace(held.filtered, joints=(worse, *rest))))
    assert any(step.startswith(f"Look at the curves of {first.name}") for step in next_steps(seen))


def test_it_says_what_limits_the_intervals(estimate) -> None:
    noisy = replace(estimate, noise_covariance=estimate.covariance)
    assert any("mainly due to noise" in step for step in next_steps(noisy))
    lacking = replace(estimate, noise_covariance=estimate.covariance / 100)
    assert any("A better friction law" in step for step in next_steps(lacking))
