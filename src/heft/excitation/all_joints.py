"""Every joint of a robot, those that follow others (mimic) included: their states, limits and efforts.

A joint that follows has no coordinate: its position is ratio * q_leader + offset. In the free robot each joint has its
own. With G the ratios, (joints, nv), its states are G q + offset, G qd and G qdd, and with tau the torques of its
joints, those of the coordinates are G^T tau.

Whether the drive of a leader moves its followers, or each has a drive of its own, is not in a robot's file. The efforts
that are limited are therefore those of the coordinates, and of every joint that leads or follows by itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.robot.model import Robot


@dataclass(frozen=True, eq=False)
class AllJoints:
    """The joints of a robot, followers included, in the order of its bodies.

    Attributes:
        robot: the robot.
        free: the same tree, in which no joint follows another.
        leader: (joints,) the coordinate that moves each joint.
        ratio: (joints,) how far each moves per unit of that coordinate.
        offset: (joints,) where it is when that coordinate is zero.
    """

    robot: Robot
    free: Robot
    leader: Ints
    ratio: Array
    offset: Array

    @classmethod
    def of(cls, robot: Robot) -> AllJoints:
        """Find the joints of a robot each of whose joints has one coordinate or follows another."""
        joints = [body.joint for body in robot.bodies if body.joint.nv or body.joint.mimic is not None]
        mimics = [joint.mimic for joint in joints]
        owners = [joint.name if joint.mimic is None else joint.mimic.leader for joint in joints]
        free = robot
        if any(mimics):
            bodies = (replace(body, joint=replace(body.joint, mimic=None)) for body in robot.bodies)
            free = replace(robot, bodies=tuple(bodies))
        return cls(
            robot,
            free,
            np.array([robot.v_index[name].start for name in owners], np.int64),
            np.array([1.0 if mimic is None else float(mimic.multiplier) for mimic in mimics]),
            np.array([0.0 if mimic is None else float(mimic.offset) for mimic in mimics]),
        )

    @property
    def names(self) -> list[str]:
        """Of the joints."""
        return self.free.joint_names

    @cached_property
    def follows(self) -> Bools:
        """(joints,) which of them follow another."""
        own = {*self.robot.joint_names}
        return np.array([name not in own for name in self.names], bool)

    @cached_property
    def gear(self) -> Array:
        """G (joints, nv)."""
        gear = np.zeros((len(self.leader), self.robot.nv))
        gear[np.arange(len(self.leader)), self.leader] = self.ratio
        return gear

    def positions(self, q: Array) -> Array:
        """Return the positions (..., joints), from those of the coordinates (..., nv)."""
        return self.ratio * q[..., self.leader] + self.offset if self.follows.any() else q

    def rates(self, *rates: Array) -> tuple[Array, ...]:
        """Return rates (..., joints) such as velocities, from those of the coordinates (..., nv)."""
        return tuple(self.ratio * rate[..., self.leader] for rate in rates) if self.follows.any() else rates

    def states(self, q: Array, *rates: Array) -> tuple[Array, ...]:
        """Return positions and rates of the joints, from those of the coordinates."""
        return self.positions(q), *self.rates(*rates)

    def tied(self, Y: Array) -> Array:
        """Return the rows (n, nv, columns) of the coordinates, from those of the joints (n, joints, columns)."""
        return np.einsum("jr,njc->nrc", self.gear, Y, optimize=True) if self.follows.any() else Y

    # -- efforts ------------------------------------------------------------------------------------

    @cached_property
    def _alone(self) -> Ints:
        """The joints that lead or follow others, whose efforts are limited by themselves."""
        led = {*self.leader[self.follows].tolist()}
        return np.array([j for j, r in enumerate(self.leader.tolist()) if r in led], np.int64)

    @cached_property
    def efforts(self) -> Array:
        """(m, joints) the efforts that are limited, as sums of those of all joints: the coordinates' first."""
        return np.concatenate([self.gear.T, np.eye(len(self.leader))[self._alone]])

    @cached_property
    def effort_names(self) -> list[str]:
        """(m,) of these efforts."""
        alone = [name if follows else f"{name} alone" for name, follows in zip(self.names, self.follows, strict=True)]
        return [*self.robot.coordinate_names, *(alone[j] for j in self._alone)]

    def effort_limits(self, of_joints: Array) -> Array:
        """Return the limits (m,) of these efforts, from those of all joints."""
        return np.concatenate([of_joints[~self.follows], of_joints[self._alone]])

    def followers_of(self, r: int) -> list[str]:
        """Return the names of the joints that follow that of a coordinate."""
        return [self.names[j] for j in np.flatnonzero(self.follows & (self.leader == r))]
