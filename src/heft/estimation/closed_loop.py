"""Simulating a robot under PD control along a recorded motion, many windows at a time.

    tau = Kp (q_r - q) + Kd (qd_r - qd)

q_r is the motion of the log. Gains that are not known are those of a bandwidth w: Kp = M w^2 and Kd = 2 M w, M the
inertia that a joint feels on average. A closed loop forgets its start within a few 1/w, so that a run is cut into
windows that begin early and are simulated side by side: the time for it hardly depends on the length of the run.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics import kernels
from heft.dynamics.api import forward_dynamics, mass_matrix
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, PhysicsError
from heft.estimation.armature import ARMATURE
from heft.estimation.columns import Model
from heft.logs.motion import Motion
from heft.robot.joints import joint_kind
from heft.robot.model import Robot

FORGOTTEN = 8.0
"""After so many 1/w what a closed loop started with has faded to exp(-8)."""

STEP = 1.0
"""The longest step of the integration, in 1/w of the fastest coupling; Runge-Kutta follows up to 2.8."""

SAMPLED = 200
"""Configurations from which the average inertia of the joints is taken."""


Gains = tuple[Array, Array]
"""Kp and Kd of the joints."""


@dataclass(frozen=True, eq=False)
class ClosedLoop:
    """A model with parameters, under PD control.

    Attributes:
        model: whose parameters they are.
        values: (n,) all parameters, physically consistent.
        robot: the robot with these inertias and armatures, without friction.
        inertia: (nv,) what the joints feel on average.
        stiffest: how many times faster than its bandwidth the loop is where joints are coupled most.
    """

    model: Model
    values: Array
    robot: Robot
    inertia: Array
    stiffest: float

    @classmethod
    def of(cls, model: Model, values: Array, motion: Motion) -> ClosedLoop:
        """Return a loop with gains for the configurations of a motion."""
        robot = model.robot.with_parameters(values[: model.n_inertial])
        armature = np.zeros(robot.nv)
        for column, value in zip(model.extra, values[model.n_inertial :], strict=False):
            if column.kind == ARMATURE.name and not column.is_coupling:
                armature[column.coordinate] += max(float(value), 0.0)
        bodies = [
            replace(body, joint=replace(body.joint, armature=armature[robot.v_index[body.joint.name].start]))
            if body.joint.nv == 1 and body.joint.mimic is None
            else body
            for body in robot.bodies
        ]
        robot = replace(robot, bodies=tuple(bodies))
        some = motion.q[np.linspace(0, motion.n - 1, SAMPLED).astype(int)]
        H = mass_matrix(robot, some)
        inertia = np.mean(np.einsum("nii->ni", H), axis=0)
        stiffest = np.linalg.eigvals(np.linalg.solve(H, np.broadcast_to(np.diag(inertia), H.shape))).real.max()
        return cls(model, values, robot, inertia, float(stiffest))

    def gains(self, bandwidth: Array) -> Gains:
        """Return the gains of bandwidths (sets, nv) [rad/s]."""
        return self.inertia * bandwidth**2, 2 * self.inertia * bandwidth

    def follow(self, motion: Motion, gains: Gains) -> list[Motion]:
        """Return the simulated motion for each set of gains, both (sets, nv) [N m/rad, N m s/rad].

        Its segments begin later: a simulation needs time to forget its start.

        Raises:
            PhysicsError: the simulation diverged.
        """
        slowest, fastest = _rates(self.inertia, *gains)
        lead = int(np.ceil(FORGOTTEN * motion.rate / slowest))
        length = max(lead, int(motion.rate))
        starts, kept = _windows(motion, lead, length)
        sets, windows = len(gains[0]), len(starts)
        stiffness, damping = (np.repeat(gain, windows, axis=0) for gain in gains)
        gains = stiffness, damping
        first = np.tile(starts, sets)
        last = np.tile(np.array([b - 1 for a, b in motion.segments for s in starts if a <= s < b], np.int64), sets)
        q, qd = motion.q[first], motion.qd[first]
        out = np.full((3, sets, motion.n, len(self.inertia)), np.nan)
        out[0], out[1], out[2] = motion.q, motion.qd, motion.qdd
        parts = int(np.ceil(self.stiffest * fastest / motion.rate / STEP))
        which = np.repeat(np.arange(sets), windows)
        for k in range(lead + length):
            at, after = np.minimum(first + k, last), np.minimum(first + k + 1, last)
            if k >= lead:
                good = first + k <= last
                qdd = self._acceleration(motion, at, after, 0.0, gains, q, qd)
                for x, now in zip(out, (q, qd, qdd), strict=True):
                    x[which[good], at[good]] = now[good]
            for part in range(parts):
                q, qd = self._step(motion, at, after, part / parts, 1 / parts, gains, q, qd)
            if not np.all(np.isfinite(q)):
                raise PhysicsError(
                    f"The simulation of '{self.robot.name}' under PD control diverged.",
                    remedy="Use the estimator 'instrumental', or check the robot file and the units of the log.",
                )
        plain = replace(motion, segments=kept)
        return [replace(plain, q=out[0, s], qd=out[1, s], qdd=out[2, s]) for s in range(sets)]

    def _step(
        self,
        motion: Motion,
        at: Ints,
        after: Ints,
        start: float,
        share: float,
        gains: Gains,
        q: Array,
        qd: Array,
    ) -> tuple[Array, Array]:
        """Return the state after a part of a sample, by Runge and Kutta's method."""
        dt = share / motion.rate

        def rate(fraction: float, q: Array, qd: Array) -> Array:
            return self._acceleration(motion, at, after, start + fraction * share, gains, q, qd)

        a1 = rate(0.0, q, qd)
        v2 = qd + dt / 2 * a1
        a2 = rate(0.5, q + dt / 2 * qd, v2)
        v3 = qd + dt / 2 * a2
        a3 = rate(0.5, q + dt / 2 * v2, v3)
        v4 = qd + dt * a3
        a4 = rate(1.0, q + dt * v3, v4)
        return q + dt / 6 * (qd + 2 * v2 + 2 * v3 + v4), qd + dt / 6 * (a1 + 2 * a2 + 2 * a3 + a4)

    def _acceleration(
        self, motion: Motion, at: Ints, after: Ints, fraction: float, gains: Gains, q: Array, qd: Array
    ) -> Array:
        """Return qdd of all windows; the reference is interpolated between two samples."""
        target, speed, pull = ((1 - fraction) * x[at] + fraction * x[after] for x in (motion.q, motion.qd, motion.qdd))
        target = target - fraction * (1 - fraction) / (2 * motion.rate**2) * pull
        tau = gains[0] * (target - q) + gains[1] * (speed - qd)
        model, first = self.model, self.model.n_inertial
        signals = model.extra_signals(q, qd, pull)
        for column, value, signal in zip(model.extra, self.values[first:], signals, strict=False):
            if column.kind != ARMATURE.name or column.is_coupling:
                for r, gear in column.gears:
                    tau[:, r] -= gear * value * signal
        return accelerations(self.robot, q, qd, tau)


def accelerations(robot: Robot, q: Array, qd: Array, tau: Array) -> Array:
    """Return qdd (m, nv) of many states; where one diverges it is not finite."""
    with np.errstate(all="ignore"):
        if not tree_of(robot).shared_parents:
            return np.asarray(forward_dynamics(robot, q, qd, tau), float)
        return kernels.forward_dynamics(robot, q, qd, tau)


def _rates(inertia: Array, stiffness: Array, damping: Array) -> tuple[float, float]:
    """Return how fast [1/s] the slowest loop forgets, and the fastest acts: M s^2 + Kd s + Kp = 0."""
    half = damping / (2 * inertia)
    root = np.sqrt((half**2 - stiffness / inertia).astype(complex))
    return float(np.min((half - root).real)), float(np.max(np.abs(half + root)))


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


def _windows(motion: Motion, lead: int, length: int) -> tuple[Ints, tuple[tuple[int, int], ...]]:
    """Return where windows start, and the segments without their lead.

    Raises:
        ArgumentError: no segment is long enough.
    """
    low_pass = motion.regression_filter
    needed = lead + (len(low_pass.taps) if low_pass is not None else 1)
    long = [(a, b) for a, b in motion.segments if b - a > needed]
    if not long:
        raise ArgumentError(
            f"No segment has the {needed} samples that a simulation under control needs.",
            remedy="Record longer runs without gaps, or use another estimator.",
        )
    starts = [s for a, b in long for s in range(a, b - lead, length)]
    return np.array(starts, np.int64), tuple((a + lead, b) for a, b in long)
