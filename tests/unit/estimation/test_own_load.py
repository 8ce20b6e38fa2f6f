"""Friction that grows with the load is computed for the robot that is found, not for the one in the file."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from support.motions import motion_of, wave
from support.small_robots import body, mechanism

import heft
from heft.errors import ArgumentError
from heft.estimation.columns import Model, model_of
from heft.estimation.estimate import Estimate
from heft.estimation.fingerprint import difference
from heft.estimation.gear_torques import transmitted_by_gears
from heft.logs.motion import Motion

ROBOT = heft.load("zoo:double_pendulum")
FILE = ROBOT.with_parameters(np.array(ROBOT.parameters) * [[0.6], [1.5]])
SHARE, NOISE = 0.15, 0.01
LAWS = {
    "load": lambda q, qd, qdd: heft.gravity_forces(ROBOT, q),
    "transmission": lambda q, qd, qdd: heft.inverse_dynamics(ROBOT, q, qd, qdd),
}


def loaded(name: str, seed: int) -> Motion:
    """Return a run, three times as fast as a wave, whose friction is a share of what the gears carry."""
    q, qd, qdd = wave(ROBOT, seed, 6000, 200.0)
    qd, qdd = 3 * qd, 9 * qdd
    dry = 0.1 + SHARE * np.abs(LAWS[name](q, qd, qdd))
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + 0.3 * qd + np.sign(qd) * dry
    tau += NOISE * np.random.default_rng(seed).standard_normal(tau.shape)
    return motion_of(ROBOT, q, qd, qdd, tau, rate=600.0)


def found_with(name: str, robot: heft.Robot = FILE) -> Estimate:
    laws = ("viscous", "coulomb", "offset", name)
    return heft.identify(robot, [loaded(name, 1), loaded(name, 2)], friction=laws, armature=False, held_out=0)


@pytest.mark.parametrize("name", LAWS)
def test_wrong_masses_of_a_file_do_no_harm(name):
    found, with_truth = found_with(name), found_with(name, ROBOT)
    shares = [found.values[found.names.index(f"{joint}.{name}")] for joint in ROBOT.joint_names]
    assert shares == pytest.approx([SHARE, SHARE], rel=1e-3)
    # what is left of the file is far below what noise makes
    assert np.all(np.abs(found.base_values - with_truth.base_values) < 0.05 * with_truth.base_half_width)
    new = loaded(name, 3)
    left = found.predict(new.q, new.qd, new.qdd) - new.effort
    assert np.sqrt(np.mean(left**2)) < 1.02 * NOISE


def test_a_saved_result_predicts_the_same():
    found = found_with("transmission")
    again = Estimate.from_dict(json.loads(json.dumps(found.to_dict())))
    state = ROBOT.random_state(0, 20)
    assert np.array_equal(again.predict(*state), found.predict(*state))
    without = replace(found.model, carrying=None)  # the gears of the file carry something else
    assert not np.allclose(without.torques(found.values, *state), found.predict(*state))


def test_what_the_gears_carry_counts_beside_the_columns():
    model = model_of(FILE, ("coulomb", "transmission"), armature=False)
    other = replace(model, carrying=ROBOT)
    assert "inertia, on which friction" in difference(model.fingerprint, other.fingerprint)
    plain = model_of(FILE, ("coulomb",), armature=False)
    assert difference(plain.fingerprint, replace(plain, carrying=ROBOT).fingerprint) is None


def test_gears_carry_the_robot_as_it_is_mounted():
    model = replace(model_of(FILE, ("coulomb", "load"), armature=False), carrying=ROBOT)
    turned = replace(model, robot=FILE.with_gravity((0.0, 0.0, 9.81)))
    assert [float(g) for g in turned.carrier.gravity] == [0.0, 0.0, 9.81]
    assert np.array_equal(turned.carrier.parameters, ROBOT.parameters)
    assert np.array_equal(Model.from_dict(turned.to_dict()).carrier.parameters, ROBOT.parameters)


@pytest.mark.parametrize("name", LAWS)
def test_saved_information_does_not_suffice(name):
    run, plain = loaded(name, 1), ("viscous", "coulomb")
    earlier = heft.identify(FILE, run, friction=plain, armature=False, held_out=0).information
    with pytest.raises(ArgumentError, match="depends on the masses of the robot"):
        heft.identify(FILE, loaded(name, 2), friction=(*plain, name), armature=False, held_out=0, information=earlier)


def test_gears_do_not_transmit_what_their_own_rotors_need():
    """A rotor is in front of its gear, whichever joint it belongs to; the joints before it carry its mass."""
    inertia = {"mass": 2.0, "com": [0.1, 0.0, 0.05], "about_com": [0.02, 0.03, 0.02]}
    spins = {"ratio": 50, "inertia": {"mass": 0.3, "about_com": [1e-4, 1e-4, 2e-4]}}
    turn = {"type": "revolute", "axis": [0, 1, 0]}
    bodies = [body("upper", None, turn, inertia=inertia), body("fore", "upper", turn, inertia=inertia)]
    bodies[1]["placement"] = {"xyz": [0.3, 0, 0]}
    turned = {"rpy": ["1/2*pi", 0, 0]}
    bare = mechanism(*bodies)
    driven = mechanism(*(each | {"rotor": spins | {"placement": turned}} for each in bodies))
    q, qd, qdd = bare.random_state(0, 50)
    without, found = transmitted_by_gears(bare, q, qd, qdd), transmitted_by_gears(driven, q, qd, qdd)
    np.testing.assert_allclose(found, without, atol=1e-9)  # on the first axis, no gear lifts a rotor
    assert not np.allclose(np.abs(heft.inverse_dynamics(driven, q, qd, qdd)), without)
