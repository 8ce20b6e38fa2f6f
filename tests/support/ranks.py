"""The sampled route to identifiability, as a referee: the rank of exact regressors at random states, in a prime field.

It shares with RPNA how a robot's numbers are read (clusters, snapping, poses), and nothing of what it does with them.
"""

from __future__ import annotations

from heft.identifiability.clusters import Cluster, clusters_of
from heft.identifiability.geometry import prime_field
from heft.identifiability.sampled import wrenches
from heft.identifiability.sensors import Sensors
from heft.identifiability.snapping import DEFAULT_SNAP, Snapper
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
