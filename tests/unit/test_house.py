"""Rules of the house that no linter knows: names, sizes, repetition, remedies, words."""

from __future__ import annotations

import ast
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from heft import errors

ROOT = Path(__file__).resolve().parents[2]
SOURCES = sorted((ROOT / "src/heft").rglob("*.py"))
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")] + sorted(
    (ROOT / "docs").glob("*.md")
)
NODES = {path: [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))] for path in SOURCES}

LONGEST = 400
REPEATED = 6
ERRORS = {name for name, kind in vars(errors).items() if isinstance(kind, type) and issubclass(kind, errors.HeftError)}
OWN_REMEDY = {"MissingExtraError"}
"""Errors that make their remedy themselves."""

BANNED = (
    r"(?<!there )\b(?:is|are) no (?!longer|more|less|better|worse)",
    r"\bkept back\b|\bheld back\b|\bkeeps? back\b",
    r"\bbehind a low-pass\b",
    r"\bleave away\b|\bleft away\b",
    r"\bnothing odd\b",
    r"\btold by the data\b|\bthe data (?:do not )?tell\b|\bmotion tells\b",
    r"\bhow sure\b",
    r"\bno body can be\b|\bthat can exist\b",
    r"\bno motion tells\b|\bnobody excite",
    r"\bone of so many\b",
    r"\bmended\b",
    r"\bsooner\b",
    r"\bwhat is left\b",
    r"\bwhat the (?:robot's )?file says\b",
    r"\bphysically possible\b",
)
"""Phrases for which the field, or plain English, has another word; the glossary has the words to use."""

ANY_BANNED = re.compile("|".join(BANNED), re.IGNORECASE)

TEXT_METHODS = {"read_text", "write_text"}


def shown(path: Path, line: int) -> str:
    return f"{path.relative_to(ROOT)}:{line}"


def test_a_class_name_exists_once() -> None:
    places = defaultdict(list)
    for path, nodes in NODES.items():
        for node in nodes:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places[node.name].append(shown(path, node.lineno))
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


def test_no_module_is_too_long() -> None:
    lengths = {str(path.relative_to(ROOT)): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def code_lines(path: Path) -> list[tuple[int, str]]:
    """Return the lines that say something: no imports, docstrings, comments, blank lines or lone punctuation."""
    skipped = set()
    for node in NODES[path]:
        if isinstance(node, ast.Import | ast.ImportFrom):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            skipped.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    lines = enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
    kept = [(k, line.split("  # ")[0].strip()) for k, line in lines if k not in skipped]
    return [(k, line) for k, line in kept if re.search(r"\w", line) and not line.startswith("#")]


def repetitions() -> Iterator[str]:
    seen: dict[tuple[str, ...], tuple[Path, int]] = {}
    covered: set[tuple[Path, int]] = set()
    for path in SOURCES:
        lines = code_lines(path)
        for k in range(len(lines) - REPEATED + 1):
            window = tuple(line for _, line in lines[k : k + REPEATED])
            if window not in seen:
                seen[window] = (path, lines[k][0])
            elif (path, k - 1) in covered:
                covered.add((path, k))
            else:
                covered.add((path, k))
                yield f"{shown(path, lines[k][0])} repeats {shown(*seen[window])}"


def test_no_six_lines_are_written_twice() -> None:
    assert [*repetitions()] == []


def test_every_error_has_a_remedy() -> None:
    without = [
        shown(path, node.lineno)
        for path, nodes in NODES.items()
        for node in nodes
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in ERRORS - OWN_REMEDY
        and not any(keyword.arg in ("remedy", None) for keyword in node.keywords)
    ]
    assert without == []


def texts(nodes: list[ast.AST]) -> Iterator[tuple[int, str]]:
    """Return the strings of a module with their lines: messages, help and docstrings; parts of an f-string together."""
    joined = [node for node in nodes if isinstance(node, ast.JoinedStr)]
    inside = {id(value) for node in joined for value in ast.walk(node) if value is not node}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            parts = [str(value.value) if isinstance(value, ast.Constant) else "{}" for value in node.values]
            yield node.lineno, "".join(parts)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inside:
            yield node.lineno, node.value


def offences(text: str) -> list[str]:
    words = " ".join(text.split())
    if not ANY_BANNED.search(words):
        return []
    return [match[0] for pattern in BANNED for match in re.finditer(pattern, words, re.IGNORECASE)]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "src/heft")))
def test_words_of_a_module(path: Path) -> None:
    assert [f"{line}: {word}" for line, text in texts(NODES[path]) for word in offences(text)] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_words_of_a_page(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = zip(lines, [*lines[1:], ""], strict=True)
    assert [f"{k}: {word}" for k, (a, b) in enumerate(pairs, start=1) for word in offences(f"{a} {b}")] == []


def test_a_change_stands_once_in_the_changelog() -> None:
    """A merge that keeps both versions of a paragraph leaves its title twice."""
    titles = Counter(re.findall(r"^- \*\*(.+?)\*\*", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE))
    assert [title for title, count in titles.items() if count > 1] == []


def test_only_learning_and_the_scan_import_jax() -> None:
    importing = set()
    for path, nodes in NODES.items():
        for node in nodes:
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.split(".")[0] in ("jax", "optax") for name in names):
                importing.add(path.relative_to(ROOT / "src/heft"))
    assert {path for path in importing if path.parts[0] != "learning"} == {Path("dynamics/scan.py")}


def opens_text(call: ast.Call) -> bool:
    """Return whether a call reads or writes text, by its name; `open` of bytes says so in its mode."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr in TEXT_METHODS
    modes = [*call.args[1:2], *(word.value for word in call.keywords if word.arg == "mode")]
    binary = any(isinstance(mode, ast.Constant) and "b" in str(mode.value) for mode in modes)
    return isinstance(call.func, ast.Name) and call.func.id == "open" and not binary


def test_text_files_are_utf8_on_every_system() -> None:
    """Without its encoding, text is read and written in that of the system, which is another one on Windows."""
    examples = {
        path: [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))] for path in (ROOT / "examples").glob("*.py")
    }
    found = [
        shown(path, node.lineno)
        for path, nodes in {**NODES, **examples}.items()
        for node in nodes
        if isinstance(node, ast.Call) and opens_text(node) and not any(word.arg == "encoding" for word in node.keywords)
    ]
    assert found == []
