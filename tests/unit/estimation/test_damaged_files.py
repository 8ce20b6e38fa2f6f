"""Results and saved information with wrong contents are refused by name, or harmless: every place, damaged in turn."""

from __future__ import annotations

import contextlib
import json
import math
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.damage import every_damage
from support.logs import arm_in, heavier, measured

import heft
from heft.errors import FormatError, HeftError
from heft.estimation.base import base_of
from heft.estimation.columns import model_of
from heft.estimation.earlier import cleaning_like, refuse_other_cleaning, refuse_strangers
from heft.estimation.earlier_friction import earlier_choice
from heft.estimation.information import Information
from heft.reading.written import to_json
from heft.report.identification import summary

OF_LOGS = ("options", "cleaning", "provenance", "friction_choice", "model", "presliding")
"""What decides how other logs are cleaned and shown."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A result and saved information of one identification, its robot and a log."""
    folder = tmp_path_factory.mktemp("files")
    truth = heavier(heft.load(arm_in(folder)))
    for seed in (1, 2, 3):
        measured(truth, seed, samples=500).write(folder / f"run{seed}.csv")
    made = heft.identify(heft.load(folder / "arm.urdf"), [folder / "run1.csv", folder / "run2.csv"])
    made.save(folder / "result.json")
    assert made.information is not None
    made.information.save(folder / "information.npz")
    return folder


def tried(uses: Callable[[Any], Iterator[object]], good: Any, each: int) -> tuple[int, int, list[str]]:
    """Return how many damaged contents were used and refused, and what ended otherwise."""
    used, refused, failures = 0, 0, []
    for at, wrong, data in every_damage(good, each):
        if isinstance(wrong, float) and not math.isfinite(wrong):
            continue  # no JSON file has one
        try:
            for _ in uses(data):
                pass
            used += 1
        except HeftError as error:
            refused += 1
            if "damaged." not in str(error):
                failures.append(f"{at} = {wrong!r}: {error}")
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            failures.append(f"{at} = {wrong!r}: {type(error).__name__} {error} in {last.filename}:{last.lineno}")
    return used, refused, failures


def test_every_place_of_a_result(folder: Path):
    good = json.loads((folder / "result.json").read_text())
    log = heft.read_log(folder / "run3.csv")
    count = iter(range(10**6))

    def uses(data: Any) -> Iterator[object]:
        made = heft.Estimate.from_dict(data, "damaged.json")
        yield to_json(made.to_dict())
        robot = made.robot
        yield made.predict(np.zeros(robot.nq), np.zeros(robot.nv), np.zeros(robot.nv))
        changed = any(good[key] != data.get(key) for key in OF_LOGS)
        if changed and next(count) % 4 == 0:
            with contextlib.suppress(HeftError):  # of the log
                yield summary(made), made.validate(log)

    used, refused, failures = tried(uses, good, 1)
    assert not failures, "\n".join(failures[:20])
    assert used > 50
    assert refused > 200


def test_every_place_of_saved_information(folder: Path, tmp_path: Path):
    arrays = dict(np.load(folder / "information.npz"))
    robot, here = heft.load(folder / "arm.urdf"), Information.load(folder / "information.npz")
    base, motion = base_of(model_of(robot)), heft.clean(robot, heft.read_log(folder / "run3.csv"))
    place = tmp_path / "damaged.npz"

    def uses(head: Any) -> Iterator[object]:
        np.savez(place, **{**arrays, "head": np.array(json.dumps(head))})
        made = Information.load(place)
        for use in (
            lambda: here.merge(made),
            lambda: cleaning_like(made, heft.Cleaning()),
            lambda: refuse_other_cleaning(made, [motion]),
            lambda: refuse_strangers(base, made),
        ):
            with contextlib.suppress(HeftError):  # of the log or the robot
                yield use()
        yield earlier_choice(base, made), made.save(tmp_path / "again.npz")

    used, refused, failures = tried(uses, json.loads(str(arrays["head"])), 2)
    assert not failures, "\n".join(failures[:20])
    assert used > 20
    assert refused > 100


@pytest.mark.parametrize(
    ("place", "wrong", "words"),
    [
        (("provenance", "logs", 0, "segments"), [[1]], "provenance.logs.0.segments.0"),
        (("cleaning", "cutoff"), "low", "cleaning.cutoff"),
        (("cleaning", "velocities"), ["positions", "auto"], "'velocities' has 2 entries"),
        (("options", "knowledge", "symmetric"), "x", "options.knowledge.symmetric"),
        (("fitted", "joints", 0, "relative_percent"), 10**101, "fitted.joints.0.relative_percent"),
        (("fitted", "overall", "rmse"), None, "fitted.overall.rmse"),
        (("parameters", 3, "source"), "<b>", "parameters.3.source"),
        (("model", "extra", 0, "gears"), [], "model.extra.0.gears"),
    ],
)
def test_a_damaged_result_is_refused_by_the_name_of_the_field(folder, tmp_path, place, wrong, words):
    data = json.loads((folder / "result.json").read_text())
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = wrong
    (tmp_path / "result.json").write_text(json.dumps(data))
    with pytest.raises(HeftError) as refused:
        heft.Estimate.load(tmp_path)
    assert words in str(refused.value)
    assert str(tmp_path / "result.json") in str(refused.value)


def test_an_estimate_is_saved_and_loaded(folder: Path, tmp_path: Path):
    made = heft.identify(heft.load(folder / "arm.urdf"), [folder / "run1.csv", folder / "run2.csv"])
    made.save(tmp_path / "mine.json")
    again = heft.Estimate.load(tmp_path / "mine.json")
    assert again.to_dict() == made.to_dict()
    np.testing.assert_array_equal(again.values, made.values)
    again.save(tmp_path / "again.json")
    first, second = (json.loads((tmp_path / name).read_text()) for name in ("mine.json", "again.json"))
    assert first == second
    (tmp_path / "result.json").write_bytes((tmp_path / "mine.json").read_bytes())
    assert heft.Estimate.load(tmp_path).to_dict() == made.to_dict()
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(FormatError, match="not a result of an identification"):
        heft.Estimate.load(tmp_path / "other.json")
    with pytest.raises(HeftError, match="not found"):
        heft.Estimate.load(tmp_path / "none.json")
