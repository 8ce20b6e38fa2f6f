"""Command lines in this process, in a folder of their own: their exit code, and what they print."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from pathlib import Path

MOST_LINES, MOST_CHARACTERS = 4, 2500
"""Of what stands on standard error after a refusal."""


class CommandError(AssertionError):
    """A command ended in another way than a command may."""


class Refusal(Exception):  # noqa: N818
    """A command refused its input with exit code 2 and a short message."""


def run(words: list[str], folder: Path) -> str:
    """Run a command in a folder and return what it prints on standard output.

    Raises:
        Refusal: it ended with exit code 2, and said why in a few lines.
        CommandError: it ended otherwise.
    """
    from heft.cli import main

    before = Path.cwd()
    out, err = _Stream(), _Stream()
    os.chdir(folder)
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            status = main(words)
    except SystemExit as end:
        status = end.code
    finally:
        os.chdir(before)
        sys.stdout.flush()
    said = err.text()
    if status == 2:
        if not said.startswith("heft:") or len(said.splitlines()) > MOST_LINES or len(said) > MOST_CHARACTERS:
            raise CommandError(f"exit code 2 with the message {said[:500]!r} of {len(said)} characters")
        raise Refusal(said)
    if status not in (0, 1):
        raise CommandError(f"exit code {status}: {said[:500]}")
    return out.text()


class _Stream(io.TextIOWrapper):
    """A standard stream that keeps what is written to it, in UTF-8."""

    def __init__(self) -> None:
        self.kept = io.BytesIO()
        super().__init__(self.kept, encoding="utf-8", errors="strict")

    def text(self) -> str:
        self.flush()
        return self.kept.getvalue().decode()
