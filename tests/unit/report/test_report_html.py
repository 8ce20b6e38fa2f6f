"""Reports are pages that no browser acts on, whatever the names of robots, links, joints and files hold."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from fuzz import command_lines

from heft.cli import main

HOSTILE = {
    "lift": "<script>alert(1)</script>",
    "rod": "\"><img src=x onerror='alert(2)'>",
    "hinge": "{{7*7}}</td></svg><b onclick=alert(3)>&lt;",
}
PLACE = "<i>\x1b[31m\u202e\x07\u2028"
"""A folder, whose name is in every path."""

CALLS = {
    "identify": ("identify", "lift.urdf", "swing.parquet", "--friction", "viscous", "--cutoff", "8"),
    "payload": (
        *("payload", "lift.urdf", "loaded.parquet", "--unloaded", "swing.parquet"),
        *("--friction", "viscous", "--cutoff", "8"),
    ),
    "excite": (
        *("excite", "lift.urdf", "--duration", "2", "--starts", "1", "--search-seconds", "0.2"),
        *("--acceleration", "10", "--jerk", "200", "--no-collisions"),
    ),
}


class Elements(HTMLParser):
    """The elements and attributes of a page, and its text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags, self.attributes, self.words = set[str](), set[str](), list[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def elements(folder: Path, call: Sequence[str]) -> Elements:
    assert main([*call, "-q", "-o", "out"]) in (0, 1)
    text = (folder / "out/report.html").read_text(encoding="utf-8")
    assert all(sign.isprintable() or sign == "\n" for sign in text)
    found = Elements()
    found.feed(text)
    return found


@pytest.mark.parametrize("verb", [*CALLS])
def test_hostile_names_and_paths_are_text(tmp_path, monkeypatch, verb):
    plain, hostile = tmp_path / "plain", tmp_path / PLACE
    for folder in (plain, hostile):
        folder.mkdir()
        text = command_lines.LIFT
        if folder is hostile:
            for name, odd in HOSTILE.items():
                text = text.replace(f'"{name}"', f'"{escape(odd)}"')
        command_lines.write_files(folder, text)
    monkeypatch.chdir(plain)
    usual = elements(plain, CALLS[verb])
    monkeypatch.chdir(hostile)
    odd = elements(hostile, [str(hostile / word) if (hostile / word).is_file() else word for word in CALLS[verb]])
    assert odd.tags == usual.tags
    assert odd.attributes == usual.attributes
    shown = "".join(odd.words)
    assert HOSTILE["rod"] in shown
    assert HOSTILE["hinge"] in shown
