"""Faults of recordings, each injected into sound ones at several sizes, and the words by which heft should name it.

A fault changes three runs of a robot as a recorder, a driver or a person would have spoilt them. Which joint it strikes
depends on the robot alone. Sizes are in the unit of the fault's title.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

import heft
from heft.logs.log import Log
from heft.robot.model import Robot


@dataclass(frozen=True, eq=False)
class Runs:
    """Sound recordings of a robot.

    Attributes:
        robot: as its file has it.
        machine: as it is.
        logs: three of them, with velocities.
        usual: (nv,) rms efforts.
    """

    robot: Robot
    machine: Robot
    logs: tuple[Log, ...]
    usual: np.ndarray

    @property
    def joint(self) -> int:
        """The joint that is struck: the first that turns after the first third, else the first."""
        kinds, nv = [joint.kind for joint in self.robot.joints], self.robot.nv
        return next((k for k in range(nv // 3, nv) if kinds[k] == "revolute"), 0)


Change = Callable[[Runs, Log, float], Log]


@dataclass(frozen=True)
class Fault:
    """A fault.

    Attributes:
        title: with the unit of its size.
        sizes: that are injected.
        words: one of them must be said for the fault to be named.
        change: spoils a run.
        of: the runs that are spoilt.
        stays: whether it is a fault of the machine, which every later run has as well.
    """

    title: str
    sizes: tuple[float, ...]
    words: tuple[str, ...]
    change: Change
    of: tuple[int, ...] = (0, 1, 2)
    stays: bool = False

    def inject(self, runs: Runs, size: float) -> list[Log]:
        """Return runs, those of `of` spoilt."""
        return [self.change(runs, log, size) if k in self.of else log for k, log in enumerate(runs.logs)]


def effort(log: Log) -> np.ndarray:
    """Return a copy of the efforts."""
    assert log.effort is not None
    return log.effort.copy()


def _late(runs: Runs, log: Log, size: float, joints: Sequence[int] | None = None) -> Log:
    tau = effort(log)
    for k in range(tau.shape[1]) if joints is None else joints:
        tau[:, k] = np.interp(log.t - 1e-3 * size, log.t, tau[:, k])
    return replace(log, effort=tau)


def _zero(runs: Runs, log: Log, size: float) -> Log:
    q = log.q.copy()
    q[:, runs.joint] += size
    return replace(log, q=q)


def _far_zero(runs: Runs, log: Log, size: float) -> Log:
    return _zero(runs, log, float(np.radians(size)))


def _scaled(runs: Runs, log: Log, size: float) -> Log:
    tau = effort(log)
    tau[:, runs.joint] *= size
    return replace(log, effort=tau)


def _flipped(runs: Runs, log: Log, way: float) -> Log:
    q, tau, k = log.q.copy(), effort(log), runs.joint
    if way == 1:
        tau[:, k] *= -1
        return replace(log, effort=tau)
    q[:, k] *= -1
    assert log.qd is not None
    return replace(log, q=q, qd=log.qd * np.where(np.arange(q.shape[1]) == k, -1, 1))


def _swapped(runs: Runs, log: Log, size: float) -> Log:
    order = np.arange(runs.robot.nv)
    order[[0, 1]] = 1, 0
    if size == 1:
        return replace(log, effort=effort(log)[:, order])
    assert log.qd is not None
    return replace(log, q=log.q[:, order], qd=log.qd[:, order], effort=effort(log)[:, order])


def _swapped_positions(runs: Runs, log: Log, size: float) -> Log:
    return replace(_swapped(runs, log, 2), effort=effort(log))


def _compensated(runs: Runs, log: Log, size: float) -> Log:
    return replace(log, effort=effort(log) - heft.gravity_forces(runs.robot, log.q))


def _slower(runs: Runs, log: Log, size: float, recorded: bool = False) -> Log:
    return replace(log, t=size * log.t, qd=log.qd if recorded else None)


def _loaded(runs: Runs, log: Log, size: float) -> Log:
    """A load on the last link."""
    ten = runs.machine.parameters.copy()
    load = size * ten[:, 0].sum()
    reach = ten[-1, 1:4] / ten[-1, 0] + 0.05
    ten[-1] += heft.parameters.from_com(load, reach, load * 1e-3 * np.eye(3))
    loaded = runs.machine.with_parameters(ten)
    qd, qdd = _derivatives(log)
    more = heft.inverse_dynamics(loaded, log.q, qd, qdd) - heft.inverse_dynamics(runs.machine, log.q, qd, qdd)
    return replace(log, effort=effort(log) + more)


def _derivatives(log: Log) -> tuple[np.ndarray, np.ndarray]:
    assert log.qd is not None
    return log.qd, np.gradient(log.qd, log.t, axis=0)


def _touched(seconds: float) -> Callable[[Runs, Log, float], Log]:
    """A push against the last link of so many seconds: the load that makes these torques, in rms efforts."""

    def change(runs: Runs, log: Log, size: float) -> Log:
        start = 0.37 * log.t[-1]
        shape = np.clip(np.minimum(log.t - start, start + seconds - log.t) / 0.05, 0.0, 1.0)
        ten = np.zeros_like(runs.machine.parameters)
        ten[-1, 0], ten[-1, 1:4] = 1.0, 0.1
        massless = runs.machine.with_parameters(ten)
        pushed = heft.gravity_forces(massless.with_gravity([4.0, 6.0, 7.0]), log.q)
        strongest = np.max(np.abs(pushed[shape > 0]) / runs.usual)
        return replace(log, effort=effort(log) + size / strongest * shape[:, None] * pushed)

    return change


def _off(runs: Runs, log: Log, share: float, joints: slice = slice(None)) -> Log:
    tau, n = effort(log), len(log.t)
    tau[int(0.4 * n) : int((0.4 + share) * n), joints] = 0.0
    return replace(log, effort=tau)


def _off_alone(runs: Runs, log: Log, share: float) -> Log:
    return _off(runs, log, share, slice(runs.joint, runs.joint + 1))


def _back(runs: Runs, log: Log, seconds: float) -> Log:
    t = log.t.copy()
    t[len(t) // 2 :] -= seconds
    return replace(log, t=t)


def _repeated(runs: Runs, log: Log, every: float) -> Log:
    """Each so many samples come with the stamp of the one before."""
    t = log.t.copy()
    late = np.arange(1, len(t), int(every))
    t[late] = t[late - 1]
    return replace(log, t=t)


def _wrapped(runs: Runs, log: Log, size: float) -> Log:
    """The struck joint is read from an encoder that wraps in the middle of its motion."""
    q, k = log.q.copy(), runs.joint
    seam = np.median(q[:, k])
    q[:, k] = (q[:, k] - seam) % (2 * np.pi) + seam - 2 * np.pi * (seam > 0)
    return replace(log, q=q, qd=None)


def _stuck(runs: Runs, log: Log, seconds: float) -> Log:
    q, k = log.q.copy(), runs.joint
    fastest = int(np.argmax(np.abs(log.qd[: len(q) // 2, k]))) if log.qd is not None else 0
    last = min(fastest + int(seconds / (log.t[1] - log.t[0])), len(q))
    q[fastest:last, k] = q[fastest, k]
    return replace(log, q=q, qd=None)


def _clipped(runs: Runs, log: Log, share: float) -> Log:
    tau, k = effort(log), runs.joint
    top = share * np.max(np.abs(tau[:, k]))
    tau[:, k] = np.clip(tau[:, k], -top, top)
    return replace(log, effort=tau)


def _reversed(runs: Runs, log: Log, size: float) -> Log:
    assert log.qd is not None
    return replace(log, qd=log.qd * np.where(np.arange(runs.robot.nv) == runs.joint, -1, 1))


def _missing(runs: Runs, log: Log, seconds: float) -> Log:
    tau, n = effort(log), len(log.t)
    tau[n // 3 : n // 3 + int(seconds / (log.t[1] - log.t[0])), runs.joint] = np.nan
    return replace(log, effort=tau)


def _copied(runs: Runs, log: Log, way: float) -> Log:
    k, other = runs.joint, runs.joint - 1 if runs.joint else runs.robot.nv - 1
    if way == 1:
        tau = effort(log)
        tau[:, k] = tau[:, other]
        return replace(log, effort=tau)
    q = log.q.copy()
    q[:, k] = q[:, other]
    return replace(log, q=q, qd=None)


def _tilted(runs: Runs, log: Log, degrees: float) -> Log:
    g = np.array([float(x) for x in runs.robot.gravity])
    across = np.cross(g, [1.0, 0.3, 0.2])
    across *= np.linalg.norm(g) / np.linalg.norm(across)
    turned = np.cos(np.radians(degrees)) * g + np.sin(np.radians(degrees)) * across
    tilted = heft.gravity_forces(runs.machine.with_gravity(turned.tolist()), log.q)
    return replace(log, effort=effort(log) + tilted - heft.gravity_forces(runs.machine, log.q))


def _shared(runs: Runs, log: Log, size: float) -> Log:
    """A part of the first run."""
    first, n = runs.logs[0], len(runs.logs[0].t)
    part = slice(int((1 - size) * n), n)
    assert first.effort is not None
    assert first.qd is not None
    return Log(first.t[part], first.joints, first.q[part], qd=first.qd[part], effort=first.effort[part])


def _late_alone(runs: Runs, log: Log, size: float) -> Log:
    return _late(runs, log, size, [runs.joint])


def _in_another_unit(runs: Runs, log: Log, size: float) -> Log:
    return replace(log, effort=size * effort(log))


def _slower_with_velocities(runs: Runs, log: Log, size: float) -> Log:
    return _slower(runs, log, size, recorded=True)


FIRST, LAST = (0,), (2,)
FAULTS = (
    Fault("late efforts [ms]", (10, 50), ("relative to the motion",), _late),
    Fault("late efforts of one log [ms]", (20, 60), ("relative to the motion",), _late, FIRST),
    Fault("late effort of one joint [ms]", (30, 100), ("relative to those of the other joints",), _late_alone),
    Fault("encoder zero [rad]", (0.05, 0.2), ("of the positions seem",), _zero, stays=True),
    Fault("encoder zero of one log [rad]", (0.05, 0.2), ("seem to differ between the logs",), _zero, FIRST),
    Fault("encoder zero far off [degrees]", (90, 180), ("of the positions seem",), _far_zero, stays=True),
    Fault("effort of one joint times", (0.3, 2.0), ("in another unit than those of the others",), _scaled),
    Fault("effort of one joint times, in one log", (1.2, 2.0), ("times as large as",), _scaled, FIRST),
    Fault("all efforts times", (1000.0,), ("N mm", "unit"), _in_another_unit),
    Fault("flipped effort (1) or position (2)", (1, 2), ("flipped",), _flipped),
    Fault("swapped efforts (1) or joints (2)", (1, 2), ("swapped",), _swapped),
    Fault("swapped positions", (1,), ("swapped",), _swapped_positions),
    Fault("gravity compensated", (1,), ("without gravity",), _compensated),
    Fault("base tilted [degrees]", (3, 10, 90, 180), ("tilt", "mounted differently"), _tilted, stays=True),
    Fault("stamps times, no velocities", (0.5, 2.0), ("rate", "stamps"), _slower),
    Fault("stamps times, with velocities", (0.5, 2.0), ("rate", "stamps"), _slower_with_velocities),
    Fault("stamps of one log times", (2.0,), ("rate", "stamps"), _slower, FIRST),
    Fault("load in one log [share of the mass]", (0.05, 0.2), ("go together",), _loaded, FIRST),
    Fault("push for 0.3 s [rms effort]", (0.5, 2.0), ("acted on the robot",), _touched(0.3), FIRST),
    Fault("push for 2 s [rms effort]", (0.5, 2.0), ("acted on the robot",), _touched(2.0), FIRST),
    Fault("all efforts zero [share of one log]", (0.1, 0.5), ("zero",), _off, FIRST),
    Fault("one effort zero [share of all logs]", (0.1, 0.5), ("zero",), _off_alone),
    Fault("clock set back [s]", (0.5, 5.0), ("stamps",), _back),
    Fault("stamps repeated every n", (2, 10), ("stamps",), _repeated),
    Fault("encoder wraps", (1,), ("jumps by a turn",), _wrapped),
    Fault("encoder stuck [s]", (0.5, 3.0), ("stuck",), _stuck, FIRST),
    Fault("effort clipped [share]", (0.4, 0.7), ("clipped",), _clipped),
    Fault("recorded velocity reversed", (1,), ("opposite sign",), _reversed),
    Fault("effort missing [s]", (1.0, 5.0), ("lack a number",), _missing),
    Fault("copied effort (1) or position (2)", (1, 2), ("copy of the other",), _copied),
    Fault("held-out run is a part of another [share]", (0.3, 0.7), ("which is fitted",), _shared, LAST),
)
