"""Sections of the manual that need real logs, each run once for all processes, in a folder where the data are."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from support.manual import Step, run, section
from support.once import once

import heft


class Walked(NamedTuple):
    """The folder in which the commands of a section ran, and what they said."""

    folder: Path
    steps: list[Step]

    def estimate(self, name: str) -> heft.Estimate:
        return heft.Estimate.from_dict(json.loads((self.folder / name / "result.json").read_text()))


@pytest.fixture(scope="session")
def walked(tmp_path_factory) -> Callable[..., Walked]:
    @cache
    def result(title: str, page: str = "docs/reproduced.md") -> Walked:
        walk = section(page, title)
        if walk.missing:
            pytest.skip(f"{walk.page.name}: the data of '{walk.title or 'the page'}' are not at ../shared/data")
        name = f"{Path(page).stem}-{title}".replace(" ", "_")
        return Walked(*once(tmp_path_factory, name, lambda folder: (folder, run(walk, folder))))

    return result
