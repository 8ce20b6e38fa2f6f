"""Springs and counterbalances that show in the residual: a torque that is a function of a joint's position.

A counterbalance with the shape of gravity shows only beside the robot file (`heft.estimation.counterbalance`). A spring
of another shape does not quite become mass: heavy links take most of its torque, and the rest is a residual that
depends on the position. At every joint that has none, a linear spring is tried and, if the joint turns, a Fourier
series of two harmonics, in the same way as friction laws (`heft.estimation.friction_choice.Selector.sprung`). On a
narrow motion a spring is nearly a combination of gravity and the offset: it then leaves as much residual as they do,
and is not taken.

A base that leans looks like a spring about an upright axis: where a tilt explains more than half of what a spring
does, the two are not told apart, and the tilt is named later. So do wrong stamps and other faults of the logs in a
robot of one or two joints, where too few others contradict it; there a spring is named as a possible cause, not taken.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from heft.estimation.base import Base
from heft.estimation.coordinates import driven, is_rotational
from heft.estimation.counterbalance import LEAST_OTHERS, sprung
from heft.estimation.estimators.weighted import Weighted
from heft.estimation.evidence import Evidence
from heft.estimation.findings.base_tilt import tilt_test
from heft.estimation.friction_candidates import LEAST_ROWS, beginnings, blocks_of, gathered
from heft.estimation.friction_choice import Rule, Selector
from heft.estimation.friction_systems import Systems
from heft.estimation.friction_trials import Sprung
from heft.estimation.least_squares import Fit
from heft.logs.motion import Motion

AS_WELL = 0.5
"""The part of what a spring explains, from which on a tilt of the base explains it as well."""


def spring_laws(base: Base, joints: Mapping[int, str]) -> dict[int, tuple[str, ...]]:
    """Return what is tried at each of some coordinates that have no spring: a spring and, if it turns, harmonics."""
    robot, found = base.model.robot, sprung(base)
    turning = {r: is_rotational(robot, r) for r in joints if r not in found}
    return {r: ("spring", "counterbalance") if turns else ("spring",) for r, turns in turning.items()}


def contradicted(joints: Mapping[int, str]) -> bool:
    """Return whether there are enough joints for a fault that looks like a spring at one to show at others, too."""
    return len(joints) > LEAST_OTHERS


def single_joints(base: Base, fit: Fit) -> dict[int, str]:
    """Return the joints of one coordinate, with enough rows: others keep the laws that they have."""
    every = driven(base.model.robot)
    return {
        r: joint for r, joint in every.items() if [*every.values()].count(joint) == 1 and fit.counts[r] >= LEAST_ROWS
    }


def sprung_joint(base: Base, motions: Sequence[Motion]) -> Sprung | None:
    """Return the joint whose residual is a function of its position, whatever friction laws the model has.

    Args:
        base: of the model.
        motions: the runs that are fitted.
    """
    runs = beginnings(motions)
    if not runs:
        return None
    evidence = Evidence.of(base, runs)
    fit, robot = Weighted().fit(evidence), base.model.robot
    joints = single_joints(base, fit)
    springs = spring_laws(base, joints)
    laws = {joints[r]: names for r, names in springs.items()}
    edges, folds = blocks_of(runs)
    sums = gathered(base, runs, laws, {}, edges)
    if not sums:
        return None
    start = {
        joint: tuple(c.kind for c in base.model.extra if not c.is_coupling and c.coordinate == r)
        for r, joint in driven(robot).items()
    }
    found = Selector(Systems(base, evidence, fit, sums, folds), sums, joints, laws, start, Rule()).sprung(springs)
    return None if found is None or looks_tilted(base, fit, runs, found) else found


def looks_tilted(base: Base, fit: Fit, motions: Sequence[Motion], spring: Sprung) -> bool:
    """Return whether a tilt of the base explains what a spring does, or most of it."""
    tilt = tilt_test(base, motions, fit, np.linalg.pinv(base.matrix) @ fit.values)
    return tilt is not None and tilt.speaks and tilt.share > AS_WELL * spring.share
