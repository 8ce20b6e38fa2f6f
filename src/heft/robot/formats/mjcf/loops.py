"""The equality constraints of an MJCF file that close loops, and that heft does not support.

Those on joints are told from mimic joints in `read`; the others (`connect`, `weld`, tendons, flexes) are here. A
constraint that is switched off, or that holds two parts of one rigid body together, closes no loop; nor does one to a
mocap body, by which a simulation drags the robot along.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from heft.robot.loops import WORLD_NAME, DroppedLoop

JOINT = "mjEQ_JOINT"
"""The type of equality constraints between joints."""

_UNNAMED = "(unnamed body)"


def constraints_act(spec: Any) -> bool:
    """Tell whether a parsed file leaves its equality constraints on; `<flag equality="disable"/>` does not."""
    disabled = import_module("mujoco").mjtDisableBit.mjDSBL_EQUALITY
    return not spec.option.disableflags & disabled


def closed_loops(spec: Any) -> list[DroppedLoop]:
    """Return the loops that the constraints of a parsed file close, those between joints left out."""
    if not constraints_act(spec):
        return []
    loops = [_loop(spec, each) for each in spec.equalities if each.active and each.type.name != JOINT]
    dragged = {body.name for body in spec.bodies if body.mocap}
    return [loop for loop in loops if not dragged & {*loop.bodies}]


def between_bodies(loops: Sequence[DroppedLoop], carriers: Mapping[str, int]) -> list[DroppedLoop]:
    """Return the loops without those inside one rigid body, given the rigid body of each MuJoCo body by name."""

    def moves(loop: DroppedLoop) -> bool:
        known = loop.kind in ("connect", "weld") and all(name in carriers for name in loop.bodies)
        return not known or len({carriers[name] for name in loop.bodies}) > 1

    return [loop for loop in loops if moves(loop)]


def _loop(spec: Any, equality: Any) -> DroppedLoop:
    kind = equality.type.name.removeprefix("mjEQ_").lower()
    ends = [equality.name1, equality.name2]
    bodies: list[str] = []
    if kind == "tendon":
        targets = [wrap.target for name in ends if name for wrap in spec.tendon(name).path]
        bodies = list(dict.fromkeys(target.parent.name or _UNNAMED for target in targets if target is not None))
    elif kind in ("connect", "weld") and equality.objtype.name == "mjOBJ_SITE":
        bodies = [spec.site(name).parent.name or _UNNAMED for name in ends]
    elif kind in ("connect", "weld"):
        bodies = [name or WORLD_NAME for name in ends]
    return DroppedLoop(kind, equality.name, tuple(bodies))
