"""Simulated motions keep what physics keeps, and the integrators have the orders that they are known for."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.compare import error_of_samples
from support.trees import SEEDS, trees

import heft
from heft.robot.exact import Number
from heft.robot.joint import Friction, Joint
from heft.robot.model import Robot
from heft.robot.zoo import named, random_tree


def total_energy(path: heft.Trajectory) -> np.ndarray:
    return heft.kinetic_energy(path.robot, path.q, path.qd) + heft.potential_energy(path.robot, path.q)


def simpson(values: np.ndarray, step: float) -> float:
    """The integral of samples at equal steps, an even number of them; of fourth order, like Runge-Kutta."""
    return float(step / 3 * (values[0] + 4 * values[1:-1:2].sum() + 2 * values[2:-2:2].sum() + values[-1]))


def slow_rotors(robot: Robot) -> Robot:
    """The robot with gears of 1:2, so that steps of milliseconds resolve every rotor."""
    bodies = (replace(b, rotor=b.rotor and replace(b.rotor, ratio=Number.parse(2))) for b in robot.bodies)
    return replace(robot, bodies=tuple(bodies))


# -- energy ---------------------------------------------------------------------------------------


def test_a_lively_double_pendulum_keeps_its_energy():
    """Let go from the horizontal, 1 kHz for 10 s; the drift is measured by the largest kinetic energy on the way."""
    path = heft.simulate(named("double_pendulum"), 10.0, q0=[np.pi / 2, 0.0], friction=False)
    energy = total_energy(path)
    kinetic = heft.kinetic_energy(path.robot, path.q, path.qd)
    assert len(path.t) == 10_001
    assert np.max(kinetic) > 10.0
    assert np.max(np.abs(energy - energy[0])) < 1e-8 * np.max(kinetic)


@pytest.mark.parametrize("q0", [[0.5, -0.3], [1.0, 0.5]])
def test_a_moderate_double_pendulum_keeps_its_energy(q0: list[float]):
    """From a swing about the lowest position, q = 0; the drift is measured by the energy at the start."""
    robot = named("double_pendulum")
    assert heft.potential_energy(robot, [0, 0]) < heft.potential_energy(robot, [np.pi, 0])
    path = heft.simulate(robot, 10.0, q0=q0, friction=False)
    energy = total_energy(path)
    assert np.max(np.abs(energy - energy[0])) < 1e-8 * abs(energy[0])
    assert np.ptp(heft.kinetic_energy(robot, path.q, path.qd)) > 0.1


@settings(max_examples=10, deadline=None)
@given(trees(largest=4, friction=True), SEEDS)
def test_the_energy_changes_by_the_work_of_torques_and_friction(robot: Robot, seed: int):
    robot = slow_rotors(smooth_friction(robot))
    q0, qd0, amplitude = robot.random_state(seed)

    def torque(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return amplitude * np.sin(5 * t + np.arange(robot.nv)) - 0.2 * qd

    path = heft.simulate(robot, 0.1, q0=q0, qd0=qd0, tau=torque)
    power = np.sum((path.tau - heft.friction_torque(robot, path.qd)) * path.qd, axis=1)
    energy = total_energy(path)
    scale = np.max(heft.kinetic_energy(robot, path.q, path.qd)) + np.ptp(energy)
    assert abs(energy[-1] - energy[0] - simpson(power, 1e-3)) < 1e-7 * scale


def smooth_friction(robot: Robot) -> Robot:
    """The robot without Coulomb friction, whose jumps cost any integrator its order."""

    def smooth(joint: Joint) -> Joint:
        return replace(joint, friction=replace(joint.friction, coulomb=0.0))

    return replace(robot, bodies=tuple(replace(body, joint=smooth(body.joint)) for body in robot.bodies))


@pytest.mark.parametrize("friction", [Friction(viscous=0.3), Friction(coulomb=0.5), Friction(0.1, 0.2)])
@pytest.mark.parametrize("integrator", ["rk4", "semi-implicit-euler"])
def test_friction_dissipates(friction: Friction, integrator: str):
    robot = named("double_pendulum")
    bodies = tuple(replace(body, joint=replace(body.joint, friction=friction)) for body in robot.bodies)
    robot = replace(robot, bodies=bodies)
    path = heft.simulate(robot, 3.0, q0=[1.0, 0.3], integrator=integrator)
    energy = total_energy(path)
    assert energy[-1] < energy[0] - 0.5
    lost = np.sum(heft.friction_torque(robot, path.qd) * path.qd, axis=1)
    assert np.all(lost >= 0)
    assert np.sum(lost) * 1e-3 == pytest.approx(energy[0] - energy[-1], rel=0.02)
    free = heft.simulate(robot, 0.5, q0=[1.0, 0.3], integrator="rk4", friction=False)
    assert np.ptp(total_energy(free)) < 1e-7


@settings(max_examples=25, deadline=None)
@given(trees(largest=5), SEEDS, st.sampled_from(["rk4", "semi-implicit-euler"]))
def test_friction_of_any_strength_only_takes_energy(robot: Robot, seed: int, integrator: str):
    """From nothing to what stops a joint in a picosecond, at random on every joint; steps of 1 ms."""
    rng = np.random.default_rng(seed)

    def with_any(joint: Joint) -> Joint:
        viscous, coulomb = rng.choice([0.0, 1.0], 2) * 10.0 ** rng.uniform(-4, 9, 2)
        return replace(joint, friction=Friction(viscous, coulomb))

    robot = slow_rotors(robot.with_gravity([0, 0, 0]))
    robot = replace(robot, bodies=tuple(replace(body, joint=with_any(body.joint)) for body in robot.bodies))
    q0, qd0, _ = robot.random_state(seed)
    path = heft.simulate(robot, 0.05, q0=q0, qd0=qd0, integrator=integrator)
    energy = heft.kinetic_energy(robot, path.q, path.qd)
    assert np.max(np.diff(energy)) < (1e-6 if integrator == "rk4" else 1e-2) * energy[0]


def test_without_gravity_a_floating_robot_keeps_its_momentum():
    robot = slow_rotors(random_tree(5, 5, base="floating", armature=False)).with_gravity([0, 0, 0])
    q0, qd0, _ = robot.random_state(2)
    path = heft.simulate(robot, 0.5, q0=q0, qd0=qd0)
    momentum = heft.momentum(robot, path.q, path.qd)
    assert error_of_samples(momentum, np.tile(momentum[0], (len(path.t), 1))) < 1e-9
    assert np.linalg.norm(path.q[-1] - path.q[0]) > 0.1


def test_a_thrown_body_falls_as_galileo_says():
    """The centre of mass of a free body moves on a parabola however it tumbles."""
    robot = random_tree(3, 1, base="floating")
    q0, qd0, _ = robot.random_state(4)
    path = heft.simulate(robot, 1.0, q0=q0, qd0=5 * qd0, dt=1e-3)
    mass = robot.parameters[0, 0]
    centre = -np.stack([heft.potential_energy(robot.with_gravity(axis), path.q) for axis in np.eye(3)], axis=1) / mass
    speed = heft.momentum(robot, path.q[0], path.qd[0])[3:] / mass
    fall = np.outer(path.t**2, [0.0, 0.0, -9.81 / 2])
    assert np.allclose(centre, centre[0] + np.outer(path.t, speed) + fall, rtol=0, atol=1e-9)


# -- order ----------------------------------------------------------------------------------------

CURVED = {
    "revolute": named("double_pendulum"),
    "spherical": slow_rotors(random_tree(1, 2, kinds=["spherical"])),
    "floating": slow_rotors(random_tree(2, 3, base="floating", kinds=["floating", "revolute"], mimics=False)),
    "planar": slow_rotors(random_tree(3, 2, kinds=["planar"])),
    "cylindrical": slow_rotors(random_tree(4, 2, kinds=["cylindrical", "translation"])),
}


@lru_cache
def end_of(robot: Robot, steps: int, integrator: str) -> np.ndarray:
    """q and qd after 0.25 s, with a torque that depends on time."""
    q0, qd0, _ = robot.random_state(11)

    def torque(t: float, q: np.ndarray, qd: np.ndarray) -> np.ndarray:
        return np.cos(9 * t) * np.ones(robot.nv)

    dt = 0.25 / steps
    path = heft.simulate(robot, 0.25, q0=q0, qd0=qd0, tau=torque, dt=dt, integrator=integrator, friction=False)
    return np.concatenate([path.q[-1], path.qd[-1]])


@pytest.mark.parametrize("name", CURVED)
@pytest.mark.parametrize(("integrator", "order", "steps"), [("rk4", 4, 40), ("semi-implicit-euler", 1, 200)])
def test_the_order_of_the_integrators(name: str, integrator: str, order: int, steps: int):
    """Halving the step divides the error by 2^order."""
    robot = CURVED[name]
    reference = end_of(robot, 640, "rk4")
    coarse, fine = (np.linalg.norm(end_of(robot, n, integrator) - reference) for n in (steps, 2 * steps))
    assert coarse > 1e-10, "the error is rounding; the order cannot be seen"
    assert np.log2(coarse / fine) == pytest.approx(order, abs=0.25)


def test_quaternions_stay_unit_along_a_trajectory():
    robot = CURVED["spherical"]
    q0, qd0, _ = robot.random_state(3)
    for integrator in ("rk4", "semi-implicit-euler"):
        path = heft.simulate(robot, 0.5, q0=q0, qd0=10 * qd0, integrator=integrator)
        for joint in robot.joints:
            if joint.kind == "spherical":
                lengths = np.linalg.norm(path.q[:, robot.q_index[joint.name]], axis=1)
                assert np.allclose(lengths, 1.0, rtol=0, atol=1e-14)


# -- torques --------------------------------------------------------------------------------------


@pytest.mark.parametrize("integrator", ["rk4", "semi-implicit-euler"])
def test_a_table_of_torques_holds_each_row_for_a_step(integrator: str):
    robot = named("double_pendulum")
    table = np.random.default_rng(0).standard_normal((100, 2))
    path = heft.simulate(robot, 0.1, tau=table, integrator=integrator)
    held = heft.simulate(robot, 0.1, tau=steps_of(table, 1e-3), integrator=integrator)
    if integrator == "semi-implicit-euler":
        assert np.array_equal(path.q, held.q)
        assert np.array_equal(path.qd, held.qd)
    else:
        one = heft.simulate(robot, 1e-3, q0=path.q[50], qd0=path.qd[50], tau=lambda t, q, qd: table[50])
        assert np.allclose(one.q[1], path.q[51], rtol=0, atol=1e-15)
        assert np.allclose(one.qd[1], path.qd[51], rtol=0, atol=1e-14)
    assert np.array_equal(path.tau[:100], table)


def steps_of(table: np.ndarray, dt: float):
    """The table as a function of time."""
    return lambda t, q, qd: table[min(round(t / dt), len(table) - 1)]


def test_a_constant_torque_is_a_constant_table():
    robot = slow_rotors(random_tree(6, 3, mimics=False))
    tau = np.linspace(-1, 1, robot.nv)
    by_table = heft.simulate(robot, 0.05, tau=np.tile(tau, (50, 1)))
    by_law = heft.simulate(robot, 0.05, tau=lambda t, q, qd: tau)
    for name in ("q", "qd", "qdd", "tau"):
        assert np.array_equal(getattr(by_table, name), getattr(by_law, name))


def test_recorded_accelerations_and_torques_fit_the_motion():
    """What a trajectory records is a log that inverse dynamics explains."""
    robot = slow_rotors(random_tree(9, 4, friction=True))
    q0, qd0, _ = robot.random_state(1)
    path = heft.simulate(robot, 0.1, q0=q0, qd0=qd0, tau=lambda t, q, qd: -qd)
    tau = heft.inverse_dynamics(robot, path.q, path.qd, path.qdd, friction=True)
    assert np.linalg.norm(tau - path.tau) < 1e-9 * np.linalg.norm(heft.bias_forces(robot, path.q, path.qd))
