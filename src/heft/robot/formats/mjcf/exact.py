"""Exact numbers of an MJCF file: where its bodies, anchors and axes are, as the file spells them.

MuJoCo's compiled model has unit quaternions and resolved frames; the spec still has "quat 1 1 0 0" and "euler 90 0 0".
Each function takes the spelling where it agrees with the compiled floats, else the floats rounded to 15 decimals;
quaternions and axes then with largest entry 1, so that a quarter turn is still exactly one.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.bounds import LARGEST
from heft.robot.exact import ZERO, Number
from heft.robot.formats.mjcf.compile import Spec, import_mujoco
from heft.robot.placement import IDENTITY, Placement, Transform, Vector
from heft.spatial import rotation_from_quaternion

AGREEMENT = 1e-12
"""How far a spelling may be from the compiled float [m, or entries of unit vectors and rotation matrices]."""

_DECIMALS = 15


def body_placement(spec: Spec, body: Any, pos: Array, quat: Array) -> Placement:
    """Return the placement of a MuJoCo body in its parent.

    Args:
        spec: whose compiler settings give the unit of angles and the sequence of Euler angles.
        body: as the file spells it, perhaps inside `<frame>` elements.
        pos: (3,) compiled position [m].
        quat: (4,) compiled quaternion w x y z.
    """
    steps = _steps(spec, body)
    frame = body.frame
    while steps is not None and frame is not None:
        outer = _steps(spec, frame)
        steps = None if outer is None else outer + steps
        frame = frame.frame
    if steps is not None:
        placement = Placement(tuple(steps))
        turned = np.abs(placement.rotation - rotation_from_quaternion(quat)).max()
        moved = np.abs(placement.translation - pos).max()
        if max(turned, moved) < AGREEMENT:
            return placement
    return Placement((Transform(_rounded(pos), quat=_rounded(quat / np.abs(quat).max())),))


def anchor(joint: Any, pos: Array) -> Vector:
    """Return a joint's anchor in its MuJoCo body [m], given the compiled one (3,)."""
    return _numbers(joint.pos) if np.abs(joint.pos - pos).max() < AGREEMENT else _rounded(pos)


def axis(joint: Any, direction: Array) -> Vector:
    """Return a joint's axis in its MuJoCo body, of any length, given the compiled unit vector (3,)."""
    length = np.linalg.norm(np.clip(joint.axis, -LARGEST, LARGEST))
    if length > 0 and np.abs(joint.axis / length - direction).max() < AGREEMENT:
        return _numbers(joint.axis)
    return _rounded(direction / np.abs(direction).max())


def shift(xyz: Vector) -> Placement:
    """Return a translation, or no step at all for zeros."""
    return Placement((Transform(xyz),)) if any(x != ZERO for x in xyz) else IDENTITY


def _steps(spec: Spec, element: Any) -> list[Transform] | None:
    """Return the steps that a body's or frame's own attributes spell; None if they have no exact spelling."""
    kind = import_mujoco().mjtOrientation
    xyz = _numbers(element.pos)
    match element.alt.type:
        case kind.mjORIENTATION_QUAT if 0 < np.abs(element.quat).max() < LARGEST:
            plain = np.array_equal(element.quat, [1, 0, 0, 0])
            turned = [] if plain else [Transform(quat=_numbers(element.quat))]
        case kind.mjORIENTATION_EULER:
            turned = _euler(spec, element.alt.euler)
        case kind.mjORIENTATION_AXISANGLE if np.count_nonzero(element.alt.axisangle[:3]) == 1:
            k = int(np.flatnonzero(element.alt.axisangle[:3])[0])
            angle = _angle(spec, float(element.alt.axisangle[3] * np.sign(element.alt.axisangle[k])))
            turned = [_turn(k, angle)]
        case _:
            return None
    return [replace(turned[0], xyz=xyz), *turned[1:]] if turned else list(shift(xyz).steps)


def _euler(spec: Spec, angles: Array) -> list[Transform]:
    """Return three elementary turns: small letters about the moving axes, capitals about the parent's."""
    steps: list[Transform] = []
    for letter, angle in zip(spec.compiler.eulerseq, angles, strict=True):
        turn = _turn("xyz".index(letter.lower()), _angle(spec, float(angle)))
        steps = [*steps, turn] if letter.islower() else [turn, *steps]
    return [step for step in steps if any(angle != ZERO for angle in step.rpy or ())]


def _turn(k: int, angle: Number) -> Transform:
    return Transform(rpy=tuple(angle if i == k else ZERO for i in range(3)))


def _angle(spec: Spec, value: float) -> Number:
    if not spec.compiler.degree:
        return Number.parse(value)
    return Number(pi_multiple=Fraction(repr(value)) / 180)


def _numbers(values: Array) -> Vector:
    return tuple(Number.parse(float(x)) for x in values)


def _rounded(values: Array) -> Vector:
    return tuple(Number.parse(round(float(x), _DECIMALS)) for x in values)
