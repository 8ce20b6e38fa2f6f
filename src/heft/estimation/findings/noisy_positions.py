"""Noise of the positions that biases the estimate: what the test of Durbin, Wu and Hausman found."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from heft.errors import listed
from heft.estimation.base import Base
from heft.estimation.least_squares import Fit
from heft.estimation.noise_bias import NoiseBias
from heft.text import in_unit

NOTABLE = 1.0
"""A bias is named from this many standard deviations of the estimate on."""


def noisy_positions(base: Base, fit: Fit, bias: NoiseBias | None) -> Iterator[str]:
    """Yield a sentence if noise of the positions biases base parameters by more than their deviation."""
    if bias is None:
        return
    deviation = np.sqrt(np.maximum(np.diag(fit.covariance), 1e-300))
    size = np.where(bias.significant, np.abs(bias.difference) / deviation, 0.0)
    worst = [int(k) for k in np.argsort(-size) if size[k] > NOTABLE]
    if not worst:
        return
    each = (f"{base.names[k]} by {in_unit(f'{-bias.difference[k]:+.2g}', base.units[k])}" for k in worst)
    yield (
        f"Noise of the positions biases the estimate, as instrumental variables show: {listed(each, 3)}. The intervals "
        "are widened to include this. Use --estimator instrumental, or a lower --cutoff."
    )
