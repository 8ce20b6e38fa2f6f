"""Efforts that are the same multiple of what the robot's file predicts at all joints: wrong gains, or a wrong density.

Such a factor fits the logs with every mass multiplied by it, so that no residual shows it. Masses of a rough file are
wrong by factors that differ from link to link, and joints scatter then. A factor that is large beside their scatter is
either one of the efforts (drive gains, a gear ratio, the mass of a known load) or one of all masses in the file (a
density). The logs do not tell which; only the efforts make the estimate wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from heft.estimation.base import Base
from heft.estimation.findings.sampled import sampled
from heft.estimation.findings.units import MOST, effort_factors, other_stamps, units
from heft.estimation.scale_free import ALMOST_NONE
from heft.logs.motion import Motion

LEAST = 1.75
"""A factor nearer to one is within what files are known to; this leaves room for efforts twice as large to be found
beside a file that is a little too heavy."""

SURE = 3.0
"""How many standard deviations of the joints' own factors the common one must be away from one."""

FEWEST = 3
"""Joints that must have a factor, for their scatter to mean something."""

AGREE = 2.0
"""Factors of fewer joints agree if they differ by less than this: files are rough."""


def small_alike(base: Base, motions: Sequence[Motion]) -> bool:
    """Return whether the efforts of all joints are small by the same factor: another unit, and no terms that cancel.

    A joint that has almost no effort beside that factor lacks it by itself.
    """
    sample = sampled(motions)
    if sample is None:
        return False
    factors, _, ratios = effort_factors(base, sample)
    common = float(np.median(factors[np.isfinite(factors)])) if np.isfinite(factors).any() else np.inf
    if common >= 1 or np.any(ratios < ALMOST_NONE * common):
        return False
    few = len(factors) > 1 and bool(np.all(factors > 0)) and max(factors) < AGREE * min(factors)
    return any(common_scale(base, motions)) or (few and any(units(base, sample)))


def common_scale(base: Base, motions: Sequence[Motion]) -> Iterator[str]:
    """Yield a sentence if the efforts of all joints are the same multiple of what the robot's file predicts.

    Args:
        base: the base parameters.
        motions: without a payload.
    """
    sample = sampled(motions)
    if sample is None:
        return
    factors, energy, ratios = effort_factors(base, sample, armature=True)
    alike = np.isfinite(factors) & (factors > 0)
    if alike.sum() < FEWEST or energy[alike].sum() < MOST * energy.sum():
        return
    sizes = np.log(factors[alike])
    common, scatter = float(np.mean(sizes)), float(np.std(sizes, ddof=1))
    # noise of the positions, which differentiation amplifies, explains smaller efforts as well
    certain = common if common > 0 else min(0.0, float(np.mean(sizes - 2 * np.log((factors / ratios)[alike]))))
    if abs(certain) < max(np.log(LEAST), SURE * scatter):
        return
    low, high = np.exp([sizes.min(), sizes.max()])
    confirmed = all("recorded" in motion.cleaning.velocities for motion in motions)
    rate = "" if confirmed else other_stamps(base, sample, float(np.exp(common)))
    yield (
        f"The efforts are {np.exp(common):.2g} times what the robot's file predicts, at all joints alike ({low:.2g} to "
        f"{high:.2g}). Either all efforts are wrong by this factor, and so is every mass of the estimate: check drive "
        "gains, gear ratios and the mass of a known load. Or all masses of the file are, as with a wrong density: "
        f"correct them, and identify again.{rate} The logs do not tell which; weighing one link, or a known load, does."
    )
