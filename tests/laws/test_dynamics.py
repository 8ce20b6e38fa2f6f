"""The laws of motion that no implementation may break, on random trees with all kinds of joints."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from support.compare import error_of_coordinates, error_of_mass_matrices, error_of_samples
from support.trees import SEEDS, body_names_along, derivative, trees, world_poses

import heft
from heft.robot.model import Robot

EXACT = 1e-11
"""For identities of the same numbers added in another order."""

DIFFERENCED = 1e-7
"""For derivatives by differences: the rest of the series and rounding, divided by the step of 2e-4."""

some = settings(max_examples=40, deadline=None)
SAMPLES = 3


def random_wrenches(robot: Robot, rng: np.random.Generator) -> dict[str, np.ndarray]:
    return {name: rng.standard_normal((SAMPLES, 6)) for name in body_names_along(robot, rng, 3)}


def moved(robot: Robot, q: np.ndarray, qd: np.ndarray, qdd: np.ndarray, t: float) -> tuple[np.ndarray, np.ndarray]:
    """A path through (q, qd) with acceleration qdd at t = 0."""
    return heft.integrate(robot, q, t * qd), qd + t * qdd


@some
@given(trees(armature=False), SEEDS)
def test_torque_is_linear_in_the_parameters(robot: Robot, seed: int):
    state = robot.random_state(seed, SAMPLES)
    tau = heft.torque_regressor(robot, *state) @ robot.parameter_vector
    assert error_of_samples(tau, heft.inverse_dynamics(robot, *state)) < EXACT


@some
@given(trees(friction=True), SEEDS)
def test_forward_dynamics_inverts_inverse_dynamics(robot: Robot, seed: int):
    q, qd, qdd = robot.random_state(seed, SAMPLES)
    options = {"friction": True, "wrenches": random_wrenches(robot, np.random.default_rng(seed))}
    tau = heft.inverse_dynamics(robot, q, qd, qdd, **options)
    assert error_of_samples(heft.forward_dynamics(robot, q, qd, tau, **options), qdd) < 1e-9


@some
@given(trees(), SEEDS)
def test_mass_matrix_is_symmetric_and_positive_definite(robot: Robot, seed: int):
    q, _, _ = robot.random_state(seed, SAMPLES)
    M = heft.mass_matrix(robot, q)
    assert error_of_mass_matrices(M, np.swapaxes(M, 1, 2)) < EXACT
    assert np.all(np.linalg.eigvalsh(M) > 0)


@some
@given(trees(), SEEDS)
def test_torque_is_mass_matrix_times_acceleration_plus_bias(robot: Robot, seed: int):
    q, qd, qdd = robot.random_state(seed, SAMPLES)
    tau = np.einsum("nij,nj->ni", heft.mass_matrix(robot, q), qdd) + heft.bias_forces(robot, q, qd)
    assert error_of_samples(tau, heft.inverse_dynamics(robot, q, qd, qdd)) < EXACT


@some
@given(trees(), SEEDS)
def test_kinetic_energy_is_half_the_velocities_through_the_mass_matrix(robot: Robot, seed: int):
    q, qd, _ = robot.random_state(seed, SAMPLES)
    expected = 0.5 * np.einsum("ni,nij,nj->n", qd, heft.mass_matrix(robot, q), qd)
    assert error_of_samples(heft.kinetic_energy(robot, q, qd), expected) < EXACT


@some
@given(trees(), SEEDS)
def test_gravity_forces_are_the_slope_of_the_potential_energy(robot: Robot, seed: int):
    q, qd, _ = robot.random_state(seed, SAMPLES)
    power = derivative(lambda t: heft.potential_energy(robot, heft.integrate(robot, q, t * qd)))
    expected = np.sum(heft.gravity_forces(robot, q) * qd, axis=1)
    scale = np.sum(np.abs(heft.gravity_forces(robot, q) * qd), axis=1) + 1.0
    assert np.max(np.abs(power - expected) / scale) < DIFFERENCED


@some
@given(trees(), SEEDS)
def test_the_energy_changes_by_the_power_of_the_torques(robot: Robot, seed: int):
    q, qd, qdd = robot.random_state(seed, SAMPLES)

    def energy(t: float) -> np.ndarray:
        x, v = moved(robot, q, qd, qdd, t)
        return heft.kinetic_energy(robot, x, v) + heft.potential_energy(robot, x)

    powers = heft.inverse_dynamics(robot, q, qd, qdd) * qd
    error = np.abs(derivative(energy) - np.sum(powers, axis=1))
    assert np.max(error / (np.sum(np.abs(powers), axis=1) + 1.0)) < DIFFERENCED


@some
@given(trees(), SEEDS)
def test_without_gravity_the_momentum_changes_by_the_base_wrench(robot: Robot, seed: int):
    robot = robot.with_gravity([0, 0, 0])
    q, qd, qdd = robot.random_state(seed, SAMPLES)
    rate = derivative(lambda t: heft.momentum(robot, *moved(robot, q, qd, qdd, t)))
    assert error_of_samples(heft.base_wrench(robot, q, qd, qdd), rate) < DIFFERENCED


@some
@given(trees(rotors=False), SEEDS)
def test_a_robot_at_rest_weighs_on_its_base(robot: Robot, seed: int):
    q, _, _ = robot.random_state(seed, SAMPLES)
    still = np.zeros((SAMPLES, robot.nv))
    weight = heft.base_wrench(robot, q, still, still)[:, 3:]
    mass = float(robot.parameters[:, 0].sum())
    assert error_of_samples(weight, np.tile([0.0, 0.0, 9.81 * mass], (SAMPLES, 1))) < EXACT


@some
@given(trees(), SEEDS)
def test_energy_and_momentum_tell_of_the_same_speed(robot: Robot, seed: int):
    """A mass at a body's origin has T = 1/2 m v^2 and the momentum m v."""
    q, qd, _ = robot.random_state(seed, SAMPLES)
    rows = heft.kinetic_energy_regressor(robot, q, qd)
    momentum = heft.momentum_regressor(robot, q, qd)
    for i in range(robot.n_bodies):
        speed = np.linalg.norm(momentum[:, 3:, 10 * i], axis=1)
        assert np.allclose(rows[:, 10 * i], 0.5 * speed**2, rtol=1e-10, atol=1e-10)


@some
@given(trees(), SEEDS)
def test_wrenches_do_the_work_of_the_forces_that_they_are(robot: Robot, seed: int):
    """A force f on the point r of a body: the torques that it replaces do the same work along any motion."""
    rng = np.random.default_rng(seed)
    q, qd, qdd = robot.random_state(seed)
    name = body_names_along(robot, rng, 1)[0]
    body, r, f = robot.body_index(name), rng.standard_normal(3), rng.standard_normal(3)
    R = world_poses(robot, q)[0][body]
    wrench = {name: np.concatenate([np.cross(r, R.T @ f), R.T @ f])}
    saved = heft.inverse_dynamics(robot, q, qd, qdd) - heft.inverse_dynamics(robot, q, qd, qdd, wrenches=wrench)

    def point(t: float) -> np.ndarray:
        R, p = world_poses(robot, heft.integrate(robot, q, t * qd))
        return p[body] + R[body] @ r

    work = f @ derivative(point)
    assert abs(saved @ qd - work) < DIFFERENCED * (np.sum(np.abs(saved * qd)) + 1.0)


@some
@given(trees(rotors=False), SEEDS)
def test_gravity_is_a_wrench_on_every_body(robot: Robot, seed: int):
    q, qd, qdd = robot.random_state(seed)
    weights = {}
    for body, R in zip(robot.bodies, world_poses(robot, q)[0], strict=True):
        g = R.T @ [0.0, 0.0, -9.81]
        weights[body.name] = np.concatenate([np.cross(body.parameters[1:4], g), body.parameters[0] * g])
    weightless = robot.with_gravity([0, 0, 0])
    expected = heft.inverse_dynamics(robot, q, qd, qdd)
    found = heft.inverse_dynamics(weightless, q, qd, qdd, wrenches=weights)
    assert np.linalg.norm(found - expected) < 1e-11 * (np.linalg.norm(expected) + 1.0)
    accelerations = heft.forward_dynamics(weightless, q, qd, expected, wrenches=weights)
    assert error_of_samples(accelerations[None], qdd[None]) < 1e-9


@some
@given(trees(mimics=False), SEEDS)
def test_armature_adds_to_the_diagonal_alone(robot: Robot, seed: int):
    bare = replace(
        robot,
        bodies=tuple(replace(body, joint=replace(body.joint, armature=0.0)) for body in robot.bodies),
    )
    armature = np.concatenate([np.full(joint.nv, joint.armature) for joint in robot.joints])
    q, qd, qdd = robot.random_state(seed, SAMPLES)
    assert error_of_mass_matrices(heft.mass_matrix(robot, q), heft.mass_matrix(bare, q) + np.diag(armature)) < EXACT
    tau = heft.inverse_dynamics(bare, q, qd, qdd) + armature * qdd
    assert error_of_coordinates(heft.inverse_dynamics(robot, q, qd, qdd), tau) < EXACT
    energy = heft.kinetic_energy(bare, q, qd) + 0.5 * qd**2 @ armature
    assert error_of_samples(heft.kinetic_energy(robot, q, qd), energy) < EXACT


@some
@given(trees(), SEEDS)
def test_one_sample_is_a_batch_of_one(robot: Robot, seed: int):
    q, qd, qdd = robot.random_state(seed, SAMPLES)
    for function, arguments in [
        (heft.inverse_dynamics, (q, qd, qdd)),
        (heft.forward_dynamics, (q, qd, qdd)),
        (heft.torque_regressor, (q, qd, qdd)),
        (heft.mass_matrix, (q,)),
        (heft.bias_forces, (q, qd)),
        (heft.gravity_forces, (q,)),
        (heft.kinetic_energy, (q, qd)),
        (heft.potential_energy, (q,)),
        (heft.momentum, (q, qd)),
        (heft.base_wrench, (q, qd, qdd)),
        (heft.integrate, (q, qd)),
    ]:
        batch = function(robot, *arguments)
        alone = np.array([function(robot, *(array[k] for array in arguments)) for k in range(SAMPLES)])
        assert error_of_samples(alone, batch) < EXACT
