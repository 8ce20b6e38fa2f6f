"""Why a motion does not excite parameters that it determines: the assumed noise, a search that ended early, or itself.

Noise is the cause where it hides the efforts that the robot can have, and the parameter were determined if the noise
were as small beside them as is usual.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from heft.arrays import Array, Bools
from heft.dynamics import kernels
from heft.estimation.coordinates import is_rotational
from heft.estimation.least_squares import BLIND
from heft.excitation.sensing import are_sensors
from heft.excitation.targets import NOISE, Target
from heft.linalg import significant

WEAK = "The motion allowed is too slow, too short or too narrow."
FEW = "More postures, longer holds or wider limits are needed."
STOPPED = "The search ended before it was done: more time may find a motion that excites it."

HIDING = 0.3
"""Noise hides the efforts of a joint if its standard deviation is a larger part of the largest of them."""


@dataclass(frozen=True, eq=False)
class Causes:
    """What a motion shows, and what it would show with less noise.

    Attributes:
        target: what is to be determined.
        earlier: (n_base, n_base) information of earlier logs.
        states: (3, n, nv) positions, velocities and accelerations of the motion.
        stopped: whether the search ended early.
    """

    target: Target
    earlier: Array
    states: tuple[Array, Array, Array]
    stopped: bool

    def of_all(self) -> list[str]:
        """Return the cause of each base parameter, in words, if it is one that the motion does not excite."""
        target = self.target
        itself = STOPPED if self.stopped else FEW if target.static else WEAK
        if not self._hidden.any():
            return [itself] * len(target.scales)
        usual = np.where(self._hidden, NOISE * self.efforts, target.noise)
        quiet = replace(target, noise=np.maximum(usual, 1e-300))
        known = deviations(*decomposed(self.earlier + quiet.information(*self.states)[0])) <= 1
        return [self._noise if each else itself for each in known]

    @cached_property
    def efforts(self) -> Array:
        """(nv,) the largest size of each torque at random states within the limits [N m, N]."""
        return np.abs(kernels.inverse_dynamics(self.target.base.model.robot, *self.target.states)).max(axis=0)

    @property
    def _hidden(self) -> Bools:
        """(nv,) whose efforts the noise hides."""
        joints = ~are_sensors(self.target.base.model.robot.coordinate_names) & ~self.target.held & self.target.measured
        return joints & (self.efforts > 0) & (self.target.noise > HIDING * self.efforts)

    @property
    def _noise(self) -> str:
        """How large the noise is, where it hides most."""
        robot = self.target.base.model.robot
        share = np.where(self._hidden, self.target.noise / np.maximum(self.efforts, 1e-300), 0.0)
        r = int(np.argmax(share))
        name, unit = robot.coordinate_names[r], "N m" if is_rotational(robot, r) else "N"
        return (
            f"The assumed noise hides it: {self.target.noise[r]:.3g} {unit} at '{name}', where the robot needs "
            f"{self.efforts[r]:.3g} {unit} at most."
        )


def decomposed(M: Array) -> tuple[Array, Array]:
    """Return L (n_base, k), so that M^-1 = L L^T along what is determined, and the other directions (n_base, m)."""
    values, vectors = np.linalg.eigh(M)
    determined = significant(np.sqrt(np.maximum(values, 0.0)))
    return vectors[:, determined] / np.sqrt(values[determined]), vectors[:, ~determined]


def deviations(L: Array, null: Array) -> Array:
    """Return (n_base,) the standard deviations of parameters in units of their sizes; infinite if not determined."""
    return np.where(np.linalg.norm(null, axis=1) < BLIND, np.linalg.norm(L, axis=1), np.inf)
