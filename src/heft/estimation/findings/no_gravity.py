"""Efforts without gravity, as some drivers publish them, and time stamps at a wrong rate.

The efforts are compared with two parts of what the robot's file predicts: the torque of gravity, and all others. In
efforts of a whole drive both have a factor near one, whatever the masses are exactly. Where gravity was compensated,
its factor is near zero, and the other is not. Stamps that are s times too far apart make accelerations and squared
velocities s^2 times too small, and gravity knows no time: its factor is near one, and the other is s^2 in all joints.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import gravity_forces, inverse_dynamics
from heft.estimation.base import Base
from heft.estimation.coordinates import driven
from heft.friction import beside_default
from heft.logs.motion import Motion

INSTANTS, FEWEST = 600, 50
NOTABLE, SEEN = 0.2, 0.02
"""Gravity counts in a joint if its expected variation is at least this fraction of the rms effort: where it may be
missing, and where it only must not be mistaken for an offset."""

NONE, SOME, HALF = 0.25, 0.4, 0.5
"""Factors of gravity below the first, and of the other torques above the second, speak of compensated gravity: in
most joints. That of each is below the third, nearer to zero than to one: a roll carries little weight, and the robot's
file may be wrong by a third of it."""

NEAR, AGREE = 2.0, 1.5
"""Factors within the first of one are those of a robot file whose masses and inertias are rough; joints agree on
another factor if each is within the second of their median."""

SURE = 4.0
"""Standard errors to either side of a factor of gravity within which it may lie."""


def no_gravity(base: Base, motions: Sequence[Motion]) -> Iterator[str]:
    """Yield a sentence if the efforts contain no gravity though the robot's file expects some.

    No joint in which that can be seen may have gravity, and there must be two of them unless only one carries weight:
    a counterbalance takes gravity off a single joint. Where gravity is the same in every position, as at a lift, it
    counts only if it varies nowhere.
    """
    if not any(factor is not None for factor in _factors(base, motions, SEEN)):
        yield from _weightless_lifts(base, motions)
        return
    found = [factor for factor in _factors(base, motions, NOTABLE) if factor is not None]
    seen = [factor for factor in found if SURE * factor[2] < HALF]
    if not seen or len(seen) < min(2, len(found)):
        return
    weight, inertia, deviation, _ = np.array(seen).T
    none = np.abs(weight) < np.maximum(NONE, SURE * deviation)
    if 2 * np.sum(none) > len(none) and np.all(np.abs(weight) < HALF) and np.median(inertia) > SOME:
        yield (
            f"The efforts seem to be without gravity: they contain {np.median(weight).round(2) + 0.0:.2f} times the "
            f"gravity torque of the robot's file, but {np.median(inertia):.2f} times its other torques. Log the whole "
            "effort of the drives, or set the robot's gravity to zero, which leaves masses unidentified."
        )


def _weightless_lifts(base: Base, motions: Sequence[Motion]) -> Iterator[str]:
    """Yield a sentence on joints whose weight, the same in every position, is missing from their efforts.

    Their other forces must be there. A slow joint does not show its own, and has those of the others for them. A spring
    in the model says that something carries the weight.
    """
    robot = base.model.believed
    every = [factor for factor in _factors(base, motions, 0.0) if factor is not None]
    others = [inertia for _, inertia, _, deviation in every if _sure(inertia, deviation)]
    q, qd, qdd, effort = _picked(motions)
    weight = gravity_forces(robot, q)
    moving = inverse_dynamics(robot, q, qd, qdd) - weight
    sprung = {column.coordinate for column in base.model.extra if column.is_spring}
    for r, joint in driven(robot).items():
        if r in sprung:
            continue
        good = np.isfinite(effort[:, r])
        carried, tau = weight[good, r], effort[good, r]
        if good.sum() < FEWEST or not tau.any() or np.sqrt(np.mean(carried**2)) < np.sqrt(np.mean(tau**2)) * NOTABLE:
            continue
        found = _regression(np.array([carried, moving[good, r], qd[good, r], np.sign(qd[good, r])]).T, tau)
        if found is None or SURE * found[2] > HALF or abs(found[0]) > NONE:
            continue
        own = _sure(found[1], found[3])
        inertia = found[1] if own else float(np.median(others or [0.0]))
        if inertia > SOME:
            forces = "times its other forces" if own else "times the other torques of the joints"
            yield (
                f"The effort of joint '{robot.coordinate_names[r]}' seems to be without gravity: it contains "
                f"{round(found[0], 2) + 0.0:.2f} times the weight that the robot's file predicts, but {inertia:.2f} "
                f"{forces}. Log the whole effort of the drive. If a counterbalance carries the weight, "
                f"give the joint 'spring' friction: {beside_default(joint, 'spring')}."
            )


def wrong_rate(base: Base, motions: Sequence[Motion]) -> tuple[list[str], list[str]]:
    """Return a sentence if time stamps seem to be too far apart or too close together, beside the robot's file.

    A joint at least must show the factor of gravity and two that of the other torques, and all that do must agree. A
    link's weight and its inertia about a joint come from the same mass, so a file that is rough in one is as rough in
    the other, and such an estimate is not to be relied on. Where velocities were recorded and agree with the
    positions, the stamps are right, and it is the file that is to be looked at.

    Returns:
        Reasons not to rely on the logs, and warnings; one of both is empty.
    """
    words = [*_wrong_rate(base, motions)]
    confirmed = all("recorded" in motion.cleaning.velocities for motion in motions)
    if confirmed:
        return [], [f"{text} The recorded velocities agree with the time stamps." for text in words]
    return [f"{text} Recorded velocities would show which is right." for text in words], []


def _wrong_rate(base: Base, motions: Sequence[Motion]) -> Iterator[str]:
    found = [factor for factor in _factors(base, motions, 0.0) if factor is not None]
    heavy = [factor for factor in _factors(base, motions, SEEN) if factor is not None]
    weight = np.array([g for g, _, deviation, _ in heavy if _sure(g, deviation)])
    inertia = np.array([x for _, x, _, deviation in found if _sure(x, deviation)])
    if not len(weight) or len(inertia) < 2 or np.any(inertia <= 0):
        return
    middle = float(np.median(inertia))
    squared = middle / float(np.median(weight))
    if np.any(weight < 1 / NEAR) or np.any(weight > NEAR) or 1 / NEAR < squared < NEAR:
        return
    if np.any(inertia > AGREE * middle) or np.any(inertia < middle / AGREE):
        return
    apart = np.sqrt(squared)
    way = f"{apart:.2g} times too far apart" if apart > 1 else f"{1 / apart:.2g} times too close together"
    yield (
        f"The time stamps may be {way}: the efforts contain {np.median(weight):.2f} times the gravity torque of the "
        f"robot's file, but {middle:.2f} times its inertia torques, alike in {len(inertia)} joints. Check the rate and "
        "the unit of time, unless the inertias of the file are that wrong."
    )


def _sure(factor: float, deviation: float) -> bool:
    """Return whether a factor is determined."""
    return SURE * deviation < abs(factor) / 2


def _factors(
    base: Base, motions: Sequence[Motion], notable: float
) -> Iterator[tuple[float, float, float, float] | None]:
    """Yield the factors of gravity and of other torques in each joint, and their deviations.

    Args:
        base: the base parameters.
        motions: the runs.
        notable: how much gravity varies at least, as a fraction of the rms effort, for a joint to count.
    """
    robot = base.model.believed
    q, qd, qdd, effort = _picked(motions)
    weight = gravity_forces(robot, q)
    moving = inverse_dynamics(robot, q, qd, qdd) - weight
    for r in range(robot.nv):
        good = np.isfinite(effort[:, r])
        tau = effort[good, r]
        if good.sum() < FEWEST or not tau.any():
            continue
        if np.std(weight[good, r]) < notable * np.sqrt(np.mean(tau**2)):
            continue
        signals = [weight, moving, qd, np.sign(qd), qdd]
        yield _regression(np.array([x[good, r] for x in signals] + [np.ones(good.sum())]).T, tau)


def _picked(motions: Sequence[Motion]) -> tuple[Array, Array, Array, Array]:
    """Return positions, velocities, accelerations and efforts at a few instants."""
    total = sum(motion.n for motion in motions)
    picked = [motion.kept[:: max(1, round(total / INSTANTS * len(motion.kept) / motion.n))] for motion in motions]
    q, qd, qdd, effort = (
        np.concatenate([getattr(motion, name)[at] for motion, at in zip(motions, picked, strict=True)])
        for name in ("q", "qd", "qdd", "effort")
    )
    return q, qd, qdd, effort


def _regression(A: Array, tau: Array) -> tuple[float, float, float, float] | None:
    """Return the first two coefficients, and their standard errors as of a tenth as many samples."""
    unit = np.linalg.norm(A, axis=0)
    if unit[1] == 0:
        return None
    unit[unit == 0] = 1.0
    inverse = np.linalg.pinv(A / unit)
    values = inverse @ tau
    rest = tau - A / unit @ values
    deviation = np.sqrt(10 * np.mean(rest**2)) * np.linalg.norm(inverse, axis=1) / unit
    return float(values[0] / unit[0]), float(values[1] / unit[1]), float(deviation[0]), float(deviation[1])
