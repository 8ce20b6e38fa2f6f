"""Staubli TX40: the published identification, reproduced through the verbs by a map and a few options."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import numpy as np
import pytest

import heft
from heft.estimation.information import information_of

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared/data/tx40"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the TX40's log is not at ../shared/data")

SLOW = (0.05, 0.05, 0.075, 0.072, 0.056, 0.122)
KINDS = {"Ia": "armature", "fv": "viscous", "fs": "coulomb", "off": "offset"}


@pytest.fixture(scope="module")
def result(walked):
    steps = walked("Staubli TX40").steps
    assert [step.status for step in steps] == [0, 0]
    return walked("Staubli TX40").estimate("tx40_out")


def test_61_base_parameters_with_friction_and_coupling(result):
    assert len(result.base.columns) == 61


def test_rmse(result, walked):
    assert result.fitted.overall.rmse <= 1.08  # of a robot that can exist
    log = heft.read_log(walked("Staubli TX40").folder / "tx40.parquet")
    options = heft.Cleaning(cutoff=100.0, decimation=100, velocity_threshold=SLOW, trim=False)
    information = information_of(result.model, result.base.columns, heft.clean(result.model.robot, log, options))
    assert information.counts.sum() == result.fitted.overall.n
    rmse = np.sqrt(information.squares(result.base_values).sum() / information.counts.sum())
    assert rmse <= result.fitted.overall.rmse  # of least squares


def functional(result, expression: str) -> np.ndarray:
    """Return a published combination as weights of all parameters.

    There motor 6 acts through off-diagonal columns only: the frictions and inertias of joints 5 and 6 contain its own.
    """
    names, robot = list(result.names), result.model.robot
    weights = np.zeros(len(names))
    for sign, factor, symbol in re.findall(r"([+-]?)(?:([\d.]+)\*)?([A-Za-z]+\d)", expression.replace(" ", "")):
        kind, number = symbol[:-1], int(symbol[-1]) - 1
        if kind in ("Iam", "fvm", "fsm"):
            name = f"joint_5+joint_6.{KINDS[kind[:-1]]}"
        elif kind in KINDS:
            name = f"{robot.joint_names[number]}.{KINDS[kind]}"
        else:
            name = f"{robot.body_names[number]}.{'mc' + kind[1] if kind[0] == 'm' and len(kind) == 2 else kind}"
        value = (-1 if sign == "-" else 1) * float(factor or 1)
        weights[names.index(name)] += value
        if symbol in ("fv5", "fv6", "Ia5", "Ia6"):
            weights[names.index(f"joint_5+joint_6.{KINDS[kind]}")] += value
    return weights


def test_published_base_parameters(result):
    rows = list(csv.reader((DATA / "TX40_bp_5.csv").read_text().splitlines()))
    assert len(rows) == 60
    away = []
    for expression, value, percent, *_ in rows:
        weights = functional(result, expression)
        told, *_ = np.linalg.lstsq(result.base.matrix.T, weights, rcond=None)
        np.testing.assert_allclose(result.base.matrix.T @ told, weights, atol=1e-5)  # a combination of base parameters
        sigma = abs(float(value)) * float(percent) / 100
        away.append(abs(told @ result.base_values - float(value)) / sigma)
    assert np.median(away) <= 0.5
    assert max(away) <= 3


def test_every_link_is_possible(result):
    assert all(heft.parameters.is_physical(ten) for ten in result.robot.parameters)
