"""Small mechanisms written in the file format, for tests that need one of a certain shape."""

from __future__ import annotations

from functools import cache
from typing import Any

from heft.robot.formats.mechanism.read import from_dict
from heft.robot.model import Robot

Z = {"axis": [0, 0, 1]}


def body(name: str, parent: str | None, joint: dict[str, Any], **more: Any) -> dict[str, Any]:
    """A body as a mechanism file has it."""
    return {"name": name, "parent": parent, "joint": joint} | more


def mechanism(*bodies: dict[str, Any], base: str = "fixed", **more: Any) -> Robot:
    """A robot of such bodies."""
    return from_dict(
        {"format": "heft-mechanism/1", "name": "made", "base": base, "bodies": list(bodies)} | more, "made"
    )


def two_bodies(joint: dict[str, Any], **more: Any) -> Robot:
    """A floating body that carries another on a joint (about z, where it has an axis), and perhaps its rotor."""
    second = body("b", "a", joint, placement={"xyz": ["1/5", 0, 0]}) | more
    return mechanism(body("a", None, {"type": "floating"}), second, base="floating")


@cache
def forty_bodies() -> Robot:
    """Return a tree of 40 bodies: a trunk of eight with four fingers of eight on it."""
    parents = [None, *range(7), *(p for finger in range(4) for p in (7, *range(8 + 8 * finger, 15 + 8 * finger)))]
    inertia = {"mass": 0.5, "com": [0, 0, 0.05], "about_com": [[0.002, 0, 0], [0, 0.002, 0], [0, 0, 0.001]]}
    axes = [[0, 0, 1], [0, 1, 0], [1, 0, 0]]
    parts = [
        body(
            f"link{k}",
            None if parent is None else f"link{parent}",
            {"name": f"joint{k}", "type": "revolute", "axis": axes[k % 3]},
            placement={"xyz": [0.08 * ((k - 8) // 8 - 1.5) if parent == 7 else 0, 0, 0.1]},
            inertia=inertia,
        )
        for k, parent in enumerate(parents)
    ]
    return mechanism(*parts)
