from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from support.motions import noisy_run

import heft
from heft.errors import ArgumentError
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.drive_gains import DriveGains, drive_gains
from heft.estimation.payload import Payload, payload
from heft.parameters import from_com

ROBOT = heft.load("zoo:ur10e")
BASE = base_of(model_of(ROBOT))
MASS, COM, INERTIA = 2.8, np.array([0.02, -0.03, 0.09]), np.diag([0.03, 0.035, 0.02])
HEAVY = ROBOT.with_parameters(ROBOT.parameters + np.eye(6)[:, [5]] * from_com(MASS, COM, INERTIA))
UNLOADED, LOADED = noisy_run(ROBOT, 1), noisy_run(HEAVY, 2)
GAINS = np.array([10.0, 10.7, 8.5, 9.0, 9.5, 10.1])


def test_payload_with_its_uncertainty():
    found = payload(BASE, [UNLOADED], [LOADED])
    assert found.body == "wrist3"
    assert abs(found.mass - MASS) < 4 * found.mass_deviation < 0.02
    assert np.all(np.abs(found.com - COM) < 4 * found.com_deviation)
    assert np.all(np.abs(found.inertia - INERTIA) < 4 * found.inertia_deviation)
    assert heft.parameters.is_physical(found.parameters)
    again = Payload.from_dict(found.to_dict())
    assert again.mass == found.mass
    assert_allclose(again.covariance, found.covariance)


def test_payload_needs_both_runs():
    with pytest.raises(ArgumentError, match="one loaded"):
        payload(BASE, [UNLOADED], [])
    with pytest.raises(ArgumentError, match="no body 'hand'"):
        payload(BASE, [UNLOADED], [LOADED], "hand")


def in_amperes(motion):
    return replace(motion, effort=motion.effort / GAINS, effort_kind="motor_current")


def test_drive_gains_from_the_mass_alone():
    gains = drive_gains(BASE, [in_amperes(UNLOADED)], [in_amperes(LOADED)], {"m": MASS})
    assert np.all(np.abs(gains.values - GAINS) < 4 * gains.deviation)
    assert np.all(gains.deviation < 0.02 * GAINS)
    weighed = payload(BASE, [gains.torques(in_amperes(UNLOADED))], [gains.torques(in_amperes(LOADED))])
    assert weighed.mass == pytest.approx(MASS, rel=2e-3)
    again = DriveGains.from_dict(gains.to_dict())
    assert_allclose(again.values, gains.values)


def test_gains_scale_with_what_is_known():
    # twice the mass with the same currents: every torque and every gain is twice as large
    runs = [in_amperes(UNLOADED)], [in_amperes(LOADED)]
    one, two = (drive_gains(BASE, *runs, {"m": mass}) for mass in (MASS, 2 * MASS))
    assert_allclose(two.values, 2 * one.values, rtol=1e-5)


def test_gains_refuse_what_makes_no_sense():
    runs = [in_amperes(UNLOADED)], [in_amperes(LOADED)]
    with pytest.raises(ArgumentError, match="not a property"):
        drive_gains(BASE, *runs, {"weight": 2.0})
    with pytest.raises(ArgumentError, match="not zero"):
        drive_gains(BASE, *runs, {})
