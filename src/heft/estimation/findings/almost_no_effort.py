"""Joints whose effort is almost nothing beside the terms that cancel in it, or that should be there and are not."""

from __future__ import annotations

import numpy as np

from heft.estimation.columns import joint_of
from heft.estimation.evidence import Evidence
from heft.estimation.scale_free import ALMOST_NONE, almost_no_effort, efforts, sizes, terms, without_scale
from heft.robot.joints import joint_kind

CANCELS = 0.7
"""The terms of a torque cancel by the robot file if their sum is below this part of their size. Where gravity and
inertia cancel, it is so even by a file in which one of them is three times too large."""


def joints_without_effort(evidence: Evidence) -> tuple[list[str], list[str]]:
    """Return a sentence for each coordinate with almost no effort, or one if that is so for all.

    A joint without a drive has no effort at all, as everybody knows: it is not named.

    Returns:
        Reasons not to rely on the logs: joints in which nothing cancels by the robot file; and warnings.
    """
    information, robot = evidence.information, evidence.base.model.robot
    found = efforts(information)
    of_joints = np.arange(len(found)) < robot.nv  # a component of a wrench may be small
    small = almost_no_effort(evidence) & (found > 0) & of_joints
    if np.any(small) and not np.any(without_scale(evidence)):
        sentence = (
            f"All efforts are below {100 * ALMOST_NONE:.0f} % of the gravity and inertia torques that the robot file "
            "predicts, so the logs do not determine the size of its parameters. Check the unit of the efforts and the "
            "robot file, and record a motion in which the drives have to work."
        )
        return [], [sentence]
    grave, light = list[str](), list[str]()
    expected, sums = terms(information, evidence.inertial_prior), sizes(information, evidence.inertial_prior)
    for r in map(int, np.flatnonzero(small)):
        joint = joint_of(robot, r)
        turns = joint_kind(joint.kind).rotational[r - robot.v_index[joint.name].start]
        unit = "N m" if turns else "N"
        has = f"Joint '{information.coordinates[r]}' has almost no effort: {found[r]:.2g} {unit} rms, where"
        if sums[r] > CANCELS * expected[r]:
            grave.append(
                f"{has} the robot file predicts {sums[r]:.2g} {unit}. Are two joints swapped in the log, does the "
                "effort belong to another joint or have another unit, or does a brake or a spring hold the joint?"
            )
        else:
            light.append(
                f"{has} the robot file predicts {expected[r]:.2g} {unit} of gravity and inertia that cancel. Noise and "
                "small errors of the model pull all parameters towards zero there, so their sizes are taken from the "
                "other joints. Add a run in which this joint has to be driven."
            )
    return grave, light
