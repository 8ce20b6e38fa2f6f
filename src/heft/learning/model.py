"""Models as pure functions of one vector of parameters: rigid bodies with actuators (and the black box of `black_box`).

A model is only a structure, so that one compilation serves all data and all starts: the parameters x, the constants
(typical sizes of the data) and the samples are arguments. Samples are on the first axis. Commands u are those that act,
after their delays.

Notation: qdd = FD(q, qd, tau; pi, placement), tau = actuator(u, q, qd), by the scan driver of `heft.dynamics.scan`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from heft.arrays import AnyArray, Array, Bools
from heft.dynamics import scan
from heft.dynamics.api import inverse_dynamics
from heft.dynamics.tree import Given, Tree, tree_of
from heft.errors import ArgumentError
from heft.learning import virtual
from heft.learning.actuators import Actuators
from heft.learning.black_box import BlackBox
from heft.learning.vectors import packed, unpacked
from heft.logs.robot_order import position_of_velocity
from heft.robot.model import Robot
from heft.spatial import namespace

Constants = dict[str, AnyArray]


def constants_of(robot: Robot, qd: Array, qdd: Array, u: Array, actuators: Actuators | None = None) -> Constants:
    """Return typical sizes of the data, per coordinate: of commands, torques, velocities and accelerations.

    A coordinate that is never commanded gets a tenth of the typical torque of the others.
    """
    gain = np.ones(robot.nv)
    for name, parts in (actuators.chains if actuators else {}).items():
        for part in parts:
            if part.name == "motor":
                gain[robot.v_index[name]] = part.numbers[0] / part.numbers[1] if part.numbers else 0.1
    size, torque = np.std(u, axis=0), gain * np.std(u, axis=0)
    moved = torque > 0
    usual = float(np.mean(torque[moved])) if np.any(moved) else 1.0
    return {
        "u": np.where(moved, size, 1.0),
        "u_max": np.maximum(np.max(np.abs(u), axis=0, initial=0.0), 1e-3),
        "tau": np.where(moved, torque, 0.1 * usual),
        "qd": np.maximum(np.std(qd, axis=0), 1e-9),
        "qd_max": np.max(np.abs(qd), axis=0, initial=1e-9),
        "qdd": np.maximum(np.std(qdd, axis=0), 1e-9),
        "prior": virtual.factors(tree_of(robot).parameters),
    }


def servo_sizes(
    robot: Robot, servos: Bools, constants: Constants, q: Array, qd: Array, qdd: Array, u: Array
) -> Constants:
    """Return typical sizes where commands are positions: of position errors, and of the torques of the prior.

    Args:
        robot: the prior.
        servos: (nv,) which commands are positions.
        constants: those of `constants_of`, for the other coordinates.
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv).
        u: (n, nv) commands.
    """
    if not np.any(servos):
        return constants
    error = u - q[:, position_of_velocity(robot)]
    torque = inverse_dynamics(robot, q, qd, qdd)
    size, tau = (np.maximum(np.sqrt(np.mean(x**2, axis=0)), 1e-6) for x in (error, torque))
    largest = tau / size * np.maximum(np.max(np.abs(error), axis=0), size)
    found = {"u": size, "u_max": largest, "tau": tau}
    return constants | {name: np.where(servos, x, constants[name]) for name, x in found.items()}


@dataclass(frozen=True)
class WhiteBox:
    """Rigid bodies with actuators (DiffNEA; with `kinematics` the paper's no-Kin DiffNEA).

    Attributes:
        robot: the tree and, where they are not learned, its parameters.
        actuators: the actuators of its joints.
        parameterisation: the virtual parameters of the bodies, see `virtual`.
        kinematics: whether the placements of the bodies in their parents are learned too.
    """

    robot: Robot
    actuators: Actuators
    parameterisation: str = virtual.DEFAULT
    kinematics: bool = False

    @classmethod
    def of(
        cls,
        robot: Robot,
        actuator: str | Mapping[str, str] = "none",
        parameterisation: str = virtual.DEFAULT,
        kinematics: bool = False,
    ) -> WhiteBox:
        """Make a model; see `Actuators.of` for what an actuator may be.

        Raises:
            ArgumentError: the robot has no joint that moves, or a name is unknown.
        """
        if not robot.nv:
            remedy = "Give a robot with at least one joint that is not fixed."
            raise ArgumentError("It has no joint that moves.", where=f"robot '{robot.name}'", remedy=remedy)
        return cls(robot, Actuators.of(robot, actuator), virtual.known(parameterisation), kinematics)

    def without_networks(self) -> WhiteBox:
        """Return the model that a fit with networks begins with: viscous friction in their place."""
        return replace(self, actuators=self.actuators.without_networks())

    @property
    def energy_class(self) -> str:
        """What its actuators can do to the energy without command; see `heft.learning.energy` for its bodies."""
        return self.actuators.energy_class

    @property
    def held(self) -> Bools:
        """Which commands are held from sample to sample, (nv,)."""
        return self.actuators.held

    @property
    def servos(self) -> Bools:
        """Which commands are positions, (nv,)."""
        return self.actuators.servos

    def shape(self) -> dict[str, Any]:
        """Return what it is made of, ready for JSON."""
        return {
            "kind": "white-box",
            "actuators": self.actuators.spec(),
            "parameterisation": self.parameterisation,
            "kinematics": "learned" if self.kinematics else "known",
        }

    @property
    def tree(self) -> Tree:
        """The robot as arrays."""
        return tree_of(self.robot)

    @cached_property
    def _rotor_rows(self) -> tuple[list[int], list[int]]:
        """Rows of the tree that have ten free parameters, and those of symmetric rotors, which have four."""
        four = [self.robot.n_bodies + k for k, (_, rotor) in enumerate(self.robot.rotors) if rotor.symmetric]
        return [i for i in range(self.tree.n) if i not in four], four

    # -- parameters -------------------------------------------------------------------------------

    def start(self, constants: Constants, seed: int = 0, from_prior: bool = True) -> Array:
        """Return parameters to start from: the prior, or random ones.

        Args:
            constants: see `constants_of`.
            seed: seed of everything random.
            from_prior: start from the robot's own parameters; otherwise masses, shapes and, if they are learned,
                placements are random.
        """
        rng, tree = np.random.default_rng(seed), self.tree
        ten, four = self._rotor_rows
        parameters = tree.parameters if from_prior else virtual.random_bodies(rng, tree.n)
        theta: dict[str, Any] = {"actuators": self.actuators.start(rng, constants)}
        theta["bodies"] = virtual.virtual_of(self.parameterisation, parameters[ten])
        if self.parameterisation == "relative" and not from_prior:
            theta["bodies"] = 0.5 * rng.standard_normal((len(ten), 10))
        theta["rotors"] = virtual.virtual_of_rotors(self.parameterisation, parameters[four])
        if self.kinematics:
            theta["placements"] = virtual.virtual_of_placements(tree.R, tree.p)
            if not from_prior:
                angles, shifts = rng.uniform(-np.pi, np.pi, (tree.n, 3)), 0.1 * rng.standard_normal((tree.n, 3))
                theta["placements"] = np.concatenate([angles, shifts], axis=1)
        return packed(theta)

    @cached_property
    def _template(self) -> Any:
        ones = np.ones(self.robot.nv)
        constants: Constants = dict.fromkeys(("u", "u_max", "tau", "qd", "qdd"), ones)
        ten, four = self._rotor_rows
        theta: dict[str, Any] = {"actuators": self.actuators.start(np.random.default_rng(0), constants)}
        numbers = (0, 0) if self.parameterisation == virtual.KNOWN else (10, 4)
        theta |= {"bodies": np.zeros((len(ten), numbers[0])), "rotors": np.zeros((len(four), numbers[1]))}
        return theta | ({"placements": np.zeros((self.tree.n, 6))} if self.kinematics else {})

    def theta(self, x: AnyArray) -> dict[str, Any]:
        """Return the vector of parameters as a tree of arrays."""
        return unpacked(self._template, x)

    def pack(self, theta: dict[str, Any]) -> Array:
        """Return a tree of arrays as a vector."""
        return packed(theta)

    @property
    def size(self) -> int:
        """Number of parameters."""
        return len(self.pack(self._template))

    def is_network(self) -> Bools:
        """Return which entries of x are weights of networks, (p,)."""
        mask: dict[str, Any] = {
            name: np.zeros(np.shape(part)) for name, part in self._template.items() if name != "actuators"
        }
        mask["actuators"] = [
            [tuple(np.ones(np.shape(w)) for w in layer) for layer in part]
            if isinstance(part, list)
            else np.zeros(np.shape(part))
            for part in self._template["actuators"]
        ]
        return packed(mask) > 0

    def bodies(self, x: AnyArray, constants: Constants) -> AnyArray:
        """Return the inertial parameters, (n, 10), links first, then rotors."""
        if self.parameterisation == virtual.KNOWN:
            return self.tree.parameters
        theta, (ten, four) = self.theta(x), self._rotor_rows
        found = virtual.bodies(self.parameterisation, theta["bodies"], constants["prior"][np.array(ten, int)])
        if not four:
            return found
        rotors = virtual.rotors(self.parameterisation, theta["rotors"])
        return namespace(x).concatenate([found, rotors])[np.argsort([*ten, *four])]

    def placement(self, x: AnyArray) -> tuple[AnyArray, AnyArray] | None:
        """Return R (n, 3, 3) and p (n, 3) if they are learned."""
        return virtual.placements(self.theta(x)["placements"]) if self.kinematics else None

    def armature(self, x: AnyArray) -> AnyArray:
        """Return the armature of each coordinate, (nv,)."""
        return self.actuators.armature(self.theta(x)["actuators"])

    def given(self, x: AnyArray, constants: Constants) -> Given:
        """Return what replaces the robot's own parameters."""
        return {"parameters": self.bodies(x, constants), "placement": self.placement(x), "armature": self.armature(x)}

    # -- dynamics ---------------------------------------------------------------------------------

    def torque(self, x: AnyArray, constants: Constants, q: AnyArray, qd: AnyArray, u: AnyArray) -> AnyArray:
        """Return the torques (n, nv) of the actuators under commands u."""
        return self.actuators.torque(self.theta(x)["actuators"], constants, u.T, q.T, qd.T).T

    def forward(self, x: AnyArray, constants: Constants, q: AnyArray, qd: AnyArray, u: AnyArray) -> AnyArray:
        """Return the accelerations (n, nv) under commands u."""
        tau = self.torque(x, constants, q, qd, u)
        return scan.forward_dynamics(self.tree, q.T, qd.T, tau.T, **self.given(x, constants)).T

    def inverse(self, x: AnyArray, constants: Constants, q: AnyArray, qd: AnyArray, qdd: AnyArray) -> AnyArray:
        """Return the torques (n, nv) that the motion needs."""
        return scan.inverse_dynamics(self.tree, q.T, qd.T, qdd.T, **self.given(x, constants)).T


DynamicsModel = WhiteBox | BlackBox


def open_scale(model: DynamicsModel) -> str:
    """Return a warning if nothing that is known is a torque, so that a factor of masses and torques is open; or ""."""
    if not isinstance(model, WhiteBox) or model.parameterisation == virtual.KNOWN or not np.all(model.servos):
        return ""
    if any(part.name == "servo" and part.numbers for parts in model.actuators.chains.values() for part in parts):
        return ""
    return (
        "Positions and commands determine masses, stiffness and friction only up to a common factor. Give the "
        "stiffness and damping of a servo, servo(k,d), or keep the bodies of the robot file with --virtual known."
    )
