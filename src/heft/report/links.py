"""The links of an identified robot: their parameters beside the file's, and what is said of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.estimation.estimate import Estimate
from heft.estimation.scales import body_sizes, inertial_scales, scales_of
from heft.parameters import DISPLAY_NAMES, NAMES, order
from heft.report.page_data import ShownLink, ShownParameter
from heft.report.scene import shown_inertia
from heft.report.words import counted

LARGEST_RATIO = 1e9

VERDICTS = {"I": "alone", "B": "combination", "c": "combination", "X": "never", "D": "drive", "S": "sensor"}


def identified_links(estimate: Estimate, links: Sequence[ShownLink]) -> tuple[ShownLink, ...]:
    """Return the links of a robot with what was identified of them."""
    scales, classes = parameter_scales(estimate), estimate.base.classes
    return tuple(_identified(estimate, i, link, scales, classes) for i, link in enumerate(links))


def parameter_scales(estimate: Estimate) -> Array:
    """Return (n,) the size that each parameter could well have.

    Those of links follow from their masses and sizes in the file, those of drives from the efforts that were fitted;
    NaN where these are not there, as in a saved result.
    """
    if estimate.information is not None:
        return scales_of(estimate.model, estimate.information)
    scales = np.full(len(estimate.names), np.nan)
    mass, radius = body_sizes(estimate.model.plausible.parameters)
    ten = inertial_scales(mass[:, None], radius[:, None]).ravel()
    scales[: len(ten)] = ten
    return scales


def _identified(estimate: Estimate, i: int, link: ShownLink, scales: Array, classes: Sequence[str]) -> ShownLink:
    ten = slice(10 * i, 10 * i + 10)
    parameters = tuple(
        _parameter(estimate, 10 * i + k, VERDICTS[classes[10 * i + k]], float(scales[10 * i + k]))
        for k in order(NAMES, DISPLAY_NAMES)
    )
    rows = np.flatnonzero(np.any(np.abs(estimate.base.matrix[:, ten]) > 1e-12, axis=1))
    return replace(
        link,
        verdict=best_verdict(parameters),
        sentence=sentence(link.name, parameters),
        combinations=tuple(
            estimate.base.expression(int(k)) for k in rows if np.count_nonzero(estimate.base.matrix[k]) > 1
        ),
        parameters=parameters,
        file=shown_inertia(estimate.model.file[ten]),
        estimate=shown_inertia(estimate.values[ten]),
    )


def best_verdict(parameters: Sequence[ShownParameter]) -> str:
    """Return the best verdict on any of the parameters."""
    verdicts = [parameter.verdict for parameter in parameters]
    return next((each for each in ("alone", "combination") if each in verdicts), "never")


def _parameter(estimate: Estimate, k: int, verdict: str, scale: float) -> ShownParameter:
    half = float(estimate.half_width[k])
    known, file, value = bool(np.isfinite(half)), float(estimate.model.file[k]), float(estimate.values[k])
    return ShownParameter(
        symbol=NAMES[k % 10],
        unit=estimate.model.units[k],
        verdict=verdict,
        value=value,
        data=float(estimate.least_squares[k]) if known else None,
        half=half if known else None,
        file=file,
        source=estimate.source[k],
        uncertainty=_ratio(half, scale) if known else None,
        change=_ratio(value - file, scale),
    )


def _ratio(value: float, scale: float) -> float:
    """Return a value in units of a scale, within what a page can show; zero if the scale is."""
    return float(np.clip(value / scale, -LARGEST_RATIO, LARGEST_RATIO)) if scale > 0 else 0.0


def determined(name: str, parameters: Sequence[ShownParameter]) -> str:
    """Return what joint efforts can determine of a link, in words."""
    groups = {v: [p.symbol for p in parameters if p.verdict == v] for v in ("alone", "combination", "never")}
    words = {"alone": "identifiable alone", "combination": "in combination with others", "never": "not identifiable"}
    said = [f"{words[v]}: {', '.join(found)}" for v, found in groups.items() if found]
    return f"Parameters of '{name}' from joint efforts: {'; '.join(said)}."


def sentence(name: str, parameters: Sequence[ShownParameter]) -> str:
    """Return the verdict on a link in words: what any motion could determine, and what these logs did."""
    measured = sum(p.source == "data" for p in parameters)
    return (
        f"{determined(name, parameters)} "
        f"From these logs, {counted(measured, 'value comes', 'values come')} from the data alone."
    )
