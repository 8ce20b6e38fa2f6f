"""What holds for the identifiability of every robot: RPNA against sampled regressors, and what null spaces promise."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from support.compare import error_of_coordinates
from support.ranks import sampled_rank
from support.trees import BASES, SEEDS, trees

import heft
from heft.identifiability import Verdict
from heft.robot.exact import Number
from heft.robot.model import Robot
from heft.robot.placement import Placement, Transform
from heft.robot.zoo import random_tree

few = settings(max_examples=15, deadline=None)
some = settings(max_examples=25, deadline=None)
CASES = st.sampled_from(["gravity", "nogravity", "static"])


def turned(seed: int, n: int, base: str) -> Robot:
    """A random tree, some of whose bodies are turned by odd fractions of pi or by decimal angles."""
    robot, rng = random_tree(seed, n, base=base), np.random.default_rng([seed, 9])

    def angle() -> Number:
        if rng.random() < 0.5:
            return Number(pi_multiple=Fraction(int(rng.integers(-6, 7)), int(rng.choice([3, 5, 8]))))
        return Number.parse(round(float(rng.uniform(-3, 3)), 4))

    def twisted(placement: Placement) -> Placement:
        return (
            placement.then(Placement((Transform(rpy=(angle(), angle(), angle())),)))
            if rng.random() < 0.5
            else placement
        )

    bodies = [
        body if body.joint.kind == "floating" else replace(body, placement=twisted(body.placement))
        for body in robot.bodies
    ]
    return replace(robot, bodies=tuple(bodies))


TURNED = st.builds(turned, SEEDS, st.integers(1, 5), BASES)


def asked(robot: Robot, case: str, rotors: bool = True, method: str = "exact") -> Verdict:
    gravity = False if case == "nogravity" else None
    return heft.identifiability(robot, gravity, case == "static", rotors, method)


@some
@given(trees(largest=6), CASES, st.booleans())
def test_rpna_counts_what_samples_do(robot: Robot, case: str, rotors: bool) -> None:
    assert asked(robot, case, rotors).n_base == sampled_rank(robot, case, rotors)


@some
@given(TURNED, CASES, st.booleans())
def test_rpna_counts_what_samples_do_at_any_angle(robot: Robot, case: str, rotors: bool) -> None:
    assert asked(robot, case, rotors).n_base == sampled_rank(robot, case, rotors)


def regressor(robot: Robot, case: str, seed: int, samples: int) -> np.ndarray:
    q, qd, qdd = robot.random_state(seed, samples)
    if case == "static":
        qd, qdd = np.zeros_like(qd), np.zeros_like(qdd)
    if case == "nogravity":
        robot = robot.with_gravity([0, 0, 0])
    return heft.torque_regressor(robot, q, qd, qdd)


@some
@given(trees(largest=6), CASES, SEEDS)
def test_the_base_carries_all_torques(robot: Robot, case: str, seed: int) -> None:
    """Y pi = apply(Y) reduce(pi) for every pi, that is Y = apply(Y) matrix, coordinate by coordinate."""
    reduction = asked(robot, case).reduction
    Y = regressor(robot, case, seed, 6)
    assert error_of_coordinates(reduction.apply(Y) @ reduction.matrix, Y) < 1e-9
    pi = np.random.default_rng(seed).standard_normal(Y.shape[-1])
    assert error_of_coordinates(reduction.apply(Y) @ reduction.reduce(pi), Y @ pi) < 1e-9


@some
@given(TURNED, SEEDS)
def test_the_base_carries_all_torques_at_any_angle(robot: Robot, seed: int) -> None:
    """The coefficients are irrational here: floats find them, the exact field tells which there are."""
    reduction = asked(robot, "gravity").reduction
    Y = regressor(robot, "gravity", seed, 6)
    assert error_of_coordinates(reduction.apply(Y) @ reduction.matrix, Y) < 1e-9


@some
@given(trees(largest=6), CASES, SEEDS)
def test_what_the_base_does_not_see_is_not_felt(robot: Robot, case: str, seed: int) -> None:
    """Two sets of parameters with the same base parameters give the same torques."""
    reduction = asked(robot, case).reduction
    Y = regressor(robot, case, seed, 4)
    rng = np.random.default_rng(seed)
    pi, prior = rng.standard_normal((2, Y.shape[-1]))
    base = reduction.reduce(pi)
    for other in (reduction.invert(base), reduction.invert(base, prior)):
        assert np.allclose(reduction.reduce(other), base, atol=1e-9 * max(1.0, np.abs(reduction.matrix).max() ** 2))
        assert error_of_coordinates(np.stack([Y @ other]), np.stack([Y @ pi])) < 1e-8


@few
@given(trees(largest=4, armature=False), CASES)
def test_the_base_is_independent(robot: Robot, case: str) -> None:
    """No base parameter is superfluous: their columns, sampled in floats, have full rank."""
    verdict = asked(robot, case)
    Y = verdict.reduction.apply(regressor(robot, case, 3, 10 * len(robot.parameter_names)))
    columns = Y.reshape(-1, verdict.n_base)
    if verdict.n_base:
        # Each column is measured by its own size; the smallest singular value of such has room above rounding.
        singular = np.linalg.svd(columns / np.linalg.norm(columns, axis=0), compute_uv=False)
        assert singular[-1] > 1e-9


@some
@given(trees(largest=6, rotors=False, mimics=False), SEEDS)
def test_transfers_go_unseen(robot: Robot, seed: int) -> None:
    """Along every transfer of every joint, moving parameters to the parent leaves the torques as they are."""
    Y = regressor(robot, "gravity", seed, 4)
    place = {name: k for k, name in enumerate(robot.parameter_names)}
    exact = asked(robot, "gravity")
    for name in exact.parameter_names:
        if name in exact.reduction.names:
            continue
        # What is no base parameter can be moved to the base parameters that carry it.
        change = np.zeros(Y.shape[-1])
        change[place[name]] = 1.0
        change[exact.reduction.columns] -= exact.reduction.matrix[:, place[name]]
        size = np.abs(Y).max() * max(1.0, np.abs(change).sum())
        assert np.abs(Y @ change).max() < 1e-9 * size, name


@few
@given(trees(largest=5), CASES)
def test_letters_fit_the_combinations(robot: Robot, case: str) -> None:
    verdict = asked(robot, case)
    carried = {name: {p for p, _, _ in verdict.terms(name)} for name in verdict.reduction.names}
    seen = set().union(*carried.values()) if carried else set()
    for name, letter in verdict.classes.items():
        alone = name in carried and carried[name] == {name}
        assert letter == ("I" if alone else "B" if name in carried else "c" if name in seen else "X")
