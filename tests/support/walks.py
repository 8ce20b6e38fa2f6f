"""Running the commands that a page of the manual shows, as a reader would, and comparing what they print."""

from __future__ import annotations

import io
import os
import re
import shlex
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from unittest.mock import patch

from heft.cli import main

BLOCK = re.compile(r"^```console\n(.*?)^```", re.DOTALL | re.MULTILINE)
NUMBER = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?:e-?\d+)?")


@dataclass(frozen=True)
class Step:
    """A command, what the page shows below it, its exit code and what it printed."""

    command: str
    shown: str
    status: int
    printed: str


def section(page: Path, title: str) -> str:
    """Return the text of a section of a page, its subsections included."""
    return re.split(r"^## ", page.read_text(encoding="utf-8").split(f"\n## {title}\n")[1], flags=re.MULTILINE)[0]


def walk(text: str, folder: Path) -> list[Step]:
    """Run every command that a text shows, in order, in a folder."""
    steps = []
    for block in BLOCK.findall(text):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, shown = re.sub(r"\\\n\s*", "", part).partition("\n")
            out = io.StringIO()
            with chdir(folder), redirect_stdout(out), redirect_stderr(out), patch.dict(os.environ, COLUMNS="100"):
                status = main(shlex.split(command)[1:])
            steps.append(Step(command, shown, status, out.getvalue()))
    return steps


def unlike(step: Step, digits: float = 0.01) -> list[str]:
    """Return the lines that the page shows and the command did not print; numbers may be a little off."""
    printed = [line.split() for line in step.printed.splitlines()]
    return [
        line
        for line in step.shown.splitlines()
        if line != "..." and not any(_same(line.split(), p, digits) for p in printed)
    ]


def _same(one: list[str], other: list[str], digits: float) -> bool:
    return len(one) == len(other) and all(_alike(a, b, digits) for a, b in zip(one, other, strict=True))


def _alike(a: str, b: str, digits: float) -> bool:
    if a == b or set(a) == set(b) == {"─"}:  # rules are as wide as a table's numbers are long
        return True
    if not NUMBER.fullmatch(a) or not NUMBER.fullmatch(b):
        return False
    x, y, last = float(a), float(b), 10.0 ** int(Decimal(a).as_tuple().exponent)
    return abs(x - y) <= max(digits * abs(x), 1.001 * last)
