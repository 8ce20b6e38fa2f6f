"""The robot: a tree of bodies, each on a joint, some driven through a rotor.

A `Robot` is immutable; `with_parameters`, `with_gravity`, `lock` and `part` return another one. Bodies are numbered
parents first, the world is -1. The frame of a body is its joint's frame at q = 0.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike

from heft import parameters as inertial
from heft.arguments import array, whole
from heft.arrays import Array
from heft.bounds import LARGEST, within
from heft.errors import ArgumentError, did_you_mean
from heft.robot.exact import Exactable, Number
from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.robot.loops import DroppedLoop
from heft.robot.placement import IDENTITY, Placement
from heft.robot.robot_table import body_table, figures
from heft.showing.shown import Shown
from heft.text import printable

if TYPE_CHECKING:
    from heft.robot.source import Source

WORLD = -1
STANDARD_GRAVITY = (Number.parse(0), Number.parse(0), Number.parse("-9.81"))
"""[m/s2]; the gravity of robot files that do not give one."""


def frozen(values: ArrayLike) -> Array:
    """Return a copy that cannot be written to."""
    array = np.array(values, float)
    array.flags.writeable = False
    return array


@dataclass(frozen=True, eq=False)
class Rotor:
    """A motor's rotor: a body carried by the joint's parent, turning `ratio` times as fast as the joint.

    Attributes:
        ratio: rotor angle per joint coordinate (rad/rad, or rad/m on a prismatic joint).
        symmetric: true if it is symmetric about its spin axis, so that four parameters describe its inertia.
        placement: its frame in the parent body at q = 0; it spins about z.
        parameters: its ten inertial parameters in that frame.
    """

    ratio: Number
    symmetric: bool = True
    placement: Placement = IDENTITY
    parameters: Array = field(default_factory=lambda: frozen(np.zeros(10)))

    @property
    def parameter_names(self) -> tuple[str, ...]:
        """The names of its free parameters: four if symmetric, else ten."""
        return inertial.SYMMETRIC_ROTOR_NAMES if self.symmetric else inertial.NAMES

    @property
    def basis(self) -> Array:
        """(10, 4) or (10, 10): the ten parameters from the free ones."""
        return inertial.SYMMETRIC_ROTOR_BASIS if self.symmetric else np.eye(10)

    @property
    def free_parameters(self) -> Array:
        """The free parameters, (4,) or (10,), in the order of `parameter_names`."""
        return np.linalg.pinv(self.basis) @ self.parameters


@dataclass(frozen=True, eq=False)
class Link:
    """A link of the file that moves with a body, and the part it has in that body's inertia.

    Attributes:
        name: as in the file.
        placement: its frame in the body.
        parameters: its ten parameters in its own frame, or None if the file gives no inertia.
    """

    name: str
    placement: Placement = IDENTITY
    parameters: Array | None = None

    @property
    def in_body(self) -> Array:
        """Its ten parameters seen from the body's frame."""
        if self.parameters is None:
            return np.zeros(10)
        return inertial.transform(self.parameters, self.placement.rotation, self.placement.translation)


@dataclass(frozen=True, eq=False)
class Body:
    """A rigid body on its joint.

    Attributes:
        name: unique in the robot.
        parent: index of the parent body, -1 for the world.
        joint: how it moves on the parent.
        placement: its frame in the parent's at q = 0.
        parameters: ten inertial parameters, (10,), fixed links included.
        rotor: the rotor that drives its joint, if it is modelled.
        links: the file's links lumped into this body, its own link first; empty if the format has no links.
    """

    name: str
    parent: int
    joint: Joint
    placement: Placement = IDENTITY
    parameters: Array = field(default_factory=lambda: frozen(np.zeros(10)))
    rotor: Rotor | None = None
    links: tuple[Link, ...] = ()


@dataclass(frozen=True, eq=False)
class Robot(Shown):
    """A tree of rigid bodies with everything that the dynamics need.

    Attributes:
        name: as in the file.
        bodies: parents first.
        gravity: exact vector in world axes [m/s2].
        notes: one line for each thing that the loader ignored or doubts.
        source: the file it came from, kept to write it back; None for robots made in Python.
        dropped_loops: constraints of the file that close loops and are not in the robot, which is a tree.
        locked, carrying: rigid joints and where each is held [rad or m]; those of them that carry joints which move.
    """

    name: str
    bodies: tuple[Body, ...]
    gravity: tuple[Number, ...] = STANDARD_GRAVITY
    notes: tuple[str, ...] = ()
    source: Source | None = None
    dropped_loops: tuple[DroppedLoop, ...] = ()
    locked: tuple[tuple[str, float], ...] = ()
    carrying: tuple[str, ...] = ()
    _table, _figures = body_table, figures

    def __post_init__(self) -> None:
        from heft.robot.checks import check_tree

        check_tree(self)
        object.__setattr__(self, "notes", tuple(printable(" ".join(note.split())) for note in self.notes))

    # -- sizes and names --------------------------------------------------------------------------

    @cached_property
    def base(self) -> str:
        """Either "floating", if the only body on the world moves freely, or "fixed"."""
        roots = [body for body in self.bodies if body.parent == WORLD]
        return "floating" if len(roots) == 1 and roots[0].joint.kind == "floating" else "fixed"

    @property
    def n_bodies(self) -> int:
        """How many bodies there are, rotors not counted."""
        return len(self.bodies)

    @cached_property
    def nq(self) -> int:
        """The length of a configuration q."""
        return sum(body.joint.nq for body in self.bodies)

    @cached_property
    def nv(self) -> int:
        """The length of a velocity qd, an acceleration qdd, a torque tau."""
        return sum(body.joint.nv for body in self.bodies)

    @cached_property
    def body_names(self) -> list[str]:
        """Names of the bodies in order."""
        return [body.name for body in self.bodies]

    @cached_property
    def joints(self) -> list[Joint]:
        """The joints that own coordinates, in the order of q and qd."""
        return [body.joint for body in self.bodies if body.joint.nv]

    @cached_property
    def joint_names(self) -> list[str]:
        """Names of the joints that own coordinates, in the order of q and qd."""
        return [joint.name for joint in self.joints]

    @cached_property
    def configuration_names(self) -> list[str]:
        """One name per entry of q: the joint's, with a suffix where a joint has several."""
        return [_named(joint, part) for joint in self.joints for part in joint_kind(joint.kind).q_names]

    @cached_property
    def coordinate_names(self) -> list[str]:
        """One name per entry of qd: the joint's, with a suffix where a joint has several."""
        return [_named(joint, part) for joint in self.joints for part in joint_kind(joint.kind).v_names]

    @cached_property
    def q_index(self) -> dict[str, slice]:
        """Where each joint's coordinates stand in q."""
        return _slices(self.joints, "nq")

    @cached_property
    def v_index(self) -> dict[str, slice]:
        """Where each joint's coordinates stand in qd, qdd and tau."""
        return _slices(self.joints, "nv")

    def body_index(self, name: str) -> int:
        """Return the index of a body.

        Raises:
            ArgumentError: there is no such body.
        """
        if name not in self.body_names:
            remedy = did_you_mean(str(name), self.body_names)
            raise ArgumentError(f"Robot '{self.name}' has no body '{name}'.", remedy=remedy)
        return self.body_names.index(name)

    # -- inertial parameters ----------------------------------------------------------------------

    @cached_property
    def parameters(self) -> Array:
        """(n_bodies, 10), the bodies' inertial parameters in the order `heft.parameters.NAMES`."""
        return frozen(np.array([body.parameters for body in self.bodies]).reshape(-1, 10))

    @cached_property
    def rotors(self) -> list[tuple[int, Rotor]]:
        """The rotors with the index of the body whose joint they drive."""
        return [(i, body.rotor) for i, body in enumerate(self.bodies) if body.rotor is not None]

    @cached_property
    def parameter_names(self) -> list[str]:
        """One name per column of a regressor: all bodies first, then all rotors."""
        names = [f"{body.name}.{name}" for body in self.bodies for name in inertial.NAMES]
        return names + [f"{self.bodies[i].name}.rotor.{n}" for i, rotor in self.rotors for n in rotor.parameter_names]

    @cached_property
    def parameter_vector(self) -> Array:
        """The parameters in the order of `parameter_names`: the vector that a regressor multiplies."""
        return frozen(np.concatenate([self.parameters.ravel(), *(r.free_parameters for _, r in self.rotors)]))

    def with_parameters(self, values: ArrayLike) -> Robot:
        """Return the same robot with other inertial parameters.

        Args:
            values: (n_bodies, 10) for the bodies, or the length of `parameter_vector` for bodies and rotors.
        """
        vector = array("'values'", values)
        if vector.shape == (self.n_bodies, 10):
            vector = np.concatenate([vector.ravel(), self.parameter_vector[10 * self.n_bodies :]])
        if vector.shape != self.parameter_vector.shape:
            raise ArgumentError(
                f"Robot '{self.name}' takes parameters of shape ({self.n_bodies}, 10) or "
                f"({len(self.parameter_vector)},); got {vector.shape}.",
                remedy="Their order is that of robot.parameter_names.",
            )
        if not within(vector):
            first = int(np.argmin(np.abs(vector) <= LARGEST))
            what = f"larger than {LARGEST:g}" if np.isfinite(vector[first]) else "not a finite number"
            raise ArgumentError(f"The parameter {self.parameter_names[first]} is {what}.", remedy="Give it a value.")
        return _with_vector(self, vector.tobytes())

    def with_gravity(self, gravity: Sequence[float | str | Number]) -> Robot:
        """Return the same robot under another gravity [m/s2], numbers or exact strings."""
        try:
            items = [] if isinstance(gravity, str) else list(gravity)
        except TypeError:
            items = []
        if len(items) != 3:
            what = f"Gravity is a vector of three numbers; got {gravity!r:.60}."
            raise ArgumentError(what, remedy="Pass it as in [0, 0, -9.81].")
        return replace(self, gravity=tuple(Number.parse(g, "gravity") for g in items))

    def lock(self, positions: Mapping[str, Exactable]) -> Robot:
        """Return the robot with some joints rigid, held at these positions [rad or m]; see `heft.robot.locking`.

        Args:
            positions: by joint name, numbers or exact strings such as "pi/2".
        """
        from heft.robot.locking import locked

        return locked(self, positions)

    def part(
        self,
        base_link: str | None = None,
        tip_link: str | None = None,
        *,
        group: Sequence[str] | str | None = None,
        hold: Mapping[str, Exactable] | None = None,
    ) -> Robot:
        """Return what moves between two links, or the joints of a group, with all other joints rigid.

        Args:
            base_link: only what this link carries moves.
            tip_link: only what is between the base link and this one moves.
            group: instead of links, names of the joints that move, patterns such as "arm_left_*", or groups of an
                SRDF file beside the robot's.
            hold: where other joints are held [rad or m], by name; see `heft.robot.parts`.
        """
        from heft.robot.parts import part_of

        return part_of(self, base_link, tip_link, group, hold)

    # -- states -----------------------------------------------------------------------------------

    @cached_property
    def neutral(self) -> Array:
        """The configuration q, (nq,), in which every joint is at zero."""
        return frozen(np.concatenate([np.empty(0), *(joint_kind(joint.kind).neutral for joint in self.joints)]))

    def random_state(self, seed: int, n: int | None = None) -> tuple[Array, Array, Array]:
        """Return a valid random q, qd, qdd.

        Angles are uniform in +-pi (displacements in +-1 m), cut to the joint's limits; quaternions have unit length;
        rates and accelerations are standard normal.

        Args:
            seed: of the random numbers.
            n: number of samples; None gives one sample without a sample axis.

        Returns:
            q (n, nq), qd (n, nv), qdd (n, nv).
        """
        rng = np.random.default_rng(whole("'seed'", seed))
        count = 1 if n is None else whole("'n'", n)
        q = np.empty((count, self.nq))
        for joint in self.joints:
            q[:, self.q_index[joint.name]] = joint_kind(joint.kind).random(rng, count, joint.limits)
        qd, qdd = rng.standard_normal((2, count, self.nv))
        return (q[0], qd[0], qdd[0]) if n is None else (q, qd, qdd)

    # -- output --------------------------------------------------------------------------------

    def write_urdf(self, path: str | Path) -> None:
        """Write the URDF this robot was read from with its present inertial numbers; see `heft.robot.formats.urdf`."""
        from heft.robot.formats import robot_format

        robot_format("urdf").write(self, Path(path))

    def write_mjcf(self, path: str | Path) -> None:
        """Write the MJCF this robot was read from with its present inertial numbers; see `heft.robot.formats.mjcf`."""
        from heft.robot.formats import robot_format

        robot_format("mjcf").write(self, Path(path))

    def to_dict(self) -> dict[str, Any]:
        """Return the robot as a mechanism file (`heft-mechanism/1`), ready for JSON."""
        from heft.robot.formats.mechanism.read import to_dict

        return to_dict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Robot:
        """Read what `to_dict` gives."""
        from heft.robot.formats.mechanism.read import from_dict

        return from_dict(data)

    def __repr__(self) -> str:
        mass = self.parameters[:, 0].sum()
        rotors = f", {len(self.rotors)} rotors" if self.rotors else ""
        return (
            f"<Robot '{self.name}': {self.base} base, {self.n_bodies} bodies{rotors}, "
            f"nq {self.nq}, nv {self.nv}, {mass:.6g} kg>"
        )


def _named(joint: Joint, part: str) -> str:
    return f"{joint.name}.{part}" if part else joint.name


def _slices(joints: list[Joint], size: str) -> dict[str, slice]:
    table, start = {}, 0
    for joint in joints:
        table[joint.name] = slice(start, start + getattr(joint, size))
        start += getattr(joint, size)
    return table


@lru_cache(maxsize=8)
def _with_vector(robot: Robot, data: bytes) -> Robot:
    """Return the robot with other parameters; for the same ones, the same object.

    A fit evaluates the same parameters twice, for a residual and for its derivative; the second time, what was prepared
    for the robot is found again.
    """
    vector, bodies = np.frombuffer(data), list(robot.bodies)
    for i, body in enumerate(bodies):
        bodies[i] = replace(body, parameters=frozen(vector[10 * i : 10 * i + 10]))
    column = 10 * robot.n_bodies
    for i, rotor in robot.rotors:
        free = vector[column : column + len(rotor.parameter_names)]
        column += len(free)
        bodies[i] = replace(bodies[i], rotor=replace(rotor, parameters=frozen(rotor.basis @ free)))
    return replace(robot, bodies=tuple(bodies))
