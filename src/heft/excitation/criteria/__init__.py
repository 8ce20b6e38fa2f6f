"""Criteria, a file each: how good the information of a motion is, as a number to be minimised, with its gradient.

The information M (n, n) is the sum of A^T A over the samples of a motion. Its rows A are in units of the noise of each
joint and its columns in units of the plausible size of each parameter, or both in SI units where `units` says so. The
criterion is a function of M, and its gradient a symmetric matrix G with df = <G, dM>.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

import numpy as np

from heft.arrays import Array
from heft.registry import Registry

FLOOR = 1e-12
"""Eigenvalues count as at least this part of the largest, so that what is not excited has a large value, not none."""


class Criterion(ABC):
    """A function of the information matrix, to be minimised.

    Attributes:
        name: the word that selects it.
        summary: what it is, for the manual.
        plain: whether rows and columns are in SI units, neither weighted by noise nor scaled by plausible sizes.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    plain: ClassVar[bool] = False

    @abstractmethod
    def value_and_gradient(self, M: Array) -> tuple[float, Array]:
        """Return f(M) and G (n, n) with df = <G, dM>."""

    @property
    def sharp(self) -> Criterion:
        """The same nearer to the number that people quote, if it is smoothed: for the end of a search."""
        return self

    @abstractmethod
    def shown(self, M: Array) -> float:
        """Return the number that people quote for it."""


def spectrum(M: Array) -> tuple[Array, Array]:
    """Return the eigenvalues (n,), rising and not below `FLOOR` of the largest, and the eigenvectors (n, n)."""
    values, vectors = np.linalg.eigh(M)
    return np.maximum(values, max(FLOOR * values[-1], 1e-300)), vectors


_CRITERIA: Registry[Criterion] = Registry(__name__, "CRITERION", "criterion")
criterion_named, criteria = _CRITERIA.named, _CRITERIA.all
