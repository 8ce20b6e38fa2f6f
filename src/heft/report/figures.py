"""Figures of a page as data: curves, points and bars, which `web/src/charts.js` draws.

A figure is one or more charts below each other. The names of series are text, and their styles are those of the style
sheet: "measured", "file", "estimate", "truth", "limit", "median", "normal".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from heft.arrays import Array, Bools, Ints, stretches
from heft.logs.fourier import power_density
from heft.report.packing import Packed, packed, packed_times

TIME = "time [s]"


@dataclass(frozen=True)
class Series:
    """Values over the x of their view; `form` is "line", "points" or "bars"."""

    name: str
    style: str
    values: Packed
    form: str = "line"


@dataclass(frozen=True)
class View:
    """What a chart shows at one position of a switch: series over x, which does not decrease."""

    x: Packed
    series: tuple[Series, ...]


@dataclass(frozen=True)
class Mark:
    """A line across a chart at x, or along it at y, with its words."""

    text: str
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True)
class Chart:
    """One pair of axes.

    Attributes:
        y: the title of the vertical axis, with its unit.
        views: by the position of a switch; one without a name if there is none.
        x: the title of the horizontal axis; `TIME` shares zoom and cursor with all others over time.
        log: the axes with a logarithmic scale, such as "xy".
        height: [px].
        marks: lines with words.
    """

    y: str
    views: Mapping[str, View]
    x: str = TIME
    log: str = ""
    height: int = 210
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True)
class Shade:
    """Stretches of x (n, 2) with a background: "held" out, or left "out"."""

    kind: str
    spans: Packed


@dataclass(frozen=True)
class Figure:
    """Charts below each other.

    Attributes:
        group: the section that it belongs to.
        id: of its element; unique among the figures of a run.
        title: such as the name of a joint.
        charts: from top to bottom.
        run: the number of the run that it is of; None for none.
        shades: of all its charts.
        lead: a sentence below the title.
    """

    group: str
    id: str
    title: str
    charts: tuple[Chart, ...]
    run: int | None = None
    shades: tuple[Shade, ...] = ()
    lead: str = ""


@dataclass(frozen=True)
class Matrix:
    """A matrix of numbers from -1 to 1, drawn as squares; rows and columns have the same names."""

    names: tuple[str, ...] = ()
    values: Packed = field(default_factory=lambda: packed(np.zeros(0)))


def one_view(x: Array, *series: tuple[str, str, Array], form: str = "line") -> dict[str, View]:
    """Return the only view of a chart: (name, style, values) over x."""
    made = tuple(Series(name, style, packed(values), form) for name, style, values in series)
    return {"": View(packed_times(x), made)}


def shade(kind: str, t: Array, out: Bools) -> tuple[Shade, ...]:
    """Return a shade where samples (n,) at times t (n,) are marked; none if nowhere."""
    spans = np.array(stretches(out))
    if not len(spans):
        return ()
    half = 0.5 * float(np.median(np.diff(t))) if len(t) > 1 else 0.0
    return (Shade(kind, packed_times(np.stack([t[spans[:, 0]] - half, t[spans[:, 1] - 1] + half], axis=1))),)


def extremes(values: Array, points: int) -> Array:
    """Return at most `points` values of (n,): all of them, or the smallest and the largest of every bucket."""
    if len(values) <= points:
        return values
    starts = bucket_starts(len(values), points // 2)
    return np.stack([np.fmin.reduceat(values, starts), np.fmax.reduceat(values, starts)], axis=1).ravel()


def bucket_times(t: Array, points: int) -> Array:
    """Return the times of `extremes`: the beginning and the middle of every bucket."""
    if len(t) <= points:
        return t
    starts = bucket_starts(len(t), points // 2)
    middles = (starts + np.append(starts[1:], len(t))) // 2
    return np.stack([t[starts], t[middles]], axis=1).ravel()


def bucket_share(out: Bools, points: int) -> Bools:
    """Return (k,) whether most samples of every bucket are marked."""
    if len(out) <= points:
        return out
    starts = bucket_starts(len(out), points // 2)
    return np.repeat(np.add.reduceat(out.astype(float), starts) > 0.5 * np.diff(np.append(starts, len(out))), 2)


def bucket_starts(n: int, buckets: int) -> Ints:
    """Return where buckets of n samples begin."""
    return (np.arange(buckets) * n) // buckets


def thinned(x: Array, most: int) -> Ints:
    """Return the indices of at most so many of the values (n,), evenly spread over them, by size."""
    order = np.argsort(x, kind="stable")
    if len(order) <= most:
        return order
    return order[np.linspace(0, len(order) - 1, most).astype(int)]


def histogram(residual: Array, name: str, unit: str, bins: int = 61) -> Chart | None:
    """Return how residuals are distributed, beside a normal distribution of their spread; None if there are none."""
    values = residual[np.isfinite(residual)]
    spread = float(np.std(values)) if len(values) else 0.0
    if not spread > 0:
        return None
    centre, edges = float(np.mean(values)), np.linspace(-4, 4, bins + 1) * spread
    counts, _ = np.histogram(values - centre, edges)
    middle = centre + (edges[1:] + edges[:-1]) / 2
    share = 100 * counts / len(values)
    normal = (
        100 * (edges[1] - edges[0]) / spread / np.sqrt(2 * np.pi) * np.exp(-0.5 * ((middle - centre) / spread) ** 2)
    )
    series = (
        Series(f"residual of the {name}", "estimate", packed(share), "bars"),
        Series("normal distribution of the same spread", "normal", packed(normal)),
    )
    return Chart("share [%]", {"": View(packed_times(middle), series)}, x=f"residual [{unit}]", height=190)


def spectrum(named: Sequence[tuple[str, str, Array]], rate: float, unit: str, marks: Sequence[Mark] = ()) -> Chart:
    """Return amplitude densities over frequency of signals (n,) without gaps, at a rate [Hz]."""
    found = []
    for name, style, values in named:
        f, power = power_density(values, rate, min(len(values), 4096))
        groups = np.unique(np.geomspace(1, len(f), 220).astype(int))[:-1] if len(f) > 2 else np.arange(len(f))
        density = np.sqrt(np.add.reduceat(power, groups) / np.diff(np.append(groups, len(f))))
        found.append((f[groups], (name, style, np.where(density > 0, density, np.nan))))
    return Chart(
        f"density [{unit}/√Hz]",
        one_view(found[0][0], *(each for _, each in found)),
        x="frequency [Hz]",
        log="xy",
        height=190,
        marks=tuple(marks),
    )
