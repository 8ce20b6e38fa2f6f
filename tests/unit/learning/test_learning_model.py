"""The model: forward dynamics as Pinocchio's, derivatives as finite differences and as the analytic adjoint."""

from __future__ import annotations

import numpy as np
import pytest
from support.compare import error_of_samples
from support.example_robots import PATHS

import heft
from heft.dynamics import kernels
from heft.robot.interop import PinocchioMap

jax = pytest.importorskip("jax")
pin = pytest.importorskip("pinocchio")
models = pytest.importorskip("heft.learning.model")
jacobian = pytest.importorskip("heft.learning.jacobian")
with_bodies = pytest.importorskip("heft.learning.bodies").with_bodies
data = pytest.importorskip("heft.learning.data")

PANDA = next(name for name in PATHS if name.endswith("panda.urdf"))


def made(robot, actuator="none", kinematics=False, n=6, parameterisation="covariance"):
    q, qd, _ = robot.random_state(0, n)
    u = np.random.default_rng(1).standard_normal((n, robot.nv))
    model = models.WhiteBox.of(robot, actuator, parameterisation, kinematics)
    constants = models.constants_of(robot, qd, qd, u, model.actuators)
    return model, constants, model.start(constants, 0, True), (q, qd, u)


def test_forward_dynamics_are_those_of_pinocchio():
    robot = heft.load(PATHS[PANDA], mimic=False)
    model, constants, x, (q, qd, u) = made(robot, parameterisation="linear")
    found = np.asarray(jax.jit(model.forward)(x, constants, q, qd, u))
    theirs = pin.buildModelFromUrdf(str(PATHS[PANDA]))
    as_theirs = PinocchioMap(robot, theirs)
    work = theirs.createData()
    states = zip(as_theirs.q(q), as_theirs.v(qd), as_theirs.tau(u), strict=True)
    expected = as_theirs.v_from(np.array([pin.aba(theirs, work, *state) for state in states]))
    assert error_of_samples(found, expected) < 1e-12


def test_the_gradient_in_the_bodies_is_the_analytic_adjoint():
    robot = heft.load("zoo:furuta")
    model, _, _, (q, qd, u) = made(robot)
    target = np.zeros_like(qd)

    def loss(bodies):
        qdd = models.scan.forward_dynamics(model.tree, q.T, qd.T, u.T, parameters=bodies).T
        return 0.5 * ((qdd - target) ** 2).sum()

    expected = kernels.acceleration_gradient(robot, q, qd, u, target).parameters
    found = np.asarray(jax.jit(jax.grad(loss))(robot.parameters))
    assert np.allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize("kinematics", [False, True])
def test_jacobians_are_finite_differences(kinematics: bool):
    robot = heft.load("zoo:cartpole")
    model, constants, x, (q, qd, u) = made(robot, "stribeck", kinematics)
    x = x + 0.1 * np.random.default_rng(2).standard_normal(len(x))
    qdd, free = np.zeros_like(qd), np.arange(len(x))
    function = jax.jit(model.forward)
    weight = 1 / (constants["qdd"] * np.sqrt(qdd.size))

    def residual(step: float, k: int) -> np.ndarray:
        moved = x.copy()
        moved[k] += step
        return (np.asarray(function(moved, constants, q, qd, u)) * weight).ravel()

    h = 1e-5
    columns = [
        (8 * (residual(h, k) - residual(-h, k)) - residual(2 * h, k) + residual(-2 * h, k)) / (12 * h) for k in free
    ]
    way = jax.jit(jacobian.learned_jacobian, static_argnums=0) if kinematics else jacobian.acceleration_jacobian
    r, J = way(model, x, constants, free, q, qd, qdd, u)
    expected = np.stack(columns, axis=1)
    assert np.allclose(r, residual(0.0, 0), rtol=1e-10, atol=1e-12)
    assert np.allclose(J, expected, rtol=1e-6, atol=1e-7 * np.abs(expected).max())


def test_derivatives_in_states_and_commands_are_finite_differences():
    robot = heft.load("zoo:cartpole")
    model, constants, x, states = made(robot, "stribeck", n=3)
    x = x + 0.1 * np.random.default_rng(2).standard_normal(len(x))
    found = jax.jit(jax.jacfwd(lambda *states: model.forward(x, constants, *states).sum(axis=0), (0, 1, 2)))(*states)
    function, h = jax.jit(model.forward), 1e-5

    def at(k: int, j: int, step: float) -> np.ndarray:
        moved = [np.array(part) for part in states]
        moved[k][:, j] += step
        return np.asarray(function(x, constants, *moved))

    for k, derivative in enumerate(found):  # of each sample's accelerations in its own state alone
        for j in range(2):
            expected = (8 * (at(k, j, h) - at(k, j, -h)) - at(k, j, 2 * h) + at(k, j, -2 * h)) / (12 * h)
            assert np.allclose(np.asarray(derivative)[:, :, j].T, expected, rtol=1e-6, atol=1e-6)


def test_a_robot_with_rotors_keeps_its_numbers():
    robot = heft.load("zoo:puma560")
    model, constants, x, (q, qd, u) = made(robot)
    bodies = np.asarray(model.bodies(x, constants))
    expected = heft.forward_dynamics(robot, q, qd, u)
    found = heft.forward_dynamics(with_bodies(robot, bodies), q, qd, u)
    assert error_of_samples(found, expected) < 1e-4
