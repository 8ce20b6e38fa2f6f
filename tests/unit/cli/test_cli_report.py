"""`heft report`: a saved result as a page, with what is still there of its files."""

from __future__ import annotations

import json

import pytest
from support.logs import arm_in, heavier, measured
from support.reports import data_of

import heft as library


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A folder with an arm, two logs and what was identified from them."""
    from heft.cli import main

    folder = tmp_path_factory.mktemp("made")
    arm = arm_in(folder)
    for seed in (1, 2):
        measured(heavier(library.load(arm)), seed).write(folder / f"run{seed}.parquet")
    logs = [str(folder / f"run{seed}.parquet") for seed in (1, 2)]
    for out, friction in (("out", "viscous,coulomb,offset"), ("plain", "viscous")):
        assert main(["identify", str(arm), *logs, "--friction", friction, "-q", "-o", str(folder / out)]) in (0, 1)
    return folder


def test_the_page_is_the_one_that_identify_wrote(heft, made, folder):
    answer = heft("report", made / "out", "-o", "page.html")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == "Written to page.html.\n"
    here, there = data_of((folder / "page.html").read_text()), data_of((made / "out/report.html").read_text())
    for part in ("links", "runs", "rest", "figures", "matrix"):
        assert here[part] == there[part]


def test_without_logs_there_are_no_curves_and_it_says_so(heft, made, folder):
    result = json.loads((made / "out/result.json").read_text())
    for entry in (*result["provenance"]["logs"], *result["provenance"]["held_out"]):
        entry["source"]["path"] = "lost.parquet"
    result["provenance"]["robot"]["path"] = "lost.urdf"
    (folder / "result.json").write_text(json.dumps(result))
    answer = heft("report", "result.json", "-o", "page.html")
    assert answer.status == 0
    assert "The log 'lost.parquet' was not found." in answer.err
    assert "The robot file 'lost.urdf' was not found." in answer.err
    text = (folder / "page.html").read_text()
    assert "The logs are not at hand" in text
    assert "The log &#39;lost.parquet&#39; was not found." in text
    assert [link["name"] for link in data_of((folder / "page.html").read_text())["links"]] == ["upper", "fore", "hand"]
    assert json.loads(heft("report", "result.json", "-o", "page.html", "--json").out)["curves"] is False


def test_a_log_that_changed_is_not_shown(heft, made, folder):
    result = json.loads((made / "out/result.json").read_text())
    result["provenance"]["held_out"][0]["source"]["sha256"] = "0" * 64
    (folder / "result.json").write_text(json.dumps(result))
    answer = heft("report", "result.json", "-o", "page.html")
    assert "is not the one that the result was made from" in answer.err
    (run,) = data_of((folder / "page.html").read_text())["runs"]
    assert "held out" not in run["label"]


def test_results_stand_beside_each_other(heft, made, folder):
    assert heft("report", made / "out", made / "plain", "-o", "page.html", "-q").out == ""
    text = (folder / "page.html").read_text()
    table = text.partition('id="beside"')[2].partition("</table>")[0]
    assert str(made / "plain/result.json") in table
    shown = {}
    for label in ("out", "plain"):
        overall = json.loads((made / label / "result.json").read_text())["held_out"]["filtered"]["overall"]
        shown[label] = f"{overall['relative_percent']:.3g}"
        assert f"<td>{shown[label]}</td>" in table
    assert shown["out"] != shown["plain"]


def test_what_is_not_a_result_is_refused(refused, made):
    assert "not a saved result" in refused("report", made / "arm.urdf", "-o", "page.html")
    assert "must end in .html" in refused("report", made / "out", "-o", "page.txt")
    assert "page.html" in refused("report", made / "nowhere", "-o", "nowhere/page.html")
