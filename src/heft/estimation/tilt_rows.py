"""The rows of a regression with two columns more: what a small tilt of gravity adds to each torque.

Torques are linear in gravity g: tau = [Y_0(q, qd, qdd) + Y_g(q)] x, where Y_g is the regressor at rest under g. If g
turns by an angle a about an axis, tau changes by Y_(dg/da)(q) x: the torques at rest under the gravity dg/da, which
are a column beside those of the base parameters once x is given. It depends on masses and first moments alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.api import torques_of
from heft.estimation.information import Information, folded, used
from heft.estimation.residuals import Pass
from heft.estimation.row_blocks import RowSource, sources_of
from heft.estimation.rows import RegressionRows, rows_of
from heft.identifiability.instrumented import Plant
from heft.logs.motion import Motion
from heft.robot.model import Robot

AXES = "xyz"
FILTERS = 5
"""Pieces of a log are so many times as long as the regression's filter, which leaves out their ends."""

STEP = 1e-5
"""[rad] of the difference quotient for dg/da: it is exact to 1e-10."""


@dataclass(frozen=True, eq=False)
class Gravity:
    """Gravity, and the two axes of the base about which it may turn: those that it is not nearest to.

    Attributes:
        vector: (3,) in the frame of the base, by the robot file [m/s2].
    """

    vector: Array

    @classmethod
    def of(cls, robot: Robot) -> Gravity:
        """Return that of a robot."""
        return cls(np.array([float(g) for g in robot.gravity]))

    @property
    def axes(self) -> tuple[int, int]:
        """The two axes by number; x and y of a robot that stands upright."""
        along = int(np.argmax(np.abs(self.vector)))
        first, second = (k for k in range(3) if k != along)
        return first, second

    @property
    def names(self) -> tuple[str, str]:
        """The two axes by name."""
        first, second = self.axes
        return AXES[first], AXES[second]

    def turned(self, angles: Array) -> Array:
        """Return it turned by the rotation vector with these components about the two axes [rad], (3,)."""
        turn = np.zeros(3)
        turn[list(self.axes)] = angles
        angle = float(np.linalg.norm(turn))
        if angle == 0:
            return self.vector
        k = turn / angle
        across, along = np.cross(k, self.vector), k * (k @ self.vector)
        return along + np.cos(angle) * (self.vector - along) + np.sin(angle) * across

    def rates(self, angles: Array) -> Array:
        """Return its derivatives by the two angles, (2, 3) [m/s2/rad]."""
        steps = STEP * np.eye(2)
        return np.array([(self.turned(angles + h) - self.turned(angles - h)) / (2 * STEP) for h in steps])


@dataclass(frozen=True, eq=False)
class TiltPass(Pass):
    """A pass with the two columns of a tilt after the chosen ones.

    Attributes:
        weighing: (n_inertial,) inertial parameters of the robot for which the columns hold.
        rates: (2, 3) the derivatives of gravity by the two angles.
    """

    weighing: Array
    rates: Array

    @property
    def size(self) -> int:
        """How many columns there are, those of the tilt included."""
        return len(self.chosen) + len(self.rates)

    @property
    def sources(self) -> Sequence[RowSource]:
        """Where each coordinate's columns come from; those of the tilt are beyond the chosen ones."""
        more = np.arange(len(self.chosen), self.size)
        return [replace(source, columns=np.append(source.columns, more)) for source in super().sources]

    def rows(self) -> Iterator[tuple[RegressionRows, Array]]:
        """Stream rows with the columns of the tilt before the effort."""
        plain, robot = sources_of(self.model, self.chosen), self.model.robot
        plants = [Plant.of(robot.with_gravity(rate.tolist()), self.model.sensors) for rate in self.rates]
        for motion in self.motions:
            for rows in rows_of(self.model, plain, motion):
                tilted = self._tilted(plants, motion, rows.index)
                blocks = [
                    np.vstack([block[:-1], *columns, block[-1:]])
                    for block, columns in zip(rows.blocks, tilted, strict=True)
                ]
                yield replace(rows, blocks=blocks), np.empty(rows.use.shape)

    def _tilted(self, plants: Sequence[Plant], motion: Motion, index: Ints) -> Array:
        """Return the torques of rows at rest under each gravity, (rows, 2, m), filtered as the rows are."""
        low_pass, tau = motion.regression_filter, []
        half = 0 if low_pass is None else low_pass.half
        q = motion.q[index[0] - half : index[-1] + half + 1]
        still = np.zeros((2, len(q), motion.qd.shape[1]))
        for plant in plants:
            weighing = np.zeros(len(plant.held.parameter_vector))
            weighing[plant.columns] = self.weighing
            tau.append(torques_of(plant.held, weighing, *plant.states(q, *still))[:, plant.rows])
        both = np.stack(tau, axis=1)
        return (both if low_pass is None else low_pass.apply(both)).T

    def information(self) -> Information:
        """Return the information of all its columns."""
        sources = self.sources
        stream = (used(rows) for rows, _ in self.rows())
        factors, counts = folded(stream, [len(source.columns) + 1 for source in sources])
        names = (*(self.model.names[c] for c in self.chosen), *(f"tilt.{k}" for k in range(len(self.rates))))
        columns = tuple(source.columns for source in sources)
        return Information(names, self.model.rows, columns, tuple(factors), counts)


def thinned(motions: list[Motion], most: int, pieces: int = 20) -> list[Motion]:
    """Return motions with evenly spread pieces of them, so that there are about so many samples.

    A piece is long enough for the filter of the regression, and each motion keeps one at least, so that there are more
    samples than that of many motions.
    """
    total = sum(stop - start for motion in motions for start, stop in motion.segments)
    if total <= most:
        return motions
    return [_pieces(motion, most / total, most // pieces) for motion in motions]


def _pieces(motion: Motion, share: float, least: int) -> Motion:
    """Return a motion with about a share of its samples, in pieces of no fewer samples than `least` where it can."""
    taps = len(motion.regression_filter.taps) if motion.regression_filter else 1
    length, parts = max(least, FILTERS * taps), list[tuple[int, int]]()
    for start, stop in motion.segments:
        bounds = np.linspace(start, stop, max(1, (stop - start) // length) + 1).astype(int).tolist()
        parts += [(a, b) for a, b in pairwise(bounds) if b - a >= taps]
    count = max(1, round(share * len(parts)))
    every = len(parts) / count
    return replace(motion, segments=tuple(parts[int(every * k)] for k in range(min(count, len(parts)))))
