"""Do recorded velocities belong to the recorded positions? Lag, scale, sign and swapped joints, by comparison.

The recorded velocity v is compared with the differentiated position d of the same joint, both low-pass filtered alike:
v(t) ≈ scale d(t - lag). The lag in whole samples is where their cross-correlation is largest. The rest of it and the
scale are estimated together, by least squares of v(t + lag) ≈ scale d(t) - scale rest d'(t), so that one is not taken
for the other.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import Array

MOST_LAG = 25
"""The largest lag that is searched, in samples, in either direction."""

SMALL_LAG = 0.25
"""A velocity that is late or early by less than this many samples is used as it is."""

TRUSTED_SCALE = 0.05
TRUSTED_CORRELATION = 0.97

KNOWN_SCALES = {180 / np.pi: "degrees per second", np.pi / 180: "radians per second of positions in degrees"}


@dataclass(frozen=True)
class Agreement:
    """How a recorded velocity relates to the derivative of the position.

    Attributes:
        name: of the coordinate.
        lag: how late the velocity is [samples].
        scale: recorded over differentiated.
        correlation: at that lag, between -1 and 1.
        like: the coordinate whose differentiated position it resembles most.
    """

    name: str
    lag: float
    scale: float
    correlation: float
    like: str

    @property
    def trusted(self) -> bool:
        """Whether the recorded velocity can be used, once it is shifted."""
        return (
            abs(self.lag) < MOST_LAG
            and abs(self.scale - 1) <= TRUSTED_SCALE
            and self.correlation >= TRUSTED_CORRELATION
        )

    @property
    def in_time(self) -> bool:
        """Whether it needs no shift."""
        return abs(self.lag) <= SMALL_LAG

    @property
    def words(self) -> str:
        """What is wrong with it, as a sentence; "" if nothing is."""
        if self.trusted:
            return ""
        if self.like != self.name:
            return f"The recorded velocity of '{self.name}' follows the position of '{self.like}': are they swapped?"
        if self.correlation <= -TRUSTED_CORRELATION:
            return f"The recorded velocity of '{self.name}' has the opposite sign of the derivative of its position."
        if self.correlation < TRUSTED_CORRELATION:
            return (
                f"The recorded velocity of '{self.name}' does not follow its position "
                f"(correlation {self.correlation:.2f})."
            )
        late = "" if self.in_time else f" and {abs(self.lag):.1f} samples {'late' if self.lag > 0 else 'early'}"
        for scale, unit in KNOWN_SCALES.items():
            if abs(self.scale / scale - 1) <= TRUSTED_SCALE:
                factor = f"{max(self.scale, 1 / self.scale):.3g} times too {'large' if self.scale > 1 else 'small'}"
                return f"The recorded velocity of '{self.name}' is {factor}{late}: {unit}?"
        return f"The recorded velocity of '{self.name}' is {self.scale:.3g} times the derivative of its position{late}."

    def to_dict(self) -> dict[str, float | str | bool]:
        """Return it ready for JSON."""
        return {
            "name": self.name,
            "lag": self.lag,
            "scale": self.scale,
            "correlation": self.correlation,
            "like": self.like,
            "trusted": self.trusted,
        }


def compare(names: tuple[str, ...], recorded: Array, differentiated: Array) -> list[Agreement | None]:
    """Compare recorded velocities with differentiated positions, (n, k) each at even stamps; both are overwritten.

    Returns:
        One agreement for each column; None where the velocity was not recorded or the joint does not move.
    """
    v, d = recorded, differentiated
    for x in (v, d):
        x -= x.mean(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        likeness = np.abs(v.T @ d) / np.outer(np.linalg.norm(v, axis=0), np.linalg.norm(d, axis=0))
    found: list[Agreement | None] = []
    for k, name in enumerate(names):
        if not np.all(np.isfinite(v[:, k])) or not v[:, k].any() or not d[:, k].any():
            found.append(None)
            continue
        lag, correlation, scale = _lag(v[:, k], d[:, k])
        best = int(np.nanargmax(likeness[k]))
        swapped = abs(correlation) < TRUSTED_CORRELATION <= likeness[k, best]
        found.append(Agreement(name, lag, scale, correlation, names[best] if swapped else name))
    return found


def _lag(v: Array, d: Array) -> tuple[float, float, float]:
    """Return by how many samples v is later than d, their correlation at that lag, and the scale."""
    reach = min(MOST_LAG, len(v) // 4)
    lags = np.arange(-reach, reach + 1)
    inner = d[reach : len(d) - reach]
    windows = [v[reach + lag : len(v) - reach + lag] for lag in lags]
    products = np.array(
        [window @ inner / max(np.linalg.norm(window) * np.linalg.norm(inner), 1e-300) for window in windows]
    )
    best = int(np.argmax(np.abs(products)))
    slope = np.gradient(d)[reach : len(d) - reach]
    scale, rest = np.linalg.lstsq(np.stack([inner, -slope], axis=1), windows[best], rcond=None)[0]
    if best in (0, len(lags) - 1) or not scale:
        return float(lags[best]), float(products[best]), float(scale)
    fitted = scale * inner - rest * slope
    size = max(np.linalg.norm(windows[best]) * np.linalg.norm(fitted), 1e-300)
    return float(lags[best] + rest / scale), float(np.sign(scale) * (windows[best] @ fitted) / size), float(scale)
