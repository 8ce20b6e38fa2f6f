"""The runner of the manual notices what a page shows wrongly, and writes the page anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.manual import rewritten, run, walks
from support.output import alike, differences, refreshed
from support.tables import with_tables

PAGE = """# A page

<!-- file: words.txt -->
```text
one
two
```

```console
$ cat words.txt
one
$ heft inspect zoo:nobody
old words
$ echo $?
2
```

```python
print(6 * 7)
```

## With data

<!-- data: nowhere -->

```console
$ heft --version
```
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.md"
    path.write_text(PAGE)
    return path


def test_walks(page):
    whole, section = walks(page)
    assert (whole.title, section.title) == ("", "With data")
    assert whole.missing == ""
    assert section.missing == "nowhere"


def test_what_is_wrong_is_found_and_written_anew(page, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    steps = run(walks(page)[0], folder)
    assert [bool(step.differences) for step in steps] == [True, True, False, True]
    text = rewritten(page, steps)
    assert "$ cat words.txt\none\ntwo\n" in text
    assert "old words" not in text
    assert "print(6 * 7)\n```\n\n```text\n42\n```\n" in text
    page.write_text(text)
    again = tmp_path / "again"
    again.mkdir()
    assert not [step for step in run(walks(page)[0], again) if step.differences]


def test_a_wrong_exit_code_is_found(page, tmp_path):
    page.write_text("```console\n$ heft inspect zoo:nobody\n...\n```\n")
    (step,) = run(walks(page)[0], tmp_path)
    assert "exit code 2" in step.differences[0]


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("joint1  1.234  5 %", "joint1 1.235   5 %", True),
        ("joint1  1.234", "joint1 1.254", False),
        ("52 of 58", "53 of 58", False),
        ("joint1", "joint2", False),
        ("joint2  0.5", "joint1  0.5", False),
        ("took ... s", "took 3.2 s", True),
        ("took ... s", "it took 3.2 s", False),
        ("────", "──────", True),
        ("2", "2.002", True),
        ("2", "2.2", False),
    ],
)
def test_lines(shown, printed, same):
    assert alike(shown, printed) is same


@pytest.mark.parametrize(
    ("shown", "printed", "same"),
    [
        ("a\nb\n", "a\nb\n", True),
        ("a\n", "a\nb\n", False),
        ("a\nb\n", "a\n", False),
        ("", "a\n", False),
        ("...\n", "a\nb\n", True),
        ("a\n...\n", "a\nb\nc\n", True),
        ("...\nc\n", "a\nb\nc\n", True),
        ("...\nb\n...\n", "a\nb\nc\n", True),
        ("...\nd\n...\n", "a\nb\nc\n", False),
        ("a\n...\nb\n", "a\nb\nc\n", False),
        ("b\n...\na\n", "a\nb\n", False),
    ],
)
def test_texts(shown, printed, same):
    assert (differences(shown, printed) == []) is same


def test_lines_that_a_page_leaves_out_stay_left_out():
    shown = "title 1\n...\nrow b 2\n...\nlast words\n"
    printed = "title 2\nrow a 1\nrow b 3\nrow c 4\nnew last words\n"
    assert refreshed(shown, printed) == "title 2\n...\nrow b 3\n...\nnew last words\n"
    assert refreshed("took ... s\nold\n", "took 3 s\nnew\n") == "took ... s\nnew\n"


def test_tables():
    text = "a\n<!-- table: heft.errors:did_you_mean('ab', ['abc']) -->\nold\n<!-- end -->\nb"
    made = with_tables(text)
    assert "abc" in made
    assert "old" not in made
    assert with_tables(made) == made
