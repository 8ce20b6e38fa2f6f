"""A spring or a counterbalance that the model lacks.

It is suspected where gravity is missing and other joints do not show that the links are light
(`heft.estimation.light_links`), and, if the links leave the robot file, where the residual of a joint is a
function of its position (`heft.estimation.spring_trials`). Where it halves the rms error of its joint on samples that
were not fitted, the estimate without it is not to be relied on.
"""

from __future__ import annotations

import numpy as np

from heft.estimation.base import Base
from heft.estimation.counterbalance import balanced_joints, sprung
from heft.estimation.least_squares import Fit
from heft.estimation.light_links import without_light_links
from heft.estimation.runs import Runs
from heft.estimation.spring_trials import contradicted, single_joints, sprung_joint
from heft.estimation.uncertainty import Spread
from heft.friction import beside_default

HALF = 0.5
"""The part of a joint's rms error that a spring may leave at most for the estimate without it to be in doubt."""


def position_dependent(
    base: Base, runs: Runs, fit: Fit, spread: Spread, *, far: bool = False
) -> tuple[list[str], list[str]]:
    """Return a sentence for each joint on which a torque seems to act that is a function of its position.

    Args:
        base: the base parameters.
        runs: the logs.
        fit: the least-squares estimate.
        spread: how it scatters.
        far: whether links leave the robot file by a factor or are inconsistent, or much of a torque is not explained.

    Returns:
        Reasons not to rely on the estimate, and warnings.
    """
    grave, light = list[str](), list[str]()
    missing = [] if sprung(base) else balanced_joints(base, fit, runs.fitted, spread.covariance, -np.inf)
    suspects = missing if base.model.sensors else without_light_links(base, runs.fitted, missing)
    for suspect in suspects:
        (grave if suspect.certain else light).append(
            f"{suspect.words} If so, masses and first moments there are wrong without it in the model: give the "
            f"joint 'spring' friction: {beside_default(suspect.joint, 'spring')}. If there is none, the centre of mass "
            "of its link is wrong in the robot file: correct it."
        )
    shown = sprung_joint(base, runs.fitted) if far and not suspects and not base.model.sensors else None
    if shown:
        certain = shown.left < HALF and contradicted(single_joints(base, fit))
        (grave if certain else light).append(
            f"{shown.words} Without it, masses and first moments there are wrong: heavy links take its place. To "
            f"avoid this, give the joint '{shown.law}' friction: {beside_default(shown.joint, shown.law)}."
        )
    return grave, light
