"""Predictions by which a cut-off frequency is chosen: they do not depend on rounding errors."""

import numpy as np

from heft.logs.cutoff import _predicted


def test_a_column_of_rounding_errors_predicts_nothing():
    """It differs between processors, and between NumPy and the compiled kernels; scaled to one it would be noise."""
    rng = np.random.default_rng(0)
    A, b = rng.standard_normal((400, 2, 5)), rng.standard_normal((400, 2))
    A[..., 3] = 0.0
    blocks, weights = [slice(0, 200), slice(200, 400)], np.ones((1, 2))
    exact = _predicted(A, b, blocks, weights)
    A[..., 3] = 1e-16 * rng.standard_normal((400, 2))
    np.testing.assert_allclose(_predicted(A, b, blocks, weights), exact, rtol=1e-12)
