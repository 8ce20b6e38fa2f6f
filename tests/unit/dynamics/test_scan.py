"""The JAX driver: the same numbers as NumPy, and derivatives that are right in every argument.

Compiling takes most of the time, so what can be is compiled together: two robots have joints of every kind.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from support.compare import error_of_coordinates, error_of_mass_matrices, error_of_samples
from support.quickly import quickly
from support.trees import derivative

import heft
from heft.dynamics import articulated, newton_euler
from heft.dynamics.api import generic_forward_dynamics
from heft.dynamics.tree import Tree, tree_of
from heft.errors import ArgumentError
from heft.robot.joint import Joint
from heft.robot.joints import joint_kinds
from heft.robot.model import WORLD, Body, Robot
from heft.robot.zoo import planar_n, random_tree

jax = pytest.importorskip("jax")
scan = pytest.importorskip("heft.dynamics.scan")

GEARED = random_tree(632, 12, base="floating")
"""Every kind of joint, rotors, and a joint that follows its sibling: articulated bodies."""
TIED = random_tree(963, 12)
"""Every kind of joint, rotors, and joints that follow some on another parent: through the mass matrix."""
ROBOTS = {"geared": GEARED, "tied": TIED}


def test_the_robots_are_what_they_are_called():
    for robot, shared in ((GEARED, True), (TIED, False)):
        assert {body.joint.kind for body in robot.bodies} == set(joint_kinds())
        assert robot.rotors
        assert any(body.joint.mimic for body in robot.bodies)
        assert tree_of(robot).shared_parents == shared


# -- the same numbers -----------------------------------------------------------------------------


@pytest.mark.parametrize("robot", ROBOTS.values(), ids=ROBOTS)
def test_numpy_and_jax_agree(robot: Robot):
    tree, (q, qd, qdd) = tree_of(robot), robot.random_state(1, 4)
    wrench = np.random.default_rng(2).standard_normal((4, 6))
    f_ext = np.zeros((4, tree.n, 6))
    f_ext[:, robot.n_bodies - 1] = wrench
    wrenches = {robot.body_names[-1]: wrench}

    def everything(tree, q, qd, qdd, f_ext):
        tau = scan.inverse_dynamics(tree, q, qd, qdd, f_ext)
        forward = scan.forward_dynamics(tree, q, qd, qdd, f_ext)
        return tau, forward, scan.mass_matrix(tree, q), *scan.energies(tree, q, qd)

    tau, forward, M, kinetic, potential = found = quickly(scan.batched(everything, tree))(q, qd, qdd, f_ext)
    assert all(x.dtype == np.float64 for x in found)
    assert error_of_coordinates(tau, heft.inverse_dynamics(robot, q, qd, qdd, wrenches=wrenches)) < 1e-10
    assert error_of_samples(forward, heft.forward_dynamics(robot, q, qd, qdd, wrenches=wrenches)) < 1e-10
    assert error_of_mass_matrices(M, heft.mass_matrix(robot, q)) < 1e-10
    assert error_of_samples(kinetic, heft.kinetic_energy(robot, q, qd)) < 1e-10
    assert error_of_samples(potential, heft.potential_energy(robot, q)) < 1e-10


def test_other_numbers_than_the_robots_own():
    robot, other = planar_n(3), planar_n(3).with_gravity([1, 2, 3])
    other = other.with_parameters(other.parameters * [[2.0], [3.0], [4.0]])
    tree, (q, qd, qdd) = tree_of(other), robot.random_state(0, 5)
    placement = tree.R, tree.p + np.array([0.1, 0.2, 0.3])
    found = quickly(scan.batched(scan.inverse_dynamics, tree_of(robot)))(
        q, qd, qdd, parameters=tree.parameters, gravity=tree.gravity, placement=placement
    )
    moved = replace(tree, p=placement[1])
    expected = newton_euler.inverse_dynamics(moved, q.T, qd.T, qdd.T, tree.parameters)[0].T
    assert error_of_coordinates(found, expected) < 1e-10


def test_one_sample_works_too():
    robot = planar_n(2)
    q, qd, qdd = robot.random_state(3)
    tau = scan.batched(scan.inverse_dynamics, tree_of(robot))(q, qd, qdd)
    assert tau.shape == (2,)
    assert np.allclose(tau, heft.inverse_dynamics(robot, q, qd, qdd), rtol=1e-12)


def test_robots_that_cannot_move():
    block = Body("block", WORLD, Joint("weld", "fixed"), parameters=np.arange(10.0))
    q = np.zeros((3, 0))
    for bodies in ((), (block,)):
        robot = Robot("still", bodies)
        tree = tree_of(robot)
        assert jax.eval_shape(scan.batched(scan.inverse_dynamics, tree), q, q, q).shape == (3, 0)
        assert jax.eval_shape(scan.batched(scan.forward_dynamics, tree), q, q, q).shape == (3, 0)
        assert jax.eval_shape(scan.batched(scan.mass_matrix, tree), q).shape == (3, 0, 0)
        assert [x.shape for x in jax.eval_shape(scan.batched(scan.energies, tree), q, q)] == [(3,), (3,)]


def test_the_program_does_not_grow_with_the_robot():
    def operations(n: int) -> int:
        robot = planar_n(n)
        q, qd, tau = robot.random_state(0)
        loss = jax.grad(lambda pi: scan.forward_dynamics(tree_of(robot), q, qd, tau, parameters=pi).sum())
        return jax.jit(loss).lower(tree_of(robot).parameters).as_text().count("= stablehlo.")

    assert operations(4) == operations(40) > 100


# -- derivatives ----------------------------------------------------------------------------------


def turned(tree: Tree, w, xp):
    """The rotations of a tree, each turned by a small rotation vector w (n, 3)."""
    o = xp.zeros_like(w[:, 0])
    x, y, z = w.T
    K = xp.stack([xp.stack([o, -z, y]), xp.stack([z, o, -x]), xp.stack([-y, x, o])])
    K = xp.moveaxis(K, 2, 0)
    exponential = np.eye(3) + K + K @ K / 2 + K @ K @ K / 6 + K @ K @ K @ K / 24 + K @ K @ K @ K @ K / 120
    return tree.R @ exponential


def by_jax(function, tree: Tree):
    """A function of q, qd, torque or acceleration, parameters, how placements are turned, where they are, gravity."""

    def run(q, qd, u, parameters, w, p, gravity):
        placement = turned(tree, w, jax.numpy), p
        return function(tree, q, qd, u, parameters=parameters, placement=placement, gravity=gravity)

    return run


def by_numpy(function, tree: Tree):
    def run(q, qd, u, parameters, w, p, gravity):
        moved = replace(tree, R=turned(tree, w, np), p=p, gravity=gravity, parameters=parameters)
        return function(moved, *(x[:, None] for x in (q, qd, u)))[:, 0]

    return run


def numpy_inverse(tree: Tree, q, qd, qdd):
    return newton_euler.inverse_dynamics(tree, q, qd, qdd, tree.parameters)[0] + tree.armature[:, None] * qdd


def numpy_forward(tree: Tree, q, qd, tau):
    return generic_forward_dynamics(tree, q, qd, tau, None)


def arguments(robot: Robot, seed: int):
    tree = tree_of(robot)
    return [*robot.random_state(seed), tree.parameters, np.zeros((tree.n, 3)), tree.p, tree.gravity]


def directions(at, seed: int):
    """A random direction in each argument; parameters change in proportion to their size."""
    rng = np.random.default_rng(seed)
    return [rng.standard_normal(x.shape) * (np.abs(x) if k == 3 else 1.0) for k, x in enumerate(at)]


def difference(function, tree: Tree, at, ways):
    """The derivative of a NumPy function along some directions, by differences."""
    run = by_numpy(function, tree)
    return derivative(lambda h: run(*(x + h * way for x, way in zip(at, ways, strict=True))))


def check_against_differences(function, tree: Tree, at, jacobians, seed: int):
    for k, way in enumerate(directions(at, seed)):
        alone = [way if j == k else np.zeros_like(x) for j, x in enumerate(at)]
        found = np.tensordot(jacobians[k], way, way.ndim)
        assert error_of_samples(found[None], difference(function, tree, at, alone)[None]) < 1e-6, f"argument {k}"


def regressor(tree: Tree, q, qd, qdd):
    return newton_euler.torque_regressor(tree, q[:, None], qd[:, None], qdd[:, None])[0][..., 0]


def test_derivatives_of_the_inverse_dynamics():
    robot = random_tree(2, 9)
    tree, at = tree_of(robot), arguments(robot, 4)
    jacobians = quickly(jax.jacrev(by_jax(scan.inverse_dynamics, tree), argnums=range(7)))
    found = [np.asarray(J) for J in jacobians(*at)]
    assert error_of_mass_matrices(found[2][None], heft.mass_matrix(robot, at[0])[None]) < 1e-9
    assert error_of_coordinates(found[3][None], regressor(tree, *at[:3])[None]) < 1e-9
    check_against_differences(numpy_inverse, tree, at, found, 5)


def test_derivatives_of_the_forward_dynamics():
    tree, at = tree_of(GEARED), arguments(GEARED, 6)
    jacobians = quickly(jax.jacrev(by_jax(scan.forward_dynamics, tree), argnums=range(7)))
    found = [np.asarray(J) for J in jacobians(*at)]
    q, qd, tau = at[:3]
    inverse = np.linalg.inv(heft.mass_matrix(GEARED, q))
    Y = regressor(tree, q, qd, heft.forward_dynamics(GEARED, q, qd, tau))
    assert error_of_coordinates(found[2][None], inverse[None]) < 1e-9
    assert error_of_coordinates(found[3][None], -np.tensordot(inverse, Y, 1)[None]) < 1e-9
    check_against_differences(numpy_forward, tree, at, found, 7)
    at_rest = [GEARED.neutral, np.zeros(tree.nv), np.zeros(tree.nv), *at[3:]]
    assert all(np.all(np.isfinite(J)) for J in jacobians(*at_rest))


def test_forward_mode_where_a_gear_spans_several_parents():
    robot = random_tree(4, 5, kinds=["revolute", "prismatic"])
    tree, at = tree_of(robot), arguments(robot, 8)
    assert not tree.shared_parents
    ways = directions(at, 9)
    _, found = quickly(lambda at, ways: jax.jvp(by_jax(scan.forward_dynamics, tree), at, ways))(at, ways)
    assert error_of_samples(found[None], difference(numpy_forward, tree, at, ways)[None]) < 1e-6


def test_the_equations_of_lagrange():
    """Second derivatives of the energies are torques: d/dt dL/dqd - dL/dq = tau, where qd is the rate of q."""
    robot = random_tree(0, 6, kinds=["revolute", "prismatic", "helical", "cylindrical", "translation", "fixed"])
    tree, (q, qd, qdd) = tree_of(robot), robot.random_state(10)

    def lagrangian(q, qd):
        kinetic, potential = scan.energies(tree, q, qd)
        return kinetic - potential

    @quickly
    def torque(q, qd, qdd):
        def slope(q, qd):
            return jax.grad(lagrangian, argnums=(0, 1))(q, qd)

        (by_q, _), (_, rate) = jax.jvp(slope, (q, qd), (qd, qdd))
        return rate - by_q

    assert error_of_samples(torque(q, qd, qdd)[None], heft.inverse_dynamics(robot, q, qd, qdd)[None]) < 1e-10


# -- arguments that do not fit --------------------------------------------------------------------


def test_shapes_are_checked():
    tree = tree_of(planar_n(2))
    with pytest.raises(ArgumentError, match=r"\(3,\).*\[2, 2, 2\]"):
        scan.inverse_dynamics(tree, np.zeros(3), np.zeros(2), np.zeros(2))
    with pytest.raises(ArgumentError, match=r"\(5, 2\)"):
        scan.forward_dynamics(tree, *np.zeros((3, 5, 2)))
    with pytest.raises(TypeError, match="mass"):
        scan.mass_matrix(tree, np.zeros(2), mass=1.0)


def test_float32_is_refused_and_never_returned():
    tree = tree_of(planar_n(2))
    q = np.zeros((5, 2), np.float32)
    assert jax.eval_shape(scan.batched(scan.forward_dynamics, tree), q, q, q).dtype == np.float64
    with jax.enable_x64(False), pytest.raises(ArgumentError, match="float32"):
        scan.mass_matrix(tree, np.zeros(2))


def test_the_inverse_of_small_matrices():
    A = np.random.default_rng(11).standard_normal((4, 4, 50))
    A = np.einsum("ab...,cb...->ac...", A, A) + np.eye(4)[:, :, None]
    product = np.einsum("ab...,bc...->ac...", A, articulated.inverse(A))
    assert np.max(np.abs(product - np.eye(4)[:, :, None])) < 1e-12
