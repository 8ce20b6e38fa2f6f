"""The exact corpus: mechanisms with answers that were computed elsewhere; it lies beside the project where it is."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import heft

FOLDER = Path(__file__).parents[2].parent / "shared" / "oracle"
FILES = sorted(FOLDER.glob("*.mech.json"))
ABSENT = f"the corpus is not there: no mechanisms in {FOLDER}"
needs_corpus = pytest.mark.skipif(not FILES, reason=ABSENT)


def name_of(path: Path) -> str:
    return path.name.removesuffix(".mech.json")


@cache
def answers(name: str) -> dict[str, Any]:
    return json.loads((FOLDER / f"{name}.expected.json").read_text())


def files_for(check: Callable[[heft.Robot], object]) -> list[Path]:
    """The mechanisms that a check does not refuse."""

    def taken(path: Path) -> bool:
        try:
            check(heft.load(path))
        except heft.HeftError:
            return False
        return True

    return [path for path in FILES if taken(path)]
