"""The residuals look as if the zeros of some joints' encoders were wrong.

Gravity and inertia depend on positions, so that a constant error of a position leaves a mark in the torques beyond what
other parameters explain, except at a joint about a vertical axis in front of all others and at the last joints
(`heft.estimation.zero_search`).

Where axes are parallel, links that are turned by the same angle explain an error nearly as well, and the logs alone do
not show it. A good robot file does: its links, each as heavy as the logs say and with drives fitted to them, then
predict a joint well with the zeros corrected and badly without. So both are tried, the logs alone first. But a file
whose centre of mass is wrong looks the same, and then the estimate is right: against the file, zeros are a warning, not
a reason for doubt.

A model or a file that lacks something may seem to have wrong zeros, too. So zeros are named only if all of this holds:
they are off by more than robots are adjusted to; they are certain against their scatter over blocks of time; they take
a worthwhile share of the residuals; and most of the residual of one joint at least. If the base seems to be tilted and
that explains more, zeros are not named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from heft.arrays import Array
from heft.estimation.base import Base
from heft.estimation.findings.base_tilt import TiltTest
from heft.estimation.least_squares import Fit
from heft.estimation.zero_rows import Zero, turning
from heft.estimation.zero_search import Zeros, ZeroSearch
from heft.logs.motion import Motion

NOTABLE = 0.75
"""The squared residual of a joint that the corrections leave, as a fraction, must be below this."""

NEARLY_ALL = 0.1
"""The same of links of the robot file, whose centres of mass may be wrong as well: no more than this may be left."""

WEIGHT = 0.3
"""The share by which a link may well be heavier or lighter than in the file, with the same shape."""

MANY_JOINTS = 12
"""With more joints than this, zeros are not searched for: that would take long."""


def encoder_zeros(base: Base, motions: Sequence[Motion], fit: Fit, tilted: TiltTest | None) -> tuple[list[str], bool]:
    """Return a sentence if the zeros of joints seem to be off, and whether the estimate is not to be relied on.

    Args:
        base: the base parameters.
        motions: that were fitted.
        fit: the least-squares estimate.
        tilted: what a tilt of the base would explain.
    """
    joints = turning(base.model.robot)
    if not 0 < len(joints) <= MANY_JOINTS or base.model.sensors:
        return [], False
    search = ZeroSearch.of(base, motions, fit, [Zero(name, place) for name, place in joints.items()])
    found = search.found(fit.values)
    if tilted is not None and tilted.speaks and tilted.share >= found.share:
        return [], False
    if found.leave(NOTABLE):
        return [_of_logs(found)], True
    found = _beside_file(base, search)
    return ([_of_file(found)] if found.leave(NEARLY_ALL) else []), False


def _beside_file(base: Base, search: ZeroSearch) -> Zeros:
    """Return the zeros beside the links of the robot file, with the drives and the weight of each link fitted."""
    known = len(base.columns)
    ways = np.hstack([_heavier(base), _drives(base, np.diag(search.ways)[:known])])
    ways = np.pad(ways, ((0, len(search.ways) - known), (0, 0)))
    search = replace(search, ways=np.hstack([ways, search.ways[:, known:]]))
    values = search.fitted(base.reduce(base.model.prior), {})
    rows = sum(len(motion.kept) for motion in search.motions)
    root, counted = np.sqrt(search.squares(values, {}) / max(rows, 1)), search.weights > 0
    # joints count by what the file leaves of their efforts: its rms is their noise
    weights = np.divide(search.weights, np.maximum(root, 1e-150), out=np.zeros(len(root)), where=counted)
    return replace(search, weights=weights).found(values)


def _heavier(base: Base) -> Array:
    """Return (n_base, links) how base parameters change as each link alone is heavier than in the file."""
    links = len(base.model.robot.bodies)
    apart = np.kron(np.eye(links), np.ones((10, 1))) * base.model.prior[: 10 * links, None]
    return WEIGHT * base.matrix[:, : 10 * links] @ apart


def _drives(base: Base, scales: Array) -> Array:
    """Return (n_base, k) how base parameters of these sizes change with each parameter of the drives, rotors included.

    The inertia of a drive may be a part of that of a link; it may be as large as the whole.
    """
    columns = base.matrix[:, 10 * len(base.model.robot.bodies) :]
    most = np.divide(scales[:, None], np.abs(columns), out=np.full(columns.shape, np.inf), where=columns != 0)
    size = most.min(axis=0)
    return columns * np.where(np.isfinite(size), size, 0.0)


def _of_file(found: Zeros) -> str:
    several, (joint, left) = len(found.offsets) > 1, found.least
    return (
        f"Either a centre of mass in the robot file is wrong, or the zero{'s' if several else ''} of the "
        f"positions {'are' if several else 'is'} off: both look the same. Adding {', '.join(found.sizes())} would "
        f"remove {100 * (1 - left):.0f} % of the squared residual of the robot's own file (with drives and link "
        f"weights fitted) at '{joint}'. If the encoder{'s are' if several else ' is'} wrong, import the log again with "
        f"{found.table()} for the positions in its map; if the file is, the estimate corrects it."
    )


def _of_logs(found: Zeros) -> str:
    several, (joint, left) = len(found.offsets) > 1, found.least
    return (
        f"The zero{'s' if several else ''} of the positions seem{'' if several else 's'} to be off: add "
        f"{', '.join(found.sizes())}. This would remove {100 * (1 - left):.0f} % of the squared residual of the "
        f"estimate at '{joint}'. Correct the encoder{'s' if several else ''}, or import the log again with "
        f"{found.table()} for the positions in its map."
    )
