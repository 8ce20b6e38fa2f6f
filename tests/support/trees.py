"""Random robots for the laws: a seed and a size make one, and its name tells both."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

import heft
from heft import parameters as inertial
from heft.robot.joint import Joint
from heft.robot.joints import joint_kinds
from heft.robot.model import Body, Robot
from heft.robot.placement import Placement
from heft.robot.zoo import random_tree

SEEDS = st.integers(0, 10**6)
SCREWS = [name for name, kind in joint_kinds().items() if kind.is_screw]
"""The kinds of joint with one coordinate."""
BASES = st.sampled_from(["fixed", "floating"])


def trees(largest: int = 8, smallest: int = 1, **options: Any) -> st.SearchStrategy[Robot]:
    """Trees of up to `largest` bodies with joints of all kinds, rotors, mimics and armature, on either base."""
    sizes = st.integers(smallest, largest)
    return st.builds(lambda seed, n, base: random_tree(seed, n, base=base, **options), SEEDS, sizes, BASES)


def chain_of(*joints: Joint) -> Robot:
    """A chain of bricks on the joints given."""
    brick = inertial.from_com(1.0, [0.1, 0.0, 0.0], np.diag([0.1, 0.2, 0.25]))
    placement = Placement.at([0.5, 0, 0])
    return Robot("chain", tuple(Body(f"b{i}", i - 1, joint, placement, brick) for i, joint in enumerate(joints)))


def derivative(function: Callable[[float], np.ndarray], step: float = 2e-4) -> np.ndarray:
    """The derivative of a function at 0, by central differences of sixth order.

    The step resolves the fastest thing there is in a random tree: a rotor that turns 200 times as fast as its joint.
    """
    weights = {1: 3 / 4, 2: -3 / 20, 3: 1 / 60}
    return sum(w * (function(k * step) - function(-k * step)) for k, w in weights.items()) / step


def world_poses(robot: Robot, q: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """R (n, 3, 3), p (n, 3) of all bodies in the world at one configuration, by the energy of gravity along each axis.

    U = -g . (m p + R h): the columns of m and h in its regressor are -g . p and -g R.
    """
    rows = [-heft.potential_energy_regressor(pulled, q) for pulled in _pulled_along_each_axis(robot)]
    columns = np.stack(rows)[:, : 10 * robot.n_bodies].reshape(3, robot.n_bodies, 10).swapaxes(0, 1)
    return columns[..., 1:4], columns[..., 0]


@lru_cache(maxsize=4)
def _pulled_along_each_axis(robot: Robot) -> list[Robot]:
    return [robot.with_gravity(g) for g in np.eye(3)]


def body_names_along(robot: Robot, rng: np.random.Generator, count: int) -> list[str]:
    """Some of the robot's bodies, each at most once."""
    return list(rng.permutation(robot.body_names)[:count])
