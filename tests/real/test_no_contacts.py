"""Nothing is left out of published logs as a contact, run by run and with fixed friction laws."""

from __future__ import annotations

import pytest
from agreement import Machine, machines

from heft.estimation.identify import identify
from heft.estimation.options import Options

ROBOTS = [machine for machine in machines() if isinstance(machine, Machine) and "thirds" not in machine.title]
pytestmark = pytest.mark.skipif(not ROBOTS, reason="the published logs are not at ../shared/data")
LAWS = {"friction": ("viscous", "coulomb", "offset")}


@pytest.mark.parametrize("machine", ROBOTS, ids=[machine.title for machine in ROBOTS])
def test_nothing_acts_on_the_robot(machine: Machine):
    for log, _ in zip(machine.logs(), range(2), strict=False):
        found = identify(machine.load(), [log], Options(**LAWS | machine.options))
        assert not [text for text in found.warnings if "acted on the robot" in text]
