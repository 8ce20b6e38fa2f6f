"""Force/torque sensors in a design: their rows, what they determine, and the gradient."""

from __future__ import annotations

import numpy as np
import pytest
from support.small_arm import small_arm

import heft
from heft.excitation.collision_pairs import collisions
from heft.excitation.design import Design
from heft.excitation.excite import problem_for
from heft.excitation.scene import scene_of
from heft.identifiability.instrumented import instrumented
from heft.identifiability.sensors import Sensors

QUICK = {"duration": 6.0, "harmonics": 4, "starts": 1}


def test_the_torques_of_held_joints_are_the_wrench_on_the_link():
    """On the last link: its own weight and inertia, by Newton and Euler at its origin."""
    robot = small_arm()
    plant = instrumented(robot, Sensors.parse(robot, "ft@link3"))
    assert plant.nv == robot.nv + 6
    q, qd, qdd = robot.random_state(0, 5)
    joints = [name in robot.coordinate_names for name in plant.coordinate_names]
    states = np.zeros((3, 5, plant.nv))
    states[..., joints] = q, qd, qdd
    tau = heft.inverse_dynamics(plant, *states)
    bare = robot.with_parameters(robot.parameters)
    armature = np.array([joint.armature for joint in robot.joints])
    assert np.allclose(tau[:, joints], heft.inverse_dynamics(bare, q, qd, qdd), atol=1e-9)
    along = [plant.coordinate_names.index(f"ft@link3.m{axis}") for axis in "xyz"]
    last = np.array([float(x) for x in robot.joints[2].axis])
    assert np.allclose(tau[:, along] @ last + armature[2] * qdd[:, 2], tau[:, joints][:, 2], atol=1e-9)


def test_at_rest_a_sensor_under_the_base_weighs_the_robot():
    robot = small_arm()
    plant = instrumented(robot, Sensors.parse(robot, "ft@base:fz"))
    (weight,) = [k for k, name in enumerate(plant.coordinate_names) if name == "ft@base.fz"]
    tau = heft.inverse_dynamics(plant, *np.zeros((3, 1, plant.nv)))
    gravity = -float(robot.gravity[2])
    assert tau[0, weight] == pytest.approx(gravity * robot.parameters[:, 0].sum())


@pytest.mark.parametrize("sensors", ["ft@base", "ft@link2:fx+fz+my", "none,ft@base"])
def test_what_is_judged_is_what_the_sensors_can_tell_apart(sensors: str):
    robot = small_arm()
    target = problem_for(robot, Design(**QUICK, sensors=sensors))[1]
    links = [name for name in target.base.names if name.startswith("link")]
    assert len(links) == heft.identifiability(robot, sensors=sensors).n_base
    assert len(target.independent) == len(target.base.columns)


def test_a_sensor_determines_more_and_the_motion_is_of_the_joints_alone():
    robot = small_arm()
    plan, without = heft.excite(robot, **QUICK, sensors="ft@base"), heft.excite(robot, **QUICK)
    assert plan.curve.joints == tuple(robot.coordinate_names)
    assert plan.torques.shape[1] == robot.nv
    assert len(plan.predictions) > len(without.predictions)
    assert any("ft@base.fz" in line for line in plan.assumptions)
    assert not any("ft@" in each.name for each in plan.predictions)
    again = heft.excite(robot, **QUICK, sensors="ft@base", after=[plan])
    alone = {each.name: each.half_width for each in plan.predictions}
    assert all(each.half_width < alone[each.name] for each in again.predictions if each.excited)


def test_a_sensor_has_the_same_noise_at_rest_as_in_motion():
    """No force along x or y acts on it then, which is no reason to trust these axes more."""
    target = problem_for(small_arm(), Design(static=4, sensors="ft@base"))[1]
    names = target.base.model.robot.coordinate_names
    noise = dict(zip(names, target.noise, strict=True))
    assert noise["ft@base.fx"] == noise["ft@base.fz"] > 1
    assert noise["ft@base.mz"] == noise["ft@base.mx"] > 0.1
    moving = problem_for(small_arm(), Design(**QUICK, sensors="ft@base"))[1]
    assert np.array_equal(target.noise, moving.noise)


def test_a_sensor_while_joints_are_held():
    """What can be told apart does not depend on which joints move; what the motion excites does."""
    robot, sensors = small_arm(), "none,ft@base"
    design = Design(**QUICK, sensors=sensors, joints=["joint2", "joint3"])
    target = problem_for(robot, design)[1]
    whole = problem_for(robot, Design(**QUICK, sensors=sensors))[1]
    assert target.base.names == whole.base.names
    assert len(target.independent) < len(whole.independent) == len(whole.base.names)


def test_postures_for_a_sensor_clear_of_a_wall():
    wall = {"name": "wall", "point": [0.4, 0, 0], "normal": [-1, 0, 0]}
    robot, scene = small_arm(), scene_of({"format": "heft-scene/1", "plane": [wall]})
    plan = heft.excite(robot, static=6, starts=1, sensors="none,ft@base", scene=scene)
    assert plan.enough
    assert len(plan.predictions) == heft.identifiability(robot, sensors="none,ft@base", static=True).n_base
    distances = collisions(robot, scene)
    assert "link3 - wall" in distances.names
    q = plan.curve.sample(np.linspace(0, plan.duration, 1000))[0]
    assert distances.values(q).min() >= 0
    assert distances.values(robot.random_state(0, 200)[0]).min() < 0


def test_the_gradient_includes_the_rows_of_sensors():
    problem = problem_for(small_arm(), Design(**QUICK, sensors="none,ft@base"))[0]
    x = 0.3 * np.random.default_rng(0).standard_normal(problem.sizes.size)
    outlook = problem.outlook(x)
    found = problem.gradient(outlook, problem.criterion.value_and_gradient(outlook.M)[1])

    def value(x: np.ndarray) -> float:
        return problem.criterion.value_and_gradient(problem.outlook(x).M)[0]

    for k in range(0, len(x), 5):
        step = 1e-5 * np.eye(len(x))[k]  # of smaller ones, rounding of the determinant is a millionth of the slope
        assert found[k] == pytest.approx((value(x + step) - value(x - step)) / 2e-5, rel=1e-4, abs=1e-6)
