"""A heft.toml from somebody else: damaged, or with any option of any verb set to what could do harm."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fuzz import mutations
from fuzz.command_lines import options_of
from fuzz.commands import Refusal, run
from fuzz.mutations import Random

LINES: tuple[str, ...] = (
    "inspect arm.urdf",
    "inspect arm.urdf --json",
    "identifiable arm.urdf --json",
    "minimal arm.urdf --json",
    "export arm.urdf --lang python",
    "simulate arm.urdf --duration 0.01 --dt 0.002 --json",
    "import raw.csv --map map.toml",
    "zoo --json",
)
"""Commands that read the file; none of them writes."""

VERBS = tuple(dict.fromkeys(line.split()[0] for line in LINES))

HARM: tuple[Any, ...] = (
    *("out.json", "../out.html", "/dev/null", "tcp://127.0.0.1:9", "arm.urdf", "heft.toml", ".", "\x00", "-", "--help"),
    *(["a.json", "b.json"], {"a": {"b": "c.json"}}, [[1]], True, 0, -1, 1e308, 10**30, "nan", [], {}),
)
"""What an option is set to."""


def seeds() -> list[bytes]:
    """Return good files."""
    return [
        b'[inspect]\nbase = "floating"\n[identifiable]\ngravity = [0, 0, -9.81]\nstatic = true\nmethod = "exact"\n',
        b"[identifiable]\nsnap = 1e-5\nno-rotors = true\n[simulate]\nseed = 3\nno-friction = true\n",
        b'[export]\nwhat = ["regressor"]\n[import]\nsamples = "0:20"\n[zoo]\nall = false\n[minimal]\n',
    ]


def settings_changed(content: bytes, rng: Random, others: Sequence[bytes]) -> bytes:
    """Return a damaged file, or one in which a verb has one to three options set to odd values."""
    if rng.random() < 0.5:
        return mutations.toml_changed(content, rng, others)
    verb = rng.choice(VERBS)
    lines = [f"[{verb}]"]
    for name, _ in rng.sample(options_of(verb), rng.choice((1, 1, 2, 3))):
        value = rng.choice((rng.choice(HARM), rng.choice(HARM), rng.choice(mutations.TEXTS)))
        lines.append(f"{json.dumps(name.removeprefix('--'))} = {inline(value)}")
    return "\n".join(lines).encode("utf-8", "surrogatepass")


def inline(value: Any) -> str:
    """Return a value as TOML on one line."""
    return mutations.to_toml({"x": value}).partition("=")[2].strip()


def attempt(path: Path) -> Any:
    """Run every command beside the file; whatever it says, nothing is written, changed or removed."""
    before, answers, refusals = contents(path.parent), list[str](), list[Refusal]()
    for line in LINES:
        try:
            answers.append(run([*map(str, line.split())], path.parent))
        except Refusal as refusal:
            refusals.append(refusal)
    assert contents(path.parent) == before, "A file was written, changed or removed."
    if refusals:
        raise refusals[0]
    return answers


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file in a folder, and in the one above it, with what it holds."""
    files = [*folder.rglob("*"), *folder.parent.glob("*.*")]
    return {str(file): file.read_bytes() for file in files if file.is_file()}
