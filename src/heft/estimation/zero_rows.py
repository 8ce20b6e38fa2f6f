"""The rows of a regression with a column more for each joint: what a small error of its zero adds to each torque.

If the position of joint j is read as q_j while it is q_j + z, torques are Y(q + z e_j, qd, qdd) x instead of
Y(q, qd, qdd) x. To first order they differ by z times the derivative of Y x in q_j, a difference quotient here, which
is a column beside those of the base parameters once x is given.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array
from heft.estimation.columns import Model
from heft.estimation.residuals import Pass
from heft.estimation.rows import RegressionRows, RowSource, rows_of, sources_of
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


def moved(motion: Motion, place: int, by: float) -> Motion:
    """Return a motion with one of its positions changed by a constant [rad, m]."""
    q = np.array(motion.q)
    q[:, place] += by
    return replace(motion, q=q)


@dataclass(frozen=True, eq=False)
class ZeroPass(Pass):
    """A pass with a column for the zero of each of some joints after the chosen ones.

    Attributes:
        weighing: (n_inertial,) inertial parameters of the robot for which the columns hold.
        places: the numbers of the positions whose zeros may be wrong.
    """

    weighing: Array
    places: Sequence[int]

    @property
    def size(self) -> int:
        """How many columns there are, those of the zeros included."""
        return len(self.chosen) + len(self.places)

    @property
    def sources(self) -> list[RowSource]:
        """Where each coordinate's columns come from; those of the zeros are beyond the chosen ones."""
        more = np.arange(len(self.chosen), self.size)
        return [replace(source, columns=np.append(source.columns, more)) for source in super().sources]

    def rows(self) -> Iterator[tuple[RegressionRows, Array]]:
        """Stream rows with the columns of the zeros before the effort."""
        plain, heavy = sources_of(self.model, self.chosen), np.flatnonzero(self.weighing)
        bare = Model(self.model.robot, sensors=self.model.sensors)
        parts = sources_of(bare, heavy)
        for motion in self.motions:
            near = [motion, *(moved(motion, place, STEP) for place in self.places)] if self.places else []
            streams = [rows_of(self.model, plain, motion), *(rows_of(bare, parts, each) for each in near)]
            for rows, *others in zip(*streams, strict=True):
                blocks = []
                for r, (block, part) in enumerate(zip(rows.blocks, parts, strict=True)):
                    own = self.weighing[heavy[part.columns]]
                    tau = [own @ each.blocks[r][: len(own)] for each in others]
                    blocks.append(np.vstack([block[:-1], *((each - tau[0]) / STEP for each in tau[1:]), block[-1:]]))
                yield replace(rows, blocks=blocks), np.empty(rows.use.shape)
