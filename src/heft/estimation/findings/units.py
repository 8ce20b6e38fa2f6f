"""Efforts in another unit than N m, or all of them with the opposite sign: beside what the robot's file predicts."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import gravity_forces, torque_regressor
from heft.estimation.base import Base
from heft.estimation.findings.sampled import Sample

UNITS = {1000.0: "N mm", 100.0: "N cm", 1e-3: "kN m", 1 / 9.81: "kgf m", 8.85: "lbf in"}

ALIKE = 0.5
"""Correlation of measured and predicted effort, beside friction, from which on their ratio means something."""

MOST = 0.5
"""The part of the predicted energy that must be in joints where measured and predicted effort are alike."""

SEEN = 0.02
"""Gravity is seen where it varies by at least this much of what the file predicts for a joint."""

LARGEST = 20.0
"""Efforts may be so many times larger or smaller than the file predicts: files are rough."""


def units(base: Base, sample: Sample) -> Iterator[str]:
    """Say if the efforts are many times larger or smaller than the file predicts, or all have the opposite sign."""
    factors, energy, _ = effort_factors(base, sample)
    alike = np.isfinite(factors)
    if not alike.any() or energy[alike].sum() < MOST * energy.sum():
        return
    size = float(np.median(np.abs(factors[alike])))
    if alike.all() and np.all(factors < 0):
        yield "All efforts have the opposite sign to those that the robot's file predicts: are they flipped?"
        return
    # efforts of gravity and of inertia have the same unit: most of the energy must be as far from the file
    far = alike & ((np.abs(factors) >= LARGEST) if size >= LARGEST else (np.abs(factors) <= 1 / LARGEST))
    if not 1 / LARGEST < size < LARGEST and energy[far].sum() >= MOST * energy.sum():
        unit = unit_of(size)
        guess = f" Are they in {unit}?" if unit else ""
        yield (
            f"The efforts are about {size:.3g} times what the robot's file predicts: they seem to be in another unit "
            f"than N m.{guess}{other_stamps(base, sample, size)}"
        )


def other_stamps(base: Base, sample: Sample, size: float) -> str:
    """Return a sentence on time stamps that would explain a factor as well; empty where a torque of gravity varies.

    By the robot's file, that is: such a torque does not depend on the stamps.
    """
    robot = base.model.believed
    expected = torque_regressor(robot, sample.q, sample.qd, sample.qdd) @ robot.parameter_vector
    if np.any(np.std(gravity_forces(robot, sample.q), axis=0) > SEEN * np.std(expected, axis=0)):
        return ""
    apart = f"{size**0.5:.2g} times too far apart" if size > 1 else f"{size**-0.5:.2g} times too close together"
    return f" Or the time stamps are {apart}: no torque of gravity tells."


def unit_of(size: float, within: float = 2.0) -> str:
    """Return the unit that is so many times smaller than N m, within a factor; empty if there is none."""
    near = min(UNITS, key=lambda unit: abs(np.log(unit / size)))
    return UNITS[near] if abs(np.log(near / size)) < np.log(within) else ""


def effort_factors(base: Base, sample: Sample, *, armature: bool = False) -> tuple[Array, Array, Array]:
    """Return how many times larger the efforts of the measured joints are than the file predicts.

    A factor is NaN where measured and predicted efforts are not alike. Noise in what is predicted makes it smaller, by
    the square of their correlation at most. The ratio of their sizes times the correlation is the factor.

    Args:
        base: the base parameters.
        sample: a few samples of all runs.
        armature: whether what is proportional to a joint's acceleration is left out of both, as friction is.

    Returns:
        The factors, the energy that is predicted there, and the ratios of the sizes, whether efforts are alike or not.
    """
    robot = base.model.believed
    expected = torque_regressor(robot, sample.q, sample.qd, sample.qdd) @ robot.parameter_vector
    factors, energy, ratios = [], [], []
    for r in np.flatnonzero(np.any(sample.effort, axis=0)):
        counts = sample.counts[:, r]
        qd, qdd = sample.qd[counts, r], sample.qdd[counts, r]
        drive = np.column_stack([qd, np.sign(qd), np.ones(len(qd)), *([qdd] if armature else [])])
        one, other = (
            x - drive @ np.linalg.lstsq(drive, x, rcond=None)[0]
            for x in (expected[counts, r], sample.effort[counts, r])
        )
        sizes = float(np.linalg.norm(one)), float(np.linalg.norm(other))
        if sizes[0] <= 1e-6 * np.linalg.norm(expected) or sizes[1] <= 1e-9 * np.linalg.norm(sample.effort[:, r]):
            continue
        alike = float((one / sizes[0]) @ (other / sizes[1]))
        factors.append(alike * sizes[1] / sizes[0] if abs(alike) > ALIKE else np.nan)
        energy.append(sizes[0] ** 2)
        ratios.append(sizes[1] / sizes[0])
    return np.array(factors), np.array(energy), np.array(ratios)
