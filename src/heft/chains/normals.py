"""The common normal of two joint axes, which fixes a modified Denavit-Hartenberg frame (P1 fig. 1).

The frame of a body has z along its joint's axis, x along the common normal to the next axis, and its origin at the foot
of that normal.
"""

from __future__ import annotations

import numpy as np

from heft.arrays import Array


def are_parallel(a: Array, b: Array, tolerance: float) -> bool:
    """Return whether two unit vectors are parallel or antiparallel; the tolerance is the sine of their angle."""
    return bool(np.linalg.norm(np.cross(a, b)) < tolerance)


def common_normal(
    z: Array, following: Array, origin: Array, *, parallel: float, coincident: float
) -> tuple[Array | None, Array]:
    """Return direction and foot of the common normal from an axis through 0 to the following axis.

    Args:
        z: (3,) unit vector along the axis.
        following: (3,) unit vector along the following axis.
        origin: (3,) a point of the following axis [m].
        parallel: sine of the angle below which the axes count as parallel.
        coincident: distance [m] up to which parallel axes count as one.

    Returns:
        The direction (3,), and the foot (3,) on the first axis. Parallel axes have many normals: theirs is the one that
        meets `origin`. The direction is None where the two axes are one line.
    """
    if not are_parallel(z, following, parallel):
        normal = np.cross(z, following)
        square = float(normal @ normal)
        return normal / np.sqrt(square), z * (float(np.cross(origin, following) @ normal) / square)
    foot = z * float(z @ origin)
    away = origin - foot
    distance = float(np.linalg.norm(away))
    return (away / distance if distance > coincident else None), foot
