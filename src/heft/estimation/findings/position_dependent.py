"""A spring or a counterbalance: suspected where gravity is missing, or in the model, where it hides first moments."""

from __future__ import annotations

import numpy as np

from heft.estimation.base import Base
from heft.estimation.counterbalance import balanced_joints, hidden, sprung
from heft.estimation.least_squares import Fit
from heft.estimation.runs import Runs
from heft.estimation.uncertainty import Spread


def position_dependent(base: Base, runs: Runs, fit: Fit, spread: Spread) -> tuple[list[str], list[str]]:
    """Return a sentence for each joint on which a torque seems to act that is a function of its position.

    Args:
        base: the base parameters.
        runs: the logs.
        fit: the least-squares estimate.
        spread: how it scatters.

    Returns:
        Reasons not to rely on the estimate, and warnings.
    """
    grave, light, names = list[str](), list[str](), base.model.robot.coordinate_names
    found = sprung(base)
    for r in found:
        moments = hidden(base, r)
        if moments:
            light.append(
                f"A spring acts on '{names[r]}' in this model. Torques hardly tell it from the weight of its link, so "
                f"{' and '.join(moments)} {'is' if len(moments) == 1 else 'are'} held to the robot file; the base "
                "parameters show what the data alone say, with their intervals."
            )
    if not found:
        for suspect in balanced_joints(base, fit, runs.fitted, spread.covariance, -np.inf):
            (grave if suspect.certain else light).append(
                f"{suspect.words} Without it in the model, masses and first moments there are wrong. Use --friction "
                "auto, or give the joint 'spring' friction."
            )
    return grave, light
