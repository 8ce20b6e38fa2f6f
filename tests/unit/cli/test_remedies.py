"""Advice names options that exist: where a command is named, that command has them; else every verb that can give the
advice has them."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import heft as library
from heft.cli import VERBS
from heft.cli.app import app

SOURCES = Path(library.__file__).parent
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]*[a-z0-9](?![\w(-])")
COMMAND = re.compile(r"\bheft (\w[\w-]*)((?:(?!\bheft )[^.;]|\.(?=\w))*)")
"""A verb, and the rest of the sentence."""

READERS = ("check", "identify", "learn", "payload", "validate")
"""The verbs that clean logs; any of them can meet what is wrong with one."""


def advice(folder: str) -> list[tuple[str, str]]:
    """Return the texts below a folder that name an option, each with its place; documentation is not advice."""
    found = []
    for path in sorted((SOURCES / folder).rglob("*.py")):
        if path.is_relative_to(SOURCES / "excitation/exporters"):  # which write commands of other programs
            continue
        tree = ast.parse(path.read_text())
        passed = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        passed |= {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                text = "".join(part.value if isinstance(part, ast.Constant) else "X" for part in node.values)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
                text = node.value
            else:
                continue
            if OPTION.search(text):
                found.append((f"{path.relative_to(SOURCES)}:{node.lineno}", text))
    return found


@pytest.fixture(scope="module")
def options() -> dict[str, set[str]]:
    """The options of each verb."""
    return {verb: {name for each in app[verb].assemble_argument_collection() for name in each.names} for verb in VERBS}


def split(text: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Return the options that are named with their verb, and those that are named alone."""
    own = [(found[1], option) for found in COMMAND.finditer(text) for option in OPTION.findall(found[2])]
    return own, OPTION.findall(COMMAND.sub("", text))


def test_advice_about_logs_was_found():
    assert len(advice("logs")) > 8


@pytest.mark.parametrize(("place", "text"), advice("logs"))
def test_the_advice_about_logs_can_be_followed(place, text, options):
    own, alone = split(text)
    for verb, option in own:
        assert option in options[verb] | {"--help"}, (place, verb, option)
    for option in alone:
        for verb in READERS:
            assert option in options[verb], (
                f"{place}: heft {verb} has no {option}; name the command: heft VERB {option}"
            )


@pytest.mark.parametrize(("place", "text"), advice("."))
def test_all_advice_names_options_of_some_verb(place, text, options):
    own, alone = split(text)
    for verb, option in own:
        assert verb not in VERBS or option in options[verb] | {"--help"}, (place, verb, option)
    known = set().union(*options.values()) | {"--help", "--version", "--install-completion", "--shell"}
    assert not {*alone} - known, (place, {*alone} - known)
