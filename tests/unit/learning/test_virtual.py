"""Virtual parameters: whatever the numbers, a body that can exist; and back again."""

from __future__ import annotations

import numpy as np
import pytest
from support.quickly import quickly

from heft import parameters as inertial
from heft.errors import ArgumentError
from heft.robot.zoo import random_tree

virtual = pytest.importorskip("heft.learning.virtual")

PHYSICAL = [name for name in virtual.NAMES if name != "linear"]
ROBOT = random_tree(3, 5, rotors=False)


@pytest.mark.parametrize("name", PHYSICAL)
def test_any_numbers_are_a_body(name: str):
    theta = np.random.default_rng(0).standard_normal((40, 10)) * np.repeat([[0.1], [2.0]], 20, axis=0)
    prior = np.repeat(virtual.factors(ROBOT.parameters), 8, axis=0)
    found = virtual.bodies(name, theta, prior)
    for body in found:
        assert inertial.is_physical(body), inertial.is_physical(body).reason
    by_jax = quickly(lambda theta, prior: virtual.bodies(name, theta, prior))(theta, prior)
    assert np.allclose(by_jax, found, rtol=1e-12, atol=1e-12 * np.abs(found).max())


@pytest.mark.parametrize("name", virtual.NAMES)
def test_there_and_back(name: str):
    theta = virtual.virtual_of(name, ROBOT.parameters)
    back = np.asarray(virtual.bodies(name, theta, virtual.factors(ROBOT.parameters)))
    assert np.allclose(back, ROBOT.parameters, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", ["covariance", "linear"])
def test_rotors_there_and_back(name: str):
    rotor = inertial.from_com(0.3, [0, 0, 0.02], np.diag([2e-4, 2e-4, 1e-4]))
    back = np.asarray(virtual.rotors(name, virtual.virtual_of_rotors(name, rotor[None])))[0]
    assert np.allclose(back, rotor, rtol=1e-9, atol=1e-15)


def test_placements_there_and_back():
    R = np.array([body.placement.rotation for body in ROBOT.bodies])
    p = np.array([body.placement.translation for body in ROBOT.bodies])
    found = virtual.placements(virtual.virtual_of_placements(R, p))
    assert np.allclose(found[0], R, atol=1e-12)
    assert np.allclose(found[1], p)


def test_unknown_names_are_refused():
    with pytest.raises(ArgumentError, match="covariance"):
        virtual.known("covarance")
