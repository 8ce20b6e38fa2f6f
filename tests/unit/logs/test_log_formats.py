"""Log formats: a new one is one class and one call of `register`, and everything that reads logs knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import heft
from heft.cli import import_ as verb
from heft.cli import main
from heft.errors import ArgumentError, FileError, FormatError
from heft.logs.formats import OneFile, RawArrays, endings, formats, manual_table, register, unregister


class Toy(OneFile):
    """A column a line: its name, a colon, its numbers."""

    name = "toy"
    endings = (".toy",)
    settings: ClassVar = {"colon": str}

    def parse(self, content: bytes, where: str, settings: Mapping[str, Any]) -> RawArrays:
        pairs = [line.split(settings.get("colon", ":")) for line in content.decode().splitlines()]
        return RawArrays(where, {name: np.array(numbers.split(), float)[:, None] for name, numbers in pairs})


@pytest.fixture
def toy() -> Iterator[Toy]:
    format = Toy()
    assert ".toy" not in str(verb.Recorded)  # the help of the verb is made before, without this format
    register(format)
    yield format
    unregister("toy")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "run.toy"
    path.write_text("t:0 1 2\nq.a:3 4 5\ntau.a:6 7 8\n")
    return path


def test_a_new_format_is_read_everywhere(toy: Toy, file: Path, capsys: pytest.CaptureFixture[str]):
    log = heft.read_log(file)
    assert log.columns["q.a"].tolist() == [3, 4, 5]
    assert log.source is not None
    assert log.source.path == str(file)
    assert main(["import", str(file), "-o", str(file.with_suffix(".parquet"))]) == 0
    assert heft.read_log(file.with_suffix(".parquet")).columns["tau.a"].tolist() == [6, 7, 8]
    with pytest.raises(FormatError, match=r"Did you mean '\.toy'"):
        heft.read_log("run.toyy")
    assert ".toy" in endings()


def test_a_map_reads_a_new_format_and_its_settings(toy: Toy, file: Path):
    file.write_text(file.read_text().replace(":", "="))
    body = '[file]\ncolon = "="\n[time]\narray = "t"\n[q]\narray = "q.a"\nunit = "deg"\n'
    file.with_name("map.toml").write_text('format = "heft-map/1"\njoints = ["arm"]\n' + body)
    log = heft.read_log(file, file.with_name("map.toml"))
    np.testing.assert_allclose(log.columns["q.arm"], np.radians([3, 4, 5]))
    out = file.with_name("log.csv")
    assert main(["import", str(file), "--map", str(file.with_name("map.toml")), "-o", str(out)]) == 0
    np.testing.assert_array_equal(heft.read_log(out).q, log.q)


def test_a_format_that_left_is_not_read(file: Path):
    with pytest.raises(FormatError, match=r"'\.toy' cannot be read"):
        heft.read_log(file)


def test_two_formats_cannot_have_one_ending(toy: Toy):
    with pytest.raises(ArgumentError, match="is taken by another log format"):
        register(Toy())


def test_every_format_is_found_and_has_endings_of_its_own():
    assert {".csv", ".parquet", ".npz", ".mat", ".h5", ".mcap", ".txt"} <= {*endings()}
    assert {*endings(written=True)} == {".csv", ".parquet"}
    assert len({*endings()}) == len(endings())
    assert all(format.can_read(Path(f"run{ending}")) for format in formats() for ending in format.endings)


def test_a_new_format_stands_in_the_manual_table(toy: Toy):
    assert "| toy | `.toy` | `colon` |  |" in manual_table()


def test_a_folder_is_not_a_log(tmp_path: Path):
    with pytest.raises(FileError, match=r"a folder, not a log.*heft import FOLDER --map"):
        heft.read_log(tmp_path)
