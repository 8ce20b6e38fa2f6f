"""Estimators are found by a registry: one that is added in this file alone works everywhere."""

from __future__ import annotations

import json

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft as library
from heft.cli import identify as verb
from heft.cli import main
from heft.errors import ArgumentError
from heft.estimation.estimators import Estimator, estimators, register, table, unregister
from heft.estimation.least_squares import solve


@pytest.fixture
def first_joint():
    """An estimator that believes the first joint a thousand times more than the others."""
    assert "first-joint" not in str(verb.Estimator)  # the help of the verb is made before, without it

    class FirstJoint(Estimator):
        name = "first-joint"
        summary = "the first joint counts a thousand times as much"

        def fit(self, evidence):
            weights = np.ones(len(evidence.information.counts))
            weights[0] = 1e3
            return solve(evidence.information, weights, evidence.base_scales, evidence.prior)

    register(FirstJoint())
    yield
    unregister("first-joint")


@pytest.fixture
def arm(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = arm_in(tmp_path)
    measured(heavier(library.load(path)), 1, samples=600).write(tmp_path / "run.parquet")
    return path


def test_a_new_estimator_needs_no_other_file(first_joint, arm, capfd):
    robot = library.load(arm)
    mine, plain = (library.identify(robot, "run.parquet", estimator=name) for name in ("first-joint", "ordinary"))
    waist, others = (mine.fitted.joints[0].rmse, plain.fitted.joints[0].rmse)
    assert waist < others
    assert np.all(np.isfinite(mine.base_deviation))
    assert library.Estimate.from_dict(mine.to_dict()).options.estimator == "first-joint"
    assert main(["identify", str(arm), "run.parquet", "--estimator", "first-joint", "--json"]) == 0
    facts = json.loads(capfd.readouterr().out)
    assert facts["options"]["estimator"] == "first-joint"
    assert "`first-joint` | the first joint counts a thousand times as much | one" in table()
    with pytest.raises(ArgumentError, match="first-joint"):
        library.identify(robot, "run.parquet", estimator="first-join")


def test_every_estimator_says_what_it_is():
    assert {"ordinary", "weighted", "covariance", "huber", "recursive"} <= set(estimators())
    for name, each in estimators().items():
        assert name == each.name
        assert each.summary
        assert f"`{name}`" in table()


def test_what_needs_a_second_pass_is_refused_with_saved_information(arm):
    robot = library.load(arm)
    before = library.identify(robot, "run.parquet", held_out=0).information
    for name, each in estimators().items():
        if each.needs_second_pass:
            with pytest.raises(ArgumentError, match="second pass over the logs"):
                library.identify(robot, "run.parquet", information=before, estimator=name)
    with pytest.raises(ArgumentError, match="stribeck"):
        library.identify(robot, "run.parquet", information=before, friction="viscous,coulomb,stribeck")
    with pytest.raises(ArgumentError, match="loaded run"):
        library.identify(robot, "run.parquet", payload_mass=1.0)
    with pytest.raises(ArgumentError, match="held_out"):
        library.identify(robot, "run.parquet", hold_out=False)
