"""The rows of the regression that a motion will give, and how a function of them changes with the motion.

The columns are those that `heft identify` fits: the base parameters of the links, and friction and armature of the
drives. The sign of dry friction is smooth here, tanh(s / v) with a small speed v, so that a motion can be improved by
gradients; the final figures are computed with the sign itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.dynamics import kernels
from heft.errors import ArgumentError
from heft.estimation.armature import ARMATURE
from heft.estimation.base import Base
from heft.estimation.columns import Column
from heft.friction import DriveMotion

SMOOTH = 0.02
"""The speed over which the sign is smooth, as a part of the joint's largest speed."""


@dataclass(frozen=True, eq=False)
class DesignColumns:
    """The columns of a regression at samples of a motion.

    Attributes:
        base: the base parameters.
        smooth: (nv,) the speed over which the sign of dry friction is smooth; zero for the sign itself.
        rows: (nv,) of each coordinate, what its rows are multiplied by: one over its noise, or zero if not measured.
        scales: (n_base,) what the columns are multiplied by: the plausible sizes of the parameters.
    """

    base: Base
    smooth: Array
    rows: Array
    scales: Array

    def __post_init__(self) -> None:
        without = sorted({c.kind for _, c in self._drives if not (c.kind == ARMATURE.name or c.law.has_slope)})
        if without:
            raise ArgumentError(
                f"No motion can be designed for the friction law '{without[0]}'.",
                remedy="Use laws of the present speed only, such as viscous, coulomb and offset.",
            )

    @cached_property
    def _inertial(self) -> tuple[Ints, Ints]:
        """Which columns are of links, and which columns of the torque regressor they are."""
        at = np.flatnonzero(self.base.columns < self.base.model.n_inertial)
        return at, self.base.columns[at]

    @cached_property
    def _drives(self) -> list[tuple[int, Column]]:
        """Which columns are of drives."""
        n, extra = self.base.model.n_inertial, self.base.model.extra
        return [(k, extra[c - n]) for k, c in enumerate(self.base.columns) if c >= n]

    def _drive_motion(self, column: Column, qd: Array, qdd: Array) -> tuple[DriveMotion, Array]:
        """Return the motion of a drive with a smooth sign, and the derivative of that sign in its speed."""
        speed = column.rate(qd)
        width = float(sum(abs(gear) * self.smooth[r] for r, gear in column.gears))
        state = np.tanh(speed / width) if width > 0 else np.sign(speed)
        turning = (1 - state**2) / width if width > 0 else np.zeros_like(speed)
        return DriveMotion(speed, state, lambda: column.rate(qdd)), turning

    def matrix(self, Y: Array, qd: Array, qdd: Array) -> Array:
        """Return the weighted rows A (n, nv, n_base) from the torque regressor Y (n, nv, columns)."""
        A = np.zeros((*Y.shape[:2], len(self.base.columns)))
        at, chosen = self._inertial
        A[..., at] = Y[..., chosen]
        for k, column in self._drives:
            signal = column.law.signal(self._drive_motion(column, qd, qdd)[0])
            for r, gear in column.gears:
                A[:, r, k] = gear * signal
        A *= self.rows[:, None] * self.scales
        return A

    def pull_back(self, Z: Array, columns: int, qd: Array, qdd: Array) -> tuple[Array, Array, Array]:
        """Take the derivatives Z (n, nv, n_base) of a function in A to those in Y, qd and qdd.

        Returns:
            Derivatives in the torque regressor (n, nv, columns), and those in qd and qdd (n, nv) of drives alone.
        """
        Z = Z * (self.rows[:, None] * self.scales)
        to_Y, to_qd, to_qdd = np.zeros((*Z.shape[:2], columns)), np.zeros_like(qd), np.zeros_like(qd)
        at, chosen = self._inertial
        to_Y[..., chosen] = Z[..., at]
        for k, column in self._drives:
            to_signal = sum(gear * Z[:, r, k] for r, gear in column.gears)
            if column.kind == ARMATURE.name:
                for r, gear in column.gears:
                    to_qdd[:, r] += gear * to_signal
            else:
                slope = column.law.slope(*self._drive_motion(column, qd, qdd))
                for r, gear in column.gears:
                    to_qd[:, r] += gear * to_signal * slope
        return to_Y, to_qd, to_qdd

    def information(self, q: Array, qd: Array, qdd: Array, used: Bools | None = None) -> Array:
        """Return M = sum A^T A (n_base, n_base) of samples, or of those rows of them (n, nv) that are used."""
        A = self.matrix(kernels.torque_regressor(self.base.model.robot, q, qd, qdd), qd, qdd)
        A = A if used is None else A * used[..., None]
        A = A.reshape(-1, A.shape[-1])
        return A.T @ A
