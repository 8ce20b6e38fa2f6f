"""What turns with a joint: the robot's armature counts, a chain can learn it, and regression takes rotors."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.compare import error_of_samples
from support.quickly import quickly

import heft

pytest.importorskip("jax")

from heft.learning import levenberg, metrics
from heft.learning.data import Samples
from heft.learning.fit import FitPlan, Fitter
from heft.learning.learned import Learned
from heft.learning.linear import fit_linear
from heft.learning.losses import Objective
from heft.learning.model import WhiteBox, constants_of

ARMATURE = (0.02, 0.005)


def with_armature(robot: heft.Robot, values) -> heft.Robot:
    pairs = zip(robot.bodies, values, strict=True)
    return replace(
        robot, bodies=tuple(replace(body, joint=replace(body.joint, armature=a)) for body, a in pairs), source=None
    )


def exact(robot: heft.Robot, seed: int, n: int = 200) -> Samples:
    q, qd, _ = robot.random_state(seed, n)
    u = np.random.default_rng(seed).standard_normal((n, robot.nv))
    return Samples(q, qd, heft.forward_dynamics(robot, q, qd, u), u)


PLAIN = heft.load("zoo:double_pendulum")
ROBOT = with_armature(PLAIN, ARMATURE)


def made(robot, data, actuator, parameterisation="covariance"):
    model = WhiteBox.of(robot, actuator, parameterisation)
    return model, constants_of(robot, data.qd, data.qdd, data.u, model.actuators)


def test_the_armature_of_the_robot_counts():
    data = exact(ROBOT, 0)
    model, constants = made(ROBOT, data, "none", "linear")
    x = model.start(constants)
    found = np.asarray(quickly(model.forward)(x, constants, data.q, data.qd, data.u))
    assert error_of_samples(found, data.qdd) < 1e-12
    assert Objective(model, constants, "accelerations", data).mean_square(x) < 1e-24
    assert Objective(model, constants, "torques", data).mean_square(x) < 1e-24
    bare, _ = made(PLAIN, data, "none", "linear")
    assert Objective(bare, constants, "accelerations", data).mean_square(x) > 1e-4
    given, _ = made(PLAIN, data, {"shoulder": "armature(0.02)", "elbow": "armature(0.005)"}, "linear")
    assert Objective(given, constants, "accelerations", data).mean_square(x) < 1e-24


def test_it_is_learned():
    """Exactly where the bodies are held; beside free ones it cannot be told from the inertia about the axis."""
    data = exact(ROBOT, 0)
    model, constants = made(PLAIN, data, "armature", "linear")
    x = model.start(constants)
    objective = Objective(model, constants, "accelerations", data)
    free = np.flatnonzero(np.asarray(model.pack(model.theta(np.zeros(len(x))) | {"actuators": [np.ones(2)]})))
    assert len(free) == 2
    residual, jacobian = objective.partial_residual(x, free), objective.partial_jacobian(x, free)
    _, J = jacobian(x[free])
    h = 1e-5
    columns = [(residual(x[free] + h * e) - residual(x[free] - h * e)) / (2 * h) for e in np.eye(2)]
    assert np.allclose(J, np.stack(columns, axis=1), rtol=1e-6, atol=1e-8)
    state = levenberg.begin(residual, x[free])
    while not state.done:
        state = levenberg.step(residual, jacobian, state)
    assert np.allclose(state.x**2, ARMATURE, rtol=1e-6)
    fit = Fitter(model, constants, "accelerations", data, FitPlan()).run()
    assert fit.loss < 1e-20
    learned = Learned(model, fit.x, constants, np.zeros(2), 0.01)
    assert learned.robot.joints[0].armature > 0
    assert np.allclose(learned.inverse(data.q, data.qd, data.qdd), data.u, atol=1e-7)
    again = Learned.from_dict(learned.to_dict())
    assert again.robot.joints[0].armature == learned.robot.joints[0].armature


@pytest.mark.parametrize("symmetric", [True, False])
def test_linear_regression_takes_rotors(symmetric: bool):
    description = PLAIN.to_dict()
    for body in description["bodies"]:
        body["rotor"] = {
            "ratio": 6,
            "symmetric": symmetric,
            "inertia": {"mass": 0.1, "com": [0, 0, 0.01], "about_com": [1e-4, 0, 0, 1e-4, 0, 2e-4]},
        }
    robot = heft.Robot.from_dict(description)
    assert len(robot.rotors) == 2
    data, test = exact(robot, 1), exact(robot, 2)
    model, constants = made(robot, data, "none", "linear")
    assert metrics.acceleration_error(model, fit_linear(model, data), constants, test) < 1e-16
    wrong = model.start(constants) * 1.1
    assert metrics.acceleration_error(model, wrong, constants, test) > 1e-4
