"""The kinds of joints, one per file, and the registry through which everything else finds them.

A file of this folder with an object `KIND` is a kind. Nothing else lists the kinds: readers, errors and the manual ask
here.
"""

from __future__ import annotations

import numpy as np

from heft.errors import ArgumentError
from heft.linalg import column_space
from heft.registry import Registry
from heft.robot.joints.kind import FloatFrame, JointKind, ScrewKind
from heft.spatial import cross_motion

__all__ = ["JointKind", "ScrewKind", "joint_kind", "joint_kinds", "manual_table", "register", "unregister"]


def manual_table() -> str:
    """Return the table of kinds that stands in the manual, in Markdown."""
    lines = ["| joint | q | qd | motion subspace |", "| --- | --- | --- | --- |"]
    lines += [f"| {k.name} | {k.q_text} | {k.v_text} | {k.S_text} |" for k in joint_kinds().values()]
    return "\n".join(lines)


def _check(kind: JointKind) -> None:
    """Refuse a kind whose motion subspace cannot be constant in the body's frame."""
    if not kind.name.isidentifier():
        raise ArgumentError(f"The name '{kind.name}' of a joint type is not a word.", remedy="Choose another name.")
    S = kind.subspace(FloatFrame.z)
    rank = column_space(S).shape[1]
    if S.shape != (6, kind.nv) or rank < kind.nv:
        raise ArgumentError(
            f"Joint kind '{kind.name}' has {kind.nv} entries of qd and a motion subspace of shape {S.shape} and rank "
            f"{rank}.",
            remedy="Give it one independent column for each entry of qd.",
        )
    if kind.nv == 1 and not kind.is_screw:
        raise ArgumentError(
            f"Joint kind '{kind.name}' has one coordinate but is not a ScrewKind.",
            remedy="Derive it from ScrewKind, so that it can be geared, limited and driven through a rotor.",
        )
    brackets = [cross_motion(S[:, i], S[:, j]) for i in range(kind.nv) for j in range(i)]
    if brackets and column_space(np.column_stack([S, *brackets])).shape[1] > kind.nv:
        raise ArgumentError(
            f"The motion subspace of joint kind '{kind.name}' is not closed under the Lie bracket, so it cannot be "
            "constant in the body's frame.",
            remedy="Describe the joint as a chain of joints with massless bodies between them.",
        )


def _place(kind: JointKind) -> tuple[float, bool, bool, str]:
    """Few coordinates come before many, rotations before translations, and fixed comes last."""
    return kind.nv or np.inf, kind.has_pitch, not any(kind.rotational), kind.name


_KINDS: Registry[JointKind] = Registry(__name__, "KIND", "joint type", order=_place, check=_check)
register, unregister = _KINDS.register, _KINDS.unregister
joint_kind, joint_kinds = _KINDS.named, _KINDS.all
