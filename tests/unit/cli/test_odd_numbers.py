"""Odd numbers in a log: every verb answers in words, and no warning of NumPy reaches the terminal."""

import warnings
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft
from heft.cli import main


def odd(log: heft.Log) -> dict[str, heft.Log]:
    """Return logs that a damaged file, a wrong map or a broken sensor would give."""
    tau, q, n = log.effort, log.q, log.n
    shock, gone, still = tau.copy(), tau.copy(), q.copy()
    shock[500], gone[100:500], still[:, 1] = 1e12, np.nan, 0.3
    return {
        "zero effort": replace(log, effort=0 * tau),
        "zero position": replace(log, q=0 * q),
        "constant effort": replace(log, effort=np.ones_like(tau)),
        "constant position": replace(log, q=np.full_like(q, 0.3)),
        "a joint held still": replace(log, q=still),
        "missing efforts": replace(log, effort=gone),
        "a shock": replace(log, effort=shock),
        "huge effort": replace(log, effort=1e300 * tau),
        "huge position": replace(log, q=1e200 * q),
        "tiny effort": replace(log, effort=1e-300 * tau),
        "a tenth, and flipped": replace(log, effort=-0.1 * tau),
        "noise": replace(log, effort=np.random.default_rng(0).standard_normal(tau.shape)),
        "a step": replace(log, q=np.where(np.arange(n)[:, None] < n // 2, 0.0, 1.0) * np.ones(3)),
        "one sample": heft.Log(log.t[:1], log.joints, q[:1], effort=tau[:1]),
        "thirty samples": heft.Log(log.t[:30], log.joints, q[:30], effort=tau[:30]),
        "no time": replace(log, t=0 * log.t),
    }


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    folder = tmp_path_factory.mktemp("odd")
    path = arm_in(folder)
    log = measured(heavier(heft.load(path)), 1, 1200)
    for name, each in odd(log).items():
        each.write(folder / f"{name}.csv")
    return folder


NAMES = [*odd(heft.Log(np.arange(600.0), ("a", "b", "c"), np.zeros((600, 3)), effort=np.zeros((600, 3))))]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("verb", ["identify", "check", "validate"])
def test_odd_numbers_are_answered_in_words(place, capsys, name, verb):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        status = main([verb, str(place / "arm.urdf"), str(place / f"{name}.csv"), "--json"])
    said = capsys.readouterr()
    assert status in (0, 1, 2)
    assert bool(said.err) == (status == 2)
    assert "Warning" not in said.err
