"""How closeness is judged. Samples stand on the first axis; every error is relative to something of the same unit."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike


def _ratio(error: np.ndarray, scale: np.ndarray) -> float:
    """The largest error / scale; where the scale is zero, the error itself counts."""
    if not error.size:
        return 0.0
    error, scale = np.broadcast_arrays(error, scale)
    return float(np.max(np.where(scale > 0, error / np.where(scale > 0, scale, 1.0), error)))


def _checked(found: ArrayLike, expected: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    found, expected = np.asarray(found, float), np.asarray(expected, float)
    assert found.shape == expected.shape, f"shapes {found.shape} and {expected.shape}"
    assert np.all(np.isfinite(expected)), "the expected values are not finite"
    assert np.all(np.isfinite(found)), "the values found are not finite"
    return found, expected


def error_of_samples(found: ArrayLike, expected: ArrayLike) -> float:
    """The largest over the samples of |found - expected| / |expected|, Euclidean norms of whole samples."""
    found, expected = _checked(found, expected)
    n = len(expected)
    error = np.linalg.norm((found - expected).reshape(n, -1), axis=1)
    return _ratio(error, np.linalg.norm(expected.reshape(n, -1), axis=1))


def error_of_coordinates(found: ArrayLike, expected: ArrayLike) -> float:
    """Like `error_of_samples`, but each coordinate (axis 1) is measured by its own largest entry.

    Small joints count as much as the base that carries them. A coordinate a million times smaller than the largest is
    measured by that millionth: some are zero but for rounding.
    """
    found, expected = _checked(found, expected)
    if not expected.size:
        return 0.0
    axes = tuple(a for a in range(expected.ndim) if a != 1)
    scale = np.max(np.abs(expected), axis=axes)
    return _ratio(np.max(np.abs(found - expected), axis=axes), np.maximum(scale, 1e-6 * np.max(scale)))


def error_of_mass_matrices(found: ArrayLike, expected: ArrayLike) -> float:
    """The largest |found - expected| / sqrt(M_ii M_jj) of entries: no unit and no joint weighs more than another."""
    found, expected = _checked(found, expected)
    size = np.sqrt(np.abs(np.einsum("nii->ni", expected)))
    return _ratio(np.abs(found - expected), size[:, :, None] * size[:, None, :])


def scaled_condition(mass_matrices: np.ndarray) -> np.ndarray:
    """The condition numbers of mass matrices (n, nv, nv) with their diagonals scaled to one; inf if one has a zero."""
    size = np.sqrt(np.abs(np.einsum("nii->ni", mass_matrices)))
    if np.any(size == 0):
        return np.full(len(mass_matrices), np.inf)
    return np.linalg.cond(mass_matrices / (size[:, :, None] * size[:, None, :]))
