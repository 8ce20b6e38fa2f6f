"""Predictions by which a cut-off frequency is chosen: they do not depend on rounding errors."""

import numpy as np

from heft.logs.cutoff import _predicted, _Sums


def predicted(A, b, blocks):
    columns = np.arange(A.shape[2])
    sums = [_Sums.of(columns, A[:, r].T, b[:, r], blocks) for r in range(b.shape[1])]
    return _predicted(sums, blocks, np.ones((1, b.shape[1])))


def test_a_column_of_rounding_errors_predicts_nothing():
    """It differs between processors, and between NumPy and the compiled kernels; scaled to one it would be noise."""
    rng = np.random.default_rng(0)
    A, b = rng.standard_normal((400, 2, 5)), rng.standard_normal((400, 2))
    A[..., 3] = 0.0
    blocks = [slice(0, 200), slice(200, 400)]
    exact = predicted(A, b, blocks)
    A[..., 3] = 1e-16 * rng.standard_normal((400, 2))
    np.testing.assert_allclose(predicted(A, b, blocks), exact, rtol=1e-12)
