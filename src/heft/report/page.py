"""An identification as one HTML file that needs no network: residuals, curves, parameters, warnings, provenance."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.estimation.estimate import TWO_SIDED_95, Estimate
from heft.logs.motion import Motion
from heft.report.friction import trial_rows
from heft.report.identification import CLASS_WORDS, SOURCES, by_data, by_name, parts, shares, unconstrained, which_logs
from heft.report.payload import payload_rows
from heft.report.words import short

POINTS = 700
"""Largest number of points of a curve."""

WIDTH, HEIGHT, MARGIN = 900, 150, 44
COLOURS = ("#7a8793", "#c2410c")


@dataclass(frozen=True, eq=False)
class Curves:
    """The efforts of one joint in a run: measured and predicted."""

    joint: str
    t: Array
    measured: Array
    predicted: Array

    @property
    def svg(self) -> str:
        """Both curves over time as an inline SVG, measured below predicted."""
        t, both = self.t - self.t[0], np.array([self.measured, self.predicted])
        low, high = float(np.nanmin(both)), float(np.nanmax(both))
        span, length = max(high - low, 1e-12), max(float(t[-1]), 1e-12)
        x = MARGIN + (WIDTH - MARGIN - 4) * t / length
        lines = []
        for y, colour in zip(both, COLOURS, strict=True):
            height = 6 + (HEIGHT - 26) * (high - y) / span
            points = " ".join(f"{a:.1f},{b:.1f}" for a, b in zip(x, height, strict=True) if np.isfinite(b))
            lines.append(f'<polyline points="{points}" stroke="{colour}"/>')
        zero = 6 + (HEIGHT - 26) * high / span
        axis = f'<line x1="{MARGIN}" x2="{WIDTH}" y1="{zero:.1f}" y2="{zero:.1f}"/>' if low < 0 < high else ""
        texts = (
            f'<text x="{MARGIN - 6}" y="12" text-anchor="end">{short(high, 3)}</text>'
            f'<text x="{MARGIN - 6}" y="{HEIGHT - 18}" text-anchor="end">{short(low, 3)}</text>'
            f'<text x="{MARGIN}" y="{HEIGHT - 4}">0 s</text>'
            f'<text x="{WIDTH - 2}" y="{HEIGHT - 4}" text-anchor="end">{short(length, 4)} s</text>'
        )
        return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img">{axis}{"".join(lines)}{texts}</svg>'


def curves(estimate: Estimate, motion: Motion) -> list[Curves]:
    """Return measured and predicted efforts of the measured joints of a run, decimated for a screen."""
    index = np.concatenate([np.arange(*segment) for segment in motion.segments])
    at = index[np.unique(np.linspace(0, len(index) - 1, min(POINTS, len(index))).astype(int))]
    predicted = estimate.predict(motion.q[at], motion.qd[at], motion.qdd[at])
    return [
        Curves(name, motion.t[at], motion.effort[at, r], predicted[:, r])
        for r, name in enumerate(motion.names)
        if motion.measured[r]
    ]


def page(estimate: Estimate) -> str:
    """Return the report of an estimate, with the efforts of the held-out runs, or of the first one, drawn."""
    from jinja2 import Environment, StrictUndefined

    template = files("heft.report").joinpath("identification.html").read_text(encoding="utf-8")
    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    environment.filters["number"] = lambda value, digits=4: "–" if value is None else short(float(value), digits)
    held_out, gains, payload = estimate.held_out, estimate.drive_gains, estimate.payload
    return environment.from_string(template).render(
        name=estimate.model.robot.name,
        which_logs=which_logs(estimate).plain,
        shares=shares(estimate),
        estimate=estimate,
        fitted=(*estimate.fitted.joints, estimate.fitted.overall),
        held_out=[by_name(part) for part in parts(held_out)],
        free=[by_name(part) for part in unconstrained(estimate.comparison)],
        runs=[(title, curves(estimate, motion)) for title, motion in _shown(estimate)],
        rows=_rows(estimate),
        base=_base_rows(estimate),
        trials=trial_rows(estimate.friction_choice),
        payload=payload_rows(payload) if payload else None,
        payload_body=payload.body if payload else "",
        loaded=(*payload.residuals.joints, payload.residuals.overall) if payload and payload.residuals else (),
        tilt=estimate.base_tilt.rows() if estimate.base_tilt else [],
        gains=[]
        if gains is None
        else list(zip(gains.names, gains.values, TWO_SIDED_95 * gains.deviation, strict=True)),
        options=json.dumps(estimate.options.to_dict(), indent=1),
        provenance=json.dumps(_brief(estimate.provenance), indent=1),
        colours=COLOURS,
    )


def _shown(estimate: Estimate) -> list[tuple[str, Motion]]:
    """Return the runs that are drawn, each with a title; none of an estimate that was read from a file."""
    if estimate.runs is None:
        return []
    held_out = [("The held-out run", motion) for motion in estimate.runs.held_out]
    return held_out or [("The first run", estimate.runs.unloaded[0])]


def _rows(estimate: Estimate) -> list[dict[str, Any]]:
    prior = estimate.model.prior
    return [
        {
            "name": name,
            "letter": letter,
            "verdict": CLASS_WORDS[letter],
            "value": float(estimate.values[k]),
            "data": by_data(estimate, k),
            "noise": float(estimate.noise[k]),
            "model_error": float(estimate.model_error[k]),
            "unit": estimate.model.units[k],
            "source": SOURCES[estimate.source[k]],
            "by_data": estimate.source[k] == "data",
            "prior": float(prior[k]),
        }
        for k, (name, letter) in enumerate(zip(estimate.names, estimate.base.classes, strict=True))
    ]


def _base_rows(estimate: Estimate) -> list[dict[str, Any]]:
    return [
        {
            "expression": estimate.base.expression(k),
            "value": float(value),
            "half": float(estimate.base_half_width[k]),
            "noise": float(estimate.base_noise[k]),
            "model_error": float(estimate.base_model_error[k]),
            "consistent": float(estimate.base.matrix[k] @ estimate.values),
            "unit": estimate.base.units[k],
        }
        for k, value in enumerate(estimate.base_values)
    ]


def _brief(provenance: Any) -> Any:
    """Return provenance without long lists of numbers, which are in result.json."""
    if isinstance(provenance, dict):
        return {key: _brief(value) for key, value in provenance.items() if key != "taps"}
    if isinstance(provenance, list | tuple):
        return [_brief(value) for value in provenance]
    return provenance
