"""Families of motions, a file each: every one is linear in its coefficients and at rest at both ends.

A family gives functions of time. A curve is a sum of them for every joint, with coefficients of its own. The first
function is the constant one, and all others vanish at the start: the first coefficient is the start posture. At both
ends velocity, acceleration and jerk are zero for any coefficients.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar

from heft.arrays import Array
from heft.errors import FormatError
from heft.registry import Registry

ORDERS = 4
"""A curve is given with its first three derivatives: position, velocity, acceleration, jerk."""


class Family(ABC):
    """Functions of time whose sums are the motions of the family.

    Attributes:
        name: the word that selects it.
        summary: what it is, for the manual.
        searched: whether the best motion of the family can be searched for.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    searched: ClassVar[bool] = True

    @property
    @abstractmethod
    def duration(self) -> float:
        """[s]."""

    @property
    def cycle(self) -> float:
        """The time [s] after which everything repeats: the duration, unless the motion is periodic."""
        return self.duration

    @property
    @abstractmethod
    def size(self) -> int:
        """How many functions there are, the constant included."""

    @property
    @abstractmethod
    def fastest(self) -> float:
        """The highest frequency of the functions [Hz], by which a sampling is chosen."""

    @abstractmethod
    def basis(self, t: Array) -> Array:
        """Return (4, n, size) the functions and their first three derivatives at times t (n,) [s]."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON, with its name under "family"."""

    @classmethod
    @abstractmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Family:
        """Read what `to_dict` gives."""


_FAMILIES: Registry[type[Family]] = Registry(__name__, "FAMILY", "family of motions")
families = _FAMILIES.all


def family_from_dict(data: Mapping[str, Any]) -> Family:
    """Read what `Family.to_dict` gives.

    Raises:
        FormatError: there is no such family.
    """
    return _FAMILIES.named(str(data.get("family")), error=FormatError).from_dict(data)
