"""The cart-pole: its pole has no drive, and the rows of an effort of zero must not shrink it to nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

import heft

ROOT = Path(__file__).parents[2]
DATA = ROOT.parent / "shared/data/qube_cartpole"

pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="the cart-pole's logs are not at ../shared/data")


def test_rows_of_the_passive_pole_agree_with_the_force_on_the_cart():
    """With its rows the pole's first moment was -3e-10 kg m; from the force on the cart alone it is -0.024."""
    robot = heft.load("zoo:cartpole")
    logs = [heft.read_log(path, ROOT / "examples/maps/cartpole.toml") for path in sorted(DATA.glob("qcp_chrip*+3.5V*"))]
    found = heft.identify(robot, logs[:3], held_out=0)
    assert found.values[found.names.index("pole.mcz")] == pytest.approx(-0.024, rel=0.1)
    assert found.rank == 10
