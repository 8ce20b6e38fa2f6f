"""What docs/cli.md shows of `heft inspect` is what it prints."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[3] / "docs" / "cli.md"
BLOCKS = re.findall(r"^```console\n(.*?)^```", PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
SHOWN = [part.split("\n", 1) for block in BLOCKS for part in re.split(r"^\$ ", block, flags=re.MULTILINE) if part]
INSPECTIONS = {command: text for command, text in SHOWN if command.startswith("heft inspect") and "|" not in command}


def test_there_is_something_to_compare():
    assert len(INSPECTIONS) >= 3


@pytest.mark.parametrize("command", INSPECTIONS)
def test_the_page_shows_what_is_printed(heft, command):
    answer = heft(*shlex.split(command)[1:])
    printed = [line.rstrip() for line in (answer.out + answer.err).splitlines()]
    assert "\n".join(printed).rstrip("\n") == INSPECTIONS[command].rstrip("\n")
