"""The figures that people publish: torques, residuals, parameters with intervals, and friction.

What has figures names them; `plot` draws one by Matplotlib, which is an extra. A figure is made without pyplot: it is
not in any list of open windows, shows itself in notebooks, and is written with `savefig`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from heft.errors import ArgumentError, MissingExtraError, did_you_mean
from heft.text import printable

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from heft.arrays import Array

MOST_PANELS = 12
MOST_POINTS = 4000
COLOURS = ("#9aa5b1", "#d97706", "#2563eb", "#15803d")
"""Grey for what was measured, and one for each prediction; they differ in brightness, too."""


Figures = Mapping[str, Callable[[Any], "Figure"]]
"""What draws figures, by their names."""


class Plotted:
    """What has figures; `plot` draws them."""

    _figures: ClassVar[Callable[..., Figures]]
    """Gives what draws each figure of the instance, by its name; the usual one first."""

    def plot(self, kind: str = "") -> Figure:
        """Draw a figure: torques, residuals, parameters or friction, as far as this has them; by default the first.

        Args:
            kind: the name of the figure.

        Raises:
            ArgumentError: there is no such figure; lists those that there are.
            MissingExtraError: Matplotlib is not installed.
        """
        figures = self._figures()
        kind = kind or next(iter(figures))
        if kind not in figures:
            what = f"There is no figure '{kind}' of this {type(self).__name__}."
            raise ArgumentError(what, where="plot", remedy=did_you_mean(kind, figures))
        return figures[kind](self)


@dataclass(frozen=True)
class Panel:
    """One diagram of a figure.

    Attributes:
        title: of the diagram.
        curves: (x, y) by label; NaN leaves a gap.
        dots: (x, y) by label, as points.
        shaded: (from, until) of stretches that were held out.
        bounds: heights of dashed lines.
        ylabel: of the vertical axis.
    """

    title: str
    curves: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)
    dots: Mapping[str, tuple[Array, Array]] = field(default_factory=dict)
    shaded: Sequence[tuple[float, float]] = ()
    bounds: Sequence[float] = ()
    ylabel: str = ""


@dataclass(frozen=True)
class Dots:
    """Values with intervals, in one unit.

    Attributes:
        unit: of all values.
        names: of the rows.
        values: in the middle of the intervals.
        half_widths: to either side; infinite or zero where there are none.
        priors: to compare with; NaN for none.
    """

    unit: str
    names: Sequence[str]
    values: Array
    half_widths: Array
    priors: Array


def blank(*heights: float) -> tuple[Figure, list[Axes]]:
    """Return an empty figure with diagrams of these heights [inches] below each other.

    Raises:
        MissingExtraError: Matplotlib is not installed.
    """
    try:
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    except ModuleNotFoundError as error:
        raise MissingExtraError(str(error.name), "plot", "plot()") from None

    class Drawing(Figure):
        """A figure that shows itself in a notebook."""

        def _repr_png_(self) -> bytes:
            from io import BytesIO

            content = BytesIO()
            self.savefig(content, format="png", dpi=110)
            return content.getvalue()

    figure = Drawing(figsize=(8.0, max(sum(heights), 2.5)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(len(heights), squeeze=False, height_ratios=heights)
    return figure, list(axes.flat)


def diagrams(panels: Sequence[Panel], xlabel: str, *, shared: bool = True) -> Figure:
    """Return a figure of curves, a diagram for each panel; of very many only the first.

    Args:
        panels: the diagrams.
        xlabel: of the horizontal axis.
        shared: whether all have the same horizontal axis, whose label then stands once.
    """
    shown = panels[:MOST_PANELS]
    if not shown:
        raise ArgumentError("There is nothing to draw.", where="plot", remedy="Plot something with measured efforts.")
    figure, every = blank(*[1.8] * len(shown))
    for axes, panel in zip(every, shown, strict=True):
        for k, (label, (x, y)) in enumerate(panel.dots.items()):
            step = max(len(x) // MOST_POINTS, 1)
            axes.plot(x[::step], y[::step], ".", ms=2, color=COLOURS[k % 4], label=_plain(label), rasterized=True)
        for k, (label, (x, y)) in enumerate(panel.curves.items(), start=len(panel.dots)):
            axes.plot(x, y, lw=1.2, color=COLOURS[k % 4], ls="-" if k != 1 else "--", label=_plain(label))
        for k, (start, stop) in enumerate(panel.shaded):
            axes.axvspan(start, stop, color="#fde68a", alpha=0.4, lw=0, label="" if k else "held out")
        for height in panel.bounds:
            axes.axhline(height, color="#dc2626", lw=0.8, ls=":")
        axes.set_title(_plain(panel.title), loc="left", fontsize=9)
        axes.set_ylabel(panel.ylabel, fontsize=9)
        axes.tick_params(labelsize=8)
        if not shared:
            axes.set_xlabel(xlabel, fontsize=9)
    every[-1].set_xlabel(xlabel, fontsize=9)
    if len(panels) > len(shown):
        figure.suptitle(f"The first {len(shown)} of {len(panels)}", fontsize=9)
    handles, labels = every[0].get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper right", ncols=4, fontsize=8, frameon=False)
    return figure


def intervals(groups: Sequence[Dots], labels: tuple[str, str] = ("by the data, 95 %", "prior")) -> Figure:
    """Return a figure of values with intervals beside their priors, a diagram for each unit."""
    kept = [group for group in groups if len(group.names)]
    if not kept:
        raise ArgumentError("No parameter has an interval.", where="plot", remedy="Record a motion that excites more.")
    figure, every = blank(*(0.7 + 0.22 * len(group.names) for group in kept))
    for axes, group in zip(every, kept, strict=True):
        rows = range(len(group.names), 0, -1)
        half = [h if 0 < h < float("inf") else 0.0 for h in group.half_widths.tolist()]
        axes.errorbar(group.values, rows, xerr=half, fmt="o", ms=4, color=COLOURS[2], capsize=2, label=labels[0])
        axes.plot(group.priors, rows, "x", color=COLOURS[1], label=labels[1])
        axes.set_yticks(list(rows), [_plain(name) for name in group.names], fontsize=8)
        axes.set_xlabel(group.unit, fontsize=9)
        axes.tick_params(axis="x", labelsize=8)
        axes.grid(axis="x", alpha=0.3)
    every[0].legend(fontsize=8, frameon=False)
    return figure


def _plain(text: str) -> str:
    """Return text that Matplotlib shows as it is: dollar signs begin no formula, and an underscore hides no label."""
    return "\u200b" * text.startswith("_") + printable(text).replace("$", r"\$")
