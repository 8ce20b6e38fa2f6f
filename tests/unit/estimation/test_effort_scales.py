"""Efforts of one joint in another unit than those of the others are named with their factor."""

from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
from support.motions import noisy_run

import heft
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.diagnosis import log_faults
from heft.logs.motion import Motion

ROBOT = heft.load("zoo:panda")
TRUTH = ROBOT.with_parameters(ROBOT.parameters * np.random.default_rng(2).uniform(0.8, 1.3, (7, 1)))
BASE = base_of(model_of(ROBOT, ("viscous", "coulomb", "offset")))


def run(scales: dict[int, float], seed: int = 1) -> Motion:
    motion = noisy_run(TRUTH, seed, n=2000)
    factor = np.ones(7)
    factor[[*scales]] = [*scales.values()]
    return replace(motion, effort=motion.effort * factor)


def faults(*motions: Motion) -> list[str]:
    return log_faults(BASE, motions, suspicious=False)


@pytest.mark.parametrize(("joint", "factor"), [(1, 0.5), (3, 2.0), (2, 0.4)])
def test_a_joint_in_another_unit_is_named_with_its_factor(joint: int, factor: float):
    (said,) = faults(run({joint: factor}), run({joint: factor}, 2))
    found = re.search(rf"([\d.]+) times for 'joint{joint + 1}'", said)
    assert found is not None
    assert float(found[1]) == pytest.approx(factor, rel=0.15)
    assert said.count("times for") == 1
    assert f"scale = {{ joint{joint + 1} = " in said


def test_right_units_are_silent():
    for seed in range(1, 5):
        assert faults(run({}, seed)) == []


def test_a_gain_that_is_known_roughly_is_silent():
    assert faults(run({1: 1.1}), run({1: 1.1}, 2)) == []


def test_identify_does_not_rely_on_it():
    found = heft.identify(ROBOT, [run({1: 0.5}), run({1: 0.5}, 2)], friction=("viscous", "coulomb", "offset"))
    assert "in another unit than those of the others" in found.doubts[0]
