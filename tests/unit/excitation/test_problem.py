"""The gradient of a design problem in the coefficients, by one adjoint sweep, against differences."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

import heft
from heft.excitation.all_joints import AllJoints
from heft.excitation.columns import SMOOTH
from heft.excitation.criteria import criteria
from heft.excitation.families.fourier import Fourier
from heft.excitation.families.spline import Spline
from heft.excitation.linearised import linearised
from heft.excitation.motion_limits import limits_of
from heft.excitation.problem import Problem
from heft.excitation.targets import target_of
from heft.excitation.torques import TorqueBound


@dataclass(frozen=True)
class Above:
    """A made-up constraint: a smooth function of the posture."""

    names: tuple[str, ...] = ("first", "second")
    lipschitz: np.ndarray = field(default_factory=lambda: np.ones((2, 6)))

    def values(self, q):
        return np.stack([np.sin(q[:, 0]) + 0.1 * q[:, 1], np.cos(q[:, 2]) * q[:, 3]], axis=1)

    def gradients(self, q):
        found = np.zeros((len(q), 2, q.shape[1]))
        found[:, 0, 0], found[:, 0, 1] = np.cos(q[:, 0]), 0.1
        found[:, 1, 2], found[:, 1, 3] = -np.sin(q[:, 2]) * q[:, 3], np.cos(q[:, 2])
        return found


def problem_of(criterion: str, family, from_posture: bool = False, held: int = 0, **model) -> Problem:
    robot = heft.load("zoo:puma560")
    robot = replace(robot, bodies=tuple(replace(body, rotor=None) for body in robot.bodies), source=None)
    joints = AllJoints.of(robot)
    limits = limits_of(joints, {"effort": 60.0, "velocity": 1.5, "lower": -2.0, "upper": 2.0})
    moving, posture = np.arange(robot.nv - held), np.linspace(-0.4, 0.5, robot.nv)
    target = target_of(robot, limits, moving, posture, **({"friction": ("viscous", "coulomb", "offset")} | model))
    columns = target.columns(limits, plain=criteria()[criterion].plain)
    n = len(target.independent)
    return Problem(
        columns=columns,
        criterion=criteria()[criterion],
        family=family,
        limits=limits,
        joint_limits=limits,
        torques=TorqueBound(joints, joints.effort_limits(limits.effort), 0.2, SMOOTH * limits.velocity),
        moving=moving,
        posture=posture,
        from_posture=from_posture,
        earlier=0.1 * np.eye(n),
        rate=100.0,
        configurations=(Above(),),
        extra=np.array([0.123, 1.7]),
    )


CASES = {
    "D": ("D", Fourier(8.0, 4), {}),
    "condition of a spline from a posture": ("condition", Spline(8.0, 8), {"from_posture": True}),
    "two joints held": ("A", Fourier(6.0, 3), {"held": 2}),
    "coupled motor": ("E", Fourier(6.0, 4), {"couplings": [{"joint5": 1.0, "joint6": 1.0}]}),
    "other laws": ("scaled-condition", Fourier(6.0, 4), {"friction": ("asymmetric", "viscous", "quadratic")}),
}


@pytest.mark.parametrize("case", CASES)
def test_the_gradient_is_the_slope(case: str):
    criterion, family, more = CASES[case]
    problem = problem_of(criterion, family, **more)
    rng = np.random.default_rng(2)
    x = 0.3 * rng.standard_normal(problem.sizes[problem.first :].size)
    outlook = problem.outlook(x)
    weights = {kind: rng.uniform(0, 0.1, h.shape) for kind, h in outlook.excess.items()}
    # sizes have a kink at zero: what is so near to it that a step could cross it is left out
    signed = dict(zip(("velocity", "acceleration", "jerk"), outlook.joints[1:], strict=True)) | {"effort": outlook.tau}
    for kind, values in signed.items():
        weights[kind][np.abs(values) < 1e-3 * np.abs(values).max(axis=0)] = 0.0
    weights["effort"][np.any(np.abs(outlook.bodies) < 1e-3, axis=-1)] = 0.0

    def cost(x: np.ndarray) -> float:
        outlook = problem.outlook(x)
        value = problem.criterion.value_and_gradient(outlook.M)[0]
        return value + sum(float(np.sum(weights[kind] * h)) for kind, h in outlook.excess.items())

    gradient = problem.gradient(outlook, problem.criterion.value_and_gradient(outlook.M)[1])
    gradient += problem.limit_gradient(outlook, weights)
    direction, step = rng.standard_normal(x.shape), 1e-6
    slope = (cost(x + step * direction) - cost(x - step * direction)) / (2 * step)
    assert slope == pytest.approx(float(gradient @ direction), rel=1e-6)


def test_coefficients_and_free_numbers_are_inverse():
    problem = problem_of("D", Fourier(8.0, 4), from_posture=True, held=1)
    x = np.random.default_rng(3).standard_normal(problem.sizes[1:].size)
    coefficients = problem.coefficients(x)
    assert np.allclose(problem.free(coefficients), x)
    assert np.array_equal(coefficients[0], problem.posture)
    assert not coefficients[1:, -1].any()


def test_laws_that_depend_on_the_past_are_refused():
    with pytest.raises(heft.errors.ArgumentError, match="friction law 'spring'"):
        problem_of("D", Fourier(8.0, 4), friction=("viscous", "spring"))


@pytest.mark.parametrize("case", CASES)
def test_linearised_limits_have_the_slopes_of_the_excesses(case: str):
    criterion, family, more = CASES[case]
    problem = problem_of(criterion, family, **more)
    rng = np.random.default_rng(4)
    x = 1.5 * rng.standard_normal(problem.sizes[problem.first :].size)
    outlook = problem.outlook(x)
    rows = linearised(problem, outlook, radius=10.0)
    assert {kind for kind, at, _ in rows.places if len(at)} >= {"velocity", "acceleration", "effort", "configuration 0"}
    assert np.array_equal(rows.at(outlook.excess), rows.h)
    direction, step = rng.standard_normal(x.shape), 1e-6
    ahead, behind = (rows.at(problem.outlook(x + sign * step * direction).excess) for sign in (1, -1))
    bent = np.abs(ahead + behind - 2 * rows.h) > 1e-9  # sizes have a kink at zero
    assert bent.mean() < 0.02
    np.testing.assert_allclose((rows.A @ direction)[~bent], ((ahead - behind) / (2 * step))[~bent], atol=1e-6)


def test_limits_out_of_reach_are_left_out():
    problem = problem_of("D", Fourier(8.0, 4))
    x = 0.3 * np.random.default_rng(4).standard_normal(problem.sizes.size)
    outlook, radius = problem.outlook(x), 0.003
    rows, everything = linearised(problem, outlook, radius), linearised(problem, outlook, 10.0)
    assert len(rows.h) < len(everything.h)
    some = np.random.default_rng(5).uniform(-radius, radius, (50, len(x)))
    reached = everything.h + some @ everything.A.T > 0
    kept = rows.spread(np.ones(len(rows.h)), outlook.excess)
    assert np.all(everything.at(kept)[reached.any(axis=0)] == 1)
