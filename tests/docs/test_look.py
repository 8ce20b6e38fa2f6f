"""What the manual looks like: formulas without the network, pictures that scripts make; where logs are published."""

from __future__ import annotations

import re
import sys

import pytest
from support.manual import ROOT

sys.path.insert(0, str(ROOT / "docs"))  # as conf.py does
mathml = pytest.importorskip("mathml", reason="Docutils is not installed")

DOCS = ROOT / "docs"
MACHINES = re.compile(r"\b(UR10e|TX40|KR300|Qube|DFKI)\b")
SIMULATED = {"cli.md", "zoo.md", "robots.md", "estimators_table.md", "changelog.md"}
"""Pages that name these machines as robots of the zoo or of a simulation."""


def test_an_index_stands_beside_an_accent():
    text = re.sub(r"\s", "", mathml.converted(r"S_i \dot q_i", False))
    assert "<msub><moveraccent=" in text
    assert "munderover" not in text
    assert "ns0:" not in text


def test_every_formula_is_drawn():
    formulas = []
    for page in DOCS.glob("*.md"):
        text = re.sub(r"^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
        formulas += re.findall(r"\$\$(.+?)\$\$", text, re.DOTALL) + re.findall(r"(?<![$\\])\$([^$\n]+)\$(?!\$)", text)
    assert len(formulas) > 100
    assert all(mathml.converted(formula, True).startswith("<math") for formula in formulas)


def test_every_picture_is_made_by_a_script_and_shown():
    pages = "".join(page.read_text(encoding="utf-8") for page in [ROOT / "README.md", *DOCS.glob("*.md")])
    scripts = [*DOCS.glob("images/*.py"), *(ROOT / "examples").glob("*.py"), *(ROOT / "benchmarks").glob("*.py")]
    sources = "".join(script.read_text(encoding="utf-8") for script in scripts) + (ROOT / "Makefile").read_text()
    pictures = [*DOCS.glob("images/*.png"), *DOCS.glob("images/*.svg")]
    assert len(pictures) > 12
    for picture in pictures:
        first, _, rest = picture.stem.partition("_")
        assert f"images/{picture.name}" in pages
        assert picture.name in sources or (f"{first}_" in sources and f'"{rest}"' in sources), picture.name


def test_pages_with_published_logs_say_where_they_are():
    every = {page.name: page.read_text(encoding="utf-8") for page in DOCS.glob("*.md")}
    parts = {name for text in every.values() for name in re.findall(r"^```\{include\} (\S+)$", text, re.MULTILINE)}
    pages = {name: text for name, text in every.items() if name not in SIMULATED | parts}
    using = {name: text for name, text in pages.items() if MACHINES.search(text) or "<!-- data:" in text}
    assert len(using) > 6
    assert [name for name, text in using.items() if "datasets.md" not in text and name != "datasets.md"] == []


def test_the_manual_needs_nothing_from_the_network():
    settings = (DOCS / "conf.py").read_text(encoding="utf-8")
    assert 'html_math_renderer = "mathml"' in settings
    assert "http" not in settings
    assert "url(" not in (DOCS / "static/manual.css").read_text(encoding="utf-8")
