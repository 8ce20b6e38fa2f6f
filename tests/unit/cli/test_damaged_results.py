"""Verbs that take a result or saved information refuse a damaged one in one line, by the file and the field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.damage import every_damage
from support.logs import arm_in, heavier, measured

import heft as library
from heft.cli import report
from heft.report.page import page

DAMAGE: tuple[tuple[tuple[Any, ...], Any], ...] = (
    (("provenance", "logs", 0, "marks"), [1]),
    (("cleaning", "order"), "four"),
    (("covariance", 0, 0), "wide"),
)

VERBS = {
    "validate": ("validate", "result.json", "run1.csv"),
    "report": ("report", "result.json", "-o", "page.html"),
    "payload": ("payload", "result.json", "run1.csv"),
    "excite": ("excite", "arm.urdf", "--after", "result.json", "-o", "motion"),
    "import": ("import", "run1.csv", "--gains", "result.json", "-o", "out.parquet"),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("made")
    truth = heavier(library.load(arm_in(place)))
    for seed in (1, 2):
        measured(truth, seed, samples=500).write(place / f"run{seed}.csv")
    estimate = library.identify(library.load(place / "arm.urdf"), [place / "run1.csv", place / "run2.csv"])
    estimate.save(place / "result.json")
    assert estimate.information is not None
    estimate.information.save(place / "information.npz")
    return place


def damaged(data: Any, place: tuple[Any, ...], wrong: Any) -> Any:
    inner = data
    for key in place[:-1]:
        inner = inner[key]
    inner[place[-1]] = wrong
    return data


@pytest.mark.parametrize("verb", VERBS)
def test_a_damaged_result(refused, made, folder, verb):
    for name in ("arm.urdf", "run1.csv"):
        (folder / name).write_bytes((made / name).read_bytes())
    for place, wrong in DAMAGE:
        data = damaged(json.loads((made / "result.json").read_text()), place, wrong)
        (folder / "result.json").write_text(json.dumps(data))
        said = refused(*VERBS[verb])
        assert "result.json" in said
        assert ".".join(map(str, place)) in said


def test_damaged_information(refused, made, folder):
    arrays = dict(np.load(made / "information.npz"))
    for place, wrong in (
        (("sources", 0, "cleaning"), "none"),
        (("sources", 0, "marks", "samples"), ["a"]),
        (("fingerprint", "gravity"), 9.81),
    ):
        head = damaged(json.loads(str(arrays["head"])), place, wrong)
        np.savez(folder / "information.npz", **{**arrays, "head": np.array(json.dumps(head))})
        said = refused("identify", made / "arm.urdf", made / "run2.csv", "--information", "information.npz")
        assert "information.npz" in said
        assert ".".join(map(str, place)) in said


SAVED = {
    "validation": ("validate", "result.json", "run1.csv", "-o", "saved.json"),
    "check": ("check", "arm.urdf", "run1.csv", "-o", "saved.json"),
    "payload": ("payload", "result.json", "run1.csv", "-o", "saved"),
}


@pytest.mark.parametrize("kind", SAVED)
def test_every_place_of_what_other_verbs_save(heft, made, folder, kind):
    """It is refused by its name, or the page is made."""
    for name in ("arm.urdf", "run1.csv", "result.json"):
        (folder / name).write_bytes((made / name).read_bytes())
    assert heft(*SAVED[kind]).status in (0, 1)
    saved = folder / "saved" / "payload.json" if kind == "payload" else folder / "saved.json"
    refused = 0
    for place, wrong, data in every_damage(json.loads(saved.read_text()), 1):
        if isinstance(wrong, float) and not np.isfinite(wrong):
            continue  # no JSON file has one
        (folder / "damaged.json").write_text(json.dumps(data))
        shown, error = _shown(folder / "damaged.json")
        assert shown or "damaged.json" in error, (place, wrong)
        refused += not shown
    assert refused > 15


@pytest.mark.parametrize("name", ["10\u202fAM.csv", "my\u00a0run.csv", "two\nlines.csv"])
def test_what_is_made_of_a_file_of_any_name_is_read_again(heft, made, folder, name):
    """A Mac names recordings with narrow spaces, which are not printable to Python."""
    (folder / "arm.urdf").write_bytes((made / "arm.urdf").read_bytes())
    (folder / "run2.csv").write_bytes((made / "run1.csv").read_bytes())
    (folder / name).write_bytes((made / "run2.csv").read_bytes())
    calls = (
        ("identify", "arm.urdf", name, "--save-information", "saved.npz", "-o", "found"),
        ("identify", "arm.urdf", "run2.csv", "--information", "saved.npz"),
        ("validate", "found", name, "-o", "validation.json"),
        ("check", "arm.urdf", name, "-o", "check.json"),
        ("payload", "found", "run2.csv", "-o", "payload"),
    )
    for call in calls:
        answer = heft(*call)
        assert answer.status in (0, 1), answer.err
    for saved in ("found", "validation.json", "check.json", "payload"):
        answer = heft("report", saved, "-o", "page.html")
        assert answer.status == 0, answer.err
        assert all(line.isprintable() for line in answer.out.splitlines())


def _shown(file: Path) -> tuple[str, str]:
    """Return the page of a saved result, or where an error is said to be."""
    try:
        return page(report._read(file, [])), ""
    except library.HeftError as error:
        return "", error.where
