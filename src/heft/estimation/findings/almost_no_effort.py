"""Joints whose effort is almost nothing beside the terms that cancel in it."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.estimation.columns import joint_of
from heft.estimation.evidence import Evidence
from heft.estimation.scale_free import ALMOST_NONE, almost_no_effort, efforts, terms, without_scale
from heft.robot.joints import joint_kind


def joints_without_effort(evidence: Evidence) -> Iterator[str]:
    """Yield a sentence for each coordinate with almost no effort, or one if that is so for all.

    A joint without a drive has no effort at all, as everybody knows: it is not named.
    """
    information, robot = evidence.information, evidence.base.model.robot
    found = efforts(information)
    of_joints = np.arange(len(found)) < robot.nv  # a component of a wrench may be small
    small = almost_no_effort(evidence) & (found > 0) & of_joints
    if np.any(small) and not np.any(without_scale(evidence)):
        yield (
            f"All efforts are below {100 * ALMOST_NONE:.0f} % of the gravity and inertia that the robot file expects: "
            "the logs do not say how large its parameters are. Check the unit of the efforts and the robot file, and "
            "record a motion that the drives have to work for."
        )
        return
    expected = terms(information, evidence.inertial_prior)
    for r in map(int, np.flatnonzero(small)):
        joint = joint_of(robot, r)
        turns = joint_kind(joint.kind).rotational[r - robot.v_index[joint.name].start]
        unit = "N m" if turns else "N"
        yield (
            f"Joint '{information.coordinates[r]}' has almost no effort: {found[r]:.2g} {unit} rms, where gravity and "
            f"inertia by the robot file are {expected[r]:.2g} {unit} and cancel. Noise and small errors of the model "
            "pull all parameters towards zero there, so their sizes are taken from the other joints. Add a run in "
            "which this joint has to be driven."
        )
