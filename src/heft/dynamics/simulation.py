"""Fixed-step simulation: fourth-order Runge-Kutta and semi-implicit Euler, on the configuration manifold.

Runge-Kutta is the Munthe-Kaas form: the stages are displacements u from the step's start, whose rate is the body
velocity corrected by dexp^-1, so that it keeps its order on quaternions too. Both integrators take the decay by
friction, which may be much faster than a step, as an exponential (`heft.dynamics.simulated_robot`); without friction
they are the classical ones.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from heft.arguments import array, finite, number, switch
from heft.arrays import Array
from heft.dynamics.api import check_robot, check_samples, singular
from heft.dynamics.configuration import integrate, velocity_of_displacement
from heft.dynamics.simulated_robot import Instant, SimulatedRobot
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, PhysicsError
from heft.one_thread import on_one_thread
from heft.robot.model import Robot
from heft.robot.states import ByName, configuration, velocity

TorqueLaw = Callable[[float, Array, Array], ArrayLike]
"""tau(t, q, qd) with q (nq,), qd (nv,)."""

MOST_STEPS = 10**8
"""More than this, a day of robot time at 1 kHz, does not fit in memory."""

INTEGRATORS = ("rk4", "semi-implicit-euler")


@dataclass(frozen=True, eq=False)
class Trajectory:
    """A simulated motion at equal steps.

    Attributes:
        robot: whose motion it is.
        t: (n,) [s].
        q: (n, nq).
        qd: (n, nv).
        qdd: (n, nv), the acceleration at each instant under the torque there.
        tau: (n, nv), the torque applied at each instant.
    """

    robot: Robot
    t: Array
    q: Array
    qd: Array
    qdd: Array
    tau: Array

    def to_dict(self) -> dict[str, Any]:
        """Return the columns of a log: t, q.<joint>, qd.<joint>, qdd.<joint>, tau.<joint>."""
        columns = {"t": self.t.tolist()}
        for symbol, table, names in (
            ("q", self.q, self.robot.configuration_names),
            ("qd", self.qd, self.robot.coordinate_names),
            ("qdd", self.qdd, self.robot.coordinate_names),
            ("tau", self.tau, self.robot.coordinate_names),
        ):
            columns |= {f"{symbol}.{name}": table[:, k].tolist() for k, name in enumerate(names)}
        return columns

    def __repr__(self) -> str:
        step = self.t[1] - self.t[0] if len(self.t) > 1 else 0.0
        return f"<Trajectory of '{self.robot.name}': {len(self.t)} samples, {self.t[-1]:g} s, step {step:g} s>"


@on_one_thread
def simulate(
    robot: Robot,
    duration: float,
    *,
    q0: ArrayLike | ByName | None = None,
    qd0: ArrayLike | ByName | None = None,
    tau: TorqueLaw | ArrayLike | None = None,
    dt: float = 1e-3,
    integrator: str = "rk4",
    friction: bool = True,
    progress: Callable[[int, int], None] | None = None,
) -> Trajectory:
    """Simulate the robot from a state.

    Args:
        robot: the robot.
        duration: [s], rounded to whole steps.
        q0: configuration at the start, (nq,), or by the names of coordinates, the others being neutral; None is
            `robot.neutral`.
        qd0: velocity at the start, (nv,), or by the names of coordinates, the others being zero; None is rest.
        tau: a function of (t, q, qd), or a table (steps, nv) whose rows each hold for a step; None applies none.
        dt: step [s].
        integrator: "rk4" or "semi-implicit-euler".
        friction: whether the joints' friction acts (`heft.friction`). It may be as strong as it likes for the step:
            viscous friction decays exactly, and a joint that Coulomb friction stops stays at rest until it must slip.
        progress: called with (steps done, steps in all) now and then.

    Raises:
        ArgumentError: an argument does not fit.
        PhysicsError: the simulation diverged; says when.

    Example:
        >>> heft.simulate(robot, 1.0, tau=lambda t, q, qd: -2.0 * qd).q
    """
    check_robot(robot)
    if integrator not in INTEGRATORS:
        raise ArgumentError(f"There is no integrator '{integrator}'.", remedy=f"Known: {', '.join(INTEGRATORS)}.")
    duration, dt = number("'duration'", duration), number("'dt'", dt)
    friction = switch("'friction'", friction)
    if not (dt > 0 and duration >= 0 and np.isfinite(duration / dt)):
        raise ArgumentError(
            f"A duration of {duration} s in steps of {dt} s cannot be simulated.",
            remedy="'dt' must be positive, 'duration' not negative, and both finite.",
        )
    steps = round(duration / dt)
    if steps == 0 and duration > 0:
        raise ArgumentError(
            f"A duration of {duration:g} s is shorter than half a step of {dt:g} s.",
            remedy="Take a longer 'duration' or a smaller 'dt'.",
        )
    if steps > MOST_STEPS:
        raise ArgumentError(
            f"{duration:g} s in steps of {dt:g} s are {steps:.3g} steps, more than {MOST_STEPS:.0e}.",
            remedy="Take a shorter 'duration' or a larger 'dt'.",
        )
    (q, qd), single = check_samples(robot, {"q0": configuration(robot, q0), "qd0": velocity(robot, qd0)})
    if not single:
        raise ArgumentError(
            "A simulation starts from one state: q0 (nq,) and qd0 (nv,).", remedy="Simulate one state at a time."
        )
    q, qd = q[0], qd[0]
    torque, moving, tree = _torque_law(robot, tau, steps), SimulatedRobot(robot, friction, steps, dt), tree_of(robot)

    def runge_kutta(k: int, q: Array, v: Array, now: Instant) -> tuple[Array, Array]:
        modes, weights = now.modes, now.weights

        def stage(fraction: float, u: Array, y: Array) -> tuple[Array, Array, Array]:
            """Return the velocity of a stage, the rate of its displacement, and what else moves its modes."""
            there, v = integrate(tree, q, u), modes.out_of(y)
            qdd = moving.acceleration(there, v, torque(k, (k + fraction) * dt, there, v), now.dry)
            return v, velocity_of_displacement(tree, u, v), modes.into(qdd) + modes.rates * y

        y1 = modes.into(v)
        n1 = modes.into(now.pull) + modes.rates * y1
        y2 = weights.decay * y1 + weights.push * n1
        v2, w2, n2 = stage(0.5, dt / 2 * v, y2)
        v3, w3, n3 = stage(0.5, dt / 2 * w2, weights.decay * y1 + weights.push * n2)
        v4, w4, n4 = stage(1.0, dt * w3, weights.decay * y2 + weights.push * (2 * n3 - n1))
        end, moved = (
            a * y1 + b * n1 + c * (n2 + n3) + d * n4 for a, b, c, d in (weights.velocity, weights.displacement)
        )
        u = modes.out_of(moved) + dt / 6 * (2 * (w2 - v2 + w3 - v3) + w4 - v4)
        v1, dry = now.after(modes.out_of(end))
        if dry is not now.dry:
            u = u - modes.response(dt**2 * weights.whole[2]) @ (dry - now.dry)
            u[(now.bounds > 0) & (v == 0) & (v1 == 0)] = 0.0  # it stuck all the time
        return integrate(tree, q, u), v1

    def semi_implicit_euler(k: int, q: Array, v: Array, now: Instant) -> tuple[Array, Array]:
        v, _ = now.after(v + dt * now.modes.out_of(now.weights.whole[1] * now.modes.into(now.pull)))
        return integrate(tree, q, dt * v), v

    advance = runge_kutta if integrator == "rk4" else semi_implicit_euler
    t: Array = np.arange(steps + 1, dtype=np.float64) * dt
    rows_q, rows_v = np.empty((steps + 1, robot.nq)), np.empty((steps + 1, robot.nv))
    rows_a, rows_tau = np.empty_like(rows_v), np.empty_like(rows_v)
    for k in range(steps + 1):
        rows_q[k], rows_v[k], rows_tau[k] = q, qd, torque(k, t[k], q, qd)
        with np.errstate(all="ignore"):
            now = moving.at(q, qd, rows_tau[k])
        rows_a[k] = now.qdd
        if not np.all(np.isfinite(rows_a[k])):
            raise (
                singular(robot)
                if k == 0
                else PhysicsError(
                    f"The simulation of '{robot.name}' diverged at t = {t[k]:.4g} s.",
                    remedy="Take a smaller step, or look for a coordinate that moves almost no inertia.",
                )
            )
        if k < steps:
            with np.errstate(all="ignore"):
                q, qd = advance(k, q, qd, now)
        if progress is not None and k % 100 == 0:
            progress(k, steps)
    return Trajectory(robot, t, rows_q, rows_v, rows_a, rows_tau)


def _torque_law(
    robot: Robot, tau: TorqueLaw | ArrayLike | None, steps: int
) -> Callable[[int, float, Array, Array], Array]:
    """Return tau(step, t, q, qd) of whatever the caller gave."""
    if tau is None:
        none = np.zeros(robot.nv)
        return lambda k, t, q, qd: none
    if not callable(tau):
        table = finite("The torque table 'tau'", tau)
        if table.ndim != 2 or table.shape[1] != robot.nv or len(table) < max(steps, 1):
            rows = f"({max(steps, 1)} or more, {robot.nv})"
            raise ArgumentError(
                f"The torque table has shape {table.shape}; it must be {rows}.",
                remedy="Give one row per step and one column per coordinate.",
            )
        return lambda k, t, q, qd: table[min(k, len(table) - 1)]
    law = tau

    def called(k: int, t: float, q: Array, qd: Array) -> Array:
        value = array("What tau(t, q, qd) returned", law(t, q, qd))
        if value.shape != (robot.nv,):
            raise ArgumentError(
                f"tau(t, q, qd) returned shape {value.shape}; it must be ({robot.nv},).",
                remedy="Return one torque per coordinate.",
            )
        if not np.all(np.isfinite(value)) and np.all(np.isfinite(q)) and np.all(np.isfinite(qd)):
            raise ArgumentError(
                f"tau(t, q, qd) returned a number that is not finite at t = {t:.4g} s.",
                remedy="Look for a division by zero or an overflow in it.",
            )
        return value

    return called
