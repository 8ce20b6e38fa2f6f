"""A regression that would take all memory is refused by the size of the robot, before anything is made."""

from __future__ import annotations

import numpy as np
import pytest

import heft
from heft.errors import ArgumentError
from heft.estimation import extent as module
from heft.estimation.columns import model_of
from heft.estimation.extent import extent


def test_the_extent_of_a_chain_grows_with_the_cube_of_its_length():
    assert extent(heft.load("zoo:planar_n(1)")) == 8 * 10 * 10
    assert extent(heft.load("zoo:planar_n(3)")) == 8 * 10 * (1 + 2 + 3) * 30
    ratio = extent(heft.load("zoo:planar_n(2000)")) / extent(heft.load("zoo:planar_n(1000)"))
    assert ratio == pytest.approx(8, rel=1e-2)


def test_a_long_chain_is_refused_before_the_work(monkeypatch: pytest.MonkeyPatch):
    robot = heft.load("zoo:planar_n(1500)")
    monkeypatch.setattr(module, "memory", lambda: 16 * 2**30)
    with pytest.raises(ArgumentError, match=r"'planar_1500' has 1500 bodies.*takes about 1\.35e\+03 GB") as caught:
        model_of(robot)
    assert "--group" in caught.value.remedy
    t = np.arange(100) / 100
    q = np.sin(5 * t[:, None] + np.arange(1500))
    log = heft.Log(t, tuple(robot.joint_names), q, effort=np.cos(q))
    with pytest.raises(ArgumentError, match="1500 bodies"):
        heft.check(robot, [log])


def test_a_humanoid_with_hands_is_not_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(module, "memory", lambda: 8 * 2**30)
    assert model_of(heft.load("zoo:planar_n(100)")).robot.n_bodies == 100
