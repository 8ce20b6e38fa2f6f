"""The report of an identification in a real browser: it draws, it answers, and it asks for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from support.browser import Page
from support.logs import ARM, heavier, measured
from support.reports import data_of, with_data

import heft
from heft.estimation.options import Options
from heft.report import page as reports

MARKUP = "<img src=x onerror=alert(1)>"
"""A name that would run code if it were markup. URDF names are data, whatever they hold."""


def arm_report(folder: Path) -> Path:
    """Write the report of an arm whose links and joints have markup in their names."""
    text = re.sub('"(fore|wrist)"', lambda match: f'"{match[1]} {MARKUP.replace("<", "&lt;")}"', ARM)
    text = text.replace('name="arm"', 'name="&lt;/script>&lt;script>alert(2)&lt;/script>"')
    (folder / "arm.urdf").write_text(text)
    robot = heft.load(folder / "arm.urdf")
    logs = [measured(heavier(robot), seed) for seed in (1, 2)]
    estimate = heft.identify(robot, logs, Options(friction=("viscous", "coulomb", "offset")))
    path = folder / "report.html"
    path.write_text(reports.page(estimate))
    return path


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    return arm_report(tmp_path_factory.mktemp("report"))


@pytest.fixture
def opened(page: Page, report: Path) -> Iterator[Page]:
    page.said.clear()
    page.requests.clear()
    page.size(1280, 1000)
    page.open(report)
    yield page
    assert page.said == []


def drawn(page: Page, path: Path) -> np.ndarray:
    """Return the pixels of the robot's picture, (height, width, 3)."""
    from PIL import Image

    page.run("document.getElementById('picture').scrollIntoView({behavior: 'instant', block: 'center'})")
    page.settle()
    box = page.run(
        "(({x, y, width, height}) => ({x: x + scrollX, y: y + scrollY, width, height}))"
        "(document.getElementById('robot-canvas').getBoundingClientRect())"
    )
    return np.asarray(Image.open(page.picture(path, box)).convert("RGB")).astype(int)


def test_nothing_leaves_the_file_and_nothing_is_said(opened: Page, report: Path) -> None:
    assert {url for url in opened.requests if not url.startswith("blob:")} == {report.as_uri()}
    assert opened.run("fetch('data:text/plain,x').then(() => 'loaded', () => 'refused')") == "refused"
    opened.said.clear()  # the browser says that the policy refused it


def test_names_with_markup_are_text(opened: Page) -> None:
    assert opened.run("document.querySelectorAll('img').length") == 0
    assert opened.run("document.querySelectorAll('script').length") == 2
    assert opened.run("document.querySelector('h1').textContent") == "</script><script>alert(2)</script>"
    opened.run("document.querySelector('#links [data-link=\"1\"]').click()")
    assert opened.run("document.querySelector('#card h3').textContent") == f"fore {MARKUP}"
    assert opened.run("document.querySelector('#joint-2 h3').textContent") == f"wrist {MARKUP}"
    assert opened.run("document.querySelectorAll('img').length") == 0


def test_the_robot_is_drawn_and_turns(opened: Page, tmp_path: Path) -> None:
    before = drawn(opened, tmp_path / "before.png")
    background = np.median(before.reshape(-1, 3), axis=0)
    seen = np.abs(before - background).sum(axis=2) > 60
    assert 0.01 < seen.mean() < 0.9
    opened.run("document.getElementById('robot-canvas').focus()")
    for _ in range(5):
        opened.key("ArrowLeft")
    after = drawn(opened, tmp_path / "after.png")
    assert (np.abs(after - before).sum(axis=2) > 60).mean() > 0.005


def test_every_layer_changes_the_picture(opened: Page, tmp_path: Path) -> None:
    last = drawn(opened, tmp_path / "layers.png")
    for layer in ("estimate", "file", "centres", "axes", "gravity", "shapes"):
        opened.run(f"document.querySelector('input[data-layer={layer}]').click()")
        opened.settle()
        now = drawn(opened, tmp_path / f"{layer}.png")
        assert np.any(np.abs(now - last).sum(axis=2) > 60), layer
        last = now


def test_picking_a_link_in_the_picture_changes_the_tables(opened: Page, tmp_path: Path) -> None:
    count = "document.querySelectorAll('#parameters-table tbody tr:not([hidden])').length"
    total = opened.run(count)
    assert total > 30
    opened.run("document.getElementById('picture').scrollIntoView({behavior: 'instant', block: 'center'})")
    opened.settle()
    place = opened.run(
        """(() => { const canvas = document.getElementById('robot-canvas');
        const {left, top, width, height} = canvas.getBoundingClientRect();
        for (let y = top + 5; y < top + height; y += 7) for (let x = left + 5; x < left + width; x += 7) {
          canvas.dispatchEvent(new PointerEvent('pointermove', {clientX: x, clientY: y}));
          if (!document.getElementById('tip').hidden) return [x, y];
        } return null; })()"""
    )
    assert place is not None
    opened.click(*place)
    name = opened.run("document.querySelector('#card h3').textContent")
    assert name in [f"fore {MARKUP}", "upper", "hand"]
    assert opened.run(count) == 10
    assert opened.run("document.querySelectorAll('#link-parameters tbody tr').length") == 10
    assert opened.run("[...document.querySelectorAll('#links [aria-pressed=true] .name')].map(e => e.textContent)") == [
        name
    ]
    opened.run("document.getElementById('filter-clear').click()")
    assert opened.run(count) == total


def test_the_colours_follow_what_they_are_of(opened: Page) -> None:
    what = "[...document.querySelectorAll('#links .what')].map(e => e.textContent.trim())"
    assert opened.run(what) == ["○ in combination", "★ alone", "★ alone"]
    opened.run("(s => { s.value = 'm'; s.dispatchEvent(new Event('change')) })(document.getElementById('symbol'))")
    assert opened.run(what)[0] == "✕ not identifiable"
    opened.run("document.querySelector('input[value=change]').click()")
    assert all(re.fullmatch(r"(< )?[\d.]+ % from the file", text) for text in opened.run(what))
    opened.run("document.querySelector('input[value=uncertainty]').click()")
    assert "not by the data alone" in opened.run(what)


def test_time_moves_the_robot_and_every_cursor(opened: Page, tmp_path: Path) -> None:
    opened.run("document.getElementById('plots').scrollIntoView({behavior: 'instant'})")
    opened.wait("document.documentElement.hasAttribute('data-drawn')")
    heads = "[...document.querySelectorAll('.playhead')].map(e => e.style.transform)"
    assert opened.run(f"{heads}.length") >= 4
    before, still = opened.run(heads), drawn(opened, tmp_path / "t0.png")
    slide = "(s => { s.value = 500; s.dispatchEvent(new Event('input')) })(document.querySelector('#player input'))"
    opened.run(slide)
    opened.settle()
    after = opened.run(heads)
    assert all(a != b for a, b in zip(before, after, strict=True))
    assert np.any(np.abs(drawn(opened, tmp_path / "t1.png") - still).sum(axis=2) > 60)
    shown = opened.run("document.querySelector('#player output').textContent")
    time, end = (float(number) for number in re.findall(r"[\d.]+", shown))
    assert time == pytest.approx(end / 2, abs=0.01)
    opened.run("document.querySelector('#player button').click()")
    opened.wait(f"parseFloat(document.querySelector('#player output').textContent) > {time}")
    opened.run("document.querySelector('#player button').click()")


def test_curves_are_drawn_and_the_numbers_below_the_pointer_are_shown(opened: Page) -> None:
    opened.run("document.querySelector('#joint-0').scrollIntoView({behavior: 'instant', block: 'center'})")
    opened.wait("document.querySelector('#joint-0 canvas')")
    opened.settle()
    painted = opened.run(
        """(() => { const c = document.querySelector('#joint-0 canvas');
        const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data; const seen = new Set();
        for (let i = 0; i < d.length; i += 4) {
          if (d[i + 3] > 200) seen.add(`${d[i] >> 4},${d[i+1] >> 4},${d[i+2] >> 4}`);
        }
        return seen.size; })()"""
    )
    assert painted >= 4
    x, y = opened.run(
        "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
        "(document.querySelector('#joint-0 .u-over').getBoundingClientRect())"
    )
    opened.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    opened.settle()
    assert "estimate" in opened.run("document.querySelector('#joint-0 .values').textContent")


def test_the_table_is_sorted_and_filtered(opened: Page) -> None:
    rows = "[...document.querySelectorAll('#parameters-table tbody tr:not([hidden])')]"
    values = f"{rows}.map(r => Number(r.cells[2].dataset.value))"
    opened.run("document.querySelectorAll('#parameters-table th button')[2].click()")
    found = opened.run(values)
    assert found == sorted(found)
    opened.run("document.querySelectorAll('#parameters-table th button')[2].click()")
    assert opened.run(values) == found[::-1]
    opened.run(
        "(s => { s.value = 'hand mc'; s.dispatchEvent(new Event('input')) })(document.getElementById('filter-words'))"
    )
    assert sorted(opened.run(f"{rows}.map(r => r.dataset.name)")) == ["hand.mcx", "hand.mcy", "hand.mcz"]


@pytest.mark.parametrize("dark", [False, True])
def test_a_phone_needs_no_sideways_scroll(opened: Page, dark: bool) -> None:
    opened.size(390, 844, dark=dark)
    opened.run("document.querySelector('#links [data-link=\"1\"]').click()")
    opened.run("document.getElementById('plots').scrollIntoView({behavior: 'instant'})")
    opened.wait("document.querySelector('#plots canvas')")
    opened.settle()
    assert opened.run("document.documentElement.scrollWidth") == 390
    parts = "[...document.querySelectorAll('main > *, header > *')]"
    assert opened.run(f"{parts}.filter(e => e.getBoundingClientRect().right > 391).length") == 0


def test_a_finger_on_the_robot_scrolls_the_page(opened: Page) -> None:
    opened.size(390, 844)
    opened.call("Emulation.setTouchEmulationEnabled", enabled=True)
    try:
        opened.run("document.getElementById('picture').scrollIntoView({behavior: 'instant', block: 'center'})")
        opened.settle()
        before = opened.run("scrollY")
        x, y = opened.run(
            "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
            "(document.getElementById('robot-canvas').getBoundingClientRect())"
        )
        opened.swipe(x, y, 200)
        assert opened.run("scrollY") > before + 100
    finally:
        opened.call("Emulation.setTouchEmulationEnabled", enabled=False)


@pytest.mark.parametrize("width", [390, 1280])
def test_all_of_the_robot_is_in_the_picture_throughout_its_motion(opened: Page, tmp_path: Path, width: int) -> None:
    opened.size(width, 844)
    slide = "(s => { s.value = %d; s.dispatchEvent(new Event('input')) })(document.querySelector('#player input'))"
    toggle = "document.querySelector('input[data-layer=shapes]').click()"
    for time in (0, 250, 500):
        opened.run(slide % time)
        opened.settle()
        seen = drawn(opened, tmp_path / "with.png")
        opened.run(toggle)
        opened.settle()
        robot = np.abs(seen - drawn(opened, tmp_path / "without.png")).sum(axis=2) > 30
        opened.run(toggle)
        assert robot.sum() > 200
        inner = robot[3:-45, 3:-3]  # the bar that plays may lie over the lower edge
        assert not robot[:3].any()
        assert not robot[:, :3].any()
        assert not robot[:, -3:].any()
        assert inner.sum() > 0.98 * robot.sum()


def test_efforts_are_shown_filtered_at_a_switch(opened: Page) -> None:
    opened.run("document.getElementById('plots').scrollIntoView({behavior: 'instant'})")
    opened.wait("document.querySelector('#joint-0 canvas')")
    pixels = "document.querySelector('#joint-0 canvas')?.toDataURL()"
    opened.run(f"window.raw = {pixels}")
    opened.run("document.querySelector('input[name=view][value=\"low-pass filtered\"]').click()")
    opened.wait(f"({pixels} ?? window.raw) !== window.raw")  # drawn anew, when the browser has time


def test_friction_spectra_and_correlations_are_drawn(opened: Page) -> None:
    for place in ("friction-0", "distribution-0"):
        opened.run(f"document.getElementById('{place}').scrollIntoView({{behavior: 'instant'}})")
        opened.wait(f"document.querySelector('#{place} canvas')")
    opened.run("document.querySelector('#matrix canvas').focus()")
    opened.key("ArrowRight")
    assert re.fullmatch(r".+ and .+: -?[01]\.\d\d", opened.run("document.querySelector('.matrix .values').textContent"))


def test_it_prints_all_curves(opened: Page) -> None:
    opened.run("dispatchEvent(new Event('beforeprint'))")
    assert opened.run("[...document.querySelectorAll('.plots figure')].every(f => f.querySelector('canvas'))")


def test_light_and_dark_differ(opened: Page) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    light = opened.run(colour)
    opened.size(1280, 1000, dark=True)
    assert opened.run(colour) != light


def test_every_control_is_reached_by_the_keyboard(opened: Page) -> None:
    opened.run("document.body.tabIndex = -1; document.body.focus()")
    reached = []
    for _ in range(60):
        opened.call("Input.dispatchKeyEvent", type="keyDown", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        opened.call("Input.dispatchKeyEvent", type="keyUp", key="Tab", code="Tab", windowsVirtualKeyCode=9)
        reached.append(opened.run("(e => e.id || e.name || e.dataset.link || e.tagName)(document.activeElement)"))
    for name in ("mode", "symbol", "robot-canvas", "whole", "0", "1", "2", "filter-words", "filter-verdict"):
        assert name in reached
    opened.run("document.querySelector('#links [data-link=\"2\"]').focus()")
    opened.call(
        "Input.dispatchKeyEvent", type="keyDown", key="Enter", code="Enter", windowsVirtualKeyCode=13, text="\r"
    )
    opened.call("Input.dispatchKeyEvent", type="keyUp", key="Enter", code="Enter", windowsVirtualKeyCode=13)
    assert opened.run("document.querySelector('#card h3').textContent") == "hand"


def test_a_page_without_logs_draws_the_robot_at_rest(page: Page, report: Path, tmp_path: Path) -> None:
    text = report.read_text()
    bare = tmp_path / "bare.html"
    bare.write_text(with_data(text, data_of(text) | {"runs": []}))
    page.said.clear()
    page.size(1280, 1000)
    page.open(bare)
    assert page.said == []
    assert page.run("document.getElementById('player').hidden") is True
    assert np.ptp(drawn(page, tmp_path / "rest.png")) > 100


def test_paper_is_light_whatever_the_screen_is(opened: Page) -> None:
    opened.size(1280, 1000, dark=True)
    ink = "getComputedStyle(document.documentElement).getPropertyValue('--median').trim()"
    dark = opened.run(ink)
    scheme = {"name": "prefers-color-scheme", "value": "dark"}
    opened.call("Emulation.setEmulatedMedia", media="print", features=[scheme])
    printed = opened.run(ink)
    opened.call("Emulation.setEmulatedMedia", media="")
    opened.size(1280, 1000)
    assert printed == opened.run(ink) != dark
