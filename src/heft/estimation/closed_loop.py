"""Simulating a robot under PD control along a recorded motion, many windows at a time.

    tau = Kp e + Kd de/dt,    e = q_r - q

q_r is the motion of the log. Gains that are not known are those of a bandwidth w: Kp = M w^2 and Kd = 2 M w, M the
inertia that a joint feels on average. A closed loop forgets its start within a few 1/w, so that a run is cut into
windows that begin early and are simulated side by side.

What is integrated is the error e, by the backward differentiation formula of third order. With c = 6 h / 11 for a step
of h, and e*, v* what the three states before it give, v = de/dt and its rate a at the end of the step are

    v = v* + c a,    e = e* + c v,    (H + A) qdd = Kp (e* + c v*) + Kd v* + A qdd_r - b,    A = c Kd + c^2 Kp

with b all other forces at the state that is extrapolated: forward dynamics with an armature A, once in a step. Viscous
friction is taken at the end of the step as Kd is. The formula is stable however stiff the control is, so that the step
need not be shorter than the motion asks for. Since a stiff loop has a small error, its motion is the more accurate, and
in the limit the recorded one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics import kernels
from heft.dynamics.api import forward_dynamics, mass_matrix
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, PhysicsError
from heft.estimation.columns import Model
from heft.estimation.drive_torques import DriveTorques, is_armature
from heft.logs.motion import Motion
from heft.robot.joints import joint_kind
from heft.robot.model import Robot

FORGOTTEN = 12.0
"""After so many time constants of its slowest motion, a closed loop has forgotten what it started with: with critical
damping, to 13 exp(-12) or one ten-thousandth."""

QUANTUM = 0.5
"""[s] A multiple of this is omitted at the start of a segment, so that rows stay the same while bandwidths change."""

STEP = 6e-3
"""The longest step of the integration [s]."""

BATCH = 100
"""A step costs as much time for so many windows as it does for none."""

SAMPLED = 200
"""Configurations from which the average inertia of the joints is taken."""

EVERY = 10
"""Of these, one in so many is asked how fast the loop forgets."""


Gains = tuple[Array, Array]
"""Kp and Kd of the joints."""


@dataclass(frozen=True, eq=False)
class ClosedLoop:
    """A model with parameters, under PD control.

    Attributes:
        robot: the robot with these inertias and armatures, without friction.
        drives: friction and what else its drives take.
        mass: (SAMPLED, nv, nv) its mass matrix along the motion.
    """

    robot: Robot
    drives: DriveTorques
    mass: Array

    @classmethod
    def of(cls, model: Model, values: Array, motion: Motion) -> ClosedLoop:
        """Return a loop with gains for the configurations of a motion; values (n,) must be physically consistent."""
        armature = np.zeros(model.robot.nv)
        for column, value in zip(model.extra, values[model.n_inertial :], strict=True):
            if is_armature(column):
                armature[column.coordinate] += max(float(value), 0.0)
        robot = _with_armature(model.robot.with_parameters(values[: model.n_inertial]), armature)
        some = motion.q[np.linspace(0, motion.n - 1, SAMPLED).astype(int)]
        return cls(robot, DriveTorques.of(model, values, motion.run), mass_matrix(robot, some))

    @property
    def inertia(self) -> Array:
        """(nv,) what the joints feel on average."""
        return np.mean(np.einsum("nii->ni", self.mass), axis=0)

    def gains(self, bandwidth: Array) -> Gains:
        """Return the gains of bandwidths (sets, nv) [rad/s]."""
        return self.inertia * bandwidth**2, 2 * self.inertia * bandwidth

    def follow(self, motion: Motion, gains: Gains) -> Followed:
        """Return the motion that is simulated, with the first of several sets of gains, and the torques with each.

        Its segments begin later: a simulation needs time to forget its start.

        Args:
            motion: the one to follow.
            gains: Kp and Kd (sets, nv) [N m/rad, N m s/rad].

        Raises:
            PhysicsError: the simulation diverged.
        """
        sets = len(gains[0])
        seconds = FORGOTTEN / _slowest(self.mass[::EVERY], *gains)
        lead, late = (int(np.ceil(s * motion.rate)) for s in (seconds, QUANTUM * np.ceil(seconds / QUANTUM)))
        length = int(np.ceil(np.sqrt(lead * sets * motion.n / BATCH)))
        starts, ends, kept = _windows(motion, lead, late, length)
        first, last, which = np.tile(starts, sets), np.tile(ends, sets), np.repeat(np.arange(sets), len(starts))
        parts = int(np.ceil(1 / motion.rate / STEP))
        step = _Step.of(self, gains, which, 1 / motion.rate / parts)
        recorded = np.stack([motion.q, motion.qd, motion.qdd])
        error = np.zeros((2, sets, motion.n, self.robot.nv))
        past = (np.zeros((2, len(first), self.robot.nv)),) * 3
        for k in range(lead + length):
            here = np.minimum(first + k, last)
            if k >= lead:
                good = first + k <= last
                error[:, which[good], here[good]] = past[0][:, good]
            for part in range(1, parts + 1):
                reference = _between(recorded, here, np.minimum(here + 1, last), part / parts, motion.rate)
                past = (step.after(past, reference), *past[:2])
            if not np.all(np.isfinite(past[0])):
                raise PhysicsError(
                    f"The simulation of '{self.robot.name}' under PD control diverged.",
                    remedy="Use the estimator 'instrumental', or check the robot file and the units of the log.",
                )
        torques = gains[0][:, None] * error[0] + gains[1][:, None] * error[1]
        q, qd = recorded[:2] - error[:, 0]
        qdd = accelerations(self.robot, q, qd, torques[0] - self.drives.at(q, qd, motion.qdd))
        return Followed(replace(motion, segments=kept, q=q, qd=qd, qdd=qdd), torques)


@dataclass(frozen=True, eq=False)
class Followed:
    """A recorded motion as a robot under control follows it.

    Attributes:
        motion: as it was simulated with the first set of gains.
        torques: (sets, n, nv) of the controller with each set of gains [N m or N].
    """

    motion: Motion
    torques: Array


@dataclass(frozen=True, eq=False)
class _Step:
    """One step of all windows.

    Attributes:
        drives: what the drives take.
        robot: the robot with the armature A of the first set of gains.
        stiffness, damping: (m, nv) gains of the windows.
        armature: (nv,) A of the first set.
        viscous: (nv,) viscous friction of the drives.
        more: (m, nv) by how much A of a window differs; this part acts on the extrapolated acceleration.
        windows: how many belong to a set of gains.
        c: six elevenths of the step [s].
    """

    drives: DriveTorques
    robot: Robot
    stiffness: Array
    damping: Array
    armature: Array
    viscous: Array
    more: Array
    windows: int
    c: float

    @classmethod
    def of(cls, loop: ClosedLoop, gains: Gains, which: Ints, h: float) -> _Step:
        """Return steps of h [s] with the gains of the set that each window belongs to."""
        c, viscous = 6 * h / 11, loop.drives.damping
        armature = c * (gains[1] + viscous) + c**2 * gains[0]
        robot = _with_armature(loop.robot, tree_of(loop.robot).armature + armature[0])
        more, windows = (armature - armature[0])[which], len(which) // len(armature)
        return cls(loop.drives, robot, gains[0][which], gains[1][which], armature[0], viscous, more, windows, c)

    def after(self, past: Sequence[Array], reference: Array) -> Array:
        """Return e and de/dt (2, m, nv) after a step.

        Dry friction has with all gains the direction that it has with the first: joints that turn back a step earlier
        or later would make noise of the torques' derivatives.

        Args:
            past: (2, m, nv) each: where the step begins, and one and two steps earlier.
            reference: (3, m, nv) q, qd and qdd of the recorded motion where it ends.
        """
        x, y, z = past
        (e, v), likely, c = (18 * x - 9 * y + 2 * z) / 11, 3 * (x - y) + z, self.c
        q, qd = reference[:2] - likely
        turning = np.tile(qd[: self.windows], (len(qd) // self.windows, 1))
        tau = self.stiffness * (e + c * v) + self.damping * v + self.armature * reference[2]
        tau += (self.more / c - self.viscous) * (likely[1] - v) - self.drives.at(q, qd, reference[2], turning)
        v = v + c * (reference[2] - accelerations(self.robot, q, qd, tau))
        return np.stack([e + c * v, v])


def accelerations(robot: Robot, q: Array, qd: Array, tau: Array) -> Array:
    """Return qdd (m, nv) of many states; where one diverges it is not finite."""
    with np.errstate(all="ignore"):
        if not tree_of(robot).shared_parents:
            return np.asarray(forward_dynamics(robot, q, qd, tau), float)
        return kernels.forward_dynamics(robot, q, qd, tau)


def refuse_joints(robot: Robot) -> None:
    """Refuse a robot that is not simulated under control.

    Raises:
        ArgumentError: a joint has more than one coordinate.
    """
    for joint in robot.joints:
        if joint.nv != 1 or not joint_kind(joint.kind).adds:
            raise ArgumentError(
                f"Joint '{joint.name}' is {joint.kind}; PD control is simulated for joints with one coordinate.",
                remedy="Use the estimator 'weighted' or 'instrumental'.",
            )


def _with_armature(robot: Robot, armature: Array) -> Robot:
    """Return the robot with the armature (nv,) of its coordinates."""
    bodies = [
        replace(body, joint=replace(body.joint, armature=float(armature[robot.v_index[body.joint.name].start])))
        if body.joint.nv == 1 and body.joint.mimic is None
        else body
        for body in robot.bodies
    ]
    return replace(robot, bodies=tuple(bodies))


def _slowest(mass: Array, stiffness: Array, damping: Array) -> float:
    """Return how fast [1/s] the slowest motion of the coupled joints fades: H s^2 + Kd s + Kp = 0."""
    eye, sets = np.eye(mass.shape[-1]), len(stiffness)
    pulls, brakes = (-np.linalg.solve(mass[:, None], gain[:, :, None] * eye) for gain in (stiffness, damping))
    still, same = (np.broadcast_to(block, (len(mass), sets, *eye.shape)) for block in (0 * eye, eye))
    return float(-np.max(np.linalg.eigvals(np.block([[still, same], [pulls, brakes]])).real))


def _between(recorded: Array, at: Ints, after: Ints, fraction: float, rate: float) -> Array:
    """Return q, qd and qdd (3, m, nv) of the recorded motion between two samples: qdd changes linearly."""
    if fraction == 1:
        return recorded[:, after]
    f, g, (a, b) = fraction, 1 - fraction, (recorded[2, at], recorded[2, after])
    start, end = recorded[0, at], recorded[0, after]
    q = g * start + f * end + ((g**3 - g) * a + (f**3 - f) * b) / (6 * rate**2)
    qd = rate * (end - start) + ((1 - 3 * g**2) * a + (3 * f**2 - 1) * b) / (6 * rate)
    return np.stack([q, qd, g * a + f * b])


def _windows(motion: Motion, lead: int, late: int, length: int) -> tuple[Ints, Ints, tuple[tuple[int, int], ...]]:
    """Return where windows start and where the segments of each end, and the segments that are kept, which begin late.

    Raises:
        ArgumentError: no segment is long enough.
    """
    low_pass = motion.regression_filter
    needed = late + (len(low_pass.taps) if low_pass is not None else 1)
    long = [(a + late, b) for a, b in motion.segments if b - a > needed]
    if not long:
        raise ArgumentError(
            f"No segment has the {needed} samples that a simulation under control needs.",
            remedy="Record longer runs without gaps, or use another estimator.",
        )
    starts, ends = np.array([(s, b - 1) for a, b in long for s in range(a - lead, b - lead, length)], np.int64).T
    return starts, ends, tuple(long)
