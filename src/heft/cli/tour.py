"""The stops of `heft demo`: each computes something, says what it is, and checks it."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from heft.arrays import Array
from heft.cli.terminal import progress
from heft.dynamics.api import inverse_dynamics, numpy_torque_regressor, torque_regressor
from heft.parameters import is_physical
from heft.report.inspection import all_parameters
from heft.report.plots import curve
from heft.report.tables import bodies, header, table, tree, verdict
from heft.report.trajectory import TrajectorySummary, coordinates, energy
from heft.report.words import short
from heft.robot.load import load
from heft.robot.model import Robot
from heft.text import printable

ARM, PENDULUM = "zoo:puma560", "zoo:double_pendulum"

AGREEMENT = 1e-12
"""Largest allowed difference of two computations, relative to the largest value."""

LARGEST_DRIFT = 1e-6
"""Largest allowed change of the pendulum's energy, relative to its largest kinetic energy."""

SAMPLES = 20_000
"""Number of samples on which the speed is measured."""


@dataclass(frozen=True, eq=False)
class Stop:
    """The result of a stop.

    Attributes:
        title: a few words.
        words: what is shown and why, in one or two sentences.
        parts: tables and curves.
        facts: the same as data; "ok" is whether the check passed.
        page: makes its report, if it has one.
    """

    title: str
    words: str
    parts: list[RenderableType]
    facts: dict[str, Any]
    page: Callable[[], str] | None = None

    def shown(self, place: int) -> list[RenderableType]:
        """Return the stop as text."""
        rule = Rule(Text(f"{place}  {self.title}", style="bold"), align="left", style="cyan")
        return ["", rule, Text(self.words, style="italic"), "", *self.parts]


def robot(_: bool) -> Stop:
    """A robot and its inertias."""
    arm = load(ARM)
    physical = all(is_physical(ten) for ten in all_parameters(arm))
    return Stop(
        "A robot",
        f"heft.load('{ARM}'): an arm with its links and motor rotors, and the inertia of each.",
        [header(arm), tree(arm), bodies(arm), verdict(arm)],
        {"robot": arm.name, "n_bodies": arm.n_bodies, "n_rotors": len(arm.rotors), "ok": physical},
    )


def inverse(_: bool) -> Stop:
    """The torques of a motion, computed in two ways."""
    arm = load(ARM)
    q, qd, qdd = _swing(arm)
    tau = inverse_dynamics(arm, q, qd, qdd)
    Y = torque_regressor(arm, q, qd, qdd)
    difference = float(np.abs(Y @ arm.parameter_vector - tau).max())
    rows = table("joint", "min [N m]", "max [N m]", "<torque over time")
    for name, torque in zip(arm.joint_names, tau.T, strict=True):
        curves = Text(curve(torque, 40), style="cyan")
        rows.add_row(printable(name), short(float(torque.min())), short(float(torque.max())), curves)
    ok = difference < AGREEMENT * float(np.abs(tau).max())
    check = Text.assemble(
        f"Y π = τ: the torques are linear in the {Y.shape[2]} inertial parameters π. The largest difference is ",
        (f"{short(difference, 2)} N m", "bold green" if ok else "bold red"),
        f" over {len(q)} samples.",
    )
    return Stop(
        "Inverse dynamics and its regressor",
        "The torques of a motion, computed by the Newton-Euler algorithm and again as the product of the regressor Y "
        "and the inertial parameters. Identification inverts this product.",
        [rows, "", check],
        {"samples": len(q), "columns": Y.shape[2], "largest_difference": difference, "ok": ok},
    )


def _swing(arm: Robot) -> tuple[Array, Array, Array]:
    """Return four seconds of sines with their derivatives; every joint has its own frequency."""
    t = np.linspace(0.0, 4.0, 401)[:, None]
    w: Array = np.asarray(2 * np.pi * (0.3 + 0.1 * np.arange(arm.nv)), dtype=float)
    return 0.8 * np.sin(w * t), 0.8 * w * np.cos(w * t), -0.8 * w * w * np.sin(w * t)


def speed(quiet: bool) -> Stop:
    """The speed of the regressor."""
    from heft.dynamics import kernels

    arm = load(ARM)
    few, many = arm.random_state(0, 1000), arm.random_state(0, SAMPLES)
    with progress("measuring", quiet) as report:
        plain = len(few[0]) / _best(lambda: numpy_torque_regressor(arm, *few))
        report(0, 1)
        facts: dict[str, Any] = {"numpy": plain, "kernels": None, "largest_difference": None, "ok": True}
        beside = Text("kernels  not compiled yet: a background process compiles them")
        if not kernels.COLD["torque_regressor"].takes(0):
            Y = kernels.torque_regressor(arm, *many)
            compiled = SAMPLES / _best(lambda: kernels.torque_regressor(arm, *many, out=Y))
            times = f" samples/s, {compiled / plain:.0f} times as fast"
            beside = Text.assemble("kernels  ", (f"{compiled:>12,.0f}", "bold green"), times)
            n = len(few[0])
            difference = float(np.abs(Y[:n] - numpy_torque_regressor(arm, *(x[:n] for x in many))).max())
            facts |= {"kernels": compiled, "largest_difference": difference}
            facts["ok"] = difference < AGREEMENT * float(np.abs(Y).max())
    return Stop(
        "Speed",
        "The same regressor for many samples, in NumPy and in compiled kernels.",
        [Text.assemble("NumPy    ", (f"{plain:>12,.0f}", "bold"), " samples/s"), beside],
        facts,
    )


def _best(work: Callable[[], object], times: int = 3) -> float:
    """Return the shortest time of a few runs [s]."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return min(spent)


def pendulum(quiet: bool) -> Stop:
    """A simulation that must conserve energy."""
    swinging = load(PENDULUM)
    with progress("simulating", quiet) as report:
        from heft.dynamics.simulation import simulate

        path = simulate(swinging, 3.0, dt=0.003, q0=[2.0, 1.5], progress=report)
    motion = TrajectorySummary(path, friction=True)
    facts = motion.to_dict()
    return Stop(
        "Forward dynamics",
        "A double pendulum is released from rest. Its motion is chaotic, but its energy must be conserved.",
        [coordinates(path), energy(motion)],
        {**facts, "ok": facts["energy"]["relative_drift"] < LARGEST_DRIFT},
    )


def identification(quiet: bool) -> Stop:
    """An arm with a wrong robot file, identified from noisy logs."""
    from heft.estimation.demonstration import Demonstration
    from heft.report.demonstration import TITLE, WORDS, demonstration
    from heft.report.page import page

    with progress("identifying", quiet) as report:
        found = Demonstration.run(report)
    return Stop(TITLE, WORDS, demonstration(found), found.to_dict(), lambda: page(found.estimate))


STOPS: tuple[Callable[[bool], Stop], ...] = (robot, inverse, identification, speed, pendulum)


def opening() -> list[RenderableType]:
    """Return the line above the tour."""
    return [Text.assemble(("heft", "bold cyan"), ": identification of the inertial parameters of robots")]


def ending(agreed: bool, report: Path | None = None) -> list[RenderableType]:
    """Return the lines below the tour: where its report is and how to open it, and whether all checks passed."""
    opener = {"darwin": "open", "win32": "start"}.get(sys.platform, "xdg-open")
    page = [
        Text(f"The report of this identification, with the robot in 3D and every curve, is {report}"),
        Text(f"Open it in a browser: {opener} {report}"),
    ]
    word = Text("All checks passed.", style="bold green") if agreed else Text("A CHECK FAILED.", style="bold red")
    return [
        "",
        Rule(style="cyan"),
        *(page if report else []),
        word.append("  Next: heft identify YOUR.urdf run1.parquet run2.parquet -o out", style="not bold default"),
    ]
