"""The residuals look as if the base were tilted.

A cheap test, in one pass over a part of the logs: the two columns of a small tilt (`heft.estimation.tilt_rows`) are
added to the regression, and the usual friction first where the model lacks it. It speaks only if all of this holds:
the tilt is more than half a degree; it is significant against its scatter over long blocks of time (Hotelling's T2, so
that errors that persist for a while do not count as many); and it takes a worthwhile share from the residuals on
blocks that were left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.columns import Model, driven, joint_column
from heft.estimation.least_squares import Fit, reweighted
from heft.estimation.residuals import Pass
from heft.estimation.tilt_rows import Gravity, TiltPass, thinned
from heft.estimation.uncertainty import Stretch, stretches
from heft.friction import DEFAULT_FRICTION
from heft.logs.motion import Motion

MOST_SAMPLES = 20_000
BLOCKS = 20
LEAST = np.radians(0.5)
"""[rad] Smaller tilts are within the care with which robots are mounted."""

WORTHWHILE = 0.02
"""The share of the residuals' sum of squares on blocks left out that the tilt must explain."""

MOST = 0.5
"""The same share from which on the tilt is a reason not to rely on the estimate."""

CERTAIN = 0.001
"""The probability with which scatter alone would look as significant."""

FRICTION = 100.0
"""The size that friction could have which the model lacks, in standard deviations of the largest residuals."""

PLAUSIBLE = 0.1
"""[rad] The size that a tilt could well have."""


@dataclass(frozen=True)
class TiltTest:
    """What a small tilt would explain.

    Attributes:
        angles: (2,) [rad].
        probability: with which scatter over blocks alone would make angles as large.
        share: of the residuals' sum of squares on blocks that were left out, which the tilt explains.
    """

    angles: Array
    probability: float
    share: float

    @property
    def speaks(self) -> bool:
        """Whether it is worth a sentence."""
        large = float(np.linalg.norm(self.angles)) > LEAST
        return large and self.probability < CERTAIN and self.share > WORTHWHILE

    @property
    def grave(self) -> bool:
        """Whether the estimate should not be relied on."""
        return self.speaks and self.share > MOST


def base_tilt(base: Base, found: TiltTest | None) -> Iterator[str]:
    """Yield that the base seems to be tilted, if it does.

    Args:
        base: the base parameters.
        found: what a tilt would explain.
    """
    if found is not None and found.speaks:
        first, second = Gravity.of(base.model.robot).names
        a, b = np.degrees(found.angles)
        yield (
            f"The residuals look as if the base were tilted, by about {a:.1f} deg about its {first} axis and {b:.1f} "
            f"deg about {second}: a tilt explains {100 * found.share:.0f} % of their squares on samples left out. "
            "Estimate the tilt with --base-tilt, or level the base. If it is level, look for a joint whose zero "
            "position is wrong."
        )


def tilt_test(base: Base, motions: Sequence[Motion], fit: Fit, values: Array) -> TiltTest | None:
    """Return what a small tilt would explain; None where the base floats, nothing weighs or the logs are too short."""
    robot, gravity = base.model.robot, Gravity.of(base.model.robot)
    if robot.base == "floating" or not np.any(gravity.vector):
        return None
    part = thinned(list(motions), MOST_SAMPLES)
    model = with_friction(base.model)
    more = len(model.extra) - len(base.model.extra)
    chosen = [*base.columns, *range(len(model.names) - more, len(model.names))]
    one_pass = TiltPass(model, chosen, part, values[: model.n_inertial], gravity.rates(np.zeros(2)))
    rows = sum(len(motion.kept) for motion in part)
    start, weights = np.append(fit.values, np.zeros(more + 2)), reweighted(fit)
    blocks = list(stretches(one_pass, start, weights, max(1, -(-rows // BLOCKS))))
    if len(blocks) < BLOCKS // 2:
        return None
    scales = np.concatenate([fit.scales, np.full(more, FRICTION * np.nanmax(fit.sigma)), [PLAUSIBLE, PLAUSIBLE]])
    return _tested(blocks, scales, _squares(Pass(model, chosen, part), start[:-2], weights))


def with_friction(model: Model) -> Model:
    """Return a model that also has the usual friction, which is what a model lacks more often than a tilt."""
    columns = [joint_column(model.robot, r, law) for r in driven(model.robot) for law in DEFAULT_FRICTION]
    known = {column.name for column in model.extra}
    return replace(model, extra=(*model.extra, *(column for column in columns if column.name not in known)))


def _squares(one_pass: Pass, values: Array, weights: Array) -> float:
    """Return the weighted sum of squared residuals."""
    return float(sum(np.nansum((weights[:, None] * errors) ** 2) for _, errors in one_pass.residuals(values)))


def _tested(blocks: Sequence[Stretch], scales: Array, squares: float) -> TiltTest | None:
    """Leave each block out in turn, with and without the tilt.

    With N and s the sums of A^T w^2 A and A^T w^2 e, a step dx changes the sum of squares of a block by
    dx^T N dx - 2 dx^T s. Parameters have their plausible sizes as a prior, so that those that are not excited stay.
    Where efforts have so little noise that rounding hides the prior, the step is the shortest.
    """
    from scipy.special import fdtrc

    N = np.array([scales[:, None] * block.information * scales for block in blocks])
    s = np.array([scales * block.scores.sum(axis=0) for block in blocks])
    n = len(scales)
    tilts, change = [], np.zeros(2)
    for k in range(len(blocks)):
        others, score = N.sum(axis=0) - N[k] + np.eye(n), s.sum(axis=0) - s[k]
        steps = [np.linalg.lstsq(others[:size, :size], score[:size], rcond=None)[0] for size in (n - 2, n)]
        change += [x @ N[k][: len(x), : len(x)] @ x - 2 * x @ s[k][: len(x)] for x in steps]
        tilts.append(steps[1][-2:] * scales[-2:])
    angles, m = np.mean(tilts, axis=0), len(blocks)
    scatter = (m - 1) / m * np.cov(np.array(tilts).T, bias=True) * m
    if squares + change[0] <= 0 or np.linalg.matrix_rank(scatter) < 2:
        return None
    hotelling = float(angles @ np.linalg.solve(scatter, angles)) * (m - 2) / (2 * (m - 1))
    share = float((change[0] - change[1]) / (squares + change[0]))
    return TiltTest(angles, float(fdtrc(2, m - 2, hotelling)), share)
