"""The kinds of joints, one per file, and the registry through which everything else finds them.

A file of this folder with an object `KIND` is a kind. Nothing else lists the kinds: readers, errors and the manual ask
here.
"""

from __future__ import annotations

import pkgutil
from functools import lru_cache
from importlib import import_module

import numpy as np

from heft.errors import ArgumentError, did_you_mean
from heft.linalg import column_space
from heft.robot.joints.kind import FloatFrame, JointKind, ScrewKind
from heft.spatial import cross_motion

__all__ = ["JointKind", "ScrewKind", "joint_kind", "joint_kinds", "manual_table", "register", "unregister"]

_REGISTERED: dict[str, JointKind] = {}


def register(kind: JointKind) -> None:
    """Add a kind, so that robots and their files can have joints of it.

    Raises:
        ArgumentError: its name is taken or not a name, or its motion subspace cannot be constant in the body's frame.
    """
    _check(kind)
    _REGISTERED[kind.name] = kind
    _in_order.cache_clear()


def unregister(name: str) -> None:
    """Remove a kind; robots with joints of it can no longer be used."""
    del _REGISTERED[joint_kind(name).name]
    _in_order.cache_clear()


def joint_kind(name: str) -> JointKind:
    """Return the kind of this name.

    Raises:
        ArgumentError: there is no such kind.
    """
    kind = _REGISTERED.get(name)
    if kind is None:
        raise ArgumentError(f"Unknown joint type '{name}'.", remedy=did_you_mean(str(name), joint_kinds()))
    return kind


def joint_kinds() -> dict[str, JointKind]:
    """Return all kinds by name: few coordinates before many, rotations before translations, fixed last."""
    return dict(_in_order())


@lru_cache(maxsize=1)
def _in_order() -> tuple[tuple[str, JointKind], ...]:
    def place(kind: JointKind) -> tuple[float, bool, bool, str]:
        return kind.nv or np.inf, kind.has_pitch, not any(kind.rotational), kind.name

    return tuple((kind.name, kind) for kind in sorted(_REGISTERED.values(), key=place))


def manual_table() -> str:
    """Return the table of kinds that stands in the manual, in Markdown."""
    lines = ["| joint | q | qd | motion subspace |", "| --- | --- | --- | --- |"]
    lines += [f"| {k.name} | {k.q_text} | {k.v_text} | {k.S_text} |" for k in joint_kinds().values()]
    return "\n".join(lines)


def _check(kind: JointKind) -> None:
    if not kind.name.isidentifier() or kind.name in _REGISTERED:
        taken = "is taken" if kind.name in _REGISTERED else "is not a word"
        raise ArgumentError(f"The name '{kind.name}' of a joint kind {taken}.", remedy="Choose another name.")
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


for _module in pkgutil.iter_modules(__path__, f"{__name__}."):
    if _kind := getattr(import_module(_module.name), "KIND", None):
        register(_kind)
