"""What physical consistency says of the error of least squares.

The true parameters are physically consistent. So where least squares is not, it is wrong by about the distance d to the
nearest consistent one, however little it scatters: negative friction, or a negative moment of inertia, that many rows
agree on is an error of the model. Every 95 % interval therefore reaches at least to the consistent one. With t the
quantile of Student's t by which deviations are multiplied, the covariance becomes

    C + e e^T,    e_i = sign(d_i) sqrt(max((d_i / t_i)^2 - C_ii, 0))
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array
from heft.estimation.consistent import Consistent
from heft.estimation.least_squares import Fit
from heft.estimation.uncertainty import quantile


def inconsistency(fit: Fit, result: Consistent, covariance: Array, freedom: Array) -> Array:
    """Return (n, n) what the covariance of least squares lacks; zero where its intervals reach far enough.

    Args:
        fit: the least-squares estimate.
        result: the physically consistent one, and that nearest to the data.
        covariance: (n, n) of the fit's values.
        freedom: (n,) degrees of freedom of the variances on its diagonal.
    """
    d = np.where(fit.determined, result.nearest - fit.values, 0.0)
    e = np.sign(d) * np.sqrt(np.maximum((d / quantile(freedom)) ** 2 - np.diag(covariance), 0.0))
    return np.outer(e, e)
