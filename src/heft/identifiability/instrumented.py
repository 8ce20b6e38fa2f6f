"""Force/torque sensors as joints that are held: a robot whose torques are its own and those that its sensors measure.

A sensor between a link and its joint is replaced by a joint for each of its axes, with massless bodies between them.
The joints stay at zero, where their torques are the components of the wrench on the link, at its origin, in its axes.
So the same kernels, with the same gradients, serve joint torques and wrenches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.api import torque_regressor
from heft.errors import ArgumentError
from heft.identifiability.analysis import identifiability
from heft.identifiability.reduction import BaseReduction
from heft.identifiability.sensors import AXES, Sensors
from heft.robot.exact import ONE, ZERO
from heft.robot.joint import Joint, Limits
from heft.robot.model import WORLD, Body, Robot
from heft.robot.reserved import SENSOR

HELD = Limits(lower=0.0, upper=0.0, velocity=1.0, effort=np.inf)


def instrumented(robot: Robot, sensors: Sensors) -> Robot:
    """Return the robot with its force/torque sensors as held joints, named like `ft@hand.fx`; itself without sensors.

    Raises:
        ArgumentError: rotors are modelled.
    """
    if not sensors.wrenches:
        return robot
    if robot.rotors:
        raise ArgumentError(
            "Force/torque sensors do not go together with modelled rotors.",
            remedy="Use a robot file without rotors, or leave the sensors out.",
        )
    mounted, bodies, index = dict(sensors.wrenches), list[Body](), {WORLD: WORLD}

    def chain(place: str, axes: Sequence[str], parent: int) -> int:
        """Add a massless body for each axis; return the last."""
        for axis in axes:
            bodies.append(Body(f"{SENSOR}{place}.{axis}", parent, _held(place, axis)))
            parent = len(bodies) - 1
        return parent

    if WORLD in mounted:
        index[WORLD] = chain("base", mounted[WORLD], WORLD)
    for i, body in enumerate(robot.bodies):
        if i not in mounted:
            bodies.append(replace(body, parent=index[body.parent]))
        else:
            bodies.append(replace(body, name=f"{SENSOR}{body.name}", parent=index[body.parent], links=()))
            bodies[-1] = replace(bodies[-1], parameters=np.zeros(10))
            *others, last = mounted[i]
            parent = chain(body.name, others, len(bodies) - 1)
            bodies.append(Body(body.name, parent, _held(body.name, last), parameters=body.parameters, links=body.links))
        index[i] = len(bodies) - 1
    return replace(robot, bodies=tuple(bodies), source=None)


def _held(place: str, axis: str) -> Joint:
    direction = tuple(ONE if letter == axis[1] else ZERO for letter in "xyz")
    kind = "revolute" if axis[0] == "m" else "prismatic"
    return Joint(f"{SENSOR}{place}.{axis}", kind, axis=direction, limits=HELD)


def reduction_for(robot: Robot, plant: Robot, sensors: Sensors, *, static: bool) -> BaseReduction:
    """Return the parameters that the sensors of a robot can tell apart, as columns of the instrumented robot."""
    own = identifiability(robot, sensors=("none", *sensors.describe(robot)), static=static).reduction
    at = np.array([plant.parameter_names.index(name) for name in robot.parameter_names])
    matrix = np.zeros((len(own.columns), len(plant.parameter_names)))
    matrix[:, at] = own.matrix
    exact = {(k, int(at[c])): text for (k, c), text in own.exact.items()}
    return BaseReduction(own.names, at[own.columns], matrix, exact)


@dataclass(frozen=True, eq=False)
class Plant:
    """A robot and its force/torque sensors: states, rows and columns of the instrumented robot by those of the robot.

    Attributes:
        robot: without its sensors.
        held: with them, as joints; the robot itself if there are none.
        rows: which coordinates of `held` are measured: those of the robot, then the axes of the sensors.
        columns: which parameters of `held` are those of the robot.
        q_at, v_at: where the robot's positions and velocities stand among those of `held`.
    """

    robot: Robot
    held: Robot
    rows: Ints
    columns: Ints
    q_at: Ints
    v_at: Ints

    @classmethod
    def of(cls, robot: Robot, places: Sequence[str]) -> Plant:
        """Instrument a robot.

        Args:
            robot: the robot.
            places: the bodies whose sensors are between them and their joints, or "base".
        """
        sensors = Sensors.parse(robot, [f"{SENSOR}{place}" for place in places])
        held = instrumented(robot, sensors)
        own = [held.coordinate_names.index(name) for name in robot.coordinate_names]
        axes = [held.coordinate_names.index(name) for place in places for name in axes_of(place)]
        columns = [held.parameter_names.index(name) for name in robot.parameter_names]
        at = [held.configuration_names.index(name) for name in robot.configuration_names]
        return cls(robot, held, *(np.array(each, np.int64) for each in ([*own, *axes], columns, at, own)))

    @property
    def names(self) -> tuple[str, ...]:
        """Of the rows."""
        return tuple(self.held.coordinate_names[r] for r in self.rows)

    def states(self, q: Array, qd: Array, qdd: Array) -> tuple[Array, Array, Array]:
        """Return positions, velocities and accelerations of the instrumented robot: its sensors do not move."""
        if self.held is self.robot:
            return q, qd, qdd
        n, positions = len(q), np.zeros((len(q), self.held.nq))
        velocities, accelerations = np.zeros((2, n, self.held.nv))
        positions[:, self.q_at], velocities[:, self.v_at], accelerations[:, self.v_at] = q, qd, qdd
        return positions, velocities, accelerations

    def regressor(self, q: Array, qd: Array, qdd: Array) -> Array:
        """Return (n, rows, parameters of the robot): its torques, then the wrenches of its sensors."""
        from heft.dynamics.kernels import sampled_regressor

        states = self.states(q, qd, qdd)
        Y = sampled_regressor(self.held, *states)
        Y = torque_regressor(self.held, *states) if Y is None else Y
        return Y if self.held is self.robot else Y[:, self.rows][..., self.columns]


def axes_of(place: str) -> tuple[str, ...]:
    """Return the names of the axes of a sensor, forces first."""
    return tuple(f"{SENSOR}{place}.{axis}" for axis in (*AXES[3:], *AXES[:3]))
