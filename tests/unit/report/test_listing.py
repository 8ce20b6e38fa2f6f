"""Tables of the terminal: no word is broken at any width that has room for it, and every cell is shown."""

from __future__ import annotations

import pytest

from heft.report.listing import Items
from heft.report.tables import listed, table
from heft.report.words import render
from heft.showing.table import Table, column

NAMES = ("shoulder_lift_joint.armature", "wrist", "überlang")


def sheet():
    made = table("parameter", "<verdict", "value", "data alone, 95 %", "<unit", "prior")
    for k, name in enumerate(NAMES):
        made.add_row(name, "in combination", f"{k}.12345", f"{k}.5 ± 0.25", "N m s/rad", f"-{k}.5e-12")
    return made


@pytest.mark.parametrize("width", [200, 100, 80, 64, 57])
def test_no_word_is_broken(width: int):
    lines = render(sheet(), width=width).splitlines()
    words = {word for line in lines for word in line.split()}
    assert max(map(len, lines)) <= width
    assert {*NAMES, "0.12345", "1.12345", "2.12345", "-1.5e-12", "s/rad", "combination", "parameter"} <= words
    assert "2.5 ± 0.25" in "\n".join(lines)


def test_wide_tables_are_shown_in_parts_that_all_have_the_names():
    wide, narrow = (render(sheet(), width=width) for width in (120, 57))
    assert wide.count(NAMES[0]) == 1
    assert narrow.count(NAMES[0]) > 1


def test_a_name_wider_than_the_terminal_is_broken_and_whole():
    made = table("name", "value")
    made.add_row("x" * 200, "1.5")
    text = render(made, width=40)
    assert text.count("x") == 200
    assert max(map(len, text.splitlines())) <= 40
    assert "1.5" in text


def test_long_tables_fold_to_what_matters():
    names = [f"row{k}" for k in range(50)]
    data = Table("Rows", (column("name", names), column("x", range(50))), tuple(float(k % 10) for k in range(50)))
    small, whole = render(listed(data, every=False)), render(listed(data))
    assert "30 more rows: --all shows them." in small
    assert "row9 " in small  # weight 9
    assert "row1 " not in small
    assert all(f"{name} " in whole for name in names)
    assert "more rows" not in whole


def test_items_are_kept_whole_in_lines_that_fit():
    texts = ["★ identifiable alone", "○ in combination", "✕ not identifiable"]
    for width in (24, 40, 80):
        lines = render(Items(texts), width=width).splitlines()
        assert max(map(len, lines)) <= width
        assert [part for line in lines for part in line.split("   ")] == texts
    assert render(Items(texts), width=80).count("\n") == 1
