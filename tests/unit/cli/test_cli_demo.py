"""`heft demo`: it runs on the core requirements alone, and its checks are checks."""

from __future__ import annotations

import json
import sys
import tempfile
from operator import imul
from unittest.mock import Mock

import pytest
from scipy.stats import binom

from heft.cli import tour
from heft.dynamics import kernels


def test_text(heft, folder, monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    answer = heft("demo")
    assert (answer.status, answer.err) == (0, "")
    (report,) = folder.glob("heft-demo-*/report.html")
    assert str(report) in answer.out.replace("\n", "")
    assert "Open it in a browser: " in answer.out
    assert report.read_text().lower().startswith("<!doctype html>")
    for words in ("puma560", "Y π = τ", "samples/s", "double pendulum", "Drift", "truth", "All checks passed"):
        assert words in answer.out


def test_json_on_the_core_requirements(heft, monkeypatch):
    for name in ("mujoco", "jax", "pinocchio"):
        monkeypatch.setitem(sys.modules, name, None)
    answer = heft("demo", "--json", "-o", "demo.json")
    assert (answer.status, answer.err) == (0, "")
    facts = json.loads(answer.out)
    assert facts["ok"]
    assert facts["inverse"]["largest_difference"] < 1e-11
    told = facts["identification"]
    assert told["covered"] >= binom.ppf(1e-3, told["base_parameters"], 0.95)
    assert told["held_out_percent"] < 0.2 * told["file_percent"]


@pytest.mark.parametrize("ready", [True, False])
def test_speed_is_that_of_the_kernels_where_they_are_compiled(heft, monkeypatch, ready):
    monkeypatch.setitem(kernels.COLD, "torque_regressor", Mock(takes=lambda work: not ready))
    monkeypatch.setattr(tour, "STOPS", (tour.speed,))
    facts = json.loads(heft("demo", "--json").out)["speed"]
    assert facts["ok"]
    assert (facts["kernels"] is not None) == ready
    assert ("times as fast" in heft("demo").out) == ready


@pytest.mark.parametrize("factor", [1.0, 1.0 + 1e-9])
def test_what_is_called_numpy_is_not_made_by_the_kernels(heft, monkeypatch, factor):
    make = kernels.torque_regressor
    monkeypatch.setattr(kernels, "torque_regressor", lambda *x, **out: imul(make(*x, **out), factor))
    monkeypatch.setattr(tour, "STOPS", (tour.speed,))
    answer = heft("demo", "--json")
    assert json.loads(answer.out)["speed"]["ok"] == (factor == 1.0)
    assert answer.status == (factor != 1.0)


@pytest.mark.parametrize("options", [[], ["--json"], ["--quiet"]])
def test_a_failed_check_is_exit_code_one(heft, monkeypatch, options):
    monkeypatch.setattr(tour, "AGREEMENT", -1.0)
    monkeypatch.setattr(tour, "STOPS", (tour.inverse,))
    answer = heft("demo", *options)
    assert answer.status == 1
    if not options:
        assert "A CHECK FAILED" in answer.out
