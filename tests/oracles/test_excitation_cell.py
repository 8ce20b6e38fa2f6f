"""A motion designed in a real cell, checked by Pinocchio and coal alone."""

from __future__ import annotations

import numpy as np
import pytest
from cell_check import Cell
from excitation import CELL, TABLE_CASE, dynamics

import heft
from heft.excitation.plan import Plan

pytestmark = pytest.mark.skipif(not CELL.exists(), reason="the UR10e's cell is not at ../shared/data")

PUBLISHED = 61.7
"""The raw condition number of the published motion of this cell."""


@pytest.fixture(scope="module")
def plan() -> Plan:
    """The first stage of one local search only, which does not depend on the machine's speed."""

    def interrupt(done: int, total: int, value: float) -> None:
        raise KeyboardInterrupt

    return heft.excite(heft.load(CELL), **TABLE_CASE, progress=interrupt)


def sampled(plan: Plan, rate: float) -> list[np.ndarray]:
    return list(plan.curve.sample(np.linspace(0, plan.duration, round(rate * plan.duration) + 1)))


def test_it_is_clear_at_1_khz_by_pinocchio_and_coal(plan: Plan):
    cell, q = Cell(CELL), sampled(plan, 1000.0)[0]
    found = cell.check(list(plan.curve.joints), q, 0.05, 0.01)
    assert found.samples == 24001
    assert found.pairs > 50
    assert found.hits == {}
    assert cell.check(list(plan.curve.joints), q[::50], 0.15, 0.05).hits  # the check sees what is near


def test_speeds_torques_and_the_condition_hold_by_pinocchio(plan: Plan):
    cell, (q, qd, qdd, _) = Cell(CELL), sampled(plan, 100.0)
    torques, condition = dynamics(cell.model, list(plan.curve.joints), q, qd, qdd)
    at = [cell.model.joints[cell.model.getJointId(name)].idx_v for name in plan.curve.joints]
    assert np.all(np.abs(qd) <= cell.model.velocityLimit[at])
    assert np.all(np.abs(torques) <= 0.8 * cell.model.effortLimit[at])
    assert condition == pytest.approx(plan.condition, rel=1e-2)
    assert condition < PUBLISHED
    assert len(plan.predictions) == 36


def test_a_motion_through_the_table_is_seen_by_the_check(plan: Plan):
    q = np.linspace(plan.curve.start, [0.0, 0.5, 0.0, 0.0, 0.0, 0.0], 20)
    hits = Cell(CELL).check(list(plan.curve.joints), q, 0.05, 0.01).hits
    assert any("support_link" in name for name in hits)
