"""Efforts of single joints in another unit than those of the others: percent of a rating, a wrong gain or gear ratio.

Joints share their parameters, so that a factor in the effort of one of them keeps all from being explained together.
The efforts of each joint are divided by factors from a thousandth to a thousand, its residual counted relative to them;
the joint and the factor that fit best are taken first, then the next. The factors are named if they take most of the
residual that comes from fitting the joints together. A factor that all joints have in common cannot be told this way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import numpy as np

from heft.estimation.base import Base
from heft.estimation.findings.sample_factors import BETTER, NOTICED, SampleFactors
from heft.estimation.findings.sampled import Sample
from heft.estimation.findings.units import unit_of
from heft.text import fall

COARSE, FINE = np.geomspace(1e-3, 1e3, 61), np.geomspace(0.85, 1.18, 9)
"""Factors that are tried, and changes of the best one that are tried then."""

LEAST = 1.25
"""A factor nearer to one is within what gains are known to."""

FAR = 20.0
"""Factors beyond this are named with the unit that they suggest: nearer ones may be anything."""

HELPS = 0.9
"""A joint is taken in if its factor leaves less than this much of the relative residual."""


def effort_scales(base: Base, sample: Sample) -> Iterator[str]:
    """Yield the joints whose efforts seem to have another unit than those of the others, with their factors.

    Args:
        base: the base parameters.
        sample: a few samples of all runs.
    """
    factors = SampleFactors.of(base, sample)
    before, alone = factors.misfit(), factors.alone()
    if factors.excess < NOTICED * alone:
        return
    names, scales, left = base.model.robot.coordinate_names, dict[int, float](), before
    for _ in range(len(names) // 2):
        found = [_best(factors, scales, r) for r in range(len(names)) if r not in scales and factors.energy[r] > 0]
        if not found or min(found)[0] > HELPS * left:
            break
        left, r, factor = min(found)
        scales[r] = factor
    rest = np.sqrt(max(left**2 - alone**2, 0.0))
    if not scales or rest > BETTER * factors.excess or any(1 / LEAST < f < LEAST for f in scales.values()):
        return
    each = ", ".join(f"{scales[r]:.2g} times{_perhaps(scales[r])} for '{names[r]}'" for r in sorted(scales))
    table = ", ".join(f"{names[r]} = {1 / float(f'{scales[r]:.2g}'):.3g}" for r in sorted(scales))
    yield (
        f"The efforts of some joints seem to be in another unit than those of the others: {each}. Undoing this reduces "
        f"the relative residual {fall(before, left)}. Correct the gain or the gear ratio of "
        f"the joint, or import the log again with scale = {{ {table} }} for the effort in its map."
    )


def _perhaps(factor: float) -> str:
    """Return the unit that a large or small factor suggests."""
    unit = "" if 1 / FAR < factor < FAR else unit_of(factor, LEAST)
    return f" ({unit}?)" if unit else ""


def _best(factors: SampleFactors, scales: Mapping[int, float], r: int) -> tuple[float, int, float]:
    """Return the least relative residual that a factor of one joint's effort gives, the joint, and the factor."""
    coarse = min((factors.misfit(scales={**scales, r: f}), f) for f in COARSE)
    left, factor = min((factors.misfit(scales={**scales, r: f}), f) for f in coarse[1] * FINE)
    return left, r, float(factor)
