"""A robot as plain data ready for JSON: the object that `heft inspect --json` prints.

Infinite numbers stay infinite here; they become null when JSON is written.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from heft import parameters as inertial
from heft.arrays import Array
from heft.parameters import is_physical, to_com
from heft.robot.joint import Joint
from heft.robot.joints import joint_kind
from heft.robot.model import WORLD, Body, Robot, Rotor
from heft.robot.placement import Placement, unit


def robot_facts(robot: Robot) -> dict[str, Any]:
    """Return all properties of a robot, bodies and joints in their order."""
    return {
        "robot": robot.name,
        "base": robot.base,
        "gravity": [float(g) for g in robot.gravity],
        "n_bodies": robot.n_bodies,
        "n_rotors": len(robot.rotors),
        "nq": robot.nq,
        "nv": robot.nv,
        "total_mass": float(robot.parameters[:, 0].sum()),
        "rotor_mass": float(sum(rotor.parameters[0] for _, rotor in robot.rotors)),
        "physical": all(is_physical(ten) for ten in all_parameters(robot)),
        "parameter_order": list(inertial.DISPLAY_NAMES),
        "bodies": [body_facts(robot, body) for body in robot.bodies],
        "joints": [joint_facts(robot, body) for body in robot.bodies],
        "notes": list(robot.notes),
        "dropped_loops": [loop.to_dict() for loop in robot.dropped_loops],
    }


def all_parameters(robot: Robot) -> list[Array]:
    """Return the ten parameters of every body, then of every rotor."""
    return [body.parameters for body in robot.bodies] + [rotor.parameters for _, rotor in robot.rotors]


def principal_moments(parameters: Array) -> Array:
    """Return the principal moments at the centre of mass, ascending, (3,) [kg m2]."""
    return np.linalg.eigvalsh(to_com(parameters)[2]).astype(float)


def inertia_given(parameters: Array) -> bool:
    """Return whether the file gives this body any inertia."""
    return bool(np.any(parameters))


def body_facts(robot: Robot, body: Body) -> dict[str, Any]:
    """Return a body: its place in the tree, its inertia and whether that is physically consistent."""
    return {
        "name": body.name,
        "parent": None if body.parent == WORLD else robot.bodies[body.parent].name,
        "joint": body.joint.name,
        "placement": _placement(body.placement),
        **_inertia(body.parameters),
        "links": [
            {"name": link.name, "mass": None if link.parameters is None else float(link.parameters[0])}
            for link in body.links
        ],
        "rotor": None if body.rotor is None else _rotor(body.rotor),
    }


def joint_facts(robot: Robot, body: Body) -> dict[str, Any]:
    """Return the joint of a body: its coordinates, limits, friction and gearing."""
    joint = body.joint
    return {
        "name": joint.name,
        "body": body.name,
        "kind": joint.kind,
        "axis": unit(joint.axis).tolist() if joint_kind(joint.kind).has_axis else None,
        "pitch": float(joint.pitch) if joint_kind(joint.kind).has_pitch else None,
        "q": _range(robot.q_index.get(joint.name)),
        "v": _range(robot.v_index.get(joint.name)),
        "limits": vars(joint.limits),
        "friction": vars(joint.friction),
        "armature": joint.armature,
        "mimic": _mimic(joint),
    }


def _range(columns: slice | None) -> list[int]:
    return list(range(columns.start, columns.stop)) if columns else []


def _mimic(joint: Joint) -> dict[str, Any] | None:
    if joint.mimic is None:
        return None
    leader, multiplier, offset = joint.mimic.leader, joint.mimic.multiplier, joint.mimic.offset
    return {"leader": leader, "multiplier": float(multiplier), "offset": float(offset)}


def _placement(placement: Placement) -> dict[str, Any]:
    return {"xyz": placement.translation.tolist(), "rotation": placement.rotation.tolist()}


def _rotor(rotor: Rotor) -> dict[str, Any]:
    return {
        "ratio": float(rotor.ratio),
        "symmetric": rotor.symmetric,
        "placement": _placement(rotor.placement),
        **_inertia(rotor.parameters),
    }


def _inertia(parameters: Array) -> dict[str, Any]:
    mass, com, inertia = to_com(parameters)
    verdict = is_physical(parameters)
    return {
        "mass": float(mass),
        "com": com.tolist(),
        "inertia_at_com": inertia.tolist(),
        "principal_moments": principal_moments(parameters).tolist(),
        "parameters": [float(parameters[inertial.INDEX[name]]) for name in inertial.DISPLAY_NAMES],
        "inertia_given": inertia_given(parameters),
        "physical": {"ok": verdict.ok, "reason": verdict.reason, "margin": verdict.margin},
    }
