"""Scrolling a report draws nothing: every chart is drawn once, by the processor, while the browser is idle.

What is counted does not depend on the speed of the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.browser import Page
from support.logs import ARM, heavier, measured
from support.reports import estimate_of
from support.small_robots import forty_bodies

import heft
from heft.estimation.options import Options
from heft.report import page as reports

COUNT = """
window.counted = {charts: new Map(), pictures: 0, corners: new Map(), most: new Map()};
const count = (kind, name, act) => {
  const original = kind.prototype[name];
  kind.prototype[name] = function (...values) { act(this, values[0]); return original.apply(this, values); };
};
const {charts, corners, most} = counted;
count(CanvasRenderingContext2D, 'clearRect', ({canvas}) => charts.set(canvas, (charts.get(canvas) ?? 0) + 1));
for (const name of ['drawElements', 'drawArrays']) count(WebGL2RenderingContext, name, () => counted.pictures++);
for (const name of ['lineTo', 'rect']) count(Path2D, name, (path) => corners.set(path, (corners.get(path) ?? 0) + 1));
for (const name of ['fill', 'stroke']) {
  count(CanvasRenderingContext2D, name, ({canvas}, path) => {
    most.set(canvas, Math.max(most.get(canvas) ?? 0, corners.get(path) ?? 0));
  });
}
"""
"""Counts how often each chart is cleared, which begins every drawing of it; what is drawn in 3D; and for each chart
the most corners or bars that one of its curves has."""

DRAWN = "document.documentElement.hasAttribute('data-drawn')"
TIMES = "[...document.querySelectorAll('.plot canvas')].map(canvas => counted.charts.get(canvas))"
SCROLL = """new Promise((done) => {
  const end = document.documentElement.scrollHeight - innerHeight;
  const step = () => {
    scrollBy({top: 300, behavior: 'instant'});
    scrollY < end - 1 ? requestAnimationFrame(step) : done(end);
  };
  step();
})"""


@pytest.fixture
def counting(page: Page) -> Iterator[Page]:
    """The browser with a script that counts, in every page that it opens."""
    script = page.call("Page.addScriptToEvaluateOnNewDocument", source=COUNT)["identifier"]
    page.size(1280, 900)
    yield page
    page.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of an arm, of a run with several samples for each pixel of a chart."""
    folder = tmp_path_factory.mktemp("scrolling")
    (folder / "arm.urdf").write_text(ARM)
    robot = heft.load(folder / "arm.urdf")
    estimate = heft.identify(robot, measured(heavier(robot), 1, samples=6000), Options(friction=("viscous", "coulomb")))
    path = folder / "report.html"
    path.write_text(reports.page(estimate))
    return path


def test_scrolling_draws_nothing(counting: Page, report: Path) -> None:
    counting.open(report)
    counting.wait(DRAWN)
    charts = counting.run("document.querySelectorAll('.plot').length")
    assert charts >= 12
    assert counting.run(TIMES) == [1] * charts
    before = counting.run("[counted.pictures, [...counted.charts.values()]]")
    assert before[0] > 0
    assert counting.run(SCROLL) > 2000
    counting.settle()
    assert counting.run("[counted.pictures, [...counted.charts.values()]]") == before


def test_a_page_that_is_scrolled_at_once_draws_each_chart_once(counting: Page, report: Path) -> None:
    counting.open(report)
    counting.run(SCROLL)
    counting.wait(DRAWN)
    assert set(counting.run(TIMES)) == {1}


def test_the_processor_draws_the_charts(counting: Page, report: Path) -> None:
    counting.open(report)
    counting.wait(DRAWN)
    software = "canvas.getContext('2d').getContextAttributes().willReadFrequently"
    assert counting.run(f"[...document.querySelectorAll('.plot canvas')].every(canvas => {software})")


def test_a_long_run_has_no_more_corners_than_its_pixels_need(counting: Page, report: Path) -> None:
    counting.open(report)
    counting.wait(DRAWN)
    curves = "[...document.querySelectorAll('[data-figures=curves] .plot canvas')]"
    found = counting.run(f"{curves}.map(canvas => counted.most.get(canvas) / canvas.width)")
    assert len(found) >= 6
    assert 0.5 < min(found) <= max(found) <= 2


def test_of_very_many_charts_those_far_away_are_given_up(counting: Page, tmp_path: Path) -> None:
    path = tmp_path / "forty.html"
    path.write_text(reports.page(estimate_of(forty_bodies(), 120)))
    counting.open(path)
    counting.wait(DRAWN)
    canvases = "document.querySelectorAll('.plot canvas').length"
    assert counting.run(canvases) < 40  # of forty joints, the figures of the first
    counting.run("document.querySelectorAll('.plots .more').forEach(each => each.click())")
    counting.wait(DRAWN)
    assert counting.run("document.querySelectorAll('.plot').length") > 150
    assert counting.run(canvases) == 80
    height = counting.run("document.documentElement.scrollHeight")
    counting.run("[...document.querySelectorAll('.plot')].at(-1).scrollIntoView({behavior: 'instant'})")
    counting.wait("[...document.querySelectorAll('.plot')].at(-1).querySelector('canvas')")
    counting.wait(DRAWN)
    assert counting.run(canvases) == 80
    assert counting.run("document.documentElement.scrollHeight") == height
