"""Friction that stops a motion in much less than a step: what decays, what sticks, what slips; nothing diverges."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from math import factorial

import numpy as np
import pytest
from support.example_robots import FOLDER

import heft
from heft.dynamics import simulated_robot
from heft.dynamics.damped_modes import DampedModes, phi_functions
from heft.dynamics.simulated_robot import SimulatedRobot
from heft.dynamics.sticking import held
from heft.robot.joint import Friction, Mimic
from heft.robot.locking import locked
from heft.robot.model import Robot
from heft.robot.zoo import named, planar_n

INTEGRATORS = ["rk4", "semi-implicit-euler"]


def rubbing(robot: Robot, *friction: Friction) -> Robot:
    """The robot with this friction on its joints, the last on all that follow."""
    given = [friction[min(i, len(friction) - 1)] for i in range(robot.n_bodies)]
    bodies = zip(robot.bodies, given, strict=True)
    return replace(robot, bodies=tuple(replace(b, joint=replace(b.joint, friction=f)) for b, f in bodies))


def energy_of(path: heft.Trajectory) -> np.ndarray:
    return heft.kinetic_energy(path.robot, path.q, path.qd) + heft.potential_energy(path.robot, path.q)


ONE = planar_n(1).with_gravity([0, 0, 0])
INERTIA = float(heft.mass_matrix(ONE, [0.0])[0, 0])


@pytest.mark.parametrize(
    "name", ["z1_description/urdf/z1.urdf", "talos_data/robots/talos_reduced.urdf", "allegro_hand_description"]
)
@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_robots_whose_files_have_strong_friction(name: str, integrator: str):
    """At 1 ms they only lose energy, and move as in steps ten times smaller."""
    file = FOLDER / name if name.endswith(".urdf") else FOLDER / name / "urdf/allegro_left_hand.urdf"
    robot = heft.load(file)
    q, qd, _ = robot.random_state(1)
    path, fine = (heft.simulate(robot, 0.03, q0=q, qd0=0.1 * qd, dt=dt, integrator=integrator) for dt in (1e-3, 1e-4))
    assert np.all(np.diff(energy_of(path)) <= 1e-9 * np.ptp(energy_of(path)))
    assert np.max(np.abs(path.q[-1] - fine.q[-1])) < 2e-3 * max(1.0, np.max(np.abs(fine.q[-1] - q)))


@pytest.mark.parametrize("rate", [1e-3, 10.0, 1e3, 1e9])
def test_viscous_friction_decays_exactly(rate: float):
    """v' = (tau - d v) / I from rest and from motion, in steps of 10 ms: exact, however fast the decay."""
    robot, tau = rubbing(ONE, Friction(viscous=rate * INERTIA)), 2.0 * rate * INERTIA
    path = heft.simulate(robot, 0.1, qd0=[5.0], tau=lambda t, q, qd: np.array([tau]), dt=0.01)
    decay = np.exp(-rate * path.t)
    np.testing.assert_allclose(path.qd[:, 0], 2.0 + 3.0 * decay, rtol=1e-9)
    np.testing.assert_allclose(path.q[:, 0], 2.0 * path.t + 3.0 * -np.expm1(-rate * path.t) / rate, atol=1e-9)


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("coulomb", [0.5, 1e6])
def test_a_joint_at_rest_stays_until_it_must_slip(integrator: str, coulomb: float):
    robot = rubbing(ONE, Friction(coulomb=coulomb))
    start = {"dt": 1e-3, "integrator": integrator}
    held = heft.simulate(robot, 0.02, tau=np.full((20, 1), -0.99 * coulomb), **start)
    assert not np.any(held.q)
    assert not np.any(held.qd)
    assert np.max(np.abs(held.qdd)) <= 1e-12 * coulomb / INERTIA
    slips = heft.simulate(robot, 0.02, tau=np.full((20, 1), -1.5 * coulomb), **start)
    np.testing.assert_allclose(slips.qdd, -0.5 * coulomb / INERTIA, rtol=1e-9)
    np.testing.assert_allclose(slips.qd[:, 0], -0.5 * coulomb / INERTIA * slips.t, rtol=1e-9)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_a_joint_that_slides_comes_to_rest(integrator: str):
    """After the time v I / c and the way v^2 I / (2 c), and then for good."""
    coulomb, v = 0.37 * INERTIA, 0.1
    robot = rubbing(ONE, Friction(coulomb=coulomb))
    path = heft.simulate(robot, 0.5, qd0=[v], integrator=integrator)
    stops = v * INERTIA / coulomb
    assert not np.any(path.qd[path.t > stops + 1e-3])
    assert path.q[-1, 0] == pytest.approx(v * stops / 2, rel=0.01)
    assert np.all(path.qd >= 0)


def test_one_joint_sticks_while_another_moves():
    """The elbow of a falling arm is held: both links move as one body until it has to slip."""
    robot = rubbing(named("double_pendulum"), Friction(), Friction(coulomb=1e3))
    path = heft.simulate(robot, 0.5, q0=[1.0, 0.4])
    one = locked(rubbing(named("double_pendulum"), Friction()), {robot.joint_names[1]: 0.4})
    welded = heft.simulate(one, 0.5, q0=[1.0])
    assert np.all(path.q[:, 1] == 0.4)
    assert np.ptp(path.q[:, 0]) > 0.5
    np.testing.assert_allclose(path.q[:, 0], welded.q[:, 0], rtol=0, atol=1e-6)
    np.testing.assert_allclose(path.qdd[:, 0], welded.qdd[:, 0], rtol=0, atol=1e-4)


@pytest.mark.parametrize(("integrator", "order", "steps"), [("rk4", 4, 40), ("semi-implicit-euler", 1, 200)])
def test_mild_friction_costs_no_order(integrator: str, order: int, steps: int):
    robot = rubbing(named("double_pendulum"), Friction(0.3, 0.2), Friction(0.2, 0.1))

    def end(n: int) -> np.ndarray:
        path = heft.simulate(robot, 0.1, q0=[-1.5, -1.0], qd0=[3.0, 4.0], dt=0.1 / n, integrator=integrator)
        assert np.all(path.qd > 0), "a joint turned round, which costs any method its order"
        return np.concatenate([path.q[-1], path.qd[-1]])

    reference = heft.simulate(robot, 0.1, q0=[-1.5, -1.0], qd0=[3.0, 4.0], dt=0.1 / 1000)
    exact = np.concatenate([reference.q[-1], reference.qd[-1]])
    coarse, fine = (np.linalg.norm(end(n) - exact) for n in (steps, 2 * steps))
    assert coarse > 1e-10, "the error is rounding; the order cannot be seen"
    assert np.log2(coarse / fine) == pytest.approx(order, abs=0.25)


@pytest.mark.parametrize("seed", range(30))
def test_the_torques_that_hold_are_those_of_all_cases(seed: int):
    """Each joint sticks or slides one of two ways: of all 3^n cases exactly one is consistent."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 6))
    factor = rng.standard_normal((n, n)) * 10.0 ** rng.uniform(-3, 3, n)
    W, x, c = factor.T @ factor + 1e-9 * np.eye(n), rng.standard_normal(n), 10.0 ** rng.uniform(-3, 3, n)
    x = x * 10.0 ** rng.uniform(-2, 4)
    found, v = held(W, x, c, rng.choice([-1.0, 0.0, 1.0], n) * c)
    fits = []
    for case in product((-1, 0, 1), repeat=n):
        side = np.array(case)
        f = side * c
        free = side == 0
        f[free] = np.linalg.solve(W[np.ix_(free, free)], (x - W @ f)[free])
        ends = x - W @ f
        if np.all(np.abs(f[free]) <= c[free]) and np.all(ends[~free] * side[~free] >= 0):
            fits.append(f)
    assert len(fits) == 1
    np.testing.assert_allclose(found, fits[0], rtol=1e-6, atol=1e-6 * c.min())
    assert np.all(v[np.abs(found) < c * (1 - 1e-9)] == 0)


def test_the_functions_of_the_exponential():
    """Against their series, which converges everywhere, and their limits."""
    z = np.array([0.0, -1e-9, -0.3, -0.999, -1.001, -4.0, 0.7, 3.0])
    for k, values in enumerate(phi_functions(z)):
        series = sum(z**j / factorial(j + k) for j in range(60))
        np.testing.assert_allclose(values, series, rtol=1e-12)
    assert phi_functions(np.array([-1e300])).tolist() == [
        [0.0],
        [1e-300],
        [1e-300],
        [5e-301],
        [pytest.approx(1 / 6e300)],
    ]


def test_modes_are_those_of_mass_and_damping():
    rng = np.random.default_rng(3)
    A = rng.standard_normal((5, 5))
    M, D = A @ A.T + np.eye(5), rng.uniform(0, 3, 5)
    modes, v = DampedModes.of(M, D), rng.standard_normal(5)
    np.testing.assert_allclose(modes.out_of(modes.rates * modes.into(v)), np.linalg.solve(M, D * v), rtol=1e-10)
    np.testing.assert_allclose(modes.response(np.ones(5)), np.linalg.inv(M), rtol=1e-10)


@pytest.mark.parametrize("friction", [False, True])
def test_gears_across_parents_are_compiled(friction: bool, monkeypatch: pytest.MonkeyPatch):
    """Links that share a coordinate but not a parent: by the mass matrix, and not link by link in Python."""
    robot = rubbing(planar_n(4), Friction(0.1, 0.05, 0.02))
    bodies = [*robot.bodies]
    bodies[3] = replace(bodies[3], joint=replace(bodies[3].joint, mimic=Mimic("joint1")))
    robot = replace(robot, bodies=tuple(bodies))
    monkeypatch.setattr(simulated_robot.kernels.COLD["inverse_dynamics"], "takes", lambda work: False)
    monkeypatch.setattr(simulated_robot, "generic_forward_dynamics", None)
    q, qd, tau = robot.random_state(5)
    now = SimulatedRobot(robot, friction, 1000, 1e-3).at(q, qd, tau)
    np.testing.assert_allclose(now.qdd, heft.forward_dynamics(robot, q, qd, tau, friction=friction), rtol=1e-9)
    energy = energy_of(heft.simulate(robot, 0.2, q0=q, friction=False))
    assert np.ptp(energy) < 1e-6 * np.ptp(heft.potential_energy(robot, heft.simulate(robot, 0.2, q0=q).q))
