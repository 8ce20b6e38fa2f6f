"""Whether the axes of a force/torque sensor are those of the link that it is said to be on, by the weight it carries.

The forces f of a load of mass m follow the specific acceleration a of the frame, gravity in it: f = m R a + b, with R
the rotation from the link's axes to the sensor's. R is the identity if the link is the right one. Otherwise the
rotation that fits best (Kabsch's, over forces and accelerations without their means) says how the sensor is turned.
Forces that no link's acceleration explains in any axes, even with a matrix in place of m R, are not those of a load.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from heft.arrays import Array
from heft.linalg import ROUNDING
from heft.robot.model import WORLD, Body, Robot

TURNED, BETTER = np.deg2rad(5.0), 0.5
"""A sensor counts as turned by more than this angle [rad], if that leaves less than this part of the residual."""

UNEXPLAINED = 0.5
"""Forces of which gravity leaves more than this part, in any axes, are not those of a load."""


def frame_warning(
    robot: Robot, body: int, link: str, rotation: Array, a: Array, f: Array, remedy: str = "give --link {}"
) -> str:
    """Return what is odd about the axes in which forces are given; "" if nothing is.

    Args:
        robot: whose links are searched for the right one.
        body: that carries the sensor.
        link: in whose axes the forces are said to be.
        rotation: (3, 3) from that link's axes to the body's.
        a: (n, 3) specific acceleration of that link's frame in its own axes, gravity included [m/s2], or the
            forces that are expected.
        f: (n, 3) forces [N].
        remedy: what to do if another link, {}, has the right axes.
    """
    whole = float(np.linalg.norm(f))
    a, f = a - a.mean(axis=0), f - f.mean(axis=0)
    size = float(np.linalg.norm(f))
    if size <= ROUNDING * whole or not np.any(a):
        return ""
    straight = _left(a, f, np.eye(3))
    R = min((_turn(sign * a, f) for sign in (1, -1)), key=lambda each: _left(a, f, each))
    turned = _left(a, f, R)
    if turned > UNEXPLAINED * size:
        return (
            f"The forces do not follow gravity in any axes fixed to '{link}' ({100 * turned / size:.0f} % remains): "
            "they may be in the axes of the base or of another link, or recorded at another time."
        )
    angle = float(np.arccos(np.clip((np.trace(R) - 1) / 2, -1, 1)))
    if angle <= TURNED or turned > BETTER * straight:
        return ""
    others = _links_like(robot.bodies[body], rotation @ R.T) if body != WORLD else []
    hint = f" as those of '{others[0]}' are: {remedy.format(others[0])}" if others else ""
    return (
        f"The forces follow gravity much better in axes turned by {np.rad2deg(angle):.0f} degrees from those of "
        f"'{link}' (residual {100 * turned / size:.0f} % instead of {100 * straight / size:.0f} %){hint}."
    )


def unexplained_by(frames: Sequence[Array], f: Array) -> float:
    """Return the share of the squares of forces that the accelerations in the best of some axes leave; 0 for constants.

    Args:
        frames: (n, 3) specific accelerations, each in axes of its own.
        f: (n, 3) forces.
    """
    whole = float(np.linalg.norm(f))
    f = f - f.mean(axis=0)
    size = float(np.linalg.norm(f))
    if size <= ROUNDING * whole:
        return 0.0
    centred = [a - a.mean(axis=0) for a in frames]
    left = [float(np.linalg.norm(f - a @ np.linalg.lstsq(a, f, rcond=None)[0])) for a in centred]
    return (min(left) / size) ** 2


def _turn(a: Array, f: Array) -> Array:
    """Return the rotation R (3, 3) for which m R a is nearest to f, with a positive m."""
    U, _, V = np.linalg.svd(f.T @ a)
    return U @ np.diag([1.0, 1.0, np.sign(np.linalg.det(U @ V))]) @ V


def _left(a: Array, f: Array, R: Array) -> float:
    """Return the size of what m R a leaves of f, with the best m of either sign."""
    turned = a @ R.T
    m = np.sum(turned * f) / np.sum(turned**2)
    return float(np.linalg.norm(f - m * turned))


def _links_like(body: Body, rotation: Array) -> list[str]:
    """Return the links of a body that have these axes in it."""
    frames = [(body.name, np.eye(3)), *((link.name, link.placement.rotation) for link in body.links)]
    near = [(float(np.arccos(np.clip((np.trace(rotation.T @ R) - 1) / 2, -1, 1))), name) for name, R in frames]
    return [name for angle, name in sorted(near) if angle <= TURNED]
