import re
from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import DRIVES, motion_of, noisy_run, wave

import heft
import heft.estimation.consistent as consistent_module
from heft.errors import ArgumentError, PhysicsError
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.cone_program import Optimum
from heft.estimation.consistent import consistent
from heft.estimation.constraints import Knowledge
from heft.estimation.estimators import estimator
from heft.estimation.evidence import Evidence
from heft.estimation.findings.far_from_file import far_from_file
from heft.estimation.scales import prior_widths
from heft.estimation.steps import Steps
from heft.parameters import INDEX, is_physical

ROBOT = heft.load("zoo:ur10e")
BASE = base_of(model_of(ROBOT))
TRUTH = np.array(BASE.model.prior)
for _k, _column in enumerate(BASE.model.extra):
    TRUTH[BASE.model.n_inertial + _k] = DRIVES[_column.kind]


def fitted(noise: float):
    evidence = Evidence.of(BASE, [noisy_run(ROBOT, n=2000, noise=noise)])
    return estimator("weighted").fit(evidence), evidence.scales


def margins(values):
    return [is_physical(body).margin for body in values[: 10 * ROBOT.n_bodies].reshape(-1, 10)]


def test_a_possible_estimate_is_not_moved():
    fit, scales = fitted(1e-5)
    found = consistent(BASE, fit, scales, reference=TRUTH)
    assert np.max(np.abs(found.moved)) < 0.01
    assert_allclose(found.base, fit.values, atol=1e-5)
    # the prior being the truth, everything comes out
    assert_allclose(found.values, TRUTH, atol=1e-4)


@pytest.mark.parametrize("prior", ["euclidean", "entropic"])
def test_an_impossible_estimate_becomes_possible(prior):
    fit, scales = fitted(3.0)
    plain = BASE.model.prior + np.linalg.pinv(BASE.matrix) @ (fit.values - BASE.reduce(BASE.model.prior))
    assert min(margins(plain)) < 0
    found = consistent(BASE, fit, scales, prior=prior)
    assert min(margins(found.values)) > 0
    drives = [k for k, c in enumerate(BASE.model.extra) if c.kind != "offset"]
    assert np.min(found.values[BASE.model.n_inertial :][drives]) > -1e-6
    assert np.mean(np.abs(found.moved) < 3) > 0.9


def test_what_the_data_do_not_tell_keeps_the_prior():
    fit, scales = fitted(1e-3)
    reference = TRUTH.copy()
    reference[INDEX["m"]] = 11.0
    found = consistent(BASE, fit, scales, reference=reference)
    assert found.values[INDEX["m"]] == pytest.approx(11.0, rel=1e-3)
    assert np.max(np.abs(found.moved)) < 0.5


SCREW = 8.0
"""[kg] the armature of a ball screw: far more than the load that it lifts."""


def lifting_arm():
    """Return a SCARA by its file, and a run of it: its links weigh less, and a ball screw lifts the last two."""
    arm = heft.load("zoo:scara")
    file = replace(arm, bodies=tuple(replace(body, rotor=None) for body in arm.bodies))
    q, qd, qdd = wave(file, 0, 4000, 200.0)
    tau = heft.inverse_dynamics(file.with_parameters(0.8 * file.parameters), q, qd, qdd) + 0.4 * np.sign(qd) + 0.5 * qd
    tau[:, 2] += SCREW * qdd[:, 2]
    tau += 0.05 * np.random.default_rng(0).standard_normal(tau.shape)
    return file, motion_of(file, q, qd, qdd, tau)


@pytest.mark.parametrize("prior", ["euclidean", "entropic"])
def test_a_ball_screw_does_not_become_mass(prior):
    """Mass, armature and offset of a vertical prismatic joint cannot be told apart: the links stay near their file."""
    file, run = lifting_arm()
    base = base_of(model_of(file))
    evidence = Evidence.of(base, [run])
    fit = estimator("weighted").fit(evidence)
    found = consistent(base, fit, evidence.scales, prior=prior)
    value = dict(zip(base.model.names, found.values, strict=True))
    carried = 0.8 * file.parameters[2:, 0].sum()
    assert value["quill.m"] + value["tool.m"] == pytest.approx(carried, rel=0.3)  # 0.2 below the file
    assert value["joint3.armature"] == pytest.approx(SCREW, rel=0.05)
    assert abs(value["joint3.offset"]) < 0.3 * carried * 9.81
    assert not [*far_from_file(base, found, fit.covariance, base.scales(evidence.scales))]


def test_entropic_prior_is_the_same_in_all_units():
    # the divergence does not change under x -> T x; a body's own frame does not matter for the base parameters found
    fit, scales = fitted(0.5)
    one = consistent(BASE, fit, scales, prior="entropic")
    other = consistent(BASE, fit, 3.0 * scales, prior="entropic")
    assert_allclose(one.values, other.values, atol=2e-3 * np.max(scales))


def test_knowledge_is_kept():
    fit, scales = fitted(0.3)
    knowledge = Knowledge(
        mass={"upper_arm": (12.0, 12.5)},
        com={"forearm": ((-0.4, -0.3), (-0.01, 0.01), (0.0, 0.1))},
        symmetric={"wrist3": "z"},
        total_mass=30.0,
    )
    values = consistent(BASE, fit, scales, knowledge=knowledge).values
    table = dict(zip(ROBOT.body_names, values[:60].reshape(6, 10), strict=True))
    assert 12.0 - 1e-5 < table["upper_arm"][0] < 12.5 + 1e-5
    com = table["forearm"][1:4] / table["forearm"][0]
    assert np.all(com > np.array([-0.4, -0.01, 0.0]) - 1e-5)
    assert np.all(com < np.array([-0.3, 0.01, 0.1]) + 1e-5)
    wrist = table["wrist3"]
    assert_allclose(wrist[[INDEX[n] for n in ("mcx", "mcy", "Ixy", "Ixz", "Iyz")]], 0, atol=1e-6)
    assert wrist[INDEX["Ixx"]] == pytest.approx(wrist[INDEX["Iyy"]], abs=1e-6)
    assert values[:60:10].sum() == pytest.approx(30.0, abs=1e-5)


def test_contradictions_are_told():
    fit, scales = fitted(0.3)
    with pytest.raises(PhysicsError, match="contradict"):
        consistent(BASE, fit, scales, knowledge=Knowledge(mass={"upper_arm": (12.0, 13.0)}, total_mass=5.0))
    with pytest.raises(ArgumentError, match="at least 3"):
        consistent(BASE, fit, scales, knowledge=Knowledge(mass={"upper_arm": (3.0, 2.0)}))
    with pytest.raises(ArgumentError, match="not a symmetry"):
        consistent(BASE, fit, scales, knowledge=Knowledge(symmetric={"wrist3": "round"}))
    with pytest.raises(ArgumentError, match="not a prior"):
        consistent(BASE, fit, scales, prior="bayes")
    with pytest.raises(ArgumentError, match="no body"):
        consistent(BASE, fit, scales, knowledge=Knowledge(mass={"arm": (1.0, 2.0)}))


def test_rotors_are_physical_too():
    robot = heft.load("zoo:tx40")
    base = base_of(model_of(robot))
    evidence = Evidence.of(base, [noisy_run(robot, n=2000, noise=0.3)])
    values = consistent(base, estimator("weighted").fit(evidence), evidence.scales).values
    made = robot.with_parameters(values[: base.model.n_inertial])
    for body in made.bodies:
        assert is_physical(body.parameters)
        assert is_physical(replace(body).rotor.parameters)


def test_no_possible_robot_costs_less():
    fit, scales = fitted(3.0)
    x = consistent(BASE, fit, scales, prior="euclidean").values
    scales = prior_widths(BASE.model, scales)
    # the cost of the module's docstring, by singular values, in units of the widths of the prior
    seen = (np.eye(len(fit.values)) - fit.weak @ fit.weak.T) @ (BASE.matrix * scales / fit.scales[:, None])
    _, s, Vt = np.linalg.svd(seen)
    N = Vt[int(np.sum(s > 1e-9 * s[0])) :].T
    n = len(fit.values)
    D, z = (fit.factor[:, :n] * fit.scales) @ seen, fit.factor[:, n]
    slope = D.T @ (D @ (x / scales) - z) + N @ (N.T @ ((x - BASE.model.prior) / scales))
    rng = np.random.default_rng(0)
    for _ in range(200):
        # convex: towards no other possible robot does the cost fall. Any body may be heavier or lighter, or another's
        bodies = x[: 10 * ROBOT.n_bodies].reshape(-1, 10)
        bodies = rng.choice([0.0, 0.5, 1.0, 2.0], (len(bodies), 1)) * bodies
        bodies = bodies + rng.choice([0.0, 0.1], (len(bodies), 1)) * rng.permutation(ROBOT.parameters)
        drives = rng.choice([0.5, 1.0, 2.0], len(x) - bodies.size) * x[bodies.size :]
        other = np.concatenate([bodies.ravel(), drives])
        assert slope @ ((other - x) / scales) > -1e-3 * np.linalg.norm((other - x) / scales)


@pytest.mark.parametrize("prior", ["euclidean", "entropic"])
@pytest.mark.parametrize("noise", [1.0, 3.0])
def test_condensed_cones_and_a_sparse_cost_give_the_same(monkeypatch, noise, prior):
    """With many parameters heft's own method solves, and Clarabel where that fails; with few, Clarabel alone does."""
    fit, scales = fitted(noise)
    own, solved = consistent_module._in_parameters, []
    found = []
    for many, method in ((0, own), (0, _fails), (10**6, own)):
        monkeypatch.setattr(consistent_module, "MANY", many)
        monkeypatch.setattr(consistent_module, "_in_parameters", _noting(method, solved))
        found.append(consistent(BASE, fit, scales, prior=prior).values / scales)
    assert_allclose(found[0], found[1], atol=1e-3)
    assert_allclose(found[0], found[2], atol=1e-3)
    solves = 1 if prior == "euclidean" else 2
    assert solved == [True] * solves + [False] * solves


def test_equalities_go_to_the_general_solver(monkeypatch):
    fit, scales = fitted(0.3)
    knowledge, found = Knowledge(symmetric={"wrist3": "z"}, total_mass=30.0), []
    for many in (0, 10**6):
        monkeypatch.setattr(consistent_module, "MANY", many)
        found.append(consistent(BASE, fit, scales, knowledge=knowledge).values / scales)
    assert_allclose(*found, atol=1e-3)


def test_drives_that_the_data_determine_are_not_held_by_the_prior():
    """Their part in directions that the data do not determine is rounding, and must not be blown up to a belief."""
    fit, scales = fitted(0.1)
    model = BASE.model
    steps = Steps.of(BASE, fit, scales, model.prior)
    sizes = np.linalg.norm(consistent_module._undetermined_drives(steps, model), axis=1)
    kinds = np.array([column.kind for column in model.extra])
    assert set(kinds[sizes > 0]) == {"armature"}  # of the first joint, which cannot be told from its link's inertia
    assert_allclose(sizes[sizes > 0], 1.0)
    # one more direction that the data do not determine, of the first drive alone
    turned = steps.basis.copy()
    turned[model.n_inertial, -1] = scales[model.n_inertial]
    rows = consistent_module._undetermined_drives(replace(steps, basis=turned), model)
    assert_allclose(rows[0], np.eye(len(scales))[-1], atol=1e-9)


def _fails(cost, steps, unit, rows, x, ball=None):
    return Optimum(x, "NumericalError", 0.0, np.inf)


def _noting(method, solved):
    def noted(*arguments):
        found = method(*arguments)
        solved.append(found.solved)
        return found

    return noted


def test_a_total_mass_that_the_file_contradicts_is_named():
    """Efforts hardly depend on it: the residuals are small, and one link has the rest."""
    file = float(ROBOT.parameters[:, 0].sum())
    run = noisy_run(ROBOT, 0, 2000)
    options = {"friction": "viscous,coulomb,offset", "held_out": 0}
    near, far = (
        heft.identify(ROBOT, run, knowledge=Knowledge(total_mass=factor * file), **options).warnings
        for factor in (1.05, 10.0)
    )
    assert not any("total mass" in text for text in near)
    said = next(text for text in far if "total mass" in text)
    assert f"is 10 times that of the robot file, {file:.4g} kg" in said
    assert re.search(r"With it, '\w+' weighs [\d.]+ kg, [\d.]+ kg in the file", said)
