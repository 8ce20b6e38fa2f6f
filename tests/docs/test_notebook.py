"""The notebook in examples/: its cells run, and what they show is a small table or a picture."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.manual import ROOT
from support.notebook import shown


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.ipynb")), ids=lambda path: path.name)
def test_the_cells_of_a_notebook_run(path: Path, monkeypatch, tmp_path) -> None:
    monkeypatch.chdir(tmp_path)
    seen = [*shown(path)]
    tables = [each._repr_html_() for each in seen if hasattr(each, "_repr_html_") and not hasattr(each, "savefig")]
    pictures = [each._repr_png_() for each in seen if hasattr(each, "savefig")]  # type: ignore[attr-defined]
    assert len(tables) == 5
    assert all("<table>" in text and len(text) < 20_000 for text in tables)
    assert len(pictures) == 3
    assert all(picture.startswith(b"\x89PNG") for picture in pictures)


def test_notebooks_are_stored_without_outputs() -> None:
    for path in (ROOT / "examples").glob("*.ipynb"):
        assert '"output_type"' not in path.read_text()
