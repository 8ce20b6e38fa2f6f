"""One cut-off for fit and judgement: `learn` chooses as `identify` does, and its models clean other logs alike."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.logs import arm_in, measured

import heft

pytest.importorskip("jax")

from heft.learning.learn import LearningOptions, _split
from heft.learning.learned import Learned
from heft.logs.cleaning import clean_together

pytestmark = pytest.mark.usefixtures("short_free_motions")

QUICK: dict[str, Any] = {"kind": "linear"}


@pytest.fixture(scope="module")
def robot(tmp_path_factory: pytest.TempPathFactory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


def shaken(robot: heft.Robot, seed: int) -> heft.Log:
    """Return a log whose positions vibrate at 10 to 16 Hz, unlike its torques: by the spectrum that is motion."""
    log, rng = measured(robot, seed, 1200), np.random.default_rng(seed)
    phase = 2 * np.pi * rng.random((3, robot.nv))
    tones = [np.sin(2 * np.pi * f * log.t[:, None] + phi) for f, phi in zip((10.0, 13.0, 16.0), phase, strict=True)]
    return replace(log, q=log.q + 3e-4 * np.sum(tones, axis=0))


def test_it_takes_the_cut_off_that_identify_takes(robot: heft.Robot):
    logs = [shaken(robot, seed) for seed in (1, 2)]
    spectral = clean_together(robot, logs)[1].cutoff
    model = heft.learn(robot, logs, test=shaken(robot, 3), **QUICK)
    assert model.cleaning.cutoff == heft.identify(robot, logs, held_out=0.0, friction=("viscous",)).cleaning.cutoff
    assert np.max(model.cleaning.cutoff) < 0.8 * np.max(spectral)


def test_logs_to_test_on_have_no_say(robot: heft.Robot):
    logs = [measured(robot, seed, 1200) for seed in (1, 2)]
    first, second = (
        heft.learn(robot, logs, test=test, **QUICK) for test in (measured(robot, 3, 1200), shaken(robot, 3))
    )
    assert first.cleaning == second.cleaning
    np.testing.assert_array_equal(first.x, second.x)


def test_other_logs_are_cleaned_as_those_that_were_fitted(robot: heft.Robot, tmp_path: Path):
    """A smooth log would have another cut-off by itself."""
    model, other = heft.learn(robot, [shaken(robot, 1)], test=shaken(robot, 2), **QUICK), measured(robot, 3, 1200)
    assert heft.clean(robot, other).cleaning.cutoff != model.cleaning.cutoff
    explicit = heft.Cleaning(cutoff=model.cleaning.cutoff)
    model.save(tmp_path / "model.json")
    again = Learned.load(tmp_path / "model.json")
    assert again.cleaning == model.cleaning
    for each in (model, again):
        assert each.validate(other) == each.validate(other, cleaning=explicit)
        assert each.judge(other) == each.judge(heft.clean(robot, other, model.cleaning))


def test_what_was_asked_for_is_kept(robot: heft.Robot):
    model = heft.learn(robot, [shaken(robot, 1)], test=shaken(robot, 2), cleaning=heft.Cleaning(cutoff=7.0), **QUICK)
    assert model.cleaning.cutoff == 7.0


def test_learned_placements_leave_it_to_the_spectra(robot: heft.Robot):
    """Without known placements no linear model predicts efforts."""
    log = shaken(robot, 1)
    options = [LearningOptions(kinematics=word) for word in ("known", "learned")]
    known, learned = (_split(robot, [log], [], each, each.model(robot))[3] for each in options)
    assert learned.cutoff == clean_together(robot, [log])[1].cutoff
    assert np.max(known.cutoff) < 0.8 * np.max(learned.cutoff)
