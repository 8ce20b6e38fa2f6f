"""A new friction law is one class: it is fitted, learned, offered and refused by name like heft's own."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.logs import arm_in, measured
from support.motions import motion_of, wave

import heft
from heft.cli import log_options, main
from heft.errors import ArgumentError
from heft.estimation.columns import Column
from heft.friction import DriveMotion, Law, register, unregister
from heft.friction.table import manual_table

ROBOT = heft.load("zoo:double_pendulum")


class Drag(Law):
    """Drag of a fluid: tau = x s |s|."""

    name = "drag"
    formula = "s |s|"
    symbol = "c"
    speed_power = 2

    def signal(self, motion: DriveMotion, number=0.0):
        """Return s |s|."""
        return motion.speed * abs(motion.speed)


@pytest.fixture
def drag():
    assert "drag" not in str(log_options.Friction)  # the help of the verb is made before, without this law
    register(Drag())
    yield
    unregister("drag")


@pytest.fixture(scope="module")
def motion():
    q, qd, qdd = wave(ROBOT, 1, 3000, 200.0)
    tau = heft.inverse_dynamics(ROBOT, q, qd, qdd) + 0.3 * qd + 0.2 * np.sign(qd) + [0.07, 0.04] * qd * abs(qd)
    tau += 0.01 * np.random.default_rng(0).standard_normal(tau.shape)
    return motion_of(ROBOT, q, qd, qdd, tau)


def test_it_is_fitted_and_found(drag, motion):
    estimate = heft.identify(ROBOT, motion, friction=("viscous", "coulomb", "drag"), armature=False)
    for joint, value in {"shoulder": 0.07, "elbow": 0.04}.items():
        k = estimate.names.index(f"{joint}.drag")
        assert estimate.values[k] == pytest.approx(value, rel=0.05)
        assert estimate.model.units[k] == "N m s2/rad2"
    assert estimate.held_out.overall.rmse == pytest.approx(0.01, rel=0.05)
    without = heft.identify(ROBOT, motion, friction=("viscous", "coulomb"), armature=False)
    assert without.held_out.overall.rmse > 1.5 * estimate.held_out.overall.rmse


def test_it_stands_in_the_manual_table(drag):
    assert "| `drag` | `drag` | `s \\|s\\|` | N m s2/rad2; N s2/m2 | not negative |" in manual_table()


def test_it_is_refused_by_name_where_misspelt(drag, motion):
    with pytest.raises(ArgumentError, match="Did you mean 'drag'"):
        heft.identify(ROBOT, motion, friction=("viscous", "drga"))


def test_the_command_line_takes_it(drag, tmp_path, capfd):
    arm = arm_in(tmp_path)
    measured(heft.load(arm), 1).write(tmp_path / "run.parquet")
    files = [str(arm), str(tmp_path / "run.parquet")]
    assert main(["identify", *files, "--friction", "viscous,coulomb,drag", "--json"]) == 0
    assert "waist.drag" in {row["name"] for row in json.loads(capfd.readouterr().out)["parameters"]}
    assert main(["identify", *files, "--friction", "viscous,drog"]) == 2
    assert "Did you mean 'drag'?" in capfd.readouterr().err


def test_it_is_learned(drag):
    chains = pytest.importorskip("heft.learning.chains")
    (component,) = chains.chain("drag")
    assert component.energy == "bounded"
    assert component.friction.symbols == ("c",)
    theta = component.friction.start(np.array([2.0]), np.array([0.5]))
    taken = component.friction.law_of(theta, 2)(DriveMotion(np.array([[0.5, -0.5]])))
    assert np.allclose(taken, [[0.1, -0.1]], rtol=1e-6)  # a twentieth of the typical torque at the typical speed


def test_it_is_gone_afterwards():
    with pytest.raises(ArgumentError, match="There is no friction term 'drag'"):
        Column("x", "drag", ((0, 1.0),), "").signal(np.ones((1, 1)), np.ones((1, 1)))
