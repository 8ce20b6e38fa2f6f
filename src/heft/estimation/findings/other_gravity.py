"""Gravity of another direction by the masses of the robot file, where joints slide.

The weight that a sliding joint feels is constant. Friction that is fitted with an offset takes it up, so that joints
fit together under any gravity, and only masses tell one from the other. With those of the file, their efforts are

    tau = tau_0 + G(q) g + friction + armature,

linear in gravity g, with G the efforts at rest under unit gravities; centres of mass do not matter. Of g, the
components are taken that these efforts determine, and where one is left open, it is the one that gives g the length
that it has in the file. Masses that are wrong by one factor change the length alone. The direction is named if it
halves the squared residual, and what such a factor leaves of it. A small tilt may as well be a constant force of a
drive or a cable; a robot that is nearer to another mounting than to that of its file is at fault.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.dynamics.api import inverse_dynamics
from heft.estimation.findings.sampled import Sample
from heft.robot.model import Robot
from heft.text import fall

BETTER = 0.5
"""Another gravity must leave less than this much of the squared residual."""

LEAST, MOUNTED = np.radians(0.5), np.radians(22.5)
"""[rad] Smaller tilts are within the care with which robots are mounted; larger ones are nearer to another mounting,
which are 45 degrees apart."""

DETERMINED = 0.05
"""A component of gravity is determined if its standard error is below this part of gravity's length."""


def other_gravity(robot: Robot, sample: Sample) -> tuple[list[str], bool]:
    """Return a sentence if gravity of another direction explains most of what the file leaves, and if it is a fault.

    Args:
        robot: as its file has it, with joints that slide; for others, what fits together tells more.
        sample: a few samples of all logs.
    """
    given = np.array([float(g) for g in robot.gravity])
    length = float(np.linalg.norm(given))
    if robot.base == "floating" or not length or all(joint.kind != "prismatic" for joint in robot.joints):
        return [], False
    G, left = _apart_from_drives(robot, sample)
    turned = _of_length(length, given, G, left)
    if turned is None:
        return [], False
    before, after = (float(np.sqrt(np.mean(x**2))) for x in (left, left - G @ (turned - given)))
    angle = float(np.arccos(np.clip(turned @ given / length**2, -1, 1)))
    if angle < LEAST or after**2 >= BETTER * min(before, _with_other_masses(given, G, left)) ** 2:
        return [], False
    grave, option = angle > MOUNTED, " ".join(f"{round(g, 2) + 0.0:g}" for g in turned.tolist())
    seems = (
        "The robot seems to be mounted differently from its file"
        if grave
        else f"The residuals look as if the base were tilted, by about {np.degrees(angle):.1f} deg"
    )
    text = (
        f"{seems}, with gravity as in --gravity {option}: with the masses of the file, this reduces the relative "
        f"residual {fall(before, after)}. If the robot stands as its file has it, look for a "
        "constant force on a sliding joint, such as that of a counterweight or of a cable."
    )
    return [text], grave


def _apart_from_drives(robot: Robot, sample: Sample) -> tuple[Array, Array]:
    """Return the efforts of unit gravities (m, 3), and what the file leaves of efforts (m,), relative to each effort.

    Both are of joints that slide, where their efforts count. Viscous and Coulomb friction and armature are fitted to
    both and taken off.
    """
    still = np.zeros_like(sample.qd)
    none = inverse_dynamics(robot.with_gravity([0, 0, 0]), sample.q, still, still)
    units = [inverse_dynamics(robot.with_gravity(g), sample.q, still, still) - none for g in np.eye(3).tolist()]
    left = sample.effort - inverse_dynamics(robot, sample.q, sample.qd, sample.qdd)
    rows = list[Array]()
    slides = [robot.v_index[joint.name].start for joint in robot.joints if joint.kind == "prismatic"]
    for r in [r for r in slides if np.any(sample.effort[:, r])]:
        qd, qdd, tau = (x[sample.counts[:, r], r] for x in (sample.qd, sample.qdd, sample.effort))
        drive = np.stack([qd, np.sign(qd), qdd], axis=1)
        both = np.stack([x[sample.counts[:, r], r] for x in (*units, left)], axis=1)
        both = both - drive @ np.linalg.lstsq(drive, both, rcond=None)[0]
        rows.append(both / np.sqrt(np.mean(tau**2)))
    whole = np.concatenate([*rows, np.zeros((0, 4))])
    return whole[:, :3], whole[:, 3]


def _with_other_masses(given: Array, G: Array, left: Array) -> float:
    """Return the rms that the best positive multiple of the file's gravity leaves: all masses wrong by one factor."""
    weight = G @ given
    size = float(weight @ weight)
    more = max(float(weight @ left) / size, -1.0) if size else 0.0
    return float(np.sqrt(np.mean((left - more * weight) ** 2)))


def _of_length(length: float, given: Array, G: Array, left: Array) -> Array | None:
    """Return the gravity (3,) of this length that explains most; None where more than one component is left open."""
    if len(left) <= 3:
        return None
    _, sizes, V = np.linalg.svd(G, full_matrices=False)
    noise = float(np.linalg.norm(left - G @ np.linalg.lstsq(G, left, rcond=None)[0])) / np.sqrt(len(left) - 3)
    sure = sizes * DETERMINED * length > noise
    if np.sum(sure) < 2:
        return None
    known = V[sure]
    found = known.T @ (known @ given + np.linalg.lstsq(G @ known.T, left, rcond=None)[0])
    size = float(np.linalg.norm(found))
    if np.all(sure) or size >= length:
        return found * length / size if size else None
    side = 1.0 if V[-1] @ given >= 0 else -1.0
    return found + side * np.sqrt(length**2 - size**2) * V[-1]
