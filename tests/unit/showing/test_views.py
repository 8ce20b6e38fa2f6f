"""Results in Python: reprs that fit a line or two, small escaped HTML, Arrow tables with all rows, and figures."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured

import heft
from heft.errors import ArgumentError, MissingExtraError
from heft.showing.shown import Shown

HOSTILE = "<b onload=x>$a_b$"


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    """Return one result of each kind, of a small arm with a hostile name."""
    robot = heft.load(arm_in(tmp_path_factory.mktemp("arm")))
    robot = replace(robot, name=HOSTILE)
    log = measured(heavier(robot), 1)
    estimate = heft.identify(robot, log, friction="viscous,coulomb")
    return {
        "Robot": robot,
        "Verdict": heft.identifiability.identifiability(robot),
        "Log": log,
        "Estimate": estimate,
        "Validation": estimate.validate(log),
        "Plan": heft.excite(robot, duration=4.0, starts=1, search_seconds=1.0, seed=1),
        "Excitation": heft.check(robot, log, friction="viscous"),
    }


KINDS = ("Robot", "Verdict", "Log", "Estimate", "Validation", "Plan", "Excitation")


@pytest.mark.parametrize("kind", KINDS)
def test_repr_and_html_are_small_and_escaped(found, kind):
    thing = found[kind]
    assert len(repr(thing)) < 240
    assert repr(thing).startswith(f"<{kind}")
    text = thing._repr_html_()
    assert "<b onload" not in text
    assert text.count("<tr>") <= 21
    assert len(text) < 20_000
    assert text.count("<table>") == text.count("</table>") == 1


@pytest.mark.parametrize("kind", KINDS)
def test_tables_have_every_row(found, kind):
    arrow = found[kind].to_table()
    assert arrow.num_rows == len(found[kind]._table())
    assert len(set(arrow.column_names)) == len(arrow.column_names)


def test_the_table_of_an_estimate_has_its_numbers(found):
    estimate = found["Estimate"]
    arrow = estimate.to_table()
    assert arrow["parameter"].to_pylist() == list(estimate.names)
    assert np.allclose(arrow["value"].to_numpy(), estimate.values)
    unknown = ~np.isfinite(estimate.half_width)
    assert np.isinf(arrow["95 %"].to_numpy()[unknown]).all()
    assert {*arrow["from"].to_pylist()} <= {"data", "both", "prior"}


@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind in ("Robot", "Verdict", "Log", "Validation", "Plan") for name in ("",)]
    + [("Estimate", name) for name in ("torques", "residuals", "parameters", "friction")]
    + [("Plan", "positions"), ("Plan", "parameters"), ("Log", "positions"), ("Robot", "friction")],
)
def test_every_figure_is_drawn(found, kind, name):
    thing = found[kind]
    assert isinstance(thing, Shown)
    figure = thing.plot(name)
    picture = figure._repr_png_()
    assert picture.startswith(b"\x89PNG")
    assert sum(len(axes.lines) + len(axes.texts) + len(axes.patches) for axes in figure.axes) > 0


def test_torques_show_what_is_measured_and_what_is_predicted(found):
    estimate = found["Estimate"]
    axes = estimate.plot("torques").axes[0]
    lines = {line.get_label(): np.asarray(line.get_ydata()) for line in axes.lines}
    assert {*lines} == {"measured", "file", "estimate"}
    assert np.std(lines["measured"] - lines["estimate"]) < np.std(lines["measured"] - lines["file"])
    residual = estimate.plot("residuals").axes[0].lines[1]
    assert np.allclose(residual.get_ydata(), lines["measured"] - lines["estimate"])


def test_other_figures_are_refused_with_those_that_there_are(found):
    with pytest.raises(ArgumentError, match="torques"):
        found["Log"].plot("torque")


def test_a_saved_result_has_its_parameters_only(found):
    saved = heft.Estimate.from_dict(json.loads(json.dumps(found["Estimate"].to_dict())))
    assert saved.plot("parameters").axes
    with pytest.raises(ArgumentError, match="does not hold the motions"):
        saved.plot("torques")


def test_without_matplotlib_the_extra_is_named(found, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtraError, match=r"heft-robotics\[plot\]"):
        found["Robot"].plot()
