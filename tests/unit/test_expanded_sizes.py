"""How large an input may be."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from heft import sizes
from heft.errors import FileError
from heft.files import read_bytes


def test_a_file_larger_than_half_of_the_memory_is_refused_unread(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    with open(tmp_path / "sparse", "wb") as file:
        file.truncate(10_000)
    assert len(read_bytes(tmp_path / "sparse")) == 10_000
    monkeypatch.setattr(sizes, "memory", lambda: 19_999)
    with pytest.raises(FileError, match="more memory"):
        read_bytes(tmp_path / "sparse")


def test_what_a_file_may_expand_to(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sizes, "memory", lambda: 16 * 2**30)
    assert sizes.most_expanded(1000) == sizes.EXPANDED
    assert sizes.most_expanded(2 * sizes.EXPANDED // sizes.FACTOR) == 2 * sizes.EXPANDED // sizes.FACTOR * sizes.FACTOR
    assert sizes.most_expanded(2**40) == 8 * 2**30
    sizes.check_expanded(sizes.EXPANDED, 1, "file")
    with pytest.raises(FileError, match=r"expands to 1\.07 GB.*at most 1\.07 GB"):
        sizes.check_expanded(sizes.EXPANDED + 1, 1, "file")


def test_a_system_that_does_not_say_its_memory(monkeypatch: pytest.MonkeyPatch):
    assert sizes.memory() > 2**27
    monkeypatch.delattr(os, "sysconf")
    assert sizes.memory() == sizes.ASSUMED_MEMORY
