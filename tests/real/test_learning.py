"""Learning on real logs: predictions of the Qube and the cart-pole, torques of the double pendulum and of a Panda."""

from __future__ import annotations

import numpy as np
import pytest

import heft

pytest.importorskip("jax")

import learned_arms
import real_learning

QUBE = pytest.mark.skipif(not real_learning.DATA.is_dir(), reason="the Qube's logs are not at ../shared/data")
PENDULUM = pytest.mark.skipif(
    not learned_arms.DATA.is_dir(), reason="the double pendulum's logs are not at ../shared/data"
)


@QUBE
@pytest.mark.parametrize("machine", real_learning.MACHINES, ids=lambda machine: machine.title)
def test_recordings_that_were_not_learned_are_predicted(machine: real_learning.Machine):
    robot = heft.load(f"zoo:{machine.robot}")
    train, test = (real_learning.logs(robot, parts) for parts in (machine.learn, machine.test))
    driven, passive = robot.joint_names
    chains = {driven: f"delay({machine.delay})+{machine.motor}+stribeck", passive: "stribeck"}
    model = heft.learn(robot, train, test=test, actuator=chains, lm_steps=30)
    found = model.facts["test"]
    assert model.energy_class == "bounded"
    assert found["valid"]["0.1"] >= machine.bar
    assert found["diverged"] == 0
    assert found["energy_gain"] < 1e-6


def compared(robot, train, test, chain: str) -> tuple[np.ndarray, np.ndarray]:
    """The relative errors of the torques [%] by learning and by identification.

    Learning makes the mean of their squares small, identification weighs joints by their noise: where a model lacks
    something, each has the better joint. So it is that mean which learning must have at least about as small. Both
    have the same filters.
    """
    # the cut-off of the spectrum, and velocities of the positions
    cleaning = heft.Cleaning(cutoff=heft.clean(robot, train[0]).cleaning.cutoff, velocities="positions")
    result = heft.identify(robot, train, held_out=0, cleaning=cleaning)
    how = {"cleaning": cleaning, "loss": "torques", "lm_steps": 30}
    model = heft.learn(robot, train, test=[test], actuator=chain, **how)
    learned, identified = (learned_arms.torque_errors(each, test) for each in (model, result))
    return learned, identified


def test_the_page_finds_what_its_words_say(walked):
    folder = walked("From a recording to a prediction", "docs/learning.md").folder
    model, level = (heft.Learned.load(folder / name / "model.json") for name in ("model", "level"))
    first, second = (each.facts["test"]["valid"]["0.1"] for each in (model, level))
    assert second > 1.5 * first
    path = model.rollout(q0=[0.0, 0.1], qd0=[0.0, 0.0], u=np.zeros((500, 2)))
    assert np.all(np.abs(path.q[-1]) < 0.2)


@pytest.mark.usefixtures("short_free_motions")
@PENDULUM
def test_the_double_pendulum_is_learned_as_well_as_it_is_identified():
    robot, train, test = learned_arms.double_pendulum()
    learned, identified = compared(robot, train, test, "stribeck")
    assert np.mean(learned**2) < 1.06 * np.mean(identified**2)  # 1.0500 of the identified model with the entropic prior


@pytest.mark.usefixtures("short_free_motions")
def test_a_panda_is_learned_as_well_as_it_is_identified():
    learned, identified = compared(*learned_arms.panda(6.0), "armature+stribeck")
    assert np.mean(learned**2) < 1.05 * np.mean(identified**2)
