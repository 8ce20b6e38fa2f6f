"""What is made of the matrices of a joint, remembered for all joints like it, of this robot and of others.

Matrices that cannot be written to are known by their identity. Those of joints are such; what depends on the rest of a
robot is not remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from operator import is_
from typing import Any, TypeVar, cast

import numpy as np

MOST_REMEMBERED = 256
"""How many joints, or things made of them, are remembered; the least recently used is forgotten first."""

Made = TypeVar("Made")
Maker = TypeVar("Maker", bound=Callable[..., Any])


class _Same(tuple[Any, ...]):
    """Matrices as a key: these very ones, not equal ones."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and len(self) == len(other) and all(map(is_, self, other))

    def __hash__(self) -> int:
        return hash(tuple(map(id, self)))


def remembered(make: Maker) -> Maker:
    """Remember what a function makes of its first argument, matrices that cannot be written to, and of the others."""

    @lru_cache(maxsize=MOST_REMEMBERED)
    def of_fixed(matrices: _Same, *others: Any) -> Any:
        return fixed(make(matrices, *others))

    @wraps(make)
    def made(matrices: Sequence[Any], *others: Any) -> Any:
        if any(M.flags.writeable for M in matrices):
            return make(matrices, *others)
        return of_fixed(_Same(matrices), *others)

    return cast(Maker, made)


def fixed(made: Made) -> Made:
    """Return matrices, or tuples and lists of them, such that they cannot be written to."""
    if isinstance(made, np.ndarray):
        made.flags.writeable = False
    elif isinstance(made, (tuple, list)):
        for part in made:
            fixed(part)
    return made
