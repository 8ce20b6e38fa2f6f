"""Built-in robots: mechanism files beside this one, and builders for families of robots.

Each file says in its `source` where its kinematics and its inertial values come from, and which of them are
published and which illustrative; `robot.notes` repeats it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from importlib import resources

from heft.errors import ArgumentError, did_you_mean
from heft.robot.formats.mechanism.read import from_dict
from heft.robot.model import Robot
from heft.robot.zoo.builders import planar_n, random_tree

__all__ = ["SUMMARIES", "examples", "named", "names", "planar_n", "random_tree"]

SUMMARIES = {
    "cartpole": "Quanser linear servo with the long pendulum, hanging at zero, friction",
    "cheetah3": "MIT Cheetah 3: torso and four legs, twelve rotors",
    "cheetah3_leg": "a leg of the MIT Cheetah 3, hanging, rotors",
    "cheetah3_torso_leg": "the torso of the MIT Cheetah 3 with one leg, rotors",
    "double_pendulum": "two rods, hanging at zero",
    "furuta": "Quanser Qube-Servo 2 with pendulum, hanging at zero, friction",
    "panda": "Franka Emika Panda without hand",
    "puma560": "Unimation PUMA 560, rotors",
    "rr_parallel": "two parallel axes, gravity across them, rotors",
    "rr_perpendicular": "two perpendicular axes, rotors",
    "scara": "RRPR arm, rotors",
    "stanford": "Stanford arm, one prismatic joint, rotors",
    "tx40": "Stäubli TX40, rotors, friction",
    "ur10e": "Universal Robots UR10e",
}
"""What each built-in robot is, in a few words."""

_SUFFIX = ".mech.json"
_CALL = re.compile(r"(?P<builder>[a-z_]+)\((?P<arguments>[ ]*[0-9]{1,9}(?:[ ]*,[ ]*[0-9]{1,9})*[ ]*)\)")
_BUILDERS: dict[str, tuple[Callable[..., Robot], int, str]] = {
    "planar_n": (planar_n, 1, "planar_n(5)"),
    "random_tree": (random_tree, 2, "random_tree(3, 8)"),
}
"""Builder, how many integers it takes, and how a call of it reads."""


def names() -> list[str]:
    """Return the names of the built-in robots, sorted; the builders are not among them."""
    files = (file.name for file in resources.files(__name__).iterdir())
    return sorted(name.removesuffix(_SUFFIX) for name in files if name.endswith(_SUFFIX))


def examples() -> list[str]:
    """Return how a call of each family of robots reads."""
    return [example for _, _, example in _BUILDERS.values()]


def named(name: str) -> Robot:
    """Return a built-in robot.

    Args:
        name: one of `names()`, or a call of a builder with integers: "planar_n(5)", "random_tree(3, 8)"
            (seed, number of bodies).

    Raises:
        ArgumentError: there is no such robot, or the builder does not take these arguments.
    """
    if match := _CALL.fullmatch(name):
        return _built(match["builder"], [int(number) for number in match["arguments"].split(",")])
    known = names()
    if name not in known:
        raise ArgumentError(
            f"The zoo has no robot '{name}'.",
            remedy=did_you_mean(name, [*known, *examples()]),
        )
    text = resources.files(__name__).joinpath(name + _SUFFIX).read_text(encoding="utf-8")
    return from_dict(json.loads(text), f"zoo:{name}")


def _built(builder: str, arguments: list[int]) -> Robot:
    if builder not in _BUILDERS:
        raise ArgumentError(f"The zoo has no builder '{builder}'.", remedy=did_you_mean(builder, _BUILDERS))
    build, count, example = _BUILDERS[builder]
    if len(arguments) != count:
        raise ArgumentError(
            f"{builder} takes {count} {'integer' if count == 1 else 'integers'}; got {len(arguments)}.",
            remedy=f"Write it like zoo:{example}.",
        )
    return build(*arguments)
