"""Contacts and flight in heft.identify: an arm that is pushed, and a robot that falls."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

import heft
from heft.errors import ArgumentError
from heft.logs.contact_channels import touching
from heft.logs.log import Log

PLAIN = {"friction": (), "armature": False, "cleaning": heft.Cleaning(cutoff=20.0)}
RATE = 200.0


@pytest.fixture(scope="module")
def arm():
    robot = heft.load("zoo:ur10e")
    return replace(robot, bodies=tuple(replace(body, rotor=None) for body in robot.bodies), source=None)


@pytest.fixture(scope="module")
def pushed(arm):
    """A log in which something pushes at the origin of the last link, from a third of the time on."""
    rng, t = np.random.default_rng(2), np.arange(0, 8, 1 / RATE)
    q, qd, qdd = np.zeros((3, len(t), arm.nv))
    for k in range(1, 5):
        w, (a, b) = 2 * np.pi * 0.25 * k, rng.uniform(-0.4, 0.4, (2, arm.nv))
        s, c = np.sin(w * t)[:, None], np.cos(w * t)[:, None]
        q, qd, qdd = q + a * s + b * c, qd + w * (a * c - b * s), qdd - w * w * (a * s + b * c)
    body = arm.body_names[-1]
    touch = t > t[-1] / 3
    phase = np.outer(t, [3.0, 5.0, 7.0])
    force = touch[:, None] * 20 * np.sin(phase + np.array([0.3, 1.0, 2.0]))
    wrench = np.hstack([np.zeros((len(t), 3)), force])
    tau = heft.inverse_dynamics(arm, q, qd, qdd, wrenches={body: wrench}) - heft.friction_torque(arm, qd)
    tau = tau - np.array([joint.armature for joint in arm.joints]) * qdd
    tau += 0.02 * rng.standard_normal(tau.shape)
    return Log(t, tuple(arm.joint_names), q, effort=tau, contacts={body: touch.astype(float)})


def share_inside(estimate) -> float:
    truth = estimate.base.reduce(estimate.model.prior)
    return float(np.mean(np.abs(estimate.base_values - truth) <= estimate.base_half_width))


def test_forces_that_nobody_measured_do_no_harm_where_they_are_named(arm, pushed):
    body = arm.body_names[-1]
    found = heft.identify(arm, replace(pushed, contacts={}), contacts=[body], **PLAIN)
    wrong = heft.identify(arm, replace(pushed, contacts={}), **PLAIN)
    assert share_inside(found) > 0.9
    assert np.median(found.base_half_width) < 0.1 * np.median(wrong.base_half_width)
    assert found.held_out.filtered.overall.relative_percent < 1.0 < wrong.held_out.filtered.overall.relative_percent
    again = type(found).from_dict(json.loads(json.dumps(found.to_dict())))
    assert again.model.contacts == found.model.contacts
    assert again.validate(pushed, cleaning=found.cleaning).filtered.overall.relative_percent < 1.0


def test_a_channel_says_when_a_link_touches(arm, pushed):
    body = arm.body_names[-1]
    always = heft.identify(arm, replace(pushed, contacts={}), contacts=[body], **PLAIN)
    at_times = heft.identify(arm, pushed, contacts=[body], **PLAIN)
    assert share_inside(at_times) > 0.9
    assert np.median(at_times.base_half_width) < np.median(always.base_half_width)


def test_contacts_last_as_long_as_filters_smear_them():
    t = np.arange(0, 1, 0.01)
    found = touching(t, {"foot": np.where((t > 0.495) & (t < 0.555), 1.0, 0.0)}, t, 0.1)["foot"]
    assert t[found].min() == pytest.approx(0.40)
    assert t[found].max() == pytest.approx(0.65)


def test_channels_of_contacts_are_kept(pushed, tmp_path):
    pushed.write(tmp_path / "run.parquet")
    again = heft.read_log(tmp_path / "run.parquet")
    (link,) = pushed.contacts
    np.testing.assert_array_equal(again.contacts[link], pushed.contacts[link])
    assert again.part(0, 10).contacts[link].shape == (10,)
    assert f"contact.{link}" in again.facts()["signals"]


@pytest.fixture(scope="module")
def falling():
    """A robot in flight, and logs of its pose without any effort."""
    robot = heft.load("zoo:double_pendulum", base="floating")
    parameters = robot.parameters.copy()
    parameters[0] = heft.parameters.from_com(2.0, [0.02, 0.01, 0.03], np.diag([0.03, 0.04, 0.05]))
    robot, logs = robot.with_parameters(parameters), []
    rng = np.random.default_rng(0)
    for _ in range(2):
        q0, qd0 = robot.neutral.copy(), np.zeros(robot.nv)
        q0[-2:], qd0[:3], qd0[-2:] = rng.uniform(-1, 1, 2), rng.uniform(-3, 3, 3), rng.uniform(-6, 6, 2)
        flight = heft.simulate(robot, 1.2, q0=q0, qd0=qd0, dt=2e-3)
        q = flight.q + 1e-6 * rng.standard_normal(flight.q.shape)
        q[:, :4] /= np.linalg.norm(q[:, :4], axis=1, keepdims=True)
        logs.append(Log(flight.t, tuple(robot.joint_names), q, sizes=tuple(joint.nq for joint in robot.joints)))
    return robot, logs


def test_a_robot_in_flight_shows_its_inertias_beside_its_mass(falling):
    robot, logs = falling
    found = heft.identify(robot, logs, ballistic=True, held_out=0.0)
    truth = found.base.reduce(found.model.prior)
    (mass,) = np.flatnonzero(~found.determined)
    assert found.base.names[mass] == "base.m"
    assert found.base_values[mass] == pytest.approx(truth[mass])
    moment = found.base.names.index("lower.mcy")
    assert found.base_values[moment] == pytest.approx(truth[moment], rel=0.02)
    assert share_inside(found) > 0.9
    assert not found.model.extra


def test_what_does_not_go_together_with_contacts_is_refused(arm, pushed, falling):
    body = arm.body_names[-1]
    for given, words in (
        ({"contacts": ["hand"]}, "no link 'hand'"),
        ({"contacts": {body: -1.0}}, "radius"),
        ({"ballistic": True}, "cannot fly"),
        ({"ballistic": True, "contacts": [body]}, "touches nothing"),
        ({"contacts": [body], "estimator": "recursive"}, "cannot be combined"),
        ({"contacts": [body], "friction": "stribeck"}, "cannot be combined"),
        ({"contacts": [body], "friction": "coulomb,transmission"}, "cannot be combined"),
    ):
        with pytest.raises(ArgumentError, match=words):
            heft.identify(arm, pushed, **(PLAIN | given))
