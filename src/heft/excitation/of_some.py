"""A constraint on some coordinates of a robot, where others are held: those that stand for sensors."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from heft.arrays import Array, Ints
from heft.excitation.problem import ConfigurationConstraint


@dataclass(frozen=True, eq=False)
class OfSome:
    """A constraint on the configurations of some coordinates of a larger robot.

    Attributes:
        inner: the constraint.
        at: (n,) the coordinates.
        nv: of the larger robot.
    """

    inner: ConfigurationConstraint
    at: Ints
    nv: int

    @property
    def names(self) -> list[str]:
        """Of the pairs."""
        return list(self.inner.names)

    @property
    def lipschitz(self) -> Array:
        """(m, nv)."""
        return self._wide(self.inner.lipschitz)

    def values(self, q: Array) -> Array:
        """Return (n, m)."""
        return self.inner.values(q[:, self.at])

    def gradients(self, q: Array) -> Array:
        """Return (n, m, nv)."""
        return self._wide(self.inner.gradients(q[:, self.at]))

    def _wide(self, narrow: Array) -> Array:
        wide = np.zeros((*narrow.shape[:-1], self.nv))
        wide[..., self.at] = narrow
        return wide
