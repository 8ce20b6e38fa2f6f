r"""Text from outside, made safe to show in a terminal, in LaTeX and in Markdown."""

from __future__ import annotations

import pytest

from heft.errors import FormatError, did_you_mean, listed
from heft.text import LONGEST_NAME, fall, in_unit, is_name, latex, markdown, measured, printable, shortened, shown


def test_printable_escapes_what_moves_the_cursor_or_hides():
    assert printable("a\x1b[2Jb\n\r\x07é\x9b") == "a\\x1b[2Jb\\n\\r\\x07é\\x9b"
    assert printable("a\u202eb\u200bc\u2066\ud800") == "a\\u202eb\\u200bc\\u2066\\ud800"
    assert printable("a\nb\x00", keep="\n") == "a\nb\\x00"


@pytest.mark.parametrize("text", ["", "a\nb", "\x1b[2J", "a\u202eb", "\ud800", "x" * (LONGEST_NAME + 1), 7, None])
def test_what_is_no_name(text: object):
    assert not is_name(text)


def test_what_is_a_name():
    assert all(map(is_name, ["a", "träger 3/4", "腕", "x" * LONGEST_NAME, "<b>&'\"`\\"]))


def test_long_text_keeps_its_ends():
    assert shortened("abc", 3) == "abc"
    text = shortened("a" * 50 + "b" * 50, 30)
    assert len(text) == 30
    assert text.startswith("aaa")
    assert text.endswith("bbb")


def test_a_long_path_with_a_space_keeps_its_ends():
    text = shortened(f"/home/a user/{'deep/' * 60}run of today.csv", 60)
    assert text.startswith("/home/a user/deep/")
    assert text.endswith("/run of today.csv")
    assert len(text) == 60
    words = shortened("many short words " * 20, 60)
    assert {*words.replace("...", " ").split()} == {"many", "short", "words"}


def test_a_whole_number_of_many_digits_is_shown_without_printing_it():
    assert shown(10**6000) == "a int of many digits"
    assert len(shown(["x" * 1000] * 1000)) == 60


@pytest.mark.parametrize(
    ("text", "inert"),
    [
        (r"\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("50% of #1 & $x_1$", r"50\% of \#1 \& \$x\_1\$"),
        ("a~b^c", r"a\textasciitilde{}b\textasciicircum{}c"),
        ("[2cm] *", "{[}2cm{]} {*}"),
        ("a\nb", r"a\textbackslash{}nb"),
    ],
)
def test_latex_has_no_commands(text: str, inert: str):
    assert latex(text) == inert


@pytest.mark.parametrize(
    ("text", "inert"),
    [
        ("a|b", r"a\|b"),
        ("`rm -rf`", r"\`rm -rf\`"),
        ("<img src=x>", r"\<img src=x\>"),
        ("[click](http://x)", r"\[click\](http\://x)"),
        ("a\n# b", r"a\\n\# b"),
        ("&lt;", r"\&lt;"),
    ],
)
def test_markdown_has_no_markup(text: str, inert: str):
    assert markdown(text) == inert


# -- messages -------------------------------------------------------------------------------------


def test_messages_are_a_few_lines_and_safe():
    name = "\x1b]0;owned\x07\u202e\ud800" + "n" * 100_000
    error = FormatError(f"'{name}' is wrong.", where=f"/tmp/{name}.json", remedy=f"Rename '{name}'.")
    assert str(error).isprintable()
    assert len(str(error)) < 2000
    assert ".json: '" in str(error)
    assert str(error).endswith("'.")
    str(error).encode()


def test_many_or_long_words_are_not_compared_one_by_one():
    """Comparing a word of 10^5 characters with as many others would take hours."""
    many = [f"{'n' * 100_000}{k}" for k in range(20)]
    assert did_you_mean("n" * 100_000, many).startswith("Known: nnn")
    assert did_you_mean("elbw", [*(f"joint_{k}" for k in range(100_000)), "elbow"]).endswith("more.")
    assert len(did_you_mean("x", many)) < 2000
    assert len(listed(many)) < 1000


def test_numbers_are_as_long_as_they_mean_something():
    assert measured(95.3, 30.0) == "95 ± 30"
    assert measured(1.2374, 0.028) == "1.24 ± 0.03"
    assert measured(12.0, 9.6) == "12 ± 10"
    assert in_unit("0.2", "1") == "0.2"
    assert in_unit("0.2", "kg") == "0.2 kg"
    assert fall(0.0421, 0.0387) == "from 4.21 to 3.87 %"
    assert fall(1.58, 0.5) == "from 158 to 50 %"
