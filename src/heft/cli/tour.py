"""The stops of `heft demo`: each computes something, says in a line what, and checks it."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from heft.arrays import Array
from heft.cli.terminal import progress
from heft.dynamics.api import inverse_dynamics, torque_regressor
from heft.parameters import is_physical
from heft.report.inspection import all_parameters
from heft.report.plots import curve
from heft.report.tables import bodies, header, table, tree, verdict
from heft.report.trajectory import TrajectorySummary, coordinates, energy
from heft.report.words import printable, short
from heft.robot.load import load
from heft.robot.model import Robot

ARM, PENDULUM = "zoo:puma560", "zoo:double_pendulum"

AGREEMENT = 1e-12
"""How far, relative to the largest torque, two computations of the same may differ."""

LARGEST_DRIFT = 1e-6
"""How much of its largest kinetic energy the pendulum may gain or lose."""

SAMPLES = 20_000
"""How many samples the speed is measured on."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What a stop found.

    Attributes:
        title: a few words.
        words: what is shown and why, in a sentence or two.
        parts: what to look at.
        facts: the same as data, with "ok" telling whether the check held.
    """

    title: str
    words: str
    parts: list[RenderableType]
    facts: dict[str, Any]

    def shown(self, place: int) -> list[RenderableType]:
        """Return the stop as text."""
        rule = Rule(Text(f"{place}  {self.title}", style="bold"), align="left", style="cyan")
        return ["", rule, Text(self.words, style="italic"), "", *self.parts]


def robot(_: bool) -> Seen:
    """A robot and its inertias."""
    arm = load(ARM)
    physical = all(is_physical(ten) for ten in all_parameters(arm))
    return Seen(
        "A robot",
        f"heft.load('{ARM}'): links and the motors' rotors, each with its mass, centre and inertia.",
        [header(arm), tree(arm), bodies(arm), verdict(arm)],
        {"robot": arm.name, "n_bodies": arm.n_bodies, "n_rotors": len(arm.rotors), "ok": physical},
    )


def inverse(_: bool) -> Seen:
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
        f"Y π = τ: the torques are linear in the {Y.shape[2]} inertial parameters π. Largest difference ",
        (f"{short(difference, 2)} N m", "bold green" if ok else "bold red"),
        f" over {len(q)} samples.",
    )
    return Seen(
        "Inverse dynamics and its regressor",
        "Which torques make the arm swing like this? By Newton-Euler, and again as a product that is linear in what "
        "the links weigh: the ground on which identification stands.",
        [rows, "", check],
        {"samples": len(q), "columns": Y.shape[2], "largest_difference": difference, "ok": ok},
    )


def _swing(arm: Robot) -> tuple[Array, Array, Array]:
    """Return four seconds of sines, a frequency a joint, with their derivatives."""
    t = np.linspace(0.0, 4.0, 401)[:, None]
    w: Array = np.asarray(2 * np.pi * (0.3 + 0.1 * np.arange(arm.nv)), dtype=float)
    return 0.8 * np.sin(w * t), 0.8 * w * np.cos(w * t), -0.8 * w * w * np.sin(w * t)


def speed(quiet: bool) -> Seen:
    """How fast the regressor is built."""
    arm = load(ARM)
    few, many = arm.random_state(0, 1000), arm.random_state(0, SAMPLES)
    with progress("measuring", quiet) as report:
        from heft.dynamics import kernels

        kernels.torque_regressor(arm, *few)
        report(0, 1)
        Y = kernels.torque_regressor(arm, *many)
        compiled = SAMPLES / _best(lambda: kernels.torque_regressor(arm, *many, out=Y))
        plain = len(few[0]) / _best(lambda: torque_regressor(arm, *few))
    difference = float(np.abs(Y[: len(few[0])] - torque_regressor(arm, *(x[: len(few[0])] for x in many))).max())
    ok = difference < AGREEMENT * float(np.abs(Y).max())
    return Seen(
        "How fast",
        "The same regressor for a log of many samples, by NumPy and by compiled kernels.",
        [
            Text.assemble("NumPy    ", (f"{plain:>12,.0f}", "bold"), " samples/s"),
            Text.assemble("kernels  ", (f"{compiled:>12,.0f}", "bold green"), f" samples/s, {compiled / plain:.0f} x"),
        ],
        {"numpy": plain, "kernels": compiled, "largest_difference": difference, "ok": ok},
    )


def _best(work: Callable[[], object], times: int = 3) -> float:
    """Return the least time of a few [s]."""
    spent = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        spent.append(time.perf_counter() - start)
    return min(spent)


def pendulum(quiet: bool) -> Seen:
    """A simulation that must keep its energy."""
    swinging = load(PENDULUM)
    with progress("simulating", quiet) as report:
        from heft.dynamics.simulation import simulate

        path = simulate(swinging, 5.0, q0=[2.0, 1.5], progress=report)
    motion = TrajectorySummary(path, friction=True)
    facts = motion.to_dict()
    return Seen(
        "Forward dynamics",
        "A double pendulum is let go. Its motion is chaotic; its energy must stay what it was.",
        [coordinates(path), energy(motion)],
        {**facts, "ok": facts["energy"]["relative_drift"] < LARGEST_DRIFT},
    )


def identification(quiet: bool) -> Seen:
    """An arm whose file is wrong, identified from noisy logs."""
    from heft.estimation.demonstration import Demonstration
    from heft.report.demonstration import TITLE, WORDS, demonstration

    with progress("identifying", quiet) as report:
        found = Demonstration.run(report)
    return Seen(TITLE, WORDS, demonstration(found), found.to_dict())


STOPS: tuple[Callable[[bool], Seen], ...] = (robot, inverse, speed, pendulum, identification)
"""In order of how long a fresh installation waits for them: kernels are compiled when they are first used."""


def opening() -> list[RenderableType]:
    """Return what stands above the tour."""
    return [Text.assemble(("heft", "bold cyan"), ": what a robot weighs, link by link, and how sure one can be of it")]


def ending(agreed: bool) -> list[RenderableType]:
    """Return what stands below the tour."""
    word = Text("All checks hold.", style="bold green") if agreed else Text("A CHECK FAILED.", style="bold red")
    return [
        "",
        Rule(style="cyan"),
        word.append("  Next: heft identify YOUR.urdf run1.parquet run2.parquet -o out", style="not bold default"),
    ]
