"""What cleaning reports: the steps it took, its warnings, and its notes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

_PARTICULARS = re.compile(r"'[^']*'|[-+]?\d[\d.e+-]*")
"""Names and numbers of a sentence, in which sentences of the same kind differ."""


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


def once(sentences: Iterable[tuple[str, str]]) -> list[str]:
    """Return sentences about logs, those of the same kind once, with a count of the others.

    Args:
        sentences: pairs of a log's name and what is said of it.
    """
    kinds: dict[str, list[str]] = {}
    for log, sentence in sentences:
        kinds.setdefault(_PARTICULARS.sub("#", sentence), []).append(f"{log}: {sentence}")
    return [same[0] if len(same) == 1 else f"{same[0]} ({_more(len(same) - 1)})" for same in kinds.values()]


def _more(count: int) -> str:
    return f"The same is true of {count} more {'joint or log' if count == 1 else 'joints or logs'}."
