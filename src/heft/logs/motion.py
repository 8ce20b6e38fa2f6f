"""A motion: a log made ready for estimation, in the robot's own order, with velocities and accelerations.

`heft.clean` makes a `Motion` of a `Log`. Its regression may be filtered: `regression_filter` is to be applied to the
rows of the regressor and to the efforts alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np

from heft.arrays import Array, Bools
from heft.errors import FormatError
from heft.logs.cleaning_options import Cleaning
from heft.logs.content import KnownRun, content_of
from heft.logs.log import Origin, Sampled, read_only
from heft.logs.marks import as_json, marks_of
from heft.logs.regression_filter import RegressionFilter
from heft.logs.wrench_channels import AXES


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
        clipped: (n, nv) where efforts are at the limit of their drive or sensor; None if they are nowhere.
        wrenches: (n, 6) forces and moments of force/torque sensors by their frames, at the stamps `t`; NaN where there
            is none. See `heft.logs.wrench_channels`.
        command: (n, nv) commanded positions at the stamps `t`, NaN where there is none; None if none was recorded.
        contacts: (n,) by link: when it touches something, with the time that filters smear an impact over.
        log_content: a hash of the samples of the log that it was made from; "" if it was not made from a log.
        log_marks: samples of that log by which parts of it are recognised; see `heft.logs.marks`.
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
    clipped: Bools | None = None
    command: Array | None = None
    wrenches: Mapping[str, Array] = field(default_factory=dict)
    contacts: Mapping[str, Bools] = field(default_factory=dict)
    log_content: str = ""
    log_marks: Mapping[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ("t", "q", "qd", "qdd", "effort", "velocity_threshold"):
            object.__setattr__(self, name, read_only(getattr(self, name)))

    @cached_property
    def true_effort(self) -> Array:
        """(n, nv) the efforts, NaN where they are clipped."""
        return self.effort if self.clipped is None else np.where(self.clipped, np.nan, self.effort)

    def efforts(self, sensors: Sequence[str]) -> Array:
        """Return (n, nv + 6 each) the true efforts, then the wrenches of some sensors; NaN where there is none."""
        if not sensors:
            return self.true_effort
        none = np.full((self.n, len(AXES)), np.nan)
        return np.hstack([self.true_effort, *(self.wrenches.get(frame, none) for frame in sensors)])

    @cached_property
    def content(self) -> str:
        """A hash of the samples of its log, or of its own, by which they are recognised under another name."""
        columns = {"q": self.q, "effort": self.effort}
        return self.log_content or content_of((f"{x}.{k}", c) for x, a in columns.items() for k, c in enumerate(a.T))

    @property
    def known(self) -> KnownRun:
        """What it is recognised by."""
        name = self.source.path if self.source else "the motion"
        return KnownRun(name, self.content, self.segments, self.marks)

    @cached_property
    def marks(self) -> Mapping[str, int]:
        """Samples of its log, or its own, by which parts of it are recognised, with their numbers."""
        return self.log_marks if self.log_content else marks_of(self.q, self.effort)

    @property
    def kept(self) -> np.ndarray:
        """(m,) indices of the samples that the rows of the filtered regression belong to."""
        if self.regression_filter is None:
            return np.concatenate([np.arange(*segment) for segment in self.segments] or [np.arange(0)])
        return np.concatenate([self.regression_filter.kept(*segment) for segment in self.segments] or [np.arange(0)])

    @property
    def row_rate(self) -> float:
        """The rate of the rows of the filtered regression [Hz]."""
        return self.rate / (self.regression_filter.factor if self.regression_filter else 1)

    def filtered(self, rows: Array) -> Array:
        """Apply the regression's filter and decimation to (n, ...); returns (m, ...), one row for each of `kept`."""
        parts = [np.asarray(rows[start:stop], float) for start, stop in self.segments]
        if self.regression_filter is not None:
            parts = [self.regression_filter.apply(part) for part in parts]
        return np.concatenate(parts) if parts else np.empty((0, *np.shape(rows)[1:]))

    def with_filter(self, regression_filter: RegressionFilter | None) -> Motion:
        """Return it with another filter of the regression."""
        if regression_filter is self.regression_filter:
            return self
        factor = 1 if regression_filter is None else regression_filter.factor
        steps = (*self.steps, {"step": "regression filter, shortened", "factor": factor})
        cleaning = replace(self.cleaning, decimation=factor)
        return replace(self, regression_filter=regression_filter, cleaning=cleaning, steps=steps)

    def longest(self, n: int) -> Motion:
        """Return the first n samples of the longest segment, or all of it if it is shorter."""
        start, stop = max(self.segments, key=lambda segment: segment[1] - segment[0])
        stop = min(stop, start + n)
        return replace(self._between(start, stop), segments=((0, stop - start),))

    def beginning(self, n: int) -> Motion:
        """Return the first n samples of its segments; itself if it has no more."""
        segments, left = [], n
        for start, stop in self.segments:
            if left > 0:
                segments.append((start, min(stop, start + left)))
                left -= stop - start
        if tuple(segments) == self.segments:
            return self
        return replace(self._between(0, segments[-1][1] if segments else 0), segments=tuple(segments))

    def _between(self, start: int, stop: int) -> Motion:
        """Return it with the samples from `start` to `stop` alone; the segments are still to be changed."""
        at = slice(start, stop)
        parts = {name: getattr(self, name)[at] for name in ("t", "q", "qd", "qdd", "effort")}
        parts["command"] = None if self.command is None else self.command[at]
        parts["clipped"] = None if self.clipped is None else self.clipped[at]
        parts["contacts"] = {link: values[at] for link, values in self.contacts.items()}
        parts["wrenches"] = {frame: values[at] for frame, values in self.wrenches.items()}
        return replace(self, **parts)

    def require_effort(self) -> None:
        """Refuse a motion in which neither an effort nor a wrench was measured.

        Raises:
            FormatError: torques and currents are missing, or all zero.
        """
        if not np.any(self.measured) and not self.wrenches:
            servo = (
                " Position servos are identified from the commands alone by heft identify --servo."
                if self.command is not None
                else ""
            )
            raise FormatError(
                "No joint has an effort that changes: torques and currents are missing, constant or all zero.",
                where=self.where,
                remedy=f"Log torques or motor currents, and check that the map takes the right columns.{servo}",
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
            "content": self.content,
            "marks": as_json(self.marks),
        }

    def __repr__(self) -> str:
        return (
            f"<Motion: {self.n} samples at {self.rate:.4g} Hz in {len(self.segments)} segments, nv {len(self.names)}>"
        )
