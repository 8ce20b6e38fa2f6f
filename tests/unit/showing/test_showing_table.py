"""Tables as data: the same rows in Arrow, in HTML and folded; names from files stay text."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from heft.errors import MissingExtraError
from heft.showing.table import Table, Tabular, column

HOSTILE = '<script>alert("x")</script>\x1b[31m'


def made(rows: int = 3) -> Table:
    return Table(
        "Masses & more",
        (
            column("body", [HOSTILE, *(f"link{k}" for k in range(1, rows))]),
            column("mass", np.arange(rows) * 0.25, "kg"),
            column("fitted", [True] * rows),
            column("prior", [None, *[float("nan")] * (rows - 1)]),
        ),
    )


def test_arrow_has_the_values_and_the_units():
    arrow = made().to_arrow()
    assert arrow.column_names == ["body", "mass", "fitted", "prior"]
    assert arrow["mass"].to_pylist() == [0.0, 0.25, 0.5]
    assert arrow["prior"].to_pylist() == [None, None, None]
    assert arrow.schema.field("mass").metadata == {b"unit": b"kg"}
    assert str(arrow.schema.field("fitted").type) == "bool"


def test_without_pyarrow_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"heft-robotics\[parquet\]"):
        made().to_arrow()


def test_html_is_small_and_escaped():
    text = made(500).html()
    assert "<script" not in text
    assert "&lt;script&gt;" in text
    assert "\x1b" not in text
    assert "Masses &amp; more" in text
    assert "mass [kg]" in text
    assert text.count("<tr>") == 21
    assert "480 more rows" in text


def test_rows_without_weight_are_folded_away_from_short_tables_too():
    small = Table("T", (column("n", ["a", "b", "c"]),), (1.0, -1.0, 2.0)).folded()
    assert [row[0] for row in small.rows] == ["a", "c"]
    assert small.left_out == 1


def test_what_is_tabular_shows_itself():
    class Thing(Tabular):
        def __repr__(self) -> str:
            return "<Thing>"

        def _table(self) -> Table:
            return made()

    assert Thing().to_table().num_rows == 3
    assert "&lt;Thing&gt;" in Thing()._repr_html_()
