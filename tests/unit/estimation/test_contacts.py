"""Base parameters with unknown contact forces: a quadruped that trots in MuJoCo."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.testing import assert_allclose

from heft.errors import ArgumentError
from heft.estimation.contact_points import link_of
from heft.estimation.contact_rows import directions
from heft.estimation.contacts import fit_with_contacts
from heft.robot.interop import MujocoMap

mujoco = pytest.importorskip("mujoco")
from trot import FEET, RADIUS, Trot  # noqa: E402 - it needs MuJoCo


@pytest.fixture(scope="module")
def run():
    return Trot(0, seconds=6.0)


@pytest.mark.parametrize("radius", [0.0, RADIUS])
def test_forces_act_on_the_coordinates_as_in_mujoco(run, radius):
    robot, model = run.robot, run.model
    to, data = MujocoMap(robot, model), mujoco.MjData(model)
    q = robot.random_state(3, 5)[0]
    points = {f"{name}_foot": (link_of(robot, f"{name}_foot"), radius) for name in FEET}
    ours = directions(robot, q, points)
    for k in range(len(q)):
        data.qpos[:] = to.q(q[k : k + 1])[0]
        mujoco.mj_forward(model, data)
        for f, name in enumerate(points):
            place, J = data.body(name).xpos - [0, 0, radius], np.empty((3, model.nv))
            mujoco.mj_jac(model, data, J, None, place, model.body(name).id)
            shank = data.body(name.replace("foot", "shank")).xmat.reshape(3, 3)  # in whose axes ours is
            theirs = np.stack([to.tau_from(q[k : k + 1], row[None])[0] for row in shank.T @ J], axis=1)
            assert_allclose(ours[k, :, 3 * f : 3 * f + 3], theirs, atol=1e-9)


def test_a_trot_with_unknown_contact_forces(run):
    found = run.estimate()
    truth, (low, high) = run.truth(found), found.found.intervals.T
    assert np.mean((low <= truth) & (truth <= high)) > 0.9
    assert np.median(high - low) < 0.3  # [kg], [kg m], [kg m2] and those of friction together: it says something
    assert 5.0 < found.left < 9.0
    without = fit_with_contacts(run.robot, run.log(), (), friction=("viscous", "coulomb")).found
    outside = np.mean((without.intervals[:, 0] > truth) | (without.intervals[:, 1] < truth))
    assert outside > 0.5  # a wrong model: nothing holds the robot up


def test_what_cannot_be_is_refused(run):
    with pytest.raises(ArgumentError, match="no link 'fl_fot'"):
        fit_with_contacts(run.robot, run.log(), ["fl_fot"])
    with pytest.raises(ArgumentError, match="no direction"):  # neither torques nor forces at the feet are known
        fit_with_contacts(run.robot, replace(run.log(), effort=None), [f"{name}_foot" for name in FEET])
