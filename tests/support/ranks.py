"""The sampled route to identifiability, as a referee: the rank of exact regressors at random states, in a prime field.

It shares with RPNA how a robot's numbers are read (clusters, snapping, poses), and nothing of what it does with them.
"""

from __future__ import annotations

import numpy as np

import heft
from heft.identifiability.clusters import Cluster, clusters_of
from heft.identifiability.geometry import prime_field
from heft.identifiability.sampled import wrenches
from heft.identifiability.sensors import Sensors
from heft.identifiability.snapping import DEFAULT_SNAP, Snapper
from heft.linalg import TOLERANCE, column_space
from heft.robot.exact import Number
from heft.robot.model import Robot


def exact_geometry(
    robot: Robot, rotors: bool = True, snap: float = DEFAULT_SNAP
) -> tuple[list[Cluster], tuple[Number, ...]]:
    """The robot's clusters and gravity, as its numbers are meant."""
    clusters = clusters_of(robot, rotors)
    snapper = Snapper(robot, clusters, snap)
    return snapper.clusters(clusters), snapper.gravity(robot.gravity)


def sampled_rank(
    robot: Robot, case: str = "gravity", rotors: bool = True, sensors: str | None = None, snap: float = DEFAULT_SNAP
) -> int:
    """How many combinations the sensors see, for a case of "gravity", "nogravity" or "static"."""
    if not robot.n_bodies:
        return 0
    clusters, gravity = exact_geometry(robot, rotors, snap)
    field = prime_field(clusters, seed=77)
    seen = Sensors.parse(robot, sensors)
    samples = len(robot.parameter_names) // max(seen.rows, 1) + 8
    static = case == "static"
    forces = wrenches(field, robot, clusters, None if case == "nogravity" else gravity, static, samples, seed=5)
    return len(field.echelon(seen.seen(forces))[1])


def float_rank(robot: Robot, samples: int = 200, seed: int = 0) -> int:
    """Return the rank of stacked float regressors of random states, columns scaled to one length."""
    Y = heft.torque_regressor(robot, *robot.random_state(seed, samples)).reshape(samples * robot.nv, -1)
    lengths = np.linalg.norm(Y, axis=0)
    Y = Y[:, lengths > TOLERANCE * lengths.max(initial=0.0)]
    Y = Y / np.linalg.norm(Y, axis=0)
    return column_space(Y / max(1.0, float(np.linalg.norm(Y, 2)))).shape[1] if Y.size else 0
