"""A motion: a log made ready for estimation, in the robot's own order, with velocities and accelerations.

A `Motion` is what `heft.logs.clean` makes of a `Log`. The regression may be filtered: what stands in
`regression_filter` is to be applied to the rows of the regressor and to the efforts alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import FormatError
from heft.logs.log import Origin, read_only
from heft.logs.options import Cleaning


@dataclass(frozen=True, eq=False)
class RegressionFilter:
    """A symmetric FIR low-pass followed by decimation, for both sides of a regression.

    Row k of the output is ``sum_m taps[m] x[k factor + m]``, so an output row uses `len(taps)` input rows around
    its own instant and nothing is invented beyond the ends of a segment.

    Attributes:
        taps: (2 h + 1,), symmetric, with sum one.
        factor: of `factor` output rows one is kept.
        cutoff: where its gain is one half [Hz].
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
        """Filter the rows of one segment (n, ...), samples first; returns (n_out, ...)."""
        from scipy.signal import upfirdn

        rows = np.asarray(rows, float)
        count = self.n_out(len(rows))
        if not count:
            return np.empty((0, *rows.shape[1:]))
        delay = -2 * self.half % self.factor
        taps = np.concatenate([np.zeros(delay), self.taps])
        full = np.asarray(upfirdn(taps, rows.reshape(len(rows), -1), down=self.factor, axis=0))
        first = (2 * self.half + delay) // self.factor
        return full[first : first + count].reshape(count, *rows.shape[1:])

    def tiles(self, start: int, stop: int, size: int) -> Iterator[slice]:
        """Cut a segment into overlapping slices of about `size` rows; their outputs in order are the whole's."""
        count = self.n_out(stop - start)
        each = max(1, (size - 2 * self.half) // self.factor)
        for first in range(0, count, each):
            outputs = min(each, count - first)
            begin = start + first * self.factor
            yield slice(begin, begin + (outputs - 1) * self.factor + len(self.taps))

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {"taps": self.taps.tolist(), "factor": self.factor, "cutoff": self.cutoff}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> RegressionFilter:
        """Read what `to_dict` gives."""
        return cls(np.array(data["taps"], float), data["factor"], data["cutoff"])


@dataclass(frozen=True, eq=False)
class Motion:
    """Samples of a robot's motion, evenly spaced within each segment.

    Attributes:
        t: (n,) [s].
        q: (n, nq), in the robot's order, quaternions of length one.
        qd: (n, nv).
        qdd: (n, nv).
        effort: (n, nv), in the robot's order and the unit of `effort_kind`; NaN where not measured.
        segments: (start, stop) of the stretches without gap; within each, samples are 1/rate apart.
        rate: [Hz].
        names: one per velocity, as `robot.coordinate_names`.
        effort_kind: as in `Log`.
        measured: (nv,) which efforts were measured.
        velocity_threshold: (nv,) speed below which the sign of friction is in doubt; see `moving`.
        regression_filter: to be applied to both sides of the regression, segment by segment; None for none.
        cleaning: the options, what was chosen in place of what was left open: they give the same motion again.
        steps: what was done to the log, in order, ready for JSON.
        notes: sentences on what was found odd.
        source: the file of the log.
    """

    t: Array
    q: Array
    qd: Array
    qdd: Array
    effort: Array
    segments: tuple[tuple[int, int], ...]
    rate: float
    names: tuple[str, ...]
    effort_kind: str
    measured: np.ndarray
    velocity_threshold: Array
    regression_filter: RegressionFilter | None = None
    cleaning: Cleaning = field(default_factory=Cleaning)
    steps: tuple[dict[str, Any], ...] = ()
    notes: tuple[str, ...] = ()
    source: Origin | None = None

    def __post_init__(self) -> None:
        for name in ("t", "q", "qd", "qdd", "effort", "velocity_threshold"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    @property
    def n(self) -> int:
        """How many samples there are."""
        return len(self.t)

    @property
    def moving(self) -> np.ndarray:
        """(n, nv) whether a coordinate moves fast enough for its friction to be taken at its word."""
        return np.abs(self.qd) >= self.velocity_threshold

    @property
    def kept(self) -> np.ndarray:
        """(m,) indices of the samples that the rows of the filtered regression belong to."""
        if self.regression_filter is None:
            return np.concatenate([np.arange(*segment) for segment in self.segments] or [np.arange(0)])
        return np.concatenate([self.regression_filter.kept(*segment) for segment in self.segments] or [np.arange(0)])

    def filtered(self, rows: Array) -> Array:
        """Apply the regression's filter and decimation to (n, ...); returns (m, ...), one row for each of `kept`."""
        parts = [np.asarray(rows[start:stop], float) for start, stop in self.segments]
        if self.regression_filter is not None:
            parts = [self.regression_filter.apply(part) for part in parts]
        return np.concatenate(parts) if parts else np.empty((0, *np.shape(rows)[1:]))

    def longest(self, n: int) -> Motion:
        """Return the first n samples of the longest segment, or all of it if it is shorter."""
        start, stop = max(self.segments, key=lambda segment: segment[1] - segment[0])
        at = slice(start, min(stop, start + n))
        parts = {name: getattr(self, name)[at] for name in ("t", "q", "qd", "qdd", "effort")}
        return replace(self, **parts, segments=((0, at.stop - at.start),))

    def require_effort(self) -> None:
        """Complain if no effort was measured.

        Raises:
            FormatError: torques and currents are missing, or all zero.
        """
        if not np.any(self.measured):
            raise FormatError(
                "No joint has an effort that changes: torques and currents are missing, constant or all zero.",
                where=self.source.path if self.source else "log",
                remedy="Log torques or motor currents, and look whether the map takes the right columns.",
            )

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the samples, ready for JSON."""
        return {
            "samples": self.n,
            "rows": len(self.kept),
            "segments": [list(segment) for segment in self.segments],
            "rate": self.rate,
            "names": list(self.names),
            "effort_kind": self.effort_kind,
            "measured": [bool(x) for x in self.measured],
            "velocity_threshold": self.velocity_threshold.tolist(),
            "regression_filter": self.regression_filter and self.regression_filter.to_dict(),
            "cleaning": self.cleaning.to_dict(),
            "steps": [dict(step) for step in self.steps],
            "notes": list(self.notes),
            "source": self.source and {"path": self.source.path, "sha256": self.source.sha256},
        }

    @property
    def warnings(self) -> tuple[str, ...]:
        """The notes that are warnings: that an encoder has steps is none."""
        return tuple(note for note in self.notes if "multiples of" not in note)

    def __repr__(self) -> str:
        return (
            f"<Motion: {self.n} samples at {self.rate:.4g} Hz in {len(self.segments)} segments, nv {len(self.names)}>"
        )
