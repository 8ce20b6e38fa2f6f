"""How well a few samples are explained together and joint by joint: what undone faults are judged by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from heft.arrays import Array, Ints
from heft.estimation.base import Base
from heft.estimation.columns import Model
from heft.estimation.findings.sampled import Sample
from heft.estimation.information import triangle
from heft.estimation.row_blocks import acting_rows
from heft.linalg import least_squares, significant

NOTICED = 0.2
"""A fault is searched where the residual from fitting joints together is at least this much of that of each alone. With
the few thousand rows of a sample, and some ten parameters more, noise makes half of it."""

BETTER = 0.5
"""An undone fault must leave less than this much of that residual to be believed."""

ALIKE = 1.03
"""Faults whose undoing leaves at most this many times the least residual are named together."""


class _Together(NamedTuple):
    """The factor of all coordinates together.

    Attributes:
        efforts: (width + nv, nv) a column for each coordinate.
        rubbing: the part of the columns that cannot have any sign, in units of their lengths.
        freedom: how many samples are left beside the parameters.
    """

    efforts: Array
    rubbing: Array
    freedom: int


@dataclass(frozen=True, eq=False)
class SampleFactors:
    """Triangular factors of a sample, one for each coordinate, with the efforts of all as right-hand sides.

    Attributes:
        parts: for each coordinate its columns and the factor of those and of all efforts.
        free: how many columns may have any sign; the others are of friction and reflected inertias.
        width: how many columns there are.
        energy: (nv,) rms efforts, over the samples in which they count; 0 where there are none.
        samples: (nv,) how many these are.
    """

    parts: list[tuple[Ints, Array]]
    free: int
    width: int
    energy: Array
    samples: Ints

    @classmethod
    def of(cls, base: Base, sample: Sample) -> SampleFactors:
        """Return those of base parameters."""
        return cls.of_columns(base.model, base.columns, sample)

    @classmethod
    def of_columns(cls, model: Model, columns: Ints, sample: Sample) -> SampleFactors:
        """Return those of some columns of a model."""
        first = model.n_inertial
        rubs = np.array([c >= first and model.extra[c - first].law.nonnegative for c in columns])
        order = np.concatenate([columns[~rubs], columns[rubs]])
        acting = acting_rows(model, order, sample.q, sample.qd, sample.qdd)
        parts = [
            (acts, triangle((np.vstack([rows, sample.effort.T]) * counts).T))
            for (acts, rows), counts in zip(acting, sample.counts.T, strict=True)
        ]
        samples = np.sum(sample.counts, axis=0)
        energy = np.sqrt(np.sum(sample.effort**2, axis=0) / np.maximum(samples, 1))
        return cls(parts, int(np.sum(~rubs)), len(order), energy, samples)

    def misfit(
        self,
        signs: Mapping[int, float] | None = None,
        source: Mapping[int, int] | None = None,
        scales: Mapping[int, float] | None = None,
    ) -> float:
        """Return the relative residual of the best base parameters: a root mean square over the coordinates.

        Friction and reflected inertias are kept from being negative: with that freedom a flipped torque would be
        explained by drives that push instead of rub. The parameters that were fitted are taken off the number of
        samples.

        Args:
            signs: by which efforts of coordinates are multiplied; 1 if not given.
            source: from which coordinate an effort is taken; its own if not given.
            scales: by which efforts of coordinates are divided; 1 if not given.
        """
        from scipy.optimize import nnls

        together = self._as_read if not source and not scales else self._together(source or {}, scales or {})
        if together is None:
            return 0.0
        n, free = self.width, self.free
        rest = together.efforts @ [(signs or {}).get(r, 1.0) for r in range(len(self.parts))]
        # the free parameters take all they can explain; the others must not be negative
        push = nnls(together.rubbing, rest[free:n])[1] if n > free else 0.0
        return float(np.sqrt((push**2 + np.sum(rest[n:] ** 2)) / together.freedom))

    @cached_property
    def _as_read(self) -> _Together | None:
        """`_together`, efforts as they are: signs may be flipped afterwards."""
        return self._together({}, {})

    def _together(self, source: Mapping[int, int], scales: Mapping[int, float]) -> _Together | None:
        """Return the factor of all coordinates, whose efforts are a column each; None if all efforts are zero."""
        n, free, blocks, samples = self.width, self.free, [], 0
        for r, (acts, R) in enumerate(self.parts):
            k, effort = len(acts), source.get(r, r)
            if self.energy[effort] > 0:
                block = np.zeros((len(R), n + len(self.parts)))
                block[:, acts], block[:, n + r] = scales.get(r, 1.0) * R[:, :k], R[:, k + effort]
                blocks.append(block / self.energy[effort])
                samples += int(self.samples[r])
        if not blocks:
            return None
        R = triangle(np.concatenate(blocks))
        unit = np.linalg.norm(R[:, :n], axis=0)
        unit[unit == 0] = 1.0
        return _Together(R[:, n:], R[free:n, free:n] / unit[free:], _freedom(samples, R[:, :n]))

    def alone(self, source: Mapping[int, int] | None = None) -> float:
        """Return the relative residual if each coordinate has parameters of its own."""
        total, used = 0.0, 0
        for r, (acts, R) in enumerate(self.parts):
            k, effort = len(acts), (source or {}).get(r, r)
            if self.energy[effort] > 0:
                rest = np.sum((R[k:, k + effort] / self.energy[effort]) ** 2)
                total, used = total + float(rest) / _freedom(int(self.samples[r]), R[:k, :k]), used + 1
        return float(np.sqrt(total / max(used, 1)))

    def pushing(self) -> list[int]:
        """Return the coordinates whose friction, each coordinate with parameters of its own, adds energy."""
        found = []
        for r, (acts, R) in enumerate(self.parts):
            k, rubs = len(acts), acts >= self.free
            values = least_squares(R[:k, :k], R[:k, k + r]) if k else np.zeros(0)
            # viscous, Coulomb and other friction have the sign of their signals: they brake if all are positive
            if rubs.any() and float(np.sum(values[rubs] * np.linalg.norm(R[:, :k][:, rubs], axis=0))) < 0:
                found.append(r)
        return found

    @cached_property
    def excess(self) -> float:
        """How much of the residual comes from fitting the coordinates together, so that noise does not count."""
        return beyond(self.misfit(), self.alone())


def beyond(together: float, alone: float) -> float:
    """Return the part of a residual that comes from fitting joints together: squares add."""
    return float(np.sqrt(max(together**2 - alone**2, 0.0)))


def _freedom(samples: int, R: Array) -> int:
    """Return how many samples are left beside the parameters of a factor."""
    return max(samples - int(np.sum(significant(np.abs(np.diag(R))))), 1)
