"""Reports of all kinds of robots in a real browser: 2 to 40 bodies, fixed and floating, with and without meshes."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest
from support.browser import Page
from support.example_robots import PATHS
from support.reports import estimate_of
from support.small_robots import body, forty_bodies, mechanism

import heft
from heft.report import page as reports
from heft.robot.model import Robot


def example(name: str, base: str | None = None) -> Robot:
    """Return a robot of example-robot-data."""
    if name not in PATHS:
        pytest.skip(f"example-robot-data has no {name} here")
    return heft.load(PATHS[name], base)


def odd_joints() -> Robot:
    """Return a chain of joints that are not revolute, of links with markup in their names."""
    kinds = ["spherical", "prismatic", "cylindrical", "planar", "translation"]
    names = [f"<b onclick=alert({k})>{k}</b>" for k in range(len(kinds))]
    inertia = {"mass": 1.0, "com": [0.05, 0, 0.1], "about_com": [[0.02, 0, 0], [0, 0.02, 0], [0, 0, 0.01]]}
    parts = [
        body(name, parent, {"name": f"j{k}", "type": kind}, placement={"xyz": [0, 0, 0.2]}, inertia=inertia)
        for k, (name, parent, kind) in enumerate(zip(names, [None, *names], kinds, strict=False))
    ]
    return mechanism(*parts)


ROBOTS = {
    "pendulum, 2 bodies": lambda: heft.load("zoo:double_pendulum"),
    "arm with rotors": lambda: heft.load("zoo:puma560"),
    "odd joints": odd_joints,
    "arm with meshes": lambda: example("ur_description/urdf/ur5_robot.urdf"),
    "tree of 40 bodies": forty_bodies,
    "quadruped, floating": lambda: example("solo_description/robots/solo12.urdf", "floating"),
    "humanoid, floating": lambda: example("talos_data/robots/talos_reduced.urdf", "floating"),
}


def folds(page: Page, robot: Robot) -> None:
    """Of many joints the first have their curves, or those of the link that is picked, until all are asked for."""
    seen = "[...document.querySelectorAll('#plots figure')].filter(each => !each.hidden).map(each => each.id)"
    if robot.nv <= 12:
        assert len(page.run(seen)) == robot.nv
        return
    assert page.run(seen) == [f"joint-{robot.nv - 1}"]  # the last link is picked
    page.run("document.querySelector('#links [aria-pressed=true]').click()")
    assert page.run(seen) == [f"joint-{r}" for r in range(6)]
    page.run("document.querySelector('#plots .more').click()")
    assert len(page.run(seen)) == robot.nv
    page.run("document.querySelector('#plots figure:last-of-type').scrollIntoView({behavior: 'instant'})")
    page.wait("document.querySelector('#plots figure:last-of-type canvas')")
    assert page.run("document.querySelector('#plots .more').hidden") is True


@pytest.mark.parametrize("name", ROBOTS)
def test_it_is_drawn(page: Page, tmp_path: Path, name: str) -> None:
    from PIL import Image

    robot = ROBOTS[name]()
    path = tmp_path / "report.html"
    path.write_text(reports.page(estimate_of(robot, 120 if robot.nv > 12 else 300)))
    assert path.stat().st_size < 3_000_000
    page.said.clear()
    page.requests.clear()
    page.size(1280, 900)
    page.open(path)
    assert page.said == []
    assert page.requests == [path.as_uri()]
    assert page.run("document.querySelectorAll('#links button').length") == robot.n_bodies
    page.run("document.getElementById('picture').scrollIntoView({behavior: 'instant', block: 'center'})")
    page.settle()
    box = page.run(
        "(({x, y, width, height}) => ({x: x + scrollX, y: y + scrollY, width, height}))"
        "(document.getElementById('robot-canvas').getBoundingClientRect())"
    )
    kept = Path(os.environ.get("HEFT_SCREENSHOTS") or tmp_path)
    pixels = np.asarray(Image.open(page.picture(kept / f"{name}.png", box)).convert("RGB")).astype(int)
    background = np.median(pixels.reshape(-1, 3), axis=0)
    assert 0.003 < (np.abs(pixels - background).sum(axis=2) > 60).mean() < 0.9
    rows = "document.querySelectorAll('#parameters-table tbody tr:not([hidden])').length"
    assert page.run(rows) > 10
    page.run(f"document.querySelector('#links [data-link=\"{robot.n_bodies - 1}\"]').click()")
    assert page.run("document.querySelector('#card h3').textContent") == robot.body_names[-1]
    assert page.run(rows) == 10
    folds(page, robot)
    page.run("document.getElementById('plots').scrollIntoView({behavior: 'instant'})")
    page.wait("document.querySelector('.playhead')")
    head = "document.querySelector('.playhead').style.transform"
    before = page.run(head)
    page.run("(s => { s.value = 500; s.dispatchEvent(new Event('input')) })(document.querySelector('#player input'))")
    assert page.run(head) != before
    assert page.run("document.querySelectorAll('img, b').length") == 0
    page.size(390, 844)
    assert page.run("document.documentElement.scrollWidth") == 390
    assert page.said == []
