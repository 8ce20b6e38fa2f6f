"""Rotors against an independent route: each rotor is a body of its own on a free revolute joint, tied afterwards.

Pinocchio knows nothing of gears here. With v_full = G v (a row of G is the ratio of a rotor to the joint that it
turns with), tau = G^T tau_full, M = G^T M_full G, Y = G^T Y_full.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import pinocchio as pin
import pytest
from support.compare import error_of_coordinates, error_of_mass_matrices, error_of_samples

import heft
from heft import parameters as inertial
from heft.dynamics import kernels
from heft.robot.exact import Number
from heft.robot.joint import Joint, Mimic
from heft.robot.model import WORLD, Body, Robot, Rotor
from heft.robot.placement import Placement

TOLERANCE = 1e-9
SAMPLES = 5
Z = np.array([0.0, 0.0, 1.0])
PITCH = "3/100"


@dataclass(frozen=True, eq=False)
class Solid:
    """A body as both libraries are told of it: mass, centre, inertia about the centre, and where its frame sits."""

    mass: float
    centre: np.ndarray
    inertia: np.ndarray
    R: np.ndarray
    p: np.ndarray

    @classmethod
    def random(cls, rng: np.random.Generator, symmetric: bool = False) -> Solid:
        R = np.linalg.qr(rng.standard_normal((3, 3)))[0]
        R *= np.linalg.det(R)
        mass, points = rng.uniform(0.3, 3.0), 0.1 * rng.standard_normal((8, 3))
        second = mass * points.T @ points / 8
        inertia = np.trace(second) * np.eye(3) - second
        centre = 0.1 * rng.standard_normal(3)
        if symmetric:
            centre[:2] = 0.0
            inertia = np.diag([inertia[0, 0], inertia[0, 0], inertia[0, 0] * rng.uniform(0.5, 1.9)])
        return cls(mass, centre, inertia, R, 0.5 * rng.standard_normal(3))

    @property
    def parameters(self) -> np.ndarray:
        return inertial.from_com(self.mass, self.centre, self.inertia)

    @property
    def placement(self) -> Placement:
        return Placement.from_floats(self.R, self.p)


@dataclass(frozen=True, eq=False)
class Geared:
    """A link on its joint, and the rotor that drives it.

    The first of a floating robot has kind "floating" and no rotor. A link that `follows` another (by number) moves
    multiplier * q + offset of that one's coordinate.
    """

    solid: Solid
    parent: int
    kind: str
    axis: tuple[int, int, int] = (0, 0, 1)
    rotor: Solid | None = None
    symmetric: bool = True
    ratio: float = 1.0
    follows: int | None = None
    multiplier: float = 1.0
    offset: float = 0.0

    @property
    def model(self) -> object:
        """Pinocchio's joint."""
        axis = np.array(self.axis) / np.linalg.norm(self.axis)
        match self.kind:
            case "revolute":
                return pin.JointModelRevoluteUnaligned(axis)
            case "prismatic":
                return pin.JointModelPrismaticUnaligned(axis)
            case "helical":
                return pin.JointModelHelicalUnaligned(axis, float(Number.parse(PITCH)))
            case _:
                return pin.JointModelFreeFlyer()


@dataclass(frozen=True, eq=False)
class Twins:
    """The same machine as a heft robot, and as a Pinocchio model whose rotors and followers move freely."""

    links: list[Geared]

    @cached_property
    def robot(self) -> Robot:
        bodies = []
        for i, link in enumerate(self.links):
            mimic = link.follows is not None and Mimic(
                f"joint{link.follows}", Number.parse(link.multiplier), Number.parse(link.offset)
            )
            pitch = Number.parse(PITCH if link.kind == "helical" else 0)
            axis = tuple(Number.parse(x) for x in link.axis)
            joint = Joint(f"joint{i}", link.kind, axis, pitch, mimic=mimic or None)
            rotor = link.rotor and Rotor(
                Number.parse(link.ratio), link.symmetric, link.rotor.placement, link.rotor.parameters
            )
            bodies.append(Body(f"body{i}", link.parent, joint, link.solid.placement, link.solid.parameters, rotor))
        return Robot("geared", tuple(bodies))

    @cached_property
    def _full(self) -> tuple[pin.Model, list[tuple[int, int, float, float]], list[int]]:
        """The model; of each joint number, the owner of its coordinate, gear, offset; the numbers in heft's order."""
        model, gears = pin.Model(), []
        links, rotors = {WORLD: 0}, {}

        def add(i: int, joint: object, solid: Solid, ratio: float) -> int:
            link = self.links[i]
            number = model.addJoint(links[link.parent], joint, pin.SE3(solid.R, solid.p), f"joint {model.njoints}")
            body = pin.Inertia(solid.mass, solid.centre, solid.inertia)
            model.appendBodyToJoint(number, body, pin.SE3.Identity())
            owner, gear, offset = i, 1.0, 0.0
            if link.follows is not None:
                owner, gear, offset = link.follows, link.multiplier, link.offset
            gears.append((number, owner, ratio * gear, ratio * offset))
            return number

        def grow(parent: int) -> None:
            """Depth first: Pinocchio's algorithms want the joints of a subtree side by side."""
            children = [i for i, link in enumerate(self.links) if link.parent == parent]
            for i in children:
                if (rotor := self.links[i].rotor) is not None:
                    rotors[i] = add(i, pin.JointModelRevoluteUnaligned(Z), rotor, self.links[i].ratio)
            for i in children:
                links[i] = add(i, self.links[i].model, self.links[i].solid, 1.0)
                grow(i)

        grow(WORLD)
        ordered = [*(links[i] for i in range(len(self.links))), *(rotors[i] for i in sorted(rotors))]
        return model, gears, ordered

    @property
    def model(self) -> pin.Model:
        return self._full[0]

    @cached_property
    def gearing(self) -> np.ndarray:
        """G, v_full = G v."""
        G = np.zeros((self.model.nv, self.robot.nv))
        for joint, owner, gear, _ in self._full[1]:
            row, column = self.model.joints[joint].idx_v, self.robot.v_index[f"joint{owner}"]
            if self.links[owner].kind == "floating":
                G[row : row + 6, column] = np.eye(6)[[3, 4, 5, 0, 1, 2]]
            else:
                G[row, column] = gear
        return G

    def q(self, q: np.ndarray) -> np.ndarray:
        full = np.zeros((len(q), self.model.nq))
        for joint, owner, gear, offset in self._full[1]:
            row, x = self.model.joints[joint].idx_q, q[:, self.robot.q_index[f"joint{owner}"]]
            if self.links[owner].kind == "floating":
                full[:, row : row + 7] = x[:, [4, 5, 6, 1, 2, 3, 0]]
            else:
                full[:, row] = gear * x[:, 0] + offset
        return full

    def regressor(self, Q: np.ndarray, V: np.ndarray, A: np.ndarray) -> np.ndarray:
        """G^T Y in the columns of heft: ten a link, then ten or four a rotor."""
        model, data = self.model, self.model.createData()
        rows = np.array([pin.computeJointTorqueRegressor(model, data, *x) for x in zip(Q, V, A, strict=True)])
        rows = (self.gearing.T @ rows).reshape(len(Q), self.robot.nv, -1, 10)[:, :, [j - 1 for j in self._full[2]]]
        rows = rows[..., inertial.order(inertial.PINOCCHIO_NAMES, inertial.NAMES)]
        blocks = [rows[:, :, k] for k in range(rows.shape[2])]
        names = dict(zip(inertial.NAMES, range(10), strict=True))
        for k, (_, rotor) in enumerate(self.robot.rotors, start=len(self.links)):
            if rotor.symmetric:
                m, z, xx, yy, zz = (blocks[k][..., names[n]] for n in ("m", "mcz", "Ixx", "Iyy", "Izz"))
                blocks[k] = np.stack([m, z, xx + yy, zz], axis=-1)
        return np.concatenate(blocks, axis=-1)


def machine(kind: str, symmetric: bool, base: str, seed: int) -> list[Geared]:
    """A tree of four links, the first of them the base or a driven link, each other one driven by a rotor."""
    rng = np.random.default_rng(seed)

    def link(parent: int, kind: str, ratio: float, **more: object) -> Geared:
        axis = (*rng.integers(-2, 3, 2).tolist(), 1)
        rotor = Solid.random(rng, symmetric)
        return Geared(Solid.random(rng), parent, kind, axis, rotor, symmetric, ratio, **more)

    first = link(WORLD, kind, -3.0)
    if base == "floating":
        first = Geared(replace(Solid.random(rng), R=np.eye(3), p=np.zeros(3)), WORLD, "floating")
    return [first, link(0, kind, 50.0), link(1, "revolute", 1.0), link(0, kind, -7.5)]


@pytest.fixture(params=["fixed", "floating"])
def base(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(params=[True, False], ids=["symmetric", "general"])
def symmetric(request: pytest.FixtureRequest) -> bool:
    return request.param


def assert_equal_dynamics(twins: Twins) -> None:
    robot, model, data, G = twins.robot, twins.model, twins.model.createData(), twins.gearing
    q, qd, qdd = robot.random_state(40, SAMPLES)
    tau = np.random.default_rng(41).standard_normal(qd.shape)
    Q, V, A = twins.q(q), qd @ G.T, qdd @ G.T
    expected = np.array([pin.rnea(model, data, *x) for x in zip(Q, V, A, strict=True)]) @ G
    bias = np.array([pin.nonLinearEffects(model, data, *x) for x in zip(Q, V, strict=True)]) @ G
    upper = np.array([np.triu(pin.crba(model, data, x)) for x in Q])
    M = G.T @ (upper + np.swapaxes(np.triu(upper, 1), 1, 2)) @ G
    accelerations = np.linalg.solve(M, (tau - bias)[..., None])[..., 0]
    kinetic = np.array([pin.computeKineticEnergy(model, data, *x) for x in zip(Q, V, strict=True)])
    potential = np.array([pin.computePotentialEnergy(model, data, x) for x in Q])
    Y = twins.regressor(Q, V, A)

    assert error_of_mass_matrices(heft.mass_matrix(robot, q), M) < TOLERANCE
    assert error_of_samples(heft.kinetic_energy(robot, q, qd), kinetic) < TOLERANCE
    assert error_of_samples(heft.potential_energy(robot, q), potential) < TOLERANCE
    assert error_of_samples(heft.forward_dynamics(robot, q, qd, tau), accelerations) < TOLERANCE
    for engine in (heft, kernels):
        assert error_of_coordinates(engine.inverse_dynamics(robot, q, qd, qdd), expected) < TOLERANCE
        assert error_of_coordinates(engine.torque_regressor(robot, q, qd, qdd), Y) < TOLERANCE
    if all(link.follows is None for link in twins.links):
        assert error_of_samples(kernels.forward_dynamics(robot, q, qd, tau), accelerations) < TOLERANCE


@pytest.mark.parametrize("kind", ["revolute", "prismatic", "helical"])
@pytest.mark.parametrize("seed", [1, 2])
def test_rotors_are_bodies_tied_by_their_ratio(kind: str, symmetric: bool, base: str, seed: int):
    assert_equal_dynamics(Twins(machine(kind, symmetric, base, seed)))


@pytest.mark.parametrize("multiplier", [-1.5, 2.0])
def test_the_rotor_of_a_joint_that_follows_another(multiplier: float, symmetric: bool, base: str):
    links = machine("revolute", symmetric, base, 3)
    links[2] = replace(links[2], follows=1, multiplier=multiplier, offset=0.25)
    links[3] = replace(links[3], follows=1, multiplier=1 / multiplier, offset=-0.5)
    assert_equal_dynamics(Twins(links))


# -- closed forms ---------------------------------------------------------------------------------


def planar(rotors: list[Solid | None], ratio: float, armature: float = 0.0) -> Robot:
    """Two links that turn about parallel z axes, gravity along -y, with the rotors given."""
    rng = np.random.default_rng(5)
    bodies = []
    for i, rotor in enumerate(rotors):
        solid = replace(Solid.random(rng), R=np.eye(3), p=np.array([0.7 * i, 0.0, 0.0]))
        joint = Joint(f"joint{i}", "revolute", armature=armature if i == 0 else 0.0)
        moved = rotor and Rotor(Number.parse(ratio), True, rotor.placement, rotor.parameters)
        bodies.append(Body(f"link{i}", i - 1, joint, solid.placement, solid.parameters, moved))
    return Robot("planar", tuple(bodies)).with_gravity([0, "-9.81", 0])


@pytest.mark.parametrize("ratio", [30.0, -1.0])
def test_on_a_fixed_parent_a_rotor_is_an_armature(ratio: float):
    rotor = replace(Solid.random(np.random.default_rng(6), symmetric=True), R=np.eye(3))
    with_rotor = planar([rotor, None], ratio)
    with_armature = planar([None, None], ratio, armature=ratio**2 * rotor.inertia[2, 2])
    q, qd, qdd = with_rotor.random_state(42, SAMPLES)
    for function, arguments in [
        (heft.inverse_dynamics, (q, qd, qdd)),
        (heft.forward_dynamics, (q, qd, qdd)),
        (heft.mass_matrix, (q,)),
        (heft.kinetic_energy, (q, qd)),
    ]:
        found, expected = function(with_rotor, *arguments), function(with_armature, *arguments)
        assert error_of_samples(found, expected) < 1e-12


def test_on_a_moving_parent_a_rotor_couples_the_joints():
    """M = M of a machine whose first link carries the still rotor + Izz ((0, ratio), (ratio, ratio^2))."""
    ratio = 11.0
    rotor = replace(Solid.random(np.random.default_rng(7), symmetric=True), R=np.eye(3), p=np.array([0.7, 0.0, 0.0]))
    robot, bare = planar([None, rotor], ratio), planar([None, None], ratio)
    carried = inertial.transform(rotor.parameters, rotor.R, rotor.p)
    carrying = bare.with_parameters(bare.parameters + np.array([carried, np.zeros(10)]))
    q, _, _ = robot.random_state(43, SAMPLES)
    spin = rotor.inertia[2, 2] * np.array([[0.0, ratio], [ratio, ratio**2]])
    assert error_of_mass_matrices(heft.mass_matrix(robot, q), heft.mass_matrix(carrying, q) + spin) < 1e-12
    assert np.max(np.abs(spin)) > 0.1
