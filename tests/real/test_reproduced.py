"""docs/reproduced.md: every command runs, and prints what the page shows."""

from __future__ import annotations

import pytest
from support.walks import unlike

TITLES = ("Staubli TX40", "Universal Robots UR10e", "Double pendulum")


@pytest.mark.parametrize("title", TITLES)
def test_the_page_shows_what_is_printed(walked, title):
    steps = walked(title).steps
    assert [step.status for step in steps] == [0] * len(steps)
    assert sum(len(step.shown.splitlines()) for step in steps) > 8
    assert {step.command: unlike(step) for step in steps if unlike(step)} == {}
