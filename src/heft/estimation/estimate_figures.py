"""The figures of an estimate: torques, residuals, parameters with intervals, and friction."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array, Ints
from heft.errors import ArgumentError
from heft.estimation.coordinates import is_rotational
from heft.estimation.estimate_table import parameter_table
from heft.estimation.prediction import predicted
from heft.logs.motion import Motion
from heft.showing.plots import Dots, Figures, Panel, diagrams, intervals
from heft.showing.table import that_matter

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from heft.estimation.estimate import Estimate

MOST = 40
"""Parameters in a figure."""

NOT_FRICTION = ("armature", "spring")


def torque_figure(estimate: Estimate) -> Figure:
    """Draw measured efforts and those that the robot's file and the estimate predict, held-out samples shaded."""
    motion, index = _judged(estimate)
    file, own = _predicted(estimate, [estimate.model.file, estimate.values], motion, index)
    t, measured = motion.t[index] - motion.t[index[0]], motion.effort[index]
    return diagrams(
        [
            Panel(
                name,
                {"measured": (t, measured[:, r]), "file": (t, file[:, r]), "estimate": (t, own[:, r])},
                shaded=_held_out(estimate, motion),
                ylabel=unit,
            )
            for r, name, unit in _joints(estimate, motion)
        ],
        "time [s]",
    )


def residual_figure(estimate: Estimate) -> Figure:
    """Draw measured minus predicted efforts, for the robot's file and for the estimate."""
    motion, index = _judged(estimate)
    both = motion.effort[index] - _predicted(estimate, [estimate.model.file, estimate.values], motion, index)
    t = motion.t[index] - motion.t[index[0]]
    return diagrams(
        [
            Panel(
                name,
                {"file": (t, both[0, :, r]), "estimate": (t, both[1, :, r])},
                shaded=_held_out(estimate, motion),
                ylabel=unit,
            )
            for r, name, unit in _joints(estimate, motion)
        ],
        "time [s]",
    )


def parameter_figure(estimate: Estimate) -> Figure:
    """Draw the parameters that the data determine with their 95 % intervals, beside the prior's values."""
    weights = parameter_table(estimate).weights
    shown = that_matter(weights, MOST)
    units = dict.fromkeys(estimate.model.units[k] for k in shown)
    groups = [(unit, [k for k in shown if estimate.model.units[k] == unit]) for unit in units]
    return intervals(
        [
            Dots(
                unit,
                [estimate.names[k] for k in at],
                estimate.least_squares[at],
                estimate.half_width[at],
                np.asarray(estimate.model.file)[at],
            )
            for unit, at in groups
        ]
    )


def friction_figure(estimate: Estimate) -> Figure:
    """Draw friction over velocity: what is measured beyond the links and reflected inertias, and the fitted law."""
    motion, index = _judged(estimate)
    frictionless = np.array(estimate.values)
    for k, column in enumerate(estimate.model.extra, start=estimate.model.n_inertial):
        if not column.kind.startswith(NOT_FRICTION):
            frictionless[k] = 0.0
    own, without = _predicted(estimate, [estimate.values, frictionless], motion, index)
    measured, fitted, qd = motion.effort[index] - without, own - without, motion.qd[index]
    return diagrams(
        [
            Panel(
                name,
                dots={"measured": (qd[:, r], measured[:, r]), "fitted law": (qd[:, r], fitted[:, r])},
                ylabel=unit,
            )
            for r, name, unit in _joints(estimate, motion)
        ],
        "velocity [rad/s, m/s]",
        shared=False,
    )


def _predicted(estimate: Estimate, values: Sequence[Array], motion: Motion, index: Ints) -> Array:
    return predicted(estimate.model, np.array(values), motion, index, estimate.presliding)


def _judged(estimate: Estimate) -> tuple[Motion, Ints]:
    """Return the run to draw, with held-out samples if there are any, and the indices of its samples.

    Raises:
        ArgumentError: the estimate was read from a file, which does not hold the motions.
    """
    runs = estimate.runs
    motions = [motion for motion in (runs.unloaded if runs else ()) if motion.segments]
    if runs is None or not motions:
        raise ArgumentError(
            "This result does not hold the motions that it was made from.",
            where="plot",
            remedy="Plot the result of heft.identify itself; a saved one has the figure 'parameters'.",
        )
    held = {motion.content for motion in runs.held_out}
    motion = next((each for each in motions if each.content in held), motions[0])
    return motion, np.concatenate([np.arange(*segment) for segment in motion.segments])


def _held_out(estimate: Estimate, motion: Motion) -> list[tuple[float, float]]:
    start = float(motion.t[motion.segments[0][0]])
    held = estimate.runs.held_out if estimate.runs else ()
    return [
        (float(motion.t[a]) - start, float(motion.t[b - 1]) - start)
        for each in held
        if each.content == motion.content
        for a, b in each.segments
    ]


def _joints(estimate: Estimate, motion: Motion) -> Iterator[tuple[int, str, str]]:
    for r, name in enumerate(motion.names):
        if motion.measured[r]:
            yield r, name, "N m" if is_rotational(estimate.model.robot, r) else "N"


def figures(_: Estimate) -> Figures:
    """Return what draws each figure."""
    return {
        "torques": torque_figure,
        "residuals": residual_figure,
        "parameters": parameter_figure,
        "friction": friction_figure,
    }
