"""Take the pictures of docs/report.md: PYTHONPATH=tests python docs/images/report.py writes report_*.png.

It needs Chromium and the robots of example-robot-data.

The arm is a UR5 of example-robot-data with heavier links than its file has, identified from a simulated run.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
from PIL import Image
from support.browser import Page, browser
from support.example_robots import PATHS
from support.motions import drives, motion_of, wave

import heft
from heft.estimation.options import Options
from heft.excitation.design import Design
from heft.identifiability import compare_sensors
from heft.report.kinds.excitation import Designed
from heft.report.kinds.identifiability import Decided
from heft.report.page import page

HERE = Path(__file__).parent
RATE, SAMPLES = 200.0, 3000
ARM = "ur_description/urdf/ur5_robot.urdf"
PLACES = {"identifiability": "#verdicts", "motion": "#motion"}
EXPLAIN = {"identifiability": ["document.querySelectorAll('[data-explain]')[12].click()"], "motion": []}


def estimate_of_the_arm() -> heft.Estimate:
    """Return the estimate of a UR5 from two simulated runs with friction and noise."""
    robot = heft.load(PATHS[ARM])
    factors = np.array([1.2, 0.8, 1.3, 0.9, 1.1, 1.4])[:, None]
    runs = []
    for seed in (1, 2):
        q, qd, qdd = wave(robot, seed, SAMPLES, RATE, 0.35)
        tau = heft.inverse_dynamics(robot.with_parameters(factors * robot.parameters), q, qd, qdd) + drives(qd, qdd)
        tau += 0.3 * np.random.default_rng(seed).standard_normal(tau.shape)
        runs.append(motion_of(robot, q, qd, qdd, tau, rate=RATE))
    return heft.identify(robot, runs, Options(friction=("viscous", "coulomb", "offset")))


def decided(robot: heft.Robot) -> Decided:
    """Return which parameters of a robot are identifiable, and what one more sensor would buy."""
    return Decided(heft.identifiability(robot), robot, compare_sensors(robot))


def designed(robot: heft.Robot) -> Designed:
    """Return a motion of ten seconds that a short search finds."""
    return Designed(heft.excite(robot, Design(duration=10.0, starts=1, search_seconds=8.0, collisions=False)), robot)


def take(opened: Page, name: str, *scripts: str) -> None:
    """Run scripts in the page and write what is seen, with few colours, as report_NAME.png."""
    for script in scripts:
        opened.run(script)
        opened.settle()
    opened.settle()
    path = opened.picture(HERE / f"report_{name}.png")
    Image.open(path).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE).save(path, optimize=True)


def at(selector: str) -> str:
    """Return a script that scrolls to an element."""
    return f"document.querySelector('{selector}').scrollIntoView({{behavior: 'instant', block: 'start'}})"


def click(selector: str) -> str:
    """Return a script that clicks an element."""
    return f"document.querySelector('{selector}').click()"


def main() -> None:
    """Write all pictures."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "report.html"
        file.write_text(page(estimate_of_the_arm()))
        (Path(folder) / "profile").mkdir()
        with browser(Path(folder) / "profile") as opened:
            opened.size(1180, 860)
            opened.open(file)
            take(opened, "first")
            slide = (
                "(s => { s.value = 380; s.dispatchEvent(new Event('input')) })(document.querySelector('#player input'))"
            )
            take(opened, "robot", slide, click('#links [data-link="2"]'), at("#robot"))
            layers = [click(f"input[data-layer={layer}]") for layer in ("file", "estimate", "centres", "axes")]
            take(opened, "inertias", *layers, click("input[value=change]"), at("#robot"))
            take(opened, "curves", at("#curves"))
            take(opened, "friction", at("#friction"))
            take(opened, "parameters", at("#parameters"))
            opened.size(390, 844, dark=True)
            take(opened, "phone", *layers, at("#robot"))
            opened.size(1180, 860)
            robot = heft.load(PATHS[ARM])
            for name, subject in (("identifiability", decided(robot)), ("motion", designed(robot))):
                other = Path(folder) / f"{name}.html"
                other.write_text(page(subject))
                opened.open(other)
                take(opened, name, *EXPLAIN[name], at(PLACES[name]))


if __name__ == "__main__":
    main()
