"""The pages of identifiable, check and validate: what they show, and that a saved answer gives the page again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured
from support.reports import data_of, numbers

import heft as library


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A folder with an arm and a log."""
    folder = tmp_path_factory.mktemp("pages")
    measured(heavier(library.load(arm_in(folder))), 1).write(folder / "run1.parquet")
    return folder


def test_identifiable_explains_every_sign_and_names_sensors(heft, made, folder) -> None:
    assert heft("identifiable", made / "arm.urdf", "-q", "-o", "page.html").status == 0
    text = (folder / "page.html").read_text()
    data = data_of(text)
    assert text.count("data-explain=") == 30
    verdict = library.identifiability(library.load(made / "arm.urdf"))
    assert data["links"][1]["parameters"][0]["explanation"] == verdict.explain("fore.m")
    assert "ft@base" in text.partition('id="sensor-gains"')[2]
    assert data["modes"] == ["verdict"]


def test_check_shows_grade_robot_and_motion(heft, made, folder) -> None:
    assert heft("check", made / "arm.urdf", made / "run1.parquet", "-q", "-o", "page.html").status == 0
    text = (folder / "page.html").read_text()
    data = data_of(text)
    assert "The excitation is good" in text
    assert all(0 < link["score"] < 0.1 for link in data["links"])
    assert len([figure for figure in data["figures"] if figure["group"] == "logged-motion"]) == 3
    assert data["runs"][0]["label"] == str(made / "run1.parquet")


def test_validate_draws_what_it_compares(heft, made, folder) -> None:
    assert heft("validate", made / "arm.urdf", made / "run1.parquet", "-q", "-o", "page.html").status == 0
    data = data_of((folder / "page.html").read_text())
    figure = next(each for each in data["figures"] if each["id"] == "joint-2")
    measured_, own = (numbers(each["values"]) for each in figure["charts"][0]["views"]["as measured"]["series"])
    log = library.read_log(made / "run1.parquet")
    assert np.ptp(measured_) == pytest.approx(np.ptp(log.effort[:, 2]), rel=1e-3)
    answer = heft("validate", made / "arm.urdf", made / "run1.parquet", "--all-samples", "--json")
    joint = json.loads(answer.out)["joints"][2]
    assert np.sqrt(np.nanmean((measured_ - own) ** 2)) == pytest.approx(joint["rmse"], rel=1e-3)
    assert data["links"][2]["score"] > 0.1


@pytest.mark.parametrize("verb", ["identifiable", "check", "validate"])
def test_a_saved_answer_makes_a_page_alone_or_beside_another(heft, made, folder, verb) -> None:
    logs = [] if verb == "identifiable" else [made / "run1.parquet"]
    for name in ("one", "two"):
        assert heft(verb, made / "arm.urdf", *logs, "-q", "-o", f"{name}.json").status == 0
    answer = heft("report", "one.json", "two.json", "-o", "page.html")
    assert (answer.status, answer.err) == (0, "")
    text = (folder / "page.html").read_text()
    assert [link["name"] for link in data_of(text)["links"]] == ["upper", "fore", "hand"]
    beside = text.partition('id="beside"')[2]
    assert "one.json" in beside
    assert "two.json" in beside


def report_of(heft, folder: Path) -> tuple[str, dict]:
    """Return the page of `saved.json` and its data."""
    assert heft("report", "saved.json", "-o", "again.html", "-q").status == 0
    text = (folder / "again.html").read_text()
    return text, data_of(text)


@pytest.mark.parametrize(
    ("verb", "options"),
    [("check", ["--cutoff", "15"]), ("validate", ["--all-samples"]), ("validate", ["--decimation", "3"])],
)
def test_a_saved_answer_has_the_curves_of_the_page(heft, made, folder, verb, options) -> None:
    for name in ("saved.json", "direct.html"):
        assert heft(verb, made / "arm.urdf", made / "run1.parquet", *options, "-q", "-o", name).status == 0
    _, again = report_of(heft, folder)
    direct = data_of((folder / "direct.html").read_text())
    assert len(again["figures"]) >= 3
    for part in ("links", "runs", "rest", "figures"):
        assert again[part] == direct[part]


def test_a_saved_validation_of_a_result_has_its_curves(heft, made, folder) -> None:
    heft("identify", made / "arm.urdf", made / "run1.parquet", "--friction", "viscous", "-q", "-o", "out")
    for name in ("saved.json", "direct.html"):
        assert heft("validate", "out", made / "run1.parquet", "-q", "-o", name).status == 1  # it was fitted
    assert report_of(heft, folder)[1]["figures"] == data_of((folder / "direct.html").read_text())["figures"]


@pytest.mark.parametrize("verb", ["check", "validate"])
def test_without_its_log_a_saved_answer_says_why_and_what_gives_the_curves(heft, made, folder, verb) -> None:
    heft(verb, made / "arm.urdf", made / "run1.parquet", "-q", "-o", "saved.json")
    saved = json.loads((folder / "saved.json").read_text())
    saved["log_files"][0]["path"] = "lost.parquet"
    (folder / "saved.json").write_text(json.dumps(saved))
    text, data = report_of(heft, folder)
    assert data["figures"] == data["runs"] == []
    assert "The log &#39;lost.parquet&#39; was not found." in text
    assert f"The logs are not at hand, so there are no curves and no motion to play. The page of heft {verb} " in text


def test_curves_of_another_robot_than_the_saved_one_are_not_shown(heft, made, folder) -> None:
    heft("validate", made / "arm.urdf", made / "run1.parquet", "--gravity", "0", "0", "-1", "-q", "-o", "saved.json")
    text, data = report_of(heft, folder)
    assert data["figures"] == []
    assert "predicting these logs again does not give the residuals of the result" in text
    heft("check", made / "arm.urdf", made / "run1.parquet", "--lock", "wrist=0", "-q", "-o", "saved.json")
    text, data = report_of(heft, folder)
    assert data["figures"] == []
    assert "its joints differ" in text


def test_results_of_different_kinds_are_not_compared(refused, heft, made, folder) -> None:
    for verb in ("identifiable", "check"):
        logs = [] if verb == "identifiable" else [made / "run1.parquet"]
        heft(verb, made / "arm.urdf", *logs, "-q", "-o", f"{verb}.json")
    assert "different kinds" in refused("report", "identifiable.json", "check.json", "-o", "page.html")


def test_a_page_is_written_where_its_name_says_so(refused, made) -> None:
    assert "must end in .json" in refused("check", made / "arm.urdf", made / "run1.parquet", "-o", "page.txt")
