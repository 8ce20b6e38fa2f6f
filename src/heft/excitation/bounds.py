"""Lower bounds of distances, for many postures at once, from the capsules around solids.

Each function returns, per sample, the bound d, a unit normal n from the first solid to the second, and a point x of the
separation, all in world axes: the derivative of d is that of n . (x_second - x_first) with n held.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array

Bound = tuple[Array, Array, Array]
"""d (n,) [m], n (n, 3), x (n, 3) [m]."""


def between_capsules(a: Array, b: Array, radius: float) -> Bound:
    """Return the distance of capsules with segments a and b (n, 2, 3) and this sum of radii; x is on the first."""
    u, v, w = a[:, 1] - a[:, 0], b[:, 1] - b[:, 0], a[:, 0] - b[:, 0]
    uu, uv, vv, uw, vw = (np.einsum("ni,ni->n", x, y) for x, y in ((u, u), (u, v), (v, v), (u, w), (v, w)))
    s = np.clip(_ratio(uv * vw - vv * uw, uu * vv - uv**2), 0, 1)
    t = np.clip(_ratio(vw + s * uv, vv), 0, 1)
    s = np.clip(_ratio(t * uv - uw, uu), 0, 1)
    x, y = a[:, 0] + s[:, None] * u, b[:, 0] + t[:, None] * v
    gap = y - x
    distance = np.linalg.norm(gap, axis=1)
    return distance - radius, gap / np.maximum(distance, 1e-12)[:, None], x


def to_box(a: Array, radius: float, low: Array, high: Array, rotation: Array, translation: Array) -> Bound:
    """Return a bound of the distance of a capsule (n, 2, 3) to a box with these corners in a frame that stands still.

    It is the largest separation along the normals of the box's faces.
    """
    ends = (a - translation) @ rotation
    before, behind = low - ends.max(axis=1), ends.min(axis=1) - high
    separations = np.concatenate([before, behind], axis=1) - radius
    face = np.argmax(separations, axis=1)
    rows, axis = np.arange(len(a)), face % 3
    lower = face < 3
    end = np.where(lower, ends[rows, :, axis].argmax(axis=1), ends[rows, :, axis].argmin(axis=1))
    return separations[rows, face], rotation.T[axis] * np.where(lower, 1.0, -1.0)[:, None], a[rows, end]


def to_half_space(a: Array, radius: float, rotation: Array, translation: Array) -> Bound:
    """Return the distance of a capsule (n, 2, 3) to the half-space below the xy plane of a frame that stands still."""
    normal = rotation[:, 2]
    heights = (a - translation) @ normal
    end = heights.argmin(axis=1)
    rows = np.arange(len(a))
    return heights[rows, end] - radius, np.broadcast_to(-normal, (len(a), 3)), a[rows, end]


def _ratio(top: Array, bottom: Array) -> Array:
    """Return top / bottom, 0 where the bottom vanishes: parallel segments, or points."""
    return np.where(bottom > 1e-14, top / np.where(bottom > 1e-14, bottom, 1.0), 0.0)
