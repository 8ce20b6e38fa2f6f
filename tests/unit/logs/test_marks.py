"""Samples that a log shares with another are found wherever it was cut, and nothing is shared by chance."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, measured

import heft
from heft.errors import ArgumentError
from heft.logs.content import KnownRun, same_samples, shared_words
from heft.logs.marks import FEW, as_json, from_json, marks_of, placed, shared

PLAIN = {"friction": "viscous,coulomb,offset", "cleaning": heft.Cleaning(cutoff=10.0, velocity_threshold=0.05)}


@pytest.fixture(scope="module")
def robot(tmp_path_factory) -> heft.Robot:
    return heft.load(arm_in(tmp_path_factory.mktemp("arm")))


def noise(n: int, seed: int = 0, columns: int = 3) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    return rng.standard_normal((n, columns)).cumsum(axis=0), rng.standard_normal((n, columns))


def run(q: np.ndarray, effort: np.ndarray, name: str = "run") -> KnownRun:
    return KnownRun(name, f"{name} {len(q)}", ((0, len(q)),), marks_of(q, effort))


@pytest.mark.parametrize("n", [300, 5000, 100_000])
def test_a_part_is_found_with_its_samples(n: int):
    q, effort = noise(n)
    first, last = n // 3, n // 3 + max(n // 8, 200)
    part = run(q[first:last], effort[first:last], "part")
    assert same_samples(run(q, effort, "whole"), part)
    found = shared(run(q, effort).marks, ((0, n),), part.marks, part.segments)
    assert found[0] < 0.3 * (last - first)
    assert found[-1] > 0.7 * (last - first)
    assert f"part has samples of whole, about from its sample {found[0]} to {found[-1]}" == shared_words(
        run(q, effort, "whole"), part
    )


def test_every_third_sample_and_numbers_as_text_are_found():
    q, effort = noise(4000)
    whole = run(q, effort)
    assert same_samples(whole, run(q[::3], effort[::3], "thin"))
    rounded = [np.array([[float(f"{x:.7g}") for x in row] for row in values]) for values in (q, effort)]
    assert same_samples(whole, run(*rounded, "text"))


def test_other_runs_share_nothing():
    assert not same_samples(run(*noise(50_000, 1)), run(*noise(50_000, 2), "other"))


def test_coarse_samples_that_are_alike_by_chance_are_not_shared():
    """One joint with 400 steps a turn and a relay: many samples of two swings are the same, at unrelated instants."""
    t = np.arange(0, 12, 0.01)
    runs = []
    for k, speed in enumerate((1.0, 1.3)):
        q = np.round(200 / np.pi * (1 + 0.2 * t) * np.sin(speed * t)) * np.pi / 200
        runs.append(run(q[:, None], np.sign(np.cos(speed * t))[:, None], f"swing{k}"))
    assert len({*runs[0].marks} & {*runs[1].marks}) > 8
    assert not same_samples(*runs)


def test_rest_at_the_same_place_is_not_shared():
    q, effort = noise(2000, 3)
    still = np.zeros((1000, 3))
    runs = [run(np.vstack([still, q + k]), np.vstack([still, effort + k]), f"run{k}") for k in range(2)]
    assert not same_samples(*runs)


def test_a_motion_that_repeats_itself_has_no_marks():
    q, effort = noise(500, 4)
    assert marks_of(np.tile(q, (2, 1))[:, :], np.tile(effort, (2, 1))) == {}


def test_marks_go_through_json_and_keep_their_samples():
    q, effort = noise(3000, 5)
    marks = marks_of(q, effort)
    assert FEW < len(marks) < 1000
    assert from_json(json.loads(json.dumps(as_json(marks)))) == marks
    stamps = np.arange(3000) / 100.0
    later = placed(marks, stamps, stamps[1000:2000])
    assert later == {mark: k - 1000 for mark, k in marks.items() if 1000 <= k < 2000}


def test_a_held_out_part_of_a_fitted_log_is_refused(robot: heft.Robot):
    first, second = measured(robot, 1), measured(robot, 2)
    for part in (second.part(900, 1800), replace(second.part(200, None), t=second.t[200:] + 50.0)):
        with pytest.raises(ArgumentError, match=r"held-out log .* has samples of .*, about from its sample"):
            heft.identify(robot, [first, second, part], **PLAIN)
    with pytest.raises(ArgumentError, match=r"has samples of .* would count twice"):
        heft.identify(robot, [first, first.part(500, 1500), second], **PLAIN)


def test_a_part_of_a_fitted_log_is_not_new_to_a_result(robot: heft.Robot):
    log = measured(robot, 1)
    found = heft.identify(robot, log, held_out=0.25, **PLAIN)
    again = type(found).from_dict(json.loads(json.dumps(found.to_dict())))
    for estimate in (found, again):
        (said,) = estimate.validate(log.part(300, 1000)).doubts
        assert "was fitted to samples of these logs" in said
        assert estimate.validate(log.part(1900, None)).doubts == ()  # the part that was held out
        assert estimate.validate(measured(robot, 2)).doubts == ()


def test_a_loaded_part_of_an_unloaded_log_is_refused(robot: heft.Robot):
    log = measured(robot, 1)
    with pytest.raises(ArgumentError, match="has samples of"):
        heft.payload(robot, log.part(500, 1500), unloaded=log, **PLAIN)
