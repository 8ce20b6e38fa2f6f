"""`heft learn`: a folder with a model, or one line that says what was wrong."""

from __future__ import annotations

import json

import numpy as np
import pytest

pytest.importorskip("jax")

import heft as package


@pytest.fixture
def log(folder):
    robot = package.load("zoo:cartpole")
    path = package.simulate(
        robot, 4.0, q0=[0, 1], tau=lambda t, q, qd: [3 * np.sin(7 * t) + 2 * np.sin(3 * t), 0], dt=0.004
    )
    package.Log(path.t, tuple(robot.joint_names), path.q, effort=path.tau).write(folder / "run.csv")
    return folder / "run.csv"


def test_a_model_is_learned_and_told(heft, log, folder):
    answer = heft("learn", "zoo:cartpole", log, "-o", "out", "--actuator", "viscous", "--passive", "pole", "--json")
    assert answer.status == 0, answer.err
    facts = json.loads(answer.out)
    assert facts["energy_class"] == "bounded"
    assert facts["identifiability"]["n_base"] == len(facts["base_parameters"]) == 4
    assert facts["test"]["mse"] < 1e-3
    assert facts["written"] == ["model.json"]
    assert "not read from a URDF" in facts["no_urdf"]
    assert sorted(path.name for path in (folder / "out").iterdir()) == ["model.json"]
    assert package.Learned.load(folder / "out" / "model.json").energy_class == "bounded"


def test_bad_calls_are_refused(refused, log, folder):
    assert "no joint 'wheel'" in refused("learn", "zoo:cartpole", log, "-o", "out", "--actuator", "wheel=viscous")
    assert "There are no logs" in refused("learn", "zoo:cartpole", "-o", "out")
    assert "another robot" in refused("learn", "zoo:furuta", log, "-o", "out")
    (folder / "out" / "checkpoint.npz").write_bytes(b"x")
    assert "no checkpoint" in refused("learn", "zoo:cartpole", log, "-o", "out", "--passive", "pole", "--resume")
    assert (folder / "out" / "checkpoint.npz").read_bytes() == b"x"
