"""One input that heft is given: the command, how long it took, and whether the answer was right."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass


@dataclass(frozen=True)
class Tried:
    """One input.

    Attributes:
        kind: of file.
        what: it is.
        command: that was typed, paths shortened.
        seconds: of processor time that it took.
        map: "none", "guessed" or "given"; "" for robots.
        right: whether the answer is right.
    """

    kind: str
    what: str
    command: str
    seconds: float
    map: str
    right: bool


@dataclass(frozen=True)
class Heft:
    """The command line.

    Attributes:
        inside: call it in this process, which takes less time than a new one and measures another.
    """

    inside: bool = False

    def __call__(self, *words: str) -> tuple[float, dict]:
        """Run heft with --json; return the seconds, and the answer, {} if it failed."""
        began = _processor_time()
        status, out, err = self._here(words) if self.inside else self._elsewhere(words)
        seconds = _processor_time() - began
        if status != 0:
            print(f"heft {' '.join(words)}: {err.strip()}", file=sys.stderr)
            return seconds, {}
        return seconds, json.loads(out)

    def _here(self, words: tuple[str, ...]) -> tuple[int, str, str]:
        from heft.cli import main

        out, err = io.StringIO(), io.StringIO()
        with redirect_stdout(out), redirect_stderr(err):
            status = main([*words, "--json"])
        return status, out.getvalue(), err.getvalue()

    def _elsewhere(self, words: tuple[str, ...]) -> tuple[int, str, str]:
        line = [sys.executable, "-m", "heft", *words, "--json"]
        done = subprocess.run(line, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr


def _processor_time() -> float:
    """Return the processor time of this process and of those that it started and that have ended [s]."""
    return sum(os.times()[:4])
