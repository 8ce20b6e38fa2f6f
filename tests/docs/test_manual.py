"""The manual and README: every command and every Python block runs and prints what the page shows."""

from __future__ import annotations

import importlib
import re
import runpy
import sys
import tomllib
from pathlib import Path

import pytest
from support.manual import PAGES, ROOT, MissingProgramError, Walk, complaint, run, walks
from support.tables import TABLE, with_tables

import heft
from heft.cli import VERBS

sys.path.append(str(ROOT / "docs"))

import manual_tables

WALKS = [walk for page in PAGES for walk in walks(page)]
BY_THEMSELVES = [walk for walk in WALKS if not walk.data]
NO_NAMES = ("heft.toml", "heft.log")  # a file, and a key in the metadata of logs
NOT_RUN = [block for walk in WALKS for block in walk.blocks if "not run" in block.marks]


@pytest.mark.parametrize("walk", BY_THEMSELVES, ids=lambda walk: walk.page.name)
def test_page_shows_what_is_printed(walk: Walk, tmp_path: Path) -> None:
    folder = tmp_path / "page"
    folder.mkdir()
    try:
        steps = run(walk, folder)
    except MissingProgramError as error:
        pytest.skip(f"{walk.page.name}: {error}")
    if wrong := complaint(walk.page, steps):
        pytest.fail(wrong, pytrace=False)


@pytest.mark.parametrize("page", [page for page in PAGES if TABLE.search(page.read_text())], ids=lambda page: page.name)
def test_tables_are_those_of_the_code(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert with_tables(text) == text, f"make docs-update PAGES={page.relative_to(ROOT)} writes the tables anew"


def test_every_fence_is_read() -> None:
    """No console or Python block escapes the runner, for instance because it is indented or has another name."""
    found = {
        page.name: len(re.findall(r"^ *```+ *(?:console|python|py|sh|bash|shell)", page.read_text(), re.M))
        for page in PAGES
    }
    seen = {page.name: 0 for page in PAGES}
    for walk in WALKS:
        seen[walk.page.name] += sum(block.language in ("console", "python") for block in walk.blocks)
    assert found == seen


def test_what_is_not_run_exists() -> None:
    targets = set(re.findall(r"^([\w-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE))
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    for block in NOT_RUN:
        for command in re.findall(r"^\$ (.*?)(?: +#.*)?$", block.text, re.MULTILINE):
            program, *arguments = command.split()
            assert program in ("make", "pip") or command == "heft warm-up", f"{command}: only set-up is not run"
            if program == "make":
                assert {word for word in arguments if "=" not in word} <= targets, command
            for names in re.findall(r"\[(.*?)\]", command):
                assert {*names.split(",")} <= {*extras}, command


def test_readme_shows_the_first_example() -> None:
    _, code = (ROOT / "examples" / "first.py").read_text().split('"""\n\n', 1)
    assert code in (ROOT / "README.md").read_text()


def test_every_public_name_is_described() -> None:
    page = (ROOT / "docs/api.md").read_text()
    described = {*re.findall(r"^\.\. auto\w+:: heft\.(?:[\w.]+\.)?(\w+)$", page, re.MULTILINE)}
    described |= {*vars(heft.errors)}  # by automodule
    assert {name for name in heft.__all__ if not name.startswith("_")} <= described


def test_every_verb_has_an_example_and_its_options() -> None:
    page = (ROOT / "docs/cli.md").read_text()
    sections = dict(re.findall(r"^## heft ([\w-]+)\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL))
    assert {*sections} == {*VERBS}
    for verb, text in sections.items():
        assert f"\n$ heft {verb}" in text
        names = {*re.findall(r"`(--[\w-]+)", text + manual_tables.shared_options())}
        assert {argument.name for argument in manual_tables.arguments(verb)} <= names


def test_every_work_that_is_cited_is_in_the_bibliography() -> None:
    bibliography = (ROOT / "docs/bibliography.md").read_text()
    cited = re.compile(r"\b([A-Z][a-z]+)(?: et al\.| and others)? \(?((?:19|20)\d\d)\b")
    files = [*(ROOT / "src").rglob("*.py"), *(ROOT / "docs").glob("*.md")]
    found = {match for path in files for match in cited.findall(path.read_text(encoding="utf-8"))}
    entries = bibliography.split("\n- ") + bibliography.split("\n| ")
    missing = {work for work in found if not any(all(part in entry for part in work) for entry in entries)}
    assert len(found) > 8
    assert not missing


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_names_and_files_that_a_page_mentions_exist(page: Path) -> None:
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.MULTILINE | re.DOTALL)
    words = re.findall(r"`([^`\n]+)`", text)
    names = {word for word in words if re.fullmatch(r"heft(\.\w+)+", word) and word not in NO_NAMES}
    paths = {
        word for word in words if re.fullmatch(r"(src|tests|docs|examples|benchmarks|requirements)/[\w./-]*", word)
    }
    paths |= {f"benchmarks/{word}" for word in words if re.fullmatch(r"\w+\.py", word) and page.name == "benchmarks.md"}
    assert {name for name in names if not resolves(name)} == set()
    missing = {path for path in paths if "NAME" not in path and not (ROOT / path).exists()}
    assert missing - {"docs/_build/html"} == set()


def resolves(name: str) -> bool:
    """Whether a dotted name is a module or something in one."""
    module, *rest = name.split(".")
    found = importlib.import_module(module)
    for part in rest:
        module = f"{module}.{part}"
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = importlib.import_module(module)
            except ModuleNotFoundError:
                return False
    return True


def test_every_room_is_on_the_architecture_page() -> None:
    page = (ROOT / "docs/architecture.md").read_text()
    table = page.split("## Packages")[1].split("## ")[0]
    named = re.findall(r"`(\w+)(?:/|\.py)`", "\n".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE)))
    assert {*named} == {name for line in manual_tables.layers() for name in line.split(" | ")}


@pytest.mark.parametrize(("script", "picture"), [("architecture", "architecture.svg")])
def test_pictures_are_those_of_their_scripts(script: str, picture: str) -> None:
    names = runpy.run_path(str(ROOT / f"docs/images/{script}.py"))
    assert names["svg"]() == (ROOT / "docs/images" / picture).read_text(encoding="utf-8")
