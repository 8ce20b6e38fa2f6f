"""Fits: exact data are learned exactly, an interrupt loses nothing, and a checkpoint continues the same fit."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from heft.errors import FormatError

pytest.importorskip("jax")
from plants import plant, uniform

from heft.learning import checkpoint, metrics
from heft.learning.fit import FitPlan, Fitter
from heft.learning.linear import fit_linear
from heft.learning.model import WhiteBox, constants_of

FRICTION = {"cartpole": (5.4, 0.0024), "furuta": (1e-4, 1e-5)}


def setting(name: str, actuator: str, parameterisation: str = "covariance"):
    robot = plant(name, FRICTION[name] if actuator == "viscous" else (0.0, 0.0))
    data, test = uniform(robot, 300, 0), uniform(robot, 300, 1)
    model = WhiteBox.of(robot, actuator, parameterisation)
    return model, constants_of(robot, data.qd, data.qdd, data.u, model.actuators), data, test


@pytest.mark.parametrize("actuator", ["none", "viscous"])
@pytest.mark.parametrize("name", ["cartpole", "furuta"])
def test_exact_data_are_learned_exactly_without_a_prior(name: str, actuator: str):
    model, constants, data, test = setting(name, actuator)
    fit = Fitter(model, constants, "accelerations", data, FitPlan(initial_guess="random", seed=1)).run()
    assert fit.stopped == "done"
    assert metrics.acceleration_error(model, fit.x, constants, test) < 1e-20


@pytest.mark.parametrize("name", ["cartpole", "furuta"])
def test_linear_regression_finds_them_too(name: str):
    model, constants, data, test = setting(name, "none", "linear")
    assert metrics.acceleration_error(model, fit_linear(model, data), constants, test) < 1e-20


def test_the_same_seed_gives_the_same_parameters_and_a_checkpoint_continues_them(tmp_path: Path):
    model, constants, data, _ = setting("furuta", "viscous")
    plan = FitPlan(initial_guess="random", seed=3, starts=4, lm_steps=24)

    def fitter(course=None):
        return Fitter(model, constants, "accelerations", data, plan, course=course)

    whole = fitter().run()

    marks, file = checkpoint.fingerprint(robot="a"), tmp_path / "checkpoint.npz"
    for steps in (5, 26, 45, 62):  # in the first heat, in the second, in the third, in the end
        told = []

        def interrupt(news, told=told, steps=steps):
            told.append(news)
            if len(told) == steps:
                raise KeyboardInterrupt

        cut = fitter().run(interrupt, lambda course: checkpoint.save(file, [course], marks))
        assert cut.stopped == "interrupted"
        assert np.isfinite(cut.loss)
        resumed = fitter(*checkpoint.load(file, marks)).run()
        assert np.array_equal(resumed.x, whole.x)
    before = file.read_bytes()
    with pytest.raises(FormatError, match="another robot"):
        checkpoint.load(file, checkpoint.fingerprint(robot="b"))
    assert file.read_bytes() == before
    (tmp_path / "other.npz").write_bytes(b"nothing")
    with pytest.raises(FormatError, match="not a whole checkpoint"):
        checkpoint.load(tmp_path / "other.npz", marks)


def test_friction_of_a_network_is_learned_by_both_optimisers():
    model, constants, data, test = setting("cartpole", "viscous")
    model = replace(model, actuators=WhiteBox.of(model.robot, "nn-friction").actuators)
    bare = Fitter(model, constants, "accelerations", data, FitPlan(adam_steps=100, batch=64))
    fit = bare.run()
    assert bare.method == "hybrid"
    assert bare.course.networks is not None
    assert fit.loss < bare.objective.mean_square(bare._joined(model.start(constants, 0, True)))
    assert metrics.acceleration_error(model, fit.x, constants, test) < 0.5
