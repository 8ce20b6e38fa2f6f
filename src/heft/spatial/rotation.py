"""Rotations in three dimensions: by axis and angle, by quaternion (w, x, y, z), and their action."""

from __future__ import annotations

from typing import Any

import numpy as np

from heft.arrays import AnyArray, Array


def namespace(*arrays: AnyArray) -> Any:
    """Return the array namespace of the arrays: jax.numpy if any of them is JAX's, else numpy."""
    for array in arrays:
        if not isinstance(array, (np.ndarray, np.generic, float, int)):
            return array.__array_namespace__()
    return np


def stacked(xp: Any, parts: list[Any]) -> AnyArray:
    """Return arrays of one shape, in a list or in lists of rows, as one with them on its first axes.

    NumPy's `array` takes less time than its `stack`, and does so on two axes at once.
    """
    if xp is np:
        return np.array(parts)
    return xp.stack([stacked(xp, part) if isinstance(part, list) else part for part in parts])


def cross(a: AnyArray, b: AnyArray) -> AnyArray:
    """Return a x b, (3, ...)."""
    parts = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    return stacked(namespace(a, b), parts)


def rotate(R: AnyArray, v: AnyArray) -> AnyArray:
    """Return R v, (3, ...); both have as many axes of samples, of length one where they do not differ."""
    return namespace(R, v).sum(R * v[None], axis=1)


def rotate_back(R: AnyArray, v: AnyArray) -> AnyArray:
    """Return R^T v, (3, ...); both have as many axes of samples, of length one where they do not differ."""
    return namespace(R, v).sum(R * v[:, None], axis=0)


def rotation_about(axis: AnyArray, angle: AnyArray) -> AnyArray:
    """Return the rotation by an angle [rad] about a unit axis, (3, 3, ...) (Rodrigues)."""
    xp = namespace(axis, angle)
    x, y, z = axis
    s, c = xp.sin(angle), xp.cos(angle)
    k = 1 - c
    return stacked(
        xp,
        [
            [c + x * x * k, x * y * k - z * s, x * z * k + y * s],
            [x * y * k + z * s, c + y * y * k, y * z * k - x * s],
            [x * z * k - y * s, y * z * k + x * s, c + z * z * k],
        ],
    )


def rotation_from_quaternion(quaternion: AnyArray) -> AnyArray:
    """Return the rotation of a quaternion (4, ...), normalised first, (3, 3, ...)."""
    xp = namespace(quaternion)
    w, x, y, z = unit_quaternion(quaternion)
    return stacked(
        xp,
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ],
    )


def quaternion_product(a: AnyArray, b: AnyArray) -> AnyArray:
    """Return the Hamilton product a b, (4, ...)."""
    return stacked(
        namespace(a, b),
        [
            a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
            a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
            a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
            a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
        ],
    )


def quaternion_exponential(w: AnyArray) -> AnyArray:
    """Return the unit quaternion of the rotation vector w [rad], (4, ...); smooth at zero."""
    xp = namespace(w)
    square = xp.sum(w * w, axis=0)
    small = square < 1e-8
    half = 0.5 * xp.sqrt(xp.where(small, 1.0, square))
    real = xp.where(small, 1 - square / 8, xp.cos(half))
    factor = xp.where(small, 0.5 - square / 48, 0.5 * xp.sin(half) / half)
    return xp.concatenate([real[None], factor * w])


def unit_quaternion(quaternion: AnyArray) -> AnyArray:
    """Return a quaternion (4, ...) scaled to length one."""
    xp = namespace(quaternion)
    return quaternion / xp.sqrt(xp.sum(quaternion * quaternion, axis=0))


def quaternion_velocity(quaternion: AnyArray, rate: AnyArray) -> AnyArray:
    """Return the angular velocity in body axes (3, ...) of a unit quaternion and its derivative, (4, ...) each."""
    w, x, y, z = quaternion
    return 2 * quaternion_product(namespace(quaternion).stack([w, -x, -y, -z]), rate)[1:]


def quaternion_from_rotation(R: Array) -> Array:
    """Return the unit quaternion (4, ...) of a rotation (3, 3, ...), NumPy only.

    Of the four columns of 4 q q^T, each of which is a multiple of q, the longest is taken.
    """
    (a, b, c), (d, e, f), (g, h, i) = R
    columns = np.array(
        [
            [1 + a + e + i, h - f, c - g, d - b],
            [h - f, 1 + a - e - i, b + d, c + g],
            [c - g, b + d, 1 - a + e - i, f + h],
            [d - b, c + g, f + h, 1 - a - e + i],
        ]
    )
    longest = np.argmax(np.einsum("kk...->k...", columns), axis=0)
    return unit_quaternion(np.take_along_axis(columns, longest[None, None], axis=0)[0])


def displacement(w: AnyArray, v: AnyArray) -> AnyArray:
    """Return how far the origin of a frame gets, (3, ...), that turns by w [rad] and moves by the body-fixed v [m]."""
    xp = namespace(w)
    square = xp.sum(w * w, axis=0)
    small = square < 1e-8
    safe = xp.where(small, 1.0, square)
    angle = xp.sqrt(safe)
    a = xp.where(small, 0.5 - square / 24, (1 - xp.cos(angle)) / safe)
    b = xp.where(small, 1 / 6 - square / 120, (angle - xp.sin(angle)) / (safe * angle))
    return v + a * cross(w, v) + b * cross(w, cross(w, v))
