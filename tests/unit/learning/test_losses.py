"""Losses: their values computed another way, their derivatives by differences, and fits that find the truth again.

The robot is an arm of three joints, and the other way is Pinocchio's dynamics with friction and RK4 written out here.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from pathlib import Path

import numpy as np
import pytest
from support.logs import arm_in, heavier
from support.motions import wave
from support.quickly import quickly

import heft
from heft.errors import ArgumentError

pytest.importorskip("jax")
pytest.importorskip("pinocchio")

import commands
import jax
import pinocchio as pin

from heft.learning.data import RolloutData, Samples
from heft.learning.fit import FitPlan, Fitter
from heft.learning.learned import Learned
from heft.learning.losses import LOST, Objective
from heft.learning.model import WhiteBox, constants_of
from heft.learning.recording import Recording

FRICTION = np.array([0.5, 0.3, 0.1])
DT = 0.01


class Arm:
    """The arm as it is told, as it is, as Pinocchio sees it, and one model of it for all tests (so compiled once)."""

    def __init__(self, folder: Path) -> None:
        self.told = heft.load(arm_in(folder))
        self.true = heavier(self.told)
        self.model = WhiteBox.of(self.told, "viscous")
        self.true.write_urdf(folder / "true.urdf")
        self.pin = pin.buildModelFromUrdf(str(folder / "true.urdf"))
        self.work = self.pin.createData()

    @cached_property
    def runs(self) -> list[Recording]:
        """Several logs; all rollouts whose derivatives are taken are along them, so that one program serves them."""
        return [self.run(seed, 60) for seed in (4, 5, 6)]

    def accelerations(self, q, qd, u):
        rows = zip(q, qd, u - FRICTION * qd, strict=True)
        return np.array([pin.aba(self.pin, self.work, *row) for row in rows])

    def samples(self, seed: int, n: int = 60) -> Samples:
        q, qd, _ = wave(self.true, seed, 40 * n, 200.0)
        q, qd = q[::40], qd[::40]
        u = 5 * np.random.default_rng(seed).standard_normal(q.shape)
        return Samples(q, qd, self.accelerations(q, qd, u), u)

    def step(self, q, qd, u):
        """RK4 over a step, the command held."""

        def slope(q, qd):
            return qd, self.accelerations(q[None], qd[None], u[None])[0]

        k1 = slope(q, qd)
        k2 = slope(q + DT / 2 * k1[0], qd + DT / 2 * k1[1])
        k3 = slope(q + DT / 2 * k2[0], qd + DT / 2 * k2[1])
        k4 = slope(q + DT * k3[0], qd + DT * k3[1])
        return tuple(
            x + DT / 6 * (a + 2 * b + 2 * c + d) for x, a, b, c, d in zip((q, qd), k1, k2, k3, k4, strict=True)
        )

    def run(self, seed: int, n: int = 120) -> Recording:
        rng, t = np.random.default_rng(seed), DT * np.arange(n)
        u = 6 * np.sin(t[:, None] * rng.uniform(2, 9, 3) + rng.uniform(0, 6, 3))
        q, qd, rows = rng.uniform(-0.5, 0.5, 3), np.zeros(3), []
        for k in range(n):
            rows.append((q, qd))
            q, qd = self.step(q, qd, u[k])
        q, qd = (np.array(column) for column in zip(*rows, strict=True))
        return Recording(t, q, qd, self.accelerations(q, qd, u), u, f"run {seed}")

    def constants(self, samples: Samples):
        found = constants_of(self.told, samples.qd, samples.qdd, samples.u, self.model.actuators)
        return found | {"q": np.std(samples.q, axis=0)}

    def truth(self, model: WhiteBox, constants) -> np.ndarray:
        """The parameters of the model that are the true robot."""
        theta = model.theta(replace(model, robot=self.true).start(constants, 0, True))
        return model.pack(theta | {"actuators": [np.sqrt(FRICTION)]})

    def base_error(self, x, constants) -> float:
        """The largest error of a base parameter, relative to the largest of them."""
        learned = Learned(self.model, x, constants, np.zeros(3), DT)
        found = np.array([entry["value"] for entry in learned.base_parameters()])
        expected = learned.verdict.reduction.reduce(self.true.parameter_vector)
        return float(np.max(np.abs(found - expected)) / np.max(np.abs(expected)))


@pytest.fixture(scope="module")
def arm(tmp_path_factory) -> Arm:
    return Arm(tmp_path_factory.mktemp("arm"))


def away(arm: Arm, constants) -> np.ndarray:
    x = arm.truth(arm.model, constants)
    return x * (1 + 0.1 * np.random.default_rng(5).standard_normal(len(x)))


def objectives(arm: Arm) -> dict[str, Objective]:
    samples = arm.samples(1)
    constants = arm.constants(samples)
    data = {"accelerations": samples, "torques": samples, "rollouts": RolloutData.of(arm.runs, 5)}
    return {loss: Objective(arm.model, constants, loss, given) for loss, given in data.items()}


def test_values_are_those_of_pinocchio_over_variances(arm: Arm):
    samples = arm.samples(1)
    constants = arm.constants(samples)
    bare = constants | {"qdd": np.std(samples.qdd, axis=0)}
    # other torques and accelerations than the true ones, so that the residuals are not zero
    other = replace(samples, u=samples.u + 1.0, qdd=samples.qdd + 2.0)
    x = arm.truth(arm.model, constants)
    expected = {
        "accelerations": (arm.accelerations(other.q, other.qd, other.u) - other.qdd) / np.std(samples.qdd, axis=0),
        "torques": (
            other.u
            - FRICTION * other.qd
            - np.array([pin.rnea(arm.pin, arm.work, *row) for row in zip(other.q, other.qd, other.qdd, strict=True)])
        )
        / np.std(samples.u, axis=0),
    }
    for loss, residual in expected.items():
        found = Objective(arm.model, bare, loss, other).mean_square(x)
        assert found == pytest.approx(np.mean(residual**2), rel=1e-9)


def test_rollouts_are_rk4_of_pinocchio_and_do_not_cross_logs(arm: Arm):
    runs = [arm.run(2, 30), arm.run(3, 23)]
    segments = RolloutData.of(runs, 7)
    assert segments.u.shape == (7, 4 + 3, 3)  # from samples 0, 7, 14, 21 of 30 and from 0, 7, 14 of 23
    constants = arm.constants(Samples.of(runs))
    exact = Objective(arm.model, constants, "rollouts", segments)
    assert exact.mean_square(arm.truth(arm.model, constants)) < 1e-20
    shifted = replace(segments, u=segments.u + 1.0)
    total = []
    for k in range(segments.q0.shape[0]):
        q, qd = segments.q0[k], segments.qd0[k]
        for step in range(7):
            q, qd = arm.step(q, qd, shifted.u[step, k])
            error = (q - segments.q[step, k]) / np.std(Samples.of(runs).q, axis=0)
            total.append(error / np.sqrt(1 + (error / LOST) ** 2))
    found = Objective(arm.model, constants, "rollouts", shifted).mean_square(arm.truth(arm.model, constants))
    assert found == pytest.approx(np.mean(np.square(total)), rel=1e-9)


@pytest.mark.parametrize("loss", ["accelerations", "torques", "rollouts"])
def test_derivatives_are_finite_differences(arm: Arm, loss: str):
    objective = objectives(arm)[loss]
    x = away(arm, objective.constants)
    free = np.arange(len(x))
    residual = objective.partial_residual(x, free)
    r, J = objective.partial_jacobian(x, free)(x)
    h, unit = 1e-4, np.eye(len(x))
    columns = [
        (8 * (residual(x + h * e) - residual(x - h * e)) - residual(x + 2 * h * e) + residual(x - 2 * h * e)) / (12 * h)
        for e in unit
    ]
    expected = np.stack(columns, axis=1)
    assert np.allclose(r, residual(x), rtol=1e-10, atol=1e-12)
    assert np.allclose(J, expected, rtol=1e-6, atol=1e-7 * np.abs(expected).max())
    if loss == "rollouts":  # one way back through them takes a minute to compile
        return
    gradient = quickly(jax.grad(objective.value))(x, objective.constants, *objective.data)
    assert np.allclose(gradient, 2 * expected.T @ r, rtol=1e-6, atol=1e-6 * np.abs(expected.T @ r).max())


@pytest.mark.parametrize("loss", ["torques", "rollouts"])
def test_a_fit_finds_the_base_parameters_from_several_logs(arm: Arm, loss: str):
    samples = Samples.of(arm.runs)
    constants = arm.constants(samples)
    data = samples if loss == "torques" else RolloutData.of(arm.runs, 5)
    fit = Fitter(arm.model, constants, loss, data, FitPlan(lm_steps=60)).run()
    assert arm.base_error(arm.model.start(constants, 0, True), constants) > 0.05
    assert arm.base_error(fit.x, constants) < 1e-6
    friction = np.asarray(arm.model.theta(fit.x)["actuators"][0]) ** 2
    assert np.allclose(friction.ravel(), FRICTION, rtol=1e-5)


def test_logs_of_other_rates_make_no_rollouts(arm: Arm):
    run = arm.run(2, 30)
    with pytest.raises(ArgumentError, match="one time step"):
        RolloutData.of([run, replace(run, t=2 * run.t)], 5)
    with pytest.raises(ArgumentError, match="too short for a rollout"):
        RolloutData.of([run], 30)


@pytest.mark.parametrize("plant", ["furuta", "cartpole"])
def test_commands_are_those_that_accelerations_answer_to(plant: str):
    """A swing-up seen by encoders: jumps of a held command, taken as they stand, bias the base parameters."""
    plain, filtered, held, both = commands.base_errors(plant)
    assert both < 0.02
    assert both < min(filtered, held)
    assert plain > max(filtered, held, 0.05)


def test_a_held_command_is_late_by_any_part_of_a_step():
    """Against the held command integrated finely over the step around each sample."""
    dt, fine = 0.01, 1000
    rng = np.random.default_rng(0)
    u, t = rng.standard_normal((60, 1)), dt * np.arange(60)
    run = Recording(t, u, u, u, u)
    for delay in (0.0, 0.25 * dt, 0.5 * dt, 1.5 * dt, 2 * dt):
        at = t[10:50, None] - delay + dt * ((np.arange(fine) + 0.5) / fine - 0.5)
        expected = u[np.floor(at / dt + 1e-9).astype(int), 0].mean(axis=1)
        found = run.acting(np.array([delay]), np.array([True]))[10:50, 0]
        assert np.allclose(found, expected, atol=0.01)
        step = t[10:50, None] - delay + dt * (np.arange(fine) + 0.5) / fine
        over = u[np.floor(step / dt + 1e-9).astype(int), 0].mean(axis=1)
        assert np.allclose(run.delayed(np.array([delay])).u[10:50, 0], over, atol=0.01)


def test_ends_where_a_filter_guesses_are_left_out():
    u = np.sign(np.sin(np.arange(2000) / 7.0))[:, None]
    whole = Recording(0.004 * np.arange(2000), u, u, u, u, cutoff=np.array([5.0]))
    part = whole[700:1300]
    kept = part.settled
    assert 70 < kept.start < 80
    error = np.abs(part.acting() - whole.acting()[700:1300])
    assert np.max(error[kept]) < 0.02 < np.max(error)
    assert len(Samples.of([part])) == kept.stop - kept.start
    assert part[:20].settled == slice(5, 15)
