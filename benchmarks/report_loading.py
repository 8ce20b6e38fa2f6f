"""How fast the report of an arm shows its first picture, and how large and smooth that of a ten-minute log is.

Chromium without a window opens the pages from the disk, with its profile warm. The first picture is the first frame
after the robot is drawn. Scrolling goes through the whole page in 40 steps, once right after loading, while charts
are still being drawn, and once after the last of them; a frame is late above 50 ms. Every figure is the best of
several rounds. The peer is an empty page of the
same height in the same browser: what scrolling itself costs. Everything is drawn by the processor alone, which is
slower than with a graphics card. Run it with PYTHONPATH=tests python benchmarks/report_loading.py; it needs Chromium
and example-robot-data.
"""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from support.browser import Page, browser, found
from support.example_robots import PATHS
from support.motions import drives, motion_of, wave

import heft
from heft.estimation.options import Options
from heft.report.page import page

ARM = "ur_description/urdf/ur5_robot.urdf"
ROUNDS, RATE, MINUTES = 5, 1000.0, 10
LATE = 50.0

FIRST = "performance.getEntriesByName('first-picture')[0].startTime"
DRAWN = "document.documentElement.hasAttribute('data-drawn')"
EMPTY = "<!doctype html><title>empty</title><body style='margin: 0'><div style='height: {}px'></div>"
SCROLL = """new Promise((done) => {
  const frames = [], steps = 40, length = document.documentElement.scrollHeight - innerHeight;
  let last = performance.now(); scrollTo(0, 0);
  const step = (now) => {
    frames.push(now - last); last = now;
    if (frames.length > steps) return done(frames);
    scrollTo({top: (frames.length * length) / steps, behavior: 'instant'}); requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
})"""


def estimate_of_the_arm(seconds: float) -> heft.Estimate:
    """Return the estimate of an arm from a short run, shown with one of that many seconds at 1 kHz."""
    robot = heft.load(PATHS[ARM])
    n = 4000
    q, qd, qdd = wave(robot, 1, n, RATE, 0.35)
    tau = heft.inverse_dynamics(robot.with_parameters(1.1 * robot.parameters), q, qd, qdd) + drives(qd, qdd)
    tau += 0.3 * np.random.default_rng(1).standard_normal(tau.shape)
    motion = motion_of(robot, q, qd, qdd, tau, rate=RATE)
    estimate = heft.identify(robot, motion, Options(friction=("viscous", "coulomb", "offset")))
    times = round(seconds * RATE / n)
    long = replace(
        motion,
        **{name: np.tile(getattr(motion, name), (times, 1)) for name in ("q", "qd", "qdd", "effort")},
        t=np.arange(times * n) / RATE,
        segments=((0, times * n),),
    )
    assert estimate.runs is not None
    return replace(estimate, runs=replace(estimate.runs, unloaded=(long,), held_out=()))


class Smoothness(NamedTuple):
    """Scrolling once through a page: the median frame [ms], how many frames are late, and how many there are."""

    median: float
    late: int
    frames: int

    def __str__(self) -> str:
        """Return the row of a table."""
        return f"{self.median:6.1f} ms, {self.late:2} of {self.frames} late"


def scroll(opened: Page) -> Smoothness:
    """Scroll through the page."""
    frames = np.array(opened.run(SCROLL)[1:], float)
    return Smoothness(float(np.median(frames)), int(np.sum(frames > LATE)), len(frames))


def measure(opened: Page, file: Path) -> tuple[float, Smoothness, Smoothness]:
    """Return the time to the first picture [s] and how a page scrolls at once and later, each the best of several."""
    rounds = []
    for _ in range(ROUNDS):
        opened.open(file)
        first, at_once = float(opened.run(FIRST)) / 1000, scroll(opened)
        opened.wait(DRAWN)
        rounds.append((first, at_once, scroll(opened)))
    firsts, at_once, later = zip(*rounds, strict=True)
    return min(firsts), min(at_once), min(later)


def main() -> None:
    """Print a line for each page."""
    if found() is None:
        raise SystemExit("This benchmark needs Chromium.")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        files = {}
        for name, seconds in (("arm, 8 s", 8.0), (f"arm, {MINUTES} min at 1 kHz", 60.0 * MINUTES)):
            files[name] = Path(folder) / f"{len(files)}.html"
            files[name].write_text(page(estimate_of_the_arm(seconds)))
        (Path(folder) / "profile").mkdir()
        with browser(Path(folder) / "profile") as opened:
            opened.size(1280, 900)
            print(f"{'page':24} {'size':>8} {'first picture':>14} {'scrolled at once':>24} {'scrolled later':>24}")
            for name, file in files.items():
                first, at_once, later = measure(opened, file)
                size = f"{file.stat().st_size / 1e6:.2f} MB"
                print(f"{name:24} {size:>8} {first:12.2f} s {at_once!s:>24} {later!s:>24}")
            empty = Path(folder) / "empty.html"
            empty.write_text(EMPTY.format(opened.run("document.documentElement.scrollHeight")))
            opened.open(empty)
            print(f"{'empty, the same height':24} {'':48} {min(scroll(opened) for _ in range(ROUNDS))!s:>24}")


if __name__ == "__main__":
    main()
