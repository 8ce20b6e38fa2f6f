"""The double pendulum A.0 through the verbs: trained on four runs, judged on a fifth, beside the published links."""

from __future__ import annotations

import json

import pytest

import heft
from heft.cli import main


@pytest.fixture(scope="module")
def folder(walked):
    found = walked("Double pendulum")
    assert {step.status for step in found.steps} == {0}
    return found.folder


def judged(folder, capfd, subject: str) -> dict:
    """Judge a subject on a run that is cleaned as those that were fitted."""
    fitted = json.loads((folder / "pendulum/result.json").read_text())["cleaning"]["cutoff"]
    cutoff = ",".join(map(str, fitted))
    capfd.readouterr()
    call = ["validate", str(folder / subject), str(folder / "swing.parquet"), "--all-samples", "--json"]
    assert main([*call, "--velocities", "positions", "--cutoff", cutoff]) == 0
    return json.loads(capfd.readouterr().out)


def test_no_worse_than_published_on_the_same_samples(folder, capfd):
    ours, theirs = (judged(folder, capfd, subject) for subject in ("pendulum", "published.mech.json"))
    for mine, other in zip(ours["joints"], theirs["joints"], strict=True):
        assert mine["n"] == other["n"]
        assert mine["rmse"] <= other["rmse"]
    assert ours["overall"]["relative_percent"] < 0.8 * theirs["overall"]["relative_percent"]


def test_rotors_and_friction_are_in_the_model_and_every_link_is_possible(walked, folder):
    result = walked("Double pendulum").estimate("pendulum")
    assert {"upper.rotor.Izz", "lower.rotor.Izz", "elbow.viscous", "elbow.coulomb"} <= set(result.names)
    assert len(result.base.columns) == 13
    robot = heft.load(folder / "pendulum/identified.mech.json")
    assert all(heft.parameters.is_physical(ten) for ten in robot.parameters)
