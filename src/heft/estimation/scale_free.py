"""Joints with almost no effort: what cancels in them says how parameters relate, not how large they are.

A joint that swings freely, or whose drive only holds its friction, has an effort near zero: A x = 0. Least squares has
a perfect answer to that, x = 0. If the residuals are weighted by their own size, each iteration makes the parameters
smaller, the residual with them, and the weight larger, until the other joints no longer count. So the residual e of
such a joint is compared with the terms that cancel in it: what counts is e / v, where v(x) = p^T x is the size of the
inertial parameters that act on this joint beside those of the robot file. With p^T x = 1 at the present estimate, the
Gauss-Newton row of e / v is

    A - e p^T    in place of A,

which does not change e / v if all of them grow together: the other joints decide about that.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from heft.arrays import Array, Bools
from heft.estimation.information import Information

if TYPE_CHECKING:
    from heft.estimation.regression import Regression

ALMOST_NONE = 0.1
"""An effort below this part of the terms that the robot file expects in it is almost none."""


def terms(information: Information, values: Array) -> Array:
    """Return (nv,) the root mean square of the terms of each torque, as if they did not cancel [N m, N]."""
    squares = [
        np.sum((R[:, :-1] * values[c]) ** 2) for c, R in zip(information.columns, information.factors, strict=True)
    ]
    return np.sqrt(np.array(squares) / np.maximum(information.counts, 1))


def sizes(information: Information, values: Array) -> Array:
    """Return (nv,) the root mean square of each torque by some values [N m, N]."""
    pairs = zip(information.columns, information.factors, strict=True)
    squares = np.array([np.sum((R[:, :-1] @ values[c]) ** 2) for c, R in pairs])
    return np.sqrt(squares / np.maximum(information.counts, 1))


def efforts(information: Information) -> Array:
    """Return (nv,) the root mean square of the efforts [N m, N]."""
    return np.sqrt(information.energy / np.maximum(information.counts, 1))


def almost_no_effort(evidence: Regression) -> Bools:
    """Return (nv,) which coordinates have an effort that is small beside what cancels in it by the robot file."""
    information = evidence.information
    few = efforts(information) < ALMOST_NONE * terms(information, evidence.inertial_prior)
    return few & (information.counts > 0)


def without_scale(evidence: Regression) -> Bools:
    """Return (nv,) the coordinates with almost no effort, if others say how large parameters are; none otherwise."""
    small = almost_no_effort(evidence)
    others = np.any((evidence.information.counts > 0) & ~small)
    return small & others


def sizes_of(evidence: Regression, values: Array) -> Array:
    """Return p (nv, n) of each coordinate, with p^T x = 1 at values x.

    It is zero where the robot file has no inertias that act on the coordinate, or the values oppose them.
    """
    p = evidence.inertial_prior / evidence.base_scales**2
    found = np.zeros((len(evidence.information.columns), len(values)))
    for r, c in enumerate(evidence.information.columns):
        size = float(p[c] @ values[c])
        if size > 0:
            found[r, c] = p[c] / size
    return found


def scale_free(information: Information, which: Bools, values: Array, p: Array) -> Information:
    """Return information whose chosen coordinates say nothing of the size of all parameters together.

    Args:
        information: over the parameters; or over their instruments and the parameters. Then the rows of the instruments
            are changed, to which the residuals of the estimate are at right angles, and the others stay as they are.
        which: (nv,) the coordinates.
        values: (n,) the present estimate x.
        p: (nv, n) of each coordinate, with p^T x = 1.
    """
    n, factors = len(values), []
    for chosen, c, R, own in zip(which, information.columns, information.factors, p, strict=True):
        changed = R.copy()
        if chosen:
            first = c < n
            at, x, direction = np.flatnonzero(first), values[c[first]], own[c[first]]
            error = R[:, at] @ x - R[:, -1]
            changed[:, at] -= np.outer(error, direction)
            if len(information.names) == n:
                changed[:, -1] = changed[:, at] @ x - error
        factors.append(changed)
    return replace(information, factors=tuple(factors))
