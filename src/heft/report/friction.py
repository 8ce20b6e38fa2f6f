"""The choice of friction laws for a person: a line in the terminal, and every trial in the report."""

from __future__ import annotations

from rich.text import Text

from heft.estimation.friction_trials import FrictionChoice
from heft.friction import DEFAULT_FRICTION
from heft.report.words import short
from heft.text import printable


def friction_line(choice: FrictionChoice) -> Text:
    """Return which laws each joint has beyond the default ones, in one line."""
    *usual, last = DEFAULT_FRICTION
    in_words = f"{', '.join(usual)} and {last}"
    if not choice.trials:
        return Text(f"Friction laws: {in_words}.")
    special = {
        joint: ", ".join(name for name in laws if name not in DEFAULT_FRICTION)
        for joint, laws in choice.laws.items()
        if set(laws) != set(DEFAULT_FRICTION)
    }
    parts = [f"{joint}: {names}" for joint, names in special.items()]
    if not parts:
        return Text(f"Friction laws chosen by cross-validation: {in_words} at every joint.")
    found = "; ".join(parts)
    return Text(printable(f"Friction laws chosen by cross-validation, in addition to {in_words}: {found}."))


def trial_rows(choice: FrictionChoice | None) -> list[dict[str, str]]:
    """Return a row for each set of laws that was tried."""
    return [
        {
            "joint": trial.joint,
            "laws": ", ".join(trial.laws),
            "error": short(trial.error),
            "gain": f"{100 * trial.gain:.1f} ± {100 * trial.standard_error:.1f}",
            "chosen": "yes" if trial.chosen else "",
        }
        for trial in (choice.trials if choice else ())
    ]
