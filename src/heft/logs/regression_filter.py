"""The filter of the regression: a low-pass filter and decimation, applied to the regressor and to the efforts alike.

The same filter on both sides keeps an equation true; on one side alone it would bias the estimate.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError
from heft.logs.cleaning_options import Cleaning
from heft.logs.journal import Journal
from heft.logs.log import read_only
from heft.logs.spectrum import ABOVE_VALLEY
from heft.logs.stamps import Segments

ROWS = 10
"""Rows that a part of a log must keep for its residuals to mean something."""


@dataclass(frozen=True, eq=False)
class RegressionFilter:
    """A symmetric FIR low-pass filter followed by decimation, for both sides of a regression.

    Row k of the output is ``sum_m taps[m] x[k factor + m]``, so an output row uses `len(taps)` input rows around
    its own instant, and nothing is extrapolated beyond the ends of a segment.

    Attributes:
        taps: (2 h + 1,), symmetric, with sum one.
        factor: one output row in `factor` rows is kept.
        cutoff: frequency at which its gain is one half [Hz].
    """

    taps: Array
    factor: int
    cutoff: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "taps", read_only(self.taps))

    @property
    def half(self) -> int:
        """How many rows it reaches to either side."""
        return len(self.taps) // 2

    def n_out(self, n: int) -> int:
        """Return how many rows come out of n."""
        return max(0, -(-(n - 2 * self.half) // self.factor))

    def kept(self, start: int, stop: int) -> np.ndarray:
        """Return the indices of the samples that the output rows of a segment belong to."""
        return start + self.half + self.factor * np.arange(self.n_out(stop - start))

    def apply(self, rows: Array) -> Array:
        """Filter the rows of one segment (n, ...), samples first; returns (n_out, ...).

        Samples are taken in blocks of `factor`. The products of all blocks with all blocks of the taps are one product
        of matrices, and an output is the sum of those along a diagonal.
        """
        rows = np.asarray(rows, float)
        count, d = self.n_out(len(rows)), self.factor
        if not count:
            return np.empty((0, *rows.shape[1:]))
        x, blocks = rows.reshape(len(rows), -1).T, len(self.taps) // d
        n = count + blocks - 1
        products = self.taps[: blocks * d].reshape(blocks, d) @ x[:, : n * d].reshape(-1, d).T
        out = np.zeros((len(x), count))
        for j, product in enumerate(products.reshape(blocks, len(x), n)):
            out += product[:, j : j + count]
        for m in range(blocks * d, len(self.taps)):
            out += self.taps[m] * x[:, m : m + (count - 1) * d + 1 : d]
        return out.T.reshape(count, *rows.shape[1:])

    def tiles(self, start: int, stop: int, size: int) -> Iterator[slice]:
        """Cut a segment into overlapping slices of about `size` rows; their outputs in order are those of the whole."""
        count = self.n_out(stop - start)
        each = max(1, (size - 2 * self.half) // self.factor)
        for first in range(0, count, each):
            outputs = min(each, count - first)
            begin = start + first * self.factor
            yield slice(begin, begin + (outputs - 1) * self.factor + len(self.taps))

    def shortened(self, rate: float, segments: Segments) -> RegressionFilter | None:
        """Return it with its factor halved until it leaves `ROWS` rows of segments at this rate [Hz]; None for none."""
        factor = self.factor
        while factor > 1 and sum(max(0, b - a - 20 * factor) for a, b in segments) < ROWS * factor:
            factor //= 2
        return self if factor == self.factor else _filter(rate, factor)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"taps": self.taps.tolist(), "factor": self.factor, "cutoff": self.cutoff}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> RegressionFilter:
        """Read what `to_dict` returned."""
        return cls(np.array(data["taps"], float), data["factor"], data["cutoff"])


def choose_regression_filter(
    rate: float, segments: Segments, options: Cleaning, journal: Journal
) -> tuple[RegressionFilter | None, Cleaning]:
    """Return the filter of the regression, None if no row is to be dropped, and the options with its decimation.

    The low-pass filter ends at the highest valley of all spectra (`heft.logs.spectrum`), and the rows that are kept
    follow each other at 2.5 times that rate.
    """
    factor = options.decimation
    if factor is None:
        valley = float(np.max(options.cutoff or 0.0)) / ABOVE_VALLEY
        factor = max(1, int(rate / (2.5 * valley)))
        while factor > 1 and sum(max(0, b - a - 20 * factor) for a, b in segments) < segments[-1][1] / 2:
            factor //= 2
    if factor < 1:
        raise ArgumentError(f"'decimation' is {factor}.", remedy="It must be 1 or more.")
    options = replace(options, decimation=factor)
    chosen = _filter(rate, factor)
    if chosen is None:
        journal.step("regression filter", factor=1)
        return None, options
    journal.step(
        "regression filter", kind="FIR on both sides", factor=factor, cutoff=chosen.cutoff, taps=len(chosen.taps)
    )
    return chosen, options


def _filter(rate: float, factor: int) -> RegressionFilter | None:
    """Return the filter that keeps one row in `factor`; None if that is every row."""
    cutoff = 0.8 * rate / factor / 2
    return RegressionFilter(_taps(rate, cutoff, factor), factor, cutoff) if factor > 1 else None


def _taps(rate: float, cutoff: float, factor: int) -> Array:
    """Return the 20 factor + 1 taps of a symmetric low-pass filter with a gain of one half at `cutoff` [Hz]."""
    half = 10 * factor
    taps = np.sinc(2 * cutoff / rate * np.arange(-half, half + 1)) * np.hamming(2 * half + 1)
    return taps / np.sum(taps)
