"""Phases of motion: the stiffness in closed form, and starts that balance, hang, fall and pass the top."""

from __future__ import annotations

import numpy as np
import pytest

import heft

pytest.importorskip("jax")
from plants import plant

from heft.learning import phases
from heft.learning.data import RolloutData, Samples
from heft.learning.metrics import measure
from heft.learning.model import WhiteBox, constants_of
from heft.learning.phases import balancing, smallest_stiffness
from heft.learning.recording import Recording

CARTPOLE = plant("cartpole")
DT = 0.004


def motion(angle: float, speed: float, seconds: float = 2.0) -> Recording:
    """A free motion of the cart-pole from an angle [rad] (0 hanging) and a speed [rad/s]."""
    path = heft.simulate(CARTPOLE, seconds, q0=[0.0, angle], qd0=[0.0, speed], dt=DT)
    return Recording(path.t, path.q, path.qd, path.qdd, path.tau)


@pytest.mark.parametrize("angle", [0.0, 1.0, np.pi / 2, 2.5, np.pi])
def test_stiffness_of_a_pendulum_on_a_cart(angle):
    """K has one entry, m g l cos(angle); the smallest eigenvalue is that over the inertia seen there, or 0."""
    robot = CARTPOLE
    lever = 9.81 * float(np.linalg.norm(robot.parameters[1, 1:4]))
    inverse = np.linalg.inv(heft.mass_matrix(robot, np.array([0.0, angle])))
    expected = min(0.0, lever * np.cos(angle) * inverse[1, 1])
    assert smallest_stiffness(robot, np.array([[0.3, angle]])) == pytest.approx([expected], rel=1e-6, abs=1e-6)


def test_stiffness_does_not_depend_on_coordinates_that_gravity_does_not_see():
    arm = heft.load("zoo:puma560", base="floating")
    q, _, _ = arm.random_state(3, 4)
    moved = heft.integrate(arm, q, np.tile(np.eye(arm.nv)[3] * 2.0, (4, 1)))
    assert smallest_stiffness(arm, moved) == pytest.approx(smallest_stiffness(arm, q), rel=1e-4, abs=1e-4)
    assert np.all(smallest_stiffness(arm.with_gravity((0, 0, 0)), q) == pytest.approx(0.0, abs=1e-6))


@pytest.mark.parametrize(
    ("angle", "speed", "expected"),
    [
        (np.pi, 0.0, True),
        (np.pi - 0.1, 0.2, True),
        (np.pi, 12.0, False),  # it passes the top
        (2.0, 0.0, False),  # it is released above the horizontal, and falls
        (1.0, 0.0, False),
        (0.0, 0.0, False),
    ],
)
def test_starts(angle, speed, expected):
    data = RolloutData.of([motion(angle, speed)], 250, 1000)
    assert balancing(CARTPOLE, data).tolist() == [expected]


def test_an_instability_that_is_slower_than_the_predictions_does_not_count():
    data = RolloutData.of([motion(np.pi, 0.0)], 10, 1000)  # 40 ms; the time constant is some 0.2 s
    assert balancing(CARTPOLE, data).tolist() == [False]


@pytest.mark.usefixtures("short_free_motions")
def test_valid_times_are_told_by_phase():
    """The pendulum of the model is longer: small swings stay within 0.3 rad, a fall from the top does not."""
    runs = [motion(np.pi - 0.1, 0.0), motion(0.1, 0.0)]
    data, samples = RolloutData.of(runs, 375, 1000), Samples.of(runs)
    constants = constants_of(CARTPOLE, samples.qd, samples.qdd, samples.u)
    model = WhiteBox.of(CARTPOLE)
    theta = model.theta(model.start(constants))
    bodies = np.array(theta["bodies"])
    bodies[1, 1:4] *= 1.3
    found = measure(model, model.pack(theta | {"bodies": bodies}), constants, samples, data)
    swing, balance = found.phases
    assert (swing.name, swing.starts, balance.name, balance.starts) == ("swinging", 1, "balancing", 1)
    assert balance.valid[1] < swing.valid[1] == found.horizon
    assert found.valid[1] == pytest.approx((balance.valid[1] + swing.valid[1]) / 2)
    told = found.to_dict()["phases"]
    assert told["balancing"] == {"starts": 1, "valid": {"0.01": balance.valid[0], "0.1": balance.valid[1]}}


def test_a_rounding_error_is_not_an_instability(monkeypatch):
    """Gravity does not see the cart: the smallest stiffness of a hanging pendulum is zero, or just below."""
    data = RolloutData.of([motion(2.0, 0.0)], 250, 1000)
    exact = smallest_stiffness
    monkeypatch.setattr(phases, "smallest_stiffness", lambda robot, q: np.minimum(exact(robot, q), -1e-12))
    assert balancing(CARTPOLE, data).tolist() == [False]
