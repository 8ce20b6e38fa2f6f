"""The parameters of an estimate, and its base parameters, as the rows of its file: one table each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from heft.estimation.estimate import Estimate


def parameter_rows(estimate: Estimate) -> list[dict[str, Any]]:
    """Return every parameter with its interval and its source, ready for JSON."""
    prior, file = estimate.model.prior, estimate.model.file
    return [
        {
            "name": name,
            "unit": estimate.model.units[k],
            "value": float(estimate.values[k]),
            "least_squares": finite(estimate.least_squares[k]),
            "deviation": finite(estimate.deviation[k]),
            "noise": finite(estimate.noise[k]),
            "model_error": finite(estimate.model_error[k]),
            "freedom": finite(estimate.freedom[k]),
            "half_width": finite(estimate.half_width[k]),
            "source": estimate.source[k],
            "prior": float(prior[k]),
            "file": float(file[k]),
        }
        for k, name in enumerate(estimate.names)
    ]


def base_rows(estimate: Estimate) -> list[dict[str, Any]]:
    """Return every base parameter with its interval, ready for JSON."""
    return [
        {
            "name": name,
            "expression": estimate.base.expression(k),
            "terms": {
                estimate.names[c]: float(estimate.base.matrix[k, c]) for c in np.flatnonzero(estimate.base.matrix[k])
            },
            "unit": estimate.base.units[k],
            "value": float(estimate.base_values[k]),
            "consistent_value": float(estimate.base.matrix[k] @ estimate.values),
            "deviation": finite(estimate.base_deviation[k]),
            "noise": finite(estimate.base_noise[k]),
            "model_error": finite(estimate.base_model_error[k]),
            "freedom": finite(estimate.base_freedom[k]),
            "half_width": finite(estimate.base_half_width[k]),
        }
        for k, name in enumerate(estimate.base.names)
    ]


def finite(value: float) -> float | None:
    """Return a number as JSON has it: None if it is not finite."""
    return float(value) if np.isfinite(value) else None
