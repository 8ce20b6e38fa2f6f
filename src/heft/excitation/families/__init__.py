"""Families of motions, a file each: every one is linear in its coefficients and at rest at both ends.

A family gives functions of time. A curve is a sum of them for every joint, with coefficients of its own. The first
function is the constant one, and all others vanish at the start: the first coefficient is the start posture. At both
ends velocity, acceleration and jerk are zero for any coefficients.
"""

from __future__ import annotations

import importlib
import pkgutil
from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from heft.arrays import Array
from heft.errors import FormatError, did_you_mean

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


@cache
def families() -> dict[str, type[Family]]:
    """Return the families by name: the class `FAMILY` of every module in this folder."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    found = [importlib.import_module(f"{__name__}.{name}").FAMILY for name in names]
    return {family.name: family for family in found}


def family_from_dict(data: Mapping[str, Any]) -> Family:
    """Read what `Family.to_dict` gives.

    Raises:
        FormatError: there is no such family.
    """
    name = str(data.get("family"))
    if name not in families():
        raise FormatError(f"There is no family of motions '{name}'.", remedy=did_you_mean(name, families()))
    return families()[name].from_dict(data)
