"""Questions at the terminal: asked only where somebody can answer."""

import io

import pytest

from heft.cli.asking import asking


class Terminal(io.StringIO):
    """A text that counts as a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "answer", "times"),
    [("2\n", 1, 1), ("1\n", 0, 1), ("\n", None, 1), ("", None, 1), ("3\nx\n0\n2\n", 1, 4)],
)
def test_the_answer_is_one_of_the_names_or_none(monkeypatch, typed, answer, times):
    shown = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal(typed))
    monkeypatch.setattr("sys.stderr", shown)
    ask = asking()
    assert ask is not None
    assert ask("Which?", ["a", "b\x1b[31m"]) == answer
    assert shown.getvalue().startswith("Which?\n  1  a\n  2  b")
    assert "\x1b[31m" not in shown.getvalue()
    assert shown.getvalue().count("1 to 2, or Enter for none of them: ") == times


@pytest.mark.parametrize("stream", ["sys.stdin", "sys.stderr"])
def test_nobody_is_asked_without_a_terminal(monkeypatch, stream):
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stderr", Terminal())
    for other in (io.StringIO(), None):
        monkeypatch.setattr(stream, other)
        assert asking() is None


def test_a_single_answer_is_yes(monkeypatch):
    shown = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal("1\n"))
    monkeypatch.setattr("sys.stderr", shown)
    ask = asking()
    assert ask is not None
    assert ask("Are they these?", ["a, b"]) == 0
    assert "1 for yes, or Enter for no: " in shown.getvalue()
