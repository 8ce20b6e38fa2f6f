"""Questions to the person at the terminal; where there is none, nobody is asked."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from heft.cli.terminal import console


def asking() -> Callable[[str, Sequence[str]], int | None] | None:
    """Return a function that lets a person choose; None if standard input or standard error is not a terminal."""
    both = (sys.stdin, sys.stderr)
    return _choice if all(stream is not None and stream.isatty() for stream in both) else None


def _choice(question: str, names: Sequence[str]) -> int | None:
    """Return the place of the name that is chosen; None if none is."""
    shown = console(sys.stderr)
    shown.print(question, *(f"  {k}  {name}" for k, name in enumerate(names, start=1)), sep="\n")
    answers = f"1 to {len(names)}, or Enter for none of them" if len(names) > 1 else "1 for yes, or Enter for no"
    while True:
        shown.print(f"{answers}: ", end="")
        word = sys.stdin.readline().strip()
        if not word:
            return None
        if word.isdecimal() and 1 <= int(word) <= len(names):
            return int(word) - 1
