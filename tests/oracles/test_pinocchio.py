"""heft against Pinocchio on every robot of example-robot-data that Pinocchio loads, fixed and floating.

Pinocchio orders and writes coordinates in its own way; `heft.robot.interop` converts. By default Pinocchio frees mimic
joints, so heft loads with mimic=False; the robots that have any are compared once more with their joints tied.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin
import pytest
from support.compare import error_of_coordinates, error_of_mass_matrices, error_of_samples, scaled_condition
from support.example_robots import BROKEN, PATHS, READABLE, with_joint_losses

import heft
from heft.dynamics import kernels
from heft.errors import FormatError, PhysicsError
from heft.robot.interop import PinocchioMap
from heft.robot.model import Robot

TOLERANCE = 1e-9
"""Relative. Measured: 1e-12 or better, but for accelerations of iCub (below)."""

SAMPLES = 4
ARMATURE = 0.05

SINGULAR = {
    "romeo_description/urdf/romeo.urdf": "its fingers have no mass, so that the hand joints move nothing",
    "romeo_description/urdf/romeo_laas_small.urdf": "its grippers have no mass, so that their joints move nothing",
}
"""No torque determines an acceleration here: Pinocchio returns nan, heft raises PhysicsError."""

NEARLY_SINGULAR = {
    "icub_description/robots/icub.urdf": "the links between its three neck joints have almost no rotational inertia, "
    "so that near the neck's gimbal lock the scaled condition number of the mass matrix passes 1e8",
}
"""Accelerations carry eps * condition here, in both libraries; they agree to 1e-9 where the condition allows it."""

WELL_CONDITIONED = 1e5

NOTHING_MOVES = ["hector_description/robots/quadrotor_base.urdf", "iris_description/robots/iris_simple.urdf"]
"""One rigid body: with a fixed base there is nothing to compute, and Pinocchio's centre of mass is 0/0."""

CASES = [(name, "fixed") for name in READABLE if name not in NOTHING_MOVES] + [(name, "floating") for name in READABLE]

MIMIC_LEADS_NOWHERE = "alex_description/urdf/alex_psyonic_hands.urdf"
"""Its mimic joints name leaders that are not in the file (index_q1 for Left_index_q1)."""

MIMIC = [
    "baxter_description/urdf/baxter.urdf",
    "panda_description/urdf/panda.urdf",
    "panda_description/urdf/panda_collision.urdf",
    "pr2_description/urdf/pr2.urdf",
    "romeo_description/urdf/romeo.urdf",
    "talos_data/robots/talos_full_v2.urdf",
    "talos_data/robots/talos_full_v2_box.urdf",
    "tiago_pro_description/robots/tiago_pro.urdf",
]


@dataclass(frozen=True, eq=False)
class Oracle:
    """A robot in both libraries and what Pinocchio says of it at some states, in heft's coordinates."""

    name: str
    robot: Robot
    model: pin.Model

    @cached_property
    def map(self) -> PinocchioMap:
        return PinocchioMap(self.robot, self.model)

    @cached_property
    def data(self) -> pin.Data:
        return self.model.createData()

    @cached_property
    def state(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self.robot.random_state(20, SAMPLES)

    @cached_property
    def tau(self) -> np.ndarray:
        """Torques to accelerate with, of the size of those that gravity and velocity ask for, plus 1 on every joint."""
        rng = np.random.default_rng(21)
        scale = 1.0 + np.abs(self.bias)
        return scale * rng.standard_normal(scale.shape)

    def each(self, function: Callable[..., object], *arrays: np.ndarray) -> np.ndarray:
        """Call a function of Pinocchio for every sample."""
        rows = [np.array(function(self.model, self.data, *row)) for row in zip(*arrays, strict=True)]
        return np.array(rows)

    @cached_property
    def inverse_dynamics(self) -> np.ndarray:
        q, qd, qdd = self.state
        return self.map.tau_from(self.each(pin.rnea, self.map.q(q), self.map.v(qd), self.map.v(qdd)))

    @cached_property
    def bias(self) -> np.ndarray:
        q, qd, _ = self.state
        return self.map.tau_from(self.each(pin.nonLinearEffects, self.map.q(q), self.map.v(qd)))

    @cached_property
    def mass_matrix(self) -> np.ndarray:
        upper = np.triu(self.each(pin.crba, self.map.q(self.state[0])))
        full = upper + np.swapaxes(np.triu(upper, 1), 1, 2)
        B = self.map.velocity_matrix
        return B.T @ full @ B

    @cached_property
    def regressor(self) -> np.ndarray:
        q, qd, qdd = self.state
        rows = self.each(pin.computeJointTorqueRegressor, self.map.q(q), self.map.v(qd), self.map.v(qdd))
        return self.map.regressor_from(rows)

    @cached_property
    def accelerations(self) -> np.ndarray:
        q, qd, _ = self.state
        return self.map.v_from(self.each(pin.aba, self.map.q(q), self.map.v(qd), self.map.tau(self.tau)))


def built(name: str, base: str, *, mimic: bool = False, native_mimic: bool = False) -> Oracle:
    """Load a robot with both libraries."""
    root = [] if base == "fixed" else [pin.JointModelFreeFlyer()]
    model = pin.buildModelFromUrdf(str(PATHS[name]), *root, mimic=native_mimic)
    return Oracle(name, heft.load(PATHS[name], base, mimic=mimic), model)


@pytest.fixture(scope="module", params=CASES, ids="-".join)
def oracle(request: pytest.FixtureRequest) -> Oracle:
    return built(*request.param)


def coordinate_names(model: pin.Model) -> list[str]:
    """The joint of each entry of v."""
    return [model.names[i] for i in range(1, model.njoints) for _ in range(model.joints[i].nv)]


@pytest.fixture(scope="module")
def geared(oracle: Oracle) -> Oracle:
    """The same with a reflected inertia on every joint."""
    model = oracle.model.copy()
    model.armature = np.array([0.0 if name == "root_joint" else ARMATURE for name in coordinate_names(model)])
    return Oracle(oracle.name, with_joint_losses(oracle.robot, ARMATURE), model)


@pytest.fixture(scope="module", params=[(name, base) for name in MIMIC for base in ("fixed", "floating")], ids="-".join)
def tied(request: pytest.FixtureRequest) -> Oracle:
    """heft's joints are tied; Pinocchio's are free, and the map reduces what it says by G^T."""
    return built(*request.param, mimic=True)


# -- which robots ---------------------------------------------------------------------------------


def test_there_are_69_robots_and_both_libraries_refuse_the_same_one():
    assert len(PATHS) == 69
    with pytest.raises(ValueError, match="does not contain a valid URDF model"):
        pin.buildModelFromUrdf(str(PATHS[BROKEN]))
    with pytest.raises(FormatError, match="no <link>"):
        heft.load(PATHS[BROKEN])


def test_the_robots_with_mimic_joints_are_those_compared_tied():
    with_mimic = []
    for name in READABLE:
        joints = ElementTree.parse(PATHS[name]).getroot().findall("joint")
        if any(joint.find("mimic") is not None and joint.get("type") != "fixed" for joint in joints):
            with_mimic.append(name)
    assert with_mimic == sorted([*MIMIC, MIMIC_LEADS_NOWHERE])


@pytest.mark.parametrize("name", NOTHING_MOVES)
def test_where_nothing_moves_there_is_nothing(name: str):
    oracle = built(name, "fixed")
    assert oracle.model.nv == oracle.robot.nv == 0
    assert heft.inverse_dynamics(oracle.robot, *oracle.state).shape == (SAMPLES, 0)
    assert kernels.forward_dynamics(oracle.robot, *oracle.state).shape == (SAMPLES, 0)
    assert heft.torque_regressor(oracle.robot, *oracle.state).shape == (SAMPLES, 0, 0)
    assert not np.any(heft.momentum(oracle.robot, *oracle.state[:2]))


def test_mimic_joints_whose_leader_is_missing_move_freely():
    robot = heft.load(PATHS[MIMIC_LEADS_NOWHERE])
    assert not any(body.joint.mimic for body in robot.bodies)
    freed = [note for note in robot.notes if note.endswith("which does not exist: it moves freely")]
    assert len(freed) == 8


def test_sizes(oracle: Oracle):
    assert oracle.robot.nv == oracle.model.nv
    assert set(oracle.robot.joint_names) == set(list(oracle.model.names)[1:])


# -- free joints ----------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", [heft, kernels], ids=["heft", "kernels"])
def test_inverse_dynamics(oracle: Oracle, engine):
    found = engine.inverse_dynamics(oracle.robot, *oracle.state)
    assert error_of_coordinates(found, oracle.inverse_dynamics) < TOLERANCE


def test_mass_matrix(oracle: Oracle):
    assert error_of_mass_matrices(heft.mass_matrix(oracle.robot, oracle.state[0]), oracle.mass_matrix) < TOLERANCE


@pytest.mark.parametrize("engine", [heft, kernels], ids=["heft", "kernels"])
def test_torque_regressor(oracle: Oracle, engine):
    found = engine.torque_regressor(oracle.robot, *oracle.state)
    assert error_of_coordinates(found, oracle.regressor) < TOLERANCE


def test_packed_tiles(oracle: Oracle):
    robot, found = oracle.robot, np.zeros((SAMPLES, oracle.robot.nv, oracle.robot.n_bodies, 10))
    for tile in kernels.regressor_tiles(robot, *oracle.state):
        values = np.moveaxis(tile.values, -1, 1).reshape(-1, *tile.values.shape[1:3])[: tile.count]
        found[tile.start : tile.start + tile.count, tile.coordinate, tile.body] = values
    assert error_of_coordinates(found.reshape(SAMPLES, robot.nv, -1), oracle.regressor) < TOLERANCE


def test_energies_and_their_regressors(oracle: Oracle):
    (q, qd, _), robot = oracle.state, oracle.robot
    Q, V, columns = oracle.map.q(q), oracle.map.v(qd), oracle.map.parameter_columns
    kinetic, potential = oracle.each(pin.computeKineticEnergy, Q, V), oracle.each(pin.computePotentialEnergy, Q)
    assert error_of_samples(heft.kinetic_energy(robot, q, qd), kinetic) < TOLERANCE
    assert error_of_samples(heft.potential_energy(robot, q), potential) < TOLERANCE
    kinetic_rows = oracle.each(pin.computeKineticEnergyRegressor, Q, V)[:, columns]
    potential_rows = oracle.each(pin.computePotentialEnergyRegressor, Q)[:, columns]
    assert error_of_samples(heft.kinetic_energy_regressor(robot, q, qd), kinetic_rows) < TOLERANCE
    assert error_of_samples(heft.potential_energy_regressor(robot, q), potential_rows) < TOLERANCE


def test_momentum_and_its_rate(oracle: Oracle):
    """Pinocchio's are about the centre of mass; without gravity the rate is what the base must exert."""
    (q, qd, qdd), robot = oracle.state, oracle.robot
    momenta, rates = [], []
    for x, v, a in zip(oracle.map.q(q), oracle.map.v(qd), oracle.map.v(qdd), strict=True):
        rate = pin.computeCentroidalMomentumTimeVariation(oracle.model, oracle.data, x, v, a)
        centre, momentum = oracle.data.com[0], oracle.data.hg
        for rows, wrench in ((momenta, momentum), (rates, rate)):
            rows.append([*(wrench.angular + np.cross(centre, wrench.linear)), *wrench.linear])
    assert error_of_samples(heft.momentum(robot, q, qd), np.array(momenta)) < TOLERANCE
    weightless = robot.with_gravity([0, 0, 0])
    assert error_of_samples(heft.base_wrench(weightless, q, qd, qdd), np.array(rates)) < TOLERANCE


@pytest.mark.parametrize("engine", [heft, kernels], ids=["heft", "kernels"])
def test_forward_dynamics(oracle: Oracle, engine):
    (q, qd, _), robot = oracle.state, oracle.robot
    M, expected = oracle.mass_matrix, oracle.accelerations
    if oracle.name in SINGULAR:
        assert np.all(np.isinf(scaled_condition(M)))
        assert not np.any(np.all(np.isfinite(expected), axis=1)), "Pinocchio has an answer: compare it"
        with pytest.raises(PhysicsError, match="singular"):
            heft.forward_dynamics(robot, q, qd, oracle.tau)
        return
    found = engine.forward_dynamics(robot, q, qd, oracle.tau)
    well = np.ones(SAMPLES, bool)
    if oracle.name in NEARLY_SINGULAR:
        well = scaled_condition(M) < WELL_CONDITIONED
        assert np.any(well)
    assert error_of_samples(found[well], expected[well]) < TOLERANCE
    force = np.einsum("nij,nj->ni", M, expected)
    assert error_of_samples(np.einsum("nij,nj->ni", M, found), force) < TOLERANCE


@pytest.mark.parametrize("name", NEARLY_SINGULAR)
def test_what_is_called_nearly_singular_is(name: str):
    oracle = built(name, "fixed")
    M = heft.mass_matrix(oracle.robot, oracle.robot.random_state(3, 200)[0])
    assert np.max(scaled_condition(M)) > 1e7


@pytest.mark.parametrize("engine", [heft, kernels], ids=["heft", "kernels"])
def test_dynamics_with_armature(geared: Oracle, engine):
    """No exceptions here: with a reflected inertia on every joint, all robots are well conditioned."""
    q, qd, _ = geared.state
    found = engine.inverse_dynamics(geared.robot, *geared.state)
    assert error_of_coordinates(found, geared.inverse_dynamics) < TOLERANCE
    accelerations = engine.forward_dynamics(geared.robot, q, qd, geared.tau)
    assert error_of_samples(accelerations, geared.accelerations) < TOLERANCE


def test_mass_matrix_with_armature(geared: Oracle):
    assert error_of_mass_matrices(heft.mass_matrix(geared.robot, geared.state[0]), geared.mass_matrix) < TOLERANCE


# -- tied joints ----------------------------------------------------------------------------------


def test_tied_inverse_dynamics(tied: Oracle):
    assert tied.robot.nv < tied.model.nv
    assert error_of_coordinates(heft.inverse_dynamics(tied.robot, *tied.state), tied.inverse_dynamics) < TOLERANCE
    assert error_of_coordinates(kernels.inverse_dynamics(tied.robot, *tied.state), tied.inverse_dynamics) < TOLERANCE


def test_tied_mass_matrix_and_energies(tied: Oracle):
    q, qd, _ = tied.state
    Q, V = tied.map.q(q), tied.map.v(qd)
    kinetic, potential = tied.each(pin.computeKineticEnergy, Q, V), tied.each(pin.computePotentialEnergy, Q)
    assert error_of_mass_matrices(heft.mass_matrix(tied.robot, q), tied.mass_matrix) < TOLERANCE
    assert error_of_samples(heft.kinetic_energy(tied.robot, q, qd), kinetic) < TOLERANCE
    assert error_of_samples(heft.potential_energy(tied.robot, q), potential) < TOLERANCE


def test_tied_regressor(tied: Oracle):
    expected = tied.regressor
    assert error_of_coordinates(heft.torque_regressor(tied.robot, *tied.state), expected) < TOLERANCE
    assert error_of_coordinates(kernels.torque_regressor(tied.robot, *tied.state), expected) < TOLERANCE


def test_tied_forward_dynamics(tied: Oracle):
    """Expected: (G^T M G) qdd = tau - G^T bias."""
    q, qd, _ = tied.state
    M, bias = tied.mass_matrix, tied.bias
    if tied.name in SINGULAR:
        assert np.all(np.isinf(scaled_condition(M)))
        with pytest.raises(PhysicsError, match="singular"):
            heft.forward_dynamics(tied.robot, q, qd, tied.tau)
        return
    expected = np.linalg.solve(M, (tied.tau - bias)[..., None])[..., 0]
    assert error_of_samples(heft.forward_dynamics(tied.robot, q, qd, tied.tau), expected) < TOLERANCE


@pytest.mark.parametrize("base", ["fixed", "floating"])
@pytest.mark.parametrize("name", MIMIC)
def test_tied_as_pinocchio_ties(name: str, base: str):
    """The same without our reduction: Pinocchio's own mimic joints, where it can build them."""
    try:
        native = built(name, base, mimic=True, native_mimic=True)
    except ValueError as error:
        pytest.skip(f"Pinocchio cannot tie the joints of {name}: {error}")
    assert native.robot.nv == native.model.nv
    assert error_of_coordinates(heft.inverse_dynamics(native.robot, *native.state), native.inverse_dynamics) < TOLERANCE
    assert error_of_mass_matrices(heft.mass_matrix(native.robot, native.state[0]), native.mass_matrix) < TOLERANCE


CHAIN = """
<robot name="chain">
  <link name="base"/>
  <link name="a"><inertial><mass value="1"/><origin xyz="0.3 0 0.1"/>BRICK</inertial></link>
  <link name="b"><inertial><mass value="2"/><origin xyz="0.2 0.1 0"/>BRICK</inertial></link>
  <link name="c"><inertial><mass value="3"/><origin xyz="0.1 0 0.4"/>BRICK</inertial></link>
  <joint name="third" type="prismatic"><parent link="b"/><child link="c"/><origin xyz="0.5 0 0" rpy="0.3 0 0"/>
    <axis xyz="1 1 0"/><limit effort="1" velocity="1"/><mimic joint="second" multiplier="-0.5" offset="0.25"/></joint>
  <joint name="second" type="continuous"><parent link="a"/><child link="b"/><origin xyz="0.5 0 0" rpy="0 0.7 0"/>
    <axis xyz="0 1 0"/><mimic joint="first" multiplier="3" offset="0.125"/></joint>
  <joint name="first" type="continuous"><parent link="base"/><child link="a"/><axis xyz="0 0 1"/></joint>
</robot>
""".replace("BRICK", '<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.25"/>')


def test_a_chain_of_mimics(tmp_path: Path):
    """third = -0.5 (3 first + 0.125) + 0.25, given in the file before what it follows; q and G are written out here."""
    path = tmp_path / "chain.urdf"
    path.write_text(CHAIN)
    robot, model = heft.load(path), pin.buildModelFromXML(CHAIN)
    data = model.createData()
    assert [robot.nv, list(model.names)[1:]] == [1, ["first", "second", "third"]]
    gear = np.array([1.0, 3.0, -1.5])
    q, qd, qdd = robot.random_state(1, SAMPLES)
    first, second, third = q[:, 0], 3 * q[:, 0] + 0.125, -0.5 * (3 * q[:, 0] + 0.125) + 0.25
    Q = np.stack([np.cos(first), np.sin(first), np.cos(second), np.sin(second), third], axis=1)
    tau = [gear @ pin.rnea(model, data, *x) for x in zip(Q, qd * gear, qdd * gear, strict=True)]
    assert error_of_coordinates(heft.inverse_dynamics(robot, q, qd, qdd), np.array(tau)[:, None]) < TOLERANCE
    assert error_of_samples(heft.forward_dynamics(robot, q, qd, np.array(tau)[:, None]), qdd) < TOLERANCE
