"""Fixed-step simulation: fourth-order Runge-Kutta and semi-implicit Euler, on the configuration manifold.

Runge-Kutta is the Munthe-Kaas form: the stages are displacements u from the step's start, whose rate is the body
velocity corrected by dexp^-1, so that it keeps its order on quaternions too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from heft.arguments import array, finite, number, switch
from heft.arrays import Array
from heft.dynamics import kernels
from heft.dynamics.api import check_robot, check_samples, generic_forward_dynamics, singular
from heft.dynamics.configuration import integrate, velocity_of_displacement
from heft.dynamics.tree import tree_of
from heft.errors import ArgumentError, PhysicsError
from heft.friction.robots import coefficients, robot_friction
from heft.robot.model import Robot
from heft.robot.states import ByName, configuration, velocity

TorqueLaw = Callable[[float, Array, Array], ArrayLike]
"""tau(t, q, qd) with q (nq,), qd (nv,)."""

SAMPLES_OF_A_STEP = 1000
"""As many samples at once take NumPy as long, for a body, as the four single ones of a step."""

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
        friction: whether the joints' friction acts (`heft.friction`). Coulomb friction switches with the sign of the
            velocity; at rest a fixed step makes the velocity chatter by about coulomb * dt / inertia.
        progress: called with (steps done, steps in all) now and then.

    Raises:
        ArgumentError: an argument does not fit.
        PhysicsError: the simulation diverged; says when.
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
    torque, acceleration, tree = _torque_law(robot, tau, steps), _acceleration(robot, friction, steps), tree_of(robot)

    def runge_kutta(k: int, q: Array, qd: Array, k1: Array) -> tuple[Array, Array]:
        def rate(fraction: float, q: Array, qd: Array) -> Array:
            return acceleration(q, qd, torque(k, (k + fraction) * dt, q, qd))

        u2, v2 = dt / 2 * qd, qd + dt / 2 * k1
        w2, k2 = velocity_of_displacement(tree, u2, v2), rate(0.5, integrate(tree, q, u2), v2)
        u3, v3 = dt / 2 * w2, qd + dt / 2 * k2
        w3, k3 = velocity_of_displacement(tree, u3, v3), rate(0.5, integrate(tree, q, u3), v3)
        u4, v4 = dt * w3, qd + dt * k3
        w4, k4 = velocity_of_displacement(tree, u4, v4), rate(1.0, integrate(tree, q, u4), v4)
        u = dt / 6 * (qd + 2 * w2 + 2 * w3 + w4)
        return integrate(tree, q, u), qd + dt / 6 * (k1 + 2 * k2 + 2 * k3 + k4)

    def semi_implicit_euler(k: int, q: Array, qd: Array, k1: Array) -> tuple[Array, Array]:
        qd = qd + dt * k1
        return integrate(tree, q, dt * qd), qd

    advance = runge_kutta if integrator == "rk4" else semi_implicit_euler
    t: Array = np.arange(steps + 1, dtype=np.float64) * dt
    rows_q, rows_v = np.empty((steps + 1, robot.nq)), np.empty((steps + 1, robot.nv))
    rows_a, rows_tau = np.empty_like(rows_v), np.empty_like(rows_v)
    for k in range(steps + 1):
        rows_q[k], rows_v[k], rows_tau[k] = q, qd, torque(k, t[k], q, qd)
        rows_a[k] = acceleration(q, qd, rows_tau[k])
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
                q, qd = advance(k, q, qd, rows_a[k])
        if progress is not None and k % 100 == 0:
            progress(k, steps)
    return Trajectory(robot, t, rows_q, rows_v, rows_a, rows_tau)


def _acceleration(robot: Robot, friction: bool, steps: int) -> Callable[[Array, Array, Array], Array]:
    """Return qdd(q, qd, tau) of single samples: compiled where the articulated-body recursion applies."""
    tree, rubs = tree_of(robot), friction and bool(np.any(coefficients(robot)))
    generic = not tree.shared_parents or kernels.COLD["forward_dynamics"].takes(SAMPLES_OF_A_STEP * steps * tree.n)
    compiled = None if generic else kernels.forward_dynamics_of(robot, 1)

    def acceleration(q: Array, qd: Array, tau: Array) -> Array:
        if rubs:
            tau = tau - robot_friction(robot, qd)
        if compiled is not None:
            return compiled(q[None], qd[None], tau[None])[0]
        try:
            with np.errstate(divide="ignore", invalid="ignore"):
                return generic_forward_dynamics(tree, q[:, None], qd[:, None], tau[:, None], None)[:, 0]
        except np.linalg.LinAlgError:
            raise singular(robot) from None

    return acceleration


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
