"""The model: forward dynamics as Pinocchio's, derivatives as finite differences and as the analytic adjoint."""

from __future__ import annotations

import numpy as np
import pytest
from support.compare import error_of_samples
from support.example_robots import PATHS
from support.quickly import quickly

import heft
from heft.dynamics import kernels
from heft.robot.interop import PinocchioMap

jax = pytest.importorskip("jax")
pin = pytest.importorskip("pinocchio")
models = pytest.importorskip("heft.learning.model")
Analytic = pytest.importorskip("heft.learning.jacobian").Analytic
with_bodies = pytest.importorskip("heft.learning.bodies").with_bodies
losses = pytest.importorskip("heft.learning.losses")
metrics = pytest.importorskip("heft.learning.metrics")

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
    found = np.asarray(quickly(model.forward)(x, constants, q, qd, u))
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
    found = np.asarray(quickly(jax.grad(loss))(robot.parameters))
    assert np.allclose(found, expected, rtol=1e-9, atol=1e-9 * np.abs(expected).max())


@pytest.mark.parametrize(
    ("name", "kinematics", "loss"),
    [
        ("zoo:cartpole", False, "accelerations"),
        ("zoo:cartpole", True, "accelerations"),
        ("zoo:double_pendulum", True, "torques"),
    ],
)
def test_jacobians_are_finite_differences(name: str, kinematics: bool, loss: str):
    """The residual by JAX, its derivatives by the kernels."""
    model, constants, x, (q, qd, u) = made(heft.load(name), "armature+stribeck", kinematics)
    x = x + 0.1 * np.random.default_rng(2).standard_normal(len(x))
    qdd, free = np.ones_like(qd), np.arange(len(x))
    function = losses.compiled(model, loss)[0]

    def residual(step: float, k: int) -> np.ndarray:
        moved = x.copy()
        moved[k] += step
        return np.asarray(function(moved, constants, q, qd, qdd, u))

    h = 1e-5
    columns = [
        (8 * (residual(h, k) - residual(-h, k)) - residual(2 * h, k) + residual(-2 * h, k)) / (12 * h) for k in free
    ]
    r, J = Analytic(model, constants, loss, q, qd, qdd, u).jacobian(x, free)
    expected = np.stack(columns, axis=1)
    assert np.allclose(r, residual(0.0, 0), rtol=1e-10, atol=1e-12)
    assert np.allclose(J, expected, rtol=1e-6, atol=1e-7 * np.abs(expected).max())


def test_derivatives_in_states_and_commands_are_finite_differences():
    robot = heft.load("zoo:cartpole")
    model, constants, x, states = made(robot, "stribeck", n=3)
    x = x + 0.1 * np.random.default_rng(2).standard_normal(len(x))
    found = quickly(jax.jacfwd(lambda *states: model.forward(x, constants, *states).sum(axis=0), (0, 1, 2)))(*states)
    function, h = quickly(model.forward), 1e-5

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


@pytest.mark.parametrize(
    ("name", "chain", "kinematics"),
    [("zoo:furuta", "nn-friction", True), ("zoo:puma560", "armature+stribeck", False)],
)
def test_rollouts_by_the_kernels_are_those_by_jax(name: str, chain: str, kinematics: bool):
    """Some of them run away, and then both stop at the same step."""
    robot = heft.load(name, base="fixed" if kinematics else "floating")
    model, constants, x, (q, qd, u) = made(robot, chain, kinematics)
    x = x + 0.02 * np.random.default_rng(2).standard_normal(len(x))
    u = np.repeat(u[None], 30, axis=0)
    u[10:, 0] *= 1e9
    by_jax = quickly(lambda *arguments: metrics.rollout(model, *arguments))
    expected = [np.asarray(part) for part in by_jax(x, constants, q, qd, u, 0.004)]
    found = metrics.kernel_rollout(model, x, constants, q, qd, u, 0.004)
    assert not found[2][-1, 0]
    assert np.array_equal(found[2], expected[2])
    for one, other in zip(found[:2], expected[:2], strict=True):
        assert np.allclose(one, other, rtol=1e-9, atol=1e-9)
