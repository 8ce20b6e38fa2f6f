"""A motion: a log made ready for estimation, in the robot's own order, with velocities and accelerations.

`heft.clean` makes a `Motion` of a `Log`. Its regression may be filtered: `regression_filter` is to be applied to the
rows of the regressor and to the efforts alike.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import FormatError
from heft.logs.cleaning_options import Cleaning
from heft.logs.log import Origin, Sampled, read_only
from heft.logs.regression_filter import RegressionFilter


@dataclass(frozen=True, eq=False, kw_only=True)
class Motion(Sampled):
    """Samples of a robot's motion, evenly spaced within each segment.

    Attributes:
        t: (n,) [s].
        q: (n, nq), in the robot's order, quaternions of length one.
        qd: (n, nv).
        qdd: (n, nv).
        effort: (n, nv), in the robot's order and the unit of `effort_kind`; NaN where not measured.
        segments: (start, stop) of each stretch without gaps; within it, samples are 1/rate apart.
        rate: sampling rate [Hz].
        names: one for each velocity, as `robot.coordinate_names`.
        effort_kind: as in `Log`.
        measured: (nv,) which efforts were measured.
        velocity_threshold: (nv,) speed below which the sign of friction is uncertain [rad/s, m/s].
        regression_filter: to be applied to both sides of the regression, segment by segment; None for none.
        cleaning: the options, with the values that were chosen for open ones: they give the same motion again.
        steps: what was done to the log, in order, ready for JSON.
        warnings: sentences about what may be wrong with the log.
        notes: sentences about what is worth knowing and not wrong.
        source: the file of the log.
        run: its number among runs that are fitted together, where they are told apart; None elsewhere.
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
    measured: Bools
    velocity_threshold: Array
    regression_filter: RegressionFilter | None = None
    cleaning: Cleaning = field(default_factory=Cleaning)
    steps: tuple[dict[str, Any], ...] = ()
    warnings: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    source: Origin | None = None
    run: int | None = None

    def __post_init__(self) -> None:
        for name in ("t", "q", "qd", "qdd", "effort", "velocity_threshold"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

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
        """Refuse a motion in which no effort was measured.

        Raises:
            FormatError: torques and currents are missing, or all zero.
        """
        if not np.any(self.measured):
            raise FormatError(
                "No joint has an effort that changes: torques and currents are missing, constant or all zero.",
                where=self.where,
                remedy="Log torques or motor currents, and check that the map takes the right columns.",
            )

    def to_dict(self) -> dict[str, Any]:
        """Return everything except the samples, ready for JSON."""
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
            "warnings": list(self.warnings),
            "notes": list(self.notes),
            "source": self.source and {"path": self.source.path, "sha256": self.source.sha256},
        }

    def __repr__(self) -> str:
        return (
            f"<Motion: {self.n} samples at {self.rate:.4g} Hz in {len(self.segments)} segments, nv {len(self.names)}>"
        )
