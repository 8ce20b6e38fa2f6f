"""What reaches the terminal: letters for what its encoding lacks, escapes for what it would act on."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest
from rich.text import Text

from heft.cli import VERBS, main
from heft.cli.signs import STAND_INS, encodes
from heft.cli.terminal import console, say, show, show_json, show_text, to_json
from heft.report.tables import table

HOSTILE = "\x1b]0;owned\x07\x9b2J\u202e\u2066\ud800"


class Terminal:
    """Standard output and standard error in an encoding."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, encoding: str = "ascii") -> None:
        self.encoding, self.bytes = encoding, io.BytesIO()
        for name in ("stdout", "stderr"):
            monkeypatch.setattr(sys, name, io.TextIOWrapper(self.bytes, encoding=encoding, write_through=True))
        monkeypatch.setenv("COLUMNS", "80")

    def shows(self) -> str:
        """Return everything that was written."""
        return self.bytes.getvalue().decode(self.encoding)


def test_every_stand_in_is_ascii():
    assert "".join(STAND_INS.values()).isascii()
    assert not any(sign.isascii() for sign in STAND_INS)


@pytest.mark.parametrize("arguments", [["--help"], *([verb, "--help"] for verb in VERBS)], ids=lambda a: a[0])
def test_help_fits_80_columns_of_ascii(arguments: list[str], monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal(monkeypatch)
    assert main(arguments) == 0
    text = terminal.shows()
    assert "Usage: heft" in text
    assert "?" not in text
    assert "\\u" not in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize("verb", ["inspect", "identifiable", "minimal"])
def test_tables_in_ascii(verb: str, monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal(monkeypatch)
    assert main([verb, "zoo:puma560"]) == 0
    text = terminal.shows()
    assert "?" not in text
    assert "\\" not in text
    assert max(map(len, text.splitlines())) <= 80


def test_classes_are_the_letters_of_the_json(monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal(monkeypatch)
    assert main(["identifiable", "zoo:puma560", "--no-rotors"]) == 0
    text = terminal.shows()
    row = next(line for line in text.splitlines() if line.startswith("link1 "))
    assert row.replace("|", " ").split()[1:11] == list("XXXXXXBXXX")
    assert "I identifiable alone   B in combination, chosen as base   c in combination" in text


def test_columns_stay_aligned(monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal(monkeypatch)
    made = table("name", "value", "limit")
    for name, limit in (("a", "10 ± 0.5"), ("b", "10 + 0.25")):
        made.add_row(name, limit, "    ∞")
    show(made, Text("±1 ∞ é"))
    *_, first, second, signs = terminal.shows().splitlines()
    assert first.split("|")[1:] == ["10 +-0.5 ".rjust(len(second.split("|")[1])), "  inf"]
    assert len(first) == len(second)
    assert signs == "+-1 inf \\xe9"


def test_latin_1_keeps_what_it_has(monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal(monkeypatch, "latin-1")
    show(Text("★ ± ² é"))
    assert terminal.shows() == "I ± ² é\n"


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "latin-1"])
def test_nothing_reaches_the_terminal_that_it_acts_on(encoding: str, monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal(monkeypatch, encoding)
    made = table("name")
    made.add_row(Text(HOSTILE))
    show(made, Text(HOSTILE))
    show_text(HOSTILE)
    show_json({HOSTILE: [HOSTILE]})
    say(HOSTILE)
    console(sys.stderr).print(Text(HOSTILE))
    assert terminal.shows().replace("\n", "").isprintable()


def test_json_keeps_its_meaning_in_every_encoding(monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal(monkeypatch)
    facts = {"ü★": ["腕", HOSTILE, 1.5, {"x": None}]}
    show_json(facts)
    assert json.loads(terminal.shows()) == facts
    assert json.loads(to_json(facts).encode()) == facts
    assert "腕" in to_json(facts)
    assert encodes(sys.stdout, "a")
    assert not encodes(sys.stdout, "ü")


def test_messages_are_short(monkeypatch: pytest.MonkeyPatch):
    terminal = Terminal(monkeypatch)
    say("n" * 100_000)
    assert len(terminal.shows()) < 2100


@pytest.mark.parametrize("name", ["\x1b[2Jarm", "arm\u202e", "a\nb", "a\ud800", "n" * 2000])
@pytest.mark.parametrize("key", ["name", "body", "joint", "loop"])
def test_hostile_names_of_a_mechanism_are_refused(
    name: str, key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    data = {
        "format": "heft-mechanism/1",
        "name": name if key == "name" else "arm",
        "bodies": [{"name": name if key == "body" else "b", "joint": {"type": "revolute", "name": "j"}}],
        "dropped_loops": [{"kind": "connect", "name": name if key == "loop" else "l", "bodies": ["b"]}],
    }
    if key == "joint":
        data["bodies"][0]["joint"]["name"] = name
    file = tmp_path / "arm.json"
    file.write_text(json.dumps(data))
    assert main(["inspect", str(file)]) == 2
    said = capsys.readouterr()
    assert "is not a name" in said.err
    assert said.err.rstrip("\n").isprintable()
    assert len(said.err) < 600


def test_the_source_of_a_mechanism_is_a_line_of_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    data = {"format": "heft-mechanism/1", "name": "arm", "bodies": [{"name": "b", "joint": {"type": "revolute"}}]}
    file = tmp_path / "arm.json"
    file.write_text(json.dumps(data | {"source": "first line\nsecond \t line"}))
    assert main(["inspect", str(file)]) == 0
    assert "first line second line" in capsys.readouterr().out
    file.write_text(json.dumps(data | {"source": "a\x1b[2J"}))
    assert main(["inspect", str(file)]) == 2
    assert "source: printable text is expected" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["a b", "a\nb", "a\x1b[2J", "ä\u202e", "a\udcff"])
def test_file_names_in_messages(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / f"{name}.json"
    assert main(["inspect", str(file)]) == 2
    file.write_text("{")
    assert main(["inspect", str(file)]) == 2
    said = capsys.readouterr().err
    assert len(said.splitlines()) == 2
    assert said.replace("\n", "").isprintable()
