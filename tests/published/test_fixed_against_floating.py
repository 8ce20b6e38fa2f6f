"""Table 6 of P0 in spirit: a leg of the Cheetah 3 identified on a locked and on a floating torso, validated both ways.

The papers' motion is a gallop that is not published. Here the joints follow random sums of sines, the torso takes
random states, and the motion is certified: the rank of its regressor is the count that RPNA proves. What the table says
must then hold: identified while the torso floats, no torque is wrong anywhere; identified while it is locked, the
hip and ab/ad torques and the wrench on the body are wrong as soon as it floats, the knee never.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import heft
from heft.robot.model import Robot

SAMPLES = 400
LEG = ("abad", "hip", "knee")


def motion(robot: Robot, seed: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A sum of sines in every joint; where the torso floats, its states are drawn at random."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0.0, 10.0, SAMPLES)[:, None, None]
    joints = robot.nv - (6 if robot.base == "floating" else 0)
    w = rng.uniform(1.0, 8.0, (1, joints, 5))
    a, phase = 0.4 * rng.standard_normal((1, joints, 5)), rng.uniform(0, 2 * np.pi, (1, joints, 5))
    q = np.sum(a * np.sin(w * t + phase), axis=2)
    qd = np.sum(a * w * np.cos(w * t + phase), axis=2)
    qdd = np.sum(-a * w**2 * np.sin(w * t + phase), axis=2)
    if robot.base == "fixed":
        return q, qd, qdd
    free_q, free_qd, free_qdd = robot.random_state(seed, SAMPLES)
    return (
        np.hstack([free_q[:, :7], q]),
        np.hstack([3 * free_qd[:, :6], qd]),
        np.hstack([10 * free_qdd[:, :6], qdd]),
    )


@cache
def floating() -> Robot:
    return heft.load("zoo:cheetah3_torso_leg")


@cache
def fixed() -> Robot:
    """The same leg on a torso that is locked in place, as on a table."""
    return heft.load("zoo:cheetah3_leg")


def true_parameters(robot: Robot) -> np.ndarray:
    rotors = [rotor.free_parameters for _, rotor in robot.rotors]
    return np.concatenate([robot.parameters.ravel(), *rotors])


def identified(robot: Robot) -> np.ndarray:
    """All parameters by a pseudo-inverse, eq. 64, without any prior; the motion is certified first."""
    state = motion(robot, 1)
    Y = heft.torque_regressor(robot, *state).reshape(-1, len(robot.parameter_names))
    torques = heft.inverse_dynamics(robot, *state).ravel()
    np.testing.assert_allclose(Y @ true_parameters(robot), torques, atol=1e-9 * np.abs(torques).max())
    lengths = np.linalg.norm(Y, axis=0)
    scale = np.where(lengths > 0, lengths, 1.0)
    singular = np.linalg.svd(Y / scale, compute_uv=False)
    rank = heft.identifiability(robot, method="exact").n_base
    assert singular[rank - 1] > 1e-6 * singular[0] > 1e3 * singular[rank]  # the motion excites all that can be
    return np.linalg.lstsq(Y / scale, torques, rcond=1e-9)[0] / scale


@cache
def estimates() -> dict[str, dict[str, float]]:
    """The leg's parameters by name, identified both ways; the torso's from the floating experiment or the truth."""
    on_floating = dict(zip(floating().parameter_names, identified(floating()), strict=True))
    on_fixed = dict(zip(fixed().parameter_names, identified(fixed()), strict=True))
    truth = dict(zip(floating().parameter_names, true_parameters(floating()), strict=True))
    return {"floating": on_floating, "fixed": truth | on_fixed}


def errors(robot: Robot, estimate: dict[str, float], seed: int = 2) -> tuple[np.ndarray, np.ndarray]:
    """The root mean squares of the errors, and of the torques, per coordinate on a motion not seen before."""
    state = motion(robot, seed)
    torques = heft.inverse_dynamics(robot, *state)
    predicted = heft.torque_regressor(robot, *state) @ np.array([estimate[name] for name in robot.parameter_names])
    return np.sqrt(np.mean((predicted - torques) ** 2, axis=0)), np.sqrt(np.mean(torques**2, axis=0))


def test_the_leg_is_the_same_in_both() -> None:
    assert fixed().parameter_names == [n for n in floating().parameter_names if not n.startswith("torso.")]
    np.testing.assert_array_equal(fixed().parameters, floating().parameters[1:])


@pytest.mark.parametrize("validated", ["fixed", "floating"])
def test_identified_floating_every_error_is_zero(validated: str) -> None:
    found, size = errors(fixed() if validated == "fixed" else floating(), estimates()["floating"])
    assert np.all(found < 1e-8 * size)


def test_identified_fixed_errors_are_zero_on_a_fixed_torso() -> None:
    found, size = errors(fixed(), estimates()["fixed"])
    assert np.all(found < 1e-8 * size)


def test_identified_fixed_the_floating_leg_is_wrong_but_for_the_knee() -> None:
    found, size = errors(floating(), estimates()["fixed"])
    relative = dict(zip(floating().coordinate_names, found / size, strict=True))
    assert relative["knee"] < 1e-8
    for coordinate, error in relative.items():
        if coordinate != "knee":
            assert error > 1e-3, coordinate


def test_the_theory_says_so() -> None:
    """What a fixed torso hides is what the verdicts differ in; the last link's transfers are the same in both."""
    on_fixed, on_floating = (heft.identifiability(robot, method="exact") for robot in (fixed(), floating()))
    assert (on_fixed.n_base, on_floating.n_base - 10) == (18, 24)
    assert on_fixed.bodies[2].classes == on_floating.bodies[3].classes
    assert on_fixed.bodies[2].dims == on_floating.bodies[3].dims
    assert on_fixed.classes["abad.Ixx"] == "X"
    assert on_floating.classes["abad.Ixx"] == "B"
