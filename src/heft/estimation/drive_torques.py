"""The torque that friction, springs and coupled rotors of a model take, for many states at once.

Columns of one law are evaluated together. With G (nv, k) the gears of k columns, s = qd G are the speeds of their
drives, f their signals, x their parameters, and the joints lose the torque

    tau = (x f(s)) G^T
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.armature import ARMATURE
from heft.estimation.column import Column
from heft.estimation.columns import Model
from heft.estimation.coordinates import positions_of
from heft.estimation.gear_torques import load_of_gears, transmitted_by_gears
from heft.friction import DriveMotion, Law

VISCOUS = "viscous"
"""The law that is linear in the speed."""


@dataclass(frozen=True, eq=False)
class _Alike:
    """Columns of one law.

    Attributes:
        law: which one.
        geometry: of the law, if it has one.
        values: (k,) the parameters, times the columns' share in the run.
        numbers: (k,) the searched numbers.
        gears: (nv, k).
        first: (k,) the coordinate whose load each carries.
    """

    law: Law
    geometry: tuple[float, ...]
    values: Array
    numbers: Array
    gears: Array
    first: Ints


@dataclass(frozen=True, eq=False)
class DriveTorques:
    """What drives take in one run, but for the armature of single joints, which is a part of the mass matrix.

    Attributes:
        model: whose columns they are.
        groups: the columns by law.
    """

    model: Model
    groups: tuple[_Alike, ...]

    @classmethod
    def of(cls, model: Model, values: Array, run: int | None = None) -> DriveTorques:
        """Return the drives with parameters (n,) of all columns of a model, in a run with this number."""
        alike: dict[tuple[str, tuple[float, ...]], list[tuple[Column, float]]] = {}
        for column, value in zip(model.extra, values[model.n_inertial :], strict=True):
            share = column.share(run)
            if share and column.joint_gears and not is_armature(column):
                alike.setdefault((column.kind, column.geometry), []).append((column, share * value))
        return cls(model, tuple(_group(model.robot.nv, columns) for columns in alike.values()))

    @property
    def damping(self) -> Array:
        """(nv,) by how much more torque they take at a joint that is faster: viscous friction [N m s/rad or N s/m]."""
        viscous = [group.gears**2 @ group.values for group in self.groups if group.law.name == VISCOUS]
        return np.maximum(sum(viscous, np.zeros(self.model.robot.nv)), 0.0)

    def at(self, q: Array, qd: Array, qdd: Array, turning: Array | None = None) -> Array:
        """Return the torques (m, nv) at states (m, nv); friction with memory is that of a long motion in one direction.

        Args:
            q: (m, nq).
            qd: (m, nv).
            qdd: (m, nv) by which coupled rotors are accelerated, and with which gears transmit torques.
            turning: (m, nv) the velocities whose signs dry friction has; None: those of the states.
        """
        tau = np.zeros_like(qd)
        load = cache(partial(load_of_gears, self.model.carrier, q))
        transmitted = cache(partial(transmitted_by_gears, self.model.carrier, q, qd, qdd))
        position = cache(partial(positions_of, self.model.robot, q))
        for group in self.groups:
            motion = DriveMotion(
                qd @ group.gears,
                None if turning is None else np.sign(turning @ group.gears),
                acceleration_of=partial(np.matmul, qdd, group.gears),
                load_of=partial(lambda first: load()[:, first], group.first),
                transmitted_of=partial(lambda first: transmitted()[:, first], group.first),
                position_of=partial(lambda gears: position() @ gears, group.gears),
                geometry=group.geometry,
            )
            tau += (group.values * group.law.signal(motion, group.numbers)) @ group.gears.T
        return tau


def is_armature(column: Column) -> bool:
    """Return whether a column is the armature of a single joint."""
    return column.kind == ARMATURE.name and not column.is_coupling


def _group(nv: int, columns: Sequence[tuple[Column, float]]) -> _Alike:
    """Return columns of one law together."""
    gears = np.zeros((nv, len(columns)))
    for k, (column, _) in enumerate(columns):
        for r, gear in column.gears:
            gears[r, k] += gear
    like = columns[0][0]
    values, numbers = (np.array(x, float) for x in zip(*((value, c.number) for c, value in columns), strict=True))
    first = np.array([column.coordinate for column, _ in columns], np.int64)
    return _Alike(like.law, like.geometry, values, numbers, gears, first)
