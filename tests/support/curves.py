"""A small curve for tests of what takes any curve: one wave for each joint, which starts and ends at rest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np


@dataclass(frozen=True)
class Waves:
    """q = centre + amplitude ((1 - cos x) / 2)^2, x = 2 pi k t / duration with k = 1, 2, 3, ... by joint."""

    joints: Sequence[str]
    centre: Sequence[float]
    amplitude: Sequence[float]
    duration: float

    def sample(self, t):
        w = 2 * np.pi * np.arange(1, len(self.joints) + 1) / self.duration
        x = np.outer(np.asarray(t, float), w)
        a = np.asarray(self.amplitude)
        q = np.asarray(self.centre) + a * (3 / 8 - np.cos(x) / 2 + np.cos(2 * x) / 8)
        qd = a * w * (np.sin(x) / 2 - np.sin(2 * x) / 4)
        qdd = a * w**2 * (np.cos(x) - np.cos(2 * x)) / 2
        return q, qd, qdd, a * w**3 * (np.sin(2 * x) - np.sin(x) / 2)

    def scaled(self, factor: float) -> Waves:
        return replace(self, amplitude=[factor * a for a in self.amplitude])
