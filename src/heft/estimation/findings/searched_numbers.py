"""A number in which friction is not linear, whose search ended at the bound of its range."""

from __future__ import annotations

from collections.abc import Iterator

from heft.estimation.columns import Model, is_rotational
from heft.estimation.friction_search import range_of
from heft.estimation.runs import Runs
from heft.friction import law_of_term
from heft.text import in_unit

AT_BOUND = 1.001
"""A number within this factor of a bound is at it."""


def searched_numbers(model: Model, runs: Runs) -> Iterator[str]:
    """Yield a sentence for each searched number of friction that is at a bound of what was searched."""
    said: set[tuple[str, str]] = set()
    for column in model.extra:
        number = column.law.number
        if number is None or number.source or not column.number or column.run is not None:
            continue
        low, high = range_of(number, column, runs.fitted)
        if low * AT_BOUND < column.number < high / AT_BOUND:
            continue
        law, joint = law_of_term(column.kind).name, column.name.removesuffix(f".{column.kind}")
        if (joint, law) in said:  # the terms of a law share its number
            continue
        said.add((joint, law))
        value = in_unit(f"{column.number:.3g}", number.unit(is_rotational(model.robot, column.coordinate)))
        end, more = ("lower", "smaller") if column.number <= low * AT_BOUND else ("upper", "larger")
        yield (
            f"The search for the {number.name} of '{joint}.{law}' ended at its {end} bound, {value}: the "
            f"best value is {more}, or the logs do not determine it. Leave '{law}' friction out of this joint, "
            "or record slow motions and reversals of it."
        )
