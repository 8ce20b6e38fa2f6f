"""Least squares joint by joint, from the tip to the base (P1 section IV, steps 2-4), for any tree.

The torque of a joint depends only on the bodies that it carries. So the unknowns that appear at it for the first time,
coming from the tip, are solved from its torque alone, with the values found further out held fixed:

    tau_i = v_i . w_i + phi_i(w_{i+1}, .., w_n)                      eqs. 94, 100, 106, 111

Base parameters split this way on every tree whose torques are all measured: a combination on which joint i does not
depend could be moved to the parent, and would not be a base parameter of body i. Where a torque is missing, a mimic
joint turns with one further in, or the motion does not excite enough, a joint leaves directions open; they are handed
on to the joints further in. Directions that no joint excites keep the prior.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from heft.arrays import Array
from heft.linalg import significant


class JointRows(NamedTuple):
    """The rows of one joint: |R [x[columns]; -1]| is the error of its torques, the last column being the torque."""

    joint: str
    columns: Sequence[int]
    R: Array
    samples: int


@dataclass(frozen=True, eq=False)
class JointFit:
    """The unknowns identified at one joint.

    Attributes:
        joint: its name.
        names: of the unknowns that appear at it for the first time.
        values: their estimates.
        excitation: M_i = sum of v v^T over the samples (eq. 117).
        condition: the condition number of A_i, whose square is that of M_i; infinite where M_i is singular.
        determined: whether its rows determine all of its unknowns: the trajectory is persistently exciting for it
            (Definition 2).
        rms: the rms residual of its torque [N m, N].
    """

    joint: str
    names: tuple[str, ...]
    values: Array
    excitation: Array
    condition: float
    determined: bool
    rms: float

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON; an infinite condition number is null."""
        return {
            "joint": self.joint,
            "names": list(self.names),
            "values": self.values.tolist(),
            "excitation": self.excitation.tolist(),
            "condition": self.condition if np.isfinite(self.condition) else None,
            "determined": self.determined,
            "rms": self.rms,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> JointFit:
        """Read what `to_dict` gives."""
        names, condition = tuple(data["names"]), data["condition"]
        return cls(
            data["joint"],
            names,
            np.array(data["values"], float).reshape(len(names)),
            np.array(data["excitation"], float).reshape(len(names), len(names)),
            np.inf if condition is None else condition,
            data["determined"],
            np.nan if data["rms"] is None else data["rms"],
        )


class TipToBase(NamedTuple):
    """All values, a fit and a gain per joint (base to tip), and the directions that no joint determines.

    Joint i, in its turn, moved the values by gain_i (z_i - R_i values), R_i over all unknowns and z_i its last column.
    The directions `undetermined` (n, k) are orthonormal in units of the scales.
    """

    values: Array
    fits: tuple[JointFit, ...]
    gains: tuple[Array, ...]
    undetermined: Array


def tip_to_base(names: Sequence[str], joints: Sequence[JointRows], prior: Array, scales: Array) -> TipToBase:
    """Solve for all unknowns, one joint after the other.

    Args:
        names: (n,) of the unknowns.
        joints: base to tip, or any order with parents first.
        prior: (n,) what the directions keep that no joint determines.
        scales: (n,) sizes of the unknowns, in which ranks are decided.
    """
    values, free = prior.copy(), np.diag(scales)
    seen: set[int] = set()
    fits: list[tuple[str, list[int], Array, float]] = []
    gains: list[Array] = []
    for rows in reversed(joints):
        own = [c for c in rows.columns if c not in seen]
        seen.update(own)
        R, z = wide(rows, len(prior)), rows.R[:, -1]
        U, s, Vt = np.linalg.svd(R @ free)
        k = int(np.sum(significant(s, float(np.linalg.norm(R * scales)))))
        gain = free @ (Vt[:k].T / s[:k]) @ U[:, :k].T
        values += gain @ (z - R @ values)
        free = free @ Vt[k:].T
        rms = float(np.linalg.norm(z - R @ values) / np.sqrt(max(rows.samples, 1)))
        fits.append((rows.joint, own, R[:, own], rms))
        gains.append(gain)
    found = tuple(_joint_fit(names, values, scales, *fit) for fit in reversed(fits))
    return TipToBase(values, found, tuple(reversed(gains)), free / scales[:, None])


def wide(rows: JointRows, n: int) -> Array:
    """Return R over all n unknowns, without the torque."""
    R = np.zeros((len(rows.R), n))
    R[:, list(rows.columns)] = rows.R[:, :-1]
    return R


def _joint_fit(
    names: Sequence[str], values: Array, scales: Array, joint: str, own: list[int], A: Array, rms: float
) -> JointFit:
    """Return the fit of one joint from its own columns A."""
    condition, determined = 1.0, True
    if own:
        s, scaled = (np.asarray(np.linalg.svd(part, compute_uv=False), float) for part in (A, A * scales[own]))
        full = len(A) >= len(own)
        condition = float(s[0] / s[-1]) if full and s[-1] > 0 else np.inf
        determined = bool(full and significant(scaled)[-1])
    return JointFit(joint, tuple(names[c] for c in own), values[own], A.T @ A, condition, determined, rms)
