"""Gravity that is missing at a joint because the robot file is wrong, as the torques of other joints show.

A counterbalance acts at its own joint. The weight of a link acts at every joint that carries it, and so does an error
of its centre of mass in the robot file. So a counterweight is added to the model at each joint that is suspected of a
counterbalance (`heft.estimation.counterbalance`), and what the other joints carry decides: where there is a
counterbalance, the links have their weight again beside it; where the file is wrong, their weight is still missing.

This needs another joint that carries the link. First moments whose weight one joint alone carries are the same torque
as a counterweight, and there the robot file remains the only witness.
"""

from __future__ import annotations

from collections.abc import Sequence

from heft.estimation.base import Base, extended
from heft.estimation.columns import joint_column
from heft.estimation.coordinates import driven
from heft.estimation.counterbalance import COUNTERWEIGHT, Balanced, GravityTorques, certainly_missing, hidden
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.friction import law_named
from heft.logs.motion import Motion


def without_light_links(base: Base, motions: Sequence[Motion], suspects: Sequence[Balanced]) -> list[Balanced]:
    """Return the joints that are suspected of a counterbalance, without those whose links weigh less than in the file.

    Args:
        base: of a model without springs.
        motions: the runs that are fitted.
        suspects: joints whose gravity is missing in the estimate of this model.
    """
    coordinates = {joint: r for r, joint in driven(base.model.robot).items()}
    seen = [r for each in suspects if not hidden(base, r := coordinates[each.joint])]
    if not seen:
        return list(suspects)
    terms = [term.name for term in law_named(COUNTERWEIGHT).terms]
    beside = extended(base, [joint_column(base.model.robot, r, term) for r in seen for term in terms])
    evidence, method = Evidence.of(beside, motions), Weighted()
    fit = method.fit(evidence)
    covariance, gravity = method.spread(evidence, fit).covariance, GravityTorques.of(beside, motions)
    light = {r for r in seen if certainly_missing(*gravity.multiple([r], fit.values, covariance))}
    return [each for each in suspects if coordinates[each.joint] not in light]
