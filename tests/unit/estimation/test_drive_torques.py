"""What drives take, all columns of a law at once: the same as column by column."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from support.noisy_pendulum import pendulum

from heft.estimation.column import Column
from heft.estimation.columns import Model, model_of
from heft.estimation.drive_torques import DriveTorques, is_armature

NUMBERS = {"stribeck": {"shoulder": 0.1, "elbow": 0.3}, "hysteresis": {"shoulder": 1e-3, "elbow": 2e-3}}


def column_by_column(model: Model, values: np.ndarray, q, qd, qdd, run: int | None = None) -> np.ndarray:
    """Return the torques (m, nv) of all columns but the armature of single joints."""
    tau, signals = np.zeros_like(qd), model.extra_signals(q, qd, qdd, run=run)
    for column, value, signal in zip(model.extra, values[model.n_inertial :], signals, strict=True):
        for r, gear in () if is_armature(column) else column.gears:
            tau[:, r] += gear * value * signal
    return tau


def every_kind_of_column() -> Model:
    """Return a model with laws of speed, load and position, numbers of their own, a geometry and a coupled motor."""
    laws = {
        "shoulder": ("viscous", "coulomb", "stribeck", "load", "offset", "gas_spring"),
        "elbow": ("viscous", "asymmetric", "root", "spring", "stribeck", "transmission"),
    }
    coupled = [{"shoulder": 1.0, "elbow": -2.0}]
    numbers = {"stribeck": NUMBERS["stribeck"], "load": NUMBERS["hysteresis"]}
    return model_of(pendulum(), laws, True, coupled, numbers, {"shoulder": (0.5, 0.2, 1.5)})


def test_they_are_those_of_the_columns():
    model, rng = every_kind_of_column(), np.random.default_rng(0)
    q, qd, qdd = model.robot.random_state(1, 20)
    values = rng.standard_normal(len(model.names))
    found = DriveTorques.of(model, values).at(q, qd, qdd)
    assert np.allclose(found, column_by_column(model, values, q, qd, qdd), rtol=1e-12, atol=1e-12)


def test_friction_of_a_run_counts_in_that_run():
    model = every_kind_of_column()
    own = Column("shoulder.viscous of run 1", "viscous", ((0, 1.0),), "N m s/rad", run=1)
    model = replace(model, extra=(*model.extra, own))
    values = np.arange(1.0, len(model.names) + 1)
    state = model.robot.random_state(1, 20)
    first, second, other = (DriveTorques.of(model, values, run).at(*state) for run in (0, 1, None))
    assert np.allclose(second - other, np.outer(values[-1] * state[1][:, 0], [1.0, 0.0]))
    assert np.allclose(first - other, other - second)


def test_dry_friction_has_the_direction_that_it_is_given():
    model = model_of(pendulum(), ("viscous", "coulomb"), armature=False)
    values = np.concatenate([model.robot.parameter_vector, [0.5, 2.0, 0.25, 4.0]])
    drives, qd = DriveTorques.of(model, values), np.array([[0.1, 0.2]])
    still = np.zeros((1, 2))
    assert np.allclose(drives.at(still, qd, still), [[0.05 + 2.0, 0.05 + 4.0]])
    assert np.allclose(drives.at(still, qd, still, np.array([[-1.0, 0.0]])), [[0.05 - 2.0, 0.05]])


def test_the_damping_is_the_slope_of_friction_that_is_linear_in_the_speed():
    model = model_of(pendulum(), ("viscous", "coulomb"), False, [{"shoulder": 1.0, "elbow": -2.0}])
    values = np.abs(np.random.default_rng(0).standard_normal(len(model.names)))
    drives, qd = DriveTorques.of(model, values), np.array([[1.0, 2.0]])
    still = np.zeros((1, 2))
    for r, step in enumerate(1e-3 * np.eye(2)):
        change = drives.at(still, qd + step, still) - drives.at(still, qd, still)
        assert np.isclose(drives.damping[r], change[0, r] / 1e-3)
