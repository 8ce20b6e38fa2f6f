"""Single samples of efforts far from both neighbours are named and left out; what a robot does is not."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, measured

import heft
from heft.logs.spikes import spikes

RNG = np.random.default_rng(0)
T = np.arange(4000) / 200
TORQUE = 20 * np.sin(T) + 5 * np.sin(7 * T) + 0.3 * RNG.standard_normal(4000)


def test_spikes_are_named_and_left_out(tmp_path):
    robot = heft.load(arm_in(tmp_path))
    log = measured(robot, 1)
    assert log.effort is not None
    effort = np.array(log.effort)
    at = np.array([300, 302, 900, 1500])
    effort[at, 1] += 200.0
    motion = heft.clean(robot, replace(log, effort=effort))
    (said,) = [text for text in motion.warnings if "spikes" in text]
    assert "4 single samples" in said
    assert "4 at 'elbow', of up to" in said
    clean = heft.clean(robot, log)
    assert not any("spikes" in text for text in clean.warnings)
    np.testing.assert_allclose(motion.effort, clean.effort, atol=2.0)


@pytest.mark.parametrize("size", [-200.0, 40.0, 200.0])
def test_one_spike_is_found_however_it_stands(size):
    x = TORQUE.copy()
    x[[1000, 2500]] += size
    assert spikes(x).tolist() == [1000, 2500]


@pytest.mark.parametrize("rare", [3, 0.0])
def test_what_robots_do_is_no_spike(rare):
    """Reversals of friction, noise with long tails, channels that hold their values, a contact of a few samples."""
    tails = TORQUE + RNG.standard_t(3, 4000) * rare
    dry = TORQUE + 15 * np.sign(np.cos(T))
    coarse = np.round(TORQUE / 10) * 10
    struck = TORQUE + 100 * np.exp(-(((T - 10) / 0.01) ** 2))
    held = np.where(np.arange(4000) % 400 < 200, 0.0, 30.0)
    for x in (tails, dry, coarse, struck, held, RNG.standard_normal(4000), np.full(4000, np.nan)):
        assert spikes(x).size == 0


def test_many_spikes_are_the_nature_of_a_channel():
    x = TORQUE.copy()
    x[::50] += 200.0
    assert spikes(x).size == 0


def test_spikes_are_found_where_every_second_sample_was_measured():
    t = np.linspace(0, 10, 2000)
    x = np.sin(3 * t) + 1e-3 * np.random.default_rng(0).standard_normal(len(t))
    x[1000] += 20.0
    x[1::2] = np.nan
    assert spikes(x).tolist() == [1000]
    assert spikes(np.full(100, np.nan)).size == 0
