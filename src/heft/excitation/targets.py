"""What a motion is to determine: the columns, their plausible sizes, and the noise of the joints.

All columns that `heft identify` fits are judged. Where joints are held, some of them cannot be told apart by any motion
of the others: the search looks at an independent part of them only, chosen by a pivoted decomposition of the rows at
random states within the limits. The torque of a joint that rests does not count, as in `heft identify`: dry friction
holds an unknown part of it.

A joint is made for efforts up to its limit, a few times what the robot needs. Where no joint of a robot comes near its
limit, the limits say nothing of its drives: all are taken to be smaller by the same share, so that the joint that is
used most keeps that reserve.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.dynamics import kernels
from heft.errors import ArgumentError
from heft.estimation.base import Base, base_of
from heft.estimation.columns import Model, model_of
from heft.estimation.information import Information, triangle
from heft.estimation.rests import STATIC
from heft.estimation.scales import scales_of
from heft.excitation.columns import SMOOTH, DesignColumns
from heft.excitation.motion_limits import MotionLimits, PerJoint, by_joint
from heft.excitation.sensing import are_sensors
from heft.identifiability.reduction import BaseReduction
from heft.linalg import TOLERANCE
from heft.logs.slow_samples import OF_LARGEST, creeping
from heft.robot.model import Robot

SAMPLES = 400
"""Random states at which sizes and independence are judged."""

NOISE = 0.01
"""The standard deviation of a torque where none is stated, as a part of the effort that the joint is made for."""

AT_REST = 1e-9
"""[rad/s, m/s and per s2] A planned motion with smaller velocities and accelerations rests."""

RESERVE = 4.0
"""How many times what the robot needs its drives are made for, at most."""

DRIVE = 0.05
"""What friction and rotors plausibly take, as a part of that effort, where the joint's links take little."""


@dataclass(frozen=True, eq=False)
class Target:
    """What is to be determined.

    Attributes:
        base: all parameters that are judged.
        scales: (n_base,) their plausible sizes.
        noise: (nv,) standard deviation of each torque [N m, N].
        measured: (nv,) whether each torque is measured.
        held: (nv,) whether each coordinate is a joint that rests while others move, so that its torque does not count.
        independent: (k,) those columns that the moving joints can tell apart.
        states: positions, velocities and accelerations of random states within the limits.
        static: whether the robot rests in them.
        load: the number of the body whose load alone is to be determined; None: the whole robot.
        made_for: the share of the effort limits that the drives are made for.
    """

    base: Base
    scales: Array
    noise: Array
    measured: Bools
    held: Bools
    independent: Ints
    states: tuple[Array, Array, Array]
    static: bool = False
    load: int | None = None
    made_for: float = 1.0

    @property
    def searched(self) -> Base:
        """The parameters that the search looks at."""
        return Base(
            model=self.base.model,
            matrix=self.base.matrix[self.independent],
            columns=self.base.columns[self.independent],
        )

    def counted(self, q: Array, qd: Array, qdd: Array) -> tuple[Array, Array, Array]:
        """Return those samples of a motion that count: all, or those at rest where the robot rests."""
        if not self.static:
            return q, qd, qdd
        rest = ~np.any((np.abs(qd) > AT_REST) | (np.abs(qdd) > AT_REST), axis=1)
        return q[rest], np.zeros_like(qd[rest]), np.zeros_like(qdd[rest])

    def columns(self, limits: MotionLimits, *, plain: bool) -> DesignColumns:
        """Return the regression of the search, with a smooth sign; in SI units and unweighted if `plain`."""
        scales = np.ones(len(self.independent)) if plain else self.scales[self.independent]
        return DesignColumns(self.searched, SMOOTH * limits.velocity, self._rows(plain=plain), scales)

    def exact(self, *, plain: bool = False) -> DesignColumns:
        """Return the regression of all parameters, with the sign itself."""
        scales = np.ones(len(self.scales)) if plain else self.scales
        return DesignColumns(self.base, np.zeros(self.base.model.robot.nv), self._rows(plain=plain), scales)

    def _rows(self, *, plain: bool) -> Array:
        """Return (nv,) what the rows of each coordinate are multiplied by."""
        return self.measured * ~self.held / (np.ones(len(self.noise)) if plain else self.noise)

    def information(self, q: Array, qd: Array, qdd: Array, blocks: int = 1) -> Array:
        """Return what `heft identify` will take from a motion, in blocks (blocks, n_base, n_base) of equal time.

        A joint counts where it is faster than what `heft.logs.slow_samples` takes for rest.
        """
        states = self.counted(q, qd, qdd)
        used = np.ones(states[1].shape, bool)
        if not self.static:
            robot, speeds = self.base.model.robot, np.abs(qd).max(axis=0)
            slow = np.maximum(OF_LARGEST * speeds, creeping(robot, speeds))
            used = (np.abs(qd) >= slow) | are_sensors(robot.coordinate_names)
        columns = replace(self.exact(), rows=self.measured / self.noise)
        parts = zip(*(np.array_split(each, blocks) for each in (*states, used)), strict=True)
        return np.array([columns.information(*part) for part in parts])


def target_of(
    robot: Robot,
    limits: MotionLimits,
    moving: Ints,
    posture: Array,
    *,
    friction: Iterable[str] | Mapping[str, Iterable[str]],
    armature: bool | None = None,
    couplings: Sequence[Mapping[str, float]] = (),
    noise: PerJoint | None = None,
    measured: Sequence[int] | None = None,
    payload: str | None = None,
    static: bool = False,
    reduction: BaseReduction | None = None,
    seed: int = 0,
) -> Target:
    """Return what is to be determined of a robot.

    Args:
        robot: the robot.
        limits: of its motion.
        moving: (m,) the coordinates that move.
        posture: (nv,) where the others stay.
        friction: laws, as in `heft.identify`.
        armature: whether drives have a reflected inertia; None: unless rotors are modelled.
        couplings: motors that turn with several joints.
        noise: [N m, N] of the torques, one number or by joint; None takes a part of what the joints are made for.
        measured: the coordinates whose torques are measured; None for all.
        payload: the body whose load alone is to be determined, the robot being known.
        static: whether only postures are looked at, in which the robot rests.
        reduction: to the parameters that can be told apart; None: by all torques, measured or not.
        seed: of the random states.
    """
    model = _of_joints(model_of(robot, friction, armature, couplings))
    states = _random_states(limits, moving, posture, seed)
    largest = _largest(robot, kernels.inverse_dynamics(robot, *states))
    if static:
        states = (states[0], np.zeros_like(states[1]), np.zeros_like(states[2]))
        model = _at_rest(model, states)
    load = None if payload is None else robot.body_index(payload)
    is_measured = np.zeros(robot.nv, bool)
    is_measured[list(range(robot.nv) if measured is None else measured)] = True
    if load is not None:
        base = _payload_base(model, load, STATIC if static else 10)
    elif reduction is not None:
        base = base_of(model, reduction, static=static, states=_all_moving(robot, seed), measured=is_measured)
    else:
        base = base_of(model, static=static)
    tau = kernels.inverse_dynamics(robot, *states)
    made_for = _made_for(limits.effort, largest)
    sizes = np.where(np.isfinite(limits.effort), made_for * limits.effort, np.maximum(largest, 1e-3))
    target = Target(
        base=base,
        scales=base.scales(_sizes(model, np.hypot(tau, DRIVE * sizes), states)),
        noise=_noise(robot, sizes, noise),
        measured=is_measured,
        held=_held(robot, moving) & (not static),
        independent=np.arange(len(base.columns)),
        states=states,
        static=static,
        load=load,
        made_for=made_for,
    )
    return replace(target, independent=_independent(target))


def _made_for(limits: Array, largest: Array) -> float:
    """Return the share of their limits that drives are made for, from the largest efforts that the robot needs."""
    limited = np.isfinite(limits) & (largest > 0)
    used = float((largest[limited] / limits[limited]).max(initial=0.0))
    return min(1.0, RESERVE * used) if used else 1.0


def _held(robot: Robot, moving: Ints) -> Bools:
    """Return (nv,) which joints are held."""
    held = ~are_sensors(robot.coordinate_names)
    held[moving] = False
    return held


def _random_states(limits: MotionLimits, moving: Ints, posture: Array, seed: int) -> tuple[Array, Array, Array]:
    rng = np.random.default_rng(seed)
    q, qd, qdd = np.tile(posture, (SAMPLES, 1)), np.zeros((SAMPLES, len(posture))), np.zeros((SAMPLES, len(posture)))
    shape = (SAMPLES, len(moving))
    q[:, moving] = rng.uniform(limits.lower[moving], limits.upper[moving], shape)
    qd[:, moving] = rng.uniform(-1, 1, shape) * limits.velocity[moving]
    qdd[:, moving] = rng.uniform(-1, 1, shape) * limits.acceleration[moving]
    return q, qd, qdd


def _largest(robot: Robot, tau: Array) -> Array:
    """Return (nv,) the largest size of each torque; of the forces and of the moments of a sensor, that of any axis."""
    largest, names = np.abs(tau).max(axis=0), robot.coordinate_names
    kinds = [name[:-1] if sensor else name for name, sensor in zip(names, are_sensors(names), strict=True)]
    return np.array([max(largest[r] for r, other in enumerate(kinds) if other == kind) for kind in kinds])


def _all_moving(robot: Robot, seed: int) -> tuple[Array, Array, Array]:
    """Return random states in which all joints move, those that are held in the design too; sensors do not."""
    q, qd, qdd = (np.where(are_sensors(robot.coordinate_names), 0.0, x) for x in robot.random_state(seed, SAMPLES))
    return q, qd, qdd


def _of_joints(model: Model) -> Model:
    """Return the model without friction and armature of what stands for sensors."""
    sensors = are_sensors(model.robot.coordinate_names)
    return replace(model, extra=tuple(column for column in model.extra if not sensors[column.coordinate]))


def _at_rest(model: Model, states: tuple[Array, Array, Array]) -> Model:
    """Return the model with those columns of drives only that have an effect at rest."""
    felt = [np.any(signal) for signal in model.extra_signals(*states)]
    return replace(model, extra=tuple(column for column, one in zip(model.extra, felt, strict=True) if one))


def _payload_base(model: Model, body: int, count: int) -> Base:
    """Return the parameters of a load on a body, all ten or the first: columns of that body."""
    columns = 10 * body + np.arange(count)
    return Base(model=model, matrix=np.eye(len(model.names))[columns], columns=columns)


def _sizes(model: Model, tau: Array, states: tuple[Array, Array, Array]) -> Array:
    """Return the plausible size of every parameter; those of drives by the torques at random states."""
    n, extra = model.n_inertial, model.extra
    signals = model.extra_signals(*states)
    columns, factors = [], []
    for r in range(model.robot.nv):
        mine = [k for k, column in enumerate(extra) if r in dict(column.gears)]
        rows = [dict(extra[k].gears)[r] * signals[k] for k in mine]
        columns.append(np.array([n + k for k in mine], np.int64))
        factors.append(triangle(np.column_stack([*rows, tau[:, r]])))
    counts = np.full(model.robot.nv, SAMPLES)
    names = tuple(model.robot.coordinate_names)
    return scales_of(model, Information(model.names, names, tuple(columns), tuple(factors), counts))


def _noise(robot: Robot, sizes: Array, stated: PerJoint | None) -> Array:
    """Return the standard deviation (nv,) of every torque."""
    noise, names = NOISE * sizes, robot.coordinate_names
    own = [name for name, sensor in zip(names, are_sensors(names), strict=True) if not sensor]
    for name, value in {} if stated is None else by_joint("standard deviations of torques", stated, own).items():
        if name not in names:
            raise ArgumentError(f"There is no joint '{name}' with a torque.", remedy="Name joints of the robot.")
        noise[names.index(name)] = value
    if not np.all((noise > 0) & np.isfinite(noise)):
        raise ArgumentError("The noise of a torque is not positive.", remedy="Give standard deviations above zero.")
    return noise


def _independent(target: Target) -> Ints:
    """Return the columns that the moving joints can tell apart, in their order."""
    from scipy.linalg import qr

    q, qd, qdd = target.states
    columns = target.exact()
    A = columns.matrix(kernels.torque_regressor(columns.base.model.robot, q, qd, qdd), qd, qdd)
    rows = A.reshape(-1, A.shape[-1])
    rows = rows / np.maximum(np.linalg.norm(rows, axis=0), 1e-300)
    decomposed: Any = qr(rows, mode="economic", pivoting=True)
    diagonal, order = np.abs(np.diag(decomposed[1])), decomposed[-1]
    rank = int(np.sum(diagonal > TOLERANCE * max(float(diagonal.max(initial=0.0)), 1e-300)))
    return np.sort(np.asarray(order[:rank], np.int64))
