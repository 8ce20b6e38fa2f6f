"""The entropic prior: an error bound on what it may change, and no strong belief where the file has next to nothing."""

from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from support.motions import motion_of, noisy_run, wave

import heft
import heft.estimation.consistent as consistent_module
from heft.errors import ArgumentError, PhysicsError
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.consistent import consistent
from heft.estimation.constraints import Knowledge
from heft.estimation.divergence import divergence, thickness
from heft.estimation.estimators import estimator
from heft.estimation.evidence import Evidence
from heft.estimation.findings.links_and_prior import thin_links
from heft.estimation.plausible_links import plausible
from heft.estimation.scales import body_sizes
from heft.parameters import from_com, is_physical, to_com

ROBOTS = ("double_pendulum", "furuta", "scara", "puma560", "stanford", "ur10e", "tx40", "panda", "cheetah3_torso_leg")
EXAMPLE = Path(__file__).parents[3] / "examples/robots/double_pendulum.toml"


def another(robot, seed=1):
    """Return a robot with links other than the file's, by some tens of percent; massless ones get a mass."""
    rng, rows = np.random.default_rng(seed), []
    for ten in robot.parameters:
        mass, com, inertia = to_com(ten) if ten[0] > 0 else (1.0, np.zeros(3), 0.01 * np.eye(3))
        size, factor = np.sqrt(max(np.trace(inertia), 1e-4) / mass), np.exp(0.3 * rng.standard_normal())
        rows.append(from_com(factor * mass, com + 0.1 * size * rng.standard_normal(3), factor * inertia))
    return robot.with_parameters(np.concatenate([np.ravel(rows), robot.parameter_vector[10 * robot.n_bodies :]]))


@cache
def load(name):
    """Return a robot of the zoo, always the same."""
    return heft.load(f"zoo:{name}")


@cache
def base_for(robot):
    return base_of(model_of(robot))


@cache
def fitted(robot, noise, real=None):
    """Return base, evidence and fit of a run of another robot, with noise beside the rms torque."""
    q, qd, qdd = wave(robot, 1, 1000, 100.0) if robot.nq == robot.nv else robot.random_state(1, 1000)
    tau = heft.inverse_dynamics(another(robot) if real is None else real, q, qd, qdd)
    tau += noise * np.sqrt(np.mean(tau**2, axis=0)) * np.random.default_rng(2).standard_normal(tau.shape)
    evidence = Evidence.of(base_for(robot), [motion_of(robot, q, qd, qdd, tau, rate=100.0)])
    return base_for(robot), evidence, estimator("weighted").fit(evidence)


def residual(evidence, fit, values):
    """Return the weighted rms residual of base parameters, beside that of least squares."""
    return np.sqrt(np.sum(fit.weights**2 * evidence.information.squares(values)) / np.sum(fit.weights**2 * fit.squares))


@pytest.mark.parametrize("name", ROBOTS)
@pytest.mark.parametrize("noise", [1e-9, 0.01, 0.3])
def test_both_priors_solve_every_robot_of_the_zoo(name, noise):
    robot = load(name)
    base, evidence, fit = fitted(robot, noise)
    plausible = np.maximum(another(robot).parameters[:, 0], np.mean(another(robot).parameters[:, 0]))
    for prior in ("euclidean", "entropic"):
        found = consistent(base, fit, evidence.scales, prior=prior)
        assert np.all(found.values[: 10 * robot.n_bodies : 10] < 2 * plausible)
        assert all(is_physical(body) for body in found.values[: 10 * robot.n_bodies].reshape(-1, 10))


@pytest.mark.parametrize("bound", [0.1, 0.5, 2.0])
def test_the_bound_is_on_the_rms_residual(bound):
    robot = load("ur10e")
    base, evidence, fit = fitted(robot, 0.05)
    least = residual(evidence, fit, consistent(base, fit, evidence.scales, prior="euclidean").base)
    values = consistent(base, fit, evidence.scales, prior="entropic", error_bound=bound).base
    assert residual(evidence, fit, values) == pytest.approx((1 + bound / 100) * least, rel=1e-4)


def test_a_bound_that_admits_the_file_gives_the_file():
    robot = load("ur10e")
    base, evidence, fit = fitted(robot, 0.05)
    found = consistent(base, fit, evidence.scales, prior="entropic", error_bound=1e5)
    assert_allclose(found.values[:60] / evidence.scales[:60], base.model.prior[:60] / evidence.scales[:60], atol=1e-3)


@cache
def thick(name):
    """Return a robot of the zoo whose links all have mass and extent in all directions."""
    robot, rows = plausible(load(name))[0], []
    for ten, mass, radius in zip(robot.parameters, *body_sizes(robot.parameters), strict=True):
        given, com, inertia = to_com(ten) if ten[0] > 0 else (0.2 * mass, np.zeros(3), np.zeros((3, 3)))
        rows.append(from_com(given, com, inertia + 0.05 * given * radius**2 * np.eye(3)))
    return replace(robot, bodies=tuple(replace(body, rotor=None) for body in robot.bodies)).with_parameters(rows)


@pytest.mark.parametrize("name", ROBOTS)
def test_data_that_agree_with_the_file_move_nothing(name):
    robot = thick(name)
    base, evidence, fit = fitted(robot, 1e-9, real=robot)
    found = consistent(base, fit, evidence.scales)
    n = base.model.n_inertial
    assert not base.model.replaced
    assert_allclose(found.values[:n] / evidence.scales[:n], base.model.prior[:n] / evidence.scales[:n], atol=2e-3)
    assert divergence(base.model, base.model.prior, base.model.prior) == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("noise", [0.01, 0.3])
@pytest.mark.parametrize("name", ROBOTS)
def test_links_are_thin_only_with_the_euclidean_prior(name, noise):
    base, evidence, fit = fitted(load(name), noise)
    ours, theirs = (
        thickness(base.model, consistent(base, fit, evidence.scales, prior=prior).values)
        for prior in ("entropic", "euclidean")
    )
    assert min(ours.values()) > 0.05
    assert min(theirs.values()) < 1e-3


def test_where_the_solver_fails_the_bound_is_doubled_and_then_the_euclidean_prior_is_taken(monkeypatch):
    base, evidence, fit = fitted(load("ur10e"), 0.05)
    solve, radii = consistent_module._least_divergent_within, []

    def failing(times):
        def within(radius, *others):
            radii.append(radius)
            return None if len(radii) <= times else solve(radius, *others)

        radii.clear()
        monkeypatch.setattr(consistent_module, "_least_divergent_within", within)
        return consistent(base, fit, evidence.scales)

    least, once = (residual(evidence, fit, failing(times).base) for times in (0, 1))
    assert once > least
    assert radii[1] > 1.1 * radii[0]
    never, plain = failing(2), consistent(base, fit, evidence.scales, prior="euclidean")
    assert (never.failed, never.prior, plain.failed) == (True, "euclidean", False)
    assert_array_equal(never.values, plain.values)
    assert any("the solver of the entropic prior failed" in text.lower() for text in thin_links(base, never))
    assert not [*thin_links(base, plain)]


@pytest.mark.parametrize("name", ROBOTS)
def test_nothing_within_the_bound_diverges_less(name):
    robot = load(name)
    base, evidence, fit = fitted(robot, 0.05)
    model, plain = base.model, consistent(base, fit, evidence.scales, prior="euclidean")
    values = consistent(base, fit, evidence.scales).values
    assert divergence(model, values, model.prior) <= divergence(model, plain.values, model.prior) + 1e-4


def unseen(base, scales):
    """Return an orthonormal basis of the inertial parameters, in units of their sizes, that no torque depends on."""
    n = base.model.n_inertial
    _, s, V = np.linalg.svd(base.matrix[:, :n] * scales[:n])
    return V[np.count_nonzero(s > 1e-9 * s[0]) :].T


def lower(base, scales, values, other):
    """Return by how much steps that no torque shows bring consistent parameters nearer to the file at most.

    The steps are random ones, which depend on the basis and so on the machine, and those towards the file and towards
    other values.
    """
    model, n, rng = base.model, base.model.n_inertial, np.random.default_rng(5)
    N, here = unseen(base, scales), divergence(model, values, model.prior)
    ways = [N.T @ ((goal - values)[:n] / scales[:n]) for goal in (model.prior, other)]
    steps = [size * rng.standard_normal(N.shape[1]) for size in (1e-3, 1e-2, 0.1, 1.0) for _ in range(100)]
    found = [0.0]
    for step in [*steps, *(share * way for way in ways for share in (0.01, 0.1, 0.3, 1.0))]:
        there = values.copy()
        there[:n] += scales[:n] * (N @ step)
        if all(is_physical(body) for body in there[: 10 * model.robot.n_bodies].reshape(-1, 10)):
            found.append(here - divergence(model, there, model.prior))
    return max(found)


TELLS = {("double_pendulum", 0.05), ("furuta", 0.05), ("scara", 0.05), ("ur10e", 0.001)}
"""Robots and noise [N m] with which such steps exist from the euclidean estimate, so that a test would find them."""


@pytest.mark.parametrize("noise", [0.05, 0.001])
@pytest.mark.parametrize("name", ["double_pendulum", "furuta", "scara", "ur10e"])
def test_no_step_that_the_data_do_not_see_comes_nearer_to_the_file(name, noise):
    """Not back to the file's numbers either: a link of less first moment is nearer to the file if it is lighter."""
    base, evidence, fit = fitted(load(name), noise)
    plain, entropic = (consistent(base, fit, evidence.scales, prior=prior) for prior in ("euclidean", "entropic"))
    assert lower(base, evidence.scales, entropic.values, plain.values) < 1e-5
    if (name, noise) in TELLS:
        assert lower(base, evidence.scales, plain.values, entropic.values) > 1e-3


def test_rotors_without_mass_do_not_make_a_link_heavy():
    # 0.3 kg links whose file says 0.5 kg and nothing of the rotors: these were believed to weigh nothing, firmly
    robot = heft.load(EXAMPLE)
    ten, rotor = 0.6 * robot.parameters, np.array([0.1, 0.0, 5e-5, 1e-4])
    real = robot.with_parameters(np.concatenate([ten.ravel(), rotor, rotor]))
    base, evidence, fit = fitted(robot, 0.2, real=real)
    values = consistent(base, fit, evidence.scales, prior="entropic").values
    assert np.all(values[:20:10] < 0.6)


def test_a_body_of_a_milligram_is_not_a_strong_belief():
    robot = load("double_pendulum")
    light = robot.with_parameters(robot.parameters * np.array([[1.0], [1e-6]]))
    base, evidence, fit = fitted(light, 0.05, real=robot)
    found = consistent(base, fit, evidence.scales, prior="entropic")
    assert np.max(np.abs(found.moved)) < 5
    assert np.all(found.values[:20:10] < 3 * robot.parameters[:, 0])


def test_a_model_far_from_the_data_is_solved_too():
    # torques of another sign, without noise: no consistent robot comes near, and units are not to blame
    robot = load("puma560")
    motion = noisy_run(robot, n=800, noise=0.0)
    base = base_of(model_of(robot))
    evidence = Evidence.of(base, [motion_of(robot, motion.q, motion.qd, motion.qdd, -motion.effort)])
    fit = estimator("weighted").fit(evidence)
    for prior in ("euclidean", "entropic"):
        found = consistent(base, fit, evidence.scales, prior=prior)
        assert np.max(np.abs(found.moved)) > 100


def test_only_contradictions_are_blamed_on_knowledge():
    base, evidence, fit = fitted(load("ur10e"), 0.05)
    with pytest.raises(PhysicsError, match="contradict") as error:
        consistent(base, fit, evidence.scales, knowledge=Knowledge(mass={"upper_arm": (12.0, 13.0)}, total_mass=5.0))
    assert "unit" not in str(error.value)


def test_the_bound_is_refused_where_it_has_no_effect():
    with pytest.raises(ArgumentError, match="no effect on the euclidean prior"):
        heft.Options(prior="euclidean", error_bound=0.5)
    with pytest.raises(ArgumentError, match="above 0"):
        heft.Options(prior="entropic", error_bound=0.0)
    assert heft.Options.from_dict(heft.Options(prior="entropic", error_bound=0.5).to_dict()).error_bound == 0.5
