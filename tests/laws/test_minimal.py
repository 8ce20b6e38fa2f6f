"""What holds for the minimal linear combinations of every serial chain, whatever its axes and gravity."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from support.compare import error_of_samples
from support.trees import SEEDS

import heft
from heft import minimal
from heft import parameters as inertial
from heft.chains.dh import dh_chain
from heft.estimation import lin_recursive
from heft.minimal.theorem import about_a_point
from heft.robot.model import Robot
from heft.robot.zoo.chains import GRAVITIES, random_chain

some = settings(max_examples=40, deadline=None)
EXACT = 1e-10


def chains(largest: int = 6) -> st.SearchStrategy[Robot]:
    drawn = st.tuples(SEEDS, st.integers(1, largest), st.sampled_from(GRAVITIES))
    return drawn.map(lambda x: random_chain(x[0], x[1], gravity=x[2]))


@some
@given(chains(), SEEDS)
def test_inverse_dynamics_in_the_set_is_inverse_dynamics(robot: Robot, seed: int):
    mlc = minimal.combinations(robot)
    state = robot.random_state(seed, 4)
    wrench = np.random.default_rng(seed).standard_normal((4, 6))
    expected = heft.inverse_dynamics(robot, *state, wrenches={robot.body_names[-1]: wrench})
    assert error_of_samples(minimal.inverse_dynamics(mlc, *state, tip=wrench), expected) < EXACT


@some
@given(chains(), SEEDS)
def test_the_regressor_lies_in_the_span_and_fills_it(robot: Robot, seed: int):
    """The rank of stacked random regressors is the number of combinations, and nothing of them is outside."""
    mlc = minimal.combinations(robot)
    n = 10 * robot.n_bodies
    Y = heft.torque_regressor(robot, *robot.random_state(seed, 12 * robot.n_bodies)).reshape(-1, n)
    inside = Y @ np.linalg.pinv(mlc.matrix)
    assert np.max(np.abs(Y - inside @ mlc.matrix)) < 1e-9 * np.max(np.abs(Y))
    s = np.linalg.svd(inside, compute_uv=False)
    assert s[-1] > 1e-9 * s[0]


@some
@given(chains())
def test_count_and_span_are_the_exact_ones(robot: Robot):
    mlc = minimal.combinations(robot)
    assert len(mlc) == heft.identifiability(robot, method="exact").n_base == mlc.exact_count
    assert mlc.residual < 1e-10
    assert np.linalg.matrix_rank(mlc.matrix) == len(mlc)


@some
@given(chains())
def test_the_theorem_needs_gravity_and_nothing_else(robot: Robot):
    mlc = minimal.combinations(robot)
    assert len(mlc.theorem) >= mlc.exact_count
    if mlc.chain.gravity:
        assert mlc.agrees


@some
@given(st.tuples(SEEDS, st.integers(1, 6)).map(lambda x: random_chain(*x, gravity="none", prismatic=0.1)))
def test_without_gravity_two_combinations_go_with_each_joint_about_one_point(robot: Robot):
    mlc = minimal.combinations(robot)
    assert len(mlc.theorem) - mlc.exact_count == 2 * len(about_a_point(mlc.chain, mlc.groups))


@some
@given(chains())
def test_the_frames_are_where_the_geometry_says(robot: Robot):
    """Steps of b, beta, d, theta lead from one frame to the next, and the map of parameters goes to the frames."""
    chain = dh_chain(robot)
    for i, to_frame in enumerate(chain.to_frames):
        back = inertial.transform(to_frame.T, chain.R[i], chain.p[i]).T
        np.testing.assert_allclose(back, np.eye(10), atol=1e-9)
    for i in range(1, chain.n):
        placement = robot.bodies[i].placement
        R = chain.R[i - 1].T @ placement.rotation @ chain.R[i]
        p = chain.R[i - 1].T @ (placement.translation + placement.rotation @ chain.p[i] - chain.p[i - 1])
        s = np.array([chain.b[i], 0.0, 0.0]) + chain.d[i] * R[:, 2]
        np.testing.assert_allclose(R, chain.rotation(i), atol=1e-12)
        np.testing.assert_allclose(p, s, atol=1e-11 * (1 + np.linalg.norm(s)))


@some
@given(chains(4), SEEDS)
def test_identification_joint_by_joint_recovers_the_set(robot: Robot, seed: int):
    mlc = minimal.combinations(robot)
    q, qd, qdd = robot.random_state(seed, 200)
    tau = heft.inverse_dynamics(robot, q, qd, qdd)
    estimate = lin_recursive.identify_joint_by_joint(
        lin_recursive.fold_samples(mlc, [(x[0], x[1], x[2], x[3]) for x in _halves(q, qd, qdd, tau)])
    )
    assert np.linalg.norm(estimate.values - mlc.values) < 1e-8 * np.linalg.norm(mlc.values)
    assert all(fit.determined for fit in estimate.joints)


def _halves(*arrays: np.ndarray) -> list[list[np.ndarray]]:
    return [[a[:77] for a in arrays], [a[77:] for a in arrays]]


@some
@given(chains())
def test_more_zeros_never_cost_more(robot: Robot):
    """Constants folded in, the recursion takes no more than the program for all manipulators."""
    constants = minimal.combinations(robot).constants()
    folded, general = minimal.count(constants).of(), minimal.count(constants, general=True).of()
    assert folded.multiplications <= general.multiplications
    assert folded.additions <= general.additions
