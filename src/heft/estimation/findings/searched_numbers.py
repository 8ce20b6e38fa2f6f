"""A number in which friction is not linear, whose search ended at the bound of its range."""

from __future__ import annotations

from collections.abc import Iterator

from heft.estimation.columns import Model, is_rotational
from heft.estimation.friction_search import range_of
from heft.estimation.runs import Runs

AT_BOUND = 1.001
"""A number within this factor of a bound is at it."""


def searched_numbers(model: Model, runs: Runs) -> Iterator[str]:
    """Yield a sentence for each searched number of friction that is at a bound of what was searched."""
    for column in model.extra:
        number = column.law.number
        if number is None or number.source or not column.number or column.run is not None:
            continue
        low, high = range_of(number, column, runs.fitted)
        if low * AT_BOUND < column.number < high / AT_BOUND:
            continue
        unit = number.unit(is_rotational(model.robot, column.coordinate))
        end, more = ("lower", "smaller") if column.number <= low * AT_BOUND else ("upper", "larger")
        yield (
            f"The search for the {number.name} of '{column.name}' ended at its {end} bound, {column.number:.3g} "
            f"{unit}: the best value is {more}, or the logs do not determine it. Leave "
            f"'{column.kind}' friction out of this joint, or record slow motions and reversals of it."
        )
