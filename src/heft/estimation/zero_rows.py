"""The rows of a regression with a column more for each joint: what a small error of its zero adds to each torque.

If the position of joint j is read as q_j while it is q_j + z, torques are Y(q + z e_j, qd, qdd) x instead of
Y(q, qd, qdd) x. To first order they differ by z times the derivative of Y x in q_j, a difference quotient here, which
is a column beside those of the base parameters once x is given. Where the zero is that of one run alone, the column is
zero in all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.api import torques_of
from heft.estimation.residuals import Pass
from heft.estimation.row_blocks import RowSource, sources_of
from heft.estimation.rows import RegressionRows, rows_of
from heft.logs.motion import Motion
from heft.robot.model import Robot

STEP = 1e-5
"""[rad] of the difference quotient: it is exact to a hundred-thousandth, at half the time of one to both sides."""


def turning(robot: Robot) -> dict[str, int]:
    """Return the joints that turn, by name, with the number of their position."""
    return {
        joint.name: robot.q_index[joint.name].start
        for joint in robot.joints
        if joint.nq == joint.nv == 1 and joint.kind == "revolute" and joint.mimic is None
    }


class Zero(NamedTuple):
    """The zero of a joint's positions.

    Attributes:
        joint: its name.
        place: the number of its position.
        run: the number of the only run in which it may be wrong; None if it is the same in all.
    """

    joint: str
    place: int
    run: int | None = None

    def acts(self, motion: Motion) -> bool:
        """Return whether the positions of a motion depend on it."""
        return self.run is None or self.run == motion.run


def moved(motion: Motion, place: int, by: float) -> Motion:
    """Return a motion with one of its positions changed by a constant [rad, m]."""
    q = np.array(motion.q)
    q[:, place] += by
    return replace(motion, q=q)


@dataclass(frozen=True, eq=False)
class ZeroPass(Pass):
    """A pass with a column for each of some zeros after the chosen ones.

    Attributes:
        weighing: (n_inertial,) inertial parameters of the robot for which the columns hold.
        zeros: that may be wrong.
    """

    weighing: Array
    zeros: Sequence[Zero]

    @property
    def size(self) -> int:
        """How many columns there are, those of the zeros included."""
        return len(self.chosen) + len(self.zeros)

    @property
    def sources(self) -> Sequence[RowSource]:
        """Where each coordinate's columns come from; those of the zeros are beyond the chosen ones."""
        more = np.arange(len(self.chosen), self.size)
        return [replace(source, columns=np.append(source.columns, more)) for source in super().sources]

    def rows(self) -> Iterator[tuple[RegressionRows, Array]]:
        """Stream rows with the columns of the zeros before the effort."""
        plain = sources_of(self.model, self.chosen)
        for motion in self.motions:
            for rows in rows_of(self.model, plain, motion):
                slopes = self._slopes(motion, rows.index)
                blocks = [
                    np.vstack([block[:-1], *slope, block[-1:]])
                    for block, slope in zip(rows.blocks, slopes, strict=True)
                ]
                yield replace(rows, blocks=blocks), np.empty(rows.use.shape)

    def _slopes(self, motion: Motion, index: Ints) -> Array:
        """Return how the torques of rows change with each zero, (rows, zeros, m), filtered as the rows are."""
        low_pass, plant = motion.regression_filter, self.model.plant
        slopes = np.zeros((len(plant.rows), len(self.zeros), len(index)))
        acting = [k for k, zero in enumerate(self.zeros) if zero.acts(motion)]
        if not acting:
            return slopes
        places, many = [self.zeros[k].place for k in acting], len(acting) + 1
        half = 0 if low_pass is None else low_pass.half
        at = slice(index[0] - half, index[-1] + half + 1)
        q = np.repeat(motion.q[at][:, None], many, axis=1)  # as it is, then each of the positions moved
        q[:, np.arange(1, many), places] += STEP
        rates = (np.repeat(x[at], many, axis=0) for x in (motion.qd, motion.qdd))
        weighing = np.zeros(len(plant.held.parameter_vector))
        weighing[plant.columns] = self.weighing
        tau = torques_of(plant.held, weighing, *plant.states(q.reshape(-1, q.shape[2]), *rates))[:, plant.rows]
        tau = tau.reshape(len(q), many, -1)
        tau = tau if low_pass is None else low_pass.apply(tau)
        slopes[:, acting] = ((tau[:, 1:] - tau[:, :1]) / STEP).T
        return slopes
