"""Energy of learned models: bounded only if the numbers say so, and free motions that diverge are counted."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("jax")
from plants import plant, swing

from heft.learning.data import RolloutData, Samples
from heft.learning.energy import energy_of
from heft.learning.learn import learn
from heft.learning.learned import Learned
from heft.learning.linear import fit_linear
from heft.learning.metrics import measure
from heft.learning.model import BlackBox, WhiteBox, constants_of
from heft.learning.recording import Recording
from heft.parameters import is_physical

ROBOT = plant("cartpole", (5.4, 0.0024))
RUN = swing(ROBOT)
SAMPLES = Samples.of([RUN])


def constants_for(model):
    actuators = getattr(model, "actuators", None)
    return constants_of(ROBOT, SAMPLES.qd, SAMPLES.qdd, SAMPLES.u, actuators) | {"q": np.std(SAMPLES.q, axis=0)}


def test_bodies_of_negative_moments_bound_nothing():
    """Linear parameters with viscous friction: the actuators are bounded, and the bodies need not be."""
    model = WhiteBox.of(ROBOT, "viscous", "linear")
    constants = constants_for(model)
    x = model.start(constants)
    assert energy_of(model, x, constants) == ("bounded", "")
    theta = model.theta(x)
    bodies = np.array(theta["bodies"])
    bodies[1, [4, 7, 9]] *= -1
    bad = model.pack(theta | {"bodies": bodies})
    name, why = energy_of(model, bad, constants)
    assert name == "unbounded"
    assert "body 'pole' is not physically consistent" in why
    learned = Learned(model, bad, constants, np.zeros(2), RUN.dt)
    assert learned.energy_class == learned.to_dict()["energy_class"] == "unbounded"
    assert "energy unbounded" in repr(learned)
    assert learned.energy_reason == why


def test_learning_with_linear_parameters_states_the_energy_of_what_it_found():
    """The defect: `learn --virtual linear` called every fit bounded."""
    learned = learn(ROBOT, RUN, actuator="viscous", virtual="linear", initial_guess="random", starts=1, lm_steps=40)
    physical = all(is_physical(body.parameters) for body in learned.robot.bodies)
    assert not physical  # single bodies are not identifiable, and nothing keeps them consistent
    assert learned.energy_class == "unbounded"
    assert "not physically consistent" in learned.energy_reason


def test_regression_on_noise_is_not_conserving():
    model = WhiteBox.of(ROBOT, "none", "linear")
    noise = Samples(SAMPLES.q, SAMPLES.qd, SAMPLES.qdd, np.random.default_rng(0).standard_normal(SAMPLES.u.shape))
    x = fit_linear(model, noise)
    assert model.energy_class == "conserving"
    assert energy_of(model, x, constants_for(model))[0] == "unbounded"


def test_actuators_and_networks_that_can_add_energy_are_named():
    for chain, words in (("viscous+offset", "'offset' of joint 'cart'"), ("nn-residual", "'nn-residual' of joint")):
        model = WhiteBox.of(ROBOT, chain)
        name, why = energy_of(model, model.start(constants_for(model)), constants_for(model))
        assert name == "unbounded"
        assert words in why
    box = BlackBox(ROBOT)
    assert energy_of(box, box.start({}), constants_for(box)) == ("unbounded", "a network predicts the accelerations")


def test_a_negative_armature_is_named():
    class Negative(WhiteBox):
        def armature(self, x):
            return np.array([0.1, -0.1])

    model = Negative.of(ROBOT)
    assert "armature of 'pole' is -0.1" in energy_of(model, model.start(constants_for(model)), constants_for(model))[1]


@pytest.mark.parametrize(("chain", "expected"), [("none", 0.0), ("viscous", 0.0), ("offset", 1.0)])
def test_free_motions_diverge_where_energy_is_added_and_only_there(chain, expected):
    """A constant push of a tenth of the usual command: after 3 s its speed is far below a thousand times the usual."""
    model = WhiteBox.of(ROBOT, chain)
    constants = constants_for(model)
    theta = model.theta(model.start(constants))
    if chain == "offset":
        theta["actuators"] = [np.array([[0.1 * float(np.max(np.abs(SAMPLES.u)))], [0.0]])]
    x = model.pack(theta)
    data = RolloutData.of([RUN], 250, 100)
    found = measure(model, x, constants, SAMPLES, data)
    assert found.diverged == expected
    assert (found.energy_gain > 1) is bool(expected)


def test_an_arm_that_falls_does_not_diverge():
    """Learned from a slow motion of an upright pendulum: without command it falls, far faster, and gains nothing."""
    robot = plant("cartpole")
    t = 0.004 * np.arange(500)
    q = np.stack([np.zeros(500), np.pi + 0.01 * np.sin(t)], axis=1)
    qd = np.stack([np.zeros(500), 0.01 * np.cos(t)], axis=1)
    run = Recording(t, q, qd, -q + [0.0, np.pi], np.zeros((500, 2)))
    model, samples = WhiteBox.of(robot), Samples.of([run])
    constants = constants_of(robot, samples.qd, samples.qdd, samples.u)
    found = measure(model, model.start(constants), constants, samples, RolloutData.of([run], 250, 60))
    assert (found.diverged, found.energy_gain < 1e-3) == (0.0, True)
