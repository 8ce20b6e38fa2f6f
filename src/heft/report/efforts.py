"""Measured and predicted efforts over time: raw and filtered, small enough for a page.

A run of n samples gets at most as many points as its share of `BUDGET` allows. If it has more samples, its time is cut
into equal buckets, and of every bucket each curve keeps its smallest and its largest value: whatever is drawn at that
width or less looks the same, peaks included. The browser does the same again for each pixel that is visible.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from heft.arrays import Array, Bools, Ints
from heft.estimation.columns import Model
from heft.estimation.coordinates import is_rotational
from heft.estimation.prediction import predicted
from heft.estimation.runs import Runs, name_of
from heft.logs.motion import Motion
from heft.report.figures import Chart, Figure, Series, View, bucket_share, bucket_times, extremes, shade
from heft.report.packing import packed, packed_times

BUDGET = 300_000
"""Values of all curves of a page; two bytes each, 4/3 of that as text."""

MOST_RUNS = 3

RAW, FILTERED = "as measured", "low-pass filtered"


@dataclass(frozen=True, eq=False)
class RunEfforts:
    """The efforts of a run.

    Attributes:
        motion: the run, whole.
        predictions: (n, nv) at all its samples by (name, style), NaN outside its segments; the one that is judged last.
        rotational: (nv,) which coordinates turn.
        held_out: from when until when nothing was fitted [s].
        slow_too: (nv,) whether samples at any speed count.
        label: what it is called.
    """

    motion: Motion
    predictions: Mapping[tuple[str, str], Array]
    rotational: Bools
    slow_too: Bools
    held_out: tuple[tuple[float, float], ...] = ()
    label: str = field(default="")

    @property
    def judged(self) -> Array:
        """(n, nv) the prediction that is judged."""
        return [*self.predictions.values()][-1]

    @property
    def joints(self) -> list[int]:
        """The coordinates whose efforts are measured."""
        return [int(r) for r in np.flatnonzero(self.motion.measured)]

    def unit(self, r: int) -> str:
        """Return the unit of a coordinate's effort."""
        return "N m" if self.rotational[r] else "N"

    @property
    def left_out(self) -> Bools:
        """(n, nv) which samples no fit uses: too slow for the sign of friction, clipped, or missing."""
        slow = (np.abs(self.motion.qd) < self.motion.velocity_threshold) & ~self.slow_too
        return slow | ~np.isfinite(self.motion.true_effort)

    def points(self, share: int) -> int:
        """Return how many points a curve gets of so many values for all curves, raw and filtered."""
        curves = (1 + 2 * len(self.predictions)) * max(len(self.joints), 1)
        return max(2 * share // (3 * curves), 100)


def shown_runs(runs: Runs | None) -> tuple[Motion, ...]:
    """Return the runs that a page shows: those with held-out samples first."""
    if runs is None:
        return ()
    held = {motion.content for motion in runs.held_out}
    whole = [motion for motion in runs.unloaded if motion.segments]
    return tuple(sorted(whole, key=lambda motion: motion.content not in held))[:MOST_RUNS]


def run_efforts(
    model: Model,
    named: Mapping[tuple[str, str], Array],
    motion: Motion,
    held_out: Sequence[Motion] = (),
    presliding: Mapping[str, float] | None = None,
) -> RunEfforts:
    """Return the efforts of a run.

    Args:
        model: what predicts.
        named: sets of its parameters (n,), by name and style.
        motion: the run, whole.
        held_out: the motions that were held out.
        presliding: of the estimate, see `heft.estimation.presliding`.
    """
    index = within(motion)
    found = np.full((len(named), motion.n, model.robot.nv), np.nan)
    found[:, index] = predicted(model, np.array([*named.values()]), motion, index, presliding or {})
    start = motion.t[index[0]]
    spans = tuple(
        (float(motion.t[a] - start), float(motion.t[b - 1] - start))
        for held in held_out
        if held.content == motion.content
        for a, b in held.segments
    )
    turning = np.array([is_rotational(model.robot, r) for r in range(model.robot.nv)])
    slow_too = model.holds_at_rest & model.slow_rows
    return RunEfforts(motion, dict(zip(named, found, strict=True)), turning, slow_too, spans, name_of(motion))


def within(motion: Motion) -> Ints:
    """Return the indices of all samples in segments."""
    return np.concatenate([np.arange(*segment) for segment in motion.segments])


def effort_figures(run: RunEfforts, number: int, share: int, group: str) -> Iterator[Figure]:
    """Yield a figure for every measured joint of a run: measured and predicted efforts, and residuals below.

    Args:
        run: the efforts.
        number: of the run on the page.
        share: how many values all of its curves may have.
        group: the section.
    """
    motion, points = run.motion, run.points(share)
    index, kept = _with_gaps(motion), motion.kept
    start, real = motion.t[index[0]], index >= 0
    t, t_filtered = motion.t[index] - start, motion.t[kept] - start
    measured = np.where(real[:, None], motion.effort[index], np.nan)
    low = {name: motion.filtered(values) for name, values in run.predictions.items()}
    low_measured, out = motion.filtered(motion.true_effort), run.left_out[index] | ~real[:, None]
    x, times = packed_times(bucket_times(t, points)), bucket_times(t, points)
    x_filtered = packed_times(bucket_times(t_filtered, points // 2))
    held = np.zeros(len(times), bool)
    for a, b in run.held_out:
        held |= (times >= a) & (times <= b)

    def series(name: str, style: str, values: Array, most: int) -> Series:
        return Series(name, style, packed(extremes(values, most)))

    for r in run.joints:
        whole = {name: np.where(real, values[index, r], np.nan) for name, values in run.predictions.items()}
        raw = [series("measured", "measured", measured[:, r], points)]
        raw += [series(*name, values, points) for name, values in whole.items()]
        rest = [series(*name, measured[:, r] - values, points) for name, values in whole.items()]
        smooth = [series("measured", "measured", low_measured[:, r], points // 2)]
        smooth += [series(*name, values[:, r], points // 2) for name, values in low.items()]
        low_rest = [series(*name, low_measured[:, r] - values[:, r], points // 2) for name, values in low.items()]
        views = {RAW: View(x, tuple(raw)), FILTERED: View(x_filtered, tuple(smooth))}
        rests = {RAW: View(x, tuple(rest)), FILTERED: View(x_filtered, tuple(low_rest))}
        charts = (Chart(f"effort [{run.unit(r)}]", views), Chart(f"residual [{run.unit(r)}]", rests, height=130))
        shades = shade("held", times, held) + shade("out", times, bucket_share(out[:, r], points))
        yield Figure(group, f"joint-{r}", motion.names[r], charts, number, shades)


def bucket_size(run: RunEfforts, share: int) -> int:
    """Return how many samples a pair of points stands for; 1 if every sample is there."""
    count, points = len(_with_gaps(run.motion)), run.points(share)
    return 1 if count <= points else -(-count // (points // 2))


def _with_gaps(motion: Motion) -> Ints:
    """Return the indices of all samples in segments, with a negative one where a gap begins."""
    parts: list[Ints] = []
    for start, stop in motion.segments:
        parts += [np.arange(start, stop), np.array([-(motion.n - stop + 1)])]
    return np.concatenate(parts[:-1])
