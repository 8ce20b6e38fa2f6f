"""Torques measured at the links: they do not contain the inertia of the drives, so that armature has no place in them.

A torque sensor behind the gear measures what moves the link. Reflected inertias that are fitted to such efforts come
out at zero or below it in all joints, and physical consistency, which keeps them from being negative, moves them.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.errors import listed
from heft.estimation.armature import ARMATURE
from heft.estimation.base import Base
from heft.estimation.consistent import Consistent
from heft.estimation.least_squares import Fit

MOVED = 10.0
"""Standard deviations by which consistency may move an armature without a word."""

BELOW = 2.0
"""Standard deviations by which an armature is below zero, or less above it, if there is none."""


def link_side_torques(base: Base, fit: Fit, result: Consistent) -> Iterator[str]:
    """Yield a sentence if the armatures of most joints have no place in the efforts."""
    model, first = base.model, base.model.n_inertial
    found = [
        k
        for k, column in enumerate(base.columns)
        if column >= first and model.extra[column - first].kind == ARMATURE.name and fit.determined[k]
    ]
    if not found:
        return
    deviation = np.sqrt(np.maximum(np.diag(fit.covariance)[found], 1e-300))
    values = fit.values[found]
    none = values < BELOW * deviation
    moved = np.abs(result.moved[found])
    if np.mean(none) > 0.5 and (moved.max() > MOVED or np.any(values < -BELOW * deviation)):
        worst = base.names[found[int(np.argmax(moved))]]
        moves = f"; physical consistency moves {worst} by {moved.max():.0f} standard deviations"
        below = [
            repr(base.names[k].removesuffix(f".{ARMATURE.name}")) for k, each in zip(found, none, strict=True) if each
        ]
        yield (
            f"By least squares, the armature of {listed(below)} is zero or negative"
            f"{moves if moved.max() > 1 else ''}. Torques measured at the links do not contain the inertia of the "
            "drives: identify with --no-armature."
        )
