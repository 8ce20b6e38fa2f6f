"""Friction that a model leaves out looks like a lag of the efforts: both add a torque that changes with the speed.

Gravity changes with the position, and late by t it changes by -t times the speed as well; an inertia torque changes
with the acceleration, and a jump with the sign of the speed is nearest to a shifted one. So joints without friction in
the model get viscous and Coulomb friction, and lags are looked for beside it. A lag that is there still is one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heft.arrays import Ints
from heft.estimation.armature import ARMATURE
from heft.estimation.column import Column
from heft.estimation.columns import Model, joint_column
from heft.estimation.coordinates import driven
from heft.friction import BOUNDED

PLAIN = ("viscous", "coulomb")
"""The laws that are added: every drive has them."""


def without_friction(model: Model) -> dict[int, str]:
    """Return the joints of a model that have no law of friction, by coordinate."""
    rubbed = {r for column in model.extra if _dissipates(column) for r, _ in column.gears}
    return {r: joint for r, joint in driven(model.robot).items() if r not in rubbed}


def beside_friction(model: Model, columns: Sequence[int] | Ints, joints: Sequence[int]) -> tuple[Model, list[int]]:
    """Return a model with friction at more joints, and columns of it: those given and the new ones.

    Args:
        model: the model.
        columns: which of its columns are fitted.
        joints: the coordinates that get friction.
    """
    more = [joint_column(model.robot, r, law) for r in joints for law in PLAIN]
    first = len(model.names)
    return replace(model, extra=(*model.extra, *more)), [*map(int, columns), *range(first, first + len(more))]


def _dissipates(column: Column) -> bool:
    return not column.of_sensor and column.kind != ARMATURE.name and column.law.energy == BOUNDED
