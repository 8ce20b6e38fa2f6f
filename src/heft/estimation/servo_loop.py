"""Joints that servos drive: the torque of a position servo, and simulated motions under it, many at a time.

    tau = limited(stiffness z(u(t - delay) + offset - q)) - damping qd
    M(q) qdd + c(q, qd) + g(q) = tau - armature qdd - f,    |f| <= coulomb, f = coulomb sign(qd) unless the joint sticks

u is the commanded position, z a dead zone of the width of the backlash. Damping of the servo and viscous friction act
alike, and are one number here. Commands are interpolated between samples; a servo that holds each command until the
next one shows half a sample more delay.

Dry friction is not smoothed: a joint that turns back a little late looks like one whose commands come late, and a
smooth law biases the delay and, with it, the armature and the damping. In each step friction takes as much of a joint's
momentum as it can, and no more than there is (time stepping, with positions half a step off so that it is of second
order). Whether a joint sticks is decided joint by joint, with the inertia that it feels when the others are free.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.api import mass_matrix
from heft.errors import PhysicsError
from heft.estimation.closed_loop import SAMPLED, accelerations
from heft.estimation.servo_runs import Commanded
from heft.logs.motion import Motion
from heft.robot.joint import Friction
from heft.robot.model import Robot

NAMES = ("stiffness", "damping", "armature", "coulomb", "delay", "offset", "limit", "backlash")
"""The parameters of a servo, in this order: [N m/rad, N m s/rad, kg m2, N m, s, rad, N m, rad] at a revolute joint."""

STIFFNESS, DAMPING, ARMATURE, COULOMB, DELAY, OFFSET, LIMIT, BACKLASH = range(len(NAMES))

STEP = 0.07
"""The longest step, in the time 1/w in which the fastest servo acts. With 0.2, an armature is a hundredth too small."""

FELT = 0.1
"""[s] How long the inertia that decides whether a joint sticks is kept."""

NO_SERVO = np.array([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, np.inf, 0.0])


def servo_error(theta: Array, command: Array, q: Array) -> Array:
    """Return by how much the joint is away from where the servo wants it, behind the backlash."""
    error = command + theta[OFFSET] - q
    half = theta[BACKLASH] / 2
    return np.sign(error) * np.maximum(np.abs(error) - half, 0.0)


def servo_torque(theta: Array, command: Array, q: Array, qd: Array) -> Array:
    """Return the torque of servos theta (8, m, nv) on the joints (m, nv), without dry friction."""
    pull = np.clip(theta[STIFFNESS] * servo_error(theta, command, q), -theta[LIMIT], theta[LIMIT])
    return pull - theta[DAMPING] * qd


@dataclass(frozen=True, eq=False)
class ServoLoop:
    """A robot with servos, simulated beside a recorded run.

    Attributes:
        robot: its links, without armature and friction.
    """

    robot: Robot

    @classmethod
    def of(cls, robot: Robot) -> ServoLoop:
        """Return the loop of a robot; what its file says of drives is not used."""
        bodies = [
            replace(body, joint=replace(body.joint, armature=0.0, friction=Friction()), rotor=None)
            for body in robot.bodies
        ]
        return cls(replace(robot, bodies=tuple(bodies)))

    def simulate(self, run: Commanded, theta: Array, starts: Ints, length: int) -> Array:
        """Return simulated positions (sets, windows, length, nv) from the recorded states where windows start.

        Args:
            run: what is simulated beside.
            theta: (sets, 8, nv) servos. The armature of all but the first set acts to first order in its difference
                from the first, which is all that a derivative needs.
            starts: (windows,) the first samples; each window lies in one segment.
            length: of the windows [samples].

        Raises:
            PhysicsError: the simulation diverged.
        """
        motion, sets, windows = run.motion, len(theta), len(starts)
        robot = _with_armature(self.robot, theta[0, ARMATURE])
        first = np.tile(starts, sets)
        low, high = (np.tile(side, sets) for side in _segments(motion, starts))
        servo = np.repeat(np.moveaxis(theta, 1, 0), windows, axis=1)
        heavier = servo[ARMATURE] - theta[0, ARMATURE]
        q, qd = motion.q[first], motion.qd[first]
        parts = self._parts(robot, motion, theta[0])
        h, every, felt = 1 / motion.rate / parts, max(1, round(FELT * motion.rate)), np.ones_like(q)
        out = np.empty((length, sets * windows, q.shape[1]))
        for k in range(length):
            out[k] = q
            if not np.all(np.isfinite(q)):
                raise PhysicsError(
                    f"The simulation of '{self.robot.name}' under its servos diverged.",
                    remedy="Check the robot file, and the units of positions and commands.",
                )
            if k % every == 0:
                felt = 1 / np.einsum("nii->ni", np.linalg.inv(mass_matrix(robot, q)))
            for part in range(parts):
                command = run.delayed((first + k + (part + 0.5) / parts).astype(float), servo[DELAY], (low, high))
                middle, speed = q + h / 2 * qd, qd
                for share in (0.5, 1.0):  # to the middle of the step, then across it with the speed found there
                    tau = servo_torque(servo, command, middle, speed)
                    free = accelerations(robot, middle, speed, tau)
                    stop = np.clip((felt + heavier) * qd / h + felt * free, -servo[COULOMB], servo[COULOMB])
                    qdd = accelerations(robot, middle, speed, tau - stop)
                    if np.any(heavier):
                        qdd = accelerations(robot, middle, speed, tau - stop - heavier * qdd)
                    speed = qd + share * h * qdd
                q, qd = middle + h / 2 * speed, speed
        return np.moveaxis(out.reshape(length, sets, windows, -1), 0, 2)

    def _parts(self, robot: Robot, motion: Motion, theta: Array) -> int:
        """Return into how many steps a sample is divided to follow the fastest servo."""
        some = motion.q[np.linspace(0, motion.n - 1, min(SAMPLED, motion.n)).astype(int)]
        H = mass_matrix(robot, some)
        stiff, damped = (
            float(np.linalg.eigvals(np.linalg.solve(H, np.broadcast_to(np.diag(x), H.shape))).real.max())
            for x in (theta[STIFFNESS], theta[DAMPING])
        )
        return max(1, int(np.ceil(max(np.sqrt(stiff), damped) / motion.rate / STEP)))


def _with_armature(robot: Robot, armature: Array) -> Robot:
    moved = {joint.name: float(armature[robot.v_index[joint.name].start]) for joint in robot.joints}
    bodies = [
        replace(body, joint=replace(body.joint, armature=moved[body.joint.name])) if body.joint.name in moved else body
        for body in robot.bodies
    ]
    return replace(robot, bodies=tuple(bodies))


def _segments(motion: Motion, starts: Sequence[int] | Ints) -> tuple[Ints, Ints]:
    """Return the first and the last sample of the segment of each start."""
    found = [next((a, b - 1) for a, b in motion.segments if a <= s < b) for s in starts]
    return np.array([a for a, _ in found], np.int64), np.array([b for _, b in found], np.int64)
