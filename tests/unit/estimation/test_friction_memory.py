from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from support.motions import motion_of, wave

import heft
from heft.errors import ArgumentError
from heft.estimation.base import base_of
from heft.estimation.columns import Model, model_of
from heft.estimation.friction_search import search_numbers
from heft.estimation.information import information_of
from heft.estimation.options import Options
from heft.friction.dahl import bent

ROBOT = heft.load("zoo:double_pendulum")
DISTANCES = {"shoulder": 2e-4, "elbow": 1e-3}
NUMBERS = {"hysteresis": DISTANCES, "load": DISTANCES}
FRICTION = ("viscous", "hysteresis", "offset")


def dahl(qd: np.ndarray, rate: float, distance: float, parts: int = 20) -> np.ndarray:
    """Dahl's law by small steps of Euler's."""
    z, states = 0.0, []
    for v in qd:
        for _ in range(parts):
            z += (np.sign(v) - z) * abs(v) / rate / parts / distance
        states.append(z)
    return np.array(states)


@pytest.fixture(scope="module")
def rubbed():
    """A motion that rests for a third of its time, its friction by Euler's steps."""
    q, qd, qdd = wave(ROBOT, 2, 6000, 500.0)
    hold = np.repeat(np.arange(6000) // 1000 % 3 == 2, 1)
    q[hold], qd[hold], qdd[hold] = q[1999], 0.0, 0.0
    z = np.column_stack([dahl(qd[:, r], 500.0, d) for r, d in enumerate(DISTANCES.values())])
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + 0.1 * qd + 0.5 * z + 0.05
    tau += 0.01 * np.random.default_rng(0).standard_normal(tau.shape)
    return replace(motion_of(ROBOT, q, qd, qdd, tau), rate=500.0, velocity_threshold=np.full(2, 0.02))


def test_against_an_ode_solver():
    t = np.linspace(0, 2, 2001)
    speed = 0.01 * np.cos(5 * t)
    d = 1e-3
    exact = solve_ivp(
        lambda s, z: (np.sign(np.cos(5 * s)) - z) * abs(0.01 * np.cos(5 * s)) / d,
        (0, 2),
        [0.0],
        t_eval=t,
        max_step=1e-3,
    )
    way = np.diff(0.01 * np.sin(5 * t) / 5, prepend=0.0)
    assert_allclose(bent(way, d), exact.y[0], atol=5e-3)
    assert np.max(np.abs(bent(speed, d))) <= 1


def test_memory():
    way = np.array([1.0, 0.0, 0.0, -1.0, 0.0])
    assert_allclose(bent(way, 1e-2), [1, 1, 1, -1, -1])  # what it was when it stopped
    assert_allclose(bent(way, 1e-2), -bent(-way, 1e-2))
    assert_allclose(bent(np.array([1e-3]), 1.0), [1e-3], rtol=1e-3)  # a spring, at first
    # two steps are one
    assert_allclose(bent(np.array([0.3, 0.4]), 0.5)[-1], bent(np.array([0.7]), 0.5)[-1])


def test_distances_and_friction_are_found(rubbed):
    base = base_of(model_of(ROBOT, ("viscous", "offset"), armature=False))
    found = search_numbers(base, [rubbed], ("viscous", "hysteresis", "load"))
    assert found["hysteresis"] == pytest.approx(DISTANCES, rel=0.15)
    assert found["load"] == found["hysteresis"]  # one contact
    estimate = heft.identify(ROBOT, [rubbed], Options(friction=FRICTION, armature=False, held_out=0))
    for joint in ROBOT.joint_names:
        assert estimate.values[estimate.names.index(f"{joint}.hysteresis")] == pytest.approx(0.5, abs=0.005)
    assert estimate.robot.joints[0].friction.coulomb == pytest.approx(0.5, abs=0.005)
    assert all(joint.n == 6000 for joint in estimate.fitted.joints)  # rest counts
    again = heft.Estimate.from_dict(estimate.to_dict())
    assert again.validate(rubbed).to_dict() == estimate.validate(rubbed).to_dict()
    assert estimate.fitted.joints[0].rmse == pytest.approx(0.01, rel=0.05)


def test_does_not_depend_on_tiles_or_segments_order(rubbed):
    model = model_of(ROBOT, FRICTION, armature=False, numbers=NUMBERS)
    every = range(len(model.names))
    one, other = (information_of(model, every, rubbed, tile=size) for size in (512, 6000))
    values = np.random.default_rng(1).standard_normal(len(every))
    assert_allclose(one.squares(values), other.squares(values), rtol=1e-10)
    cut = replace(rubbed, segments=((0, 2500), (2500, 6000)))
    states = model.states(cut)["elbow.hysteresis"]
    assert abs(states[2500]) < abs(model.states(rubbed)["elbow.hysteresis"][2500])  # each segment starts without load


def test_load_friction(rubbed):
    model = model_of(ROBOT, (*FRICTION, "load"), armature=False, numbers=NUMBERS)
    assert model.units[model.names.index("elbow.load")] == "1"
    states = model.states(rubbed)
    signals = model.extra_signals(rubbed.q, rubbed.qd, rubbed.qdd, states)
    names = [column.name for column in model.extra]
    gravity = np.abs(heft.gravity_forces(ROBOT, rubbed.q))
    assert_allclose(signals[names.index("elbow.load")], states["elbow.hysteresis"] * gravity[:, 1])
    loose = model.extra_signals(rubbed.q, rubbed.qd, rubbed.qdd)
    assert_allclose(loose[names.index("shoulder.hysteresis")], np.sign(rubbed.qd[:, 0]))
    assert Model.from_dict(model.to_dict()).extra == model.extra


@pytest.mark.parametrize(
    ("words", "message"), [(("hysteresis",), "bending distance"), (("load",), "without 'hysteresis'")]
)
def test_refuses_what_makes_no_sense(words, message):
    with pytest.raises(ArgumentError, match=message):
        model_of(ROBOT, words)
