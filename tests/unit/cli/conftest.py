"""Calling the command line inside the test process, in an empty folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from heft.cli import main


class Answer(NamedTuple):
    status: int
    out: str
    err: str


Heft = Callable[..., Answer]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


@pytest.fixture
def heft(capfd: pytest.CaptureFixture[str]) -> Heft:
    def call(*arguments: object) -> Answer:
        capfd.readouterr()
        status = main([str(argument) for argument in arguments])
        out, err = capfd.readouterr()
        return Answer(status, out, err)

    return call


@pytest.fixture
def refused(heft: Heft) -> Callable[..., str]:
    """Call, check that it was refused as everything is refused, and return the line on standard error."""

    def call(*arguments: object) -> str:
        answer = heft(*arguments)
        assert answer.status == 2, answer
        assert answer.out == ""
        assert answer.err.startswith("heft: ")
        assert answer.err.count("\n") == 1
        assert answer.err.endswith("\n")
        assert "Traceback" not in answer.err
        return answer.err

    return call
