"""Sections and kinds of pages, and what the page of an identification draws."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import pytest
from support.logs import arm_in, heavier, measured
from support.reports import numbers

import heft as library
from heft.errors import ArgumentError
from heft.estimation.options import Options
from heft.identifiability.explanation import combination
from heft.report.html import TALL, Cell, Row, commands, fill, sum_of, table
from heft.report.kinds import kinds
from heft.report.kinds.identifiability import Decided
from heft.report.packing import Packed
from heft.report.page import page, sheet_of
from heft.report.section import Making, Section
from heft.report.sections import register, section, sections, unregister
from heft.report.sections.combinations import LONG_FRACTION, _decimal
from heft.report.sections.correlations import correlations
from heft.report.sections.directions import worst_directions

FRICTION = ("viscous", "coulomb", "offset")


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A folder with an arm and two logs."""
    folder = tmp_path_factory.mktemp("kinds")
    arm = library.load(arm_in(folder))
    for seed in (1, 2):
        measured(heavier(arm), seed).write(folder / f"run{seed}.parquet")
    return folder


@pytest.fixture(scope="module")
def estimate(made: Path):
    logs = [made / f"run{seed}.parquet" for seed in (1, 2)]
    return library.identify(library.load(made / "arm.urdf"), logs, Options(friction=FRICTION))


def numbers_of(packed: Packed) -> np.ndarray:
    """Return the numbers as the page's script reads them."""
    return numbers(asdict(packed))


# -- sections and kinds ----------------------------------------------------------------------------


def test_every_section_is_on_a_page_and_every_page_has_known_sections(estimate) -> None:
    listed = set(sheet_of(estimate).sections)
    assert {"robot", "curves", "friction", "correlations", "directions", "distribution", "made"} <= listed
    assert listed <= {*sections()}
    assert {*kinds()} >= {
        "identification",
        "identifiability",
        "check",
        "validation",
        "learned model",
        "motion",
        "payload",
    }


def test_a_section_can_be_added(estimate) -> None:
    class Motto(Section):
        name, title = "motto", "A motto"

        def html(self, sheet):
            return fill("<p>{{ words }}</p>", words="<heft>")

    register(Motto())
    try:
        assert section("motto").title == "A motto"
        with pytest.raises(ArgumentError, match="is taken by another section"):
            register(Motto())
    finally:
        unregister("motto")
    with pytest.raises(ArgumentError, match="There is no section 'motto'"):
        section("motto")


def test_what_has_no_page_is_refused() -> None:
    with pytest.raises(ArgumentError, match="There is no page of a int"):
        page(3)


def test_cells_are_text_and_have_what_they_are_sorted_by() -> None:
    rows = [Row(("<b>", Cell("1.5", 1.5)), "faint", (("name", '"x"'),))]
    made = str(table(["a", "<b"], rows, sortable=True))
    assert "<b>" not in made
    assert "&lt;b&gt;" in made
    assert 'data-value="1.5"' in made
    assert 'data-name="&#34;x&#34;"' in made


# -- the page of an identification ---------------------------------------------------------------


def test_left_out_samples_are_hatched(estimate) -> None:
    motion = estimate.runs.held_out[0]
    data = sheet_of(estimate).data
    figure = next(each for each in data.figures if each.group == "curves" and each.title == "waist" and each.run == 0)
    spans = next(numbers_of(each.spans) for each in figure.shades if each.kind == "out")
    r = motion.names.index("waist")
    start, stop = motion.segments[0]
    slow = np.abs(motion.qd[start:stop, r]) < motion.velocity_threshold[r]
    t = motion.t[start:stop] - motion.t[start]
    covered = np.any([(t >= a) & (t <= b) for a, b in spans], axis=0)
    assert slow.any()
    assert np.array_equal(covered, slow)


def test_friction_is_the_fitted_law_over_velocity(estimate) -> None:
    figure = next(each for each in sheet_of(estimate).data.figures if each.id == "friction-1")
    view = figure.charts[0].views[""]
    speed, (_, _, law) = numbers_of(view.x), (numbers_of(each.values) for each in view.series)
    values = {name: estimate.values[estimate.names.index(f"elbow.{name}")] for name in FRICTION}
    expected = values["viscous"] * speed + values["coulomb"] * np.sign(speed) + values["offset"]
    assert np.abs(law - expected).max() < 1e-3 * np.abs(expected).max()
    assert np.all(np.diff(speed) >= 0)


def test_histogram_and_spectrum_have_the_size_of_the_residual(estimate) -> None:
    figure = next(each for each in sheet_of(estimate).data.figures if each.id == "distribution-0" and each.run == 0)
    share = numbers_of(figure.charts[0].views[""].series[0].values)
    assert 95 < share.sum() <= 100.01
    file, own = (numbers_of(each.values) for each in figure.charts[1].views[""].series[1:])
    assert np.nanmedian(own) < np.nanmedian(file)


def test_correlations_are_those_of_the_covariance(estimate) -> None:
    names, found, left_out = correlations(estimate)
    assert left_out == 0
    assert np.allclose(np.diag(found), 1)
    i, j = (estimate.base.names.index(name) for name in (names[0], names[3]))
    size = np.sqrt(np.diag(estimate.covariance))
    assert found[0, 3] == pytest.approx(estimate.covariance[i, j] / size[i] / size[j])


def test_the_worst_direction_is_named(estimate) -> None:
    """A base parameter that is made a thousand times less certain is the worst direction."""
    worse = np.array(estimate.covariance)
    k = estimate.base.names.index("hand.mcz")
    worse[k], worse[:, k] = 0.0, 0.0
    worse[k, k] = 1e6
    words, size = worst_directions(replace(estimate, covariance=worse))[0]
    assert words == "hand.mcz"
    assert size.endswith("%")


def test_the_page_says_how_it_was_made(estimate) -> None:
    text = page(estimate, making=Making("heft identify arm.urdf 'a b.csv'", "2026-01-02 03:04 UTC"))
    end = text.partition('id="made"')[2]
    assert "heft identify arm.urdf &#39;a b.csv&#39;" in end
    assert "2026-01-02 03:04 UTC" in end
    assert estimate.provenance["logs"][0]["source"]["sha256"] in end
    assert "friction</dt><dd>viscous, coulomb, offset" in end


def test_long_fractions_are_decimal_numbers_and_units_have_exponents(estimate) -> None:
    verdict = library.identifiability(library.load("zoo:puma560"))
    text = page(Decided(verdict))
    shown = text.partition('id="combinations"')[2].partition("</ol>")[0]
    exact = [combination(verdict, name) for name in verdict.reduction.names]
    assert any(LONG_FRACTION.search(each) for each in exact)
    assert not LONG_FRACTION.search(shown)
    assert "Long fractions are shown as decimal numbers" in shown
    assert LONG_FRACTION.sub(_decimal, "a.m + 1/3 b.m - 2461761/16000000 c/12345.m") == (
        "a.m + 1/3 b.m - 0.1539 c/12345.m"
    )
    assert "kg m²" in (words := page(estimate).partition('id="parameters-table"')[2].partition("</table>")[0])
    assert "kg m2" not in words


def test_commands_in_a_sentence_are_code_and_its_names_are_text() -> None:
    found = str(commands("Run heft check on <b>, or heft learn --resume."))
    assert found == "Run <code>heft check</code> on &lt;b&gt;, or <code>heft learn --resume</code>."


def test_a_long_table_scrolls_below_its_head_and_units_are_whole() -> None:
    short, long = (str(table(("joint", "rmse [N m, N]"), [(f"j{k}", k) for k in range(n)])) for n in (TALL, TALL + 1))
    assert '<div class="wide"' in short
    assert '<div class="wide tall"' in long
    assert '<span class="unit">[N m, N]</span>' in short


def test_a_sum_of_many_terms_shows_the_first() -> None:
    text = " + ".join(f"<l{k}>.m" for k in range(9))
    found = str(sum_of(text))
    assert "<summary>&lt;l0&gt;.m" in found
    assert "and 3 more terms</summary>+ &lt;l6&gt;.m" in found
    assert sum_of("a.m + b.m") == "a.m + b.m"
