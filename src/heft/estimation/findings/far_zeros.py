"""Zeros of encoders that are far off: a quarter or half a turn, or any angle at which small errors say nothing.

`heft.estimation.findings.encoder_zeros` follows residuals from where the zeros are, which leads nowhere if one is off
by 90 degrees, and other links may then fit the torques nearly as well. So angles all around each joint are tried on a
few hundred samples: first quarter and half turns, which come from another convention for the zero, then steps of thirty
degrees, then a search around the best. Further joints are tried beside it as long as each takes half of the squared
residual. What is found must halve the residual as a whole: a wrong zero spoils what each joint explains alone, too.
Zeros that no torque shows change no residual and stay silent.

Where links of the robot file, with friction fitted, predict every joint, no zero is far off, and nothing is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from heft.dynamics.api import inverse_dynamics
from heft.estimation.base import Base
from heft.estimation.findings.sample_factors import ALIKE, BETTER, SampleFactors
from heft.estimation.findings.sampled import Sample
from heft.estimation.zero_rows import turning
from heft.robot.model import Robot

QUARTERS = (90, 180, 270)
"""[degrees] tried first."""

OTHERS = (30, 60, 120, 150, 210, 240, 300, 330)
"""[degrees] tried where quarters do not explain anything. Half a step off, a correction takes most of the residual."""

STEP, SETTLED = np.radians(30.0), 2e-3
"""[rad] How far around the best of them to search, and how exactly."""

SMALL = np.radians(20.0)
"""[rad] Zeros that are off by less are left to `encoder_zeros`, which knows their intervals."""

PREDICTED = 0.2
"""The share of its rms effort to which the file, with friction fitted, must predict each joint to be called right: a
zero that is off by half a radian makes as much of an effort that gravity dominates wrong twice."""

MANY_JOINTS = 12
"""With more joints than this, zeros are not searched for: that would take long."""

NAMED = 3
"""Joints whose zeros explain the torques alike, and that are tried to the end: no more than this."""


def far_zeros(base: Base, sample: Sample, found: float) -> tuple[float, list[str]]:
    """Return the relative residual with zeros undone that are far off, and what is said of them, alternatives apart.

    Args:
        base: the base parameters.
        sample: a few samples of all runs.
        found: their relative residual as they are.

    Returns:
        Infinity and nothing, if no zeros halve the residual.
    """
    places = turning(base.model.robot)
    if not 0 < len(places) <= MANY_JOINTS or _predicted(base.model.robot, sample):
        return np.inf, []
    search, best, alike = _FarSearch(base, sample, places), (found, dict[str, float]()), list[dict[str, float]]()
    while len(best[1]) < len(places):
        tried = search.beside(best[1], best[0] * BETTER**0.5)
        if not tried or not tried[0][0] < BETTER**0.5 * best[0]:
            break
        best, alike = tried[0], _alike(tried)
    for name in [*best[1]] if len(best[1]) > 1 else []:  # beside the others, another joint may explain more
        tried = search.beside({other: size for other, size in best[1].items() if other != name}, BETTER * found)
        if tried and tried[0][0] < best[0]:
            best, alike = tried[0], _alike(tried)
    if not best[0] < BETTER * found or min(map(abs, best[1].values())) < SMALL:
        return np.inf, []
    return best[0], [_words(offsets) for offsets in alike]


def _alike(tried: Sequence[tuple[float, dict[str, float]]]) -> list[dict[str, float]]:
    """Return the offsets that leave about the least residual; this is the first."""
    return [offsets for left, offsets in tried if left <= ALIKE * tried[0][0]]


class _FarSearch:
    """Residuals of a sample with constants added to its positions."""

    def __init__(self, base: Base, sample: Sample, places: Mapping[str, int]) -> None:
        self.base, self.sample, self.places = base, sample, places

    def misfit(self, offsets: Mapping[str, float]) -> float:
        """Return the relative residual with offsets [rad] added to positions."""
        q, sample = self.sample.q.copy(), self.sample
        for name, size in offsets.items():
            q[:, self.places[name]] += size
        return SampleFactors.of(self.base, replace(sample, q=q)).misfit()

    def beside(self, offsets: Mapping[str, float], enough: float) -> list[tuple[float, dict[str, float]]]:
        """Return residuals with the zero of one joint more undone, the least first, and the offsets then."""
        tried = self._around(offsets, QUARTERS)
        if not tried or tried[0][0] > enough:
            tried = sorted(tried + self._around(offsets, OTHERS))
        best = {name: (left, angle) for left, name, angle in reversed(tried) if left <= enough}
        near = sorted((left, name, angle) for name, (left, angle) in best.items())[:NAMED]
        finer = [self._finer(offsets, name, angle) for _, name, angle in near]
        return sorted(finer, key=lambda each: each[0])

    def _around(self, offsets: Mapping[str, float], degrees: Iterable[int]) -> list[tuple[float, str, float]]:
        """Return residuals with each joint at each of some angles, the least first."""
        others = [name for name in self.places if name not in offsets]
        angles = [float(np.radians(d)) for d in degrees]
        return sorted((self.misfit({**offsets, name: a}), name, a) for name in others for a in angles)

    def _finer(self, offsets: Mapping[str, float], name: str, angle: float) -> tuple[float, dict[str, float]]:
        """Return the least residual near an angle, and the offsets there."""
        from scipy.optimize import minimize_scalar

        found = minimize_scalar(
            lambda a: self.misfit({**offsets, name: a}),
            bounds=(angle - STEP, angle + STEP),
            method="bounded",
            options={"xatol": SETTLED},
        )
        size = float((found.x + np.pi) % (2 * np.pi) - np.pi)
        return float(found.fun), {**offsets, name: size}


def _words(offsets: Mapping[str, float]) -> str:
    several = len(offsets) > 1
    sizes = ", ".join(f"{-np.degrees(size):+.0f} degrees for '{name}'" for name, size in offsets.items())
    table = ", ".join(f"{name} = {size:.3g}" for name, size in offsets.items())
    return (
        f"The zero{'s' if several else ''} of the positions seem{'' if several else 's'} to be off, by {sizes} (import "
        f"the log again with offset = {{ {table} }} for the positions in its map)"
    )


def _predicted(robot: Robot, sample: Sample) -> bool:
    """Return whether links of the file, with friction and reflected inertias fitted, predict every joint."""
    links = inverse_dynamics(robot, sample.q, sample.qd, sample.qdd)
    for r in range(robot.nv):
        qd, qdd, tau, link = (x[sample.counts[:, r], r] for x in (sample.qd, sample.qdd, sample.effort, links))
        rest, size = tau - link, np.linalg.norm(tau)
        drive = np.column_stack([qd, np.sign(qd), np.ones(len(qd)), qdd])
        rest = rest - drive @ np.linalg.lstsq(drive, rest, rcond=None)[0]
        if size and np.linalg.norm(rest) > PREDICTED * size:
            return False
    return True
