"""The problem of a design: the criterion and the limits as functions of a curve's coefficients, with gradients.

The motion is looked at at samples of its cycle, more than ten for each wave of its fastest part. Each limit is a number
h (samples, m) that must not be positive: the excess over the limit as a part of it. The limits of joints are looked at
more densely, since that costs little, and distances at more times where they are asked for. The gradient of any
function of the information and of the limits takes one regressor and one adjoint sweep, whatever the number of
coefficients.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics import kernels
from heft.excitation.clearance import Distances
from heft.excitation.columns import DesignColumns
from heft.excitation.criteria import Criterion
from heft.excitation.curves import LinearCurve
from heft.excitation.families import Family
from heft.excitation.motion_limits import MotionLimits
from heft.excitation.torques import TorqueBound

PER_WAVE, FEWEST = 24, 120
"""Samples for each wave of the fastest part of a motion, and in all."""

DENSER = 3
"""How many times as densely the limits of joints are looked at."""

NEAR = 0.05
"""[m] The distance that counts as one where configurations are constrained."""

SPARE = 0.004
"""[m] What a search keeps beyond the margin, since distances fall between samples."""

SLACK = {"upper": 1e-4, "lower": 1e-4, "velocity": 1e-3, "acceleration": 1e-3, "jerk": 1e-3, "effort": 5e-3}
"""What a search keeps of the other limits, for the same reason, as a part of them."""


class ConfigurationConstraint(Distances, Protocol):
    """Numbers of a configuration that must not be negative, such as distances less a margin, with derivatives."""

    def gradients(self, q: Array) -> Array:
        """Return (n, m, nv) the derivatives of the values."""
        ...


@dataclass(frozen=True, eq=False)
class Outlook:
    """What is computed once for a motion and serves its criterion and its limits.

    Attributes:
        q, qd, qdd: (n, nv) at the samples.
        A: (n, nv, n_base) the rows of the regression.
        M: (n_base, n_base) the information.
        tau, bodies: the efforts that are limited (n, m) and those of each body (n, m, bodies).
        joints: (4, N, m) positions, velocities, accelerations and jerks of the moving coordinates, more densely.
        postures: (n + extra, nv) at which distances are looked at.
        excess: by kind, what must not be positive; (N, m) for the limits of joints, else (samples, m).
    """

    q: Array
    qd: Array
    qdd: Array
    A: Array
    M: Array
    tau: Array
    bodies: Array
    joints: Array
    postures: Array
    excess: Mapping[str, Array]

    @property
    def worst(self) -> float:
        """The largest excess, zero if there is none."""
        return max(0.0, *(float(h.max(initial=0.0)) for h in self.excess.values()))


@dataclass(frozen=True, eq=False)
class Problem:
    """A design problem.

    Attributes:
        columns: the regression.
        criterion: what is minimised.
        family: of the motions.
        limits: of the coordinates, margins taken off.
        joint_limits: of all joints, those that follow others included, margins taken off.
        torques: how efforts are bounded.
        moving: (m,) the coordinates that move.
        posture: (nv,) where the others stay; of those that move, where they start if `from_posture`.
        from_posture: whether the start is given.
        earlier: (n_base, n_base) the information of earlier logs, in the units of the columns.
        rate: [Hz] of the log that will be recorded.
        configurations: constraints on configurations.
        extra: (k,) [s] times at which these are looked at besides the samples.
    """

    columns: DesignColumns
    criterion: Criterion
    family: Family
    limits: MotionLimits
    joint_limits: MotionLimits
    torques: TorqueBound
    moving: Ints
    posture: Array
    from_posture: bool
    earlier: Array
    rate: float
    configurations: tuple[ConfigurationConstraint, ...] = ()
    extra: Array = field(default_factory=lambda: np.zeros(0))

    @cached_property
    def times(self) -> Array:
        """(n,) the samples of one cycle; the end, which equals the start or is at rest as well, is left out."""
        n = max(FEWEST, int(np.ceil(PER_WAVE * self.family.fastest * self.family.cycle)))
        return np.linspace(0.0, self.family.cycle, n, endpoint=False)

    @cached_property
    def basis(self) -> Array:
        """(4, n, functions)."""
        return self.family.basis(self.times)

    @cached_property
    def joint_basis(self) -> Array:
        """(4, N, functions) at the times at which the limits of joints are looked at."""
        return self.family.basis(np.linspace(0.0, self.family.cycle, DENSER * len(self.times), endpoint=False))

    @cached_property
    def posture_basis(self) -> Array:
        """(n + extra, functions) at the times at which distances are looked at."""
        return np.concatenate([self.basis[0], self.family.basis(self.extra)[0]])

    @cached_property
    def first(self) -> int:
        """The first function whose coefficients are free: the constant one is not if the start is given."""
        return 1 if self.from_posture else 0

    @cached_property
    def sizes(self) -> Array:
        """(functions, moving) the unit of each coefficient: about as large as the limits let it be."""
        half = (self.limits.upper - self.limits.lower)[self.moving] / 2
        largest = np.abs(self.basis).max(axis=(1, 2))
        fast = self.limits.velocity[self.moving] / largest[1]
        sizes = np.tile(np.minimum(half, fast), (self.family.size, 1))
        sizes[0] = half
        return np.where(sizes > 0, sizes, 1.0)

    def coefficients(self, x: Array) -> Array:
        """Return (functions, nv) from the free numbers x."""
        full = np.zeros((self.family.size, len(self.posture)))
        full[0] = self.posture
        full[self.first :, self.moving] = x.reshape(-1, len(self.moving)) * self.sizes[self.first :]
        return full

    def free(self, coefficients: Array) -> Array:
        """Return the free numbers x of coefficients (functions, nv)."""
        return (coefficients[self.first :, self.moving] / self.sizes[self.first :]).ravel()

    def curve(self, x: Array) -> LinearCurve:
        """Return the motion of the free numbers x."""
        return LinearCurve(self.family, tuple(self.columns.base.model.robot.coordinate_names), self.coefficients(x))

    @cached_property
    def weight(self) -> float:
        """How many recorded samples each sample here stands for."""
        return self.family.duration * self.rate / len(self.times)

    def outlook(self, x: Array) -> Outlook:
        """Return what a motion excites and how it stands to its limits."""
        coefficients = self.coefficients(x)
        q, qd, qdd = self.basis[:3] @ coefficients
        Y = self.torques.regressor(q, qd, qdd)
        A = self.columns.matrix(self.torques.joints.tied(Y), qd, qdd)
        flat = A.reshape(-1, A.shape[-1])
        tau, bodies = self.torques.parts(Y, qd, qdd)
        joints, postures = self.joint_basis @ coefficients[:, self.moving], self.posture_basis @ coefficients
        excess = self._excess(joints, self.torques.bound(tau, bodies), postures)
        M = self.weight * (flat.T @ flat) + self.earlier
        return Outlook(q, qd, qdd, A, M, tau, bodies, joints, postures, excess)

    @cached_property
    def joint_scales(self) -> dict[str, Array]:
        """By kind, the size (m,) of each limit of the joints: half the range of positions."""
        limits, m = self.limits, self.moving
        half = np.maximum(limits.upper - limits.lower, 1e-9)[m] / 2
        rates = {kind: getattr(limits, kind)[m] for kind in ("velocity", "acceleration", "jerk")}
        return {"upper": half, "lower": half, **rates}

    def _excess(self, joints: Array, bound: Array, postures: Array) -> dict[str, Array]:
        """Return h by kind."""
        limits, m, scales = self.limits, self.moving, self.joint_scales
        q, qd, qdd, jerk = joints
        found = {
            "upper": (q - limits.upper[m]) / scales["upper"],
            "lower": (limits.lower[m] - q) / scales["lower"],
            "velocity": np.abs(qd) / scales["velocity"] - 1,
            "acceleration": np.abs(qdd) / scales["acceleration"] - 1,
            "jerk": np.abs(jerk) / scales["jerk"] - 1,
            "effort": bound / self.torques.limits - 1,
        }
        found = {kind: h + SLACK[kind] for kind, h in found.items()}
        for k, constraint in enumerate(self.configurations):
            found[f"configuration {k}"] = (SPARE - constraint.values(postures)) / NEAR
        return found

    def information(self, curve: LinearCurve) -> Array:
        """Return the information (n_base, n_base) of a motion and of earlier logs, in the units of the columns."""
        q, qd, qdd, _ = curve.sample(self.times)
        return self.weight * self.columns.information(q, qd, qdd) + self.earlier

    def value(self, curve: LinearCurve) -> float:
        """Return the criterion of a motion."""
        return self.criterion.value_and_gradient(self.information(curve))[0]

    def gradient(self, outlook: Outlook, to_M: Array) -> Array:
        """Return the derivative in x of a function of the information, from that in the information."""
        o, robot = outlook, self.columns.base.model.robot
        Z = (2 * self.weight) * (o.A.reshape(-1, len(to_M)) @ to_M).reshape(o.A.shape)
        to_Y, to_qd, to_qdd = self.columns.pull_back(Z, len(robot.parameter_names), o.qd, o.qdd)
        to_states = np.array(kernels.weighted_gradient(robot, o.q, o.qd, o.qdd, to_Y))
        to_states[1:] += to_qd, to_qdd
        return self._free(self._of_states(to_states))

    def limit_gradient(self, outlook: Outlook, to_excess: Mapping[str, Array]) -> Array:
        """Return the derivative in x of a function of the excesses, from those in the excesses."""
        total = np.zeros((self.family.size, len(self.posture)))
        if np.any(to_bound := to_excess["effort"] / self.torques.limits):
            o = outlook
            total += self._of_states(self.torques.slopes(to_bound, o.tau, o.bodies, o.q, o.qd, o.qdd))
        if any(np.any(to_excess[kind]) for kind in self.joint_scales):
            to_joints = self._to_joints(outlook, to_excess)
            total[:, self.moving] += np.einsum("dnf,dnr->fr", self.joint_basis, to_joints, optimize=True)
        for k, constraint in enumerate(self.configurations):
            weights = to_excess[f"configuration {k}"]
            at = np.flatnonzero(np.any(weights != 0, axis=1))
            if len(at):
                to_q = np.einsum("nm,nmr->nr", weights[at], constraint.gradients(outlook.postures[at])) / NEAR
                total -= self.posture_basis[at].T @ to_q
        return self._free(total)

    def _of_states(self, to_states: Sequence[Array] | Array) -> Array:
        """Return the derivatives (functions, nv) in the coefficients, from those in q, qd and qdd (3, n, nv)."""
        return np.einsum("dnf,dnr->fr", self.basis[:3], np.asarray(to_states), optimize=True)

    def _free(self, to_coefficients: Array) -> Array:
        """Return the derivatives in x, from those in the coefficients (functions, nv)."""
        return (to_coefficients[self.first :, self.moving] * self.sizes[self.first :]).ravel()

    def _to_joints(self, outlook: Outlook, to_excess: Mapping[str, Array]) -> Array:
        """Return (4, N, m) the derivatives in the states of the joints, from those in the excesses."""
        _, qd, qdd, jerk = outlook.joints
        to = {kind: to_excess[kind] / scale for kind, scale in self.joint_scales.items()}
        rates = (("velocity", qd), ("acceleration", qdd), ("jerk", jerk))
        return np.array([to["upper"] - to["lower"], *(to[kind] * np.sign(values) for kind, values in rates)])
