"""The efforts that sets of parameters predict for a measured motion, every column of the model counted."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from heft.arrays import Array, Ints
from heft.dynamics.api import inverse_dynamics
from heft.dynamics.tree import tree_of
from heft.estimation.columns import Model
from heft.estimation.presliding import bent_states
from heft.logs.motion import Motion

BLOCK = 65_536
"""Samples whose friction is in memory at a time."""


def predicted(model: Model, values: Array, motion: Motion, index: Ints, presliding: Mapping[str, float]) -> Array:
    """Return the efforts (k, m, nv) that sets of parameters (k, n) of a model predict at samples (m,) of a motion."""
    states, n = model.states(motion) | bent_states(model, motion, presliding), model.n_inertial
    robots, armature = [model.robot.with_parameters(each[:n]) for each in values], tree_of(model.robot).armature
    found = np.empty((len(values), len(index), model.robot.nv))
    for first in range(0, len(index), BLOCK):
        at = index[first : first + BLOCK]
        q, qd, qdd = motion.q[at], motion.qd[at], motion.qdd[at]
        tau = found[:, first : first + BLOCK]
        # armature is a column of the model, where it has any
        tau[:] = [inverse_dynamics(robot, q, qd, qdd) - armature * qdd for robot in robots]
        here = {name: state[at] for name, state in states.items()}
        signals = model.extra_signals(q, qd, qdd, here, motion.run)
        for column, value, signal in zip(model.extra, values[:, n:].T, signals, strict=True):
            for r, gear in column.joint_gears:
                tau[:, :, r] += gear * value[:, None] * signal
    return found
