"""The friction laws and springs that were chosen for every joint, and every trial that led to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

BALANCES = {
    "counterweight": "a counterweight",
    "spring": "a linear spring",
    "counterbalance": "a counterbalance of two harmonics",
}
"""Springs and counterbalances, in words."""


@dataclass(frozen=True)
class Trial:
    """One set of laws of one joint that was tried.

    Attributes:
        joint: the joint.
        laws: names of the laws.
        error: rms error on blocks that were not fitted [N m or N].
        gain: by which part the mean square error is less than that of the laws it was compared with.
        standard_error: of the gain.
        chosen: whether they were taken, for the next round or at last.
    """

    joint: str
    laws: tuple[str, ...]
    error: float
    gain: float
    standard_error: float
    chosen: bool

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return asdict(self) | {"laws": list(self.laws)}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Trial:
        """Read what `to_dict` gives."""
        return cls(**{**data, "laws": tuple(data["laws"])})


@dataclass(frozen=True)
class Sprung:
    """A joint at which a torque that is a function of its position explains most of the residual.

    Attributes:
        joint: the joint.
        law: of the torque.
        left: the part of the joint's rms error that it leaves, on blocks that were not fitted.
        share: the part of the squared error of all joints, each in units of its residual, that it explains there.
    """

    joint: str
    law: str
    left: float
    share: float

    @property
    def words(self) -> str:
        """What is found, in a sentence."""
        return (
            f"The residual of joint '{self.joint}' is a function of its position: {BALANCES[self.law]} in the model "
            f"reduces its rms error by {100 * (1 - self.left):.0f} % on samples that were not fitted."
        )


@dataclass(frozen=True)
class FrictionChoice:
    """The friction laws of every joint, and how they were chosen.

    Attributes:
        laws: by joint.
        numbers: those in which they are not linear, by term and joint.
        trials: every set of laws that was tried, in order; empty if the default was taken without a trial.
        note: a sentence on why there was no trial, or on a spring that was added; or "".
    """

    laws: Mapping[str, tuple[str, ...]]
    numbers: Mapping[str, Mapping[str, float]]
    trials: tuple[Trial, ...] = ()
    note: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return it ready for JSON."""
        return {
            "laws": {joint: list(names) for joint, names in self.laws.items()},
            "numbers": {term: dict(values) for term, values in self.numbers.items()},
            "trials": [trial.to_dict() for trial in self.trials],
            "note": self.note,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> FrictionChoice:
        """Read what `to_dict` gives."""
        laws = {joint: tuple(names) for joint, names in data["laws"].items()}
        return cls(laws, data["numbers"], tuple(map(Trial.from_dict, data["trials"])), data["note"])
