"""Whole motions: the smallest distance, between samples too."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from support.curves import Waves
from support.two_links import BALL, two_links

import heft
from heft.errors import ArgumentError
from heft.excitation.clearance import START_RATE, TOLERANCE, clearance
from heft.excitation.collision_pairs import collisions
from heft.excitation.scene import scene_of
from heft.excitation.workspace import tip_boxes

BALLS = BALL.format(x=0.25, r=0.02)


@pytest.mark.parametrize("deepest", [0.2, 0.29, 0.31, 0.4])
def test_the_smallest_distance_is_found_to_the_tolerance(deepest: float, tmp_path: Path) -> None:
    found = collisions(two_links(tmp_path, BALLS))
    wave = Waves(["shoulder", "elbow"], [0.0, 0.0], [deepest, 0.3], 1.7)
    result = clearance(found, wave)
    dense = found.values(wave.sample(np.linspace(0, wave.duration, 20_001))[0])
    assert result.worst == pytest.approx(dense.min(), abs=TOLERANCE)
    assert result.at_least <= dense.min() <= result.worst + 1e-9
    assert result.worst - result.at_least <= TOLERANCE
    assert result.pair == found.names[dense.min(axis=0).argmin()]
    assert result.clear == (dense.min() >= 0)
    assert ("every margin is kept" in str(result)) == result.clear


class Kick:
    """Both joints rest but for one swing of the shoulder and back, shorter than the step of the first samples."""

    joints, duration, start, width = ("shoulder", "elbow"), 1.0, 0.501, 0.016

    def sample(self, t):
        t = np.asarray(t, float)
        x, w = np.clip((t - self.start) / self.width, 0, 1), 2 * np.pi / self.width
        inside = ((t > self.start) & (t < self.start + self.width)).astype(float)
        swing = np.stack(
            [
                (1 - np.cos(2 * np.pi * x)) / 2,
                inside * w / 2 * np.sin(2 * np.pi * x),
                inside * w**2 / 2 * np.cos(2 * np.pi * x),
                -inside * w**3 / 2 * np.sin(2 * np.pi * x),
            ]
        )
        q, qd, qdd, jerk = np.stack([0.5 * swing, 0 * swing], axis=2)
        return q, qd, qdd, jerk


def test_a_collision_between_the_first_samples_does_not_hide(tmp_path: Path) -> None:
    """At the ends of the interval the joints rest: only the bound of the speed by the jerk can see this motion."""
    found, kick = collisions(two_links(tmp_path, BALLS)), Kick()
    coarse = np.arange(0, 1 + 1e-9, 1 / START_RATE)
    assert found.values(kick.sample(coarse)[0]).min() > 0
    dense = found.values(kick.sample(np.linspace(0.5, 0.52, 2001))[0]).min()
    assert dense < -0.01
    result = clearance(found, kick)
    assert result.worst == pytest.approx(dense, abs=TOLERANCE)
    assert not result.clear


def test_nothing_to_check() -> None:
    robot = heft.load("zoo:puma560")
    result = clearance(collisions(robot), Waves(robot.joint_names, [0.0] * 6, [0.1] * 6, 1.0))
    assert result.samples == 0
    assert str(result) == "no distance was checked"
    assert result.to_dict()["clear"] is None


def test_a_tip_stays_in_its_box(tmp_path: Path) -> None:
    robot = two_links(tmp_path, BALLS)
    box = {
        "name": "room",
        "tip": "hand",
        "low": [0.2, -1, -0.3],
        "high": [0.85, 1, 0.3],
        "frame": "foot",
        "margin": 0.01,
    }
    boxes = tip_boxes(robot, scene_of({"format": "heft-scene/1", "workspace": [box]}), {"foot": heft_placement()})
    q, _, _ = robot.random_state(3, 20)
    tip = np.stack([0.5 * np.cos(q[:, 0]) + 0.4 * np.cos(q.sum(axis=1)), 0 * q[:, 0], 0 * q[:, 0]], axis=1)
    tip[:, 2] = -0.5 * np.sin(q[:, 0]) - 0.4 * np.sin(q.sum(axis=1)) - 0.1
    inside = np.stack([tip - [0.21, -0.99, -0.29], [0.84, 0.99, 0.29] - tip], axis=2).reshape(len(q), 6)
    np.testing.assert_allclose(boxes.values(q), inside, atol=1e-12)
    assert boxes.names[:2] == ["hand in room, low x", "hand in room, high x"]
    h = 1e-6
    numeric = np.stack([(boxes.values(q + e) - boxes.values(q - e)) / (2 * h) for e in h * np.eye(2)], axis=2)
    np.testing.assert_allclose(boxes.gradients(q), numeric, atol=1e-8)
    np.testing.assert_allclose(boxes.lipschitz, np.tile([0.9, 0.4], (6, 1)))
    result = clearance(boxes, Waves(["shoulder", "elbow"], [0.3, 0.6], [0.5, 0.0], 2.0))
    assert not result.clear
    assert result.pair == "hand in room, low z"


def heft_placement():
    from heft.robot.placement import Placement

    return Placement.at((0, 0, "0.1"))


def test_a_tip_that_does_not_move_is_refused(tmp_path: Path) -> None:
    scene = scene_of(
        {"format": "heft-scene/1", "workspace": [{"name": "w", "tip": "foot", "low": [0, 0, 0], "high": [1, 1, 1]}]}
    )
    with pytest.raises(ArgumentError, match="'foot', is not a link that moves"):
        tip_boxes(two_links(tmp_path), scene, {})


def test_the_tolerance_is_positive(tmp_path: Path) -> None:
    with pytest.raises(ArgumentError, match="'tolerance' is 0 m"):
        clearance(collisions(two_links(tmp_path)), Waves(["shoulder", "elbow"], [0, 0], [0, 0], 1.0), 0.0)
