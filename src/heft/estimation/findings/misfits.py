"""Joints whose torques the estimate hardly explains, and joints where physical consistency is what prevents it."""

from __future__ import annotations

from collections.abc import Iterator

from heft.estimation.comparison import Comparison
from heft.estimation.residuals import Residuals

LARGE = 50.0
"""[%] A relative residual that is worth a warning."""

FIGHTS, POINTS = 1.5, 10.0
"""Consistency fights the data where its relative residual is so many times that of least squares, and so many points
above it, on fitted and on held-out rows."""


def misfits(compared: Comparison) -> Iterator[str]:
    """Name joints with a large residual."""
    large: dict[str, list[str]] = {}
    for own, _, rows in _parts(compared):
        for joint in own.joints:
            if joint.relative_percent > LARGE:
                size = f"{joint.relative_percent:.0f} % ({rows} samples, {joint.rmse:.3g} rms)"
                large.setdefault(joint.name, []).append(size)
    for name, sizes in large.items():
        yield f"The residual of '{name}' is large relative to its torque: {' and '.join(sizes)}."


def conflicts(compared: Comparison) -> Iterator[str]:
    """Name joints that least squares without constraints predicts much better than the consistent estimate."""
    parts = _parts(compared)
    fought = [_much_larger(own, other) for own, other, _ in parts]
    both = [name for name in fought[0] if all(name in each for each in fought)]
    if both:
        sizes = ", ".join(f"'{name}' {fought[-1][name][0]:.0f} % against {fought[-1][name][1]:.0f} %" for name in both)
        yield (
            "Physical consistency conflicts with the data. Residuals relative to the torque, against those of least "
            f"squares without constraints, on the {parts[-1][2]} samples: {sizes}. The model lacks something: look for "
            "a spring, a payload, a coupled motor, wrong gains or a wrong robot file."
        )


def _parts(compared: Comparison) -> list[tuple[Residuals, Residuals, str]]:
    """Return the residuals of the consistent estimate and of least squares on each part of the rows, with its name."""
    estimate, free = compared.estimate, compared.unconstrained
    parts = [(estimate.fitted, free.fitted, "fitted")]
    if estimate.held_out is not None and free.held_out is not None:
        parts.append((estimate.held_out, free.held_out, "held-out"))
    return parts


def _much_larger(own: Residuals, other: Residuals) -> dict[str, tuple[float, float]]:
    """Return the joints with a much larger residual than others have, with both relative residuals."""
    pairs = {joint.name: joint.relative_percent for joint in other.joints}
    return {
        joint.name: (joint.relative_percent, pairs[joint.name])
        for joint in own.joints
        if joint.relative_percent > FIGHTS * pairs[joint.name] and joint.relative_percent > POINTS + pairs[joint.name]
    }
