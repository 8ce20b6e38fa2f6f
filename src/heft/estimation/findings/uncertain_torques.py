"""Estimates that their own intervals call useless: other motions of a joint are predicted with a large uncertainty.

A joint that hardly moves determines its friction and inertia a little better than a guess would, and its own torques
are predicted well, on held-out samples as well: these are of the same small motion. What the estimate says of any other
motion is the covariance of its base parameters. Directions that keep the value of the prior are named elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.excitation import FAIR
from heft.estimation.least_squares import Fit
from heft.estimation.torque_uncertainty import torque_uncertainty
from heft.logs.motion import Motion


def uncertain_torques(base: Base, fit: Fit, covariance: Array, motions: Sequence[Motion]) -> Iterator[str]:
    """Yield a sentence if the estimate itself makes torques of other motions uncertain, as in a poor excitation.

    Args:
        base: the base parameters.
        fit: their least-squares estimate.
        covariance: (n_base, n_base) of it by noise, as in `heft check`.
        motions: that were fitted.
    """
    if not motions:
        return
    found = torque_uncertainty(base, fit, covariance, motions, guessed=False)
    wide = [f"'{each.name}' by {each.elsewhere:.0f} %" for each in found.joints if each.elsewhere > FAIR]
    if wide:
        yield (
            "By its own intervals, the torques that the estimate predicts for other motions within the limits are "
            f"uncertain: {', '.join(wide)} of their size. Record a longer motion, in which these joints move more; "
            "heft check grades it."
        )
