"""Springs in the model of a joint: linear, a gas spring of known geometry, and a Fourier series."""

from __future__ import annotations

import numpy as np
import pytest
from support.motions import motion_of, wave

import heft
from heft.errors import ArgumentError
from heft.estimation.columns import model_of
from heft.estimation.estimate import Estimate
from heft.estimation.options import Options
from heft.friction import CONSERVING, DEFAULT_FRICTION, law_named
from heft.logs.motion import Motion

ROBOT = heft.load("zoo:double_pendulum")
GEOMETRY = (0.3, 0.12, 0.8)


def run(torque) -> Motion:
    """Return a run with a torque on the elbow that is a function of its position."""
    q, qd, qdd = wave(ROBOT, 4, 5000, 200.0)
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + 0.3 * qd + 0.2 * np.sign(qd)
    tau[:, 1] += torque(q[:, 1])
    tau += 0.01 * np.random.default_rng(0).standard_normal(tau.shape)
    return motion_of(ROBOT, q, qd, qdd, tau)


def test_gas_spring_of_known_geometry():
    a, b, p = GEOMETRY

    def energy(q):  # of a strut that pushes with 40 + 300 (a + b - L) newtons
        short = a + b - np.sqrt(a * a + b * b - 2 * a * b * np.cos(q + p))
        return 40 * short + 150 * short**2

    motion = run(lambda q: (energy(q + 1e-6) - energy(q - 1e-6)) / 2e-6)
    how = {"friction": DEFAULT_FRICTION, "armature": False, "held_out": 0}
    estimate = heft.identify(ROBOT, motion, springs={"elbow": GEOMETRY}, **how)
    plain = heft.identify(ROBOT, motion, **how)
    assert estimate.fitted.joints[1].rmse == pytest.approx(0.01, rel=0.05)
    assert plain.fitted.joints[1].rmse > 2 * estimate.fitted.joints[1].rmse
    values = dict(zip(estimate.names, estimate.values, strict=True))
    assert values["elbow.gas_force"] == pytest.approx(40, rel=0.1)
    assert values["elbow.gas_rate"] == pytest.approx(300, rel=0.1)
    again = Estimate.from_dict(estimate.to_dict())
    assert again.model.extra == estimate.model.extra
    assert again.options == estimate.options
    assert again.validate(motion).to_dict() == estimate.validate(motion).to_dict()
    chosen = heft.identify(ROBOT, motion, springs={"elbow": GEOMETRY}, armature=False, held_out=0)
    assert {"elbow.gas_force", "elbow.gas_rate"} <= {*chosen.names}


@pytest.mark.parametrize("law", ["spring", "counterbalance", "ripple", "gas_spring"])
def test_they_keep_energy(law):
    assert {term.energy for term in law_named(law).terms} == {CONSERVING}


def test_a_counterbalance_of_unknown_shape():
    motion = run(lambda q: 0.8 * np.sin(2 * q + 0.3))
    friction = {"shoulder": DEFAULT_FRICTION, "elbow": (*DEFAULT_FRICTION, "counterbalance")}
    estimate = heft.identify(ROBOT, motion, friction=friction, armature=False, held_out=0)
    values = dict(zip(estimate.names, estimate.values, strict=True))
    assert values["elbow.balance_sin2"] == pytest.approx(0.8 * np.cos(0.3), abs=0.02)
    assert values["elbow.balance_cos2"] == pytest.approx(0.8 * np.sin(0.3), abs=0.02)


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"friction": ("gas_spring",)}, "needs two distances"),
        ({"springs": {"elbow": (0.3, -0.1, 0.0)}}, "both positive"),
        ({"springs": {"elbo": GEOMETRY}}, "no joint 'elbo'"),
    ],
)
def test_refuses_what_makes_no_sense(how, words):
    with pytest.raises(ArgumentError, match=words):
        model_of(ROBOT, **how)


def test_prismatic_joints_have_no_gas_spring():
    with pytest.raises(ArgumentError, match="does not turn"):
        model_of(heft.load("zoo:cartpole"), springs={"cart": GEOMETRY})


def test_options_hold_the_geometry():
    options = Options(springs={"elbow": [1, 2, 3]})
    assert options.springs == {"elbow": (1.0, 2.0, 3.0)}
    assert Options.from_dict(options.to_dict()) == options
