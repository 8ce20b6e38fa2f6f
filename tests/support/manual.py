"""The manual, run as a reader would run it.

A page of the manual is a list of blocks. Those in `console` run as commands, those in `python` run as Python, in one
folder and one namespace a page, and what they print is compared with what the page shows: below the command, or in
the `text` block that follows the Python. Comments in front of a block say what the runner must know:

    <!-- file: main.c -->             the block is a file in the folder
    <!-- exit: 2 -->                  every command of the block ends with this exit code; without it, 0
    <!-- not run: REASON -->          the block is not run; what it names must exist (a Makefile target, an extra)
    <!-- data: ur10e qube=qubes -->   the section, or before the first section the page, needs these folders of
                                      ../shared/data; `qube` is the name that the folder `qubes` has in the page
    <!-- prepare: MODULE:FUNCTION --> the function is called with the folder before the section runs

A line `...` stands for any lines, and `...` in a line for any text. Numbers may be off in their last digit.

    python -m support.manual [PAGE ...]     rewrite what the pages show, and their tables, from real runs; without
                                            pages, all of them, and draw the pictures
"""

from __future__ import annotations

import importlib
import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import chdir, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from unittest.mock import patch

from support.output import differences, refreshed
from support.tables import with_tables

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared/data"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]

FENCE = re.compile(r"^((?:<!-- [^\n]* -->\n)*)```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"<!-- (file|exit|not run|data|prepare): (.*?) -->")
SHELL = re.compile(r"[|&;<>$*]")
ENVIRONMENT = ("make", "pip", "uv", "git")
HEFT = "import sys; from heft.cli import main; sys.exit(main())"


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, what is in it, the comments in front of it, and where its content stands."""

    language: str
    text: str
    marks: dict[str, str]
    start: int
    end: int


@dataclass(frozen=True)
class Walk:
    """What runs together: the blocks of a page, or of one section that needs data.

    Attributes:
        page: the file.
        title: of the section; "" for the page.
        blocks: in order.
        data: folders of ../shared/data by the name that they have in the page.
        prepare: functions to be called first, as MODULE:FUNCTION.
    """

    page: Path
    title: str
    blocks: list[Block]
    data: dict[str, str]
    prepare: list[str]

    @property
    def missing(self) -> str:
        """The first folder of data that is not at hand; "" if all are."""
        return next((name for name in self.data.values() if not (DATA / name).is_dir()), "")


@dataclass(frozen=True)
class Step:
    """A command or a block of Python: what the page shows, what was printed, and the exit code."""

    command: str
    shown: str
    status: int
    expected: int
    printed: str
    start: int
    end: int

    @property
    def differences(self) -> list[str]:
        """What the page shows otherwise than it is, in lines; empty if they agree."""
        if self.status != self.expected:
            return [f"exit code {self.status}, expected {self.expected}", *self.printed.splitlines()[-5:]]
        return differences(self.shown, self.printed)


def complaint(page: Path, steps: list[Step]) -> str:
    """Return what a page shows otherwise than it is, in words; "" if they agree."""
    wrong = ["\n  ".join([f"$ {step.command}", *step.differences]) for step in steps if step.differences]
    name = page.relative_to(ROOT) if page.is_relative_to(ROOT) else page
    return "\n".join([*wrong, f"To write the page anew: make docs-update PAGES={name}"]) if wrong else ""


class MissingProgramError(Exception):
    """A page calls a program that is not installed."""


def walks(page: Path) -> list[Walk]:
    """Return what runs together on a page: sections that need data by themselves, everything else at once."""
    text = page.read_text(encoding="utf-8")
    blocks = [
        Block(match[2], match[3], dict(MARK.findall(match[1])), match.start(3), match.end(3))
        for match in FENCE.finditer(text)
    ]
    heads = [(match.start(), match[1]) for match in re.finditer(r"^## (.*)$", text, re.MULTILINE)]
    parts = [(0, ""), *heads, (len(text), "")]
    found, rest = [], Walk(page, "", [], {}, [])
    for (first, title), (last, _) in pairwise(parts):
        marks = MARK.findall(text[first:last])
        data = dict(_named(word) for kind, value in marks if kind == "data" for word in value.split())
        prepare = [value for kind, value in marks if kind == "prepare"]
        inside = [block for block in blocks if first <= block.start < last]
        if data and title:
            found.append(Walk(page, title, inside, data, prepare))
        else:
            rest.blocks.extend(inside)
            rest.data.update(data)
            rest.prepare.extend(prepare)
    return [walk for walk in (rest, *found) if any(block.language in ("console", "python") for block in walk.blocks)]


def _named(word: str) -> tuple[str, str]:
    name, _, folder = word.partition("=")
    return name, folder or name


def section(page: str, title: str) -> Walk:
    """Return a section that needs data."""
    return next(walk for walk in walks(ROOT / page) if walk.title == title)


def run(walk: Walk, folder: Path) -> list[Step]:
    """Run the blocks in an empty folder.

    Raises:
        MissingProgramError: a program that a block calls is not installed.
    """
    (folder / "examples").symlink_to(ROOT / "examples")
    for name, source in walk.data.items():
        (folder / name).symlink_to(DATA / source)
    for where in walk.prepare:
        module, _, name = where.partition(":")
        getattr(importlib.import_module(module), name)(folder)
    steps: list[Step] = []
    names: dict[str, object] = {"__name__": "__main__"}
    path = f"{_programs(folder)}:{os.environ['PATH']}"
    with chdir(folder), patch.dict(os.environ, COLUMNS="100", HEFT_SILENT_COMPILING="1", PATH=path):
        for block, after in zip(walk.blocks, [*walk.blocks[1:], None], strict=True):
            if "file" in block.marks:
                Path(block.marks["file"]).write_text(block.text, encoding="utf-8")
            if "not run" in block.marks:
                continue
            if block.language == "console":
                steps.extend(_commands(block))
            elif block.language == "python":
                follows = after is not None and after.language == "text" and not after.marks
                steps.append(_python(walk.page, block, after if follows else None, names))
    return steps


def _programs(folder: Path) -> Path:
    """Return a folder outside with a `heft` and a `python` for commands that need a shell."""
    place = folder.with_name(f"{folder.name}.bin")
    place.mkdir(exist_ok=True)
    for name, line in (("heft", f"{shlex.quote(sys.executable)} -c '{HEFT}'"), ("python", shlex.quote(sys.executable))):
        (place / name).write_text(f'#!/bin/sh\nexec {line} "$@"\n')
        (place / name).chmod(0o755)
    return place


def _commands(block: Block) -> list[Step]:
    """Run the commands of a block."""
    steps: list[Step] = []
    for match in re.finditer(r"^\$ ((?:.*\\\n)*.*\n)((?:(?!\$ ).*\n)*)", block.text, re.MULTILINE):
        command = re.sub(r"\\\n\s*", "", match[1]).strip().replace(".venv/bin/", "")
        status, printed = _command(command) if command != "echo $?" else (0, f"{steps[-1].status}\n")
        told = re.match(r"\$ echo \$\?\n(\d+)\n", block.text[match.end() :])
        expected = int(told[1]) if told else 0 if command == "echo $?" else int(block.marks.get("exit", 0))
        start, end = block.start + match.start(2), block.start + match.end(2)
        steps.append(Step(command, match[2], status, expected, printed, start, end))
    return steps


def _command(command: str) -> tuple[int, str]:
    """Run a command; heft itself runs in this process."""
    words = [] if SHELL.search(command) else shlex.split(command, comments=True)
    if words and words[0] == "heft":
        from heft.cli import main

        out = io.StringIO()
        with redirect_stdout(out), redirect_stderr(out):
            return main(words[1:]), out.getvalue()
    program = command.split()[0]
    if program in ENVIRONMENT:
        raise AssertionError(
            f"'{command}' sets up an environment: write <!-- not run: REASON --> in front of its block"
        )
    if not shutil.which(program):
        raise MissingProgramError(f"{program} is not installed")
    done = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    return done.returncode, done.stdout


def _python(page: Path, block: Block, after: Block | None, names: dict[str, object]) -> Step:
    """Run a block of Python; the place of its output is the `text` block that follows, if there is one."""
    out = io.StringIO()
    line = page.read_text(encoding="utf-8")[: block.start].count("\n")
    with redirect_stdout(out):
        exec(compile("\n" * line + block.text, str(page), "exec"), names)
    start, end = (after.start, after.end) if after else (block.end, block.end)
    first = block.text.split("\n", 1)[0]
    return Step(f"python: {first} ...", after.text if after else "", 0, 0, out.getvalue(), start, end)


def rewritten(page: Path, steps: list[Step]) -> str:
    """Return the text of a page with what its commands print now."""
    text = page.read_text(encoding="utf-8")
    for step in sorted(steps, key=lambda step: -step.start):
        new = refreshed(step.shown, step.printed)
        if step.start == step.end and step.command.startswith("python: "):
            if new:
                place = step.end + len("```\n")
                text = f"{text[:place]}\n```text\n{new}```\n{text[place:]}"
        else:
            text = text[: step.start] + new + text[step.end :]
    return text


def update(page: Path) -> None:
    """Write a page anew: its tables, and what its commands print."""
    page.write_text(with_tables(page.read_text(encoding="utf-8")), encoding="utf-8")
    steps = []
    for walk in walks(page):
        if walk.missing:
            print(f"{page}: {walk.title or 'the page'} is left as it is, for ../shared/data/{walk.missing} is missing")
            continue
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder, "page")
            place.mkdir()
            steps += run(walk, place)
    for step in steps:
        if step.status != step.expected:
            print(f"{page}: {step.command}: exit code {step.status}, expected {step.expected}\n{step.printed}")
    page.write_text(rewritten(page, steps), encoding="utf-8")


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / "docs"), str(ROOT / "benchmarks")]
    if len(sys.argv) == 1:
        for script in (ROOT / "docs/images").glob("*.py"):
            runpy.run_path(str(script), run_name="__main__")
    for each in [Path(name).resolve() for name in sys.argv[1:]] or PAGES:
        print(each.relative_to(ROOT))
        update(each)
