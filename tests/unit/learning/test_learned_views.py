"""A learned model in Python: a table of its base parameters, and figures of them and of friction."""

from __future__ import annotations

import numpy as np
import pytest

import heft

pytest.importorskip("jax", reason="the extra learn is not installed")


@pytest.fixture(scope="module")
def learned() -> heft.Learned:
    """Return a model at the start of its fit: what it shows does not depend on how well it fits."""
    from heft.learning.learned import Learned
    from heft.learning.model import WhiteBox, constants_of

    robot = heft.load("zoo:double_pendulum")
    model, ones = WhiteBox.of(robot, "viscous"), np.ones((2, 2))
    constants = constants_of(robot, ones * [[1], [2]], ones * [[1], [3]], ones * [[1], [2]], model.actuators)
    return Learned(model, model.start(constants), constants, np.zeros(2), 0.01)


def test_its_table_has_the_base_parameters(learned):
    arrow = learned.to_table()
    assert arrow["base parameter"].to_pylist() == [row["name"] for row in learned.base_parameters()]
    assert "<table>" in learned._repr_html_()
    assert len(repr(learned)) < 200


def test_its_friction_is_what_was_learned(learned):
    axes, found = learned.plot("friction").axes, learned.coefficients()
    assert len(axes) == 2
    for each, joint in zip(axes, learned.robot.joint_names, strict=True):
        speed, torque = each.lines[0].get_data()
        assert np.polyfit(speed, torque, 1)[0] == pytest.approx(found[joint]["viscous"]["mu"])
    assert learned.plot("parameters").axes
