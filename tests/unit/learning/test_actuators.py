"""Actuators: chains are read, and what is called bounded takes energy whatever its parameters are."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import heft
from heft.errors import ArgumentError

jax = pytest.importorskip("jax")
actuators = pytest.importorskip("heft.learning.actuators")
model = pytest.importorskip("heft.learning.model")

ROBOT = heft.load("zoo:cartpole")
BOUNDED = ["none", "viscous", "coulomb", "asymmetric", "stribeck", "nn-friction", "motor", "saturation+stribeck"]
BOUNDED += ["motor(0.1,3)+nn-friction"]
STATES = np.random.default_rng(0).uniform(-1, 1, (3, 200, 2)) * np.array([[[3.0]], [[10.0]], [[5.0]]])


@lru_cache
def shape(spec: str):
    return model.WhiteBox.of(ROBOT, spec)


@lru_cache
def compiled(made):
    return jax.jit(made.torque)


def random_weights(spec: str, seed: int, size: float):
    made = shape(spec)
    constants = model.constants_of(ROBOT, STATES[1], STATES[1], STATES[2], made.actuators)
    x = size * np.random.default_rng(seed).standard_normal(made.size)
    return made, constants, x


@pytest.mark.parametrize("spec", BOUNDED)
@settings(max_examples=10)
@given(st.integers(0, 10**6), st.floats(0.01, 30.0))
def test_bounded_actuators_take_energy_whatever_their_weights(spec: str, seed: int, size: float):
    made, constants, x = random_weights(spec, seed, size)
    assert made.energy_class in ("conserving", "bounded")
    q, qd, _ = STATES
    power = qd * np.asarray(compiled(made)(x, constants, q, qd, np.zeros_like(qd)))
    assert np.all(power <= 0)


@pytest.mark.parametrize("spec", ["nn-residual", "nn", "offset"])
def test_unbounded_actuators_can_make_energy_and_say_so(spec: str):
    made, constants, x = random_weights(spec, 1, 1.0)
    assert made.energy_class == "unbounded"
    q, qd, _ = STATES
    assert np.any(qd * np.asarray(made.torque(x, constants, q, qd, np.zeros_like(qd))) > 0)


def test_friction_laws_are_those_of_the_paper():
    made, constants, x = random_weights("stribeck", 2, 1.0)
    q, qd, u = STATES
    fs, fd, nu, mu = (np.asarray(made.theta(x)["actuators"][0]) ** 2).T
    expected = u - np.sign(qd) * (fs + fd * np.exp(-nu * qd**2)) - mu * qd
    fast = np.abs(qd) > 0.2 * constants["qd"]
    assert np.allclose(np.where(fast, np.asarray(made.torque(x, constants, q, qd, u)), 0), np.where(fast, expected, 0))


def test_chains_per_joint_and_delays():
    made = actuators.Actuators.of(ROBOT, {"cart": "delay(0.008)+motor(4.5,2.6)+stribeck", "pole": "viscous"})
    assert made.energy_class == "bounded"
    assert made.spec() == {"cart": "delay(0.008)+motor(4.5,2.6)+stribeck", "pole": "viscous"}
    assert made.delays().tolist() == [0.008, 0.0]
    assert made.is_affine
    assert not made.has_networks


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"wheel": "viscous"}, "no joint 'wheel'"),
        ("viscos", "Did you mean 'viscous'"),
        ("motor(1)", "1 numbers"),
        ("viscous+viscous", "twice"),
        ("delay(-1)", "negative"),
        ("motor(a,b)", "cannot be read"),
    ],
)
def test_bad_actuators_are_refused(spec, words: str):
    with pytest.raises(ArgumentError, match=words):
        actuators.Actuators.of(ROBOT, spec)
