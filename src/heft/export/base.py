"""The base parameters that a regressor's columns belong to, from `heft.identifiability`."""

from __future__ import annotations

from dataclasses import dataclass

from heft.export.chain import Array
from heft.identifiability.analysis import identifiability
from heft.robot.model import Robot


@dataclass(frozen=True, eq=False)
class BaseParameters:
    """A robot's base parameters.

    Attributes:
        names: of the parameters chosen to carry the combinations.
        columns: where they stand in `robot.parameter_names`.
        values: of the combinations [SI units].
        snapped: how many numbers of the file were taken for the round ones that they are close to.
    """

    names: tuple[str, ...]
    columns: tuple[int, ...]
    values: Array
    snapped: int


def base_parameters(robot: Robot) -> BaseParameters:
    """Return the base parameters of a robot under its gravity, rotors included."""
    verdict = identifiability(robot)
    reduction = verdict.reduction
    columns = tuple(int(k) for k in reduction.columns)
    return BaseParameters(reduction.names, columns, reduction.reduce(robot.parameter_vector), len(verdict.snapped))
