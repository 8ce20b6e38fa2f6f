"""Efforts without gravity: some drivers publish what remains after they have compensated it.

The efforts are compared with two parts of what the robot's file predicts: the torque of gravity, and all others. In
efforts of a whole drive both have a factor near one, whatever the masses are exactly. Where gravity was compensated,
its factor is near zero, and the other is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import gravity_forces, inverse_dynamics
from heft.estimation.base import Base
from heft.logs.motion import Motion

INSTANTS = 600
NOTABLE = 0.2
"""Gravity counts in a joint if its expected variation is at least this fraction of the rms effort."""

NONE, SOME = 0.25, 0.4
"""Factors of gravity below the first, and of the other torques above the second, speak of compensated gravity."""

SURE = 4.0
"""Standard errors to either side of a factor of gravity within which it may lie."""


def no_gravity(base: Base, motions: Sequence[Motion]) -> Iterator[str]:
    """Yield a sentence if the efforts contain no gravity though the robot's file expects some.

    All joints in which that can be seen must say so, and there must be two of them unless only one carries weight: a
    counterbalance takes gravity off a single joint.
    """
    found = [factor for factor in _factors(base, motions) if factor is not None]
    seen = [factor for factor in found if SURE * factor[2] < 0.5]
    if not seen or len(seen) < min(2, len(found)):
        return
    weight, inertia, deviation = np.array(seen).T
    if np.all(np.abs(weight) < np.maximum(NONE, SURE * deviation)) and np.median(inertia) > SOME:
        yield (
            f"The efforts seem to be without gravity: its torque is in them {np.median(weight):.2f} times, the other "
            f"torques of the robot's file {np.median(inertia):.2f} times. Log the whole effort of the drives, or "
            "set the robot's gravity to zero, which leaves masses unidentified."
        )


def _factors(base: Base, motions: Sequence[Motion]) -> Iterator[tuple[float, float, float] | None]:
    """Yield the factors of gravity and of the other torques in each joint with notable gravity, and the deviation."""
    robot = base.model.robot
    total = sum(motion.n for motion in motions)
    picked = [motion.kept[:: max(1, round(total / INSTANTS * len(motion.kept) / motion.n))] for motion in motions]
    q, qd, qdd, effort = (
        np.concatenate([getattr(motion, name)[at] for motion, at in zip(motions, picked, strict=True)])
        for name in ("q", "qd", "qdd", "effort")
    )
    weight = gravity_forces(robot, q)
    moving = inverse_dynamics(robot, q, qd, qdd) - weight
    for r in range(robot.nv):
        good = np.isfinite(effort[:, r])
        tau = effort[good, r]
        if good.sum() < 50 or not tau.any() or np.std(weight[good, r]) < NOTABLE * np.sqrt(np.mean(tau**2)):
            continue
        signals = [weight, moving, qd, np.sign(qd), qdd]
        yield _regression(np.array([x[good, r] for x in signals] + [np.ones(good.sum())]).T, tau)


def _regression(A: Array, tau: Array) -> tuple[float, float, float] | None:
    """Return the first two coefficients, and the standard error of the first as of a tenth as many samples."""
    unit = np.linalg.norm(A, axis=0)
    if unit[0] == 0 or unit[1] == 0:
        return None
    unit[unit == 0] = 1.0
    inverse = np.linalg.pinv(A / unit)
    values = inverse @ tau
    rest = tau - A / unit @ values
    deviation = np.sqrt(10 * np.mean(rest**2)) * np.linalg.norm(inverse[0]) / unit[0]
    return float(values[0] / unit[0]), float(values[1] / unit[1]), float(deviation)
