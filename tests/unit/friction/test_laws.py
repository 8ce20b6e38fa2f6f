"""Every friction law keeps the contract, and the registry is the only list of them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import heft
from heft.errors import ArgumentError
from heft.estimation.armature import ARMATURE
from heft.friction import (
    BOUNDED,
    DEFAULT_FRICTION,
    ENERGY_CLASSES,
    DriveMotion,
    Law,
    all_laws,
    chosen,
    law_named,
    register,
    searched,
    term_named,
    unregister,
    without_searched,
)
from heft.friction.dahl import bent, step
from heft.friction.table import ATTRIBUTES, described_as
from heft.robot.joint import Joint

TERMS = {term.name: term for law in all_laws().values() for term in law.terms} | {ARMATURE.name: ARMATURE}
SPEEDS = np.linspace(-2, 2, 9)
MOTION = DriveMotion(
    SPEEDS,
    acceleration_of=lambda: 3 * SPEEDS,
    load_of=lambda: np.full(9, 5.0),
    transmitted_of=lambda: np.full(9, 7.0),
)
LAWS = Path(heft.__file__).parent / "friction" / "laws"


def test_the_registry_finds_every_file():
    assert {*all_laws()} == {path.stem for path in LAWS.glob("*.py")} - {"__init__"}
    assert {*DEFAULT_FRICTION} <= {*all_laws()}


@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)
def test_contract(term: Law):
    number = 0.7 if term.number else 0.0
    signal = term.signal(MOTION, number)
    assert signal.shape == SPEEDS.shape
    assert np.allclose(term.torque(2.0, MOTION, number), 2 * signal)
    assert term.energy in ENERGY_CLASSES
    if term.energy == BOUNDED:  # takes energy, whatever its coefficient
        assert np.all(signal * SPEEDS >= 0)
    assert term.unit(rotational=True)
    assert term.unit(rotational=False)
    # what is written is read again, unless a robot description has no place for it
    bare = Joint("joint", "revolute")
    assert term.prior(bare) == 0
    assert term.write(bare, 0.3) == bare or term.prior(term.write(bare, 0.3)) == pytest.approx(0.3)
    bare = replace(MOTION, load_of=None, transmitted_of=None)
    assert np.array_equal(term.signal(bare, number), signal) != term.loaded
    if term.memory:
        assert np.allclose(term.state(np.full(50, 0.1), 0.2)[-1], 1.0)


@pytest.mark.parametrize("term", TERMS.values(), ids=TERMS)
def test_numpy_and_jax_agree(term: Law):
    jax = pytest.importorskip("jax")
    x = jax.numpy.asarray(SPEEDS)
    carried = {"load_of": lambda: 0 * x + 5.0, "transmitted_of": lambda: 0 * x + 7.0}
    motion = DriveMotion(x, acceleration_of=lambda: 3 * x, **carried)
    assert np.allclose(term.signal(motion, 0.7), term.signal(MOTION, 0.7), rtol=1e-6)


def test_units():
    assert law_named("viscous").unit(rotational=True) == "N m s/rad"
    assert law_named("viscous").unit(rotational=False) == "N s/m"
    assert law_named("coulomb").unit(rotational=False) == "N"
    assert law_named("load").unit(rotational=True) == "1"
    assert ARMATURE.unit(rotational=True) == "kg m2"


def test_the_stribeck_curve_is_one_formula():
    law = law_named("stribeck")
    assert np.allclose(law.signal(MOTION, 0.5), np.sign(SPEEDS) * np.exp(-np.square(SPEEDS / 0.5)))
    assert np.allclose(law.learned_signal(MOTION, 4.0), law.signal(MOTION, 0.5))
    assert law.learned_start(np.array([0.5])) == pytest.approx([4.0])


def test_dahl_steps_are_its_run():
    z, states = 0.0, []
    for way in (0.1, 0.2, -0.3, 0.0):
        z = step(z, way, 0.2)
        states.append(z)
    assert np.array_equal(bent(np.array([0.1, 0.2, -0.3, 0.0]), 0.2), states)


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (["viscose"], "Did you mean 'viscous'"),
        (["asymmetric", "offset"], "not both"),
        (["load"], "Add 'hysteresis'"),
        (["transmission"], "Add 'hysteresis'"),
        (["viscous", "viscous"], "twice"),
    ],
)
def test_what_does_not_go_together_is_refused(names, words):
    with pytest.raises(ArgumentError, match=words):
        chosen(names)


def test_searched_laws():
    names = ("viscous", "stribeck", "offset", "hysteresis")
    assert searched(names) == ("stribeck", "hysteresis")
    assert without_searched(names) == ("viscous", "offset")


def test_names_are_taken_once():
    for name in ("viscous", "coulomb+"):
        clash = type("Clash", (Law,), {"name": name, "formula": "0"})
        with pytest.raises(ArgumentError, match="is taken by another friction law"):
            register(clash())
    with pytest.raises(ArgumentError, match="There is no friction law"):
        unregister("treacle")
    with pytest.raises(ArgumentError, match="There is no friction term"):
        term_named("asymmetric")


def test_robot_files_hold_what_the_laws_say(tmp_path):
    """The attributes of a robot file that a law names are those that its reader takes."""
    urdf = tmp_path / "arm.urdf"
    numbers = {urdf_name: 0.1 * (k + 1) for k, (urdf_name, _) in enumerate(ATTRIBUTES.values())}
    attributes = " ".join(f'{name}="{value}"' for name, value in numbers.items())
    inertial = '<inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    urdf.write_text(
        f'<robot name="arm"><link name="base"/><link name="link">{inertial}</link><joint name="joint" '
        f'type="continuous"><parent link="base"/><child link="link"/><dynamics {attributes}/></joint></robot>'
    )
    joint = heft.load(urdf).joints[0]
    for law, (urdf_name, _) in ATTRIBUTES.items():
        assert law_named(law).prior(joint) == numbers[urdf_name]
        assert described_as(law_named(law)) == (law,)


def test_mjcf_files_hold_what_the_laws_say(tmp_path):
    pytest.importorskip("mujoco")
    numbers = {mjcf_name: 0.1 * (k + 1) for k, (_, mjcf_name) in enumerate(ATTRIBUTES.values())}
    attributes = " ".join(f'{name}="{value}"' for name, value in numbers.items())
    mjcf = tmp_path / "arm.xml"
    mjcf.write_text(
        f'<mujoco model="arm"><worldbody><body name="link"><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>'
        f'<joint name="joint" {attributes}/></body></worldbody></mujoco>'
    )
    joint = heft.load(mjcf).joints[0]
    for law, (_, mjcf_name) in ATTRIBUTES.items():
        assert law_named(law).prior(joint) == numbers[mjcf_name]


@pytest.mark.parametrize(
    ("name", "why"),
    [("ripple", "position"), ("spring", "position"), ("hysteresis", "past motion"), ("root", "slope at rest")],
)
def test_laws_that_cannot_be_learned_say_so(name, why):
    chains = pytest.importorskip("heft.learning.chains")
    with pytest.raises(ArgumentError, match=f"'{name}' friction cannot be learned: .*{why}"):
        chains.chain(name)
