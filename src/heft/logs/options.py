"""How to clean a log, and the journal that cleaning keeps."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from heft.arrays import Array
from heft.errors import ArgumentError

Numbers = float | tuple[float, ...]


@dataclass(frozen=True)
class Cleaning:
    """How to clean a log; the defaults need no thought.

    A motion's `cleaning` has what was chosen in place of None, so that cleaning with it again gives the same numbers.

    Attributes:
        cutoff: of the low-pass [Hz], one number or one for each coordinate of q; None: from the spectrum.
        order: of the low-pass, one pass.
        velocities: "positions" differentiates them; "recorded" takes those of the log; "auto" takes recorded ones where
            they agree with the positions and are not much noisier.
        gap: a step longer than so many median steps cuts the log.
        trim: whether rest at both ends leaves.
        rest: speed below which a coordinate rests, as a part of its largest.
        decimation: of so many rows of the regression one is kept, behind a low-pass; 1 for neither; None: as many
            as the cut-offs allow.
        velocity_threshold: [rad/s, m/s] below which friction is in doubt, one number or one for each coordinate of qd;
            None: from the noise of the velocity, and a hundredth of the largest.
        passive: joints without a drive, whose effort is exactly zero.
    """

    cutoff: Numbers | None = None
    order: int = 4
    velocities: str | tuple[str, ...] = "auto"
    gap: float = 3.5
    trim: bool = True
    rest: float = 0.02
    decimation: int | None = None
    velocity_threshold: Numbers | None = None
    passive: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(self).items()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Cleaning:
        """Read what `to_dict` gives."""
        values: dict[str, Any] = {key: tuple(x) if isinstance(x, list) else x for key, x in data.items()}
        return cls(**values)


def per_coordinate(value: Numbers, count: int, name: str) -> Array:
    """Return one number for each coordinate, (count,).

    Raises:
        ArgumentError: there are neither one nor that many, or one is not positive.
    """
    numbers = np.array(value, float)
    if numbers.ndim and len(numbers) != count:
        what = f"'{name}' has {len(numbers)} numbers; one is expected, or one for each of {count} coordinates."
        raise ArgumentError(what)
    if not np.all(numbers >= 0):
        raise ArgumentError(f"'{name}' is {value}; it must not be negative.")
    return np.broadcast_to(numbers, (count,)).copy()


@dataclass
class Journal:
    """What was done, and what was found odd, in the order in which it happened."""

    steps: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def step(self, name: str, **facts: Any) -> None:
        """Record a step, ready for JSON."""
        self.steps.append({"step": name, **facts})

    def note(self, sentence: str) -> None:
        """Record what a person should know."""
        self.notes.append(sentence)
