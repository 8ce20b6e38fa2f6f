"""Position servos from logs of positions and commands, without torques: stiffness, damping, armature, friction, delay.

The links are those of the robot file, and are taken as right: their weight and inertia are what a servo's torque is
measured by. The servos come from two steps.

1. A regression for each joint, over a grid of delays, on what the servo sees as its error:

       u(t - delay) - q = (tau_links + armature qdd + damping qd + coulomb s(qd)) / stiffness - offset

   Noise is in the columns too, so it only begins the search.

2. Output error: the loop is simulated from recorded states in windows of time, all joints together, and the simulated
   positions are fitted to the measured ones (Levenberg and Marquardt's method within bounds). Intervals come from
   leaving blocks of windows out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np
from scipy.optimize import lsq_linear

from heft.arrays import Array
from heft.dynamics.api import inverse_dynamics, mass_matrix
from heft.errors import ArgumentError, FormatError, PhysicsError
from heft.estimation.closed_loop import SAMPLED, refuse_joints
from heft.estimation.servo_estimate import ServoEstimate
from heft.estimation.servo_loop import (
    ARMATURE,
    BACKLASH,
    COULOMB,
    DAMPING,
    DELAY,
    LIMIT,
    NAMES,
    NO_SERVO,
    OFFSET,
    STIFFNESS,
    ServoLoop,
    servo_torque,
)
from heft.estimation.servo_runs import LEAD, WINDOW, Commanded, Windows, commanded, windows_of
from heft.estimation.spread import BLOCKS
from heft.estimation.uncertainty import Stretch, determined_directions, left_out, quantile
from heft.logs.cleaning_options import Cleaning
from heft.logs.runs import RunLike, as_runs
from heft.logs.unlogged import held_joints, read_all, without_unlogged
from heft.logs.usable_samples import NO_EFFORT
from heft.one_thread import on_one_thread
from heft.robot.model import Robot

LONGEST_DELAY = 0.3
"""[s]"""

STEP_SIZE = 1e-4
"""Of differences, as a share of a parameter's size."""

HEAVIEST = 300.0
"""An armature is at most so many times the inertia of the links where the search begins."""

FIRST_LIMIT = 0.5
"""The limit of a servo's torque where the search begins, as a share of the largest that it would have without one."""

MOST_STEPS, ENOUGH = 20, 1e-6
"""Of the search; it ends when a step reduces the sum of squares by less than this share."""

FIRST_DAMPING, LAST_DAMPING = 1e-3, 1e3

AT_A_BOUND = 1e-3
"""A delay this close to its bound, as a share of the range, is not determined."""

Progress = Callable[[int, int], None]


@on_one_thread
def identify_servos(
    robot: Robot,
    logs: RunLike | Iterable[RunLike],
    *,
    limit: bool = False,
    backlash: bool = False,
    held_out: float = 0.2,
    cleaning: Cleaning | None = None,
) -> ServoEstimate:
    """Identify the position servos of a robot from measured and commanded positions.

    Args:
        robot: its links are taken as right; what its file says of drives is not used.
        logs: with positions and commands, each joint having one coordinate.
        limit: also estimate the largest torque of each servo.
        backlash: also estimate the backlash of each gear.
        held_out: the share of the time, at the end of each log, that is judged and not fitted.
        cleaning: how logs are cleaned; None takes the defaults.

    Raises:
        ArgumentError: a joint has several coordinates, or a share is none.
        FormatError: a log has no commands, or they are the positions themselves.

    Example:
        >>> heft.identify_servos(robot, "run.csv").mjcf()
    """
    given = read_all(as_runs(logs))
    file, robot = robot, without_unlogged(robot, given)
    refuse_joints(robot)
    if not 0 <= held_out < 1:
        raise ArgumentError(f"A share of {held_out} cannot be held out.", remedy="Give 0 or more, and less than 1.")
    runs = [commanded(robot, run, cleaning) for run in given]
    speeds = np.sqrt(np.mean(np.concatenate([run.motion.qd for run in runs]) ** 2, axis=0))
    still = [name for name, speed in zip(robot.coordinate_names, speeds, strict=True) if not speed > 0]
    if still:
        raise FormatError(
            f"{', '.join(still)} {'does' if len(still) == 1 else 'do'} not move in any log.",
            where=runs[0].motion.where,
            remedy="Lock such joints (--lock), or record a motion of all joints.",
        )
    loop = ServoLoop.of(robot)
    free = [STIFFNESS, DAMPING, ARMATURE, COULOMB, DELAY, OFFSET, *([LIMIT] if limit else []), *([BACKLASH] * backlash)]
    windows = [windows_of(run, held_out) for run in runs]
    if not any(len(each.fitted) for each in windows):
        raise FormatError(
            f"The logs have no stretch of {LEAD + WINDOW:g} s without a gap to fit.",
            where=runs[0].motion.where,
            remedy="Record a longer run.",
        )
    problem = _Problem(loop, runs, windows, free, held_joints(file, robot))
    theta = _start(loop, runs, windows)
    if limit:
        theta[LIMIT] = FIRST_LIMIT * _largest_torque(runs, theta)
    found, weights = problem.solve(theta)
    return problem.estimate(found, weights)


def _start(loop: ServoLoop, runs: Sequence[Commanded], windows: Sequence[Windows]) -> Array:
    """Return servos (8, nv) from a regression of each joint, at the delay that fits best."""
    rows = []
    for run, each in zip(runs, windows, strict=True):
        motion, last = run.motion, (each.fitted[-1] + each.lead + each.length if len(each.fitted) else 0)
        kept = motion.kept < last
        torque = inverse_dynamics(loop.robot, motion.q, motion.qd, motion.qdd)
        rows.append(
            (
                run,
                kept,
                motion.filtered(
                    np.stack([torque, motion.qdd, motion.qd, np.sign(motion.qd), np.ones_like(torque)], axis=-1)
                )[kept],
            )
        )
    rate = max(run.motion.rate for run in runs)
    felt = np.einsum("nii->ni", mass_matrix(loop.robot, runs[0].motion.q[:: max(1, runs[0].motion.n // SAMPLED)])).mean(
        axis=0
    )
    theta = np.tile(NO_SERVO[:, None], (1, loop.robot.nv))
    for r in range(loop.robot.nv):
        A = np.concatenate([columns[:, r] for _, _, columns in rows])
        best = np.inf
        for delay in np.arange(0.0, LONGEST_DELAY, 0.5 / rate):
            e = np.concatenate([_error(run, delay, r)[kept] for run, kept, _ in rows])
            size = np.maximum(np.linalg.norm(A, axis=0), 1e-12)
            fit = lsq_linear(A / size, e, bounds=([0, 0, 0, 0, -np.inf], np.inf))
            if fit.cost < best:
                best, (inverse, armature, damping, coulomb, minus) = fit.cost, fit.x / size
                stiffness = min(1 / max(inverse, 1e-12), HEAVIEST * felt[r] / max(armature, 1e-12))
                theta[:6, r] = stiffness, stiffness * damping, stiffness * armature, stiffness * coulomb, delay, -minus
    return theta


def _error(run: Commanded, delay: float, r: int) -> Array:
    """Return the filtered difference between a delayed command and the position of a joint."""
    motion = run.motion
    out = np.empty(motion.n)
    for a, b in motion.segments:
        at = np.clip(np.arange(a, b) - delay * motion.rate, a, b - 1)
        out[a:b] = np.interp(at, np.arange(a, b), run.command[a:b, r]) - motion.q[a:b, r]
    return motion.filtered(out)


def _largest_torque(runs: Sequence[Commanded], theta: Array) -> Array:
    """Return (nv,) the largest torque that servos without a limit would have had."""
    sizes = [np.abs(servo_torque(theta[:, None], run.command, run.measured, 0 * run.measured)) for run in runs]
    return np.max([np.max(size, axis=0) for size in sizes], axis=0)


class _Problem:
    """Simulated positions beside measured ones, as a function of the free parameters."""

    def __init__(
        self,
        loop: ServoLoop,
        runs: Sequence[Commanded],
        windows: Sequence[Windows],
        free: Sequence[int],
        warnings: Sequence[str],
    ) -> None:
        self.loop, self.runs, self.windows, self.free, self.warnings = loop, runs, windows, list(free), list(warnings)

    def solve(self, theta: Array) -> tuple[Array, Array]:
        """Return servos (8, nv) that fit best, and (nv,) the weights of the joints, 1/rms error."""
        weights = 1 / self._rms(self._residuals(theta[None], fitted=True)[0])
        for _ in range(2):
            theta = self._solve(theta, weights)
            weights = 1 / self._rms(self._residuals(theta[None], fitted=True)[0])
        return theta, weights

    def _solve(self, theta: Array, weights: Array) -> Array:
        """Return servos that fit better, by Levenberg and Marquardt's method within bounds."""
        scale, damping = self._scale(theta), FIRST_DAMPING
        cost, slope, curvature = self._normal(theta, scale, weights)
        for _ in range(MOST_STEPS):
            downhill = self._moved(theta, -slope, scale)
            stuck = (downhill == theta)[self.free].ravel()
            H = curvature + damping * np.diag(np.maximum(np.diag(curvature), 1e-12))
            H[stuck], H[:, stuck], H[stuck, stuck] = 0.0, 0.0, 1.0
            step = np.linalg.solve(H, np.where(stuck, 0.0, slope))
            moved = self._moved(theta, -np.asarray(step, float), scale)
            try:
                found = self._normal(moved, scale, weights)
            except PhysicsError:  # a step too far
                found = (np.inf, slope, curvature)
            if found[0] < cost:
                done = found[0] > (1 - ENOUGH) * cost
                theta, (cost, slope, curvature), damping = moved, found, damping / 10
                if done:
                    break
            elif damping > LAST_DAMPING:
                break
            else:
                damping *= 10
        return theta

    def _moved(self, theta: Array, step: Array, scale: Array) -> Array:
        """Return servos after a step in units of `scale`, within their bounds: only an offset may be negative."""
        moved, rows = theta.copy(), np.arange(len(theta))[:, None]
        moved[self.free] += step.reshape(scale.shape) * scale
        return np.clip(moved, np.where(rows == OFFSET, -np.inf, 0.0), np.where(rows == DELAY, LONGEST_DELAY, np.inf))

    def _normal(self, theta: Array, scale: Array, weights: Array) -> tuple[float, Array, Array]:
        """Return half the sum of squares, its slope and the normal equations, in units of `scale`."""
        e, J = self._jacobian(theta, scale, fitted=True)
        A, b = (J * weights[:, None]).reshape(-1, scale.size), (e * weights).ravel()
        return float(b @ b) / 2, A.T @ b, A.T @ A

    def _scale(self, theta: Array) -> Array:
        """Return (free, nv) plausible sizes: of a torque that is zero, that of the stiffness over the motion."""
        spread = np.std(np.concatenate([run.measured for run in self.runs]), axis=0)
        speed = np.sqrt(np.mean(np.concatenate([run.motion.qd for run in self.runs]) ** 2, axis=0))
        torque = theta[STIFFNESS] * np.maximum(spread, 1e-6) / 100
        least = {
            STIFFNESS: 1e-3 * np.ones_like(spread),
            DAMPING: torque / speed,
            ARMATURE: torque / speed**2 * spread,
            COULOMB: torque,
            DELAY: np.full_like(spread, 0.01),
            OFFSET: spread / 100,
            LIMIT: torque,
            BACKLASH: spread / 1000,
        }
        return np.array([np.maximum(np.abs(theta[k]), least[k]) for k in self.free])

    def _residuals(self, theta: Array, fitted: bool) -> Array:
        """Return (sets, samples, nv) simulated minus measured positions."""
        parts = []
        for run, each in zip(self.runs, self.windows, strict=True):
            starts = each.fitted if fitted else each.judged
            if len(starts):
                q = self.loop.simulate(run, theta, starts, each.lead + each.length)[:, :, each.lead :]
                true = run.measured[starts[:, None] + each.lead + np.arange(each.length)]
                parts.append((q - true).reshape(len(theta), -1, q.shape[-1]))
        return np.concatenate(parts, axis=1) if parts else np.zeros((len(theta), 0, theta.shape[-1]))

    def _jacobian(self, theta: Array, scale: Array, fitted: bool) -> tuple[Array, Array]:
        """Return the residuals (samples, nv) and their derivatives (samples, nv, free nv) in units of `scale`."""
        count = scale.size
        sets = np.tile(theta, (count + 1, 1, 1))
        for j in range(count):
            k, r = divmod(j, theta.shape[1])
            sets[j + 1, self.free[k], r] += STEP_SIZE * scale[k, r]
        found = self._residuals(sets, fitted)
        return found[0], np.moveaxis((found[1:] - found[0]) / STEP_SIZE, 0, -1)

    def _rms(self, residuals: Array) -> Array:
        return np.maximum(np.sqrt(np.mean(residuals**2, axis=0)), 1e-9)

    def estimate(self, theta: Array, weights: Array) -> ServoEstimate:
        """Return what was found, with intervals."""
        scale = self._scale(theta)
        e, J = self._jacobian(theta, scale, fitted=True)
        parts = []
        for rows in np.array_split(np.arange(len(e)), min(BLOCKS, max(len(e) // 8, 2))):
            A, b = J[rows] * weights[:, None], e[rows] * weights
            parts.append(Stretch(-np.einsum("srp,sr->p", A, b)[None], np.einsum("srp,srq->pq", A, A, optimize=True)))
        L, seen = determined_directions(np.ones(scale.size), np.sum([part.information for part in parts], axis=0))
        deviation = np.sqrt(np.diag(left_out(L, parts)))
        half = np.where(seen, quantile(len(parts) - 1.0) * deviation, np.inf).reshape(scale.shape) * scale
        if LIMIT in self.free:  # one that no fitted sample reached is none
            theta = theta.copy()
            theta[LIMIT, ~np.isfinite(half[self.free.index(LIMIT)])] = np.inf
        judged = self._residuals(theta[None], fitted=False)[0]
        robot = self.loop.robot
        delay = theta[DELAY]
        bound = delay > (1 - AT_A_BOUND) * LONGEST_DELAY
        warnings = self.warnings + [each for run in self.runs for each in run.motion.warnings if each != NO_EFFORT]
        if np.any(bound):
            names = [robot.coordinate_names[r] for r in np.flatnonzero(bound)]
            warnings.append(
                f"The delay of {', '.join(names)} is at the end of the range that is searched, {LONGEST_DELAY:g} s: "
                "check the clock of the commands."
            )
        return ServoEstimate(
            robot=robot,
            names=tuple(NAMES[k] for k in self.free),
            values=theta[self.free],
            half_width=half,
            fitted_rms=np.sqrt(np.mean(e**2, axis=0)),
            held_out_rms=np.sqrt(np.mean(judged**2, axis=0)) if len(judged) else None,
            lag_rms=np.sqrt(np.mean(np.concatenate([(run.command - run.measured) for run in self.runs]) ** 2, axis=0)),
            samples=(len(e), len(judged)),
            sources=tuple(run.motion.where for run in self.runs),
            warnings=tuple(dict.fromkeys(warnings)),
        )
