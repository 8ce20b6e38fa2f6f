"""Calling `heft.simulate`: what it gives back and what it refuses. Its laws are in `tests/laws/test_simulation.py`."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import heft
from heft.errors import ArgumentError, PhysicsError
from heft.robot.joint import Mimic
from heft.robot.model import Robot
from heft.robot.zoo import named, planar_n, random_tree

PENDULUM = named("double_pendulum")


@pytest.mark.parametrize("integrator", ["rk4", "semi-implicit-euler"])
def test_what_comes_back(integrator: str):
    path = heft.simulate(PENDULUM, 0.05, q0=[0.1, 0.2], qd0=[1.0, -1.0], dt=0.005, integrator=integrator)
    assert np.allclose(path.t, np.arange(11) * 0.005, rtol=0, atol=1e-15)
    assert [x.shape for x in (path.q, path.qd, path.qdd, path.tau)] == [(11, 2)] * 4
    assert np.array_equal(path.q[0], [0.1, 0.2])
    assert np.array_equal(path.qd[0], [1.0, -1.0])
    assert not np.any(path.tau)
    assert path.robot is PENDULUM
    assert repr(path) == "<Trajectory of 'double_pendulum': 11 samples, 0.05 s, step 0.005 s>"


def test_it_starts_from_neutral_at_rest():
    robot = random_tree(2, 3, base="floating")
    path = heft.simulate(robot, 0.0)
    assert np.array_equal(path.q, robot.neutral[None])
    assert not np.any(path.qd)
    assert repr(path).endswith("1 samples, 0 s, step 0 s>")


def test_semi_implicit_euler_by_hand():
    path = heft.simulate(PENDULUM, 0.01, q0=[0.3, 0.4], qd0=[1, 2], dt=0.01, integrator="semi-implicit-euler")
    qd = np.array([1.0, 2.0]) + 0.01 * heft.forward_dynamics(PENDULUM, [0.3, 0.4], [1, 2], [0, 0], friction=True)
    assert np.allclose(path.qd[1], qd, rtol=1e-12)
    assert np.allclose(path.q[1], [0.3, 0.4] + 0.01 * qd, rtol=1e-12)


def test_columns_of_a_log():
    robot = random_tree(2, 3, base="floating")
    path = heft.simulate(robot, 0.003)
    columns = path.to_dict()
    names = [f"q.{name}" for name in robot.configuration_names]
    names += [f"{symbol}.{name}" for symbol in ("qd", "qdd", "tau") for name in robot.coordinate_names]
    assert list(columns) == ["t", *names]
    assert columns[names[-1]] == path.tau[:, -1].tolist()
    assert columns[f"q.{robot.configuration_names[1]}"] == path.q[:, 1].tolist()


def test_progress_is_told():
    told = []
    heft.simulate(planar_n(1), 0.25, progress=lambda done, steps: told.append((done, steps)))
    assert told[0] == (0, 250)
    assert [done for done, _ in told] == [0, 100, 200]


def test_a_joint_that_is_geared_across_parents_can_be_simulated():
    robot = random_tree(1, 8, kinds=["revolute", "prismatic", "helical"])
    path = heft.simulate(robot, 0.002)
    expected = heft.forward_dynamics(robot, path.q, path.qd, path.tau, friction=True)
    assert np.allclose(path.qdd, expected, rtol=1e-9, atol=1e-9)


def test_a_robot_of_nothing_does_nothing():
    path = heft.simulate(Robot("nothing", ()), 0.01)
    assert path.q.shape == (11, 0)


# -- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"duration": -1.0}, "A duration of -1.0 s in steps of 0.001 s cannot be simulated"),
        ({"duration": np.nan}, "cannot be simulated"),
        ({"duration": np.inf}, "cannot be simulated"),
        ({"dt": 0.0}, "cannot be simulated"),
        ({"dt": -1e-3}, "cannot be simulated"),
        ({"dt": np.nan}, "cannot be simulated"),
        ({"duration": "1"}, "'duration' is '1'. It must be a number"),
        ({"duration": None}, "'duration' is None. It must be a number"),
        ({"dt": "1e-3"}, "'dt' is '1e-3'. It must be a number"),
        ({"friction": "no"}, "'friction' is 'no'. It must be True or False"),
        ({"q0": ["0", "0"]}, "'q0' is not an array of numbers"),
        ({"qd0": np.ma.masked_equal([0, 1], 1)}, "'qd0' is a masked array"),
        ({"tau": "up"}, "The torque table 'tau' is not an array of numbers"),
        ({"tau": np.ma.masked_equal(np.zeros((10, 2)), 0)}, "The torque table 'tau' is a masked array"),
        ({"tau": lambda t, q, qd: ["1", "2"]}, r"What tau\(t, q, qd\) returned is not an array"),
        ({"integrator": "euler"}, "There is no integrator 'euler'. Known: rk4, semi-implicit-euler"),
        ({"q0": [0.0]}, r"'q0' has shape \(1,\)"),
        ({"qd0": [0.0, np.nan]}, "'qd0' contains a number that is not finite"),
        ({"q0": np.zeros((2, 2)), "qd0": np.zeros((2, 2))}, "A simulation starts from one state"),
        ({"tau": np.zeros((9, 2))}, r"The torque table has shape \(9, 2\); it must be \(10 or more, 2\)"),
        ({"tau": np.zeros((10, 3))}, "The torque table has shape"),
        ({"tau": np.zeros(2)}, "The torque table has shape"),
        ({"tau": np.full((10, 2), np.inf)}, "The torque table 'tau' contains a number that is not finite"),
        ({"tau": lambda t, q, qd: [1.0]}, r"tau\(t, q, qd\) returned shape \(1,\); it must be \(2,\)"),
        ({"tau": lambda t, q, qd: 1.0}, r"tau\(t, q, qd\) returned shape \(\)"),
        ({"tau": lambda t, q, qd: [np.nan, 0]}, "returned a number that is not finite at t = 0 s"),
    ],
)
def test_arguments_that_do_not_fit(options: dict, complaint: str):
    with pytest.raises(ArgumentError, match=complaint):
        heft.simulate(PENDULUM, **({"duration": 0.01} | options))


def test_a_motion_that_becomes_infinite_says_when():
    """A spring that pushes instead of pulling, far too stiff for the step."""
    with pytest.raises(PhysicsError, match=r"The simulation of 'planar_1' diverged at t = \d") as caught:
        heft.simulate(planar_n(1), 20.0, q0=[1.0], tau=lambda t, q, qd: 1e6 * q, dt=0.1)
    assert "smaller step" in caught.value.remedy


@pytest.mark.parametrize("links", [2, 3])
@pytest.mark.parametrize("mimic", [None, Mimic("joint1")], ids=["free", "geared across parents"])
def test_a_coordinate_that_moves_nothing(links: int, mimic: Mimic | None):
    robot = planar_n(links)
    bodies = [replace(body, parameters=np.zeros(10)) for body in robot.bodies]
    bodies[-1] = replace(bodies[-1], joint=replace(bodies[-1].joint, mimic=mimic))
    with pytest.raises(PhysicsError, match="The mass matrix is singular"):
        heft.simulate(replace(robot, bodies=tuple(bodies)), 0.01)
