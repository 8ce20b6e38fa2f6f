"""A robot with locked joints moves as the whole robot does whose joints stand still there."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.small_robots import body, mechanism
from support.trees import trees

import heft
from heft.errors import ArgumentError
from heft.robot.joints import joint_kind


@given(trees(largest=6, smallest=2, rotors=True), st.integers(0, 1000))
def test_torques_of_the_free_joints_are_those_of_the_whole_robot(robot, seed):
    rng = np.random.default_rng(seed)
    single = [joint.name for joint in robot.joints if joint_kind(joint.kind).is_screw]
    chosen = {name: float(rng.uniform(-2, 2)) for name in single[: len(robot.joints) - 1] if rng.random() < 0.6}
    q, qd, qdd = robot.random_state(seed, 4)
    for name, value in chosen.items():
        q[:, robot.q_index[name]] = value
        qd[:, robot.v_index[name]] = qdd[:, robot.v_index[name]] = 0.0
    locked = robot.lock(chosen)
    free = [joint.name for joint in locked.joints]
    assert free == [name for name in robot.joint_names if name not in chosen]
    q_free = np.concatenate([np.arange(*robot.q_index[n].indices(robot.nq)) for n in free])
    v_free = np.concatenate([np.arange(*robot.v_index[n].indices(robot.nv)) for n in free])
    whole = heft.inverse_dynamics(robot, q, qd, qdd)[:, v_free]
    part = heft.inverse_dynamics(locked, q[:, q_free], qd[:, v_free], qdd[:, v_free])
    np.testing.assert_allclose(part, whole, rtol=1e-9, atol=1e-9 * max(1.0, float(np.abs(whole).max())))


def _gripper():
    return mechanism(
        body("arm", None, {"type": "revolute", "name": "shoulder", "axis": [0, 1, 0]}, inertia=_mass(2.0)),
        body("left", "arm", {"type": "prismatic", "name": "finger", "axis": [0, 1, 0]}, inertia=_mass(0.1)),
        body(
            "right",
            "arm",
            {
                "type": "prismatic",
                "name": "finger2",
                "axis": [0, -1, 0],
                "mimic": {"joint": "finger", "multiplier": 2, "offset": "1/100"},
            },
            inertia=_mass(0.1),
        ),
    )


def _mass(m):
    return {"mass": m, "com": [0.1, 0, 0], "about_com": [1e-3, 1e-3, 1e-3]}


def test_joints_that_mimic_a_locked_one_are_locked_where_they_follow_it():
    robot = _gripper().lock({"finger": 0.02})
    assert robot.joint_names == ["shoulder"]
    assert robot.locked == (("finger", 0.02), ("finger2", 0.05))
    m, _, hy, _ = robot.parameters[0][:4]
    assert m == pytest.approx(2.2)
    assert hy == pytest.approx(0.1 * 0.02 - 0.1 * 0.05)


def test_exact_poses_stay_exact():
    robot = mechanism(
        body("a", None, {"type": "revolute", "name": "first", "axis": [0, 0, -2]}, inertia=_mass(1.0)),
        body("b", "a", {"type": "revolute", "name": "second", "axis": [0, 1, 0]}, inertia=_mass(1.0)),
    )
    step = robot.lock({"first": "pi/2"}).bodies[0].placement.steps[-1]
    assert [str(x) for x in step.rpy] == ["0", "0", "-1/2*pi"]


def test_the_locked_positions_are_kept_in_mechanism_files():
    robot = _gripper().lock({"finger": 0.02})
    assert heft.Robot.from_dict(robot.to_dict()).locked == robot.locked


@pytest.mark.parametrize(
    ("positions", "words"),
    [
        ({"thumb": 0.0}, "no joint 'thumb'"),
        ({"finger2": 0.0}, "follows 'finger'"),
        ({"finger": 0.0, "shoulder": 0.0}, "nothing is left"),
    ],
)
def test_what_cannot_be_locked_is_refused(positions, words):
    with pytest.raises(ArgumentError, match=words):
        _gripper().lock(positions)
