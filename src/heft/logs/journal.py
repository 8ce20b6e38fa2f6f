"""What cleaning reports: the steps it took, its warnings, and its notes."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass
class Journal:
    """The steps that were taken and what was found, in order.

    Attributes:
        steps: what was done, each ready for JSON.
        warnings: sentences about what may be wrong with the log.
        notes: sentences about what is worth knowing and not wrong, such as the resolution of an encoder.
    """

    steps: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def step(self, name: str, **facts: Any) -> None:
        """Record a step, ready for JSON."""
        self.steps.append({"step": name, **facts})

    def warn(self, sentence: str) -> None:
        """Record what may be wrong."""
        self.warnings.append(sentence)

    def note(self, sentence: str) -> None:
        """Record what is worth knowing."""
        self.notes.append(sentence)

    def then(self, other: Journal) -> Journal:
        """Return a new journal with the entries of both."""
        return Journal(self.steps + other.steps, self.warnings + other.warnings, self.notes + other.notes)
