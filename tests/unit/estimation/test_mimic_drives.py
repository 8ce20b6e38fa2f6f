"""The friction of a coordinate that several joints share is written once, at the joint that leads."""

import numpy as np
import pytest
from support.motions import motion_of, wave

import heft

ROBOT = """<robot name="pair"><link name="base"/>
<joint name="leader" type="revolute"><parent link="base"/><child link="a"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="9" velocity="9"/><dynamics damping="0.4" friction="0.1"/></joint>
<link name="a"><inertial><origin xyz="0.1 0 0"/><mass value="1"/>
<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="follower" type="revolute"><parent link="a"/><child link="b"/><origin xyz="0.2 0 0"/><axis xyz="0 1 0"/>
<limit lower="-3" upper="3" effort="9" velocity="9"/><mimic joint="leader" multiplier="2"/>
<dynamics damping="0.3" friction="0.2"/></joint>
<link name="b"><inertial><origin xyz="0.1 0 0"/><mass value="0.5"/>
<inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"""


@pytest.mark.filterwarnings("ignore")
def test_friction_of_a_follower_is_not_counted_twice(tmp_path):
    (tmp_path / "pair.urdf").write_text(ROBOT)
    robot = heft.load(tmp_path / "pair.urdf")
    q, qd, qdd = wave(robot, 1, 2000, 200.0)
    tau = heft.inverse_dynamics(robot, q, qd, qdd) + heft.friction_torque(robot, qd)
    found = heft.identify(robot, motion_of(robot, q, qd, qdd, tau), friction=("viscous", "coulomb"), held_out=0)
    np.testing.assert_allclose(found.predict(q, qd, qdd), tau, atol=1e-3)
    np.testing.assert_allclose(heft.friction_torque(found.robot, qd), heft.friction_torque(robot, qd), atol=1e-2)
