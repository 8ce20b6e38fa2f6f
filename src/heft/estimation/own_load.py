"""The robot that is found, in place of its file, as the load of its own gears.

Friction that grows with the load is linear in its coefficient once the torques on the gears are known. These follow
from the masses, which are what is looked for. So they are taken from the estimate that was made last, and everything is
estimated again, until that settles: each round makes the remaining error smaller by the factor of the coefficient, a
tenth or so. Measured efforts would need no rounds, but they contain the friction itself and the noise of the rows that
are fitted, which would bias the coefficient.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from heft.estimation.base import Base
from heft.estimation.consistent import Consistent, consistent
from heft.estimation.counterbalance import apart_from_gravity
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.least_squares import Fit
from heft.logs.held import Held
from heft.logs.motion import Motion

ROUNDS, SETTLED = 5, 1e-3
"""How often the load is computed again, and the largest change of a base parameter, in units of its plausible size, at
which that ends."""


def with_own_load(base: Base, motions: Sequence[Motion] | Held[Motion]) -> Base:
    """Return the same base parameters with the friction that the robot of the motions causes in its gears.

    Args:
        base: the base parameters.
        motions: the runs that are fitted, in torques.
    """
    before = base.reduce(base.model.prior)
    for _ in range(ROUNDS if base.model.loaded else 0):
        evidence = Evidence.of(base, motions)
        fit = Weighted().fit(evidence)
        base, found = carrying_itself(base, evidence, fit)
        inertial = ~evidence.drives
        if np.max(np.abs(found.base - before)[inertial] / evidence.base_scales[inertial], initial=0.0) < SETTLED:
            break
        before = found.base
    return base


def carrying_itself(base: Base, evidence: Evidence, fit: Fit) -> tuple[Base, Consistent]:
    """Return the base parameters of a model whose gears carry the robot of a fit, and that robot's parameters."""
    found = apart_from_gravity(
        base, fit, lambda each, near: consistent(base, each, evidence.scales, prior="euclidean", reference=near)
    )
    robot = base.model.robot.with_parameters(found.values[: base.model.n_inertial])
    return replace(base, model=replace(base.model, carrying=robot)), found
