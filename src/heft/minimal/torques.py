"""Inverse dynamics in minimal linear combinations at the public border: samples on the first axis, shapes checked."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from heft.arrays import Array
from heft.dynamics.api import check_samples
from heft.errors import ArgumentError
from heft.minimal.composite_recursion import torques_of
from heft.minimal.minimal_set import Combinations


def inverse_dynamics(
    mlc: Combinations,
    q: ArrayLike,
    qd: ArrayLike,
    qdd: ArrayLike,
    *,
    values: ArrayLike | None = None,
    tip: ArrayLike | None = None,
) -> Array:
    """Return the joint torques from the values of the combinations and from no other property of the links.

    Args:
        mlc: from `heft.minimal.combinations`.
        q: configurations, (n, nq) or (nq,) [rad, m].
        qd: velocities, (n, nv) or (nv,).
        qdd: accelerations, (n, nv) or (nv,).
        values: (len(mlc),) of the combinations; None takes those of the robot's present parameters.
        tip: external wrench [moment; force] on the last body, at its origin in body coordinates, (6,) or (n, 6)
            [N m, N].

    Returns:
        tau, (n, nv) or (nv,) [N m, N], without rotors, armatures and friction.
    """
    (q, qd, qdd), single = check_samples(mlc.robot, {"q": q, "qd": qd, "qdd": qdd})
    chain, n = mlc.chain, len(q)
    wrench = None
    if tip is not None:
        given = np.asarray(tip, float)
        if given.shape not in ((6,), (n, 6)):
            raise ArgumentError(
                f"The wrench on the tip has shape {given.shape}; it must be (6,) or ({n}, 6).",
                remedy="Pass [moment; force], once for all samples or once for each.",
            )
        turned = np.broadcast_to(given, (n, 6)).reshape(n, 2, 3) @ chain.R[-1]
        wrench = tuple(tuple(turned[:, half].T) for half in range(2))
    constants = mlc.constants(None if values is None else np.asarray(values, float))
    torques = torques_of(constants, (q * chain.sign).T, (qd * chain.sign).T, (qdd * chain.sign).T, wrench)
    tau = np.stack([np.broadcast_to(torque, (n,)) for torque in torques], axis=1) * chain.sign
    return tau[0] if single else tau
