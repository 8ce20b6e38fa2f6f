"""Positions that are rounded, to decimals or to counts of an encoder, are told from floats of any motion."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import heft
from heft.arrays import Array
from heft.cli import main
from heft.logs.channel_checks import quantum

T = np.arange(3000) * 0.002


def rounded(x: Array, step: float) -> Array:
    return step * np.round(x / step)


@pytest.mark.parametrize("step", [2 * np.pi / 4096, 2 * np.pi / 2**16, 2 * np.pi / 2**20, 1e-3, 1e-4, 1e-6])
def test_rounded_positions_have_a_step(step: float):
    x = np.sin(2 * T) + 0.3 * np.sin(5.1 * T)
    assert quantum(rounded(x, step)) == pytest.approx(step, rel=1e-6)


@pytest.mark.parametrize(
    "x",
    [
        0.5 * T**2,
        T**3,
        np.where(T < 3, T**2, 18 - (6 - T) ** 2),
        np.where(T < 1, 0.0, (T - 1) ** 4 * (6 - T)),
        np.sin(T) ** 3,
    ],
    ids=["accelerates", "accelerates more and more", "accelerates and brakes", "starts from rest", "turns slowly"],
)
def test_floats_of_a_motion_have_none(x: Array):
    """From rest, the first changes are 1, 3, 5 ... or 1, 7, 19 ... times the very first."""
    assert quantum(x) is None


@pytest.mark.parametrize("rate", ["500", "1000"])
@pytest.mark.parametrize("family", ["fourier", "spline"])
def test_nothing_is_said_of_designed_and_simulated_motions(tmp_path: Path, family: str, rate: str):
    """They were said to be multiples of 1.2e-12."""
    arm, out, run = "zoo:puma560", tmp_path / "out", tmp_path / "run.csv"
    how = ["--duration", "6", "--rate", rate, "--family", family, "--assume", "--quiet"]
    assert main(["excite", arm, *how, "-o", str(out)]) == 0
    assert main(["simulate", arm, "--follow", str(out / "motion.json"), "-o", str(run), "--quiet"]) == 0
    for path in (out / "motion.parquet", run):
        found = heft.clean(heft.load(arm), heft.read_log(path))
        assert not [text for text in found.notes if "multiples" in text]
