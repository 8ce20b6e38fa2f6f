"""A curve: the motion of all joints over time, linear in its coefficients, which can be sampled at any rate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import ArrayLike

from heft.arguments import array
from heft.arrays import Array
from heft.errors import ArgumentError
from heft.excitation.families import Family, family_from_dict

CHUNK = 10_000
"""Samples at which the functions of a family are computed at a time."""


class Curve(Protocol):
    """A motion that can be sampled at any time."""

    @property
    def duration(self) -> float:
        """[s]."""
        ...

    @property
    def joints(self) -> tuple[str, ...]:
        """The names of the coordinates, in the order of the robot."""
        ...

    def sample(self, t: ArrayLike) -> tuple[Array, Array, Array, Array]:
        """Return positions, velocities, accelerations and jerks, each (n, joints), at times t (n,) [s]."""
        ...


@dataclass(frozen=True, eq=False)
class LinearCurve:
    """A sum of the functions of a family for every joint.

    Attributes:
        family: the functions of time.
        joints: the names of the coordinates, in the order of the robot.
        coefficients: (functions, joints); the first row is the start posture. A held joint has zeros in the others.
    """

    family: Family
    joints: tuple[str, ...]
    coefficients: Array

    def __post_init__(self) -> None:
        if np.shape(self.coefficients) != (shape := (self.family.size, len(self.joints))):
            raise ArgumentError(
                f"The coefficients have shape {np.shape(self.coefficients)}.", remedy=f"They must be {shape}."
            )

    @property
    def duration(self) -> float:
        """[s]."""
        return self.family.duration

    @property
    def start(self) -> Array:
        """(joints,) the posture at the start."""
        return self.coefficients[0]

    def basis(self, t: ArrayLike) -> Array:
        """Return (4, n, functions): what the coefficients are multiplied by at times t (n,) [s]."""
        return self.family.basis(array("'t'", t))

    def sample(self, t: ArrayLike) -> tuple[Array, Array, Array, Array]:
        """Return positions, velocities, accelerations and jerks, each (n, joints), at times t (n,) [s]."""
        times = np.atleast_1d(array("'t'", t))
        parts = [self.basis(times[k : k + CHUNK]) @ self.coefficients for k in range(0, max(len(times), 1), CHUNK)]
        q, qd, qdd, jerk = np.concatenate(parts, axis=1)
        return q, qd, qdd, jerk

    def times(self, rate: float) -> Array:
        """Return the times of samples at a rate [Hz], from the start to the end."""
        return np.linspace(0.0, self.duration, round(self.duration * rate) + 1)

    def shrunk(self, share: float) -> LinearCurve:
        """Return the same motion with all its deflections from the start multiplied by a share."""
        smaller = self.coefficients * share
        smaller[0] = self.coefficients[0]
        return LinearCurve(self.family, self.joints, smaller)

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return self.family.to_dict() | {"joints": list(self.joints), "coefficients": self.coefficients.tolist()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> LinearCurve:
        """Read what `to_dict` gives."""
        joints: Sequence[str] = data["joints"]
        return cls(family_from_dict(data), tuple(joints), np.array(data["coefficients"], float))
