"""The built-in robots: they load, they are possible, and they are the machines they are named after."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from support.corpus import FOLDER, needs_corpus
from support.trees import SCREWS

import heft
from heft import parameters as inertial
from heft.errors import ArgumentError
from heft.robot import zoo
from heft.robot.formats.mechanism.read import read_mechanism
from heft.robot.joints import joint_kinds
from heft.robot.load import load
from heft.robot.model import WORLD, Robot
from heft.robot.placement import Placement, rotation_from_rpy, unit

ROBOTS = {
    "cartpole": (2, 2, 0),
    "cheetah3": (13, 18, 12),
    "cheetah3_leg": (3, 3, 3),
    "cheetah3_torso_leg": (4, 9, 3),
    "double_pendulum": (2, 2, 0),
    "furuta": (2, 2, 0),
    "panda": (7, 7, 0),
    "puma560": (6, 6, 6),
    "rr_parallel": (2, 2, 2),
    "rr_perpendicular": (2, 2, 2),
    "scara": (4, 4, 4),
    "stanford": (6, 6, 6),
    "tx40": (6, 6, 6),
    "ur10e": (6, 6, 0),
}
"""Bodies, degrees of freedom, rotors."""

IN_ORACLE = {
    "cheetah3": "cheetah3_full_floating",
    "cheetah3_leg": "cheetah3_leg_fixed",
    "cheetah3_torso_leg": "cheetah3_leg_floating_torso",
    "rr_parallel": "rr_parallel_gy",
    "rr_perpendicular": "rr_perpendicular_gy",
    "scara": "scara",
    "stanford": "stanford_arm",
    "tx40": "tx40",
}

every_robot = pytest.mark.parametrize("name", ROBOTS)


def world_poses(robot: Robot, q: np.ndarray) -> list[tuple[np.ndarray, np.ndarray]]:
    """R, p of every body in the world; revolute and prismatic joints only."""
    poses = []
    for i, body in enumerate(robot.bodies):
        R, p = (np.eye(3), np.zeros(3)) if body.parent == WORLD else poses[body.parent]
        R, p = R @ body.placement.rotation, p + R @ body.placement.translation
        a = unit(body.joint.axis)
        if body.joint.kind == "prismatic":
            p = p + R @ a * q[i]
        else:
            skew = np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]])
            R = R @ (np.eye(3) + np.sin(q[i]) * skew + (1 - np.cos(q[i])) * skew @ skew)
        poses.append((R, p))
    return poses


def dh(theta: float, d: float, a: float, alpha: float) -> np.ndarray:
    """Standard Denavit-Hartenberg transform."""
    T = np.eye(4)
    T[:3, :3] = rotation_from_rpy(np.array([0.0, 0.0, theta])) @ rotation_from_rpy(np.array([alpha, 0.0, 0.0]))
    T[:3, 3] = [a * np.cos(theta), a * np.sin(theta), d]
    return T


# -- every robot ----------------------------------------------------------------------------------


def test_names_are_complete() -> None:
    assert zoo.names() == sorted(ROBOTS)


@every_robot
def test_it_loads_and_says_where_it_comes_from(name: str) -> None:
    robot = zoo.named(name)
    assert robot.name == name
    assert (robot.n_bodies, robot.nv, len(robot.rotors)) == ROBOTS[name]
    assert robot.base == ("floating" if name in ("cheetah3", "cheetah3_torso_leg") else "fixed")
    (source,) = robot.notes
    assert source.endswith(".")
    assert len(source) > 100


@every_robot
def test_every_body_and_rotor_is_possible(name: str) -> None:
    robot = zoo.named(name)
    for body in robot.bodies:
        assert inertial.is_physical(body.parameters), body.name
        assert body.parameters[0] > 0
    for i, rotor in robot.rotors:
        assert inertial.is_physical(rotor.parameters), robot.bodies[i].name
        assert rotor.parameters[inertial.INDEX["Izz"]] > 0


@every_robot
def test_every_body_but_a_thin_rod_has_an_extent(name: str) -> None:
    robot = zoo.named(name)
    extended = [body.parameters for body in robot.bodies if body.name != "pendulum"]
    assert np.isfinite(inertial.to_log_cholesky(np.array(extended))).all()


@every_robot
def test_it_survives_a_round_trip(name: str) -> None:
    robot = zoo.named(name)
    assert_same(robot, Robot.from_dict(json.loads(json.dumps(robot.to_dict()))))


def assert_same(one: Robot, two: Robot) -> None:
    assert (one.name, one.base, one.gravity) == (two.name, two.base, two.gravity)
    assert one.parameter_names == two.parameter_names
    np.testing.assert_array_equal(one.parameter_vector, two.parameter_vector)
    for a, b in zip(one.bodies, two.bodies, strict=True):
        assert (a.name, a.parent, a.joint, a.placement) == (b.name, b.parent, b.joint, b.placement)
        assert (a.rotor is None) == (b.rotor is None)
        if a.rotor is not None and b.rotor is not None:
            assert (a.rotor.ratio, a.rotor.symmetric) == (b.rotor.ratio, b.rotor.symmetric)
            assert a.rotor.placement == b.rotor.placement
            np.testing.assert_array_equal(a.rotor.parameters, b.rotor.parameters)


@every_robot
def test_its_mass_matrix_is_positive(name: str) -> None:
    robot = zoo.named(name)
    q, _, _ = robot.random_state(seed=0, n=5)
    assert np.linalg.eigvalsh(heft.mass_matrix(robot, q)).min() > 0


@needs_corpus
@pytest.mark.parametrize("name", IN_ORACLE)
def test_its_kinematics_are_those_of_the_exact_corpus(name: str) -> None:
    robot, oracle = zoo.named(name), read_mechanism(FOLDER / f"{IN_ORACLE[name]}.mech.json")
    assert [float(g) for g in robot.gravity] == [float(g) for g in oracle.gravity]
    for ours, theirs in zip(robot.bodies, oracle.bodies, strict=True):
        assert (ours.parent, ours.joint.kind) == (theirs.parent, theirs.joint.kind)
        np.testing.assert_array_equal(unit(ours.joint.axis), unit(theirs.joint.axis))
        assert_same_pose(ours.placement, theirs.placement)
        assert (ours.rotor is None) == (theirs.rotor is None)
        if ours.rotor is not None and theirs.rotor is not None:
            assert ours.rotor.symmetric == theirs.rotor.symmetric
            assert_same_pose(ours.rotor.placement, theirs.rotor.placement)


def assert_same_pose(one: Placement, two: Placement) -> None:
    np.testing.assert_allclose(one.rotation, two.rotation, atol=1e-15)
    np.testing.assert_allclose(one.translation, two.translation, atol=1e-15)


@pytest.mark.parametrize(
    ("name", "masses"),
    [
        ("puma560", [17.40, 4.80, 0.82, 0.34, 0.09]),
        ("stanford", [9.29, 5.01, 4.25, 1.08, 0.63, 0.51]),
        ("ur10e", [7.369, 13.051, 3.989, 2.1, 1.98, 0.615]),
        ("panda", [4.970684, 0.646926, 3.228604, 3.587895, 1.225946, 1.666555, 0.735522]),
        ("tx40", [10.5, 3.6, 4.07, 3.62, 1.02, 0.2]),
        ("furuta", [0.095, 0.024]),
        ("cartpole", [0.38, 0.23]),
    ],
)
def test_its_masses_are_the_published_ones(name: str, masses: list[float]) -> None:
    np.testing.assert_array_equal(zoo.named(name).parameters[-len(masses) :, 0], masses)


def test_the_cheetah_weighs_what_is_published() -> None:
    robot = zoo.named("cheetah3")
    rotors = sum(rotor.parameters[0] for _, rotor in robot.rotors)
    legs = 4 * (1.645279 + 1.071200 + 0.901938)
    assert robot.parameters[:, 0].sum() == pytest.approx(26.6 + legs, abs=1e-4)
    assert rotors == pytest.approx(4 * (0.499994 + 0.540505 + 0.539868), abs=1e-4)


@pytest.mark.parametrize(
    ("name", "reflected"),
    [
        ("puma560", [1.14, 4.71, 0.827, 0.2, 0.179, 0.193]),
        ("stanford", [0.953, 2.193, 0.782, 0.106, 0.097, 0.020]),
        ("tx40", [0.362, 0.362, 0.0988, 0.0313, 0.0468, 0.0105]),
    ],
)
def test_its_rotors_reflect_the_published_inertia(name: str, reflected: list[float]) -> None:
    rotors = [rotor for _, rotor in zoo.named(name).rotors]
    seen = [float(r.ratio) ** 2 * r.parameters[inertial.INDEX["Izz"]] for r in rotors]
    np.testing.assert_allclose(seen, reflected, rtol=1e-4)


@pytest.mark.parametrize(
    ("name", "links", "with_rotors"),
    [
        ("puma560", 36, 40),
        ("scara", 8, 11),
        ("stanford", 33, 37),
        ("tx40", 36, 40),
        ("cheetah3_leg", 17, 18),
        ("cheetah3_torso_leg", 31, 34),
        ("cheetah3", 94, 106),
        ("rr_parallel", 6, 7),
        ("rr_perpendicular", 10, 10),
    ],
)
def test_as_many_parameters_are_identifiable_as_published(name: str, links: int, with_rotors: int) -> None:
    robot = zoo.named(name)
    Y = heft.torque_regressor(robot, *robot.random_state(seed=6, n=200)).reshape(-1, len(robot.parameter_names))
    for columns, count in ((10 * robot.n_bodies, links), (Y.shape[1], with_rotors)):
        size = np.linalg.norm(Y[:, :columns], axis=0)
        felt = size > 1e-9 * size.max()
        assert np.linalg.matrix_rank(Y[:, :columns][:, felt] / size[felt], tol=1e-7) == count


# -- arms against their Denavit-Hartenberg tables -------------------------------------------------


def test_puma_is_the_arm_of_its_modified_table() -> None:
    """Link 2 slid along its axis: the centres and the wrist stand where the published table puts them."""
    alpha = np.radians([0, -90, 0, 90, -90, 90])
    a, d = [0, 0, 0.4318, -0.0203, 0, 0], [0, 0.2435, -0.0934, 0.4331, 0, 0]
    centres = {1: [0.068, 0.006, -0.016], 2: [0, -0.070, 0.014], 3: [0, 0, -0.019], 5: [0, 0, 0.032]}
    robot = zoo.named("puma560")
    q, _, _ = robot.random_state(seed=1)
    T, p = np.eye(4), np.zeros(3)
    for i, (R, p) in enumerate(world_poses(robot, q)):
        T = T @ dh(0.0, 0.0, a[i], alpha[i]) @ dh(q[i], d[i], 0.0, 0.0)
        np.testing.assert_allclose(R, T[:3, :3], atol=1e-14)
        _, com, _ = inertial.to_com(robot.parameters[i])
        if i in centres:
            np.testing.assert_allclose(p + R @ com, (T @ [*centres[i], 1])[:3], atol=1e-14)
    np.testing.assert_allclose(p, T[:3, 3], atol=1e-14)


def test_ur10e_is_the_arm_of_its_standard_table() -> None:
    d, a = [0.1807, 0, 0, 0.17415, 0.11985, 0.11655], [0, -0.6127, -0.57155, 0, 0, 0]
    alpha = np.radians([90, 0, 0, 90, -90, 0])
    centres = [
        [0.021, 0, 0.027],
        [0.38, 0, 0.158],
        [0.24, 0, 0.068],
        [0, 0.007, 0.018],
        [0, 0.007, 0.018],
        [0, 0, -0.026],
    ]
    robot = zoo.named("ur10e")
    q, _, _ = robot.random_state(seed=2)
    T = np.eye(4)
    for i, (R, p) in enumerate(world_poses(robot, q)):
        np.testing.assert_allclose(R @ [0, 0, 1], T[:3, 2], atol=1e-14)
        T = T @ dh(q[i], d[i], a[i], alpha[i])
        _, com, moments = inertial.to_com(robot.parameters[i])
        np.testing.assert_allclose(p + R @ com, (T @ [*centres[i], 1])[:3], atol=1e-14)
        turned = T[:3, :3].T @ R @ moments @ R.T @ T[:3, :3]
        if i == 1:
            np.testing.assert_allclose(np.diag(turned), [0.02814, 0.77068, 0.76943], atol=1e-12)
        if i == 3:
            np.testing.assert_allclose(turned[1, 2], -0.00024, atol=1e-12)


# -- plants against their closed forms ------------------------------------------------------------


def test_cartpole_is_its_closed_form() -> None:
    robot = zoo.named("cartpole")
    (x, th), (xd, thd), _ = robot.random_state(seed=3)
    m, l, g = 0.23, 0.3205, 9.81
    J = m * 0.641**2 / 12
    M = [[0.38 + 0.133 + m, m * l * np.cos(th)], [m * l * np.cos(th), J + m * l**2]]
    np.testing.assert_allclose(heft.mass_matrix(robot, [x, th]), M, rtol=1e-9)
    free = [m * l * np.sin(th) * thd**2 - 5.4 * xd, -m * g * l * np.sin(th) - 0.0024 * thd]
    qdd = heft.forward_dynamics(robot, [x, th], [xd, thd], [0, 0], friction=True)
    np.testing.assert_allclose(qdd, np.linalg.solve(M, free), rtol=1e-8)


def test_furuta_is_its_closed_form() -> None:
    robot = zoo.named("furuta")
    (th, al), qd, _ = robot.random_state(seed=4)
    mr, lr, mp, lp = 0.095, 0.085, 0.024, 0.129
    jr, jp = mr * lr**2 / 12, mp * lp**2 / 12

    def mass(angle: float) -> np.ndarray:
        m11 = jr + mr * lr**2 / 4 + mp * lr**2 + (jp + mp * lp**2 / 4) * np.sin(angle) ** 2
        m12 = mp * lp * lr * np.cos(angle) / 2
        return np.array([[m11, m12], [m12, jp + mp * lp**2 / 4]])

    np.testing.assert_allclose(heft.mass_matrix(robot, [th, al]), mass(al), rtol=1e-9)
    step = 1e-6
    slope = (mass(al + step) - mass(al - step)) / (2 * step)
    weight = [0.0, mp * 9.81 * lp / 2 * np.sin(al)]
    coriolis = slope @ qd * qd[1] - [0.0, 0.5 * qd @ slope @ qd]
    tau = coriolis + weight + np.array([5e-6, 1e-6]) * qd
    found = heft.inverse_dynamics(robot, [th, al], qd, [0, 0], friction=True)
    np.testing.assert_allclose(found, tau, rtol=1e-7, atol=1e-12)


def test_double_pendulum_is_its_closed_form() -> None:
    robot = zoo.named("double_pendulum")
    q, _, _ = robot.random_state(seed=5)
    c = np.cos(q[1])
    M = [[1 / 3 + 1 / 3 + 1 + c, 1 / 3 + c / 2], [1 / 3 + c / 2, 1 / 3]]
    np.testing.assert_allclose(heft.mass_matrix(robot, q), M, rtol=1e-12)
    gravity = [9.81 * (1.5 * np.sin(q[0]) + 0.5 * np.sin(q.sum())), 9.81 * 0.5 * np.sin(q.sum())]
    np.testing.assert_allclose(heft.gravity_forces(robot, q), gravity, rtol=1e-12)


# -- builders -------------------------------------------------------------------------------------


def test_planar_chain() -> None:
    robot = zoo.planar_n(5)
    assert (robot.name, robot.n_bodies, robot.nv) == ("planar_5", 5, 5)
    np.testing.assert_allclose(world_poses(robot, np.zeros(5))[-1][1], [2, 0, 0])
    M = heft.mass_matrix(zoo.planar_n(1), [0.3])
    np.testing.assert_allclose(M, [[1 / 48 + 1 / 16]])


def trees(count: int, **options: Any) -> list[Robot]:
    return [zoo.random_tree(seed, 3 + seed % 9, **options) for seed in range(count)]


def test_random_trees_use_every_kind_of_joint_and_gear() -> None:
    robots = trees(80)
    bodies = [body for robot in robots for body in robot.bodies]
    assert {body.joint.kind for body in bodies} == set(joint_kinds())
    assert {rotor.symmetric for robot in robots for _, rotor in robot.rotors} == {True, False}
    assert any(body.joint.armature for body in bodies)
    assert not any(any(vars(body.joint.friction).values()) for body in bodies)
    relations = {relation(robot, i) for robot in robots for i, body in enumerate(robot.bodies) if body.joint.mimic}
    assert relations >= {"sibling", "ancestor"}
    assert all(robot.base == "fixed" and robot.nv > 0 for robot in robots)


def relation(robot: Robot, i: int) -> str:
    """How a body stands to the one whose joint its own follows."""
    mimic = robot.bodies[i].joint.mimic
    assert mimic is not None
    leader = next(k for k, body in enumerate(robot.bodies) if body.joint.name == mimic.leader)
    assert leader < i
    if robot.bodies[leader].parent == robot.bodies[i].parent:
        return "sibling"
    above = robot.bodies[i].parent
    while above != WORLD:
        if above == leader:
            return "ancestor"
        above = robot.bodies[above].parent
    return "other"


def test_random_trees_are_possible_and_survive_a_round_trip() -> None:
    for robot in trees(30):
        every = [body.parameters for body in robot.bodies] + [rotor.parameters for _, rotor in robot.rotors]
        assert all(inertial.is_physical(parameters).margin > 0 for parameters in every)
        assert_same(robot, Robot.from_dict(json.loads(json.dumps(robot.to_dict()))))
        q, _, _ = robot.random_state(seed=0)
        assert np.linalg.eigvalsh(heft.mass_matrix(robot, q)).min() > 0


def test_random_trees_repeat() -> None:
    assert_same(zoo.random_tree(7, 9), zoo.random_tree(7, 9))
    assert not np.array_equal(zoo.random_tree(7, 9).parameters, zoo.random_tree(8, 9).parameters)


def test_random_trees_obey_their_options() -> None:
    for robot in trees(20, rotors=False, mimics=False, armature=False, friction=True):
        joints = [body.joint for body in robot.bodies]
        assert not robot.rotors
        assert not any(joint.mimic or joint.armature for joint in joints)
    assert any(joint.friction.viscous for robot in trees(5, friction=True) for joint in robot.joints)
    revolute = zoo.random_tree(1, 10, kinds=["revolute"])
    assert {body.joint.kind for body in revolute.bodies} == {"revolute"}
    assert {body.joint.kind for body in zoo.random_tree(1, 3, kinds=["fixed"]).bodies} == {"fixed"}
    assert zoo.random_tree(1, 3, kinds=["floating"]).base == "fixed"
    free = zoo.random_tree(2, 6, base="floating", kinds=SCREWS)
    assert free.base == "floating"
    assert [body.parent for body in free.bodies].count(WORLD) == 1


# -- asking by name -------------------------------------------------------------------------------


def test_builders_can_be_asked_for_by_name() -> None:
    assert zoo.named("planar_n(3)").n_bodies == 3
    assert_same(zoo.named("random_tree(3, 8)"), zoo.random_tree(3, 8))
    assert_same(load("zoo:random_tree( 3,8 )"), zoo.random_tree(3, 8))


def test_load_takes_zoo_names_and_a_base() -> None:
    assert load("zoo:scara").name == "scara"
    assert load("zoo:rr_parallel", base="floating").nv == 8


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("puma650", "Did you mean 'puma560'"),
        ("", "Known: cartpole"),
        ("../zoo/scara", "has no robot"),
        ("planar_n", r"planar_n\(5\)"),
        ("planar_n(0)", "whole number from 1 to"),
        ("planar_n(1.5)", "has no robot"),
        ("planar_n(-2)", "has no robot"),
        ("planar_n(2)\n", "has no robot"),
        ("planar_n(2, 3)", "takes 1 integer; got 2"),
        ("random_tree(4)", "takes 2 integers; got 1"),
        ("random_trees(4, 5)", "Did you mean 'random_tree'"),
    ],
)
def test_what_the_zoo_has_not(name: str, message: str) -> None:
    with pytest.raises(ArgumentError, match=message):
        zoo.named(name)


def test_what_builders_refuse() -> None:
    with pytest.raises(ArgumentError, match="seed"):
        zoo.random_tree(-1, 3)
    with pytest.raises(ArgumentError, match="revolute"):
        zoo.random_tree(1, 3, kinds=["revolut"])
    with pytest.raises(ArgumentError, match="base"):
        zoo.random_tree(1, 3, base="flying")
