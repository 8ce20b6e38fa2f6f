"""heft against MuJoCo on every robot of example-robot-data that MuJoCo compiles, fixed and floating.

Every joint is given armature and damping, so that those count too. MuJoCo's `qfrc_inverse` is
M qacc + bias - passive: with damping as the only passive force, it is heft's inverse dynamics with friction.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import mujoco
import numpy as np
import pytest
from support.compare import error_of_coordinates, error_of_mass_matrices, error_of_samples
from support.example_robots import PATHS, READABLE, with_joint_losses
from support.in_mujoco import compiled_urdf

import heft
from heft.robot.interop import MujocoMap
from heft.robot.model import Robot

TOLERANCE = 1e-9
SAMPLES = 4
ARMATURE, DAMPING = 0.03, 0.4

TRIANGLE, EIGENVALUES, MASSLESS = "A \\+ B >= C", "positive eigenvalues", "larger than mjMINVAL"
REFUSED = {
    "alex_description/urdf/alex_psyonic_hands.urdf": TRIANGLE,
    "allegro_hand_description/urdf/allegro_left_hand.urdf": TRIANGLE,
    "allegro_hand_description/urdf/allegro_right_hand.urdf": TRIANGLE,
    "anymal_b_simple_description/robots/anymal-kinova.urdf": EIGENVALUES,
    "anymal_b_simple_description/robots/anymal.urdf": EIGENVALUES,
    "anymal_c_simple_description/urdf/anymal.urdf": TRIANGLE,
    "b1_description/urdf/b1-z1.urdf": EIGENVALUES,
    "b1_description/urdf/b1.urdf": EIGENVALUES,
    "finger_edu_description/robots/finger_edu.urdf": EIGENVALUES,
    "go1_description/urdf/go1.urdf": EIGENVALUES,
    "human_description/robots/human.urdf": MASSLESS,
    "hyq_description/robots/hyq_no_sensors.urdf": EIGENVALUES,
    "icub_description/robots/icub.urdf": EIGENVALUES,
    "icub_description/robots/icub_reduced.urdf": EIGENVALUES,
    "pr2_description/urdf/pr2.urdf": TRIANGLE,
    "romeo_description/urdf/romeo.urdf": MASSLESS,
    "romeo_description/urdf/romeo_laas_small.urdf": EIGENVALUES,
    "romeo_description/urdf/romeo_small.urdf": TRIANGLE,
    "tiago_description/robots/tiago.urdf": EIGENVALUES,
    "tiago_description/robots/tiago_dual.urdf": EIGENVALUES,
    "tiago_description/robots/tiago_no_hand.urdf": EIGENVALUES,
}
"""What MuJoCo does not compile: some link has an inertia that is impossible, zero, or too small for it."""

NOTHING_MOVES = ["hector_description/robots/quadrotor_base.urdf", "iris_description/robots/iris_simple.urdf"]
COMPILED = [name for name in READABLE if name not in REFUSED]
CASES = [(name, "fixed") for name in COMPILED if name not in NOTHING_MOVES] + [(name, "floating") for name in COMPILED]


def compiled(name: str, base: str) -> mujoco.MjModel:
    return compiled_urdf(PATHS[name], base)


@dataclass(frozen=True, eq=False)
class Oracle:
    """A robot in both engines; what MuJoCo says of it at some states is in its own coordinates."""

    robot: Robot
    model: mujoco.MjModel

    @cached_property
    def map(self) -> MujocoMap:
        return MujocoMap(self.robot, self.model)

    @cached_property
    def state(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.robot.random_state(30, SAMPLES)

    @cached_property
    def tau(self) -> np.ndarray:
        return 10 * np.random.default_rng(31).standard_normal((SAMPLES, self.robot.nv))

    @cached_property
    def answers(self) -> dict[str, np.ndarray]:
        (q, qd, qdd), model, data = self.state, self.model, mujoco.MjData(self.model)
        rows = {key: [] for key in ("M", "bias", "inverse", "potential", "kinetic", "acceleration")}
        welded = (model.body_weldid == 0)[:, None] * model.body_mass[:, None]
        motion = zip(self.map.q(q), self.map.v(q, qd), self.map.a(q, qd, qdd), self.map.tau(q, self.tau), strict=True)
        for qpos, qvel, qacc, force in motion:
            data.qpos, data.qvel, data.qacc, data.qfrc_applied = qpos, qvel, qacc, 0.0
            mujoco.mj_inverse(model, data)
            M = np.zeros((model.nv, model.nv))
            mujoco.mj_fullM(model, data, M)
            base_energy = -float(np.sum(welded * data.xipos * model.opt.gravity))
            rows["M"].append(M)
            rows["bias"].append(data.qfrc_bias.copy())
            rows["inverse"].append(data.qfrc_inverse.copy())
            data.qfrc_applied = force
            mujoco.mj_forward(model, data)
            rows["acceleration"].append(data.qacc.copy())
            rows["potential"].append(data.energy[0] - base_energy)
            rows["kinetic"].append(data.energy[1])
        return {key: np.array(values) for key, values in rows.items()}


@pytest.fixture(scope="module", params=CASES, ids="-".join)
def oracle(request: pytest.FixtureRequest) -> Oracle:
    name, base = request.param
    model = compiled(name, base)
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONSTRAINT
    model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
    one = np.isin(model.jnt_type[model.dof_jntid], [mujoco.mjtJoint.mjJNT_HINGE, mujoco.mjtJoint.mjJNT_SLIDE])
    model.dof_armature, model.dof_damping = ARMATURE * one, DAMPING * one
    robot = heft.load(PATHS[name], base, mimic=False)
    return Oracle(with_joint_losses(robot, ARMATURE, DAMPING), model)


@pytest.mark.parametrize("name", REFUSED)
def test_what_mujoco_refuses(name: str):
    """The list of robots left out is no longer than it must be."""
    with pytest.raises(ValueError, match=REFUSED[name]):
        compiled(name, "fixed")


def test_most_robots_are_compared():
    assert len(COMPILED) == 47


def test_mass_matrix(oracle: Oracle):
    q, M = oracle.state[0], oracle.answers["M"]
    B = oracle.map.velocity_matrix(q)
    assert error_of_mass_matrices(heft.mass_matrix(oracle.robot, q), np.swapaxes(B, 1, 2) @ M @ B) < TOLERANCE


def test_bias_forces(oracle: Oracle):
    """MuJoCo's bias is at qacc = 0 in its coordinates, where a free body's velocity in world axes stays the same."""
    q, qd, _ = oracle.state
    qdd = oracle.map.a_from(q, qd, np.zeros((SAMPLES, oracle.model.nv)))
    expected = oracle.map.tau_from(q, oracle.answers["bias"])
    assert error_of_coordinates(heft.inverse_dynamics(oracle.robot, q, qd, qdd), expected) < TOLERANCE
    if oracle.robot.base == "fixed":
        assert error_of_coordinates(heft.bias_forces(oracle.robot, q, qd), expected) < TOLERANCE


def test_inverse_dynamics_with_damping(oracle: Oracle):
    expected = oracle.map.tau_from(oracle.state[0], oracle.answers["inverse"])
    assert error_of_coordinates(heft.inverse_dynamics(oracle.robot, *oracle.state, friction=True), expected) < TOLERANCE


def test_forward_dynamics_with_damping(oracle: Oracle):
    q, qd, _ = oracle.state
    expected = oracle.map.a_from(q, qd, oracle.answers["acceleration"])
    found = heft.forward_dynamics(oracle.robot, q, qd, oracle.tau, friction=True)
    assert error_of_samples(found, expected) < TOLERANCE


def test_energies(oracle: Oracle):
    q, qd, _ = oracle.state
    assert error_of_samples(heft.kinetic_energy(oracle.robot, q, qd), oracle.answers["kinetic"]) < TOLERANCE
    assert error_of_samples(heft.potential_energy(oracle.robot, q), oracle.answers["potential"]) < TOLERANCE
