"""What may not depend on how a robot is described: frames, fixed bodies, tied joints, the order of equal branches."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from support.compare import error_of_coordinates, error_of_mass_matrices, error_of_samples
from support.trees import SCREWS, SEEDS, trees

import heft
from heft import parameters as inertial
from heft.robot.exact import Number
from heft.robot.model import WORLD, Body, Robot
from heft.robot.placement import Placement

some = settings(max_examples=40, deadline=None)
SAMPLES = 3
EXACT = 1e-10


def random_rotation(rng: np.random.Generator) -> np.ndarray:
    R = np.linalg.qr(rng.standard_normal((3, 3)))[0]
    return R * np.linalg.det(R)


def reframed(robot: Robot, i: int, R: np.ndarray, p: np.ndarray) -> Robot:
    """The same robot, the frame of body i placed by (R, p) in the old one. p must lie along the joint's axis."""
    there, back = Placement.from_floats(R, p), Placement.from_floats(R.T, -R.T @ p)

    def seen_from_new_parent(body: Body) -> Body:
        if body.parent != i:
            return body
        rotor = body.rotor and replace(body.rotor, placement=back.then(body.rotor.placement))
        return replace(body, placement=back.then(body.placement), rotor=rotor)

    bodies = [seen_from_new_parent(body) for body in robot.bodies]
    body = bodies[i]
    axis = tuple(Number.parse(float(x)) for x in R.T @ [float(x) for x in body.joint.axis])
    bodies[i] = replace(
        body,
        joint=replace(body.joint, axis=axis),
        placement=body.placement.then(there),
        parameters=inertial.transform(body.parameters, R.T, -R.T @ p),
    )
    return replace(robot, bodies=tuple(bodies))


def assert_same_dynamics(robot: Robot, other: Robot, seed: int) -> None:
    q, qd, qdd = robot.random_state(seed, SAMPLES)
    torques = heft.inverse_dynamics(robot, q, qd, qdd)
    assert error_of_samples(heft.inverse_dynamics(other, q, qd, qdd), torques) < EXACT
    assert error_of_mass_matrices(heft.mass_matrix(other, q), heft.mass_matrix(robot, q)) < EXACT
    assert error_of_samples(heft.forward_dynamics(other, q, qd, torques), qdd) < 1e-9
    kinetic = heft.kinetic_energy(robot, q, qd)
    assert error_of_samples(heft.kinetic_energy(other, q, qd), kinetic) < EXACT


@some
@given(trees(kinds=[*SCREWS, "fixed"]), SEEDS)
def test_the_frame_of_a_body_is_a_matter_of_taste(robot: Robot, seed: int):
    """A joint with one coordinate moves the same if its frame is turned, or shifted along the axis."""
    rng = np.random.default_rng(seed)
    other = robot
    for i, body in enumerate(robot.bodies):
        if body.joint.kind in SCREWS:
            axis = np.array([float(x) for x in other.bodies[i].joint.axis])
            other = reframed(other, i, random_rotation(rng), rng.uniform(-1, 1) * axis)
    assert_same_dynamics(robot, other, seed)
    q, qd, _ = robot.random_state(seed, SAMPLES)
    assert np.allclose(heft.potential_energy(other, q), heft.potential_energy(robot, q), rtol=1e-10, atol=1e-9)
    assert error_of_samples(heft.momentum(other, q, qd), heft.momentum(robot, q, qd)) < EXACT


@some
@given(trees(), SEEDS)
def test_the_world_frame_is_a_matter_of_taste(robot: Robot, seed: int):
    """Turning the world with its gravity changes no torque; shifting it adds a constant to the potential energy."""
    rng = np.random.default_rng(seed)
    R, p = random_rotation(rng), rng.standard_normal(3)
    moved = Placement.from_floats(R, p)

    def seen_from_new_world(body: Body) -> Body:
        if body.parent != WORLD:
            return body
        rotor = body.rotor and replace(body.rotor, placement=moved.then(body.rotor.placement))
        return replace(body, placement=moved.then(body.placement), rotor=rotor)

    gravity = R @ [float(g) for g in robot.gravity]
    bodies = tuple(seen_from_new_world(body) for body in robot.bodies)
    other = replace(robot, bodies=bodies).with_gravity(gravity.tolist())
    assert_same_dynamics(robot, other, seed)
    q, qd, qdd = robot.random_state(seed, SAMPLES)
    mass = robot.parameters[:, 0].sum() + sum(rotor.parameters[0] for _, rotor in robot.rotors)
    shifted = heft.potential_energy(robot, q) - mass * gravity @ p
    assert np.allclose(heft.potential_energy(other, q), shifted, rtol=1e-10, atol=1e-9)
    for wrench in (lambda r: heft.momentum(r, q, qd), lambda r: heft.base_wrench(r, q, qd, qdd)):
        n, f = wrench(robot)[:, :3] @ R.T, wrench(robot)[:, 3:] @ R.T
        assert error_of_samples(wrench(other), np.concatenate([n + np.cross(p, f), f], axis=1)) < EXACT


@some
@given(trees(smallest=3, kinds=["fixed", *SCREWS, "spherical"]), SEEDS)
def test_a_fixed_body_is_part_of_its_parent(robot: Robot, seed: int):
    """Lumping the fixed bodies into their parents changes no torque."""
    lumped: list[Body] = []
    place: dict[int, tuple[int, Placement]] = {WORLD: (WORLD, Placement())}
    for i, body in enumerate(robot.bodies):
        parent, seat = place[body.parent]
        placement = seat.then(body.placement)
        if body.joint.kind == "fixed":
            place[i] = parent, placement
            if parent != WORLD:
                carried = inertial.transform(body.parameters, placement.rotation, placement.translation)
                lumped[parent] = replace(lumped[parent], parameters=lumped[parent].parameters + carried)
        else:
            place[i] = len(lumped), Placement()
            rotor = body.rotor and replace(body.rotor, placement=seat.then(body.rotor.placement))
            lumped.append(replace(body, parent=parent, placement=placement, rotor=rotor))
    assert_same_dynamics(robot, replace(robot, bodies=tuple(lumped)), seed)


@some
@given(trees(smallest=3, kinds=[*SCREWS, "fixed"], friction=True), SEEDS)
def test_tied_joints_are_free_joints_that_agree(robot: Robot, seed: int):
    """With v_free = G v of the robot whose joints are all free: tau = G^T tau_free, M = G^T M_free G."""
    free = replace(robot, bodies=tuple(replace(body, joint=replace(body.joint, mimic=None)) for body in robot.bodies))
    q, qd, qdd = robot.random_state(seed, SAMPLES)
    G, q_free = np.zeros((free.nv, robot.nv)), np.zeros((SAMPLES, free.nq))
    for joint in (body.joint for body in robot.bodies if body.joint.kind != "fixed"):
        owner, gear, offset = joint.name, 1.0, 0.0
        if joint.mimic:
            owner, gear, offset = joint.mimic.leader, float(joint.mimic.multiplier), float(joint.mimic.offset)
        rows, columns = free.v_index[joint.name], robot.v_index[owner]
        G[rows, columns] = gear * np.eye(rows.stop - rows.start)
        q_free[:, free.q_index[joint.name]] = gear * q[:, robot.q_index[owner]] + offset
    qd_free, qdd_free = qd @ G.T, qdd @ G.T
    tau = heft.inverse_dynamics(free, q_free, qd_free, qdd_free, friction=True) @ G
    assert error_of_samples(heft.inverse_dynamics(robot, q, qd, qdd, friction=True), tau) < EXACT
    assert error_of_mass_matrices(heft.mass_matrix(robot, q), G.T @ heft.mass_matrix(free, q_free) @ G) < EXACT
    assert error_of_samples(heft.forward_dynamics(robot, q, qd, tau, friction=True), qdd) < 1e-9
    Y = G.T @ heft.torque_regressor(free, q_free, qd_free, qdd_free)
    assert error_of_samples(heft.torque_regressor(robot, q, qd, qdd), Y) < EXACT


@some
@given(trees(armature=False), SEEDS)
def test_a_robot_twice_as_heavy_needs_twice_the_torque(robot: Robot, seed: int):
    heavy = robot.with_parameters(2 * robot.parameter_vector)
    q, qd, qdd = robot.random_state(seed, SAMPLES)
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    assert error_of_coordinates(heft.inverse_dynamics(heavy, q, qd, qdd), 2 * tau) < 1e-14
    assert error_of_samples(heft.forward_dynamics(heavy, q, qd, 2 * tau), qdd) < 1e-9


@some
@given(trees(), SEEDS)
def test_a_robot_survives_json(robot: Robot, seed: int):
    other = Robot.from_dict(json.loads(json.dumps(robot.to_dict())))
    assert other.to_dict() == robot.to_dict()
    state = robot.random_state(seed, SAMPLES)
    assert np.array_equal(heft.inverse_dynamics(other, *state), heft.inverse_dynamics(robot, *state))
